/** Robots that start late: two slides that cross, of which everything is known, and two arms. */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { checkDelays } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  blendedPath,
  combineTracks,
  type DelayPart,
  DelayParts,
  type Track,
  timedPath,
  wholeParts,
} from '../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { both } from '../helpers/oracles/crowdedCells.ts';

const CAR = `<robot name="car">
<link name="rail"/>
<link name="car"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="car"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

/** Cars that run along x, along y and along x again, one metre higher; the last meets nobody. */
const cars = (obstacles = '') =>
  cellFrom(
    `surepath: 1
robots:
  - {name: east, urdf: car.urdf}
  - {name: north, urdf: car.urdf, base: {rpy: [0, 0, 1.5707963267948966]}}
  - {name: above, urdf: car.urdf, base: {xyz: [0, 0, 1]}}
${obstacles}`,
    { 'car.urdf': CAR },
  );

/** From -1 to 1 at 0.5 m/s, beginning at a time. */
function run(cell: Cell, d: number, begin: number): Track {
  const waypoints = [-1, 1].map((x) =>
    Float64Array.from({ length: 3 }, (_, k) => (k === d ? x : 0)),
  );
  const path = timedPath(cell.tree, { waypoints, times: [begin, begin + 4] });
  return { dofs: [d], path, name: cell.tree.dofs[d].joint };
}

const standing = (cell: Cell) => new Float64Array(cell.tree.dofs.length);

describe('cars among a crowd', () => {
  it('are free or not as among listed obstacles, and posts beside the way cost nothing', () => {
    const posts = (aside: number, count: number) =>
      Array.from({ length: count }, (_, i) => {
        const [x, y] = [-1.5 + (3 * i) / count, aside + 0.01 * (i % 3)];
        return `  - {name: post ${i}, shape: {box: [0.02, 0.02, 0.5]}, pose: {xyz: [${x}, ${y}, 1]}}`;
      }).join('\n');
    for (const [aside, verdict] of [
      [0.14, 'free'],
      [0.09, 'colliding'],
    ] as const) {
      const [plain, crowd] = both(cars(`obstacles:\n${posts(aside, 30)}`).description);
      const results = [plain, crowd].map((cell) => {
        const tracks = [run(cell, 0, 0), run(cell, 1, 3), run(cell, 2, 0)];
        return checkDelays(cell, tracks, { delays: [1, 1, 1], standing: standing(cell) });
      });
      expect(results.map((result) => result.verdict)).toEqual([verdict, verdict]);
      expect(results[1].proven.length).toBe(results[0].proven.length);
      expect(results[1].stats.sweeps).toBeGreaterThan(0);
      if (verdict === 'free') expect(results[1].stats.tests).toBeLessThan(results[0].stats.tests);
    }
  });
});

describe('two cars that cross', () => {
  // East is in the way of north from 1.6 s to 2.4 s, north of east from 4.6 s to 5.4 s.
  const cell = cars();
  const tracks = [run(cell, 0, 0), run(cell, 1, 3), run(cell, 2, 0)];
  const check = (delays: number[], more = {}) =>
    checkDelays(cell, tracks, { delays, standing: standing(cell), ...more });

  it('do not meet while the first is late by less than 2.2 s, however late the other', () => {
    for (const delays of [
      [0, 0, 0],
      [1, 0, 3],
      [2.19, 5, 0],
      [2.199, 0, 1],
    ]) {
      const { verdict, witness, open } = check(delays);
      expect(verdict, delays.join()).toBe('free');
      expect(witness).toBeNull();
      expect(open).toEqual([]);
    }
  });

  it('meet when it may be later; the witness says with which starts', () => {
    for (const delays of [
      [2.3, 0, 0],
      [4, 1, 2],
      [2.21, 0, 0],
    ]) {
      const { verdict, witness } = check(delays);
      expect(verdict, delays.join()).toBe('colliding');
      const { starts, time, configuration } = witness!;
      starts.forEach((s, k) => {
        expect(s).toBeGreaterThanOrEqual(0);
        expect(s).toBeLessThanOrEqual(delays[k]);
      });
      expect(configuration[0]).toBeCloseTo(-1 + 0.5 * (time - starts[0]), 9);
      expect(configuration[1]).toBeCloseTo(-1 + 0.5 * (time - 3 - starts[1]), 9);
      expect(Math.max(Math.abs(configuration[0]), Math.abs(configuration[1]))).toBeLessThan(0.2);
    }
  });

  it('touching at a corner for one offset is not free', () => {
    expect(check([2.2, 0, 0]).verdict).not.toBe('free');
  });

  it('what is proven covers all offsets', () => {
    const delays = [2, 1, 1];
    const { proven } = check(delays);
    const parts = new DelayParts(cell, tracks, standing(cell));
    for (const whole of wholeParts(parts, delays)) expectCovered(whole, proven);
  });

  it('stops undecided when the budget ends, and lists what is open', () => {
    const { verdict, open, proven } = check([2.1, 5, 0], { budget: 3 });
    expect(verdict).toBe('undecided');
    expect(open.length).toBeGreaterThan(0);
    const parts = new DelayParts(cell, tracks, standing(cell));
    for (const whole of wholeParts(parts, [2.1, 5, 0])) {
      expectCovered(whole, [...open, ...proven]);
    }
  });

  it('refuses delays that are none', () => {
    expect(() => check([1, 1])).toThrow(/one of at least 0 seconds for each of 3 tracks/);
    expect(() => check([1, -1, 0])).toThrow(/at least 0 seconds/);
    expect(() => check([1, Number.NaN, 0])).toThrow(/at least 0 seconds/);
  });

  it('a wall in the way of one is found whatever the delays', () => {
    const walled = cars(
      'obstacles: [{name: wall, shape: {box: [0.02, 1, 1]}, pose: {xyz: [0.5, 0, 0]}}]\n',
    );
    const result = checkDelays(
      walled,
      [0, 1, 2].map((d) => run(walled, d, 3 * d)),
      { delays: [0.1, 0.1, 0.1], standing: standing(walled) },
    );
    expect(result.verdict).toBe('colliding');
    expect(walled.bodies[result.witness!.pair.b].name).toBe('wall');
  });
});

/** Every corner and many points of a part lie in one of the others. */
function expectCovered(whole: DelayPart, parts: readonly DelayPart[]): void {
  const own = parts.filter(({ tracks }) => tracks.join() === whole.tracks.join());
  const random = new Random(7);
  for (let k = 0; k < 500; k++) {
    const at = whole.from.map((x, i) => {
      const r = k === 0 ? 0 : k === 1 ? 1 : random.unit();
      return x + r * (whole.to[i] - x);
    });
    const inside = own.some(({ from, to }) => at.every((x, i) => x >= from[i] && x <= to[i]));
    expect(inside, at.join()).toBe(true);
  }
}

describe('two arms', () => {
  const cell = cellFrom(
    `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [-0.9, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [0.9, 0, 0.02], rpy: [0, 0, 3.1]}}
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const count = cell.tree.dofs.length;
  const ofRobot = (name: string) =>
    cell.tree.dofs.flatMap(({ joint }, d) => (joint.startsWith(`${name}/`) ? [d] : []));

  /** Three points in four seconds: a spline, or lines with blends. */
  function track(name: string, random: Random, blend: boolean): Track {
    const dofs = ofRobot(name);
    const point = () => {
      const q = new Float64Array(count);
      for (const d of dofs) q[d] = random.between(-1.2, 1.2);
      return q;
    };
    const waypoints = [point(), point(), point()];
    const times = [0, random.between(1, 3), 4];
    if (blend)
      return { dofs, name, path: blendedPath(cell.tree, { waypoints, times, blend: 0.5 }) };
    const still = () => new Float64Array(count);
    const velocities = [still(), still(), still()];
    for (const d of dofs) velocities[1][d] = random.between(-0.5, 0.5);
    return { dofs, name, path: timedPath(cell.tree, { waypoints, times, velocities }) };
  }

  it('are never called free where samples of starts and times collide, seed 1', () => {
    const random = new Random(1);
    const statics = new StaticChecker(cell);
    const q = new Float64Array(count);
    const seen = new Map<string, number>();
    for (let round = 0; round < 24; round++) {
      const tracks = ['left', 'right'].map((name, k) => track(name, random, (round + k) % 3 === 0));
      const delays = [random.below(2) * 0.4, random.between(0, 0.5)];
      const { verdict, witness } = checkDelays(cell, tracks, { delays, standing: q.slice() });
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      if (verdict === 'colliding') {
        expect(statics.check(witness!.configuration).colliding).toBe(true);
        continue;
      }
      expect(verdict).toBe('free');
      for (let k = 0; k < 12; k++) {
        const offsets = delays.map((d) => (k === 0 ? 0 : k === 1 ? d : d * random.unit()));
        const path = combineTracks(cell.tree, tracks, {
          standing: new Float64Array(count),
          offsets,
        });
        for (const segment of path.segments) {
          for (let i = 0; i <= 60; i++) {
            segment.configurationInto(i / 60, q, 0);
            expect(statics.check(q).colliding, `round ${round}`).toBe(false);
          }
        }
      }
      q.fill(0);
    }
    console.log(`two arms: ${[...seen].map(([v, n]) => `${n} ${v}`).join(', ')}`);
    expect(seen.get('free')).toBeGreaterThan(3);
    expect(seen.get('colliding')).toBeGreaterThan(3);
  });
});

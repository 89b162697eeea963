/** Clearance profiles: what is proven and what was seen bracket dense sampling, all along the path. */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { certifiedClearance, clearanceProfile } from '../../src/check/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath, timedPath } from '../../src/motion/index.ts';
import { CELLS, randomSegment, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { confirmCover, confirmProfile, lowerAt } from '../helpers/check/profileOracle.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { haveData } from '../helpers/oracles/data.ts';
import { cube } from '../helpers/oracles/meshes.ts';

for (const [name, build] of Object.entries(CELLS)) {
  describe(`profile, ${name}, seed 20`, () => {
    it('brackets dense sampling, to the accuracy asked for', () => {
      const cell = build();
      const random = new Random(20);
      const checker = new StaticChecker(cell);
      for (let n = 0; n < 4; n++) {
        const { from, to } = randomSegment(checker, random, 1);
        const beyond = to.map((x, d) => x + 0.3 * (from[d] - x));
        const path = buildPath(cell.tree, [from, to, beyond]);
        const result = clearanceProfile(cell, path, { accuracy: 4e-3, horizon: 0.12 });
        expect(result.complete).toBe(true);
        confirmProfile(cell, path, result, 50, `path ${n}`);
        // The same pairs, the same bounds as far as both are accurate.
        const clearance = certifiedClearance(cell, path, { accuracy_m: 4e-3, horizon_m: 0.12 });
        expect(result.lower).toBeLessThanOrEqual(clearance.pairs[0].upper);
        expect(clearance.lower).toBeLessThanOrEqual(result.pairs[0]?.upper ?? Infinity);
      }
    });
  });
}

describe('profile along curves, seed 21', () => {
  it('knows that rates change on a segment', () => {
    const cell = CELLS.gantry();
    const random = new Random(21);
    const checker = new StaticChecker(cell);
    const kinds = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { from, to } = randomSegment(checker, random, 1);
      const still = new Float64Array(from.length);
      const fast = to.map((x, d) => 2 * (x - from[d]));
      const path = timedPath(cell.tree, {
        waypoints: [from, to, from],
        times: [0, 1, 2.5],
        velocities: [still, fast, still],
      });
      for (const { kind } of path.segments) kinds.add(kind);
      const result = clearanceProfile(cell, path, { accuracy: 4e-3, horizon: 0.12 });
      expect(result.complete).toBe(true);
      confirmProfile(cell, path, result, 50, `path ${n}`);
    }
    expect([...kinds]).toContain('polynomial');
  });
});

describe('profile, closed forms', () => {
  it('sphere past sphere', () => {
    const cell = sliderCell(
      '<sphere radius="0.1"/>',
      'obstacles: [{name: ball, shape: {sphere: {radius: 0.2}}, pose: {xyz: [0, 0.35, 0]}}]',
    );
    const path = buildPath(cell.tree, [Float64Array.of(-0.8, 0, 0), Float64Array.of(0.8, 0, 0)]);
    const accuracy = 1e-4;
    const result = clearanceProfile(cell, path, { accuracy, relative: 0 });
    confirmProfile(cell, path, result, 100, 'spheres');
    const [found] = result.pairs;
    const truth = (t: number) => Math.hypot(1.6 * t - 0.8, 0.35) - 0.3;
    for (let i = 0; i <= 400; i++) {
      const lower = lowerAt(found.pieces, 0, i / 400);
      expect(lower).toBeLessThanOrEqual(truth(i / 400));
    }
    for (const { from, to, lower } of found.pieces) {
      const least = from <= 0.5 && to >= 0.5 ? truth(0.5) : Math.min(truth(from), truth(to));
      expect(lower).toBeLessThanOrEqual(least);
      if (lower < 0.25) expect(lower).toBeGreaterThanOrEqual(least - accuracy - 1e-12);
    }
    for (const { t, distance } of found.samples) expect(distance).toBeCloseTo(truth(t), 9);
    expect(found.lower).toBeGreaterThan(0.05 - accuracy);
    expect(found.lower).toBeLessThanOrEqual(0.05);
    expect(found.nearest).toMatchObject({ segment: 0, t: 0.5 });
  });

  // The last link of a planar arm, seen from the side: it dips toward a floor and rises again.
  it('an arm over a floor', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf, base: {rpy: [1.5707963267948966, 0, 0]}}]
obstacles: [{name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -0.6}}}]
allow: [[link0, link1], [link0, floor]]`,
      { 'arm.urdf': armUrdf('arm', [0.5, 0.5]) },
    );
    const path = buildPath(cell.tree, [Float64Array.of(0.5), Float64Array.of(-0.9)]);
    const result = clearanceProfile(cell, path, { accuracy: 5e-4, relative: 0 });
    confirmProfile(cell, path, result, 100, 'floor');
    const [found] = result.pairs;
    // Its corners are 0.05 to 0.45 along the link and 0.05 to either side.
    const truth = (t: number) => {
      const a = 0.5 - 1.4 * t;
      const corners = [0.05, 0.45].flatMap((x) => [0.05, -0.05].map((y) => [x, y]));
      return 0.6 + Math.min(...corners.map(([x, y]) => x * Math.sin(a) + y * Math.cos(a)));
    };
    for (const { from, to, lower } of found.pieces) {
      // It only comes down, so the end is the nearest.
      expect(lower).toBeLessThanOrEqual(truth(to));
      if (lower < 0.25) {
        expect(lower).toBeGreaterThanOrEqual(truth(to) - 5e-4 - 1e-9);
        expect(lower).toBeGreaterThanOrEqual(truth(from) - 8 * 5e-4 - 1e-9);
      }
    }
    expect(found.upper).toBeCloseTo(truth(1), 9);
  });
});

const build = (rest: string, more = '') =>
  cellFrom(
    `surepath: 1\nrobots: [{urdf: arm.urdf, padding: {link1: 0.01}${more}}]\n${rest}\nallow: [[link0, link1]]`,
    { 'arm.urdf': armUrdf('arm', [0.5, 0.5]), 'crate.stl': cube(2) },
  );
const WALL = 'obstacles: [{name: wall, shape: {box: [0.1, 2, 1]}, pose: {xyz: [1.1, 0, 0]}}]';
const swing = (cell: Cell, ...angles: number[]) =>
  buildPath(
    cell.tree,
    angles.map((x) => Float64Array.of(x)),
  );

describe('profile, cases', () => {
  it('is zero where bodies meet, and only there', () => {
    const cell = build(WALL.replace('1.1', '1'));
    const path = swing(cell, -1, 1);
    const result = clearanceProfile(cell, path);
    confirmProfile(cell, path, result, 200, 'touching');
    expect(result.complete).toBe(true);
    expect(result.lower).toBe(0);
    const pieces = result.pairs.find(({ upper }) => upper === 0)!.pieces;
    const zero = pieces.filter(({ lower }) => lower === 0);
    // The corners meet the wall at x = 0.95 where cos(a - 0.1107) * 0.4528 is 0.44 (padding 0.01).
    const angle = Math.acos(0.44 / Math.hypot(0.45, 0.05)) + Math.atan2(0.05, 0.45);
    const contact = (1 - angle) / 2;
    expect(zero[0].from).toBeGreaterThan(contact - 0.02);
    expect(zero[0].from).toBeLessThan(contact + 1e-9);
    expect(zero.at(-1)!.to).toBeLessThan(1 - contact + 0.02);
    expect(zero.length).toBeLessThan(pieces.length);
  });

  it('a body inside a solid meets it, inside a guard it does not', () => {
    const crate = build('obstacles: [{name: crate, shape: {mesh: crate.stl}}]');
    const inside = clearanceProfile(crate, swing(crate, -1, 1));
    expect(inside.lower).toBe(0);
    expect(inside.pairs[0]).toMatchObject({ lower: 0, upper: 0 });
    expect(inside.pairs[0].pieces.every(({ lower }) => lower === 0)).toBe(true);
    const guard = build('obstacles: [{name: guard, shape: {mesh: crate.stl, solid: false}}]');
    const path = swing(guard, -1, 1);
    const apart = clearanceProfile(guard, path);
    expect(apart.lower).toBeGreaterThan(0.02);
    confirmProfile(guard, path, apart, 50, 'guard');
  });

  it('a path that stands still, and one of one waypoint', () => {
    const cell = build(WALL);
    for (const path of [swing(cell, 0, 0, 0), swing(cell, 0)]) {
      const result = clearanceProfile(cell, path);
      confirmProfile(cell, path, result, 4, 'still');
      expect(result.complete).toBe(true);
      const [found] = result.pairs;
      expect(found.upper).toBeCloseTo(1.05 - 0.95 - 0.01, 12);
      expect(found.upper - found.lower).toBeLessThan(1e-10);
      expect(found.pieces.length).toBe(path.segments.length);
    }
  });

  it('beyond the horizon says no more than that', () => {
    const cell = build(WALL.replace('1.1', '1.5'));
    const path = swing(cell, -1, 1);
    const { pairs, far, lower, overall } = clearanceProfile(cell, path);
    expect(pairs).toEqual([]);
    expect(far[0].lower).toBe(lower);
    expect(lower).toBeGreaterThanOrEqual(0.25);
    expect(lower).toBeLessThanOrEqual(1.45 - 0.5 - Math.hypot(0.45, 0.05) - 0.01);
    confirmCover(overall, 1);
  });

  it('leaves what joints may stray to the pair, as clearances do', () => {
    const plain = build(WALL);
    const loose = build(WALL, ', tracking: {default: 0.01}');
    const [a, b] = [plain, loose].map(
      (cell) => clearanceProfile(cell, swing(cell, -1, 1)).pairs[0],
    );
    expect(b.pair.tracking).toBeGreaterThan(0.004);
    expect(b.lower).toBeCloseTo(a.lower, 9);
    expect(b.upper).toBe(a.upper);
  });

  it('no pairs, no profile', () => {
    const refused = build('');
    expect(() => clearanceProfile(refused, swing(refused, -1, 1))).toThrow(/nothing to prove/);
    const cell = build('allow_nothing: true');
    const { pairs, far, overall, lower, complete } = clearanceProfile(cell, swing(cell, -1, 1));
    expect({ pairs, far, overall }).toEqual({ pairs: [], far: [], overall: [] });
    expect(lower).toBe(Infinity);
    expect(complete).toBe(true);
  });

  it('stays honest when it is stopped', () => {
    const cell = build(WALL);
    const path = swing(cell, -1, 1, -1, 0.9);
    const most = 1.05 - 0.5 - Math.hypot(0.45, 0.05) - 0.01;
    let before = 0;
    for (const budget of [0, 1, 2, 3, 4, 6, 12, 25, 50, 100]) {
      const result = clearanceProfile(cell, path, { accuracy: 1e-5, budget });
      expect(result.stats.tests).toBeLessThanOrEqual(budget);
      expect(result.complete).toBe(false);
      confirmProfile(cell, path, result, 40, `budget ${budget}`);
      expect(result.lower).toBeLessThanOrEqual(most);
      expect(result.lower).toBeGreaterThanOrEqual(before);
      before = result.lower;
    }
    expect(before).toBeGreaterThan(0);
    const stopped = clearanceProfile(cell, path, { signal: { aborted: true } });
    expect(stopped).toMatchObject({ lower: 0, complete: false });
    expect(stopped.pairs[0]).toMatchObject({ lower: 0, upper: Infinity, nearest: null });
  });

  it('a half-space that turns has a bound like others', () => {
    const cell = cellFrom(
      `surepath: 1
robots:
  - urdf: arm.urdf
    attached: [{link: link1, name: shield, shape: {half_space: {normal: [1, 0, 0], offset: 0.85}}}]
obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1.5, 0, 0]}}]
allow: [[shield, link0], [shield, link1], [link0, link1]]`,
      { 'arm.urdf': armUrdf('arm', [0.5, 0.5]) },
    );
    const path = swing(cell, -0.1, 0.1);
    const result = clearanceProfile(cell, path);
    expect(result.complete).toBe(true);
    expect(result.lower).toBeGreaterThan(0);
    expect(result.pairs.length).toBe(1);
    confirmProfile(cell, path, result, 200, 'shield');
  });

  it('tells how far it is', () => {
    const cell = build(WALL);
    const seen: number[] = [];
    clearanceProfile(cell, swing(cell, -1, 1, -1), {
      accuracy: 1e-4,
      relative: 0,
      onProgress: ({ settled, segments, tests }) => {
        expect(segments).toBe(2);
        expect(settled).toBeLessThanOrEqual(2);
        seen.push(tests);
      },
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it('refuses what is no accuracy, share or horizon', () => {
    const cell = build(WALL);
    const path = swing(cell, 0, 1);
    for (const wrong of [
      { accuracy: 0 },
      { accuracy: Number.NaN },
      { relative: -0.1 },
      { relative: 1 },
      { horizon: 0 },
      { horizon: Number.POSITIVE_INFINITY },
    ]) {
      expect(() => clearanceProfile(cell, path, wrong)).toThrow(InputError);
    }
  });
});

describe('profile of a Panda, seed 22', () => {
  it.runIf(haveData('mbm/panda/panda.urdf'))('brackets dense sampling', () => {
    const free = [1, 2, 3, 4, 5, 6, 7].map((k) => `panda_joint${k}`);
    const cell = sceneCell('panda', 'bookshelf_small', 1, free);
    const { from, to } = randomSegment(new StaticChecker(cell), new Random(22), 1);
    const path = buildPath(cell.tree, [from, to]);
    const result = clearanceProfile(cell, path, { accuracy: 2e-3, horizon: 0.2 });
    expect(result.complete).toBe(true);
    expect(result.pairs.length).toBeGreaterThan(3);
    confirmProfile(cell, path, result, 40, 'bookshelf');
  });
});

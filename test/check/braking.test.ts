/** Braking: at the factor that is proven no stop touches anything, and hardly above it some do. */
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { brakingFactor } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path, timedPath } from '../../src/motion/index.ts';
import { CELLS, randomSegment, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { anyStop, instantOf, StopSimulator } from '../helpers/check/stops.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { both, crowdedCell } from '../helpers/oracles/crowdedCells.ts';

const all = (cell: Cell, value: number) => new Float64Array(cell.tree.dofs.length).fill(value);

/** There, and on a little, with rates that change. */
function somePath(cell: Cell, random: Random): Path {
  const checker = new StaticChecker(cell);
  for (;;) {
    const { from, to } = randomSegment(checker, random, 1);
    const beyond = to.map((x, d) => x + 0.3 * (from[d] - x));
    const still = new Float64Array(from.length);
    const isTurn = (d: number) => cell.tree.dofs[d].unit === 'quaternion';
    const fast = to.map((x, d) => (isTurn(d) ? 0 : 1.5 * (x - from[d])));
    const path = timedPath(cell.tree, {
      waypoints: [from, to, beyond],
      times: [0, 0.8, 2],
      velocities: [still, fast, still],
    });
    if (checker.firstCollision(to) < 0 && checker.firstCollision(beyond) < 0) return path;
  }
}

describe('no stop at the factor that is proven touches anything', () => {
  it.each(Object.entries(CELLS))('%s, seed 30', (_name, build) => {
    const cell = build();
    const random = new Random(30);
    let proven = 0;
    for (let n = 0; n < 2; n++) {
      const path = somePath(cell, random);
      const asked = askAbout(cell, path).cell;
      const deceleration = all(cell, 1).map(() => random.between(1, 6));
      const reaction = n % 2 === 0 ? 0 : random.between(0.01, 0.2);
      const found = brakingFactor(asked, path, { deceleration, reaction_s: reaction, limit: 4 });
      if (found.factor === 0) continue;
      proven++;
      expect(found.complete).toBe(true);
      const simulator = new StopSimulator(askAbout(cell, path).cell, path);
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 30; k++) {
        const stop = anyStop(random, instantOf(found, path, random), found.factor, {
          deceleration,
          reaction,
        });
        least = Math.min(least, simulator.least(stop, 4));
      }
      expect(least).toBeGreaterThan(0);
    }
    expect(proven).toBeGreaterThan(0);
  });
});

/** A ball of radius 0.1 that slides toward a wall at x = 1, or along what else is said. */
const toWall = (settings = '', rest = '') =>
  sliderCell(
    '<sphere radius="0.1"/>',
    `obstacles: [{name: wall, shape: {box: [0.2, 4, 4]}, pose: {xyz: [1.1, 0, 0]}}]\n${rest}`,
    settings,
  );

const q = (x: number, y = 0, z = 0) => Float64Array.of(x, y, z);

/** Straight toward the wall, as fast at the end as before: one metre a second for a second, `gap` from it at the end. */
const straightAt = (cell: Cell, gap: number) =>
  buildPath(cell.tree, [q(-0.1 - gap), q(0.9 - gap)], { times: [0, 1] });

describe('where the factor is known', () => {
  it.each([
    [0, 2, 0.05],
    [0.1, 2, 0.05],
    [0.1, 10, 0.2],
    [0.02, 50, 0.004],
  ])(
    'reaction %f s, %f m/s^2, %f m from a wall: found to 3 percent, and never more',
    (reaction_s, a, gap) => {
      const cell = toWall();
      const path = straightAt(cell, gap);
      const deceleration = all(cell, a);
      const found = brakingFactor(cell, path, {
        deceleration,
        reaction_s,
        limit: 5,
        accuracy: 1e-4,
      });
      // s r + s^2 / (2 a) = gap
      const exact = a * (Math.sqrt(reaction_s ** 2 + (2 * gap) / a) - reaction_s);
      expect(found.factor).toBeLessThanOrEqual(exact);
      expect(found.factor).toBeGreaterThan(0.97 * exact);
      expect(found.limiting).toMatchObject({ segment: 0 });
      expect(found.limiting!.to).toBeGreaterThan(0.9);
      expect(found.limiting!.joints[0]).toMatchObject({ dof: 0, rate: expect.closeTo(1, 9) });
      // A stop at the very end: at this factor it keeps clear, a little above what is exact it does not.
      const simulator = new StopSimulator(askAbout(cell, path).cell, path);
      const lazy = (factor: number) => ({
        instant: 1,
        keeps: true,
        factor,
        reactions: all(cell, reaction_s),
        decelerations: deceleration,
      });
      expect(simulator.least(lazy(found.factor), 50)).toBeGreaterThan(0);
      expect(simulator.least(lazy(1.02 * exact), 50)).toBeLessThan(0);
    },
  );

  it('a turn: between what the arc needs and what the reach of the body makes of it', () => {
    const link =
      '<link name="l1"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>';
    const urdf = `<robot name="r"><link name="l0"/>${link}<joint name="j" type="revolute"><parent link="l0"/><child link="l1"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`;
    const rest =
      'obstacles: [{name: ball, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1, 0, 0]}}]';
    const cell = cellFrom(`surepath: 1\nrobots: [{urdf: r.urdf}]\n${rest}\n`, { 'r.urdf': urdf });
    const path = buildPath(cell.tree, [Float64Array.of(-1.3), Float64Array.of(-0.3)], {
      times: [0, 1],
    });
    const deceleration = Float64Array.of(3);
    const { factor } = brakingFactor(cell, path, { deceleration, limit: 5, accuracy: 1e-4 });
    const simulator = new StopSimulator(askAbout(cell, path).cell, path);
    const touches = (s: number) => {
      const stop = { instant: 1, factor: s, keeps: true, decelerations: deceleration };
      return simulator.least({ ...stop, reactions: Float64Array.of(0) }, 200) <= 0;
    };
    let [low, high] = [factor, 5];
    expect(touches(low)).toBe(false);
    expect(touches(high)).toBe(true);
    for (let k = 0; k < 20; k++) {
      const middle = 0.5 * (low + high);
      if (touches(middle)) high = middle;
      else low = middle;
    }
    // Points of the body are up to 1.1 m from the axis, where its middle is at 1 m.
    expect(factor).toBeGreaterThan(0.9 * high);
  });

  it('counts rates until the end of the reaction, not those at its beginning alone', () => {
    const cell = toWall();
    // From rest, ever faster: 1 m/s^2. At the beginning nothing moves; after s r seconds it does at s r.
    const path = timedPath(cell.tree, {
      waypoints: [q(0.85), q(-1.15)],
      times: [0, 2],
      velocities: [q(0), q(-2)],
    });
    const deceleration = all(cell, 1e9);
    const { factor } = brakingFactor(cell, path, { deceleration, reaction_s: 0.5, limit: 5 });
    // At t it is 0.05 + t^2 / 2 away, and moves at t + s r when it begins to brake: s (t + s r) r is too much first at t = s r.
    const exact = Math.sqrt(0.05 / 1.5) / 0.5;
    expect(factor).toBeLessThan(1.01 * exact);
    expect(factor).toBeGreaterThan(0.88 * exact);
  });

  it('takes off what pairs must keep, and what joints may stray', () => {
    const request = { deceleration: new Float64Array(3).fill(2), limit: 5, accuracy: 1e-4 };
    const exact = (gap: number) => Math.sqrt(4 * gap);
    const kept = toWall('', 'clearance: {default: 0.02}');
    const far = brakingFactor(kept, straightAt(kept, 0.05), request);
    expect(far.factor).toBeLessThanOrEqual(exact(0.03));
    expect(far.factor).toBeGreaterThan(0.95 * exact(0.03));
    expect(far.limiting!.kept).toBeCloseTo(0.02, 9);
    const astray = toWall(', tracking: {default: 0.005}');
    const path = straightAt(astray, 0.05);
    const found = brakingFactor(askAbout(astray, path).cell, path, request);
    expect(found.factor).toBeLessThanOrEqual(exact(0.045));
    expect(found.factor).toBeGreaterThan(0.9 * exact(0.035));
  });

  it('of a path without times: as fast as joints may move, in proportion', () => {
    const cell = toWall();
    const deceleration = all(cell, 2);
    const path = buildPath(cell.tree, [q(-0.15), q(0.85)]);
    const found = brakingFactor(cell, path, {
      deceleration,
      velocity: Float64Array.of(2, 1, 1),
      limit: 5,
      accuracy: 1e-4,
    });
    const exact = Math.sqrt(4 * 0.05) / 2;
    expect(found.factor).toBeLessThanOrEqual(exact);
    expect(found.factor).toBeGreaterThan(0.97 * exact);
    // Aslant: y, which may move at 0.5, slows x down to that.
    const aslant = buildPath(cell.tree, [q(-0.15, 0), q(0.85, 1)]);
    const slower = brakingFactor(cell, aslant, {
      deceleration,
      velocity: Float64Array.of(2, 0.5, 1),
      limit: 50,
      accuracy: 1e-4,
    });
    const { joints } = slower.limiting!;
    for (const { rate } of joints) expect(rate).toBeCloseTo(0.5, 6);
    expect(() => brakingFactor(cell, path, { deceleration })).toThrow(/no times/);
    expect(() =>
      brakingFactor(cell, path, { deceleration, velocity: Float64Array.of(Number.NaN, 1, 1) }),
    ).toThrow(/"x" no velocity limit/);
  });

  it('nothing limits what is slow, stands still or has nobody near', () => {
    const cell = toWall();
    const deceleration = all(cell, 2);
    const slow = buildPath(cell.tree, [q(0, 0), q(0, 0.1)], { times: [0, 100] });
    expect(brakingFactor(cell, slow, { deceleration })).toMatchObject({
      factor: 1,
      limiting: null,
    });
    const still = buildPath(cell.tree, [q(0.85), q(0.85)], { times: [0, 1] });
    expect(brakingFactor(cell, still, { deceleration, limit: 7 }).factor).toBe(7);
    const one = buildPath(cell.tree, [q(0.85)]);
    expect(brakingFactor(cell, one, { deceleration, limit: 7 }).factor).toBe(7);
  });

  it('a path that is not free, or whose clearance is not kept, has none', () => {
    const cell = toWall('', 'clearance: {default: 0.02}');
    const deceleration = all(cell, 2);
    const through = buildPath(cell.tree, [q(0), q(1.5)], { times: [0, 1] });
    expect(brakingFactor(cell, through, { deceleration }).factor).toBe(0);
    const near = straightAt(cell, 0.015);
    const found = brakingFactor(cell, near, { deceleration });
    expect(found.factor).toBe(0);
    expect(found.limiting).not.toBeNull();
  });
});

describe('among many', () => {
  it('obstacles of a crowd that nobody looked at limit it too: the same as when all are listed, or less', () => {
    const [plain, crowd] = both(crowdedCell({ seed: 5, count: 60, spread: 2.5, odd: false }));
    const checker = new StaticChecker(plain);
    const random = new Random(31);
    let compared = 0;
    for (let n = 0; n < 4; n++) {
      const { from, to } = randomSegment(checker, random, 0.6);
      const path = buildPath(plain.tree, [from, to], { times: [0, 0.3] });
      const request = { deceleration: all(plain, 3), limit: 20, horizon: 0.05 };
      const listed = brakingFactor(askAbout(plain, path).cell, path, request);
      const few = brakingFactor(askAbout(crowd, path).cell, path, request);
      const near = brakingFactor(askAbout(crowd, path).cell, path, { ...request, horizon: 0.5 });
      if (listed.factor === 0) continue;
      compared++;
      expect(few.factor).toBeGreaterThan(0);
      expect(few.factor).toBeLessThanOrEqual(listed.factor * 1.1);
      // Who looks farther proves more.
      expect(near.factor).toBeGreaterThanOrEqual(0.95 * few.factor);
      const simulator = new StopSimulator(askAbout(plain, path).cell, path);
      const deceleration = all(plain, 3);
      for (let k = 0; k < 10; k++) {
        const instant = instantOf(near, path, random);
        const stop = anyStop(random, instant, near.factor, { deceleration, reaction: 0 });
        expect(simulator.least(stop, 3)).toBeGreaterThan(0);
      }
    }
    expect(compared).toBeGreaterThan(1);
  });
});

describe('what is asked', () => {
  const cell = toWall();
  const path = straightAt(cell, 0.05);
  const deceleration = all(cell, 2);

  it('ends with the budget or the time: nothing is proven then', () => {
    const few = brakingFactor(cell, path, { deceleration, budget: 1 });
    expect(few).toMatchObject({ factor: 0, complete: false });
    const none = brakingFactor(cell, path, { deceleration, timeLimit_ms: 0 });
    expect(none).toMatchObject({ factor: 0, complete: false });
    const stopped = brakingFactor(cell, path, { deceleration, signal: { aborted: true } });
    expect(stopped).toMatchObject({ factor: 0, complete: false });
  });

  it.each<[object, RegExp]>([
    [{ deceleration: Float64Array.of(0, 1, 1) }, /deceleration of "x" is 0/],
    [{ deceleration: Float64Array.of(Number.NaN, 1, 1) }, /"x" moves, but nobody says/],
    [{ deceleration: Float64Array.of(-1, 1, 1) }, /deceleration of "x" is -1/],
    [{ reaction_s: -1 }, /reaction time is -1/],
    [{ reaction_s: Number.NaN }, /reaction time is NaN/],
    [{ limit: 0 }, /largest factor is 0/],
    [{ deceleration: Float64Array.of(1e-300, 1, 1) }, /strays by more than/],
    [{ limit: 1e200 }, /strays by more than/],
    [{ limit: Number.POSITIVE_INFINITY }, /largest factor is Infinity/],
  ])('refuses %j', (wrong, message) => {
    expect(() => brakingFactor(cell, path, { deceleration, ...wrong })).toThrow(message);
  });

  it('does not ask about joints that stand', () => {
    const given = Float64Array.of(2, Number.NaN, Number.NaN);
    expect(brakingFactor(cell, path, { deceleration: given }).factor).toBeGreaterThan(0);
  });

  it('a larger limit never makes less of it, by more than what it costs to look farther', () => {
    const at = (limit: number) => brakingFactor(cell, path, { deceleration, limit }).factor;
    const one = at(1);
    for (const limit of [2, 10, 100]) expect(at(limit)).toBeGreaterThan(0.98 * one);
  });
});

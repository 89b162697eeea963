/** Straight segments and paths against arithmetic with 256 bits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildKinematics, type JointKind, type KinematicTree } from '../../src/kinematics/index.ts';
import { InputError, Random, U } from '../../src/math/index.ts';
import {
  angleOf,
  buildPath,
  floatingDofs,
  StraightSegment,
  turnBetweenInto,
} from '../../src/motion/index.ts';
import { plainTurn } from '../helpers/check/jets.ts';
import {
  fixedOf,
  numberOf,
  ONE,
  over,
  root,
  sincos,
  times,
} from '../helpers/oracles/fixedPoint.ts';
import { placed, randomConfiguration, randomRobot } from '../helpers/oracles/robots.ts';

const KINDS: JointKind[] = ['revolute', 'continuous', 'prismatic', 'planar'];

function tree(base: 'fixed' | 'planar' | 'floating' = 'fixed', kinds = KINDS): KinematicTree {
  const robot = randomRobot(new Random(1), { links: 6, kinds, mimics: false });
  return buildKinematics([placed(robot, { baseJoint: base })]);
}

type Quaternion = readonly bigint[];

function unit(q: Quaternion): Quaternion {
  const length = root(q.reduce((sum, x) => sum + times(x, x), 0n));
  return q.map((x) => over(x, length));
}

const dot = (a: Quaternion, b: Quaternion) => a.reduce((sum, x, k) => sum + times(x, b[k]), 0n);

/** Between two rotations at t = k / 2^m the short way, by halving alone. */
function halfway(a: Quaternion, b: Quaternion, t: number): Quaternion {
  let [low, high] = [unit(a), unit(b)];
  if (dot(low, high) < 0n) high = high.map((x) => -x);
  if (t === 0) return low;
  if (t === 1) return high;
  let [from, to] = [0, 1];
  for (;;) {
    const middle = unit(low.map((x, k) => x + high[k]));
    const at = (from + to) / 2;
    if (at === t) return middle;
    if (t < at) [to, high] = [at, middle];
    else [from, low] = [at, middle];
  }
}

/** Sine of half the angle between two rotations. */
function sineBetween(p: Quaternion, q: Quaternion): bigint {
  const [a, b] = [unit(p), unit(q)];
  const c = dot(a, b);
  // |conjugate(a) b|'s vector part: from the lengths of a - c b, which do not cancel.
  const off = a.map((x, k) => x - times(c, b[k]));
  return root(off.reduce((sum, x) => sum + times(x, x), 0n));
}

const exactOf = (q: ArrayLike<number>, d: number): Quaternion =>
  [0, 1, 2, 3].map((k) => fixedOf(q[d + k]));

/** Two quaternions of any length: anywhere, nearly equal, or nearly opposite. */
function quaternionPair(random: Random): [number[], number[]] {
  const draw = () => [0, 1, 2, 3].map(() => random.between(-1, 1));
  const a = draw();
  const near = 10 ** random.between(-17, -1);
  const kind = random.below(4);
  // Orthogonal quaternions are half a turn apart.
  const half = [-a[1], a[0], -a[3], a[2]];
  const b =
    kind === 0
      ? draw()
      : kind === 1
        ? a.map((x) => x + near * random.between(-1, 1))
        : kind === 2
          ? a.map((x) => -x - near * random.between(-1, 1))
          : half.map((x, k) => x + near * a[k] * (random.unit() < 0.5 ? 1 : -1));
  const scale = [1, 1, 1e-3, 1e3][random.below(4)];
  const norm = Math.hypot(...a);
  return [a.map((x) => x / norm), b.map((x) => (x * scale) / norm)];
}

describe('straight segments', () => {
  it('begin and end exactly where they were told to, seed 1', () => {
    const random = new Random(1);
    for (const base of ['fixed', 'planar', 'floating'] as const) {
      const t = tree(base);
      for (let round = 0; round < 100; round++) {
        const [from, to] = [randomConfiguration(t, random), randomConfiguration(t, random)];
        const segment = new StraightSegment(t, from, to);
        const out = new Float64Array(from.length + 2).fill(7);
        segment.configurationInto(0, out, 1);
        expect([...out]).toEqual([7, ...from, 7]);
        segment.configurationInto(1, out, 1);
        expect([...out]).toEqual([7, ...to, 7]);
      }
    }
  });

  it('numbers are within the stated error, and vary no more than stated, seed 2', () => {
    const random = new Random(2);
    const t = tree('planar');
    const n = t.dofs.length;
    let worst = 0;
    for (let round = 0; round < 400; round++) {
      const draw = () => {
        const q = randomConfiguration(t, random);
        return q.map((x) => (random.unit() < 0.1 ? 0 : x * 10 ** random.between(-8, 5)));
      };
      const from = draw();
      const to = round % 5 === 0 ? from.map((x) => x * (1 + random.between(-8, 8) * U)) : draw();
      const segment = new StraightSegment(t, from, to);
      const [error, rate, variation, acceleration] = [0, 1, 2, 3].map(() => new Float64Array(n));
      segment.errorUpperInto(error, 0);
      segment.rateUpperInto(0, 1, rate, 0);
      segment.accelerationUpperInto(0, 1, acceleration, 0);
      expect(acceleration.every((x) => x === 0)).toBe(true);
      const lower = new Float64Array(n);
      const upper = new Float64Array(n);
      segment.rangeInto(lower, upper);
      const [ta, tb] = [random.unit(), random.unit()].sort((x, y) => x - y);
      segment.variationUpperInto(ta, tb, variation, 0);
      const q = new Float64Array(n);
      segment.configurationInto(ta, q, 0);
      const exact = (d: number, s: number) =>
        fixedOf(from[d]) + times(fixedOf(s), fixedOf(to[d]) - fixedOf(from[d]));
      const size = (x: bigint) => (x < 0n ? -x : x);
      for (let d = 0; d < n; d++) {
        const off = size(exact(d, ta) - fixedOf(q[d]));
        expect(off <= fixedOf(error[d]), `round ${round}`).toBe(true);
        if (error[d] > 0) worst = Math.max(worst, numberOf(off) / error[d]);
        const moved = size(exact(d, tb) - exact(d, ta));
        expect(moved <= fixedOf(variation[d])).toBe(true);
        expect(size(fixedOf(to[d]) - fixedOf(from[d])) <= fixedOf(rate[d])).toBe(true);
        expect(lower[d]).toBe(Math.min(from[d], to[d]));
        expect(upper[d]).toBe(Math.max(from[d], to[d]));
      }
    }
    console.log(`numbers: largest error ${worst.toFixed(3)} of what is stated`);
  });

  it('rotations are within the stated error of halving, and turn no more than stated, seed 3', () => {
    const random = new Random(3);
    const t = tree('floating', ['fixed']);
    const [d] = floatingDofs(t);
    let [worst, farthest] = [0, 0];
    for (let round = 0; round < 250; round++) {
      const [a, b] = quaternionPair(random);
      const [from, to] = [Float64Array.from([0, 1, 2, ...a]), Float64Array.from([1, 1, 0, ...b])];
      const segment = new StraightSegment(t, from, to);
      const [error, rate, variation] = [0, 1, 2].map(() => new Float64Array(7));
      segment.errorUpperInto(error, 0);
      segment.rateUpperInto(0, 1, rate, 0);
      expect([...error.subarray(4), ...rate.subarray(4), rate[1], rate[2]]).toEqual(
        new Array(8).fill(0),
      );
      expect(rate[0]).toBeGreaterThanOrEqual(Math.hypot(1, 0, 2) * (1 - 1e-15));
      const [p, r] = [exactOf(from, d + 3), exactOf(to, d + 3)];
      // Half a turn apart, up to rounding, either way is the short one: not to be compared.
      const turned = plainTurn(a, b);
      if (Math.PI - turned.angle < 1e-14) continue;
      const q = new Float64Array(7);
      const times1 = [random.below(257) / 256, random.below(257) / 256].sort((x, y) => x - y);
      const exact = times1.map((s) => halfway(p, r, s));
      times1.forEach((s, k) => {
        segment.configurationInto(s, q, 0);
        const off = 2 * numberOf(sineBetween(exactOf(q, d + 3), exact[k]));
        expect(off, `round ${round} at ${s}`).toBeLessThanOrEqual(error[d + 3]);
        worst = Math.max(worst, off / error[d + 3]);
      });
      segment.variationUpperInto(times1[0], times1[1], variation, 0);
      const angle = variation[d + 3];
      const sine = sineBetween(exact[0], exact[1]);
      if (angle < 3) {
        const most = sincos(fixedOf(angle) / 2n).sin;
        // Where the motion counts as none the error covers it.
        const spare = angle === 0 ? fixedOf(error[d + 3]) : 0n;
        expect(sine <= most + spare + (ONE >> 200n), `round ${round}`).toBe(true);
        if (angle > 1e-6) farthest = Math.max(farthest, numberOf(sine) / numberOf(most));
      }
    }
    console.log(
      `rotations: largest error ${worst.toFixed(3)} of what is stated, largest turn ${farthest.toFixed(6)} of its bound`,
    );
    expect(farthest).toBeGreaterThan(0.99);
  });

  it('rates are the derivatives, seed 4', () => {
    const random = new Random(4);
    const t = tree('floating');
    const [d] = floatingDofs(t);
    for (let round = 0; round < 60; round++) {
      const [from, to] = [randomConfiguration(t, random), randomConfiguration(t, random)];
      const segment = new StraightSegment(t, from, to);
      expect(segment.uniform).toBe(true);
      const rate = new Float64Array(from.length);
      const s = random.between(0.1, 0.9);
      segment.rateInto(s, rate, 0);
      const h = 2 ** -18;
      const [before, after] = [-h, h].map((step) => {
        const q = new Float64Array(from.length);
        segment.configurationInto(s + step, q, 0);
        return q;
      });
      for (let k = 0; k < from.length; k++) {
        if (k >= d + 3 && k < d + 7) continue;
        expect(Math.abs((after[k] - before[k]) / (2 * h) - rate[k])).toBeLessThan(1e-8);
      }
      // The turn from before to after, in the moving frame's own coordinates.
      const { axis, angle } = plainTurn(before.subarray(d + 3), after.subarray(d + 3));
      axis.forEach((x, k) => {
        expect(Math.abs((x * angle) / (2 * h) - rate[d + 3 + k])).toBeLessThan(1e-6);
      });
      expect(rate[d + 6]).toBe(0);
      // Lengths of rates are within their bounds.
      const upper = new Float64Array(from.length);
      segment.rateUpperInto(0, 1, upper, 0);
      const length = (k: number) => Math.hypot(rate[k], rate[k + 1], rate[k + 2]);
      expect(length(d)).toBeLessThanOrEqual(upper[d] * (1 + 1e-15));
      expect(length(d + 3)).toBeLessThanOrEqual(upper[d + 3]);
    }
  });

  it('keep what they were made from', () => {
    const t = tree();
    const random = new Random(5);
    const [from, to] = [randomConfiguration(t, random), randomConfiguration(t, random)];
    const segment = new StraightSegment(t, from, to);
    const q = new Float64Array(from.length);
    segment.configurationInto(0.5, q, 0);
    const middle = [...q];
    const first = from[0];
    from.fill(9);
    to.fill(9);
    segment.configurationInto(0.5, q, 0);
    expect([...q]).toEqual(middle);
    segment.configurationInto(0, q, 0);
    expect(q[0]).toBe(first);
  });

  it('refuse what is no configuration', () => {
    const t = tree('floating');
    const good = randomConfiguration(t, new Random(6));
    const code = (make: () => unknown) => {
      try {
        make();
      } catch (error) {
        return error instanceof InputError ? error.fault.code : String(error);
      }
      return 'none';
    };
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (let d = 0; d < good.length; d++) {
        const q = good.with(d, bad);
        for (const [a, b] of [
          [q, good],
          [good, q],
          [q, q],
        ]) {
          expect(code(() => new StraightSegment(t, a, b))).toBe('configuration/non-finite');
        }
      }
    }
    const [d] = floatingDofs(t);
    const flat = good.slice().fill(0, d + 3, d + 7);
    expect(code(() => new StraightSegment(t, good, flat))).toBe('configuration/quaternion');
    expect(code(() => new StraightSegment(t, flat, good))).toBe('configuration/quaternion');
    const short = good.slice(1);
    expect(code(() => new StraightSegment(t, short, good))).toBe('path/length');
    expect(code(() => new StraightSegment(t, good, short))).toBe('path/length');
    expect(code(() => buildPath(t, []))).toBe('path/empty');
    expect(code(() => buildPath(t, [good, short]))).toBe('path/length');
    expect(code(() => buildPath(t, [good, short], { wrap: 'short' }))).not.toBe('none');
  });
});

describe('angles', () => {
  it('have a relative error below 32 u over the whole range', () => {
    let worst = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -50, max: 3, noNaN: true }),
        fc.boolean(),
        (x, exponent, swap) => {
          const ratio = (0.1 + x) * 10 ** exponent;
          const [s, c] = swap ? [1, ratio] : [ratio, 1];
          const angle = angleOf(s, c);
          const { sin, cos } = sincos(fixedOf(angle));
          const [es, ec] = [fixedOf(s), fixedOf(c)];
          const length = root(times(es, es) + times(ec, ec));
          // The sine of what is missing.
          const off = over(times(es, cos) - times(ec, sin), length);
          const relative = numberOf(off < 0n ? -off : off) / angle;
          worst = Math.max(worst, relative / U);
          return relative < 32 * U;
        },
      ),
      { seed: 7, numRuns: 600 },
    );
    expect(angleOf(0, 1)).toBe(0);
    expect(angleOf(1, 0)).toBe(Math.PI / 2);
    console.log(`angles: largest relative error ${worst.toFixed(2)} u`);
  });

  it('between quaternions do not depend on signs and lengths', () => {
    const random = new Random(8);
    for (let round = 0; round < 200; round++) {
      const [a, b] = quaternionPair(random);
      const { axis, angle } = plainTurn(a, b);
      if (Math.PI - angle < 1e-9) continue;
      for (const [i, j] of [
        [1, 1],
        [-1, 1],
        [3, -0.5],
      ]) {
        const out = new Float64Array(3);
        turnBetweenInto(
          a.map((x) => i * x),
          0,
          b.map((x) => j * x),
          0,
          out,
          0,
        );
        axis.forEach((x, k) => {
          expect(Math.abs(out[k] - x * angle)).toBeLessThan(2e-15);
        });
      }
    }
  });
});

describe('paths', () => {
  const urdf = () => tree('planar', ['continuous', 'revolute']);
  const continuous = (t: KinematicTree) => t.dofs.map((dof) => dof.continuous);

  it('run literally from number to number, and say where that is a long turn', () => {
    const t = urdf();
    const n = t.dofs.length;
    const turning = continuous(t).indexOf(true);
    expect(turning).toBeGreaterThanOrEqual(0);
    const zero = new Float64Array(n);
    const far = zero.with(turning, 7);
    const path = buildPath(t, [zero, far, zero.with(turning, 6)]);
    expect(path.wrap).toBe('literal');
    expect(path.segments.length).toBe(2);
    expect([...path.waypoints[1]]).toEqual([...far]);
    expect(path.notes.map(({ code }) => code)).toEqual(['path/long-turn']);
    expect(path.notes[0].message).toContain(t.dofs[turning].name);
    expect(path.notes[0].message).toContain('7.000');
    expect(buildPath(t, [zero, zero.with(turning, 3.14)]).notes).toEqual([]);
    // A joint with limits means what it says.
    const limited = continuous(t).indexOf(false);
    expect(buildPath(t, [zero, zero.with(limited, 7)]).notes).toEqual([]);
  });

  it('go the short way round where asked to, seed 9', () => {
    const t = urdf();
    const random = new Random(9);
    for (let round = 0; round < 50; round++) {
      const given = Array.from({ length: 5 }, () => randomConfiguration(t, random));
      const path = buildPath(t, given, { wrap: 'short' });
      expect(path.notes).toEqual([]);
      expect([...path.waypoints[0]]).toEqual([...given[0]]);
      path.waypoints.forEach((point, i) => {
        t.dofs.forEach((dof, d) => {
          const turns = (point[d] - given[i][d]) / (2 * Math.PI);
          if (!dof.continuous) expect(turns).toBe(0);
          expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-14);
          if (!dof.continuous || i === 0) return;
          const step = Math.abs(point[d] - path.waypoints[i - 1][d]);
          expect(step).toBeLessThanOrEqual(Math.PI * (1 + 1e-14));
        });
        if (i === 0) return;
        expect([...path.segments[i - 1].from]).toEqual([...path.waypoints[i - 1]]);
        expect([...path.segments[i - 1].to]).toEqual([...point]);
      });
    }
  });

  it('of one waypoint stand still', () => {
    const t = urdf();
    const q = randomConfiguration(t, new Random(10));
    const { segments, waypoints } = buildPath(t, [q]);
    expect([segments.length, waypoints.length]).toEqual([1, 1]);
    const out = new Float64Array(q.length);
    segments[0].rateUpperInto(0, 1, out, 0);
    expect(out.every((x) => x === 0)).toBe(true);
  });
});

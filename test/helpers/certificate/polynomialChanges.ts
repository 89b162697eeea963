/** Changes of what a certificate says about polynomial segments. */
import { askAbout, StaticChecker } from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { COEFFICIENTS, PolynomialSegment } from '../../../src/motion/index.ts';
import type { Change, Draft } from './changes.ts';
import type { Made } from './made.ts';

interface Curved {
  readonly segment: number;
  readonly coefficients: Float64Array;
}

/** A polynomial segment at random; there always is one. */
function someCurve(c: Draft, random: Random): Curved {
  const all = c.coefficients!.flatMap((coefficients, segment) =>
    coefficients ? [{ segment, coefficients }] : [],
  );
  return all[random.below(all.length)];
}

/** A degree of freedom at random that is a polynomial. */
function someNumber({ cell }: Made, random: Random): number {
  for (;;) {
    const d = random.below(cell.tree.dofs.length);
    if (cell.tree.dofs[d].unit !== 'quaternion') return d;
  }
}

/** The next double, up or down. */
export function nudged(x: number, up: boolean): number {
  if (x === 0) return up ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(1);
  const number = new Float64Array(bits.buffer);
  number[0] = x;
  bits[0] += x > 0 === up ? 1n : -1n;
  return number[0];
}

export const CURVED_CHANGES: Record<string, Change> = {
  'a coefficient nudged': (c, random, { path }) => {
    const { coefficients } = someCurve(c, random);
    const i = random.below(coefficients.length);
    coefficients[i] = nudged(coefficients[i], random.unit() < 0.5);
    return { path };
  },
  'a zero of another sign': (c, random, { path }) => {
    const { coefficients } = someCurve(c, random);
    const i = coefficients.indexOf(0);
    if (i < 0) return false;
    coefficients[i] = Object.is(coefficients[i], -0) ? 0 : -0;
    return { path };
  },
  'a curve made straight': (c, random, { path }) => {
    c.coefficients![someCurve(c, random).segment] = null;
    return { path };
  },
  'all curves made straight': (c, _, { path }) => {
    delete c.coefficients;
    return { path };
  },
  'a straight segment written as a polynomial': (c, random, { path }) => {
    const straight = c.coefficients!.indexOf(null);
    if (straight < 0) return false;
    const { coefficients } = someCurve(c, random);
    coefficients.fill(0);
    const [from, to] = [c.waypoints[straight], c.waypoints[straight + 1]];
    from.forEach((x, d) => {
      coefficients.set([x, to[d] - x], COEFFICIENTS * d);
    });
    c.coefficients![straight] = coefficients;
    return { path };
  },
  'segments in another order': (c, _, { path }) => {
    const [first, last] = [c.coefficients!.at(0), c.coefficients!.at(-1)];
    c.coefficients!.reverse();
    // A joint that stands still does so in any order.
    return String(first) !== String(last) && { path };
  },
  'a curve that leads into a collision': (c, random, made) => {
    const { cell, path } = made;
    const { segment, coefficients } = someCurve(c, random);
    const q = new Float64Array(cell.tree.dofs.length);
    for (let k = 0; k < 30; k++) {
      const changed = coefficients.slice();
      for (let j = 0; j < 3; j++) {
        // There and back: a t^2 (1 - t)^2, so that both ends stay.
        const o = COEFFICIENTS * someNumber(made, random);
        const a = 2 ** -10 * Math.round(2 ** 10 * random.between(-30, 30));
        for (const [power, by] of [
          [2, a],
          [3, -2 * a],
          [4, a],
        ]) {
          changed[o + power] += by;
        }
      }
      const bumped = new PolynomialSegment(cell.tree, changed);
      bumped.configurationInto(0.5, q, 0);
      if (!new StaticChecker(askAbout(cell, [q]).cell).check(q).colliding) continue;
      c.coefficients![segment] = changed;
      c.lower = c.lower.map((x) => x - 100);
      c.upper = c.upper.map((x) => x + 100);
      return path.segments.length > 0;
    }
    return false;
  },
  'a curve that begins elsewhere': (c, random, made) => {
    const { coefficients } = someCurve(c, random);
    const by = 10 ** random.between(-11, -2);
    coefficients[COEFFICIENTS * someNumber(made, random)] += random.unit() < 0.5 ? by : -by;
    return true;
  },
  'a curve that ends elsewhere': (c, random, made) => {
    const { coefficients } = someCurve(c, random);
    const i = COEFFICIENTS * someNumber(made, random) + 1 + random.below(5);
    const by = 10 ** random.between(-11, -2);
    coefficients[i] += random.unit() < 0.5 ? by : -by;
    return true;
  },
  'a waypoint where no curve is': (c, random, made) => {
    const { segment } = someCurve(c, random);
    const q = c.waypoints[segment + random.below(2)];
    const by = 10 ** random.between(-11, -4);
    q[someNumber(made, random)] += random.unit() < 0.5 ? by : -by;
    return true;
  },
  'rotations that do not join, or are more than two': (c, random, { cell }) => {
    const { coefficients } = someCurve(c, random);
    const all = cell.tree.dofs.flatMap(({ unit }, d) => (unit === 'quaternion' ? [d] : []));
    if (all.length === 0) return false;
    const i = COEFFICIENTS * all[random.below(all.length)] + random.below(COEFFICIENTS);
    coefficients[i] = nudged(coefficients[i], random.unit() < 0.5);
    return true;
  },
  'other numbers of coefficients': (c, random) => {
    const { segment, coefficients } = someCurve(c, random);
    const kind = random.below(5);
    const all = c.coefficients!;
    if (kind === 0) all.push(null);
    else if (kind === 1) all.pop();
    else if (kind === 2) all[segment] = coefficients.slice(1);
    else if (kind === 3) all[segment] = coefficients.slice(COEFFICIENTS);
    else all[segment] = new Float64Array(coefficients.length + COEFFICIENTS);
    return true;
  },
  'coefficients that are no numbers, or too large': (c, random, { cell }) => {
    const { coefficients } = someCurve(c, random);
    const bad = [Number.NaN, Infinity, -Infinity, 1e308, -1e308, 1e200][random.below(6)];
    coefficients[random.below(coefficients.length)] = bad;
    if (random.unit() < 0.5) {
      c.lower = new Float64Array(cell.tree.dofs.length).fill(-Infinity);
      c.upper = new Float64Array(cell.tree.dofs.length).fill(Infinity);
    }
    return true;
  },
  'a box that a curve leaves between its ends': (c, random, { path }) => {
    const { segment } = someCurve(c, random);
    const [lower, upper] = [c.lower.slice(), c.upper.slice()];
    path.segments[segment].rangeInto(lower, upper);
    const over: (() => void)[] = [];
    for (let d = 0; d < lower.length; d++) {
      if (!Number.isFinite(lower[d])) continue;
      const at = c.waypoints.map((q) => q[d]);
      const [low, high] = [Math.min(...at), Math.max(...at)];
      // Just short of the extremum, though all waypoints are inside.
      const by = 1e-13 * (1 + Math.abs(low) + Math.abs(high));
      if (lower[d] < low - 4 * by) over.push(() => (c.lower[d] = lower[d] - c.tolerances[d] + by));
      if (upper[d] > high + 4 * by) over.push(() => (c.upper[d] = upper[d] + c.tolerances[d] - by));
    }
    if (over.length === 0) return false;
    over[random.below(over.length)]();
    return true;
  },
};

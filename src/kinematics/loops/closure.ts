/**
 * A planar closed loop as one equation between complex numbers: the two ends of the pin are at the same place,
 *
 *   F(q) = sum of w v e^(i (s . q)) = 0,   q = (driver, first follower, second follower),
 *
 * with v = 1, or the value of the joint that slides; w is a vector of a link, at value 0 of all joints, and s says which
 * joints turn it, and which way. Radians and metres. Evaluated with + - * and our own sine: the same on every machine.
 */
import { sincosInto } from '../../math/index.ts';

/** One vector of a loop. */
export interface Term {
  readonly re: number;
  readonly im: number;
  /** By which joints it is turned: 1, -1 or 0 for each. */
  readonly signs: readonly [number, number, number];
  /** Which joint's value multiplies it; -1 for none. */
  readonly slide: number;
}

/** A loop of one driver and two followers in its plane. */
export interface PlanarLoop {
  /** Names: driver, first and second follower. */
  readonly names: readonly [string, string, string];
  /** Which of them turn; the others slide. */
  readonly turns: readonly [boolean, boolean, boolean];
  readonly terms: readonly Term[];
  /** Metres: how far the vectors may be from those of the file, by rounding, all together. */
  readonly slack: number;
  /** Metres: the lengths of all vectors. */
  readonly size: number;
}

/** Where the pin's ends are apart, and how that changes with each joint: complex numbers [re, im]. */
export interface Gap {
  readonly gap: readonly [number, number];
  readonly by: readonly (readonly [number, number])[];
}

export type Values = readonly [number, number, number];

const sc = new Float64Array(2);

/** The vector of a term, turned, without what slides. */
export function turnedTerm({ re, im, signs }: Term, q: Values): [number, number] {
  sincosInto(signs[0] * q[0] + signs[1] * q[1] + signs[2] * q[2], sc, 0);
  return [re * sc[1] - im * sc[0], re * sc[0] + im * sc[1]];
}

/** F and its derivatives at q. */
export function gapAt(loop: PlanarLoop, q: Values): Gap {
  const gap: [number, number] = [0, 0];
  const by: [number, number][] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  for (const term of loop.terms) {
    const [re, im] = turnedTerm(term, q);
    const v = term.slide < 0 ? 1 : q[term.slide];
    gap[0] += v * re;
    gap[1] += v * im;
    for (let k = 0; k < 3; k++) {
      by[k][0] -= term.signs[k] * v * im;
      by[k][1] += term.signs[k] * v * re;
      if (term.slide !== k) continue;
      by[k][0] += re;
      by[k][1] += im;
    }
  }
  return { gap, by };
}

/** The area between how the two followers move the pin: 0 at a dead centre. */
export function areaOf({ by: [, a, b] }: Gap): number {
  return a[0] * b[1] - a[1] * b[0];
}

/** Solves a y + b z = c for real y and z, with complex a, b, c; null where a and b are parallel. */
export function solveTwo(
  [, a, b]: Gap['by'],
  c: readonly [number, number],
): readonly [number, number] | null {
  const area = a[0] * b[1] - a[1] * b[0];
  const y = (c[0] * b[1] - c[1] * b[0]) / area;
  const z = (a[0] * c[1] - a[1] * c[0]) / area;
  return Number.isFinite(y) && Number.isFinite(z) ? [y, z] : null;
}

/** How fast both followers move per unit of the driver; null at a dead centre. */
export function ratesAt(loop: PlanarLoop, q: Values): readonly [number, number] | null {
  const { by } = gapAt(loop, q);
  return solveTwo(by, [-by[0][0], -by[0][1]]);
}

export function length([re, im]: readonly [number, number]): number {
  return Math.sqrt(re * re + im * im);
}

const MOST_STEPS = 40;
/** Metres per metre of the loop: a gap of rounding alone. */
export const CLOSED = 1e-14;

/**
 * Newton's method for the followers, the driver fixed; null where it does not arrive. The last step is taken as well:
 * values come out as good as rounding allows.
 */
export function closeFrom(loop: PlanarLoop, start: Values): Values | null {
  let q = start;
  let last = Infinity;
  for (let step = 0; step < MOST_STEPS; step++) {
    const here = gapAt(loop, q);
    const off = length(here.gap);
    // Once within rounding, one that does not get smaller any more is the end.
    if (off <= CLOSED * loop.size && off >= last) return q;
    if (off === 0) return q;
    last = off;
    const change = solveTwo(here.by, [-here.gap[0], -here.gap[1]]);
    if (change === null) return null;
    q = [q[0], q[1] + change[0], q[2] + change[1]];
    if (Math.abs(q[1]) > 1e6 || Math.abs(q[2]) > 1e6) return null;
  }
  return last <= CLOSED * loop.size ? q : null;
}

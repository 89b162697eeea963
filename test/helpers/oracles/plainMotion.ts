/**
 * Motions as the independent check knows them: straight from one configuration to another, or by six
 * coefficients per number, evaluated by Horner's rule. Rotations of floating joints turn evenly. Also
 * how the search walks along them: by the way that bodies travel, not by t, so that the fast parts of a
 * polynomial are looked at as closely as the slow ones.
 */
/** What is to be known of joints. */
export interface PlainJoints {
  readonly dofs: readonly { readonly kind: string; readonly part: number }[];
  /** The configuration at t between two others. */
  between(from: Float64Array, to: Float64Array, t: number): Float64Array;
}

/** Numbers c0 ... c5 of every degree of freedom. */
export const TERMS = 6;

/** From about one configuration to about another at an even pace, for t from one number to another. */
export interface Stretch {
  readonly t0: number;
  readonly t1: number;
  readonly from: Float64Array;
  /** As far away as the fastest moment would take every number in this time. */
  readonly to: Float64Array;
}

export interface PlainMotion {
  readonly from: Float64Array;
  readonly to: Float64Array;
  at(t: number): Float64Array;
  /** From 0 to 1. */
  readonly stretches: readonly Stretch[];
}

export function straightMotion(
  joints: PlainJoints,
  from: Float64Array,
  to: Float64Array,
): PlainMotion {
  const at = (t: number) => joints.between(from, to, t);
  return { from, to, at, stretches: [{ t0: 0, t1: 1, from, to }] };
}

const STRETCHES = 32;
/** What the fastest of three moments of a stretch may miss. */
const MORE = 1.1;

export function polynomialMotion(joints: PlainJoints, coefficients: Float64Array): PlainMotion {
  const { dofs } = joints;
  const turns = dofs.map(({ kind, part }) => kind === 'floating' && part > 2);
  const ends = [0, 1].map((which) =>
    Float64Array.from(dofs, (_, d) => (turns[d] ? coefficients[TERMS * d + which] : 0)),
  );
  const at = (t: number): Float64Array => {
    // Rotations; the rest is overwritten.
    const q = joints.between(ends[0], ends[1], t);
    for (let d = 0; d < q.length; d++) if (!turns[d]) q[d] = horner(coefficients, TERMS * d, t);
    return q;
  };
  const rate = (d: number, t: number) => Math.abs(hornerRate(coefficients, TERMS * d, t));
  const stretch = (_: unknown, i: number): Stretch => {
    const [t0, t1] = [i / STRETCHES, (i + 1) / STRETCHES];
    const [from, to] = [at(t0), at(t1)];
    for (let d = 0; d < to.length; d++) {
      if (turns[d]) continue;
      const fastest = Math.max(rate(d, t0), rate(d, 0.5 * (t0 + t1)), rate(d, t1));
      const way = MORE * fastest * (t1 - t0);
      to[d] = from[d] + (to[d] < from[d] ? -way : way);
    }
    return { t0, t1, from, to };
  };
  let known: Stretch[] | null = null;
  return {
    from: at(0),
    to: at(1),
    at,
    get stretches() {
      known ??= Array.from({ length: STRETCHES }, stretch);
      return known;
    },
  };
}

function horner(c: Float64Array, o: number, t: number): number {
  return ((((c[o + 5] * t + c[o + 4]) * t + c[o + 3]) * t + c[o + 2]) * t + c[o + 1]) * t + c[o];
}

function hornerRate(c: Float64Array, o: number, t: number): number {
  const top = (5 * c[o + 5] * t + 4 * c[o + 4]) * t + 3 * c[o + 3];
  return (top * t + 2 * c[o + 2]) * t + c[o + 1];
}

/** A motion by the share s of the way travelled, from 0 to 1. */
export class Course {
  /** The whole way: what a step of s is at most, per unit. */
  readonly length: number;
  private readonly stretches: readonly Stretch[];
  /** s at the end of each stretch. */
  private readonly ends: readonly number[];

  /** `travel`: how far bodies go at most between two configurations. */
  constructor(motion: PlainMotion, travel: (from: Float64Array, to: Float64Array) => number) {
    this.stretches = motion.stretches;
    let sum = 0;
    const sums = this.stretches.map(({ from, to }) => {
      sum += travel(from, to);
      return sum;
    });
    this.length = sum;
    this.ends = sums.map((x, i) => (i + 1 === sums.length || sum === 0 ? 1 : x / sum));
  }

  /** t where the share s of the way is behind. */
  time(s: number): number {
    const { ends, stretches } = this;
    if (ends.length === 1 || this.length === 0) return s;
    if (s >= 1) return 1;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] > s) high = middle;
      else low = middle + 1;
    }
    const before = low === 0 ? 0 : ends[low - 1];
    const { t0, t1 } = stretches[low];
    return Math.min(1, t0 + ((s - before) / (ends[low] - before)) * (t1 - t0));
  }
}

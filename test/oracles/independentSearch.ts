/**
 * The independent check along a motion: every pair is sampled wherever it can be near, and its
 * smallest approaches are refined. Steps are shares of the way that bodies travel. A contact that is
 * found is one; that none is found proves nothing.
 */
import { DEPTH, type IndependentCell, type IndependentPair } from './independentStatic.ts';
import { Course, type PlainMotion, straightMotion } from './plainMotion.ts';

export interface Contact {
  readonly pair: IndependentPair;
  readonly t: number;
  /** On the motion, or as far beside it as joints may stray. */
  readonly configuration: Float64Array;
  /** Beyond the clearance; negative where it is undercut. */
  readonly excess: number;
}

export interface SearchResult {
  /** Surely colliding, or nearer than the clearance. */
  readonly contact: Contact | null;
  /** The smallest approach that was seen; infinite if no pair came near. */
  readonly nearest: number;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const REFINEMENTS = 22;
/** How many approaches of a pair are refined. */
const APPROACHES = 3;

/** Metres of travel from which on there are more steps, and how many times more there are at most. */
const LONG = 4;
const MOST_TIMES = 4;

/** A straight segment, by `searchMotion`. */
export function searchSegment(
  cell: IndependentCell,
  from: Float64Array,
  to: Float64Array,
  steps: number,
  pairs?: readonly IndependentPair[],
): SearchResult {
  return searchMotion(cell, straightMotion(cell.kinematics, from, to), steps, pairs);
}

/** Searches all tested pairs, or those given, with steps of 1 / steps where a pair is near. */
export function searchMotion(
  cell: IndependentCell,
  motion: PlainMotion,
  steps: number,
  pairs: readonly IndependentPair[] = cell.pairs,
): SearchResult {
  let nearest = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    if (!pair.tested) continue;
    const search = new PairSearch(cell, pair, motion);
    const contact = search.run(steps);
    if (contact) return { contact, nearest: Math.min(contact.excess, nearest) };
    nearest = Math.min(nearest, search.nearest);
  }
  return { contact: null, nearest };
}

class PairSearch {
  nearest = Number.POSITIVE_INFINITY;
  private nearestAt = 0;
  private readonly cell: IndependentCell;
  private readonly pair: IndependentPair;
  private readonly motion: PlainMotion;
  private readonly course: Course;
  /** Metres per unit of s. */
  private readonly speed: number;
  private contact: Contact | null = null;

  constructor(cell: IndependentCell, pair: IndependentPair, motion: PlainMotion) {
    this.cell = cell;
    this.pair = pair;
    this.motion = motion;
    this.course = new Course(motion, (from, to) => pairTravel(cell, pair, from, to));
    this.speed = this.course.length;
  }

  run(steps: number): Contact | null {
    const { cell, pair, speed } = this;
    const times = this.motion.stretches.length === 1 ? 1 : speed / LONG;
    const step = 1 / (steps * Math.min(MOST_TIMES, Math.max(1, times)));
    const places: number[] = [];
    const values: number[] = [];
    for (let s = 0; ; ) {
      this.place(s);
      const apart = cell.boxGap(pair) - pair.clearance;
      let next = s + apart / speed;
      if (!(apart > speed * step)) {
        // Where boxes meet, a larger distance is wanted: it allows a longer step.
        const value = this.evaluate(s, (apart > 0 ? 2 : 16) * speed * step);
        if (this.contact) return this.contact;
        places.push(s);
        values.push(value);
        next = s + Math.max(step, value / speed);
      }
      if (s >= 1 || speed === 0) break;
      s = Math.min(1, next);
    }
    return this.refine(places, values, step) ?? this.stray();
  }

  private place(s: number): Float64Array {
    const q = this.motion.at(this.course.time(s));
    this.cell.setConfiguration(q);
    return q;
  }

  /** How far the pair is beyond its clearance at s, exact below the limit. */
  private evaluate(s: number, limit: number): number {
    return this.judge(s, this.place(s), limit);
  }

  private judge(s: number, q: Float64Array, limit: number): number {
    const { pair } = this;
    const { gap, sure } = this.cell.gap(pair, pair.clearance + limit);
    const excess = gap - pair.clearance;
    if (excess < this.nearest) {
      this.nearest = excess;
      this.nearestAt = s;
    }
    if (sure || excess < -DEPTH) {
      const t = this.course.time(s);
      this.contact = { pair, t, configuration: q.slice(), excess };
    }
    return excess;
  }

  /** Golden sections around the smallest of the samples that are lower than their neighbours. */
  private refine(places: number[], values: number[], step: number): Contact | null {
    const low = places
      .map((_, i) => i)
      .filter((i) => !(values[i] > values[i - 1]) && !(values[i] > values[i + 1]))
      .filter((i) => values[i] < 2 * this.speed * step)
      .sort((i, j) => values[i] - values[j]);
    for (const i of low.slice(0, APPROACHES)) {
      let a = Math.max(0, places[i] - step);
      let b = Math.min(1, places[i] + step);
      let s = b - GOLDEN * (b - a);
      let t = a + GOLDEN * (b - a);
      const limit = 4 * this.speed * step;
      let vs = this.evaluate(s, limit);
      let vt = this.evaluate(t, limit);
      for (let k = 0; k < REFINEMENTS && !this.contact; k++) {
        // Nothing within reach any more.
        if (Math.min(vs, vt) > this.speed * (b - a)) break;
        if (vs < vt) {
          [b, t, vt] = [t, s, vs];
          s = b - GOLDEN * (b - a);
          vs = this.evaluate(s, limit);
        } else {
          [a, s, vs] = [s, t, vt];
          t = a + GOLDEN * (b - a);
          vt = this.evaluate(t, limit);
        }
      }
      if (this.contact) return this.contact;
    }
    return null;
  }

  /** Where joints may stray: from the nearest approach, each of them the worse way. */
  private stray(): Contact | null {
    const { dofs } = this.cell.kinematics;
    if (this.nearest === Number.POSITIVE_INFINITY) return null;
    if (dofs.every(({ tracking }) => tracking === 0)) return null;
    const s = this.nearestAt;
    const q = this.place(s);
    for (let d = 0; d < q.length && !this.contact; d++) {
      const { kind, part, tracking } = dofs[d];
      if (tracking === 0 || (kind === 'floating' && part > 2)) continue;
      const middle = q[d];
      let best = Number.POSITIVE_INFINITY;
      let chosen = middle;
      // A little less than the whole, so that rounding does not count.
      for (const value of [middle - tracking * (1 - 1e-9), middle + tracking * (1 - 1e-9)]) {
        q[d] = value;
        this.cell.setConfiguration(q);
        const excess = this.judge(s, q, Number.POSITIVE_INFINITY);
        if (excess < best) {
          best = excess;
          chosen = value;
        }
      }
      q[d] = chosen;
    }
    return this.contact;
  }
}

/** How far points of one body move at most against the other between two configurations. */
export function pairTravel(
  { bodies, kinematics }: IndependentCell,
  pair: IndependentPair,
  from: Float64Array,
  to: Float64Array,
): number {
  const top = kinematics.common(bodies[pair.a].frame, bodies[pair.b].frame);
  let sum = 0;
  for (const index of [pair.a, pair.b]) {
    const { frame, radius } = bodies[index];
    if (frame !== top) sum += kinematics.travel(frame, radius, top, from, to);
  }
  return sum;
}

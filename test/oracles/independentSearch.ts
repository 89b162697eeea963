/**
 * The independent check along a segment: every pair is sampled wherever it can be near, and its
 * smallest approaches are refined. A contact that is found is one; that none is found proves
 * nothing.
 */
import { DEPTH, type IndependentCell, type IndependentPair } from './independentStatic.ts';

export interface Contact {
  readonly pair: IndependentPair;
  readonly t: number;
  /** On the segment, or as far beside it as joints may stray. */
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

/** Searches all tested pairs, or those given, with steps of 1 / steps where a pair is near. */
export function searchSegment(
  cell: IndependentCell,
  from: Float64Array,
  to: Float64Array,
  steps: number,
  pairs: readonly IndependentPair[] = cell.pairs,
): SearchResult {
  let nearest = Number.POSITIVE_INFINITY;
  for (const pair of pairs) {
    if (!pair.tested) continue;
    const search = new PairSearch(cell, pair, from, to);
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
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  private readonly speed: number;
  private contact: Contact | null = null;

  constructor(cell: IndependentCell, pair: IndependentPair, from: Float64Array, to: Float64Array) {
    this.cell = cell;
    this.pair = pair;
    this.from = from;
    this.to = to;
    this.speed = pairTravel(cell, pair, from, to);
  }

  run(steps: number): Contact | null {
    const { cell, pair, speed } = this;
    const step = 1 / steps;
    const times: number[] = [];
    const values: number[] = [];
    for (let t = 0; ; ) {
      this.place(t);
      const apart = cell.boxGap(pair) - pair.clearance;
      let next = t + apart / speed;
      if (!(apart > speed * step)) {
        // Where boxes meet, a larger distance is wanted: it allows a longer step.
        const value = this.evaluate(t, (apart > 0 ? 2 : 16) * speed * step);
        if (this.contact) return this.contact;
        times.push(t);
        values.push(value);
        next = t + Math.max(step, value / speed);
      }
      if (t >= 1 || speed === 0) break;
      t = Math.min(1, next);
    }
    return this.refine(times, values, step) ?? this.stray();
  }

  private place(t: number): Float64Array {
    const q = this.cell.kinematics.between(this.from, this.to, t);
    this.cell.setConfiguration(q);
    return q;
  }

  /** How far the pair is beyond its clearance at t, exact below the limit. */
  private evaluate(t: number, limit: number): number {
    return this.judge(t, this.place(t), limit);
  }

  private judge(t: number, q: Float64Array, limit: number): number {
    const { pair } = this;
    const { gap, sure } = this.cell.gap(pair, pair.clearance + limit);
    const excess = gap - pair.clearance;
    if (excess < this.nearest) {
      this.nearest = excess;
      this.nearestAt = t;
    }
    if (sure || excess < -DEPTH) this.contact = { pair, t, configuration: q.slice(), excess };
    return excess;
  }

  /** Golden sections around the smallest of the samples that are lower than their neighbours. */
  private refine(times: number[], values: number[], step: number): Contact | null {
    const low = times
      .map((_, i) => i)
      .filter((i) => !(values[i] > values[i - 1]) && !(values[i] > values[i + 1]))
      .filter((i) => values[i] < 2 * this.speed * step)
      .sort((i, j) => values[i] - values[j]);
    for (const i of low.slice(0, APPROACHES)) {
      let a = Math.max(0, times[i] - step);
      let b = Math.min(1, times[i] + step);
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
    const t = this.nearestAt;
    const q = this.place(t);
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
        const excess = this.judge(t, q, Number.POSITIVE_INFINITY);
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

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
  /** By how much less it might be. */
  readonly blur: number;
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
  let blur = 0;
  for (const pair of pairs) {
    if (!pair.tested) continue;
    const search = new PairSearch(cell, pair, motion);
    const contact = search.run(steps);
    blur = Math.max(blur, search.blur);
    if (contact) return { contact, nearest: Math.min(contact.excess, nearest), blur };
    nearest = Math.min(nearest, search.nearest);
  }
  return { contact: null, nearest, blur };
}

class PairSearch {
  blur = 0;
  nearest = Number.POSITIVE_INFINITY;
  private nearestAt = 0;
  private readonly cell: IndependentCell;
  private readonly pair: IndependentPair;
  private readonly motion: PlainMotion;
  private readonly course: Course;
  /** Metres per unit of s. */
  private readonly speed: number;
  private contact: Contact | null = null;
  /** About how far the two may come closer while joints stray. */
  private readonly reach: number;

  constructor(cell: IndependentCell, pair: IndependentPair, motion: PlainMotion) {
    this.cell = cell;
    this.pair = pair;
    this.motion = motion;
    this.course = new Course(motion, (from, to) => pairTravel(cell, pair, from, to));
    this.speed = this.course.length;
    this.reach = strayReach(cell, pair, motion);
  }

  run(steps: number): Contact | null {
    const { cell, pair, speed, reach } = this;
    const times = this.motion.stretches.length === 1 ? 1 : speed / LONG;
    const step = 1 / (steps * Math.min(MOST_TIMES, Math.max(1, times)));
    const places: number[] = [];
    const values: number[] = [];
    for (let s = 0; ; ) {
      this.place(s);
      const apart = cell.boxGap(pair) - pair.clearance;
      let next = s + (apart - reach) / speed;
      if (!(apart > speed * step + reach)) {
        // Where boxes meet, a larger distance is wanted: it allows a longer step.
        const value = this.evaluate(s, (apart > 0 ? 2 : 16) * speed * step + reach);
        if (this.contact) return this.contact;
        places.push(s);
        values.push(value);
        next = s + Math.max(step, (value - reach) / speed);
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
    const { gap, sure, blur } = this.cell.gap(pair, pair.clearance + limit);
    if (blur > this.blur) this.blur = blur;
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

  /**
   * Where joints may stray: from the nearest approach, each of them the worse way. Rotations of floating
   * joints about each axis; followers and held joints on their own where they do.
   */
  private stray(): Contact | null {
    const { kinematics } = this.cell;
    const { dofs, frames, strayed } = kinematics;
    if (this.nearest === Number.POSITIVE_INFINITY) return null;
    if (dofs.every(({ tracking }) => tracking === 0) && frames.every(({ stray }) => stray === 0)) {
      return null;
    }
    const s = this.nearestAt;
    const q = this.place(s);
    const better = (set: (value: number) => void, values: readonly number[]) => {
      if (this.contact) return;
      let best = Number.POSITIVE_INFINITY;
      let chosen = 0;
      for (const value of values) {
        set(value);
        this.cell.setConfiguration(q);
        const excess = this.judge(s, q, Number.POSITIVE_INFINITY);
        if (this.contact) return;
        if (excess < best) {
          best = excess;
          chosen = value;
        }
      }
      set(chosen);
    };
    for (let d = 0; d < q.length; d++) {
      const { kind, part, tracking } = dofs[d];
      if (tracking === 0) continue;
      // A little less than the whole, so that rounding does not count.
      const most = tracking * (1 - 1e-9);
      if (kind !== 'floating' || part < 3) {
        const middle = q[d];
        better(
          (value) => {
            q[d] = middle + value;
          },
          [-most, most],
        );
      } else if (part === 3) {
        const before = q.slice(d, d + 4);
        better(
          (which) => {
            q.set(before, d);
            turned(q, d, Math.floor(which / 2), which % 2 === 0 ? most : -most);
          },
          [0, 1, 2, 3, 4, 5],
        );
      }
    }
    frames.forEach(({ stray }, f) => {
      if (stray === 0) return;
      const most = stray * (1 - 1e-9);
      better(
        (value) => {
          strayed[f] = value;
        },
        [-most, most],
      );
    });
    strayed.fill(0);
    return this.contact;
  }
}

/** Turns the rotation at q[d] by an angle about one of the axes. */
function turned(q: Float64Array, d: number, axis: number, angle: number): void {
  const [x, y, z, w] = [q[d], q[d + 1], q[d + 2], q[d + 3]];
  const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  const [i, j, k] = [0, 1, 2].map((a) => (a === axis ? s : 0));
  q[d] = w * i + x * c + y * k - z * j;
  q[d + 1] = w * j - x * k + y * c + z * i;
  q[d + 2] = w * k + x * j - y * i + z * c;
  q[d + 3] = w * c - x * i - y * j - z * k;
}

/** About how far a pair may come closer while joints stray from a motion. */
function strayReach(cell: IndependentCell, pair: IndependentPair, { from }: PlainMotion): number {
  const { dofs, frames } = cell.kinematics;
  let sum = 0;
  let most = 0;
  for (const { tracking } of dofs) most = Math.max(most, tracking);
  if (most > 0) {
    const less = from.map((x, d) => (isTurn(dofs[d]) ? x : x - dofs[d].tracking));
    const more = from.map((x, d) => (isTurn(dofs[d]) ? x : x + dofs[d].tracking));
    sum = pairTravel(cell, pair, less, more);
    // Rotations of floating joints, about a point that is metres away at most.
    if (dofs.some((dof) => isTurn(dof))) sum += 2 * most;
  }
  for (const { stray } of frames) sum += 2 * stray;
  return sum;
}

function isTurn({ kind, part }: { kind: string; part: number }): boolean {
  return kind === 'floating' && part > 2;
}

/** How far points of one body move at most against the other between two configurations. */
export function pairTravel(
  { bodies, kinematics }: IndependentCell,
  pair: IndependentPair,
  from: Float64Array,
  to: Float64Array,
): number {
  const [a, b] = [bodies[pair.a], bodies[pair.b]];
  const [one, other] = Number.isFinite(a.radius) ? [a, b] : [b, a];
  const top = kinematics.common(one.frame, other.frame);
  const sum = kinematics.travel(one.frame, one.radius, top, from, to);
  if (other.frame === top) return sum;
  // A half-space moves where the other one is.
  if (Number.isFinite(other.radius)) {
    return sum + kinematics.travel(other.frame, other.radius, top, from, to);
  }
  return sum + kinematics.travelThere(other.frame, top, kinematics.reached, from, to);
}

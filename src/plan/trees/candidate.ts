/**
 * A way on which two trees have met, before all of it is proven. Most of its waypoints can be left out: a few looks tell which, and
 * only what is left is proven, so that no proof is spent on edges that smoothing would take away at once. Edges of trees
 * come first: where one is not free the way is none, and proofs of what leads past others would be lost. Where looks were
 * wrong about a shortcut they may be so about others: only what is proven by then is left out.
 *
 * Looks at a few motions for each waypoint; a proof for each segment of what is returned, and for what failed.
 */
import type { PlanWork } from '../work.ts';

/** Up to 2 ** FINE waypoints ahead none is passed over; beyond that some are, so that long ways take no longer for each. */
const FINE = 4;

/** A way of configurations; `settles` proves the edge of a tree from configuration i to the next, and says whether it is free. */
export interface CandidateWay {
  readonly configurations: readonly Float64Array[];
  settles(i: number): boolean;
}

/** Of a way those configurations that are left, each joined to the next by what was proven; null if an edge of it is not free. */
export function proveShortened(work: PlanWork, way: CandidateWay): Float64Array[] | null {
  return new Shortening(work, way).run();
}

class Shortening {
  private readonly work: PlanWork;
  private readonly way: CandidateWay;
  /** Shortcuts that are proven, by their key. */
  private readonly proven = new Set<number>();
  /** Whether a shortcut that looked free is not. */
  private failed = false;
  /** Where a shortcut ends: joints without limits go the short way. */
  private readonly end: Float64Array;

  constructor(work: PlanWork, way: CandidateWay) {
    this.work = work;
    this.way = way;
    this.end = new Float64Array(work.space.size);
  }

  run(): Float64Array[] | null {
    const { configurations } = this.way;
    for (;;) {
      const stops = this.stops();
      for (let s = 1; s < stops.length; s++) {
        if (stops[s] === stops[s - 1] + 1 && !this.way.settles(stops[s - 1])) return null;
      }
      let s = 1;
      while (s < stops.length && this.holds(stops[s - 1], stops[s])) s++;
      if (s === stops.length) return stops.map((i) => configurations[i]);
      this.failed = true;
    }
  }

  /** From each waypoint to one as far on as can be: a little less far until that looks free. */
  private stops(): number[] {
    const last = this.way.configurations.length - 1;
    const stops = [0];
    for (let i = 0; i < last; ) {
      let j = last;
      while (j > i + 1 && !this.isTaken(i, j)) j -= this.failed ? 1 : Math.max(1, (j - i) >> FINE);
      stops.push(j);
      i = j;
    }
    return stops;
  }

  /** Whether a shortcut is taken: by looks; after a failure only if it is proven. */
  private isTaken(i: number, j: number): boolean {
    if (this.failed) return this.proven.has(this.keyOf(i, j));
    this.aimAt(i, j);
    return this.work.looksFreeAcross(this.way.configurations[i], this.end);
  }

  /** Proves a shortcut; edges of trees are proven already. */
  private holds(i: number, j: number): boolean {
    const key = this.keyOf(i, j);
    if (j === i + 1 || this.proven.has(key)) return true;
    this.aimAt(i, j);
    const free = this.work.settle(this.work.edge(this.way.configurations[i], this.end));
    if (free) this.proven.add(key);
    return free;
  }

  private aimAt(i: number, j: number): void {
    const { configurations } = this.way;
    this.work.space.alongInto(configurations[i], configurations[j], this.end);
  }

  private keyOf(i: number, j: number): number {
    return i * this.way.configurations.length + j;
  }
}

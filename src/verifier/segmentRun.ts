/** The slabs and glances of one segment: each slab is proven, and leaves what it covers. docs/certificate.md, step 6. */
import { U } from '../math/rounding.ts';
import {
  GLANCE_AFTER,
  GLANCE_BEFORE,
  GLANCE_SIZE,
  GLANCE_T,
  type PairEntry,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
} from './format.ts';
import type { Glances } from './glances.ts';
import type { Sections } from './sections.ts';
import type { PairProof, SlabProver } from './slab.ts';

/** All that slabs are proven with, and the list of tested pairs that their lists are for. */
export interface Evidence {
  readonly prover: SlabProver;
  readonly sections: Sections;
  readonly tested: readonly PairEntry[];
  readonly proofs: readonly PairProof[];
  readonly glances: Glances;
}

/** Called with the number of a list and of a slab in it, or with -1 and the number of a glance; does not return. */
type Reject = (list: number, slab: number, code: string, message: string) => never;

export class SegmentRun {
  /** Slabs of all lists. */
  total = 0;
  private readonly lists: readonly Float64Array[];
  private readonly glances: Float64Array;
  /** Per list that has slabs: boxes of coverage (coverage.ts) of these. */
  private readonly covered = new Map<number, number[]>();
  private readonly times = new Float64Array(2);

  constructor(lists: readonly Float64Array[], glances: Float64Array) {
    this.lists = lists;
    this.glances = glances;
  }

  /** Proves all slabs and looks at all glances, or calls `reject`. Those at one t come together: robots are placed once for them. */
  prove(evidence: Evidence, reject: Reject): void {
    const { lists } = this;
    const count = Math.ceil(this.glances.length / GLANCE_SIZE);
    let total = 0;
    for (let k = 0; k < lists.length; k++) total += Math.ceil(lists[k].length / SLAB_SIZE);
    this.total = total;
    // Glances first, in their order, then slabs. Of each slab: its list, and where it stands there.
    const times = new Float64Array(count + total);
    const listOf = new Int32Array(total);
    const at = new Int32Array(total);
    for (let g = 0; g < count; g++) times[g] = this.glances[GLANCE_SIZE * g + GLANCE_T];
    for (let k = 0, i = 0; k < lists.length; k++) {
      for (let o = 0; o < lists[k].length; o += SLAB_SIZE, i++) {
        listOf[i] = k;
        at[i] = o;
        times[count + i] = lists[k][o + SLAB_T];
      }
    }
    // What is outside of the segment is refused before anything is placed there.
    for (let i = 0; i < times.length; i++) {
      if (times[i] >= 0 && times[i] <= 1) continue;
      if (i < count) reject(-1, i, 'glance', `a glance is at t = ${times[i]}, ${OUTSIDE}`);
      const slab = at[i - count] / SLAB_SIZE;
      reject(listOf[i - count], slab, 'slab', `a slab is at t = ${times[i]}, ${OUTSIDE}`);
    }
    const chains = new TimeChains(times);
    evidence.glances.begin(count);
    for (let first = 0; first < times.length; first++) {
      let i = chains.take(first);
      if (i >= 0) evidence.prover.goTo(times[i]);
      for (; i >= 0; i = chains.next[i]) {
        if (i < count) this.look(i, times[i], evidence, reject);
        else this.proveSlab(listOf[i - count], at[i - count], evidence, reject);
      }
    }
  }

  /** Looks at glance number g, at t. */
  private look(g: number, t: number, { glances }: Evidence, reject: Reject): void {
    const before = this.glances[GLANCE_SIZE * g + GLANCE_BEFORE];
    const after = this.glances[GLANCE_SIZE * g + GLANCE_AFTER];
    if (!(before >= 0 && after >= 0)) {
      reject(-1, g, 'glance', 'a glance has to reach from before its t to after it');
    }
    glances.look(g, Math.max(0, t - before), Math.min(1, t + after));
  }

  /** Proves the slab at lists[k][o]; the prover is at its t. */
  private proveSlab(
    k: number,
    o: number,
    { prover, sections, tested, proofs }: Evidence,
    reject: Reject,
  ): void {
    const list = this.lists[k];
    const slab = o / SLAB_SIZE;
    const { a, b } = tested[k];
    const t = list[o + SLAB_T];
    const before = list[o + SLAB_BEFORE];
    const after = list[o + SLAB_AFTER];
    if (!(before >= 0 && after >= 0)) {
      reject(k, slab, 'slab', 'a slab has to reach from before its t to after it');
    }
    // What it covers is these two doubles, and what lies between them.
    const low = Math.max(0, t - before);
    const high = Math.min(1, t + after);
    const p = sections.get(a, list, o + SLAB_A);
    const q = sections.get(b, list, o + SLAB_B);
    if (p === null || q === null) {
      reject(k, slab, 'patch', 'a slab names a part of a body that it does not have');
    }
    const { times } = this;
    // Differences of doubles: one rounding each.
    times[0] = (t - low) * (1 + 4 * U);
    times[1] = (high - t) * (1 + 4 * U);
    if (!prover.holds(proofs[k], p, q, list, o + SLAB_N, times)) {
      reject(k, slab, 'slab', 'the gap does not outlast the interval');
    }
    let boxes = this.covered.get(k);
    if (boxes === undefined) {
      boxes = [];
      this.covered.set(k, boxes);
    }
    boxes.push(p.first, p.end, q.first, q.end, low, high);
  }

  /** What the slabs of list k cover. */
  boxesOf(k: number): readonly number[] {
    return this.covered.get(k) ?? NO_BOXES;
  }
}

const NO_BOXES: readonly number[] = [];

const OUTSIDE = 'outside of the segment';

/** Numbers of times, those of one time in a chain. */
class TimeChains {
  /** Per number: the next one of the same time, or -1. */
  readonly next: Int32Array;
  private readonly times: Float64Array;
  private readonly sorted: Float64Array;
  /** By the first place of a time among the sorted ones: the first number of its chain, or -1. */
  private readonly heads: Int32Array;

  constructor(times: Float64Array) {
    this.times = times;
    this.sorted = times.slice().sort();
    this.heads = new Int32Array(times.length).fill(-1);
    this.next = new Int32Array(times.length);
    for (let i = times.length - 1; i >= 0; i--) {
      const place = this.placeOf(times[i]);
      this.next[i] = this.heads[place];
      this.heads[place] = i;
    }
  }

  /** The first number of the chain that has number i; -1 if the chain was taken before. */
  take(i: number): number {
    const place = this.placeOf(this.times[i]);
    const head = this.heads[place];
    this.heads[place] = -1;
    return head;
  }

  /** The first place of a time that is not before t. */
  private placeOf(t: number): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle] < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

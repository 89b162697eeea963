/**
 * The slabs and glances of one segment: each slab is proven, and leaves what it covers. docs/certificate.md, step 6.
 * Serves for any number of segments, and allocates nothing once there is room for the largest.
 */
import { grown } from '../arrays/grown.ts';
import { U } from '../math/rounding.ts';
import { COVERED_SIZE } from './coverage.ts';
import {
  GLANCE_AFTER,
  GLANCE_BEFORE,
  GLANCE_SIZE,
  GLANCE_T,
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
import { TimeOrder } from './timeOrder.ts';

/** All that slabs are proven with: the lists of a segment are of the pairs that `proofs` are of. */
export interface Evidence {
  readonly prover: SlabProver;
  readonly sections: Sections;
  readonly proofs: readonly PairProof[];
  readonly glances: Glances;
}

/** Called with the number of a list and of a slab in it, or with -1 and the number of a glance; does not return. */
type Reject = (list: number, slab: number, code: string, message: string) => never;

const NOTHING = new Float64Array(0);

export class SegmentRun {
  /** Slabs of all lists. */
  total = 0;
  /** Per list: number of its first slab; then that of all. */
  private firstOf: Int32Array<ArrayBuffer> = new Int32Array(64);
  /** Per slab: what it covers, a box of coverage (coverage.ts). */
  private covered: Float64Array<ArrayBuffer> = new Float64Array(64 * COVERED_SIZE);
  private lists: readonly Float64Array[] = [];
  private glances: Float64Array = NOTHING;
  private count = 0;
  /** Glances first, in their order, then slabs: the t of each. Of each slab: its list. */
  private times: Float64Array<ArrayBuffer> = new Float64Array(64);
  private listOf: Int32Array<ArrayBuffer> = new Int32Array(64);
  private readonly inOrder = new TimeOrder();
  private readonly around = new Float64Array(2);

  /**
   * Proves all slabs of a segment and looks at all its glances, or calls `reject`. They come in the order of their times: robots
   * are placed once for those at one t.
   */
  prove(
    lists: readonly Float64Array[],
    glances: Float64Array,
    evidence: Evidence,
    reject: Reject,
  ): void {
    this.take(lists, glances, reject);
    const { times, count, inOrder } = this;
    const all = count + this.total;
    inOrder.sort(times, all);
    const { order } = inOrder;
    evidence.glances.begin(count);
    let last = -1;
    for (let k = 0; k < all; k++) {
      const i = order[k];
      if (times[i] !== last) evidence.prover.goTo(times[i]);
      last = times[i];
      if (i < count) this.look(i, evidence, reject);
      else this.proveSlab(i - count, evidence, reject);
    }
    this.lists = [];
    this.glances = NOTHING;
  }

  /** Takes up lists and glances. What is outside of the segment is refused before anything is placed there. */
  private take(lists: readonly Float64Array[], glances: Float64Array, reject: Reject): void {
    const count = Math.ceil(glances.length / GLANCE_SIZE);
    const firstOf = grown(this.firstOf, lists.length + 1);
    let total = 0;
    for (let k = 0; k < lists.length; k++) {
      firstOf[k] = total;
      const { length } = lists[k];
      if (length > 0) total += Math.ceil(length / SLAB_SIZE);
    }
    firstOf[lists.length] = total;
    const times = grown(this.times, count + total);
    const listOf = grown(this.listOf, total);
    this.covered = grown(this.covered, COVERED_SIZE * total);
    this.lists = lists;
    this.glances = glances;
    this.count = count;
    this.total = total;
    this.firstOf = firstOf;
    this.times = times;
    this.listOf = listOf;
    for (let g = 0; g < count; g++) {
      const t = glances[GLANCE_SIZE * g + GLANCE_T];
      times[g] = t;
      if (t >= 0 && t <= 1) continue;
      reject(-1, g, 'glance', `a glance is at t = ${t}, ${OUTSIDE}`);
    }
    for (let k = 0; k < lists.length; k++) {
      for (let i = firstOf[k], o = SLAB_T; i < firstOf[k + 1]; i++, o += SLAB_SIZE) {
        const t = lists[k][o];
        listOf[i] = k;
        times[count + i] = t;
        if (t >= 0 && t <= 1) continue;
        reject(k, i - firstOf[k], 'slab', `a slab is at t = ${t}, ${OUTSIDE}`);
      }
    }
  }

  /** Looks at glance number g; the prover is at its t. */
  private look(g: number, { glances }: Evidence, reject: Reject): void {
    const t = this.glances[GLANCE_SIZE * g + GLANCE_T];
    const before = this.glances[GLANCE_SIZE * g + GLANCE_BEFORE];
    const after = this.glances[GLANCE_SIZE * g + GLANCE_AFTER];
    if (!(before >= 0 && after >= 0)) {
      reject(-1, g, 'glance', 'a glance has to reach from before its t to after it');
    }
    glances.look(g, Math.max(0, t - before), Math.min(1, t + after));
  }

  /** Proves slab number i; the prover is at its t. */
  private proveSlab(i: number, evidence: Evidence, reject: Reject): void {
    const { prover, sections, proofs, glances } = evidence;
    const { around, covered } = this;
    const k = this.listOf[i];
    const list = this.lists[k];
    const slab = i - this.firstOf[k];
    const o = SLAB_SIZE * slab;
    const t = list[o + SLAB_T];
    const before = list[o + SLAB_BEFORE];
    const after = list[o + SLAB_AFTER];
    if (!(before >= 0 && after >= 0)) {
      reject(k, slab, 'slab', 'a slab has to reach from before its t to after it');
    }
    // What it covers is these two doubles, and what lies between them.
    const low = Math.max(0, t - before);
    const high = Math.min(1, t + after);
    const proof = proofs[k];
    const a = proof.a.body;
    const b = proof.b.body;
    const p = sections.get(a, list, o + SLAB_A);
    const q = sections.get(b, list, o + SLAB_B);
    if (p === null || q === null) {
      reject(k, slab, 'patch', 'a slab names a part of a body that it does not have');
    }
    // Differences of doubles: one rounding each.
    around[0] = (t - low) * (1 + 4 * U);
    around[1] = (high - t) * (1 + 4 * U);
    if (!prover.holds(proof, p, q, list, o + SLAB_N, around)) {
      reject(k, slab, 'slab', 'the gap does not outlast the interval');
    }
    if (p.first === 0 && q.first === 0 && p.end === a.count && q.end === b.count) {
      glances.extend(k, low, high);
    }
    const c = COVERED_SIZE * i;
    covered[c] = p.first;
    covered[c + 1] = p.end;
    covered[c + 2] = q.first;
    covered[c + 3] = q.end;
    covered[c + 4] = low;
    covered[c + 5] = high;
  }

  /** Boxes of coverage of the slabs of list k. */
  addTo(boxes: number[], k: number): void {
    const { covered, firstOf } = this;
    const end = COVERED_SIZE * firstOf[k + 1];
    for (let c = COVERED_SIZE * firstOf[k]; c < end; c++) boxes.push(covered[c]);
  }
}

const OUTSIDE = 'outside of the segment';

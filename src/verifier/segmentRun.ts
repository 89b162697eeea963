/** The slabs and glances of one segment: each slab is proven, and leaves what it covers. docs/certificate.md, step 6. */
import { U } from '../math/rounding.ts';
import { COVERED_SIZE } from './coverage.ts';
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

export class SegmentRun {
  readonly total: number;
  private readonly lists: readonly Float64Array[];
  private readonly glances: Float64Array;
  /** Number of the first slab of each list, and of all of them. */
  private readonly first: Int32Array;
  /** What each slab covers. */
  private readonly boxes: Float64Array;

  constructor(lists: readonly Float64Array[], glances: Float64Array) {
    this.lists = lists;
    this.glances = glances;
    this.first = new Int32Array(lists.length + 1);
    lists.forEach((list, k) => {
      this.first[k + 1] = this.first[k] + Math.ceil(list.length / SLAB_SIZE);
    });
    this.total = this.first[lists.length];
    this.boxes = new Float64Array(COVERED_SIZE * this.total);
  }

  /** Proves all slabs and looks at all glances, or calls `reject`, which does not return; with list -1 for a glance. */
  prove(
    { prover, sections, tested, proofs, glances }: Evidence,
    reject: (list: number, slab: number, code: string, message: string) => never,
  ): void {
    const { lists, first, boxes } = this;
    // Slabs and glances with the same t in a chain, so that the robots are placed once for all of them.
    const heads = new Map<number, number>();
    const glanceCount = this.glances.length / GLANCE_SIZE;
    const next = new Int32Array(this.total + glanceCount);
    glances.begin(glanceCount);
    for (let g = 0; g < glanceCount; g++) {
      const t = this.glances[GLANCE_SIZE * g + GLANCE_T];
      next[this.total + g] = heads.get(t) ?? -1;
      heads.set(t, this.total + g);
    }
    const listOf = new Int32Array(this.total);
    const times = new Float64Array(2);
    for (let k = 0; k < lists.length; k++) {
      for (let i = first[k]; i < first[k + 1]; i++) {
        const t = lists[k][SLAB_SIZE * (i - first[k]) + SLAB_T];
        next[i] = heads.get(t) ?? -1;
        heads.set(t, i);
        listOf[i] = k;
      }
    }
    for (const [t, head] of heads) {
      if (!(t >= 0 && t <= 1)) {
        if (head >= this.total) {
          reject(
            -1,
            head - this.total,
            'glance',
            `a glance is at t = ${t}, outside of the segment`,
          );
        }
        const k = listOf[head];
        reject(k, head - first[k], 'slab', `a slab is at t = ${t}, outside of the segment`);
      }
      prover.place(t);
      for (let i = head; i >= 0; i = next[i]) {
        if (i >= this.total) {
          const g = i - this.total;
          const before = this.glances[GLANCE_SIZE * g + GLANCE_BEFORE];
          const after = this.glances[GLANCE_SIZE * g + GLANCE_AFTER];
          if (!(before >= 0 && after >= 0)) {
            reject(-1, g, 'glance', 'a glance has to reach from before its t to after it');
          }
          glances.look(g, Math.max(0, t - before), Math.min(1, t + after));
          continue;
        }
        const k = listOf[i];
        const list = lists[k];
        const slab = i - first[k];
        const o = SLAB_SIZE * slab;
        const { a, b } = tested[k];
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
        const x = COVERED_SIZE * i;
        boxes[x] = p.first;
        boxes[x + 1] = p.end;
        boxes[x + 2] = q.first;
        boxes[x + 3] = q.end;
        boxes[x + 4] = low;
        boxes[x + 5] = high;
        // Differences of doubles: one rounding each.
        times[0] = (t - low) * (1 + 4 * U);
        times[1] = (high - t) * (1 + 4 * U);
        if (!prover.holds(proofs[k], p, q, list, o + SLAB_N, times)) {
          reject(k, slab, 'slab', 'the gap does not outlast the interval');
        }
      }
    }
  }

  /** What the slabs of list k cover. */
  boxesOf(k: number): Float64Array {
    return this.boxes.subarray(COVERED_SIZE * this.first[k], COVERED_SIZE * this.first[k + 1]);
  }
}

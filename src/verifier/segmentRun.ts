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

  /** Proves all slabs and looks at all glances, or calls `reject`. */
  prove(evidence: Evidence, reject: Reject): void {
    const { lists } = this;
    const { prover } = evidence;
    const count = Math.ceil(this.glances.length / GLANCE_SIZE);
    // Glances and slabs with the same t in a chain, so that the robots are placed once for all of them.
    const heads = new Map<number, number>();
    const next: number[] = [];
    const chain = (t: number) => {
      heads.set(t, next.push(heads.get(t) ?? -1) - 1);
    };
    for (let g = 0; g < count; g++) chain(this.glances[GLANCE_SIZE * g + GLANCE_T]);
    // Of each slab: its list, and where it stands there.
    const listOf: number[] = [];
    const at: number[] = [];
    for (let k = 0; k < lists.length; k++) {
      for (let o = 0; o < lists[k].length; o += SLAB_SIZE) {
        listOf.push(k);
        at.push(o);
        chain(lists[k][o + SLAB_T]);
      }
    }
    this.total = listOf.length;
    evidence.glances.begin(count);
    for (const [t, head] of heads) {
      // What is outside of the segment is refused before anything is placed there.
      const isInside = t >= 0 && t <= 1;
      if (isInside) prover.place(t);
      for (let i = head; i >= 0; i = next[i]) {
        if (i < count) this.look(i, t, isInside, evidence, reject);
        else this.proveSlab(listOf[i - count], at[i - count], isInside, evidence, reject);
      }
    }
  }

  /** Looks at glance number g, at t. */
  private look(
    g: number,
    t: number,
    isInside: boolean,
    { glances }: Evidence,
    reject: Reject,
  ): void {
    const before = this.glances[GLANCE_SIZE * g + GLANCE_BEFORE];
    const after = this.glances[GLANCE_SIZE * g + GLANCE_AFTER];
    if (!isInside) reject(-1, g, 'glance', `a glance is at t = ${t}, outside of the segment`);
    if (!(before >= 0 && after >= 0)) {
      reject(-1, g, 'glance', 'a glance has to reach from before its t to after it');
    }
    glances.look(g, Math.max(0, t - before), Math.min(1, t + after));
  }

  /** Proves the slab at lists[k][o]; the prover is at its t. */
  private proveSlab(
    k: number,
    o: number,
    isInside: boolean,
    { prover, sections, tested, proofs }: Evidence,
    reject: Reject,
  ): void {
    const list = this.lists[k];
    const slab = o / SLAB_SIZE;
    const { a, b } = tested[k];
    const t = list[o + SLAB_T];
    const before = list[o + SLAB_BEFORE];
    const after = list[o + SLAB_AFTER];
    if (!isInside) reject(k, slab, 'slab', `a slab is at t = ${t}, outside of the segment`);
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

/**
 * Finds the steps of a proof, for certificates. Each pair of parts is covered on its own, by as few
 * steps as are easily found: a step is taken in the middle of what is open, lasts as long as it can,
 * and what it leaves open is treated likewise. Times are dyadic and as round as possible, so that
 * steps of different pairs share configurations. Where hulls meet, patches are divided as in the
 * ladder. Slower than the ladder, and it looks for no collision: it is used on paths that are free.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { rotateVectorInto, unrotateVectorInto } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { COVERED, MEETING } from './cover.ts';
import { dividesFirst, type Patch } from './patches.ts';
import { Stage } from './stage.ts';

/** Takes the steps of a proof. */
export interface SlabSink {
  /**
   * From t - before to t + after the patches of the pair's bodies stay on two sides along n, which
   * points from a to b in the frame of their lowest common ancestor. A patch is a piece of a body and
   * a range of its triangles in the order of its tree; from = to = 0 for a primitive. False if it does
   * not take the step: a shorter one may do.
   */
  slab(
    pair: Pair,
    t: number,
    before: number,
    after: number,
    pieceA: number,
    patchA: Patch,
    pieceB: number,
    patchB: Patch,
    n: Float64Array,
  ): boolean;
}

/** Where no proof was found, and why. */
export interface RecordFailure {
  readonly pair: Pair;
  readonly t: number;
  /**
   * - `apart`: no direction separates the parts by what is needed.
   * - `taken`: one does, but the sink took no step along it.
   * - `tests`: there were not enough of them.
   */
  readonly lacking: 'apart' | 'taken' | 'tests';
}

/** A step that lasts for less than this part of what is open makes patches worth dividing. */
const POOR = 1 / 16;
/** Nothing shorter than this is tried. */
const SHORTEST = 2 ** -40;
/** A step that is not taken is offered again at this part of its length, so many times. */
const SHORTER = 1 / 4;
const OFFERS = 5;
/** Tests between two looks at the signal. */
const ASK_EVERY = 64;

export class Recorder {
  /** Tests made so far. */
  tests = 0;
  private readonly stage: Stage;
  private readonly direction = new Float64Array(3);
  private readonly none = new Float64Array(3);
  private t = -1;
  private half = 0;
  /** What was taken of the last step. */
  private before = 0;
  private after = 0;
  private failed: RecordFailure | null = null;
  private signal: { readonly aborted: boolean } | null = null;

  constructor(cell: Cell, pairsOf: (cell: Cell) => readonly Pair[], margin: number) {
    this.stage = new Stage(cell, pairsOf, margin);
  }

  /**
   * Records a proof for all pairs on a segment; null, or why none is found with so many tests, or before
   * the caller loses interest.
   */
  record(
    segment: Segment,
    sink: SlabSink,
    budget: number,
    signal?: { readonly aborted: boolean },
  ): RecordFailure | null {
    this.stage.begin(segment);
    this.t = -1;
    this.failed = null;
    this.signal = signal ?? null;
    const limit = this.tests + budget;
    for (let u = 0; u < this.stage.scene.unitCount; u++) {
      if (!this.cover(u, sink, limit)) return this.failed;
    }
    return null;
  }

  private fail(u: number, t: number, lacking: RecordFailure['lacking']): false {
    this.failed = { pair: this.stage.scene.pairOf[u], t, lacking };
    return false;
  }

  /** Steps for one pair of parts, on all of the segment. */
  private cover(u: number, sink: SlabSink, limit: number): boolean {
    const { stage } = this;
    const { scene } = stage;
    const patchesA = scene.parts[scene.partA[u]].patches;
    const patchesB = scene.parts[scene.partB[u]].patches;
    // Patches of both parts, and the time that is open: a stack of four numbers each.
    const open = [0, 0, 0, 1];
    let refused = false;
    while (open.length > 0) {
      const hi = open.pop()!;
      const lo = open.pop()!;
      const j = open.pop()!;
      const i = open.pop()!;
      if (hi - lo < SHORTEST) return this.fail(u, lo, refused ? 'taken' : 'apart');
      if (++this.tests > limit) return this.fail(u, lo, 'tests');
      if (this.tests % ASK_EVERY === 0 && this.signal?.aborted) return this.fail(u, lo, 'tests');
      const t = roundTime(lo, hi);
      this.enter(t, Math.max(t - lo, hi - t));
      const { cover } = stage;
      cover.open(u);
      const patchA = patchesA.get(i);
      const patchB = patchesB.get(j);
      let status = cover.test(patchA, patchB, t - lo, hi - t, this.none, -1);
      if (status !== COVERED) cover.tryNormals(patchA, patchB, t - lo, hi - t);
      if (status === MEETING && cover.before + cover.after > 0) status = -1;
      const divisible = patchA.children.length > 0 || patchB.children.length > 0;
      if (status !== MEETING && !Number.isFinite(cover.speed)) {
        // A half-space that turns: if about its normal, the sink may know better.
        cover.before = t - lo;
        cover.after = hi - t;
      }
      let poor = status === MEETING || cover.before + cover.after < POOR * (hi - lo);
      this.before = 0;
      this.after = 0;
      if (status !== MEETING && !(poor && divisible)) {
        this.emit(u, patchA, patchB, sink);
        refused = this.before + this.after === 0;
        poor = refused;
      } else if (status === MEETING) refused = false;
      if (poor && divisible) {
        const first = dividesFirst(patchA, patchB);
        for (const child of (first ? patchA : patchB).children) {
          open.push(first ? child : i, first ? j : child, lo, hi);
        }
        continue;
      }
      const { before, after } = this;
      if (t + after < hi) open.push(i, j, t + after, hi);
      if (lo < t - before) open.push(i, j, lo, t - before);
    }
    return true;
  }

  private enter(t: number, half: number): void {
    if (t === this.t && half <= this.half) return;
    this.t = t;
    this.half = half;
    this.stage.enter(t, half);
  }

  /** Offers the step that was found, shorter and shorter until it is taken. */
  private emit(u: number, patchA: Patch, patchB: Patch, sink: SlabSink): void {
    const { directions: d, before, after } = this.stage.cover;
    const same = d[0] === d[3] && d[1] === d[4] && d[2] === d[5];
    if (same) {
      const part = this.offer(u, patchA, patchB, before, after, 0, sink);
      this.before = part * before;
      this.after = part * after;
      return;
    }
    if (before > 0) this.before = before * this.offer(u, patchA, patchB, before, 0, 0, sink);
    if (after > 0) this.after = after * this.offer(u, patchA, patchB, 0, after, 3, sink);
  }

  /** The part of a step's length that the sink takes. */
  private offer(
    u: number,
    patchA: Patch,
    patchB: Patch,
    before: number,
    after: number,
    at: number,
    sink: SlabSink,
  ): number {
    let part = 1;
    for (let k = 0; k < OFFERS; k++) {
      if (this.emitAlong(u, patchA, patchB, part * before, part * after, at, sink)) return part;
      part *= SHORTER;
    }
    return 0;
  }

  private emitAlong(
    u: number,
    patchA: Patch,
    patchB: Patch,
    before: number,
    after: number,
    at: number,
    sink: SlabSink,
  ): boolean {
    const { scene, cover, kinematics } = this.stage;
    const p = scene.parts[scene.partA[u]];
    const q = scene.parts[scene.partB[u]];
    const n = this.direction;
    n.set(cover.directions.subarray(at, at + 3));
    // From the part's frame to the body's, to the world's, to the common ancestor's.
    if (p.piece.kind === 'convex') rotateVectorInto(p.piece.pose, 0, n, 0);
    rotateVectorInto(kinematics.poses, kinematics.poseOf(p.body.frame), n, 0);
    const top = scene.ancestor[u];
    if (top !== 0) unrotateVectorInto(kinematics.poses, kinematics.poseOf(top), n, 0);
    const pair = scene.pairOf[u];
    return sink.slab(pair, this.t, before, after, p.pieceIndex, patchA, q.pieceIndex, patchB, n);
  }
}

/** A time well inside [lo, hi] with as few binary digits as possible. */
function roundTime(lo: number, hi: number): number {
  const width = hi - lo;
  const middle = lo + 0.5 * width;
  let step = 1;
  while (step > width) step *= 0.5;
  for (;;) {
    const t = Math.round(middle / step) * step;
    if (Math.abs(t - middle) <= 0.125 * width) return t;
    step *= 0.5;
  }
}

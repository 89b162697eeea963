/**
 * Finds the steps of a proof, for certificates. Each unit is covered on its own, by as few
 * steps as are easily found: a step is taken in the middle of what is open, lasts as long as it can,
 * and what it leaves open is treated likewise. Times are dyadic and as round as possible, so that
 * steps of different units share configurations. Where hulls meet, patches are divided as in the
 * ladder. Slower than the ladder, and it looks for no collision: it is used on paths that are free.
 */
import { type Cell, dividesFirst, type Pair, type Patch } from '../../cell/index.ts';
import { rotateVectorInto, unrotateVectorInto } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import {
  COVERED,
  type CoverAnswer,
  type CoverQuestion,
  coverQuestion,
  MEETING,
} from './coverQuestion.ts';
import { MovingCell } from './movingCell.ts';

/**
 * A step of a proof: from t - before to t + after the patches of the pair's bodies stay on two sides along
 * n, which points from a to b in the frame of their lowest common ancestor. A patch is a piece of a body and
 * a range of its triangles in the order of its tree; from = to = 0 for a primitive.
 */
export interface SlabStep {
  readonly pair: Pair;
  readonly t: number;
  readonly before: number;
  readonly after: number;
  readonly pieceA: number;
  readonly patchA: Patch;
  readonly pieceB: number;
  readonly patchB: Patch;
  /** Scratch of who offers the step: good until the next one. */
  readonly n: Float64Array;
}

/** Takes the steps of a proof. */
export interface SlabSink {
  /** False if it does not take the step: a shorter one may do. */
  slab(step: SlabStep): boolean;
}

/** Where no proof was found, and why. */
export interface RecordFailure {
  readonly pair: Pair;
  readonly t: number;
  /**
   * - `apart`: no direction separates the patches by what is needed.
   * - `taken`: one does, but the sink took no step along it.
   * - `tests`: there were not enough of them.
   */
  readonly lacking: 'apart' | 'taken' | 'tests';
}

/** The times for which a pair needs a proof: begin, end, begin, end, ... */
export interface OpenPair {
  readonly pair: Pair;
  readonly times: readonly number[];
  /** The same of two pieces of its bodies, by their numbers, where these differ. */
  readonly timesOf?: (pieceA: number, pieceB: number) => readonly number[];
}

/** Two patches of the unit at hand, by number, and the time on which they are open. */
interface OpenPatches {
  readonly a: number;
  readonly b: number;
  readonly lo: number;
  readonly hi: number;
}

/** A step that lasts for less than this part of what is open makes patches worth dividing. */
const POOR = 1 / 16;
/** Nothing shorter than this is tried. */
const SHORTEST = 2 ** -40;
/** A step that is not taken is offered again at this part of its length, so many times. */
const SHORTER = 1 / 4;
const OFFERS = 5;
/** All of a segment. */
const ALWAYS = [0, 1];
/** Tests between two looks at the signal. */
const ASK_EVERY = 64;

export class Recorder {
  /** Tests made so far. */
  tests = 0;
  private readonly moving: MovingCell;
  private readonly direction = new Float64Array(3);
  private readonly question: CoverQuestion = coverQuestion();
  /** The configuration at hand. */
  private t = -1;
  private half = 0;
  private failed: RecordFailure | null = null;
  private signal: { readonly aborted: boolean } | null = null;
  private index: { generation: number; of: ReadonlyMap<Pair, readonly number[]> } | null = null;

  constructor(cell: Cell, pairs: readonly Pair[], margin: number) {
    this.moving = new MovingCell(cell, pairs, { margin });
  }

  /**
   * Records a proof on a segment, for all pairs at all times or for some at some; null, or why none is found with so many
   * tests, or before the caller loses interest.
   */
  record(
    segment: Segment,
    sink: SlabSink,
    budget: number,
    signal?: { readonly aborted: boolean },
    open?: readonly OpenPair[],
  ): RecordFailure | null {
    const { moving } = this;
    moving.begin(segment);
    this.t = -1;
    this.failed = null;
    this.signal = signal ?? null;
    const limit = this.tests + budget;
    if (open === undefined) {
      for (let u = 0; u < moving.units.count; u++) {
        if (!this.coverUnit(u, ALWAYS, sink, limit)) return this.failed;
      }
      return null;
    }
    const unitsOf = this.unitsOf();
    for (const { pair, times, timesOf } of open) {
      for (const u of unitsOf.get(pair) ?? []) {
        const own = timesOf ? this.timesOf(u, timesOf) : times;
        if (!this.coverUnit(u, own, sink, limit)) return this.failed;
      }
    }
    return null;
  }

  /** The units of every pair, which change where the cell is prepared anew. */
  private unitsOf(): ReadonlyMap<Pair, readonly number[]> {
    const { generation, units } = this.moving;
    if (this.index?.generation !== generation) {
      const of = new Map<Pair, number[]>();
      for (let u = 0; u < units.count; u++) {
        const own = of.get(units.pairOf[u]);
        if (own) own.push(u);
        else of.set(units.pairOf[u], [u]);
      }
      this.index = { generation, of };
    }
    return this.index.of;
  }

  private timesOf(u: number, of: NonNullable<OpenPair['timesOf']>): readonly number[] {
    const { units } = this.moving;
    const { pieceIndex: p } = units.pieces[units.pieceA[u]];
    const { pieceIndex: q } = units.pieces[units.pieceB[u]];
    return of(p, q);
  }

  private fail(u: number, t: number, lacking: RecordFailure['lacking']): false {
    this.failed = { pair: this.moving.units.pairOf[u], t, lacking };
    return false;
  }

  /** Steps for one unit, at some times: begin, end, begin, end, ... */
  private coverUnit(u: number, times: readonly number[], sink: SlabSink, limit: number): boolean {
    for (let k = 0; k < times.length; k += 2) {
      if (!this.coverTime(u, times[k], times[k + 1], sink, limit)) return false;
    }
    return true;
  }

  /** Steps for one unit, from one time to another. */
  private coverTime(u: number, from: number, to: number, sink: SlabSink, limit: number): boolean {
    const { moving, question } = this;
    const { units, cover } = moving;
    const patchesA = units.pieces[units.pieceA[u]].patches;
    const patchesB = units.pieces[units.pieceB[u]].patches;
    const stack: OpenPatches[] = [{ a: 0, b: 0, lo: from, hi: to }];
    question.unit = u;
    let refused = false;
    while (stack.length > 0) {
      const open = stack.pop()!;
      const { lo, hi } = open;
      if (hi - lo < SHORTEST) return this.fail(u, lo, refused ? 'taken' : 'apart');
      if (++this.tests > limit) return this.fail(u, lo, 'tests');
      if (this.tests % ASK_EVERY === 0 && this.signal?.aborted) return this.fail(u, lo, 'tests');
      const t = roundTime(lo, hi);
      this.enter(t, Math.max(t - lo, hi - t));
      const patchA = patchesA.get(open.a);
      const patchB = patchesB.get(open.b);
      question.patchA = patchA;
      question.patchB = patchB;
      question.before = t - lo;
      question.after = hi - t;
      const answer = cover.ask(question);
      if (answer.status !== COVERED) cover.tryNormals(question);
      const meeting = answer.status === MEETING && !(answer.before + answer.after > 0);
      if (!meeting && !Number.isFinite(cover.hand.speed)) {
        // A half-space that turns: if about its normal, the sink may know better.
        answer.before = t - lo;
        answer.after = hi - t;
      }
      const divisible = patchA.children.length > 0 || patchB.children.length > 0;
      let poor = meeting || answer.before + answer.after < POOR * (hi - lo);
      let before = 0;
      let after = 0;
      if (answer.before < t - lo) answer.before = roundedDown(answer.before);
      if (answer.after < hi - t) answer.after = roundedDown(answer.after);
      if (!meeting && !(poor && divisible)) {
        [before, after] = this.offerAnswer(answer, sink);
        refused = before + after === 0;
        poor = refused;
      } else if (meeting) refused = false;
      if (poor && divisible) {
        divide(open, patchA, patchB, stack);
        continue;
      }
      if (t + after < hi) stack.push({ ...open, lo: t + after });
      if (lo < t - before) stack.push({ ...open, hi: t - before });
    }
    return true;
  }

  private enter(t: number, half: number): void {
    if (t === this.t && half <= this.half) return;
    this.t = t;
    this.half = half;
    this.moving.enter(t, half);
  }

  /** Offers what the answer shows, shorter and shorter until it is taken; what is taken before and after t. */
  private offerAnswer(answer: CoverAnswer, sink: SlabSink): [before: number, after: number] {
    const { directions: d, before, after } = answer;
    if (d[0] === d[3] && d[1] === d[4] && d[2] === d[5]) {
      const share = this.offer(before, after, d, 0, sink);
      return [share * before, share * after];
    }
    return [
      before > 0 ? before * this.offer(before, 0, d, 0, sink) : 0,
      after > 0 ? after * this.offer(0, after, d, 3, sink) : 0,
    ];
  }

  /** The share of a step's length that the sink takes, along the direction at d[o] of A's frame. */
  private offer(before: number, after: number, d: Float64Array, o: number, sink: SlabSink): number {
    const { units, kinematics } = this.moving;
    const { unit, patchA, patchB } = this.question;
    const p = units.pieces[units.pieceA[unit]];
    const n = this.direction;
    for (let k = 0; k < 3; k++) n[k] = d[o + k];
    // From the piece's frame to the body's, to the world's, to the common ancestor's.
    if (p.piece.kind === 'convex') rotateVectorInto(p.piece.pose, 0, n, 0);
    rotateVectorInto(kinematics.poses, kinematics.poseOf(p.body.frame), n, 0);
    const top = units.ancestor[unit];
    if (top !== 0) unrotateVectorInto(kinematics.poses, kinematics.poseOf(top), n, 0);
    let share = 1;
    for (let k = 0; k < OFFERS; k++) {
      const step = {
        pair: units.pairOf[unit],
        t: this.t,
        before: share * before,
        after: share * after,
        pieceA: p.pieceIndex,
        patchA,
        pieceB: units.pieces[units.pieceB[unit]].pieceIndex,
        patchB,
        n,
      };
      if (sink.slab(step)) return share;
      share *= SHORTER;
    }
    return 0;
  }
}

/** Replaces two patches by the children of the one, each with the other. */
function divide(open: OpenPatches, patchA: Patch, patchB: Patch, stack: OpenPatches[]): void {
  const first = dividesFirst(patchA, patchB);
  for (const child of (first ? patchA : patchB).children) {
    stack.push(first ? { ...open, a: child } : { ...open, b: child });
  }
}

/** Binary digits of a step's length that does not reach the end of what is open. */
const DIGITS = 6;

/** A length that is no longer, with few binary digits: so do times that are made of such. */
function roundedDown(length: number): number {
  if (!(length > SHORTEST)) return 0;
  let step = 1;
  while (step > length) step *= 0.5;
  step *= 2 ** -DIGITS;
  return Math.floor(length / step) * step;
}

/** A time is at most this part of what is open from its middle. Measured: fewest steps, and a fifth fewer times than at an eighth. */
const ASIDE = 0.2;

/** A time well inside [lo, hi] with as few binary digits as possible. */
function roundTime(lo: number, hi: number): number {
  const width = hi - lo;
  const middle = lo + 0.5 * width;
  let step = 1;
  while (step > width) step *= 0.5;
  for (;;) {
    const t = Math.round(middle / step) * step;
    if (Math.abs(t - middle) <= ASIDE * width) return t;
    step *= 0.5;
  }
}

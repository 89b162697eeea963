/**
 * The ladder: the default checker. Certified, and made to be fast.
 *
 * Time is cut into equal intervals, and these into halves; the configuration in the middle of an interval
 * serves all units that are open there. For each of them the cheapest proof is tried first: balls around the
 * pieces; the pieces' convex hulls, by GJK and a directional cover (cover/cover.ts); then, where hulls meet though
 * bodies do not, the hulls of halves, quarters, ... of the pieces, down to single triangles (cell/patches.ts).
 * What stays open, as little of it as possible, goes to the two halves of the interval. All cheap tests of
 * a level come before the expensive ones of any interval of it, so that a contact is found before
 * proofs are spent on a motion that collides anyway.
 *
 * A pair found closer than delta is set aside until everything else is proven; only then is its
 * neighbourhood searched for a contact, or a proof, with a limited effort.
 *
 * Here is the order of the work; what happens at one interval is in steps.ts, the state of a check in
 * ladderCheck.ts, its answer in ladderResult.ts. Why nothing is lost: docs/proofs/free.md, section 4.
 *
 * Of a crowd of obstacles only those are looked at that come near on a first interval (cover/nearUnits.ts).
 */
import type { Cell, Pair } from '../../cell/index.ts';
import type { Segment } from '../../motion/index.ts';
import { Finisher } from '../bisection/finish.ts';
import { MovingCell } from '../cover/movingCell.ts';
import { jointMotionUpper } from '../jointMotion.ts';
import type { Checker, CheckResult, CheckStats } from '../request.ts';
import { listedTested, testedPair } from '../sweep/listedPairs.ts';
import { NearPairs } from '../sweep/nearPairs.ts';
import { KnownApart } from './knownApart.ts';
import { beginCheck, isOver, keptOf, type LadderCheck, type LadderRequest } from './ladderCheck.ts';
import { resultOf } from './ladderResult.ts';
import { OpenWork } from './openWork.ts';
import { Steps } from './steps.ts';
import { type Stretch, Timeline } from './timeline.ts';
import { TurningPlanes } from './turningPlanes.ts';

/** First intervals move the joints by at most this much in sum: measured to be fastest. */
const FIRST_MOTION = 1.5;
/** Most first intervals, however much moves. */
const MOST_FIRST = 2 ** 20;
/** Expensive tests that are put off at a time. */
const MOST_WAITING = 2 ** 17;

export interface LadderOptions {
  /** Ask bisection about half-spaces that turn, for which there is no cover. Default true. */
  readonly bisects?: boolean;
  /** Of the tested pairs these alone. Default: all. */
  readonly concerns?: (pair: Pair) => boolean;
  /** Pieces and members of a crowd that are kept from one check to the next. */
  readonly mostKept?: number;
  /** Learn for which values of one or two joints pieces are apart (cell/jointMap). Default true. */
  readonly maps?: boolean;
  /** Ask about pieces that are rigidly connected as one first (cover/bundles.ts). Default true. */
  readonly bundles?: boolean;
}

export class Ladder implements Checker {
  readonly method = 'ladder';
  readonly cell: Cell;
  private readonly moving: MovingCell;
  private readonly steps: Steps;
  /** Lists members of a crowd on intervals that were not begun; made when first needed. */
  private near: NearPairs | null = null;
  private readonly asksCrowd: boolean;
  private readonly bisects: boolean;
  private readonly concerns: ((pair: Pair) => boolean) | undefined;
  /** For the units of this generation. */
  private planes: TurningPlanes;
  private known: KnownApart | null;
  private readonly maps: boolean;
  private generation: number;
  /** Lent to one check after the other. */
  private readonly work = new OpenWork();
  private readonly variation: Float64Array;

  /** For the tested pairs, or these. */
  constructor(cell: Cell, pairs?: readonly Pair[], options: LadderOptions = {}) {
    const { bisects = true, concerns, mostKept, maps = true, bundles = true } = options;
    this.cell = cell;
    const asked = (pairs ?? listedTested(cell)).filter((pair) => concerns?.(pair) ?? true);
    // Members of a crowd are found, unless it is said which pairs there are.
    const near = pairs === undefined && cell.crowd ? { crowd: cell.crowd, concerns } : null;
    this.moving = new MovingCell(cell, asked, { near, bundles, ...(mostKept ? { mostKept } : {}) });
    this.asksCrowd = near !== null;
    this.concerns = concerns;
    this.steps = new Steps(this.moving);
    this.bisects = bisects;
    this.maps = maps;
    this.planes = new TurningPlanes(cell, this.moving.units, ladderFinisher);
    this.known = maps ? new KnownApart(cell, this.moving.units) : null;
    this.generation = this.moving.generation;
    this.variation = new Float64Array(cell.tree.dofs.length);
  }

  /** Joint maps and patches, which are made when first needed, answer the same whatever was asked before. */
  get isAsNew(): boolean {
    return this.moving.isAsNew && this.planes.isAsNew;
  }

  get isAsReady(): boolean {
    return this.moving.isAsReady && this.planes.isAsNew;
  }

  ready(segments: readonly Segment[]): void {
    this.moving.ready(segments);
    this.follow();
  }

  /** Where units were prepared anew, what hangs on their numbers is, too. */
  private follow(): void {
    const { moving } = this;
    if (this.generation === moving.generation) return;
    this.generation = moving.generation;
    this.planes = new TurningPlanes(this.cell, moving.units, ladderFinisher);
    if (this.maps) this.known = new KnownApart(this.cell, moving.units);
  }

  check(request: LadderRequest): CheckResult {
    const { moving } = this;
    const kept = keptOf(request);
    const askedBefore = moving.asked;
    moving.begin(request.segment, kept?.owner === this && kept.generation === moving.generation);
    this.follow();
    this.planes.begin(moving.bounds);
    this.known?.begin(request.segment);
    const { generation } = this;
    const known = kept !== null && kept.owner === this && kept.generation === generation;
    const resumed = known ? kept : null;
    const range = kept
      ? ([kept.check.timeline.from, kept.check.timeline.to] as const)
      : (request.range ?? ([0, 1] as const));
    const timeline = resumed?.check.timeline ?? this.timelineOf(request.segment, range);
    this.work.clear();
    const work = resumed?.check.work.copy() ?? this.work;
    const check = beginCheck(request, timeline, work, resumed);
    let exhausted = this.run(check);
    if (this.planes.pairs.length > 0 && !check.stop) {
      const late = this.bisectPlanes(check, resumed);
      exhausted = late || exhausted;
    }
    check.stats.gjkCalls = moving.cover.gjkCalls;
    check.stats.sweeps += moving.asked - askedBefore;
    const members = (stretches: Stretch[]) => this.membersOn(request.segment, stretches);
    return resultOf(check, moving.units, { exhausted, members }, { owner: this, generation });
  }

  /** Pairs of members of a crowd that may come near where nobody has looked. */
  private membersOn(segment: Segment, stretches: readonly Stretch[]): readonly Pair[] {
    if (!this.asksCrowd) return [];
    this.near ??= new NearPairs(this.cell);
    return this.near.on(segment, { stretches, concerns: this.concerns });
  }

  /** Cuts the time that is asked about into first intervals. */
  private timelineOf(segment: Segment, range: readonly [number, number]): Timeline {
    const [from, to] = range;
    if (!(from >= 0 && from < to && to <= 1)) {
      throw new RangeError(`a range from ${from} to ${to} is not a part of 0 to 1`);
    }
    const motion = jointMotionUpper(this.cell.tree, segment, from, to, this.variation);
    const count = Math.ceil(motion / FIRST_MOTION);
    return new Timeline(range, Math.min(Math.max(count, 1), MOST_FIRST));
  }

  /** Works until all is proven, something is found or a limit is met; whether it was not enough. */
  private run(check: LadderCheck): boolean {
    for (;;) {
      const exhausted = this.start(check) || this.goOn(check);
      if (!exhausted || check.work.items.count < check.mostOpen) return exhausted;
      // The lists hold what is done as well; if that is not what fills them, there is no way on.
      const less = check.work.compacted(check.mostOpen / 2);
      if (less === null) return true;
      check.work = less;
    }
  }

  /**
   * The first intervals, all units in each of them; whether a limit was met. Those that were not begun are
   * known by their number alone: a motion may have a million of them.
   */
  private start(check: LadderCheck): boolean {
    const { steps } = this;
    const { work, timeline } = check;
    for (; check.nextFirst < timeline.places; check.nextFirst++) {
      const index = timeline.firstAt(check.nextFirst);
      if (index >= timeline.firstCount) continue;
      if (isOver(check)) {
        work.postponeWaiting(0);
        return true;
      }
      steps.enter(check, work.addInterval(0, index, false));
      steps.testAll(check, this.planes.handed, this.known);
      if (check.stop) return false;
      if (work.waiting.count >= MOST_WAITING) steps.dig(check);
      if (check.stop) return false;
    }
    steps.dig(check);
    return false;
  }

  /** All that is open, level by level; whether a limit was met. */
  private goOn(check: LadderCheck): boolean {
    const { work, stats } = check;
    while (!check.stop) {
      const close = work.queue.length === 0;
      const list = close ? work.closeQueue : work.queue;
      if (list.length === 0) return false;
      if (close && check.closeLeft <= 0) return false;
      if (close) work.closeQueue = [];
      else work.queue = [];
      const before = stats.tests;
      const over = this.level(check, list, close);
      if (check.stop) return false;
      if (close) check.closeLeft -= stats.tests - before;
      if (over) return true;
    }
    return false;
  }

  /**
   * The intervals of a list; of those around places that are too close, only with the tests that are left for
   * them. Whether a limit of the whole check was met.
   */
  private level(check: LadderCheck, list: readonly number[], close: boolean): boolean {
    const { steps } = this;
    const { work, stats, timeline } = check;
    const before = stats.tests;
    for (let k = 0; k < list.length; k++) {
      const over = isOver(check);
      if (over || (close && check.closeLeft <= stats.tests - before)) {
        for (let m = k; m < list.length; m++) work.enqueue(list[m]);
        if (!over) break;
        work.postponeWaiting(0);
        return true;
      }
      if (timeline.isShort(work.level[list[k]])) {
        work.short.push(list[k]);
        continue;
      }
      steps.enter(check, list[k]);
      steps.testItems(check);
      if (check.stop) return false;
      if (work.waiting.count < MOST_WAITING) continue;
      steps.dig(check);
      if (check.stop) return false;
    }
    steps.dig(check);
    return false;
  }

  /** Asks bisection about half-spaces that turn; whether the budget was not enough. */
  private bisectPlanes(
    check: LadderCheck,
    resumed: { readonly check: LadderCheck } | null,
  ): boolean {
    if (this.bisects) return this.planes.decide(check, resumed?.check.planes.kept ?? null);
    this.planes.leaveOpen(check);
    return false;
  }
}

/** What bisection asks where it does not get on: a ladder for each pair, without bisection of its own. */
export function ladderFinisher(cell: Cell, stats: CheckStats): Finisher {
  const proverOf = (pair: Pair) => {
    const own = testedPair(cell, pair.a, pair.b);
    return new Ladder(cell, own ? [own] : [], { bisects: false });
  };
  return new Finisher(proverOf, stats);
}

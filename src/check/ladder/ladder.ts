/**
 * The ladder: the default checker. Certified, and made to be fast.
 *
 * Time is cut into equal intervals, and these into halves; the configuration in the middle of an
 * interval serves all pairs that are open there. For each of them the cheapest proof is tried first: balls around the parts; the
 * parts' convex hulls, by GJK and a directional cover (cover.ts); then, where hulls meet though bodies
 * do not, the hulls of halves, quarters, ... of the parts, down to single triangles (patches.ts). What
 * stays open, as little of it as possible, goes to the two halves of the interval. All cheap tests of
 * a level come before the expensive ones of any interval of it, so that a contact is found before
 * proofs are spent on a motion that collides anyway.
 *
 * A pair found closer than delta is set aside until everything else is proven; only then is its
 * neighbourhood searched for a contact, or a proof, with a limited effort.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { U } from '../../math/index.ts';
import type { Segment } from '../../motion/index.ts';
import { Finisher } from '../bisection/finish.ts';
import { COVERED, type Cover, MEETING, PARTLY } from '../cover/cover.ts';
import { dividesFirst, type Patch } from '../cover/patches.ts';
import type { LadderScene } from '../cover/scene.ts';
import { Stage } from '../cover/stage.ts';
import { isWorse, Judge } from '../judge.ts';
import { Limits, MOST_LISTED, MOST_OPEN } from '../limits.ts';
import {
  addStats,
  type Checker,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
  type KeptWork,
  type OpenInterval,
  type Verdict,
  type Witness,
} from '../request.ts';
import { OpenList } from './openList.ts';
import { TurningPlanes } from './turningPlanes.ts';

/** First intervals move the joints by at most this much in sum: measured to be fastest. */
const FIRST_MOTION = 1.5;
/** A slide by this many metres counts like a turn by one radian. */
const SLIDE_RADIUS = 0.3;
/** Most first intervals, however much moves. */
const MOST_PARTS = 2 ** 20;
/** There are at most so many intervals in a row: their numbers are exact, and so are their ends. */
const MOST_INTERVALS = 2 ** 48;
/** Patch pairs that one item may open at one configuration. */
const MOST_PATCHES = 512;
/** Tests spent around places that are too close, after everything else is proven. */
const CLOSE_TESTS = 12_000;
/** The same, once it is seen that there is nothing to be proven: a contact may yet be found. */
const HOPELESS_TESTS = 4000;
/** Expensive tests that are put off at a time. */
const MOST_DEEP = 2 ** 17;
/** Where more first intervals were not begun, they are listed as one. */
const MOST_STRETCHES = 1024;
/** How often the clock and the signal are looked at, in tests. */
const PAUSE = 64;

export interface LadderRequest extends CheckRequest {
  /** Only this part of the segment is asked about: from and to. Default: all of it, 0 to 1. */
  readonly range?: readonly [number, number];
  /** Tests that may be spent around places that are too close. Default 12,000. */
  readonly closeTests?: number;
  /** Items of open work that are held at most. Default MOST_OPEN. */
  readonly mostOpen?: number;
  /**
   * Stop as soon as something is seen that excludes a proof, without a search for worse. What is merely
   * near is proven or not, as ever. Default false.
   */
  readonly hasty?: boolean;
}

export interface LadderOptions {
  /** Ask bisection about half-spaces that turn, for which there is no cover. Default true. */
  readonly bisects?: boolean;
}

interface LadderWork extends KeptWork {
  readonly range: readonly [number, number];
  readonly parts: number;
  readonly nextFirst: number;
  readonly closeLeft: number;
  /** Who kept it, and for which setting: numbers of units mean nothing elsewhere. */
  readonly owner: Ladder;
  readonly generation: number;
  readonly open: OpenList;
  readonly witnesses: readonly Witness[];
  /** Of the bisection of half-spaces that turn. */
  readonly planes: KeptWork | null;
}

export class Ladder implements Checker {
  readonly method = 'ladder';
  private readonly stage: Stage;
  private readonly judge: Judge;
  private generation = 0;
  // Of the stage, which may set them up anew.
  private scene: LadderScene;
  private cover: Cover;
  private planes: TurningPlanes;
  private readonly bisects: boolean;

  // Scratch.
  private readonly direction = new Float64Array(3);
  private readonly zero = new Float64Array(3);
  private readonly variation: Float64Array;
  private open = new OpenList();
  private queue: number[] = [];
  private closeQueue: number[] = [];
  /** Intervals too short to be looked at: their items stay open for good. */
  private short: number[] = [];
  private deep: number[] = [];
  private stack = new Int32Array(1024);
  private sifted = new Int32Array(0);
  /** Per unit: whether containment was looked at in this segment. */
  private looked = new Uint8Array(0);
  private lookedUnits: number[] = [];

  // The interval at hand.
  private t = 0;
  private half = 0;
  private current = -1;

  // The check at hand.
  private segment!: Segment;
  private from = 0;
  private to = 1;
  /** Number of first intervals, and how many were begun, in the order of `spread`. */
  private parts = 1;
  private nextFirst = 0;
  private delta = 0;
  private all = false;
  private hasty = false;
  private mostOpen = MOST_OPEN;
  private stats: CheckStats = emptyStats();
  private tests = 0;
  private limits!: Limits;
  /** Number of tests after which to look at clock and signal again. */
  private pause = 0;
  private ended = false;
  /** Tests that may yet be spent around places that are too close. */
  private closeLeft = 0;
  private best: Witness | null = null;
  private found = new Map<Pair, Witness>();
  private stop = false;
  /** What is not proven about half-spaces that turn, and the work on it. */
  private planesOpen: readonly OpenInterval[] = [];
  private planesKept: KeptWork | null = null;
  /** Whether there was no budget left to begin with it. */
  private planesLate = false;

  /** For the tested pairs, or those that `pairsOf` names. */
  constructor(
    cell: Cell,
    pairsOf: (cell: Cell) => readonly Pair[] = ({ tested }) => tested,
    { bisects = true }: LadderOptions = {},
  ) {
    this.stage = new Stage(cell, pairsOf);
    this.scene = this.stage.scene;
    this.cover = this.stage.cover;
    this.planes = new TurningPlanes(this.stage.cell, this.stage.scene, ladderFinisher);
    this.bisects = bisects;
    this.judge = new Judge(cell, this.stage.kinematics);
    this.variation = new Float64Array(cell.tree.dofs.length);
  }

  get cell(): Cell {
    return this.stage.cell;
  }

  check(request: LadderRequest): CheckResult {
    const { segment, delta = DEFAULT_DELTA } = request;
    this.begin(segment);
    this.delta = delta;
    this.all = request.all ?? false;
    this.hasty = request.hasty ?? false;
    this.mostOpen = request.mostOpen ?? MOST_OPEN;
    const kept = workOf(request);
    [this.from, this.to] = kept?.range ?? request.range ?? [0, 1];
    if (!(this.from >= 0 && this.from < this.to && this.to <= 1)) {
      throw new RangeError(`a range from ${this.from} to ${this.to} is not a part of 0 to 1`);
    }
    const resumed = kept !== null && kept.owner === this && kept.generation === this.generation;
    this.closeLeft = request.closeTests ?? CLOSE_TESTS;
    if (resumed) {
      this.parts = kept.parts;
      this.nextFirst = kept.nextFirst;
      this.closeLeft = kept.closeLeft;
      this.open = kept.open.kept(Array.from({ length: kept.open.intervals }, (_, i) => i));
      for (const witness of kept.witnesses) this.remember(witness);
      this.queue = [];
      this.closeQueue = [];
      for (let i = 0; i < this.open.intervals; i++) this.enqueue(i);
    }
    this.limits = new Limits(request, DEFAULT_BUDGET);
    this.pause = 0;
    this.ended = false;
    let exhausted = this.run(!resumed);
    if (this.planes.pairs.length > 0 && !this.stop) {
      exhausted = this.bisectPlanes(request, resumed ? kept.planes : null) || exhausted;
    }
    return this.result(exhausted);
  }

  /** Asks bisection about half-spaces that turn; whether the budget was not enough. */
  private bisectPlanes(request: LadderRequest, kept: KeptWork | null): boolean {
    const whole = this.from === 0 && this.to === 1;
    const { from, to } = this;
    this.planesOpen = this.planes.pairs.map((pair) => ({ pair, from, to }));
    if (!this.bisects) return false;
    this.planesLate = this.over();
    if (this.planesLate) return true;
    const time = this.limits.remaining_ms();
    const { range: _, ...asked } = request;
    const result = this.planes.check({
      ...asked,
      kept,
      budget: this.limits.left - this.tests,
      ...(time === undefined ? {} : { timeLimit_ms: time }),
    });
    const { stats } = this;
    this.tests += result.stats.tests;
    addStats(stats, { ...result.stats, tests: 0, gjkCalls: 0 });
    if (result.verdict === 'free') {
      this.planesOpen = [];
      return false;
    }
    // About a part of the segment nothing but `free` tells anything.
    if (!whole) return false;
    for (const witness of result.witnesses) this.remember(witness);
    if (result.verdict === 'undecided') this.planesOpen = result.open;
    this.planesKept = result.kept;
    return result.verdict === 'undecided' && result.kept !== null;
  }

  /** Takes a segment: rates are read. */
  private begin(segment: Segment): void {
    this.segment = segment;
    const { stage } = this;
    stage.begin(segment);
    if (this.generation !== stage.generation) {
      this.generation = stage.generation;
      this.scene = stage.scene;
      this.cover = stage.cover;
      this.looked = new Uint8Array(stage.scene.unitCount);
      this.sifted = new Int32Array(stage.scene.unitCount);
      this.lookedUnits.length = 0;
      this.planes = new TurningPlanes(stage.cell, stage.scene, ladderFinisher);
    }
    this.planes.begin(stage.scene);
    this.planesOpen = [];
    this.planesKept = null;
    this.planesLate = false;
    this.stats = emptyStats();
    this.tests = 0;
    this.best = null;
    this.found.clear();
    this.stop = false;
    this.open.clear();
    this.queue.length = 0;
    this.closeQueue.length = 0;
    this.short.length = 0;
    this.deep.length = 0;
    for (const u of this.lookedUnits) this.looked[u] = 0;
    this.lookedUnits.length = 0;
  }

  /** Whether to stop undecided. */
  private over(): boolean {
    if (this.ended || this.tests >= this.limits.left || this.open.items >= this.mostOpen)
      return true;
    if (this.tests < this.pause) return false;
    this.pause = this.tests + PAUSE;
    this.ended = this.limits.interrupted();
    return this.ended;
  }

  /** Works until all is proven, something is found or a limit is met; whether it was not enough. */
  private run(fresh: boolean): boolean {
    if (fresh) {
      this.parts = this.firstParts();
      this.nextFirst = 0;
    }
    for (;;) {
      const exhausted = this.start() || this.work();
      if (!exhausted || this.open.items < this.mostOpen) return exhausted;
      // The list holds what is done as well; if that is not what fills it, there is no way on.
      if (!this.compact()) return true;
    }
  }

  /** All that is open, level by level; whether a limit was met. */
  private work(): boolean {
    if (this.stop) return false;
    for (;;) {
      const close = this.queue.length === 0;
      const list = close ? this.closeQueue : this.queue;
      if (list.length === 0) return false;
      if (close && this.closeLeft <= 0) return false;
      if (close) this.closeQueue = [];
      else this.queue = [];
      const before = this.tests;
      for (let k = 0; k < list.length; k++) {
        const over = this.over();
        if (over || (close && this.closeLeft <= this.tests - before)) {
          for (let m = k; m < list.length; m++) this.enqueue(list[m]);
          if (!over) break;
          this.postponeDeep(0);
          if (close) this.closeLeft -= this.tests - before;
          return true;
        }
        if (this.isShort(list[k])) {
          this.short.push(list[k]);
          continue;
        }
        this.enter(list[k]);
        this.testItems(list[k]);
        if (this.stop) return false;
        if (this.deep.length < 9 * MOST_DEEP) continue;
        this.dig();
        if (this.stop) return false;
      }
      this.dig();
      if (this.stop) return false;
      if (close) this.closeLeft -= this.tests - before;
    }
  }

  /**
   * The first intervals, all units in each of them; whether a limit was met. Those that were not begun are
   * known by their number alone: a motion may have a million of them.
   */
  private start(): boolean {
    const bits = bitsOf(this.parts);
    while (this.nextFirst < 2 ** bits) {
      const index = spread(this.nextFirst, bits);
      if (index < this.parts) {
        if (this.over()) {
          this.postponeDeep(0);
          return true;
        }
        this.enter(this.open.addInterval(0, index, 0));
        this.firstTests();
        if (this.stop) return false;
        if (this.deep.length >= 9 * MOST_DEEP) this.dig();
        if (this.stop) return false;
      }
      this.nextFirst++;
    }
    this.dig();
    return false;
  }

  /** Forgets what is done; whether there is room then. */
  private compact(): boolean {
    const { queue, closeQueue, short } = this;
    const open = this.open.kept([...queue, ...closeQueue, ...short]);
    if (open.items > this.mostOpen / 2) return false;
    this.open = open;
    let next = 0;
    for (const list of [queue, closeQueue, short])
      for (let i = 0; i < list.length; i++) list[i] = next++;
    return true;
  }

  /** Whether there are first intervals that were not begun. */
  private hasUnbegun(): boolean {
    return this.nextFirst < 2 ** bitsOf(this.parts);
  }

  /** Their parts of the segment, neighbours together; or all of it, if they are many. */
  private unbegun(): [number, number][] {
    const { parts, nextFirst } = this;
    if (!this.hasUnbegun()) return [];
    const many = parts > MOST_STRETCHES || parts * this.scene.unitCount > MOST_LISTED;
    if (many || nextFirst === 0) return [[this.from, this.to]];
    const bits = bitsOf(parts);
    const found: [number, number][] = [];
    for (let k = nextFirst; k < 2 ** bits; k++) {
      const index = spread(k, bits);
      if (index < parts) found.push([this.timeOf(0, index), this.timeOf(0, index + 1)]);
    }
    return merged(found);
  }

  private enqueue(interval: number): void {
    (this.open.close[interval] ? this.closeQueue : this.queue).push(interval);
  }

  /** Number of first intervals. */
  private firstParts(): number {
    const { dofs } = this.cell.tree;
    const { variation } = this;
    this.segment.variationUpperInto(this.from, this.to, variation, 0);
    let motion = 0;
    for (let d = 0; d < dofs.length; d++) {
      motion += variation[d] / (dofs[d].unit === 'length' ? SLIDE_RADIUS : 1);
    }
    const parts = Math.ceil(motion / FIRST_MOTION);
    return Math.min(Math.max(parts, 1), MOST_PARTS);
  }

  /** Where an interval begins; neighbours have their ends in common to the bit. */
  private timeOf(level: number, index: number): number {
    const part = (index * 2 ** -level) / this.parts;
    return part === 1 ? this.to : this.from + (this.to - this.from) * part;
  }

  /** Goes to the configuration in the middle of an interval. */
  private enter(interval: number): void {
    const { open } = this;
    const width = 2 ** -open.level[interval] / this.parts;
    const span = this.to - this.from;
    // The middle is where its halves meet.
    this.t = this.timeOf(open.level[interval] + 1, 2 * open.index[interval] + 1);
    // No item of the interval reaches farther, whatever the rounding of its ends.
    this.half = 0.5 * span * width * (1 + 4 * U) + 4 * U;
    this.current = interval;
    this.stage.enter(this.t, this.half);
    this.stats.configurations++;
  }

  /** All units at an interval of the first level. */
  private firstTests(): void {
    const { scene } = this;
    const { level, index } = this.open;
    const lo = this.timeOf(level[this.current], index[this.current]);
    const hi = this.timeOf(level[this.current], index[this.current] + 1);
    const { sifted } = this;
    const { handed } = this.planes;
    const count = this.cover.sift(sifted);
    this.tests += scene.unitCount - count;
    for (let k = 0; k < count; k++) {
      const u = sifted[k];
      if (handed[u] === 1) continue;
      this.testUnit(u, 0, 0, lo, hi, this.zero, -1, u < scene.easyCount);
      if (this.stop) return;
    }
  }

  private testItems(interval: number): void {
    const { open } = this;
    for (let k = open.head[interval]; k >= 0; k = open.next[k]) {
      const o = 5 * k;
      const lo = open.numbers[o];
      const hi = open.numbers[o + 1];
      this.testUnit(open.unit[k], open.patchA[k], open.patchB[k], lo, hi, open.numbers, o + 2);
      if (this.stop) return;
    }
  }

  /** The cheap tests of one item; what they leave open goes to the halves or to the expensive ones. */
  private testUnit(
    u: number,
    a: number,
    b: number,
    lo: number,
    hi: number,
    warm: Float64Array,
    at: number,
    sifted = false,
  ): void {
    const { scene, cover } = this;
    if (this.all && this.found.get(scene.pairOf[u])?.verdict === 'colliding') return;
    this.tests++;
    const before = Math.max(0, this.t - lo);
    const after = Math.max(0, hi - this.t);
    cover.open(u);
    const whole = a === 0 && b === 0 && !sifted;
    if (whole && cover.ballsApart(Math.max(before, after))) return;
    const patchA = scene.parts[scene.partA[u]].patches.get(a);
    const patchB = scene.parts[scene.partB[u]].patches.get(b);
    if (a !== 0 || b !== 0) this.count(patchA, patchB);
    const status = cover.test(patchA, patchB, before, after, warm, at);
    if (status !== COVERED && this.isDeep(patchA, patchB, status, before, after)) {
      if (a === 0 && b === 0 && status === MEETING) {
        this.probe(u);
        if (this.stop) return;
      }
      const d = cover.directions;
      this.deep.push(this.current, u, a, b, lo, hi, d[0], d[1], d[2]);
      return;
    }
    this.keep(u, a, b, patchA, patchB, lo, hi, status);
  }

  private count(patchA: Patch, patchB: Patch): void {
    this.stats.nodePairs++;
    if (patchA.children.length === 0 && patchB.children.length === 0) this.stats.trianglePairs++;
  }

  /** Whether to look into the patches, or to look at the halves of the interval. */
  private isDeep(
    patchA: Patch,
    patchB: Patch,
    status: number,
    before: number,
    after: number,
  ): boolean {
    if (patchA.children.length === 0 && patchB.children.length === 0) return false;
    if (status === MEETING) return true;
    const { cover } = this;
    return 4 * (cover.before + cover.after) < before + after;
  }

  /** Hands what is open to the halves of the interval. */
  private keep(
    u: number,
    a: number,
    b: number,
    patchA: Patch,
    patchB: Patch,
    lo: number,
    hi: number,
    status: number,
  ): void {
    const { cover, t } = this;
    if (status === COVERED) return;
    const close = this.suspects(u, patchA, patchB, status) ? 2 : 0;
    if (this.stop) return;
    const d = cover.directions;
    // Rounded times: `base` has room for them, like for the rounding of configurations.
    const left = t - cover.before;
    const right = t + cover.after;
    // Written so that nothing is dropped for a number that is none.
    if (!(left <= lo)) {
      this.open.addItem(this.child(close), u, a, b, lo, Math.min(hi, left), d, 0);
    }
    if (!(right >= hi)) {
      this.open.addItem(this.child(close + 1), u, a, b, Math.max(lo, right), hi, d, 3);
    }
  }

  /** The left (0, or 2 for what is too close) or right (1, 3) half of the interval at hand. */
  private child(side: number): number {
    const { open, current } = this;
    const known = open.halves[4 * current + side];
    if (known >= 0) return known;
    const close = side >= 2 || open.close[current] === 1 ? 1 : 0;
    const i = open.addInterval(
      open.level[current] + 1,
      2 * open.index[current] + (side & 1),
      close,
    );
    open.halves[4 * current + side] = i;
    this.enqueue(i);
    return i;
  }

  /** Indivisible patches within delta of each other: is the pair a witness? */
  private suspects(u: number, patchA: Patch, patchB: Patch, status: number): boolean {
    if (patchA.children.length > 0 || patchB.children.length > 0) return false;
    const pair = this.scene.pairOf[u];
    const surely = status !== MEETING && this.cover.room > 8 * pair.poseError;
    if (surely && this.cover.room > this.delta) return false;
    // Apart here, and known to be too close: nothing worse is to be seen.
    if (surely && this.found.has(pair)) return true;
    return this.examine(pair);
  }

  /** Asks the judge about a pair here; whether it is at least too close. */
  private examine(pair: Pair): boolean {
    if (this.all && this.found.get(pair)?.verdict === 'colliding') return true;
    const witness = this.judge.witness(pair, this.t, this.stage.q, this.delta);
    if (witness === null) return false;
    this.remember(witness);
    return true;
  }

  private remember(witness: Witness): void {
    const { pair } = witness;
    if (isWorse(witness, this.found.get(pair) ?? null)) this.found.set(pair, witness);
    if (isWorse(witness, this.best)) this.best = witness;
    if (this.all) return;
    if (witness.violated || (this.hasty && isHopeless(witness))) this.stop = true;
    else if (isHopeless(witness)) this.closeLeft = Math.min(this.closeLeft, HOPELESS_TESTS);
  }

  /** Hulls meet: do the bodies? And is one inside the other? */
  private probe(u: number): void {
    const { scene, looked, judge, t } = this;
    const { pieceIndex: i } = scene.parts[scene.partA[u]];
    const { pieceIndex: j } = scene.parts[scene.partB[u]];
    const pair = scene.pairOf[u];
    let found = judge.contact(pair, i, j, t, this.stage.q);
    // Once is enough: while the surfaces stay apart nothing gets in or out.
    if (found === null && looked[u] === 0) {
      looked[u] = 1;
      this.lookedUnits.push(u);
      found = judge.inside(pair, i, j, t, this.stage.q);
    }
    if (found !== null) this.remember(found);
  }

  /** The expensive tests that were put off, interval by interval. */
  private dig(): void {
    const { deep } = this;
    let entered = -1;
    for (let k = 0; k < deep.length; k += 9) {
      if (this.over()) {
        this.postponeDeep(k);
        return;
      }
      if (deep[k] !== entered) {
        entered = deep[k];
        this.enter(entered);
      }
      const d = this.direction;
      d[0] = deep[k + 6];
      d[1] = deep[k + 7];
      d[2] = deep[k + 8];
      this.digItem(deep[k + 1], deep[k + 2], deep[k + 3], deep[k + 4], deep[k + 5]);
      if (this.stop) return;
    }
    deep.length = 0;
  }

  /** Whether an interval is too short to be looked at. */
  private isShort(interval: number): boolean {
    return this.parts * 2 ** this.open.level[interval] >= MOST_INTERVALS;
  }

  /** One item, down the patches as far as it helps at this configuration. */
  private digItem(u: number, a: number, b: number, lo: number, hi: number): void {
    const { scene, cover } = this;
    if (this.all && this.found.get(scene.pairOf[u])?.verdict === 'colliding') return;
    const patchesA = scene.parts[scene.partA[u]].patches;
    const patchesB = scene.parts[scene.partB[u]].patches;
    cover.open(u);
    const before = Math.max(0, this.t - lo);
    const after = Math.max(0, hi - this.t);
    let depth = this.split(patchesA.get(a), patchesB.get(b), a, b, 0);
    let left = MOST_PATCHES;
    while (depth > 0) {
      depth -= 2;
      const i = this.stack[depth];
      const j = this.stack[depth + 1];
      const patchA = patchesA.get(i);
      const patchB = patchesB.get(j);
      this.tests++;
      this.count(patchA, patchB);
      let status = cover.test(patchA, patchB, before, after, this.direction, 0);
      if (status !== COVERED) {
        cover.tryNormals(patchA, patchB, before, after);
        if (cover.before >= before && cover.after >= after) status = COVERED;
        else if (cover.room > 0) status = PARTLY;
      }
      const divisible = patchA.children.length > 0 || patchB.children.length > 0;
      if (status !== COVERED && divisible && left-- > 0) {
        if (this.isDeep(patchA, patchB, status, before, after)) {
          depth = this.split(patchA, patchB, i, j, depth);
          continue;
        }
      }
      this.keep(u, i, j, patchA, patchB, lo, hi, status);
      if (this.stop) return;
    }
  }

  /** Puts the larger patch's children, each with the other patch, on the stack. */
  private split(patchA: Patch, patchB: Patch, a: number, b: number, depth: number): number {
    const first = dividesFirst(patchA, patchB);
    const { children } = first ? patchA : patchB;
    if (depth + 2 * children.length > this.stack.length) {
      const more = new Int32Array(2 * this.stack.length);
      more.set(this.stack);
      this.stack = more;
    }
    let top = depth;
    for (let k = 0; k < children.length; k++) {
      this.stack[top++] = first ? children[k] : a;
      this.stack[top++] = first ? b : children[k];
    }
    return top;
  }

  /** Items that wait for expensive tests become items of their own intervals again. */
  private postponeDeep(from: number): void {
    const { deep, open } = this;
    const again = new Map<number, number>();
    for (let k = from; k < deep.length; k += 9) {
      const own = deep[k];
      let to = again.get(own);
      if (to === undefined) {
        to = open.addInterval(open.level[own], open.index[own], open.close[own]);
        again.set(own, to);
        this.enqueue(to);
      }
      const d = this.direction;
      d[0] = deep[k + 6];
      d[1] = deep[k + 7];
      d[2] = deep[k + 8];
      open.addItem(to, deep[k + 1], deep[k + 2], deep[k + 3], deep[k + 4], deep[k + 5], d, 0);
    }
    deep.length = 0;
  }

  private result(exhausted: boolean): CheckResult {
    const { stats, best } = this;
    stats.tests = this.tests;
    stats.gjkCalls = this.cover.gjkCalls;
    const left = [...this.queue, ...this.closeQueue, ...this.short];
    const openLeft = left.length > 0 || this.hasUnbegun() || this.planesOpen.length > 0;
    const decided = best !== null && (best.violated || !exhausted);
    let verdict: Verdict = 'free';
    if (best?.verdict === 'colliding') verdict = 'colliding';
    else if (decided && (openLeft || this.stop)) verdict = 'too-close';
    // A budget that ends with the last proof has not ended too early.
    else if (openLeft) verdict = 'undecided';
    const witness = verdict === 'colliding' || verdict === 'too-close' ? best : null;
    const witnesses = this.all ? this.listWitnesses(left) : witness ? [witness] : [];
    // Of all pairs that are not free there may be more than were found until now.
    if (verdict !== 'undecided' && !(this.all && exhausted && openLeft)) {
      return { verdict, witness, witnesses, open: [], kept: null, stats };
    }
    const open = this.open.kept(left);
    const full = this.open.items >= this.mostOpen;
    const planesDone = this.planesKept === null && !this.planesLate;
    const nothingNew = left.length === this.short.length && !this.hasUnbegun();
    const stuck = full || (nothingNew && planesDone);
    const kept: LadderWork | null = stuck
      ? null
      : {
          segment: this.segment,
          method: 'ladder',
          range: [this.from, this.to],
          size: open.items,
          parts: this.parts,
          nextFirst: this.nextFirst,
          closeLeft: this.closeLeft,
          owner: this,
          generation: this.generation,
          open,
          witnesses: [...this.found.values()],
          planes: this.planesKept,
        };
    const listed = [...this.listOpen(open), ...this.planesOpen];
    return { verdict, witness, witnesses, open: listed, kept, stats };
  }

  /** Of the pairs that are not free; what was within delta, and then proven apart, is. */
  private listWitnesses(left: readonly number[]): Witness[] {
    const listed = [...this.listOpen(this.open.kept(left)), ...this.planesOpen];
    const open = new Set(listed.map(({ pair }) => pair));
    return [...this.found.values()]
      .filter(({ violated, pair }) => violated || open.has(pair))
      .sort((x, y) => x.t - y.t);
  }

  /** Open intervals, one per pair and stretch. */
  private listOpen(open: OpenList): OpenInterval[] {
    const byPair = new Map<Pair, [number, number][]>();
    // Of very many only the first and the last time of each pair.
    const few = open.items <= 4 * MOST_LISTED;
    const unbegun = few ? this.unbegun() : hull(this.unbegun());
    if (unbegun.length > 0) {
      for (let u = 0; u < this.scene.unitCount; u++) {
        byPair.set(
          this.scene.pairOf[u],
          unbegun.map(([from, to]) => [from, to]),
        );
      }
    }
    for (let k = 0; k < open.items; k++) {
      const pair = this.scene.pairOf[open.unit[k]];
      const from = open.numbers[5 * k];
      const to = open.numbers[5 * k + 1];
      const list = byPair.get(pair);
      if (list === undefined) byPair.set(pair, [[from, to]]);
      else if (few) list.push([from, to]);
      else {
        list[0][0] = Math.min(list[0][0], from);
        list[0][1] = Math.max(list[0][1], to);
      }
    }
    const lists = [...byPair].map(([pair, list]) => [pair, merged(list)] as const);
    const many = lists.reduce((n, [, list]) => n + list.length, 0) > MOST_LISTED;
    return lists.flatMap(([pair, list]) =>
      (many ? hull(list) : list).map(([from, to]) => ({ pair, from, to })),
    );
  }
}

/** What bisection asks where it does not get on: a ladder for each pair, without bisection of its own. */
export function ladderFinisher(cell: Cell, stats: CheckStats): Finisher {
  const proverOf = (pair: Pair) => {
    const one = ({ tested }: Cell) => tested.filter(({ a, b }) => a === pair.a && b === pair.b);
    return new Ladder(cell, one, { bisects: false });
  };
  return new Finisher(proverOf, stats);
}

function workOf({ kept, segment }: CheckRequest): LadderWork | null {
  if (!kept) return null;
  if (kept.method !== 'ladder' || kept.segment !== segment) {
    throw new Error('kept work belongs to another segment or method');
  }
  return kept as LadderWork;
}

/** Nearer than what is asked for, straying joints and errors counted: no proof can be found. */
function isHopeless({ pair, finding }: Witness): boolean {
  return finding.distance <= pair.clearance + pair.tracking + 4 * pair.poseError;
}

function merged(list: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of list.sort((x, y) => x[0] - y[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** One stretch over all of them, which are in order. */
function hull(list: readonly [number, number][]): [number, number][] {
  return list.length === 0 ? [] : [[list[0][0], list[list.length - 1][1]]];
}

function bitsOf(parts: number): number {
  let bits = 0;
  while (2 ** bits < parts) bits++;
  return bits;
}

/** k with its bits reversed: neighbours in the order lie far apart. */
function spread(k: number, bits: number): number {
  let out = 0;
  for (let i = 0; i < bits; i++) out = 2 * out + ((k >> i) & 1);
  return out;
}

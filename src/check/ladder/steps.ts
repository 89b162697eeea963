/**
 * What the ladder does at one interval of time: the tests of its items, and what becomes of those that they
 * leave open. docs/proofs/free.md, section 4, has a line for each step, and why nothing is lost.
 */
import { dividesFirst, type Pair, type Patch } from '../../cell/index.ts';
import {
  COVERED,
  type CoverAnswer,
  type CoverQuestion,
  coverQuestion,
  MEETING,
  PARTLY,
} from '../cover/coverQuestion.ts';
import type { MovingCell } from '../cover/movingCell.ts';
import { Judge } from '../judge.ts';
import { emptyItem, type Item, ItemList } from './itemList.ts';
import type { KnownApart } from './knownApart.ts';
import { isOver, isSettled, type LadderCheck, remember } from './ladderCheck.ts';
import { CLOSE, LEFT, RIGHT } from './openWork.ts';

/** Patch pairs that one item may open at one configuration. */
const MOST_PATCHES = 512;
/** So many units that are apart, but not all the time, are asked at once how long they are: measured to be fastest. */
const FEW = 2;
/** Where else pieces that wait are looked at, as parts of half their interval from its middle: the farthest from all before first. */
const AHEAD = [4, 2, 6, 1, 3, 5, 7].flatMap((n) => [-n / 8, n / 8]);
/**
 * Patches that are apart are divided only where they are for less than this part of their time: what is apart at all is soon so all
 * the time as intervals get shorter, and until then most of what it is divided into would be asked in vain. Measured to be fastest.
 */
const SHORT = 1 / 16;
/** Units with fewer joints between their pieces are not put off. */
const FEWEST_JOINTS = 3;
/** When units behind bundles are asked how long they stay apart: after the others, now, or at the halves of the interval. */
const PUT_OFF = 0;
const AT_ONCE = 1;
const HALVED = 2;

export class Steps {
  private readonly moving: MovingCell;
  private readonly judge: Judge;
  // The interval at hand, and the time in its middle.
  private interval = -1;
  private t = 0;
  // Scratch.
  private readonly item = emptyItem();
  private readonly rest = emptyItem();
  private readonly question: CoverQuestion = coverQuestion();
  /** Units that are apart at the first interval at hand, with the direction that shows it, and the room along each. */
  private readonly putOff = new ItemList();
  private readonly rooms: number[] = [];
  /** The answer to a question about pieces that are apart now, with no time before or after. */
  private readonly nothing: CoverAnswer = {
    status: PARTLY,
    before: 0,
    after: 0,
    room: 0,
    directions: new Float64Array(6),
  };
  /** Pairs of patches that an item is divided into: two numbers each. */
  private readonly stack: number[] = [];

  constructor(moving: MovingCell) {
    this.moving = moving;
    this.judge = new Judge(moving.cell, moving.kinematics);
  }

  /** Goes to the configuration in the middle of an interval. */
  enter({ work, timeline, stats }: LadderCheck, interval: number): void {
    const level = work.level[interval];
    this.interval = interval;
    this.t = timeline.middleOf(level, work.index[interval]);
    this.moving.enter(this.t, timeline.halfOf(level));
    stats.configurations++;
  }

  /**
   * All units on the first interval at hand, of a crowd those of members that come near; units that are `handed` to
   * another method are left out. How long those stay apart that are is asked when all have been looked at for a contact.
   */
  testAll(check: LadderCheck, handed: Uint8Array, known: KnownApart | null): void {
    this.putOff.clear();
    this.lookAtAll(check, handed, known);
    const halves = this.putOff.count > FEW;
    for (let k = 0; k < this.putOff.count && !check.stop; k++) this.goOn(check, k, halves, known);
  }

  private lookAtAll(check: LadderCheck, handed: Uint8Array, known: KnownApart | null): void {
    const { units, cover } = this.moving;
    const { work, timeline, stats } = check;
    const { item, interval } = this;
    item.patchA = 0;
    item.patchB = 0;
    const lo = timeline.timeOf(work.level[interval], work.index[interval]);
    const hi = timeline.timeOf(work.level[interval], work.index[interval] + 1);
    item.direction.fill(0);
    const count = cover.sift();
    const { sifted } = cover;
    const { easyCount, frontCount } = units;
    stats.tests += cover.siftedFrom - count;
    const before = Math.max(0, this.t - lo);
    const after = Math.max(0, hi - this.t);
    for (let k = 0; k < count; k++) {
      // Where all pairs are asked about, those that are settled are left out.
      if (!check.all) {
        k = cover.pass(k, count, before, after);
        stats.tests += cover.passed;
        if (k === count) return;
      }
      const u = sifted[k];
      item.unit = u;
      item.lo = lo;
      item.hi = hi;
      if (this.isOfBundles(u)) {
        const { status } = this.lookAt(check, item, true);
        cover.letPass(u, false);
        if (status === MEETING) this.testBehind(check, item, known, PUT_OFF);
        if (check.stop) return;
        continue;
      }
      const listed = u < frontCount;
      if (listed && (handed[u] === 1 || known?.trim(item))) continue;
      this.test(check, item, !listed || u < easyCount, true);
      if (check.stop) return;
      if (listed && !known?.mayTrim(u)) cover.letPass(u, u >= easyCount);
    }
  }

  /** What is to be seen of whole pieces, `sifted` as `test` has it; those that are apart, but not all the time, are put off. */
  private lookAt({ stats }: LadderCheck, item: Item, sifted: boolean): CoverAnswer {
    const { putOff } = this;
    stats.tests++;
    const answer = this.moving.cover.glance(this.askWhole(item), !sifted);
    if (answer.status === PARTLY) {
      copyDirection(answer.directions, 0, item);
      this.rooms[putOff.count] = answer.room;
      putOff.add(item, this.interval);
      item.direction.fill(0);
    }
    return answer;
  }

  /**
   * How long whole pieces that were put off stay apart; where bundles do not long enough, the units behind theirs. Where many were
   * put off, bodies are near each other: `halves` of the interval are looked at first, for a contact, or for what is proven cheaply.
   */
  private goOn(check: LadderCheck, k: number, halves: boolean, known: KnownApart | null): void {
    const { item, putOff, rooms } = this;
    const { units, cover } = this.moving;
    putOff.read(k, item);
    if (isSettled(check, units.pairOf[item.unit])) return;
    const question = this.askWhole(item);
    if (this.isOfBundles(item.unit)) {
      if (cover.lengthen(question, item.direction, rooms[k]).status === COVERED) return;
      item.direction.fill(0);
      this.testBehind(check, item, known, halves ? HALVED : AT_ONCE);
    } else if (halves) {
      const { nothing } = this;
      nothing.room = rooms[k];
      copyDirections(item, nothing);
      this.keep(check, item, question, nothing);
    } else this.settle(check, item, question, cover.lengthen(question, item.direction, rooms[k]));
  }

  /** Whether the pieces of a unit are bundles. */
  private isOfBundles(unit: number): boolean {
    const { frontCount, behindCount } = this.moving.units;
    return unit < frontCount && behindCount[unit] > 0;
  }

  /** The units behind the bundles of an item, of which they have the time; `when` they are asked how long they stay apart. */
  private testBehind(
    check: LadderCheck,
    item: Item,
    known: KnownApart | null,
    when: typeof PUT_OFF | typeof AT_ONCE | typeof HALVED,
  ): void {
    const { nothing } = this;
    const { behindFirst, behindCount } = this.moving.units;
    const { unit, lo, hi } = item;
    const last = behindFirst[unit] + behindCount[unit];
    for (let m = behindFirst[unit]; m < last; m++) {
      item.unit = m;
      item.lo = lo;
      item.hi = hi;
      if (known?.trim(item)) continue;
      if (when === HALVED) {
        copyDirections(item, nothing);
        this.handOver(check, item, nothing, 0);
      } else this.test(check, item, false, when === PUT_OFF);
      if (check.stop) return;
    }
  }

  /** All items of the interval at hand. */
  testItems(check: LadderCheck): void {
    const { work } = check;
    const { items } = work;
    const { item } = this;
    for (let k = work.firstItem(this.interval); k >= 0; k = items.link[k]) {
      items.read(k, item);
      this.test(check, item, false, false);
      if (check.stop) return;
    }
  }

  /**
   * The cheap tests of an item; what they leave open goes to the halves of the interval, or waits for the
   * expensive ones. `sifted`: its balls have been compared. `puts`: whole pieces that are apart, but not all the time, are put off,
   * unless few joints are between them: such pieces are near each other wherever these stand.
   */
  private test(check: LadderCheck, item: Item, sifted: boolean, puts: boolean): void {
    const { units, cover } = this.moving;
    const { unit } = item;
    if (isSettled(check, units.pairOf[unit])) return;
    if (puts && units.jointsBetween(unit) >= FEWEST_JOINTS) {
      const answer = this.lookAt(check, item, sifted);
      if (answer.status === MEETING) this.settle(check, item, this.question, answer);
      return;
    }
    check.stats.tests++;
    const question = this.ask(item);
    const whole = item.patchA === 0 && item.patchB === 0;
    question.patchA = units.pieces[units.pieceA[unit]].patches.get(item.patchA);
    question.patchB = units.pieces[units.pieceB[unit]].patches.get(item.patchB);
    if (!whole) count(check, question);
    const answer = whole ? cover.askWhole(question, !sifted) : cover.ask(question);
    this.settle(check, item, question, answer);
  }

  /** What becomes of an item that was tested. */
  private settle(
    check: LadderCheck,
    item: Item,
    question: CoverQuestion,
    answer: CoverAnswer,
  ): void {
    if (answer.status !== COVERED && isDeep(question, answer)) {
      if (item.patchA === 0 && item.patchB === 0 && answer.status === MEETING) {
        this.probe(check, item.unit);
        if (check.stop) return;
      }
      this.wait(check, item, answer);
      return;
    }
    this.keep(check, item, question, answer);
  }

  /** Puts an item off until the cheap tests of others are done. */
  private wait({ work }: LadderCheck, item: Item, { directions }: CoverAnswer): void {
    const { rest } = this;
    rest.unit = item.unit;
    rest.patchA = item.patchA;
    rest.patchB = item.patchB;
    rest.lo = item.lo;
    rest.hi = item.hi;
    copyDirection(directions, 0, rest);
    work.waiting.add(rest, this.interval);
  }

  /** The question about an item here; its patches are to be filled in. */
  private ask({ unit, lo, hi, direction }: Item): CoverQuestion {
    const { question, t } = this;
    question.unit = unit;
    question.before = Math.max(0, t - lo);
    question.after = Math.max(0, hi - t);
    question.warm[0] = direction[0];
    question.warm[1] = direction[1];
    question.warm[2] = direction[2];
    return question;
  }

  /** The same about whole pieces. */
  private askWhole(item: Item): CoverQuestion {
    const { units } = this.moving;
    const question = this.ask(item);
    question.patchA = units.pieces[units.pieceA[item.unit]].patches.whole;
    question.patchB = units.pieces[units.pieceB[item.unit]].patches.whole;
    return question;
  }

  /** Hands what is open to the halves of the interval. */
  private keep(check: LadderCheck, item: Item, question: CoverQuestion, answer: CoverAnswer): void {
    if (answer.status === COVERED) return;
    const close = this.suspects(check, question, answer) ? CLOSE : 0;
    if (!check.stop) this.handOver(check, item, answer, close);
  }

  /** Hands what an answer leaves open of an item to the halves of the interval, to those of pairs too close if `close` is CLOSE. */
  private handOver({ work }: LadderCheck, item: Item, answer: CoverAnswer, close: number): void {
    const { rest, t, interval } = this;
    const { lo, hi } = item;
    const { directions: d } = answer;
    // Rounded times: `base` has room for them, like for the rounding of configurations.
    const left = t - answer.before;
    const right = t + answer.after;
    rest.unit = item.unit;
    rest.patchA = item.patchA;
    rest.patchB = item.patchB;
    // Written so that nothing is dropped for a number that is none.
    if (!(left <= lo)) {
      rest.lo = lo;
      rest.hi = Math.min(hi, left);
      copyDirection(d, 0, rest);
      work.addItem(work.half(interval, close + LEFT), rest);
    }
    if (!(right >= hi)) {
      rest.lo = Math.max(lo, right);
      rest.hi = hi;
      copyDirection(d, 3, rest);
      work.addItem(work.half(interval, close + RIGHT), rest);
    }
  }

  /** Indivisible patches within delta of each other: is the pair a witness? */
  private suspects(check: LadderCheck, question: CoverQuestion, answer: CoverAnswer): boolean {
    if (isDivisible(question)) return false;
    const pair = this.moving.units.pairOf[question.unit];
    const surely = answer.status !== MEETING && answer.room > 8 * pair.poseError;
    if (surely && answer.room > check.delta) return false;
    // Apart here, and known to be too close: nothing worse is to be seen.
    if (surely && check.found.has(pair)) return true;
    return this.examine(check, pair);
  }

  /** Asks the judge about a pair here; whether it is at least too close. */
  private examine(check: LadderCheck, pair: Pair): boolean {
    if (isSettled(check, pair)) return true;
    const witness = this.judge.witness(pair, this.t, this.moving.q, check.delta);
    if (witness === null) return false;
    remember(check, witness);
    return true;
  }

  /** Hulls meet: do the bodies? And is one inside the other? */
  private probe(check: LadderCheck, unit: number): void {
    const { judge, t } = this;
    const { units, q } = this.moving;
    const { pieceIndex: i } = units.pieces[units.pieceA[unit]];
    const { pieceIndex: j } = units.pieces[units.pieceB[unit]];
    const pair = units.pairOf[unit];
    let found = judge.contact(pair, i, j, t, q);
    // Once is enough: while the surfaces stay apart nothing gets in or out.
    if (found === null && !check.looked.has(unit)) {
      check.looked.add(unit);
      found = judge.inside(pair, i, j, t, q);
    }
    if (found !== null) remember(check, found);
  }

  /** The expensive tests that were put off, interval by interval. */
  dig(check: LadderCheck): void {
    const { item } = this;
    const { work } = check;
    const { waiting } = work;
    if (check.looksLeft > 0) this.lookAhead(check);
    if (check.stop) return;
    let entered = -1;
    for (let k = 0; k < waiting.count; k++) {
      if (isOver(check)) {
        work.postponeWaiting(k);
        return;
      }
      if (waiting.link[k] !== entered) {
        entered = waiting.link[k];
        this.enter(check, entered);
      }
      waiting.read(k, item);
      this.digItem(check, item);
      if (check.stop) return;
    }
    waiting.clear();
  }

  /**
   * Whether whole pieces that wait are in contact at other places of their intervals: a few looks cost little beside proofs
   * that would be in vain.
   */
  private lookAhead(check: LadderCheck): void {
    const { work, stats } = check;
    const { waiting } = work;
    for (const part of AHEAD) {
      let entered = -1;
      for (let k = 0; k < waiting.count && check.looksLeft > 0; k++) {
        if (!waiting.isWhole(k)) continue;
        const t = this.placeIn(check, waiting.link[k], part);
        if (!(waiting.lo[k] <= t && t <= waiting.hi[k])) continue;
        if (waiting.link[k] !== entered) {
          entered = waiting.link[k];
          this.t = t;
          this.moving.enter(t, check.timeline.halfOf(work.level[entered]));
          stats.configurations++;
        }
        check.looksLeft--;
        stats.tests++;
        this.probe(check, waiting.unit[k]);
        if (check.stop) return;
      }
    }
  }

  /** A time in an interval: so many of its halves from the middle. */
  private placeIn({ work, timeline }: LadderCheck, interval: number, part: number): number {
    const level = work.level[interval];
    return timeline.middleOf(level, work.index[interval]) + part * timeline.halfOf(level);
  }

  /** One item, down the patches as far as it helps at this configuration. */
  private digItem(check: LadderCheck, item: Item): void {
    const { units, cover } = this.moving;
    const { stack } = this;
    const { unit } = item;
    if (isSettled(check, units.pairOf[unit])) return;
    const patchesA = units.pieces[units.pieceA[unit]].patches;
    const patchesB = units.pieces[units.pieceB[unit]].patches;
    const question = this.ask(item);
    const { before, after } = question;
    stack.length = 0;
    this.split(item, patchesA.get(item.patchA), patchesB.get(item.patchB));
    let left = MOST_PATCHES;
    while (stack.length > 0) {
      item.patchB = stack.pop()!;
      item.patchA = stack.pop()!;
      question.patchA = patchesA.get(item.patchA);
      question.patchB = patchesB.get(item.patchB);
      check.stats.tests++;
      count(check, question);
      const answer = cover.ask(question);
      if (answer.status !== COVERED) {
        cover.tryNormals(question);
        if (answer.before >= before && answer.after >= after) answer.status = COVERED;
        else if (answer.room > 0) answer.status = PARTLY;
      }
      if (answer.status !== COVERED && isDivisible(question) && left-- > 0) {
        if (isDeep(question, answer)) {
          this.split(item, question.patchA, question.patchB);
          continue;
        }
      }
      this.keep(check, item, question, answer);
      if (check.stop) return;
    }
  }

  /** Puts the larger patch's children, each with the other patch, on the stack. */
  private split(item: Item, patchA: Patch, patchB: Patch): void {
    const { stack } = this;
    const first = dividesFirst(patchA, patchB);
    const { children } = first ? patchA : patchB;
    for (let k = 0; k < children.length; k++) {
      stack.push(first ? children[k] : item.patchA, first ? item.patchB : children[k]);
    }
  }
}

/** Whether one of the patches consists of smaller ones. */
function isDivisible({ patchA, patchB }: CoverQuestion): boolean {
  return patchA.children.length > 0 || patchB.children.length > 0;
}

/** Whether to look into the patches, or to look at the halves of the interval. */
function isDeep(question: CoverQuestion, { status, before, after }: CoverAnswer): boolean {
  if (!isDivisible(question)) return false;
  if (status === MEETING) return true;
  return before + after < SHORT * (question.before + question.after);
}

function count({ stats }: LadderCheck, question: CoverQuestion): void {
  stats.nodePairs++;
  if (!isDivisible(question)) stats.trianglePairs++;
}

function copyDirection(from: Float64Array, at: number, { direction }: Item): void {
  direction[0] = from[at];
  direction[1] = from[at + 1];
  direction[2] = from[at + 2];
}

/** The direction of an item as that of an answer, both ways in time. */
function copyDirections({ direction }: Item, { directions }: CoverAnswer): void {
  directions.set(direction);
  directions.set(direction, 3);
}

/**
 * REFINED-ADAPTIVE-BISECTION [A VI]: adaptive bisection (bisection/adaptive.ts) on pairs of bounding volumes instead
 * of pairs of bodies. Parts of two bodies that are far from each other, or move little, are done with early
 * and never looked at again; only slots that come near each other are followed to short intervals.
 *
 * The paper computes the trees of volume pairs that GREEDY-DIST compares at both ends of an interval,
 * intersects them, and divides the interval for those leaves of the intersection that Lemma 1 does not
 * cover. Here no tree is stored. An entry of the queue is a pair of volumes on an interval, with what is
 * known about its distance at both ends. It is looked at in the middle, and
 *   - if the volumes are apart there, the entry is divided in two: it is a leaf of the tree in the middle,
 *     and so of both intersections;
 *   - if not, it is opened as far as GREEDY-DIST would. On a half at whose other end the volumes
 *     themselves were apart (OWN), the pair is a leaf of the intersection and stays as it is, with the
 *     smallest of its slots' distances; on the other half the slots take its place. They inherit what was known
 *     of the whole at the other end.
 * So each volume pair is compared once per configuration, and its halves need no second look at their
 * common ends. Lengths of curves are those of the slot (refinedReach.ts), and hulls come before trees, as in
 * the adaptive checker. Lemma 1 (lemma/lemma1.ts) is asked about every entry.
 *
 * Why `free` is a proof: docs/proofs/free.md, "The refined checker". Distances are lower bounds, lengths
 * upper bounds, and an entry leaves the queue only covered or replaced by entries that together have all
 * its triangles on all of its interval.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import {
  BisectingChecker,
  type FinisherOf,
  MAX_EXTRA,
  SEARCH_STEP,
} from '../bisection/bisectingChecker.ts';
import { type BisectionWork, NOTHING, PROOF } from '../bisection/work.ts';
import { BodyDistance, HULLS_WILL_DO } from '../lemma/bodyDistance.ts';
import { FAR, isCovered, MIN_WIDTH } from '../lemma/lemma1.ts';
import { CONVEX, type Unit, UnitBounds, unitsOf } from './refinedBounds.ts';
import { Descent } from './refinedDescent.ts';
import { HalfLengths } from './refinedLengths.ts';
import { Look } from './refinedLook.ts';
import { OWN_FROM, OWN_TO, PairQueue, VolumePair } from './refinedQueue.ts';
import { type SlotLengths, slotLengthsOf } from './refinedReach.ts';

export interface RefinedOptions {
  readonly bounds?: 1 | 2;
  readonly hulls?: boolean;
}

/** Where no more slots than this are open, they take the place of their pair in any case. */
const FEW_PARTS = 16;
/** Pairs whose units are remembered. */
const MOST_KNOWN = 2 ** 14;

type RefinedWork = BisectionWork<PairQueue>;

export class RefinedChecker extends BisectingChecker<PairQueue> {
  readonly method = 'refined';
  private readonly hulls: boolean;
  private readonly bounds: UnitBounds;
  private readonly query: BodyDistance;
  private readonly halves: HalfLengths;
  private readonly descent: Descent;
  private readonly pose = new Float64Array(12);
  /** Units of the pairs, made when first needed; of members of a crowd those that were near lately. */
  private readonly units = new Map<Pair, Unit[]>();
  private readonly slotLengths = new Map<number, SlotLengths[]>();
  private readonly lookAtHand = new Look();
  private work: RefinedWork | null = null;
  private readonly suspecting = () => this.suspect(this.work!);
  /** The entry at hand, and one that is being added. */
  private readonly entry = new VolumePair();
  private readonly added = new VolumePair();

  constructor(cell: Cell, finisherOf: FinisherOf, options: RefinedOptions = {}) {
    const { bounds = 2, hulls = true } = options;
    super(cell, finisherOf, bounds);
    this.hulls = hulls;
    this.bounds = new UnitBounds(this.stats);
    this.query = new BodyDistance('greedy', 0, this.stats, hulls);
    this.halves = new HalfLengths(this.lengths, this.cache, bounds === 2);
    this.descent = new Descent(this.bounds, this.halves);
  }

  protected newQueue(): PairQueue {
    return new PairQueue();
  }

  protected start(work: RefinedWork, p: number): void {
    const { queue } = work;
    const { halves, lookAtHand: look } = this;
    this.lengths.measure(work.moving.pairs[p], this.cache.at(0), 0, 0, 1);
    const lambda = this.lengths.lambdaRight;
    if (!(lambda + work.need(p) + work.blur(p) < FAR)) {
      this.giveUp(work, p);
      return;
    }
    halves.takeBodies(0, lambda);
    let g = this.openWhole(work, p, 0, 1, lambda);
    for (let t = 0; t <= 1; t++) {
      if (t === 1) halves.turnToEnd();
      this.look(work, g, t);
      queue.release(g);
      g = t === 0 ? look.right : look.left;
      // At first all of the bodies was looked at.
      if (t === 0 && !look.stopped && look.hullsApart) this.lookInside(work, look.lowest, true);
      if (look.stopped) {
        this.drop(work, g, 0, 1);
        return;
      }
      if (queue.head[g] < 0) break;
    }
    this.keep(work, g);
    // It costs as much as a whole proof, and is not needed for a motion that collides.
    if (work.looked[p] === 0) work.looks.push(p);
  }

  protected divide(work: RefinedWork): void {
    const { queue } = work;
    const g = queue.take();
    const p = queue.pair[g];
    const from = queue.from[g];
    const to = queue.to[g];
    const aim = work.aim(p);
    if (aim !== PROOF && !work.aside.has(p)) {
      const wide = work.extra[p]++ < MAX_EXTRA && this.lengths.jointLength(from, to) > SEARCH_STEP;
      if (aim === NOTHING || !wide) {
        queue.release(g);
        return;
      }
    }
    if (work.aside.has(p)) {
      this.drop(work, g, from, to);
      return;
    }
    const middle = 0.5 * (from + to);
    this.lengths.measure(work.moving.pairs[p], this.cache.at(middle), from, middle, to);
    this.halves.takeBodies(this.lengths.lambdaLeft, this.lengths.lambdaRight);
    this.look(work, g, middle);
    queue.release(g);
    const { left, right, stopped } = this.lookAtHand;
    if (stopped) {
      this.drop(work, left, from, middle);
      this.drop(work, right, middle, to);
      return;
    }
    this.keep(work, left);
    this.keep(work, right);
  }

  protected firstUncovered({ queue }: RefinedWork): number {
    return queue.firstKey;
  }

  protected reopen(work: RefinedWork, p: number, from: number, to: number): void {
    this.lengths.measure(work.moving.pairs[p], this.cache.at(from), from, from, to);
    work.queue.push(this.openWhole(work, p, from, to, this.lengths.lambdaRight));
  }

  /** A group of all units of a pair, about which nothing is known. */
  private openWhole(
    work: RefinedWork,
    p: number,
    from: number,
    to: number,
    lambda: number,
  ): number {
    const { queue } = work;
    const { added } = this;
    const g = queue.open(p, from, to);
    const count = this.unitsFor(work, p).length;
    added.slotA = added.slotB = 0;
    added.flags = OWN_FROM | OWN_TO;
    added.etaFrom = added.etaTo = 0;
    added.lambda = lambda;
    for (let u = 0; u < count; u++) {
      added.unit = u;
      queue.add(g, added, work.need(p));
    }
    return g;
  }

  /** Puts a new group on the queue, unless it is too short. */
  private keep(work: RefinedWork, g: number): void {
    const { queue } = work;
    if (queue.head[g] >= 0 && queue.to[g] - queue.from[g] <= MIN_WIDTH) {
      const p = queue.pair[g];
      if (work.aim(p) === PROOF) this.tooShort(work, p, queue.from[g], queue.to[g]);
      queue.release(g);
    } else queue.push(g);
  }

  /** Gives a group up: if its pair is set aside, another method will see to the interval. */
  private drop(work: RefinedWork, g: number, from: number, to: number): void {
    const p = work.queue.pair[g];
    if (work.aim(p) !== NOTHING && work.aside.has(p)) work.aside.leave(p, from, to);
    work.queue.release(g);
  }

  private unitsFor({ moving: { cell, pairs } }: RefinedWork, p: number): Unit[] {
    const { pair } = pairs[p];
    const known = this.units.get(pair);
    if (known) return known;
    if (this.units.size >= MOST_KNOWN) {
      this.units.clear();
      this.slotLengths.clear();
    }
    const lengthsFor = (body: number) => {
      let lengths = this.slotLengths.get(body);
      if (!lengths) {
        lengths = slotLengthsOf(cell.bodies[body]);
        this.slotLengths.set(body, lengths);
      }
      return lengths;
    };
    const units = unitsOf(pairs[p], lengthsFor(pair.a), lengthsFor(pair.b));
    this.units.set(pair, units);
    return units;
  }

  /**
   * Looks at all entries of a group at a time of its interval, for which lengths have been measured; what is not
   * covered goes to two new groups, which are not in the queue. An end of the interval has but one of them.
   */
  private look(work: RefinedWork, g: number, at: number): void {
    const { queue } = work;
    const { lookAtHand: look, entry } = this;
    const p = queue.pair[g];
    const from = queue.from[g];
    const to = queue.to[g];
    const moving = work.moving.pairs[p];
    const kin = this.cache.at(at);
    this.stats.tests++;
    this.halves.begin(moving, at);
    kin.relativePoseInto(moving.a.frame, moving.b.frame, this.pose, 0);
    this.bounds.begin(this.pose);
    const left = at > from ? queue.open(p, from, at) : -1;
    const right = at < to ? queue.open(p, at, to) : -1;
    look.begin(p, at, left, right);
    this.work = work;
    this.aimAt(work);
    const units = this.unitsFor(work, p);
    for (let e = queue.head[g]; e >= 0 && !look.stopped; e = queue.next[e]) {
      queue.readInto(e, entry);
      this.visit(work, units[entry.unit]);
    }
    if (look.short && !look.stopped && work.aim(p) === PROOF) this.tooShort(work, p, from, to);
  }

  private aimAt(work: RefinedWork): void {
    const { lookAtHand: look } = this;
    look.need = work.need(look.p);
    look.near = look.need + work.blur(look.p);
  }

  /** The entry at hand, at the time at hand. */
  private visit(work: RefinedWork, unit: Unit): void {
    const { halves, descent, lookAtHand: look } = this;
    const { slotA, slotB, flags, lambda } = this.entry;
    look.etaFrom = this.entry.etaFrom;
    look.etaTo = this.entry.etaTo;
    const whole = slotA === 0 && slotB === 0;
    const byHulls = whole && (this.hulls || unit.kind === CONVEX);
    if (!byHulls) look.hullsApart = false;
    halves.measure(unit, slotA, slotB, lambda, lambda);
    const lengthLeft = halves.left;
    const lengthRight = halves.right;
    const enough = look.enough(lengthLeft, lengthRight);
    const known = Math.max(look.etaFrom - lengthLeft, look.etaTo - lengthRight);
    if (known >= enough) {
      look.lowest = Math.min(look.lowest, known);
      return;
    }
    // At the beginning, half of it will do, if the end has the other half.
    const asked = look.t === 0 ? 0.5 * (enough + look.need) : enough;
    const bound = byHulls
      ? this.bounds.whole(unit, asked)
      : this.bounds.volumes(unit, slotA, slotB, asked);
    if (bound >= enough) {
      if (bound < look.lowest) look.lowest = bound;
      return;
    }
    const apart = bound > look.near && !(byHulls && bound < HULLS_WILL_DO * asked);
    if (byHulls && !(bound > 0)) look.hullsApart = false;
    let eta = Math.max(bound, known, 0);
    descent.count = 0;
    if (!apart) {
      if (unit.kind === CONVEX) {
        if (!(bound > look.near)) eta = Math.max(eta, this.suspect(work));
      } else {
        descent.begin(slotA, slotB, lengthLeft, lengthRight);
        eta = Math.max(eta, descent.run(unit, look, this.suspecting));
      }
      if (look.stopped) return;
    }
    if (eta < look.lowest) look.lowest = eta;
    const own = bound > look.near;
    const opened = !apart && unit.kind !== CONVEX;
    const many = descent.count > FEW_PARTS;
    const { added } = this;
    added.unit = this.entry.unit;
    if (look.left >= 0) {
      if (!opened || (many && (flags & OWN_FROM) !== 0)) {
        added.flags = (flags & OWN_FROM) | (own ? OWN_TO : 0);
        this.add(work, true, slotA, slotB, eta, lengthLeft);
      } else this.addParts(work, true);
    }
    if (look.right >= 0) {
      if (!opened || (many && (flags & OWN_TO) !== 0)) {
        added.flags = (flags & OWN_TO) | (own ? OWN_FROM : 0);
        this.add(work, false, slotA, slotB, eta, lengthRight);
      } else this.addParts(work, false);
    }
  }

  /** What the last descent has left open, in place of the entry that it began with. */
  private addParts(work: RefinedWork, isLeft: boolean): void {
    const { slots, numbers, count } = this.descent;
    this.added.flags = isLeft ? OWN_TO : OWN_FROM;
    for (let k = 0; k < count; k++) {
      const lambda = numbers[3 * k + (isLeft ? 1 : 2)];
      this.add(work, isLeft, slots[2 * k], slots[2 * k + 1], numbers[3 * k], lambda);
    }
  }

  /** Adds two volumes to the left or the right half, unless they are covered there; `added` has the rest. */
  private add(
    work: RefinedWork,
    isLeft: boolean,
    slotA: number,
    slotB: number,
    eta: number,
    lambda: number,
  ): void {
    const { lookAtHand: look, added } = this;
    const { need, p } = look;
    const far = Math.max(isLeft ? look.etaFrom : look.etaTo, eta - lambda);
    const here = Math.max(eta, far - lambda);
    if (isCovered(far, here, lambda, need)) return;
    if (work.aim(p) !== PROOF && lambda <= work.blur(p)) return;
    if (lambda === 0) {
      look.short = true;
      return;
    }
    added.slotA = slotA;
    added.slotB = slotB;
    added.etaFrom = isLeft ? far : here;
    added.etaTo = isLeft ? here : far;
    added.lambda = lambda;
    work.queue.add(isLeft ? look.left : look.right, added, need);
  }

  /** Something is too near: what does the judge say? Returns a lower bound for the whole pair. */
  private suspect(work: RefinedWork): number {
    const { lookAtHand: look } = this;
    const { p, t } = look;
    if (look.judged) return look.floor;
    look.judged = true;
    const { pair, a, b } = work.moving.pairs[p];
    const witness = this.judge.witness(pair, t, this.cache.at(t).q, work.within(p));
    if (witness === null) return 0;
    work.find(p, witness);
    look.stopped = work.aside.has(p) || work.aim(p) === NOTHING;
    // What is wanted may be less now.
    this.aimAt(work);
    const { lower } = witness.finding;
    // The finding's bound is what remains of the distance without padding and errors of poses.
    if (lower > 0) look.floor = lower + a.padding + b.padding;
    return look.floor;
  }

  /** Surfaces apart: one look tells whether one body lies inside the other. */
  private lookInside(work: RefinedWork, lowest: number, hullsApart: boolean): void {
    const { lookAtHand: look } = this;
    const { p, t } = look;
    const { pair, contact } = work.moving.pairs[p];
    if (!(lowest > contact + work.errors[p])) return;
    work.looked[p] = 1;
    if (hullsApart || look.judged) return;
    look.judged = true;
    const witness = this.judge.witness(pair, t, this.cache.at(t).q, work.within(p));
    if (witness === null) return;
    work.find(p, witness);
    look.stopped = work.aside.has(p) || work.aim(p) === NOTHING;
    this.aimAt(work);
  }

  /** At an end of the segment or in its middle, wherever surfaces are seen to be apart. */
  protected override lookLater(work: RefinedWork, p: number): void {
    const { a, b } = work.moving.pairs[p];
    const { lookAtHand: look } = this;
    look.p = p;
    for (let t = 0; t <= 1 && work.looked[p] === 0; t += 0.5) {
      if (work.aside.has(p) || work.aim(p) === NOTHING) return;
      look.t = t;
      look.judged = false;
      this.aimAt(work);
      this.stats.tests++;
      this.cache.at(t).relativePoseInto(a.frame, b.frame, this.pose, 0);
      this.query.ask(a, b, this.pose, look.near, look.near);
      this.lookInside(work, this.query.lower, this.query.hullsApart);
      // Too close: then all of the motion is for the other method, which looks for itself.
      if (work.aside.has(p)) work.aside.leave(p, 0, 1);
    }
  }
}

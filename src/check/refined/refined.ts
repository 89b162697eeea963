/**
 * REFINED-ADAPTIVE-BISECTION [A VI]: adaptive bisection (adaptive.ts) on pairs of bounding volumes instead
 * of pairs of bodies. Parts of two bodies that are far from each other, or move little, are done with early
 * and never looked at again; only parts that come near each other are followed to short intervals.
 *
 * The paper computes the trees of volume pairs that GREEDY-DIST compares at both ends of an interval,
 * intersects them, and divides the interval for those leaves of the intersection that Lemma 1 does not
 * cover. Here no tree is stored. An entry of the queue is a pair of volumes on an interval, with what is
 * known about its distance at both ends. It is looked at in the middle, and
 *   - if the volumes are apart there, the entry is divided in two: it is a leaf of the tree in the middle,
 *     and so of both intersections;
 *   - if not, it is opened as far as GREEDY-DIST would. On a half at whose other end the volumes
 *     themselves were apart (OWN), the pair is a leaf of the intersection and stays as it is, with the
 *     smallest of its parts' distances; on the other half the parts take its place. They inherit what was known
 *     of the whole at the other end.
 * So each volume pair is compared once per configuration, and its halves need no second look at their
 * common ends. Lengths of curves are those of the part (refinedReach.ts), and hulls come before trees, as in
 * the adaptive checker.
 *
 * Why `free` is a proof: docs/proofs/free.md, "The refined checker". Distances are lower bounds, lengths
 * upper bounds, and an entry leaves the queue only covered or replaced by entries that together have all
 * its triangles on all of its interval.
 */
import type { Cell } from '../../cell/index.ts';
import { BodyDistance, FAR, HULLS_WILL_DO } from '../bisection/adaptiveDistance.ts';
import type { PairPlan, Plan } from '../bisection/adaptivePlan.ts';
import { type BisectionWork, NOTHING, PROOF } from '../bisection/adaptiveWork.ts';
import { Bisection, MAX_EXTRA, MIN_WIDTH, SEARCH_STEP, SUMS } from '../bisection/bisection.ts';
import { CONVEX, isLeaf, type Unit, UnitBounds, unitsOf } from './refinedBounds.ts';
import { ETA_FROM, ETA_TO, LAMBDA, NUMBERS, OWN_FROM, OWN_TO, PairQueue } from './refinedQueue.ts';
import { PairLengths, type SlotLengths, slotLengthsOf } from './refinedReach.ts';

export interface RefinedOptions {
  readonly bounds?: 1 | 2;
  readonly hulls?: boolean;
}

/** Where no more parts than this are open, they take the place of their pair in any case. */
const FEW_PARTS = 16;

type RefinedWork = BisectionWork<PairQueue>;

export class RefinedChecker extends Bisection<PairQueue> {
  readonly method = 'refined';
  private readonly hulls: boolean;
  private readonly local: boolean;
  private readonly bounds: UnitBounds;
  private readonly query: BodyDistance;
  private readonly parts = new PairLengths();
  private readonly pose = new Float64Array(12);
  /** Units of the pairs of a plan, made when first needed. */
  private unitsPlan: Plan | null = null;
  private readonly units: Unit[][] = [];
  private readonly slotLengths = new Map<number, SlotLengths[]>();

  // The descent: volumes to be opened with their lengths, and what it ends at, with distances.
  private stackSlots = new Int32Array(2 * 256);
  private stackLengths = new Float64Array(2 * 256);
  private depth = 0;
  private openSlots = new Int32Array(2 * 256);
  private openNumbers = new Float64Array(3 * 256);
  private openCount = 0;
  private readonly order = new Int32Array(8);
  private readonly lengthsOf = new Float64Array(16);

  // The look at hand.
  private pairPlan: PairPlan | null = null;
  private begun = false;
  private p = 0;
  private t = 0;
  private need = 0;
  private near = 0;
  private left = -1;
  private right = -1;
  private bodyLeft = 0;
  private bodyRight = 0;
  private etaFrom = 0;
  private etaTo = 0;
  /** Smallest distance met, and whether hulls alone showed all of it. */
  private lowest = 0;
  private hullsApart = true;
  /** The judge has seen this pair here, and what it said holds for all of it. */
  private judged = false;
  private floor = 0;
  private stopped = false;
  private short = false;

  constructor(cell: Cell, options: RefinedOptions = {}) {
    const { bounds = 2, hulls = true } = options;
    super(cell, bounds);
    this.hulls = hulls;
    this.local = bounds === 2;
    this.bounds = new UnitBounds(this.stats);
    this.query = new BodyDistance('greedy', 0, this.stats, hulls);
  }

  protected newQueue(): PairQueue {
    return new PairQueue();
  }

  protected start(work: RefinedWork, p: number): void {
    const { queue } = work;
    this.lengths.measure(work.plan.pairs[p], this.cache.at(0), 0, 0, 1);
    if (!(this.lengths.lambdaRight + work.need(p) + work.blur(p) < FAR)) {
      this.giveUp(work, p);
      return;
    }
    this.bodyLeft = 0;
    this.bodyRight = this.lengths.lambdaRight;
    let g = this.openWhole(work, p, 0, 1, this.bodyRight);
    for (let t = 0; t <= 1; t++) {
      if (t === 1) this.endLengths();
      this.look(work, g, t);
      queue.release(g);
      g = t === 0 ? this.right : this.left;
      // At first all of the bodies was looked at.
      if (t === 0 && !this.stopped && this.hullsApart) this.lookInside(work, this.lowest, true);
      if (this.stopped) {
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
    if (aim !== PROOF && !work.isAside(p)) {
      const wide = work.extra[p]++ < MAX_EXTRA && this.lengths.jointLength(from, to) > SEARCH_STEP;
      if (aim === NOTHING || !wide) {
        queue.release(g);
        return;
      }
    }
    if (work.isAside(p)) {
      this.drop(work, g, from, to);
      return;
    }
    const middle = 0.5 * (from + to);
    this.lengths.measure(work.plan.pairs[p], this.cache.at(middle), from, middle, to);
    this.bodyLeft = this.lengths.lambdaLeft;
    this.bodyRight = this.lengths.lambdaRight;
    this.look(work, g, middle);
    queue.release(g);
    if (this.stopped) {
      this.drop(work, this.left, from, middle);
      this.drop(work, this.right, middle, to);
      return;
    }
    this.keep(work, this.left);
    this.keep(work, this.right);
  }

  protected reopen(work: RefinedWork, p: number, from: number, to: number): void {
    this.lengths.measure(work.plan.pairs[p], this.cache.at(from), from, from, to);
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
    const g = queue.open(p, from, to);
    const count = this.unitsFor(work.plan, p).length;
    for (let u = 0; u < count; u++) {
      queue.add(g, u, 0, 0, OWN_FROM | OWN_TO, 0, 0, lambda, work.need(p));
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
    if (work.aim(p) !== NOTHING && work.isAside(p)) work.leave(p, from, to);
    work.queue.release(g);
  }

  private unitsFor(plan: Plan, p: number): Unit[] {
    if (this.unitsPlan !== plan) {
      this.unitsPlan = plan;
      this.units.length = 0;
      this.slotLengths.clear();
    }
    const known = this.units[p];
    if (known) return known;
    const pair = plan.pairs[p];
    const lengthsFor = (body: number) => {
      let lengths = this.slotLengths.get(body);
      if (!lengths) {
        lengths = slotLengthsOf(plan.cell.bodies[body]);
        this.slotLengths.set(body, lengths);
      }
      return lengths;
    };
    const units = unitsOf(pair, lengthsFor(pair.pair.a), lengthsFor(pair.pair.b));
    this.units[p] = units;
    return units;
  }

  /** At the end of the segment: what was to come lies behind. */
  private endLengths(): void {
    this.bodyLeft = this.bodyRight;
    this.bodyRight = 0;
    this.lengths.left.set(this.lengths.right);
    this.lengths.right.fill(0);
  }

  /**
   * Looks at all entries of a group at a time of its interval, for which lengths have been measured; what is not covered goes to the groups
   * `left` and `right`, which are new and not in the queue. An end of the interval has but one of them.
   * `stopped` if the pair has come too close, and this is not the place to go on with it.
   */
  private look(work: RefinedWork, g: number, at: number): void {
    const { queue } = work;
    const p = queue.pair[g];
    const from = queue.from[g];
    const to = queue.to[g];
    const plan = work.plan.pairs[p];
    const kin = this.cache.at(at);
    const { bounds } = this;
    this.stats.tests++;
    this.begun = false;
    kin.relativePoseInto(plan.a.frame, plan.b.frame, this.pose, 0);
    bounds.begin(this.pose);
    this.pairPlan = plan;
    this.p = p;
    this.t = at;
    this.left = at > from ? queue.open(p, from, at) : -1;
    this.right = at < to ? queue.open(p, at, to) : -1;
    this.lowest = Number.POSITIVE_INFINITY;
    this.hullsApart = true;
    this.judged = false;
    this.floor = 0;
    this.stopped = false;
    this.short = false;
    this.aimAt(work);
    const units = this.unitsFor(work.plan, p);
    for (let e = queue.head[g]; e >= 0 && !this.stopped; e = queue.next[e]) {
      const o = NUMBERS * e;
      const lambda = queue.numbers[o + LAMBDA];
      this.etaFrom = queue.numbers[o + ETA_FROM];
      this.etaTo = queue.numbers[o + ETA_TO];
      const u = queue.unit[e];
      this.visit(work, units[u], u, queue.slotA[e], queue.slotB[e], queue.flags[e], lambda);
    }
    if (this.short && !this.stopped && work.aim(p) === PROOF) this.tooShort(work, p, from, to);
  }

  /** Most looks end at whole bodies: lengths of parts are prepared when first asked for. */
  private beginParts(): void {
    this.begun = true;
    const { left, right, error } = this.lengths;
    this.parts.begin(this.pairPlan!, this.cache.at(this.t), left, right, error);
  }

  private aimAt(work: RefinedWork): void {
    this.need = work.need(this.p);
    this.near = this.need + work.blur(this.p);
  }

  /** One entry, at the time at hand. */
  private visit(
    work: RefinedWork,
    unit: Unit,
    u: number,
    slotA: number,
    slotB: number,
    flags: number,
    lambda: number,
  ): void {
    const whole = slotA === 0 && slotB === 0;
    const byHulls = whole && (this.hulls || unit.kind === CONVEX);
    if (!byHulls) this.hullsApart = false;
    this.measure(unit, slotA, slotB, lambda, lambda);
    const lengthLeft = this.lengthsOf[0];
    const lengthRight = this.lengthsOf[1];
    const enough = this.enough(lengthLeft, lengthRight);
    const known = Math.max(this.etaFrom - lengthLeft, this.etaTo - lengthRight);
    if (known >= enough) {
      this.lowest = Math.min(this.lowest, known);
      return;
    }
    // At the beginning, half of it will do, if the end has the other half.
    const asked = this.t === 0 ? 0.5 * (enough + this.need) : enough;
    const bound = byHulls
      ? this.bounds.whole(unit, asked)
      : this.bounds.volumes(unit, slotA, slotB, asked);
    if (bound >= enough) {
      if (bound < this.lowest) this.lowest = bound;
      return;
    }
    const apart = bound > this.near && !(byHulls && bound < HULLS_WILL_DO * asked);
    if (byHulls && !(bound > 0)) this.hullsApart = false;
    let eta = Math.max(bound, known, 0);
    this.openCount = 0;
    if (!apart) {
      if (unit.kind === CONVEX) {
        if (!(bound > this.near)) eta = Math.max(eta, this.suspect(work));
      } else eta = Math.max(eta, this.openUp(work, unit, slotA, slotB, lengthLeft, lengthRight));
      if (this.stopped) return;
    }
    if (eta < this.lowest) this.lowest = eta;
    const own = bound > this.near;
    const opened = !apart && unit.kind !== CONVEX;
    const fromFlags = (flags & OWN_FROM) | (own ? OWN_TO : 0);
    const toFlags = (flags & OWN_TO) | (own ? OWN_FROM : 0);
    const many = this.openCount > FEW_PARTS;
    if (this.left >= 0) {
      if (!opened || (many && (flags & OWN_FROM) !== 0)) {
        this.add(work, true, u, slotA, slotB, fromFlags, eta, lengthLeft);
      } else this.addParts(work, true, u);
    }
    if (this.right >= 0) {
      if (!opened || (many && (flags & OWN_TO) !== 0)) {
        this.add(work, false, u, slotA, slotB, toFlags, eta, lengthRight);
      } else this.addParts(work, false, u);
    }
  }

  /** What the last descent has left open, in place of the entry that it began with. */
  private addParts(work: RefinedWork, isLeft: boolean, u: number): void {
    const { openSlots, openNumbers } = this;
    for (let k = 0; k < this.openCount; k++) {
      const lambda = openNumbers[3 * k + (isLeft ? 1 : 2)];
      const eta = openNumbers[3 * k];
      const flags = isLeft ? OWN_TO : OWN_FROM;
      this.add(work, isLeft, u, openSlots[2 * k], openSlots[2 * k + 1], flags, eta, lambda);
    }
  }

  /** Adds an entry to the left or the right half, unless it is covered there. */
  private add(
    work: RefinedWork,
    isLeft: boolean,
    u: number,
    slotA: number,
    slotB: number,
    flags: number,
    eta: number,
    lambda: number,
  ): void {
    const far = Math.max(isLeft ? this.etaFrom : this.etaTo, eta - lambda);
    const here = Math.max(eta, far - lambda);
    const { need, p } = this;
    const surely = lambda + SUMS * (lambda + far + here + 2 * need);
    // Both ends together, or one of them alone.
    if (far - need + (here - need) > surely) return;
    if (Math.max(far, here) - need > surely) return;
    if (work.aim(p) !== PROOF && lambda <= work.blur(p)) return;
    if (lambda === 0) {
      this.short = true;
      return;
    }
    const g = isLeft ? this.left : this.right;
    const etaFrom = isLeft ? far : here;
    const etaTo = isLeft ? here : far;
    work.queue.add(g, u, slotA, slotB, flags, etaFrom, etaTo, lambda, need);
  }

  /** A distance that covers both halves, where the ends are apart by `etaFrom` and `etaTo`. */
  private enough(left: number, right: number): number {
    const { etaFrom, etaTo, need } = this;
    const first = left + need - Math.max(0, etaFrom - need);
    const second = right + need - Math.max(0, etaTo - need);
    const sums = 4 * SUMS * (left + right + etaFrom + etaTo + 4 * need);
    return Math.max(first, second, need) + sums + Number.MIN_VALUE;
  }

  /** lengthsOf[0], [1] = lengths of two volumes in both halves; `left` and `right` are known. */
  private measure(unit: Unit, slotA: number, slotB: number, left: number, right: number): void {
    const { lengthsOf, parts } = this;
    let first = Math.min(left, this.bodyLeft);
    let second = Math.min(right, this.bodyRight);
    if (this.local && (slotA !== 0 || slotB !== 0)) {
      if (!this.begun) this.beginParts();
      parts.measure(unit.lengthsA, slotA, unit.lengthsB, slotB);
      if (parts.left < first) first = parts.left;
      if (parts.right < second) second = parts.right;
    }
    lengthsOf[0] = first;
    lengthsOf[1] = second;
  }

  /**
   * Opens two volumes as far as GREEDY-DIST would. Returns a lower bound of the distance of what is
   * below them; parts that it does not cover are listed.
   */
  private openUp(
    work: RefinedWork,
    unit: Unit,
    slotA: number,
    slotB: number,
    left: number,
    right: number,
  ): number {
    const { bounds, lengthsOf, order } = this;
    const { treeA, treeB } = unit;
    const children = bounds.bounds;
    let lowest = Number.POSITIVE_INFINITY;
    this.depth = 0;
    this.push(slotA, slotB, left, right);
    while (this.depth > 0) {
      const top = --this.depth;
      const a = this.stackSlots[2 * top];
      const b = this.stackSlots[2 * top + 1];
      const lengthLeft = this.stackLengths[2 * top];
      const lengthRight = this.stackLengths[2 * top + 1];
      const enough = this.enough(lengthLeft, lengthRight);
      if (isLeaf(treeA, a) && isLeaf(treeB, b)) {
        let eta = bounds.triangles(unit, a, b, this.near, enough);
        if (eta < 0) {
          eta = this.suspect(work);
          if (this.stopped) return 0;
          eta = Math.max(eta, bounds.triangles(unit, a, b, 0, enough), 0);
        }
        if (eta < lowest) lowest = eta;
        if (eta < enough) this.list(a, b, eta, lengthLeft, lengthRight);
        continue;
      }
      const count = bounds.children(unit, a, b, enough);
      const openA = bounds.openedA;
      const first = bounds.firstChild;
      let kept = 0;
      for (let i = 0; i < count; i++) {
        const bound = children[i];
        if (bound >= enough) {
          if (bound < lowest) lowest = bound;
          continue;
        }
        const i1 = openA ? first + i : a;
        const i2 = openA ? b : first + i;
        this.measure(unit, i1, i2, lengthLeft, lengthRight);
        const own = this.enough(lengthsOf[0], lengthsOf[1]);
        if (bound >= own || bound > this.near) {
          if (bound < lowest) lowest = bound;
          if (bound < own) this.list(i1, i2, bound, lengthsOf[0], lengthsOf[1]);
          continue;
        }
        // Kept by descending bound: the nearest ends on top of the stack.
        let j = kept++;
        while (j > 0 && children[order[j - 1]] < bound) {
          order[j] = order[j - 1];
          j--;
        }
        order[j] = i;
        lengthsOf[2 + 2 * i] = lengthsOf[0];
        lengthsOf[3 + 2 * i] = lengthsOf[1];
      }
      for (let k = 0; k < kept; k++) {
        const i = order[k];
        const child = first + i;
        this.push(openA ? child : a, openA ? b : child, lengthsOf[2 + 2 * i], lengthsOf[3 + 2 * i]);
      }
    }
    return lowest;
  }

  private push(a: number, b: number, left: number, right: number): void {
    const at = 2 * this.depth++;
    if (at === this.stackSlots.length) {
      this.stackSlots = twice(this.stackSlots);
      this.stackLengths = twice(this.stackLengths);
    }
    this.stackSlots[at] = a;
    this.stackSlots[at + 1] = b;
    this.stackLengths[at] = left;
    this.stackLengths[at + 1] = right;
  }

  /** Notes a part that is not covered. */
  private list(a: number, b: number, eta: number, left: number, right: number): void {
    const k = this.openCount++;
    if (2 * k === this.openSlots.length) {
      this.openSlots = twice(this.openSlots);
      this.openNumbers = twice(this.openNumbers);
    }
    this.openSlots[2 * k] = a;
    this.openSlots[2 * k + 1] = b;
    this.openNumbers[3 * k] = eta;
    this.openNumbers[3 * k + 1] = left;
    this.openNumbers[3 * k + 2] = right;
  }

  /** Something is too near: what does the judge say? Returns a lower bound for the whole pair. */
  private suspect(work: RefinedWork): number {
    const { p } = this;
    if (this.judged) return this.floor;
    this.judged = true;
    const { pair, a, b } = work.plan.pairs[p];
    const q = this.cache.at(this.t).q;
    const witness = this.judge.witness(pair, this.t, q, work.blur(p));
    if (witness === null) return 0;
    work.find(p, witness);
    this.stopped = work.isAside(p) || work.aim(p) === NOTHING;
    // What is wanted may be less now.
    this.aimAt(work);
    const { lower } = witness.finding;
    // The finding's bound is what remains of the distance without padding and errors of poses.
    if (lower > 0) this.floor = lower + a.padding + b.padding;
    return this.floor;
  }

  /** Surfaces apart: one look tells whether one body lies inside the other. */
  private lookInside(work: RefinedWork, lowest: number, hullsApart: boolean): void {
    const { p } = this;
    const { pair, contact } = work.plan.pairs[p];
    if (!(lowest > contact + work.errors[p])) return;
    work.looked[p] = 1;
    if (hullsApart || this.judged) return;
    this.judged = true;
    const q = this.cache.at(this.t).q;
    const witness = this.judge.witness(pair, this.t, q, work.blur(p));
    if (witness === null) return;
    work.find(p, witness);
    this.stopped = work.isAside(p) || work.aim(p) === NOTHING;
    this.aimAt(work);
  }

  /** At an end of the segment or in its middle, wherever surfaces are seen to be apart. */
  protected override lookLater(work: RefinedWork, p: number): void {
    const { a, b } = work.plan.pairs[p];
    this.p = p;
    for (let t = 0; t <= 1 && work.looked[p] === 0; t += 0.5) {
      if (work.isAside(p) || work.aim(p) === NOTHING) return;
      this.t = t;
      this.judged = false;
      this.aimAt(work);
      this.stats.tests++;
      this.cache.at(t).relativePoseInto(a.frame, b.frame, this.pose, 0);
      this.query.ask(a, b, this.pose, 0, this.near, this.near);
      this.lookInside(work, this.query.lower, this.query.hullsApart);
      // Too close: then all of the motion is for the other method, which looks for itself.
      if (work.isAside(p)) work.leave(p, 0, 1);
    }
  }
}

function twice<T extends Int32Array | Float64Array>(old: T): T {
  const more = new (old.constructor as new (n: number) => T)(2 * old.length);
  more.set(old);
  return more;
}

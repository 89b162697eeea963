/**
 * Questions about one configuration of a cell: does anything collide, which pair is closest and how
 * far apart, which pairs are within a distance, are the joints within their limits. Poses are
 * computed once per configuration and shared by all pairs [A9].
 *
 * A free verdict is proven for the configuration's true poses: the error of the computed ones is
 * part of what the bodies must be apart.
 */
import { grown } from '../arrays/index.ts';
import { kernelFloats } from '../kernel/index.ts';
import { Kinematics } from '../kinematics/index.ts';
import { APART, COLLIDING } from '../proximity/index.ts';
import { type Cell, coversConfiguration, mostKept } from './cell.ts';
import { PairBalls } from './pairBalls.ts';
import { type PairFinding, PairProbe } from './pairProbe.ts';
import { ALL, CONTACT_FIRST, HULLS_ONLY, PairQuery } from './pairQuery.ts';
import type { Pair } from './pairs.ts';
import { askAbout, requireCoveredAt } from './question.ts';

export interface LimitViolation {
  readonly dof: string;
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

export interface StaticResult {
  readonly colliding: boolean;
  /** Nothing collides, but this pair is closer than its clearance, or than rounding can tell. */
  readonly tooClose: PairFinding | null;
  /** The colliding pair, or the closest one. Null if no pair is tested. */
  readonly closest: PairFinding | null;
}

/**
 * Checks single configurations of a cell: what collides, which pair is closest. Those that its box does not cover are
 * refused. Holds the scratch for it.
 */
export class StaticChecker {
  readonly cell: Cell;
  readonly kinematics: Kinematics;
  private readonly query = new PairQuery();
  private readonly probe: PairProbe;
  private readonly pose = new Float64Array(12);
  /** All pairs that are looked at: the tested ones that are listed, and those of a crowd that came near. */
  private readonly balls: PairBalls;
  /** The pairs at hand. */
  private chosen = new Int32Array(64);
  private chosenCount = 0;
  /** Per pair: a lower bound, and what it comes from. */
  private bounds = new Float64Array(64);
  private stages = new Uint8Array(64);
  /** Whether a question takes what pairs ask for into account, and what it asks for beyond. */
  private asked = false;
  private beyond = 0;
  private open = new Int32Array(64);
  /** Per pair: whether it collided when its hulls last met; the next time a contact is looked for before a proof. */
  private touched = new Uint8Array(64);
  /** What was said of the pair that was settled last. */
  private settled = APART;
  /** The pair that collided last: the first to be tried next time. */
  private suspect = 0;
  /** The listed pairs, those that collided last first, and how many of them ever did. */
  private readonly order: Int32Array;
  private collided = 0;

  constructor(cell: Cell) {
    this.cell = cell;
    this.kinematics = new Kinematics(cell.tree, kernelFloats);
    this.probe = new PairProbe(cell, this.kinematics, this.query);
    this.balls = new PairBalls(cell, this.kinematics);
    this.order = this.balls.order;
    this.forget();
  }

  /** Begins as if nothing had been asked: of several pairs that collide, the same one is found. */
  forget(): void {
    this.suspect = 0;
    this.collided = 0;
    this.touched.fill(0);
    for (let i = 0; i < this.order.length; i++) this.order[i] = i;
  }

  /** This one where the box covers q; else one for the question about q. For who is asked about one after another. */
  for(q: Float64Array): StaticChecker {
    if (coversConfiguration(this.cell, q)) return this;
    return new StaticChecker(askAbout(this.cell, [q]).cell);
  }

  /**
   * The number of a pair that collides, or is too close to tell, at q[o]; -1 if all are proven apart. Those of
   * `cell.tested` have the numbers that they have there; `pairOf` knows all. Pairs that collided before
   * come first, the last one before all others, for what collides once often does so again. Of the others the hulls of
   * all come before the meshes of any: most pairs are settled by their hulls, and where something collides it is often
   * found before an expensive proof is spent on another.
   */
  firstCollision(q: Float64Array, o = 0): number {
    this.begin(q, o);
    const { balls, suspect } = this;
    const suspected = suspect < balls.count && !balls.isApart(suspect, this.askedOf(suspect));
    if (suspected && this.settle(suspect, false) !== APART) return this.found(suspect);
    balls.findNear(this.beyond, this.asked);
    let count = 0;
    const listed = this.order.length;
    const all = listed + balls.nearCount;
    this.chosenCount = all;
    const sifted = balls.sift(this.asked, this.beyond);
    for (
      let k = this.nextLeft(0, 0, sifted), n = 1;
      k < all;
      k = this.nextLeft(k + 1, n++, sifted)
    ) {
      const i = k < listed ? this.order[k] : balls.near[k - listed];
      if (i === suspect) continue;
      const status = this.settle(i, k >= this.collided);
      if (status === APART) continue;
      if (status === COLLIDING) return this.found(i);
      this.open = grown(this.open, count + 1);
      this.open[count++] = i;
    }
    for (let k = 0; k < count; k++) {
      if (this.settle(this.open[k], false) !== APART) return this.found(this.open[k]);
    }
    return -1;
  }

  /**
   * Of the listed pairs in their order and those that are near behind them the next one from place k on that is not proven apart
   * by balls and boxes; n of them came before. If `sifted` is not negative, so many of the listed ones are known to be left.
   */
  private nextLeft(k: number, n: number, sifted: number): number {
    const { balls, order } = this;
    const listed = order.length;
    if (sifted > n) return balls.left[n];
    let next = sifted < 0 ? k : Math.max(k, listed);
    while (next < listed && balls.isApart(order[next], this.askedOf(order[next]))) next++;
    if (next < listed) return next;
    const { near, nearCount } = balls;
    let at = next - listed;
    while (at < nearCount && balls.isApart(near[at], this.askedOf(near[at]))) at++;
    return listed + at;
  }

  /** Puts a pair that collides before all others. */
  private found(number: number): number {
    const { order } = this;
    this.suspect = number;
    this.touched = grown(this.touched, number + 1);
    this.touched[number] = 1;
    const at = order.indexOf(number);
    if (at >= this.collided) this.collided++;
    if (at > 0) {
      order.copyWithin(1, 0, at);
      order[0] = number;
    }
    return number;
  }

  /** The pair that has a number, as `firstCollision` gives it. */
  pairOf(number: number): Pair {
    return this.balls.pairs[number];
  }

  /** How many pairs the last question was about: those that are listed, and those of members that were near. */
  get looked(): number {
    return Math.max(this.cell.tested.length, this.chosenCount);
  }

  /**
   * Whether all tested pairs are proven to keep their clearance at q[o], and what joints may stray; and
   * more than that by `beyond` metres.
   */
  keepsClearance(q: Float64Array, o = 0, beyond = 0): boolean {
    this.asked = true;
    this.beyond = beyond;
    try {
      return this.firstCollision(q, o) < 0;
    } finally {
      this.asked = false;
      this.beyond = 0;
    }
  }

  /** Whether a pair is seen to collide at q[o]: more than that it is not proven apart. */
  collides(q: Float64Array, o = 0): boolean {
    // Whatever is not proven apart was settled last.
    return this.firstCollision(q, o) >= 0 && this.settled === COLLIDING;
  }

  /**
   * The closest tested pair, or one that collides. Pairs are looked at in the order of their lower
   * bounds, which come from balls first and from hulls when a pair's turn has come. Of a crowd more and more are
   * looked at, until all others are farther away than the closest.
   */
  check(q: Float64Array, o = 0): StaticResult {
    const hit = this.firstCollision(q, o);
    const { balls } = this;
    const { pairs } = balls;
    if (hit >= 0) {
      const found = this.probe.measure(pairs[hit], Number.POSITIVE_INFINITY);
      if (found.colliding) return { colliding: true, tooClose: null, closest: found };
    }
    // All that may be closer than they should, then more.
    balls.findNear(0, true);
    let searched = 0;
    this.choose();
    this.stages.fill(UNSEEN);
    this.bound();
    let best: PairFinding | null = null;
    let tooClose: PairFinding | null = null;
    for (;;) {
      const nearest = best === null ? Number.POSITIVE_INFINITY : best.distance;
      const next = this.nextOpen(nearest);
      if (next < 0) {
        if (searched >= nearest) return { colliding: false, tooClose, closest: best };
        searched = balls.widen(searched, nearest);
        this.chooseMore();
        continue;
      }
      const pair = pairs[next];
      if (this.stages[next] === BALLS) {
        this.stages[next] = HULLS;
        this.bounds[next] = Math.max(this.bounds[next], this.hullGap(pair));
        continue;
      }
      this.stages[next] = DONE;
      const margin = balls.margins[next];
      const found = this.probe.measure(pair, Math.max(nearest, 2 * margin));
      if (found.colliding) return { colliding: true, tooClose: null, closest: found };
      if (found.lower <= margin) tooClose ??= found;
      if (found.distance < nearest) best = found;
    }
  }

  /** The pair with the smallest bound that may yet be the closest, or too close; -1 if none. */
  private nextOpen(nearest: number): number {
    const { bounds, stages, chosen, chosenCount } = this;
    const { margins } = this.balls;
    let next = -1;
    for (let k = 0; k < chosenCount; k++) {
      const i = chosen[k];
      if (stages[i] === DONE || !(bounds[i] < nearest || bounds[i] <= margins[i])) continue;
      if (next < 0 || bounds[i] < bounds[next]) next = i;
    }
    return next;
  }

  /** All tested pairs that are nearer than `distance`, nearest first. */
  within(distance: number, q: Float64Array, o = 0): PairFinding[] {
    this.begin(q, o);
    this.balls.findNear(Math.max(0, distance), false);
    this.choose();
    return Array.from(this.chosen.subarray(0, this.chosenCount))
      .filter((i) => this.ballGap(i) < distance)
      .map((i) => this.probe.measure(this.pairOf(i), Math.max(distance, Number.MIN_VALUE)))
      .filter((found) => found.colliding || found.distance < distance)
      .sort((x, y) => x.distance - y.distance);
  }

  /**
   * Pairs that are proven to keep their clearance at q[o], and what joints may stray, but have less than
   * `beyond` metres to spare; the nearest first.
   */
  hardlyFree(beyond: number, q: Float64Array, o = 0): PairFinding[] {
    const kept = ({ clearance, tracking }: Pair) => clearance + tracking;
    return this.within(mostKept(this.cell) + beyond, q, o).filter(
      ({ pair, lower, distance }) => lower > kept(pair) && distance < kept(pair) + beyond,
    );
  }

  /** Degrees of freedom that are beyond their limits at q[o]. */
  limitViolations(q: Float64Array, o = 0): LimitViolation[] {
    return this.cell.tree.dofs.flatMap(({ name, lower, upper }, d) => {
      const value = q[o + d];
      return value >= lower && value <= upper ? [] : [{ dof: name, value, lower, upper }];
    });
  }

  private begin(q: Float64Array, o: number): void {
    requireCoveredAt(this.cell, q, o);
    this.kinematics.setConfiguration(q, o);
    this.balls.place();
  }

  /** The pairs at hand: all that are listed, and those of members that are near. */
  private choose(): void {
    const listed = this.cell.tested.length;
    const { near, nearCount, count } = this.balls;
    this.chosen = grown(this.chosen, listed + nearCount);
    for (let i = 0; i < listed; i++) this.chosen[i] = i;
    for (let k = 0; k < nearCount; k++) this.chosen[listed + k] = near[k];
    this.chosenCount = listed + nearCount;
    this.bounds = grown(this.bounds, count);
    this.stages = grown(this.stages, count);
  }

  /** Adds those that are near by now and were not at hand. */
  private chooseMore(): void {
    const { near, nearCount, count } = this.balls;
    this.bounds = grown(this.bounds, count);
    this.stages = grown(this.stages, count);
    this.chosen = grown(this.chosen, this.chosenCount + nearCount);
    for (let k = 0; k < nearCount; k++) {
      if (this.stages[near[k]] === UNSEEN) this.chosen[this.chosenCount++] = near[k];
    }
    this.bound();
  }

  /** Bounds from balls for those that have none yet. */
  private bound(): void {
    for (let k = 0; k < this.chosenCount; k++) {
      const i = this.chosen[k];
      if (this.stages[i] !== UNSEEN) continue;
      this.stages[i] = BALLS;
      this.bounds[i] = this.ballGap(i);
    }
  }

  /** The last answer is kept. */
  private settle(index: number, hullsOnly: boolean): number {
    const { bodies } = this.cell;
    const pair = this.balls.pairs[index];
    const a = bodies[pair.a];
    const b = bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    const margin = a.padding + b.padding + this.askedOf(index);
    const { query, touched } = this;
    const likely = touched[index] === 1;
    const how = hullsOnly ? HULLS_ONLY : likely ? CONTACT_FIRST : ALL;
    const status = query.settle(a, b, this.pose, margin, pair.poseError, how);
    if (query.missed) touched[index] = 0;
    this.settled = status;
    return status;
  }

  /** How far apart a pair must be, padding aside. */
  private askedOf(index: number): number {
    return this.asked ? this.balls.margins[index] + this.beyond : 0;
  }

  /** A lower bound of the pair's distance from its hulls, padding and errors taken off. */
  private hullGap(pair: Pair): number {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    return this.query.hullGap(a, b, this.pose, 0) - a.padding - b.padding - pair.poseError;
  }

  /** How far the balls of a tested pair, padding included, are apart at least. */
  private ballGap(index: number): number {
    const { balls } = this;
    return Math.max(0, Math.sqrt(balls.centreDistance2(index)) - balls.radii[index]);
  }
}

/** What the bound of a pair comes from, in the order of a check. */
const UNSEEN = 0;
const BALLS = 1;
const HULLS = 2;
const DONE = 3;

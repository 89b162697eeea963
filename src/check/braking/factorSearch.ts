/**
 * The largest factor that all pairs allow on all pieces of a path: for each a quadratic in the factor (braking.ts), with reach measured
 * where the piece is. Pieces that allow little are halved, so that rates and reach are those of their parts.
 */
import type { Cell, Pair } from '../../cell/index.ts';
import { Kinematics, localReachInto, type PairMotion, pairMotion } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import { joinedErrorUpperInto, type Path, type Segment } from '../../motion/index.ts';
import type { ProfileResult } from '../clearance/profileResult.ts';
import type { Limits } from '../limits.ts';
import { sweptMovers } from '../sweep/listedPairs.ts';
import type { BrakingPlace } from './brakingRequest.ts';
import type { PathRates } from './pathRates.ts';
import { STANDING, type Stops } from './stops.ts';

/** How often a piece that allows little is halved. */
const HALVINGS = 5;
/** Rounds for the factor that rates and reach are asked about for; and when there is nothing to gain. */
const ROUNDS = 8;
const GAIN = 1.005;
/** Roundings of a factor: a few dozen, and more. */
const DOWN = 1 - 1e-12;

interface Known {
  readonly found: ProfileResult;
  readonly rates: PathRates;
  readonly stops: Stops;
  readonly limits: Limits;
}

/** A pair, or a mover and a crowd, with a bound on pieces of the path. */
interface Watched {
  readonly pair: Pair | null;
  readonly body: number;
  readonly motion: PairMotion;
  readonly kept: number;
  readonly pieces: readonly Piece[];
}

interface Piece {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  readonly lower: number;
}

/** The least factor so far, and where. */
interface Least {
  factor: number;
  watched: Watched | null;
  piece: Piece | null;
}

/** Looks for it, with what is known of a path. */
export class FactorSearch {
  private readonly cell: Cell;
  private readonly segments: readonly Segment[];
  private readonly rates: PathRates;
  private readonly stops: Stops;
  private readonly limits: Limits;
  private readonly watched: readonly Watched[];
  private readonly kin: Kinematics;
  private readonly q: Float64Array;
  private readonly rate: Float64Array;
  private readonly away: Float64Array;
  private readonly other: Float64Array;
  private readonly errors: Float64Array;
  private reach = new Float64Array(64);
  private placed = { segment: -1, t: -1 };

  constructor(cell: Cell, { segments }: Path, { found, rates, stops, limits }: Known) {
    this.cell = cell;
    this.segments = segments;
    this.rates = rates;
    this.stops = stops;
    this.limits = limits;
    this.kin = new Kinematics(cell.tree);
    const count = cell.tree.dofs.length;
    [this.q, this.rate, this.away, this.other, this.errors] = Array.from(
      { length: 5 },
      () => new Float64Array(count),
    );
    this.watched = this.watch(found);
  }

  /** All pairs with what is proven of them; and movers, against what is not listed of a crowd. */
  private watch({ pairs, far, others }: ProfileResult): Watched[] {
    const { tree, bodies, box, crowd } = this.cell;
    const whole = (lower: number) =>
      this.segments.map((_, segment) => ({ segment, from: 0, to: 1, lower }));
    const of = (pair: Pair, pieces: readonly Piece[]): Watched => ({
      pair,
      body: pair.a,
      motion: pairMotion(tree, bodies[pair.a], bodies[pair.b], box),
      kept: pair.clearance + pair.tracking,
      pieces,
    });
    const listed = [
      ...pairs.map(({ pair, pieces }) => of(pair, pieces)),
      ...far.map(({ pair, lower }) => of(pair, whole(lower))),
    ];
    if (crowd === null || others === Number.POSITIVE_INFINITY) return listed;
    const movers = sweptMovers(this.cell).map((body) => ({
      pair: null,
      body,
      motion: pairMotion(tree, bodies[body], STANDING, box),
      kept: crowd.roomUpper(body),
      pieces: whole(others),
    }));
    return [...listed, ...movers];
  }

  /**
   * What holds for all factors up to some number is the less the larger that is: reach and rates are those of joints that stray
   * farther. The best lies where both meet.
   */
  largest(limit: number): { factor: number; limiting: BrakingPlace | null } {
    let best = this.least(limit);
    let low = best.factor;
    if (low < limit && low > 0) {
      let high = limit;
      for (let round = 0; round < ROUNDS && high > GAIN * low; round++) {
        const asked = Math.sqrt(low * high);
        const found = this.least(asked);
        if (found.factor > best.factor) best = found;
        low = Math.max(low, found.factor);
        if (found.factor < asked) high = asked;
      }
    }
    if (this.limits.interrupted()) return { factor: 0, limiting: null };
    return { factor: best.factor, limiting: this.placeOf(best) };
  }

  /** The largest factor that is allowed everywhere, of those up to a number. */
  private least(cap: number): Least {
    const least: Least = { factor: cap, watched: null, piece: null };
    for (const watched of this.watched) {
      if (this.limits.interrupted()) break;
      for (const piece of watched.pieces) this.narrow(least, watched, piece, cap, HALVINGS);
    }
    return least;
  }

  /** Makes it less if a piece does not allow it. */
  private narrow(
    least: Least,
    watched: Watched,
    piece: Piece,
    cap: number,
    halvings: number,
  ): void {
    const room = piece.lower - watched.kept - 8 * U * (piece.lower + watched.kept);
    const factor = room > 0 ? this.allowed(watched.motion, piece, room, cap, least.factor) : 0;
    if (factor >= least.factor) return;
    if (halvings === 0 || factor === 0) {
      least.factor = factor;
      least.watched = watched;
      least.piece = piece;
      return;
    }
    const middle = 0.5 * (piece.from + piece.to);
    this.narrow(least, watched, { ...piece, to: middle }, cap, halvings - 1);
    this.narrow(least, watched, { ...piece, from: middle }, cap, halvings - 1);
  }

  /** The largest factor of those up to `cap` for which braking takes no more than `room`; `enough` will do. */
  private allowed(
    motion: PairMotion,
    { segment, from, to }: Piece,
    room: number,
    cap: number,
    enough: number,
  ): number {
    const { rate, stops, rates } = this;
    rates.upperInto(segment, from, to, cap * stops.reaction, rate);
    const plain = this.factorFor(room, (add) => {
      motion.dofs.forEach((d, k) => {
        add(d, motion.weights[k]);
      });
    });
    if (plain >= enough) return plain;
    this.measureReach(motion, segment, from, to, cap);
    const { chainI, chainJ } = motion;
    const local = this.factorFor(room, (add) => {
      let k = 0;
      for (const chain of [chainI, chainJ]) {
        const up = 1 + (2 * chain.joint.length + 8) * U;
        chain.dof.forEach((d, t) => {
          add(d, this.reach[k++] * chain.factor[t] * up);
        });
      }
    });
    return Math.max(plain, local);
  }

  /** Of what braking takes: B s + A s^2 = room, with one term for each joint. */
  private factorFor(
    room: number,
    terms: (add: (dof: number, weight: number) => void) => void,
  ): number {
    const { rate, stops } = this;
    let a = 0;
    let b = 0;
    terms((d, weight) => {
      const v = rate[d];
      // What stands still does not move, even where the weight is infinite.
      if (v === 0) return;
      a += (weight * v * v) / (2 * stops.deceleration[d]);
      b += weight * v * stops.reaction;
    });
    if (a === 0 && b === 0) return Number.POSITIVE_INFINITY;
    const root = Math.sqrt(b * b + 4 * a * room);
    const factor = ((2 * room) / (b + root)) * DOWN;
    // Weights without end.
    return Number.isNaN(factor) ? 0 : factor;
  }

  /** Reach on a piece, for joints that stray from it at factors up to `cap`: the joints of both chains, one after the other. */
  private measureReach(
    { chainI, chainJ }: PairMotion,
    s: number,
    from: number,
    to: number,
    cap: number,
  ): void {
    const { away, other, errors, rate } = this;
    const segment = this.segments[s];
    const middle = 0.5 * (from + to);
    if (this.placed.segment !== s || this.placed.t !== middle) {
      segment.configurationInto(middle, this.q, 0);
      this.kin.setConfiguration(this.q);
      this.placed = { segment: s, t: middle };
    }
    segment.variationUpperInto(from, middle, away, 0);
    segment.variationUpperInto(middle, to, other, 0);
    joinedErrorUpperInto(segment, errors, 0);
    const strays = this.stops.strays(rate, cap);
    for (let d = 0; d < away.length; d++) {
      away[d] = (Math.max(away[d], other[d]) + errors[d] + strays[d]) * (1 + 8 * U);
    }
    const terms = chainI.joint.length + chainJ.joint.length;
    if (terms > this.reach.length) this.reach = new Float64Array(2 * terms);
    localReachInto(this.kin, chainI, away, 0, this.reach, 0);
    localReachInto(this.kin, chainJ, away, 0, this.reach, chainI.joint.length);
  }

  private placeOf({ factor, watched, piece }: Least): BrakingPlace | null {
    if (!watched || !piece) return null;
    const { segment, from, to, lower } = piece;
    const { motion, kept, pair, body } = watched;
    const { stops, rate } = this;
    this.rates.upperInto(segment, from, to, factor * stops.reaction, rate);
    const strays = stops.strays(rate, factor);
    const joints = Array.from(motion.dofs, (dof, k) => ({
      dof,
      rate: rate[dof],
      stray: strays[dof],
      takes: rate[dof] === 0 ? 0 : motion.weights[k] * strays[dof],
    }))
      .filter(({ takes }) => takes > 0)
      .sort((x, y) => y.takes - x.takes)
      .map(({ dof, rate: most, stray }) => ({ dof, rate: most, stray }));
    const braking = Math.max(0, lower - kept);
    return { pair, body, segment, from, to, lower, kept, braking, joints };
  }
}

/**
 * Sweeps: the ball around each piece that moves, at the configuration at hand, with all that may be added to it: what
 * the piece can move within `half`, what its pairs with members ask for, and errors. A member whose box it does not
 * meet is proven apart for that time. docs/proofs/free.md, section 4, "Members that no swept ball meets".
 */
import type { Cell, Crowd, MemberList } from '../../cell/index.ts';
import { U } from '../../math/index.ts';
import { sweptMovers } from '../sweep/listedPairs.ts';
import type { BallCentres } from './ballCentres.ts';
import type { SweptPieces } from './sweptPieces.ts';
import { errorsInWorld, type PairErrors, type Units } from './units.ts';

export interface SweepSettings {
  readonly crowd: Crowd;
  /** Errors of computed configurations. */
  readonly errors: Float64Array;
  /** Metres that every gap must have to spare. */
  readonly margin: number;
}

/** Rounding of a handful of products and sums. */
const UP = 1 + 64 * U;

export class CrowdSweeps {
  /** How many pieces are swept. */
  readonly count: number;
  /** Of each: its place in `units.worldMovers`, its number as a piece, that of its body, what errors do to it. */
  readonly places: Int32Array;
  readonly pieces: Int32Array;
  readonly bodies: Int32Array;
  readonly errors: readonly Omit<PairErrors, 'reach'>[];
  /** How often the crowd was asked. */
  asked = 0;
  private readonly crowd: Crowd;
  private readonly centres: BallCentres;
  private readonly swept: SweptPieces;
  /** How near a box may come to the centre of the ball, without motion. */
  private readonly reach: Float64Array;

  constructor(
    cell: Cell,
    units: Units,
    centres: BallCentres,
    swept: SweptPieces,
    { crowd, errors, margin }: SweepSettings,
  ) {
    this.crowd = crowd;
    this.centres = centres;
    this.swept = swept;
    const movers = sweptMovers(cell);
    const numbers = new Map(movers.map((i) => [cell.bodies[i], i]));
    const inWorld = new Map(movers.map((i) => [i, errorsInWorld(cell, cell.bodies[i], errors)]));
    const bodyAt = (k: number) => units.pieces[units.worldMovers[k]].body;
    this.places = Int32Array.from(units.worldMovers.keys()).filter((k) => numbers.has(bodyAt(k)));
    this.count = this.places.length;
    this.pieces = this.places.map((k) => units.worldMovers[k]);
    this.bodies = this.places.map((k) => numbers.get(bodyAt(k))!);
    this.errors = Array.from(this.bodies, (i) => inWorld.get(i)!);
    this.reach = Float64Array.from(this.pieces, (number, i) => {
      const { body, piece, size, error } = units.pieces[number];
      const asked = crowd.roomUpper(this.bodies[i]) + body.padding + margin;
      const off = this.errors[i].motion + error + 128 * U * size;
      return (piece.ball[3] + asked + off) * (1 + 16 * U);
    });
  }

  /** The radius of a sweep about the centre of its piece's ball; `beyond`: so many metres more. */
  radius(i: number, beyond: number): number {
    return (this.reach[i] + beyond + this.swept.moves[this.pieces[i]]) * UP;
  }

  /** out = the members that a sweep meets. */
  nearInto(i: number, beyond: number, out: MemberList): void {
    this.asked++;
    this.crowd.nearPointInto(this.centres.at, 3 * this.pieces[i], this.radius(i, beyond), out);
  }
}

/**
 * Sweeps: a box, and a ball, that contain a piece that moves within `half` of the configuration at hand, with all that
 * may be added to it: what its pairs with members ask for, and errors. A member whose own box they do not both meet is
 * proven apart from the piece for that time [C1]. docs/proofs/free.md, section 4, "Members that no sweep meets".
 */
import type { Cell, Crowd, MemberList } from '../../cell/index.ts';
import { supportInto } from '../../geometry/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { rotateVectorInto, transformPointInto, U, unrotateVectorInto } from '../../math/index.ts';
import { sweptMovers } from '../sweep/listedPairs.ts';
import type { BallCentres } from './ballCentres.ts';
import type { SweptPieces } from './sweptPieces.ts';
import { errorsInWorld, type PairErrors, type Units } from './units.ts';

/** What is known of pieces at the configuration at hand. */
export interface PiecesAtHand {
  readonly units: Units;
  readonly kinematics: Kinematics;
  readonly centres: BallCentres;
  readonly swept: SweptPieces;
}

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
  private readonly hand: PiecesAtHand;
  /** What is added to a piece without motion. */
  private readonly added: Float64Array;
  private readonly box = new Float64Array(6);
  private readonly direction = new Float64Array(3);
  private readonly point = new Float64Array(3);

  constructor(cell: Cell, hand: PiecesAtHand, { crowd, errors, margin }: SweepSettings) {
    this.crowd = crowd;
    this.hand = hand;
    const { units } = hand;
    const movers = sweptMovers(cell);
    const numbers = new Map(movers.map((i) => [cell.bodies[i], i]));
    const inWorld = new Map(movers.map((i) => [i, errorsInWorld(cell, cell.bodies[i], errors)]));
    const bodyAt = (k: number) => units.pieces[units.worldMovers[k]].body;
    this.places = Int32Array.from(units.worldMovers.keys()).filter((k) => numbers.has(bodyAt(k)));
    this.count = this.places.length;
    this.pieces = this.places.map((k) => units.worldMovers[k]);
    this.bodies = this.places.map((k) => numbers.get(bodyAt(k))!);
    this.errors = Array.from(this.bodies, (i) => inWorld.get(i)!);
    this.added = Float64Array.from(this.pieces, (number, i) => {
      const { body, size, error } = units.pieces[number];
      const asked = crowd.roomUpper(this.bodies[i]) + body.padding + margin;
      return (asked + this.errors[i].motion + error + 128 * U * size) * (1 + 16 * U);
    });
  }

  /** The radius of a sweep about the centre of its piece's ball; `beyond`: so many metres more. */
  radius(i: number, beyond: number): number {
    const { units, swept } = this.hand;
    const number = this.pieces[i];
    const { ball } = units.pieces[number].piece;
    return (ball[3] + this.added[i] + beyond + swept.moves[number]) * UP;
  }

  /** The box of a sweep, along the world's axes: lower corner at out[o], then upper corner. */
  boxInto(i: number, beyond: number, out: Float64Array, o: number): void {
    const { direction: d, point } = this;
    const { units, kinematics, centres, swept } = this.hand;
    const number = this.pieces[i];
    const { body, piece, patches, turnError } = units.pieces[number];
    const { shape } = patches.whole;
    const { poses } = kinematics;
    const pose = kinematics.poseOf(body.frame);
    const radius = this.radius(i, beyond);
    // The centre's way is turned by a pose that is off by so much.
    const tilted = (4 * turnError + 64 * U) * (swept.moves[number] - swept.rest[number]);
    const grown = this.added[i] + beyond + swept.rest[number] + tilted;
    const c = 3 * number;
    // How far the centre goes, along the world's axes.
    for (let k = 0; k < 3; k++) d[k] = swept.along[c + k];
    if (piece.kind === 'convex') rotateVectorInto(piece.pose, 0, d, 0);
    rotateVectorInto(poses, pose, d, 0);
    for (let k = 0; k < 3; k++) out[o + k] = (grown + Math.abs(d[k])) * UP;
    for (let k = 0; k < 3; k++) {
      const by = out[o + k];
      const centre = centres.at[c + k];
      let low = centre - radius;
      let high = centre + radius;
      for (let side = -1; side <= 1; side += 2) {
        // The axis, in the frame that the shape is in.
        for (let n = 0; n < 3; n++) d[n] = side * poses[pose + 3 * k + n];
        if (piece.kind === 'convex') unrotateVectorInto(piece.pose, 0, d, 0);
        if (shape.kind === 'half-space') continue;
        supportInto(shape, d, 0, point, 0);
        if (piece.kind === 'convex') transformPointInto(piece.pose, 0, point, 0, point, 0);
        transformPointInto(poses, pose, point, 0, point, 0);
        if (side < 0) low = Math.max(low, point[k] - by);
        else high = Math.min(high, point[k] + by);
      }
      out[o + k] = low;
      out[o + 3 + k] = high;
    }
  }

  /** out = the members that a sweep meets. */
  nearInto(i: number, beyond: number, out: MemberList): void {
    const { crowd, box } = this;
    const { at } = this.hand.centres;
    this.asked++;
    this.boxInto(i, beyond, box, 0);
    crowd.nearBoxInto(box, 0, 0, out);
    // Of those the ones that the ball meets as well.
    const radius = this.radius(i, beyond);
    const squared = radius * radius * UP;
    const { boxes, first } = crowd;
    const c = 3 * this.pieces[i];
    let kept = 0;
    for (let m = 0; m < out.count; m++) {
      const b = 6 * (out.ids[m] - first);
      const x = Math.max(0, boxes[b] - at[c], at[c] - boxes[b + 3]);
      const y = Math.max(0, boxes[b + 1] - at[c + 1], at[c + 1] - boxes[b + 4]);
      const z = Math.max(0, boxes[b + 2] - at[c + 2], at[c + 2] - boxes[b + 5]);
      if (!(x * x + y * y + z * z > squared)) out.ids[kept++] = out.ids[m];
    }
    out.count = kept;
  }
}

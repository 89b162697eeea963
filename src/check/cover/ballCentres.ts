/** Where the balls around pieces are in the world, each computed once per configuration. */
import { grown } from '../../arrays/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { transformPointInto } from '../../math/index.ts';
import type { Units } from './units.ts';

export class BallCentres {
  /** Three numbers per piece; with room for more. */
  at: Float64Array;
  private readonly units: Units;
  private readonly kinematics: Kinematics;
  private stamps: Int32Array<ArrayBuffer>;
  private stamp = 0;
  /** Pieces that it knows of. */
  private count = 0;

  /** The kinematics must stand somewhere: what stands still is placed at once. */
  constructor(units: Units, kinematics: Kinematics) {
    this.units = units;
    this.kinematics = kinematics;
    const { pieces } = units;
    this.at = new Float64Array(3 * pieces.length);
    this.stamps = new Int32Array(pieces.length);
    this.takeNew();
  }

  /** Takes pieces that have been added since. */
  takeNew(): void {
    const { pieces } = this.units;
    if (this.at.length < 3 * pieces.length) this.makeRoom(3 * pieces.length);
    this.stamps = grown(this.stamps, pieces.length);
    for (; this.count < pieces.length; this.count++) {
      if (pieces[this.count].still) this.compute(this.count);
    }
  }

  private makeRoom(least: number): void {
    const more = new Float64Array(Math.max(least, 2 * this.at.length));
    more.set(this.at);
    this.at = more;
  }

  /** Moves the numbers to an array of somebody's, of the same length. */
  moveTo(at: Float64Array): void {
    at.set(this.at);
    this.at = at;
  }

  /** Declares all that moves placed: somebody else wrote it, as this class would have. */
  takeComputed(): void {
    const { movers } = this.units;
    const { stamps, stamp } = this;
    for (let k = 0; k < movers.length; k++) stamps[movers[k]] = stamp;
  }

  /** Declares a new configuration, that of the kinematics. */
  begin(): void {
    this.stamp++;
  }

  placeAll(): void {
    const { movers } = this.units;
    for (let k = 0; k < movers.length; k++) this.place(movers[k]);
  }

  /** Computes the centre of a piece, if need be. */
  place(i: number): void {
    if (this.stamps[i] === this.stamp) return;
    this.stamps[i] = this.stamp;
    if (!this.units.pieces[i].still) this.compute(i);
  }

  private compute(i: number): void {
    const { body, piece } = this.units.pieces[i];
    const { kinematics } = this;
    const pose = kinematics.poseOf(body.frame);
    transformPointInto(kinematics.poses, pose, piece.ball, 0, this.at, 3 * i);
  }
}

/**
 * The distance of two members where a world stands: exact, of the true meshes and shapes. Points lie on the bodies as
 * they are with their padding, so the length of the vector between them is the distance.
 *
 * `measure` is for everybody; who asks a thousand times a second sets `cutoff` and calls `ask`, which boxes no numbers.
 */
import { rotateVectorInto, transformPointInto, U } from '../math/index.ts';
import type { CellWorld } from './cellWorld.ts';
import { type Faceted, facetedOf } from './faceted.ts';
import { PairMemory } from './pairMemory.ts';
import { PairPose } from './pairPose.ts';
import { PieceDistance } from './pieceDistance.ts';
import type { MemberDistance } from './search.ts';
import { POSE_ROOM } from './world.ts';

export class ExactDistance implements MemberDistance {
  lower = 0.5;
  upper = 0.5;
  readonly points = new Float64Array(6);
  /** Where they meet: moving member i along `direction`, in the world, by so much parts the two; infinite if unknown. */
  depth = 0.5;
  readonly direction = new Float64Array(3);
  /** Asked by who calls `ask`. */
  cutoff = 0.5;
  /** Told by who calls `ask`, for one call: the members are proven apart, so neither is inside of the other. */
  areApart = false;
  /** Features, iterations and volumes that were looked at. */
  get work(): number {
    return this.pieces.work;
  }
  private readonly world: CellWorld;
  private readonly memory = new PairMemory();
  private readonly pieces = new PieceDistance(this.memory);
  private readonly placed: PairPose;
  private readonly faceted: (Faceted | null)[] = [];

  constructor(world: CellWorld) {
    this.world = world;
    this.placed = new PairPose(world, this.pieces.bInA);
    for (let i = 0; i < world.count; i++) this.faceted[i] = facetedOf(world.pieces[i]);
  }

  measure(i: number, k: number, cutoff: number, warm: boolean): void {
    this.cutoff = cutoff;
    this.ask(i, k, warm);
  }

  /** The same without a cutoff, for members that meet: `depth` and `direction`. */
  askDepth(i: number, k: number): void {
    this.cutoff = Number.POSITIVE_INFINITY;
    this.pieces.wantsDepth = true;
    this.ask(i, k, true);
    this.pieces.wantsDepth = false;
  }

  /** As `measure`, with the cutoff that was set. */
  ask(i: number, k: number, warm: boolean): void {
    const { world, pieces, points, memory, placed } = this;
    const { bodyOf, paddings, poses } = world;
    // In the order of the bodies, as static checks ask.
    const swapped = bodyOf[i] > bodyOf[k];
    const p = swapped ? k : i;
    const q = swapped ? i : k;
    const padding = paddings[i] + paddings[k];
    placed.take(bodyOf[p], bodyOf[q]);
    const place = warm ? memory.placeOf(p, q) : 0;
    if (!warm) memory.forget(0);
    pieces.cutoff = this.cutoff + padding;
    pieces.isOutside = this.areApart;
    this.areApart = false;
    pieces.ask(world.pieces[p], world.pieces[q], this.facetedOf(p), this.facetedOf(q), place);
    const lower = pieces.lower * (1 - 2 * U) - padding - placed.error;
    // What is not a number proves nothing.
    this.lower = 0;
    if (lower > 0) this.lower = lower;
    const between = pieces.upper;
    if (between === Number.POSITIVE_INFINITY) {
      this.upper = between;
      return;
    }
    this.upper = between > padding ? between - padding : 0;
    if (this.upper === 0) this.lower = 0;
    const from = swapped ? 3 : 0;
    transformPointInto(poses, POSE_ROOM * p, pieces.points, 0, points, from);
    transformPointInto(poses, POSE_ROOM * p, pieces.points, 3, points, 3 - from);
    if (padding > 0) this.moveToPadding(i, k);
    if (this.upper === 0) this.takeDepth(p, swapped, padding);
  }

  /** Forgets where distances of a member were left: its number stands for another piece, or nobody. */
  forget(member: number): void {
    delete this.faceted[member];
    for (let k = 0; k < this.world.count; k++) this.memory.forgetPair(member, k);
  }

  /** From the surfaces to where they are grown to; where that is beyond each other, to a point of both. */
  private moveToPadding(i: number, k: number): void {
    const { points, pieces } = this;
    const own = this.world.paddings[i];
    const other = this.world.paddings[k];
    const between = pieces.upper;
    if (!(between > 0)) return;
    const share = Math.min(1, between / (own + other)) / between;
    for (let x = 0; x < 3; x++) {
      const step = (points[3 + x] - points[x]) * share;
      points[x] += own * step;
      points[3 + x] -= other * step;
    }
  }

  /** Depth and direction in the world: member i moves away from member k. `p` is the first of them by body. */
  private takeDepth(p: number, swapped: boolean, padding: number): void {
    const { direction, pieces, world } = this;
    const depth = pieces.depth + padding + this.placed.error;
    this.depth = depth > 0 ? depth * (1 + 4 * U) : 0;
    for (let x = 0; x < 3; x++) direction[x] = swapped ? pieces.direction[x] : -pieces.direction[x];
    rotateVectorInto(world.poses, POSE_ROOM * p, direction, 0);
  }

  private facetedOf(i: number): Faceted | null {
    const known = this.faceted[i];
    if (known !== undefined) return known;
    this.faceted[i] = facetedOf(this.world.pieces[i]);
    return this.faceted[i];
  }
}

/**
 * The distance of two members where a world stands: exact, of the true meshes and shapes. Points lie on the bodies as
 * they are with their padding, so the length of the vector between them is the distance.
 */
import { type Body, PairQuery } from '../cell/index.ts';
import { transformPointInto, U } from '../math/index.ts';
import type { CellWorld } from './cellWorld.ts';
import { PairPose } from './pairPose.ts';
import type { MemberDistance } from './search.ts';
import { POSE_ROOM } from './world.ts';

export class ExactDistance implements MemberDistance {
  lower = 0;
  upper = Number.POSITIVE_INFINITY;
  readonly points = new Float64Array(6);
  private readonly world: CellWorld;
  private readonly query = new PairQuery();
  private readonly placed: PairPose;
  /** By member: a body of this piece alone. */
  private readonly alone: Body[] = [];

  constructor(world: CellWorld) {
    this.world = world;
    this.placed = new PairPose(world);
  }

  measure(i: number, k: number, cutoff: number, _warm: boolean): void {
    const { world, query, points } = this;
    const { bodyOf, paddings, poses } = world;
    // In the order of the bodies, as static checks ask: then both say the same.
    const swapped = bodyOf[i] > bodyOf[k];
    const [p, q] = swapped ? [k, i] : [i, k];
    const [a, b] = [bodyOf[p], bodyOf[q]];
    const padding = paddings[i] + paddings[k];
    this.placed.take(a, b);
    query.measure(this.bodyOf(p), this.bodyOf(q), this.placed.pose, 0, cutoff + padding);
    const distance = Math.max(0, query.upper - padding);
    this.upper = distance < cutoff || distance === 0 ? distance : Number.POSITIVE_INFINITY;
    this.lower = Math.max(0, query.lower * (1 - 2 * U) - padding - this.placed.errorUpper(a, b));
    if (this.upper === Number.POSITIVE_INFINITY) return;
    if (query.contained) {
      points.fill(Number.NaN);
      return;
    }
    const from = swapped ? 3 : 0;
    transformPointInto(poses, POSE_ROOM * p, query.points, 0, points, from);
    transformPointInto(poses, POSE_ROOM * p, query.points, 3, points, 3 - from);
    this.moveToPadding(paddings[i], paddings[k], query.upper);
  }

  forget(member: number): void {
    delete this.alone[member];
  }

  /** From the surfaces to where they are grown to. Where that is beyond each other, to a point of both. */
  private moveToPadding(own: number, other: number, between: number): void {
    const { points } = this;
    if (own + other === 0 || !(between > 0)) return;
    const beyond = Math.min(1, between / (own + other));
    for (let k = 0; k < 3; k++) {
      const step = ((points[3 + k] - points[k]) / between) * beyond;
      points[k] += own * step;
      points[3 + k] -= other * step;
    }
  }

  private bodyOf(i: number): Body {
    const { world } = this;
    const { model, name, kind, frame, padding, ball, margin } = world.bodies[world.bodyOf[i]];
    const pieces = [world.pieces[i]];
    this.alone[i] ??= { model, name, kind, frame, pieces, padding, ball, margin };
    return this.alone[i];
  }
}

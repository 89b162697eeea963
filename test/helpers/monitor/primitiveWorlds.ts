/** Members at random poses, with boxes around them: as much of a world as primitives look at. */
import { buildBody, type Piece } from '../../../src/cell/index.ts';
import { convexHull, type Shape } from '../../../src/geometry/index.ts';
import {
  composePosesInto,
  identityPose,
  invertPoseInto,
  type Random,
} from '../../../src/math/index.ts';
import type { PrimitiveWorld } from '../../../src/monitor/primitives/index.ts';
import { shapeDistance } from '../../../src/proximity/index.ts';
import { randomPose } from '../oracles/poses.ts';

/** A piece that is a mesh: the hull of random points in a brick. */
export function meshMember(random: Random, half: readonly number[], corners = 20): Piece {
  const points = Float64Array.from({ length: 3 * corners }, (_, i) => {
    const h = half[i % 3];
    return 0.1 + random.between(-h, h);
  });
  const { positions, indices } = convexHull(points);
  return memberOf({ kind: 'mesh', reference: '', triangles: { positions, indices } });
}

type Geometry = Parameters<typeof buildBody>[0]['parts'][number]['geometry'];

/** A body of one part. */
export function memberOf(geometry: Geometry, pose = identityPose()): Piece {
  const parts = [{ name: 'p', geometry, pose }];
  return buildBody({ name: 'a', kind: 'obstacle', frame: 0, parts }).pieces[0];
}

export const shapeMember = (shape: Shape, pose = identityPose()) => memberOf(shape, pose);

/** Pieces placed at random, within `reach` of a place; boxes are those of the vertices, where they have some. */
export function worldOf(
  pieces: readonly Piece[],
  random: Random,
  reach: number,
  far = 0,
): PrimitiveWorld & { readonly poses: Float64Array; place(i: number, pose: Float64Array): void } {
  const count = pieces.length;
  const world = {
    count,
    pieces,
    poses: new Float64Array(12 * count),
    boxes: new Float64Array(6 * count),
    paddings: new Float64Array(count),
    errors: new Float64Array(count),
    place(i: number, pose: Float64Array) {
      world.poses.set(pose, 12 * i);
      const { ball, convex } = pieces[i];
      for (let k = 0; k < 3; k++) {
        let low = Number.POSITIVE_INFINITY;
        let high = Number.NEGATIVE_INFINITY;
        const [a, b, c] = pose.subarray(3 * k, 3 * k + 3);
        if (pieces[i].kind === 'mesh' && convex.kind === 'hull') {
          const p = convex.hull.positions;
          for (let j = 0; j < p.length; j += 3) {
            const x = a * p[j] + b * p[j + 1] + c * p[j + 2] + pose[9 + k];
            low = Math.min(low, x);
            high = Math.max(high, x);
          }
        } else {
          const x = a * ball[0] + b * ball[1] + c * ball[2] + pose[9 + k];
          low = x - ball[3];
          high = x + ball[3];
        }
        const more = world.paddings[i] + world.errors[i] + 1e-15 * (1 + Math.abs(pose[9 + k]));
        world.boxes[6 * i + k] = low - more;
        world.boxes[6 * i + 3 + k] = high + more;
      }
    },
  };
  for (let i = 0; i < count; i++) {
    const pose = randomPose(random, reach);
    for (let k = 9; k < 12; k++) pose[k] += far;
    world.place(i, pose);
  }
  return world;
}

/** The distance of two convex members, as the convex kernel finds it from above. */
export function distanceUpper(world: PrimitiveWorld, i: number, k: number): number {
  const place = (n: number) => {
    const piece = world.pieces[n];
    const pose = world.poses.slice(12 * n, 12 * n + 12);
    if (piece.kind === 'mesh') return { shape: piece.convex, pose };
    const out = new Float64Array(12);
    composePosesInto(pose, 0, piece.pose, 0, out, 0);
    return { shape: piece.convex, pose: out };
  };
  const [a, b] = [place(i), place(k)];
  const inverse = new Float64Array(12);
  const relative = new Float64Array(12);
  invertPoseInto(a.pose, 0, inverse, 0);
  composePosesInto(inverse, 0, b.pose, 0, relative, 0);
  return shapeDistance(a.shape, b.shape, relative).upper;
}

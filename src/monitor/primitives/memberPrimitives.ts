/**
 * [D 3.1] Primitives of a member, in its body's frame, each around all of it: made once, off-line, and kept for as long as the
 * piece is. Padding is not part of them: it counts where distances are asked for.
 */
import type { Piece } from '../../cell/index.ts';
import { enclosingSphereInto, type Hull } from '../../geometry/index.ts';
import { Random, U } from '../../math/index.ts';
import { fitOrientedBox } from './fitBox.ts';
import { fitCapsule, measuredCapsule } from './fitCapsule.ts';
import { CAPSULE, ORIENTED_BOX, SPHERE } from './kinds.ts';
import { boxMeasures, capsuleMeasures, hullMeasures, type Measures } from './measures.ts';
import { type MemberPoints, memberPoints } from './memberPoints.ts';

export interface MemberPrimitives {
  /** As SPHERE, CAPSULE and ORIENTED_BOX have them. */
  readonly sphere: Float64Array;
  readonly capsule: Float64Array;
  readonly box: Float64Array;
  /** Contains the member once it is grown; the member itself where that is a polytope. */
  readonly polytope: Hull;
  readonly grow: number;
  /**
   * By kind. Of a box along the axes of the world, which depends on how the member stands: the mean over many
   * orientations.
   */
  readonly measures: readonly Measures[];
}

/** Orientations that a mean is taken of. */
const ORIENTATIONS = 24;

const known = new WeakMap<object, MemberPrimitives>();

/** The primitives of a piece; null for a half-space, which has no end. */
export function primitivesOf(piece: Piece): MemberPrimitives | null {
  // Pieces of one mesh share its hull.
  const key = piece.kind === 'mesh' ? piece.convex : piece;
  const before = known.get(key);
  if (before) return before;
  const points = memberPoints(piece);
  if (points === null) return null;
  const made = fitPrimitives(points);
  known.set(key, made);
  return made;
}

/** Primitives around the hull of points, grown by a distance. */
export function fitPrimitives(member: MemberPoints): MemberPrimitives {
  const { points, grow, hull } = member;
  const sphere = new Float64Array(SPHERE.size);
  enclosingSphereInto(points, sphere);
  sphere[SPHERE.radius] = (sphere[SPHERE.radius] + grow) * (1 + 4 * U);
  const box = fitOrientedBox(member);
  const capsule = capsuleOf(member, box);
  const [x, y, z] = capsule.subarray(CAPSULE.half, CAPSULE.half + 3);
  const round = capsuleMeasures(capsule[CAPSULE.radius], 2 * Math.hypot(x, y, z));
  const measures = [
    capsuleMeasures(sphere[SPHERE.radius], 0),
    axisBoxMeasures(points, grow),
    round,
    boxMeasures([...box.subarray(ORIENTED_BOX.half, ORIENTED_BOX.half + 3)]),
    // What is grown by more than rounding is a ball or a capsule, and its own primitive.
    hull.dimension < 2 && grow > 0 ? round : hullMeasures(hull),
  ];
  return { sphere, capsule, box, polytope: hull, grow, measures };
}

/** A capsule, a ball and a segment are their own capsules. */
function capsuleOf(member: MemberPoints, box: Float64Array): Float64Array {
  const { points, grow, hull } = member;
  if (hull.dimension > 1) return fitCapsule(member, box);
  const p = hull.positions;
  const last = p.length - 3;
  const centre = [0, 1, 2].map((k) => p[k] + (p[last + k] - p[k]) / 2);
  const half = [0, 1, 2].map((k) => (p[last + k] - p[k]) / 2);
  return measuredCapsule(points, grow, centre, half);
}

/** Means of the box along the axes, over orientations. */
function axisBoxMeasures(points: Float64Array, grow: number): Measures {
  const random = new Random(3);
  const extents = new Float64Array(3);
  let volume = 0;
  let surface = 0;
  for (let round = 0; round < ORIENTATIONS; round++) {
    const rows = randomRotation(random);
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = rows[k];
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < points.length; i += 3) {
        const along = x * points[i] + y * points[i + 1] + z * points[i + 2];
        if (along < low) low = along;
        if (along > high) high = along;
      }
      extents[k] = 0.5 * (high - low) + grow;
    }
    const own = boxMeasures([...extents]);
    volume += own.volume / ORIENTATIONS;
    surface += own.surface / ORIENTATIONS;
  }
  return { volume, surface };
}

/** Rows of a rotation, from a unit quaternion that prefers no direction (Shoemake 1992). */
function randomRotation(random: Random): number[][] {
  const [u, a, b] = [random.unit(), 2 * Math.PI * random.unit(), 2 * Math.PI * random.unit()];
  const [s, c] = [Math.sqrt(1 - u), Math.sqrt(u)];
  const [x, y, z, w] = [s * Math.sin(a), s * Math.cos(a), c * Math.sin(b), c * Math.cos(b)];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

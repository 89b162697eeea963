/**
 * [D 3.1] The kinds of primitives: simple convex volumes that contain a member. The paper's cylinder, the spherical
 * extension of a line segment, is our capsule; its bounding-box is our box along the axes of the world, which is
 * fitted anew wherever the member stands. The others stand still in the body's frame.
 */
import { layout } from '../../arrays/index.ts';

/** All kinds, the simplest first. */
export const PRIMITIVE_KINDS = ['sphere', 'axis-box', 'capsule', 'box', 'polytope'] as const;
/** A kind of primitive. */
export type PrimitiveKind = (typeof PRIMITIVE_KINDS)[number];

/** The kinds that cost less than the member, by number: the first of PRIMITIVE_KINDS. */
export const SPHERE_KIND = 0;
export const AXIS_BOX_KIND = 1;
export const CAPSULE_KIND = 2;
export const BOX_KIND = 3;
/** How many these are. */
export const SIMPLE_KINDS = 4;

/** [D 3.1] Scalar parameters that describe one: its complexity. A polytope takes three for every vertex. */
export const PARAMETERS: readonly number[] = [4, 6, 7, 9, Number.POSITIVE_INFINITY];

/** A sphere. */
export const SPHERE = layout(['centre', 3], 'radius');

/** All points within `radius` of a point centre + t half, t from -1 to 1. */
export const CAPSULE = layout(['centre', 3], ['half', 3], 'radius');

/** All points centre + sum t_k axis_k, t_k from -half_k to half_k; axes row by row, of length 1 up to rounding. */
export const ORIENTED_BOX = layout(['centre', 3], ['axes', 9], ['half', 3]);

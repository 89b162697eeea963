/** [D 3.1] Conservative primitives of members: fitted tightly, placed, bounds between them, and the order of asking. */

export { PrimitiveBounds } from './bounds.ts';
export { fitOrientedBox } from './fitBox.ts';
export { fitCapsule } from './fitCapsule.ts';
export {
  AXIS_BOX_KIND,
  BOX_KIND,
  CAPSULE,
  CAPSULE_KIND,
  ORIENTED_BOX,
  PARAMETERS,
  PRIMITIVE_KINDS,
  type PrimitiveKind,
  SIMPLE_KINDS,
  SPHERE,
  SPHERE_KIND,
} from './kinds.ts';
export { PrimitiveLadder } from './ladder.ts';
export type { Measures } from './measures.ts';
export { type MemberPoints, memberPoints } from './memberPoints.ts';
export { fitPrimitives, type MemberPrimitives, primitivesOf } from './memberPrimitives.ts';
export { PlacedPrimitives, type PrimitiveWorld } from './placed.ts';
export { sequenceOf } from './sequence.ts';

/** Poses, sine and cosine of our own, rounding constants, seeded random numbers, faults as data. */

export { principalAxesInto } from './eigen.ts';
export { type Fault, formatFault, InputError } from './fault.ts';
export { closestName, nameHint } from './names.ts';
export {
  assertPose,
  composePoses,
  composePosesInto,
  identityPose,
  invertPoseInto,
  MAX_ORTHOGONALITY_DEFECT,
  orthogonalityDefect,
  POSE_SIZE,
  poseFault,
  relativePosesInto,
  transformPointInto,
} from './pose.ts';
export { poseFromQuaternion, poseFromRpy, quaternionOf } from './poseFrom.ts';
export { Random } from './random.ts';
export { rotateVectorInto, unrotateVectorInto } from './rotate.ts';
export { U } from './rounding.ts';
export { SINCOS_ERROR, sincosAtInto, sincosInto } from './sincos.ts';
export {
  bytesText,
  decodeUtf8,
  encodeUtf8,
  headOf,
  LONE_SURROGATE_FAULT,
  loneSurrogateAt,
  requireWellFormed,
  utf8OrBytes,
} from './utf8.ts';

/** Trees of joints: forward kinematics with proven errors, reach of links, swept spheres. */

export { scopedName } from './assemble.ts';
export { type JointBox, jointRangeInto, requireWithinLaws } from './box.ts';
export type { BodyExtent, Chain, Planes } from './chain.ts';
export { buildKinematics } from './compile.ts';
export {
  type Configuration,
  completeConfiguration,
  configurationFrom,
  firstDof,
  type JointValues,
} from './configuration.ts';
export type {
  Colour,
  Coupling,
  DisabledPair,
  Group,
  JointDescription,
  JointKind,
  Law,
  LinkDescription,
  MeshColours,
  MeshGeometry,
  Mimic,
  NamedState,
  Part,
  RobotDescription,
  SemanticDescription,
} from './description.ts';
export { Followers } from './followers.ts';
export { commonAncestor, Kinematics } from './forward.ts';
export { emptyBox, growBox, isUnlimitedSlide, limitsBox } from './growBox.ts';
export {
  FIXED,
  FLOATING,
  MOTION_SIZE,
  orthonormalise,
  PLANAR,
  SLIDE,
  SLIDES,
  TURN,
} from './joint.ts';
export {
  constantsAt,
  followsLaw,
  kernelKind,
  lodgeTree,
  movingFrames,
  type PoseRecords,
  poseRecords,
} from './kernelPoses.ts';
export {
  type CompiledLaw,
  LAW_BOUNDS,
  lawBoundsInto,
  lawErrorUpper,
  lawInto,
  lawRangeInto,
} from './law.ts';
export { compileLaw, requireLaw } from './lawFit.ts';
export { type LoopDescription, lawsOfLoop, type PinEnd } from './loops/index.ts';
export { MOST_VALUE, requireMagnitude } from './magnitude.ts';
export { lawThrough, type PointLaw } from './pointLaw.ts';
export { type PoseError, poseErrorUpper } from './poseError.ts';
export {
  buildChain,
  lawShareUpper,
  localMotionUpper,
  localReachInto,
  motionUpper,
  type PairMotion,
  pairMotion,
} from './reach.ts';
export { relativeErrorUpper } from './relativeError.ts';
export { type Straying, strayingOf } from './straying.ts';
export { ballGapLower, sweptBallInto, sweptGapLower } from './sweep.ts';
export type { Dof, JointState, KinematicTree, LooseJoints, PlacedRobot } from './tree.ts';

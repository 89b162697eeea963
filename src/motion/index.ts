/** Motions: straight, polynomial and circular segments, paths, trajectories as controllers execute them, tracks, limits. */

export { angleOf, turnBetweenInto } from './angle.ts';
export { type BlendedPoints, blendedPath } from './blend.ts';
export { circularSegment } from './circle.ts';
export { ARC_NUMBERS, type CircularNumbers, CircularSegment } from './circular.ts';
export { COEFFICIENTS, Curve } from './curve.ts';
export { CurvedSegment, type OtherCurve, type OtherCurves } from './curved.ts';
export {
  type BodyPair,
  DelayedTracks,
  type DelayGround,
  type DelayPart,
  isPossible,
  wholePart,
} from './delayParts.ts';
export { DelayParts, type DelayQuestion, wholeParts } from './delayQuestions.ts';
export { joinedErrorUpperInto } from './joins.ts';
export { JointCurve } from './jointCurve.ts';
export { limitNotes } from './limitNotes.ts';
export {
  type LeftLimit,
  type LimitFindings,
  type LimitKind,
  limitsLeft,
  limitsLeftAt,
} from './limits.ts';
export { pointInto } from './parts.ts';
export {
  buildPath,
  type Interpolation,
  type Path,
  type PathOptions,
  type StraightOptions,
  type Vias,
  type WrapRule,
} from './path.ts';
export { PolynomialSegment } from './polynomial.ts';
export type { Segment } from './segment.ts';
export { StraightSegment } from './straight.ts';
export { SweptAngle, Swing } from './swing.ts';
export { type Rates, type TimedPoints, timedPath } from './timed.ts';
export { type CombineOptions, combineTracks, type Track } from './tracks.ts';
export { floatingDofs } from './turn.ts';

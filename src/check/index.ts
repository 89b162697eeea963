/** Checks of motions: paths, edges, first contact, clearance and its profile, penetration, delays. */

export type { Covering } from './bisection/adaptive.ts';
export type { DistanceQuestion } from './bisection/adaptiveDistance.ts';
export { type ClearanceRequest, certifiedClearance } from './bisection/clearance.ts';
export {
  FINISH_TESTS,
  Finisher,
  type FinishRequest,
  type FinishResult,
} from './bisection/finish.ts';
export { clearanceProfile } from './bisection/profile.ts';
export type {
  PairProfile,
  ProfilePiece,
  ProfileRequest,
  ProfileResult,
  ProfileSample,
} from './bisection/profileResult.ts';
export type { Patch } from './cover/patches.ts';
export { Recorder, type RecordFailure, type SlabSink } from './cover/recorder.ts';
export { type CheckerOptions, createChecker } from './createChecker.ts';
export { isWorse, Judge } from './judge.ts';
export { Ladder, type LadderRequest } from './ladder/ladder.ts';
export {
  checkDelays,
  type DelayRequest,
  type DelayResult,
  type DelayWitness,
} from './paths/delays.ts';
export { firstContact } from './paths/firstContact.ts';
export { checkEdges, checkPath } from './paths/pathCheck.ts';
export type {
  ClearanceResult,
  FirstContactResult,
  PairClearance,
  PathPiece,
  PathProgress,
  PathRequest,
  PathResult,
  PathWitness,
} from './paths/pathRequest.ts';
export {
  checkPenetration,
  type PairPenetration,
  type PenetrationRequest,
  type PenetrationResult,
  type PenetrationVerdict,
  type PenetrationWitness,
} from './penetration/penetration.ts';
export {
  addStats,
  type Checker,
  type CheckRequest,
  type CheckResult,
  type CheckStats,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
  type KeptWork,
  type Method,
  type OpenInterval,
  type Verdict,
  type Witness,
} from './request.ts';

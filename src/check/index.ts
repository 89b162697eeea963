export type { Covering } from './adaptive.ts';
export type { DistanceQuestion } from './adaptiveDistance.ts';
export { type ClearanceRequest, certifiedClearance } from './clearance.ts';
export { type CheckerOptions, createChecker } from './createChecker.ts';
export {
  checkDelays,
  type DelayRequest,
  type DelayResult,
  type DelayWitness,
} from './delays.ts';
export {
  FINISH_TESTS,
  Finisher,
  type FinishRequest,
  type FinishResult,
} from './finish.ts';
export { firstContact } from './firstContact.ts';
export { isWorse, Judge } from './judge.ts';
export { Ladder, type LadderRequest } from './ladder.ts';
export type { Patch } from './patches.ts';
export { checkEdges, checkPath } from './pathCheck.ts';
export type {
  ClearanceResult,
  FirstContactResult,
  PairClearance,
  PathPiece,
  PathProgress,
  PathRequest,
  PathResult,
  PathWitness,
} from './pathRequest.ts';
export {
  checkPenetration,
  type PairPenetration,
  type PenetrationRequest,
  type PenetrationResult,
  type PenetrationVerdict,
  type PenetrationWitness,
} from './penetration.ts';
export { clearanceProfile } from './profile.ts';
export type {
  PairProfile,
  ProfilePiece,
  ProfileRequest,
  ProfileResult,
  ProfileSample,
} from './profileResult.ts';
export { Recorder, type RecordFailure, type SlabSink } from './recorder.ts';
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

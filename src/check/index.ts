/** Checks of motions: paths, edges, first contact, clearance and its profile, penetration, delays. */

export type { Patch } from '../cell/index.ts';
export { COVERINGS, type Covering, ORDERS, type Order } from './bisection/adaptive.ts';
export {
  FINISH_TESTS,
  Finisher,
  type FinishRequest,
  type FinishResult,
} from './bisection/finish.ts';
export { brakingFactor } from './braking/braking.ts';
export type {
  BrakingJoint,
  BrakingPlace,
  BrakingRequest,
  BrakingResult,
} from './braking/brakingRequest.ts';
export { type ClearanceRequest, certifiedClearance } from './clearance/clearance.ts';
export {
  isWithinRobot,
  type NearestPair,
  type PairKind,
  type ProfilePart,
  profileParts,
} from './clearance/parts.ts';
export { clearanceProfile } from './clearance/profile.ts';
export {
  clearancesOf,
  keptProfile,
  type PairProfile,
  type ProfilePiece,
  type ProfileRequest,
  type ProfileResult,
  type ProfileSample,
} from './clearance/profileResult.ts';
export {
  type OpenPair,
  Recorder,
  type RecordFailure,
  type SlabSink,
  type SlabStep,
} from './cover/recorder.ts';
export { type CheckerOptions, createChecker } from './createChecker.ts';
export { isWorse, Judge } from './judge.ts';
export { Ladder } from './ladder/ladder.ts';
export type { LadderRequest } from './ladder/ladderCheck.ts';
export { DISTANCES, type DistanceQuestion } from './lemma/bodyDistance.ts';
export {
  checkDelays,
  type DelayRequest,
  type DelayResult,
  type DelayWitness,
} from './paths/delays.ts';
export { firstContact } from './paths/firstContact.ts';
export {
  checkEach,
  checkEdges,
  checkPath,
  checkPathAhead,
  type EachRequest,
} from './paths/pathCheck.ts';
export {
  type ClearanceResult,
  type FirstContactResult,
  type PairClearance,
  type PathPiece,
  type PathProgress,
  type PathRequest,
  type PathResult,
  type PathWitness,
  TURNS,
  type Turns,
} from './paths/pathRequest.ts';
export type { AskedAhead } from './paths/segmentQueue.ts';
export { checkPenetration } from './penetration/penetration.ts';
export type {
  PairPenetration,
  PenetrationRequest,
  PenetrationResult,
  PenetrationVerdict,
  PenetrationWitness,
} from './penetration/penetrationRequest.ts';
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
export { listedTested, sweptMovers, testedPair } from './sweep/listedPairs.ts';
export { NearPairs, type NearQuestion } from './sweep/nearPairs.ts';

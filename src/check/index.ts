export { isWorse, Judge } from './judge.ts';
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

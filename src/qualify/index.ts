export {
  type Identity,
  type Platform,
  type QualificationRecord,
  RECORD_VERSION,
  recordText,
} from './record.ts';
export { type CheckOutcome, type RequirementOutcome, type RunOptions, runSuite } from './run.ts';
export type { Bench, Check, Finding, Requirement, Suite } from './suite.ts';

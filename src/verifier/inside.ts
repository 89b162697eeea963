/**
 * The verifier's own steps, for those who make certificates: what they write down is put to them first. Only
 * src/certificate comes in by this door.
 */

export { type BodyList, ProofBodies } from './bodies.ts';
export { oneContainsOther } from './containment.ts';
export { COVERED_SIZE, covers } from './coverage.ts';
export { DELAY_CERTIFICATE_VERSION, recordOf, segmentRecords } from './delayFormat.ts';
export { type CellDigests, cellDigests } from './digest.ts';
export {
  BARE_VERSION,
  CIRCULAR,
  GLANCE_AFTER,
  GLANCE_BEFORE,
  GLANCE_SIZE,
  GLANCE_T,
  glanceCount,
  POLYNOMIAL,
  ROTATIONS,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  STRAIGHT,
  SWEEP_AFTER,
  SWEEP_BEFORE,
  SWEEP_SIZE,
  SWEEP_T,
  segmentCount,
  sweepCount,
  WHOLE,
} from './format.ts';
export { Glances } from './glances.ts';
export { areApart, BOX_SIZE, memberBoxInto } from './members.ts';
export { type PathRecord, pathOf, recordedSegment } from './path.ts';
export { equal, Rejected } from './rejected.ts';
export { Sections } from './sections.ts';
export { Sha256, sha256 } from './sha256.ts';
export {
  BACKWARD,
  BEND,
  BOUNDS,
  E,
  FORWARD,
  LENGTH,
  Side,
  SLAB_NUMBERS,
  TIMES,
  TOP,
} from './side.ts';
export { cubicUpper, type PairProof, SlabProver } from './slab.ts';
export { type AssumedPairs, assumptionsOf, pairEntry } from './statement.ts';
export { Sweeper } from './sweep.ts';

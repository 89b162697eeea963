/**
 * The verifier's own steps, for those who make certificates: what they write down is put to them first. Only
 * src/certificate comes in by this door.
 */

export { type ProofBody, proofBody } from './bodies.ts';
export { oneContainsOther } from './containment.ts';
export { DELAY_CERTIFICATE_VERSION, recordOf } from './delayFormat.ts';
export { type CellDigests, cellDigests } from './digest.ts';
export {
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
  WHOLE,
} from './format.ts';
export { pathOf } from './path.ts';
export { equal, Rejected } from './rejected.ts';
export { Sections } from './sections.ts';
export { Sha256, sha256 } from './sha256.ts';
export { type PairProof, SlabProver } from './slab.ts';
export { assumptionsOf, pairEntries } from './statement.ts';

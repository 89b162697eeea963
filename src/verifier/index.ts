/** The verifier of certificates by itself: it knows neither checkers nor trees. */

export { type BodyModel, modelBody } from './bodies.ts';
export { oneContainsOther } from './containment.ts';
export {
  type CertifiedPart,
  DELAY_CERTIFICATE_VERSION,
  DELAY_KEY,
  type DelayCertificate,
  parseDelayCertificate,
  recordOf,
  type TrackRecord,
} from './delayFormat.ts';
export { verifyDelays, type WantedDelays } from './delays.ts';
export { type CellDigests, cellDigests, fileDigests, modelDigest } from './digest.ts';
export {
  CERTIFICATE_VERSION,
  type Certificate,
  type Exclusion,
  type Order,
  type PairEntry,
  POLYNOMIAL,
  ROTATIONS,
  type Setting,
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
export { parseCertificate } from './parse.ts';
export { PatchBook } from './patches.ts';
export { pathOf, type WantedPath } from './path.ts';
export { equal, Rejected, type Rejection } from './rejected.ts';
export { Sha256, sha256 } from './sha256.ts';
export { type PairProof, SlabProver } from './slab.ts';
export { assumptionsOf, pairEntries } from './statement.ts';
export { type Verification, Verifier, type VerifyOptions, verify } from './verify.ts';

/** The verifier of certificates by itself: it knows neither checkers nor trees, nor how certificates are made. */

export { InputError } from '../math/fault.ts';
export { adjacentPairs } from '../model/adjacency.ts';
export { withSelfKnown } from '../model/clearances.ts';
export type { CellDescription } from '../model/description.ts';
export { keptClearance } from '../model/pairs.ts';
export { visualOnlyLinks } from '../model/visualOnly.ts';
export {
  type CertifiedPart,
  DELAY_KEY,
  type DelayCertificate,
  isAboutDelays,
  parseDelayCertificate,
  type TrackRecord,
} from './delayFormat.ts';
export { verifyDelays, type WantedDelays } from './delays.ts';
export { fileDigests, modelDigest } from './digest.ts';
export {
  CERTIFICATE_VERSION,
  type Certificate,
  type Exclusion,
  type Order,
  type PairEntry,
  type Setting,
  type SweepList,
} from './format.ts';
export { isModelFile, parseModel } from './modelFile.ts';
export { MODEL_KEY, writeModel } from './modelText.ts';
export { parseCertificate } from './parse.ts';
export type { WantedPath } from './path.ts';
export type { Rejection } from './rejected.ts';
export {
  type RequiredCell,
  type RequiredVerification,
  RequiredVerifier,
  type Shown,
} from './required.ts';
export { Sha256, sha256 } from './sha256.ts';
export { type Checked, type Verification, Verifier, type VerifyOptions, verify } from './verify.ts';

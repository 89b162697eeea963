export { type BuilderSettings, CertificateBuilder } from './builder.ts';
export {
  DELAY_KEY,
  type DelayCertificate,
  parseDelayCertificate,
  writeDelayCertificate,
} from './delayFormat.ts';
export { fileDigests, modelDigest } from './digest.ts';
export {
  CERTIFICATE_VERSION,
  type Certificate,
  type Exclusion,
  type Order,
  type PairEntry,
  type Setting,
  SLAB_AFTER,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
} from './format.ts';
export { JsonReader } from './json.ts';
export { CertificateMaker, type MakeOptions, makeCertificate, NOT_FREE } from './make.ts';
export { type DelayEvidence, makeDelayCertificate } from './makeDelays.ts';
export { parseCertificate } from './parse.ts';
export type { Rejection } from './rejected.ts';
export { Sha256, sha256 } from './sha256.ts';
export {
  type Verification,
  Verifier,
  type VerifyOptions,
  verify,
} from './verify.ts';
export { verifyDelays, type WantedDelays } from './verifyDelays.ts';
export type { WantedPath } from './verifyPath.ts';
export { writeCertificate } from './write.ts';

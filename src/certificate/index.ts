/** Certificates: made of what a check proved, written, read and verified. */

export type {
  Rejection,
  RequiredCell,
  RequiredVerification,
  Shown,
  WantedPath,
} from '../verifier/index.ts';
export {
  CERTIFICATE_VERSION,
  type Certificate,
  DELAY_KEY,
  type DelayCertificate,
  type Exclusion,
  fileDigests,
  isAboutDelays,
  isModelFile,
  modelDigest,
  type Order,
  type PairEntry,
  parseCertificate,
  parseDelayCertificate,
  parseModel,
  RequiredVerifier,
  type Setting,
  type Verification,
  Verifier,
  type VerifyOptions,
  verify,
  verifyDelays,
  type WantedDelays,
  writeModel,
} from '../verifier/index.ts';
export {
  glanceCount,
  Sha256,
  SLAB_AFTER,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
  sha256,
  sweepCount,
} from '../verifier/inside.ts';
export {
  ALL,
  type BuilderSettings,
  CertificateBuilder,
  type SectionName,
  type SlabDraft,
} from './builder.ts';
export { CertificateMaker, type MakeOptions, makeCertificate } from './make.ts';
export { type DelayEvidence, makeDelayCertificate } from './makeDelays.ts';
export { certifiedDofs, certifiedPathIn, isAboutLike } from './oldPath.ts';
export { type Renewal, type RenewOptions, renewCertificate } from './renew.ts';
export type { RenewedPair, RenewedSteps } from './renewal.ts';
export { NOT_FREE } from './steps.ts';
export { writeCertificate } from './write.ts';
export { writeDelayCertificate } from './writeDelays.ts';

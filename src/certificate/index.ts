export { type BuilderSettings, CertificateBuilder } from './builder.ts';
export { fileDigests, modelDigest } from './digest.ts';
export {
  CERTIFICATE_VERSION,
  type Certificate,
  type Exclusion,
  type Order,
  type PairEntry,
  type Setting,
  SLAB_SIZE,
} from './format.ts';
export { type MakeOptions, makeCertificate, NOT_FREE } from './make.ts';
export { parseCertificate } from './parse.ts';
export { Sha256, sha256 } from './sha256.ts';
export {
  type Rejection,
  type Verification,
  Verifier,
  type VerifyOptions,
  verify,
} from './verify.ts';
export { writeCertificate } from './write.ts';

/**
 * The proof of a motion, at the least cost: the certificate at hand, if it is verified in this cell for this motion; else
 * a new one, of what still holds of it (recheck.ts) or of nothing. A certificate that is verified costs no check.
 */
import { isAboutDelays, RequiredVerifier } from '../certificate/index.ts';
import { DEFAULT_DELTA, type Verdict } from '../check/index.ts';
import { decodeUtf8, encodeUtf8, InputError } from '../math/index.ts';
import { type CertifyAnswer, certify, notFree } from './certify.ts';
import {
  check,
  factsOf,
  type MotionFacts,
  type PathOpen,
  type PlacedWitness,
  type SearchSettings,
} from './check.ts';
import { type JobContext, Stopwatch } from './context.ts';
import type { GivenProof } from './difference.ts';
import type { OpenCell } from './openCell.ts';
import { recheck } from './recheck.ts';
import { readCertificate } from './verify.ts';

export interface ProveRequest extends SearchSettings {
  /** Name and version, for the record. */
  readonly program: string;
  /** One that was made before, of whatever. */
  readonly certificate?: GivenProof | undefined;
  /** Nothing is proven anew: what is not verified is not proven. Default false. */
  readonly frozen?: boolean | undefined;
}

/**
 * `verified`: the certificate at hand is a proof. `again`: it is none any more, something was proven anew. `new`: there was
 * none. `frozen`: nothing was proven because nobody wanted it.
 */
export type ProofDone = 'verified' | 'again' | 'new' | 'frozen';

export interface ProveAnswer extends MotionFacts {
  readonly done: ProofDone;
  /** Null where nothing is known. */
  readonly verdict: Verdict | null;
  /** Why the certificate at hand is no proof here; null where it is one, or where there was none. */
  readonly rejected: string | null;
  /** The new one; null where there was no need for it, or nobody wanted it. */
  readonly certificate: CertifyAnswer | null;
  /** Segments of which all is still proven by the certificate at hand, whatever changed. */
  readonly kept: number;
  /** Number of tests of checks: 0 where the certificate at hand is verified. */
  readonly tests: number;
  readonly witness: PlacedWitness | null;
  readonly open: readonly PathOpen[];
  readonly milliseconds: number;
}

/** The proof of a motion: the one at hand if it is verified, else a new one. */
export function prove(
  open: OpenCell,
  request: ProveRequest,
  context: JobContext = {},
): ProveAnswer {
  const watch = new Stopwatch();
  const { certificate: old, frozen = false, delta = DEFAULT_DELTA } = request;
  const rejected = old ? rejectionOf(open, old.bytes, old.file, request) : null;
  const found =
    old && rejected === null
      ? { ...NOTHING, done: 'verified' as const, verdict: 'free' as const }
      : frozen
        ? { ...NOTHING, done: 'frozen' as const, verdict: null }
        : provenAnew(open, request, context);
  const facts = factsOf(open.question(request), delta);
  return { ...facts, ...found, rejected, milliseconds: watch.total() };
}

type Found = Omit<ProveAnswer, keyof MotionFacts | 'rejected' | 'milliseconds'>;

const NOTHING = { certificate: null, kept: 0, tests: 0, witness: null, open: [] } as const;

/** Why a certificate is no proof that this motion is free in this cell; null if it is one. */
function rejectionOf(
  open: OpenCell,
  bytes: Uint8Array,
  file: string,
  request: ProveRequest,
): string | null {
  if (isAboutDelays(bytes)) return 'it is a certificate of delays, and not of one timing';
  try {
    const certificate = readCertificate(bytes, file);
    if ('parts' in certificate) return 'it is a certificate of delays';
    // The path as it is asked about, however the certificate says that turns are meant.
    const { path } = open.question(request);
    const { verified, reason } = verifierOf(open.with(request)).verify(certificate, path);
    return verified ? null : (reason?.message ?? 'rejected');
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.fault.message;
  }
}

/** Verifiers of descriptions, which do not change: one of large meshes takes longer than many a certificate. */
const verifiers = new WeakMap<object, RequiredVerifier>();

function verifierOf({ description }: OpenCell): RequiredVerifier {
  let found = verifiers.get(description);
  if (!found) {
    found = new RequiredVerifier({ description });
    verifiers.set(description, found);
  }
  return found;
}

/** A new certificate, which is verified as any other before it is called one. */
function provenAnew(open: OpenCell, request: ProveRequest, context: JobContext): Found {
  // Answers depend on the request alone, and not on who was asked before.
  open.with(request).forgetChecks();
  const { certificate: old } = request;
  const isTaken = old !== undefined && !isAboutDelays(old.bytes);
  const found = isTaken ? renewed(open, request, old, context) : checked(open, request, context);
  const done = old ? ('again' as const) : ('new' as const);
  const { certificate } = found;
  if (!certificate.written) return { ...found, done };
  const bytes = encodeUtf8(certificate.text);
  const reason = rejectionOf(open, bytes, 'the new certificate', request);
  if (reason === null) return { ...found, done };
  // What nobody can verify is not handed out, and nothing is said on its strength.
  const { verdict, witness, open: left, stats } = check(open, request, context);
  const none: CertifyAnswer = { written: false, reason: `the verifier rejects it: ${reason}` };
  return { ...found, done, verdict, witness, open: left, tests: stats.tests, certificate: none };
}

type Anew = Omit<Found, 'done' | 'certificate'> & { readonly certificate: CertifyAnswer };

function renewed(
  open: OpenCell,
  request: ProveRequest,
  { file, bytes }: GivenProof,
  context: JobContext,
): Anew {
  const certificate = decodeUtf8(bytes, { code: 'certificate/encoding', file });
  const answer = recheck(open, { ...request, certificate, file }, context);
  const { verdict, witness, open: left, old } = answer;
  return {
    ...{ verdict, witness, open: left, certificate: answer.certificate },
    kept: old.used && answer.certificate.written ? old.segments.kept : 0,
    tests: answer.check.stats.tests,
  };
}

function checked(open: OpenCell, request: ProveRequest, context: JobContext): Anew {
  const { verdict, witness, open: left, stats } = check(open, request, context);
  const certificate =
    verdict === 'free' ? certify(open, request, context) : notFree('path', verdict);
  return { verdict, witness, open: left, tests: stats.tests, certificate, kept: 0 };
}

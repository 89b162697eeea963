/** Is a certificate a proof that its motion is free in a cell? Nothing that it says is believed. */
import {
  type Certificate,
  type DelayCertificate,
  isAboutDelays,
  parseCertificate,
  parseDelayCertificate,
  type Verification,
  verifyDelays,
  verify as verifyPath,
} from '../certificate/index.ts';
import { type JobContext, Stopwatch } from './context.ts';
import { delayedTracks } from './delays.ts';
import type { Motion } from './motion.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

export interface VerifyRequest extends CellAdjustments {
  /** Its bytes, or what `readCertificate` made of them. */
  readonly certificate: Uint8Array | Certificate | DelayCertificate;
  /** Where it comes from, for faults. */
  readonly file?: string | undefined;
  /** If given, the certificate must be of this motion. */
  readonly motion?: Motion | undefined;
  /** For a certificate of delays, with the motion: seconds, per track. */
  readonly delays?: readonly number[] | undefined;
}

export interface VerifyAnswer extends Verification {
  readonly milliseconds: number;
}

/** Is a certificate a proof in this cell? It is not stopped half way: there is no answer before its end. */
export function verify(
  open: OpenCell,
  request: VerifyRequest,
  _context: JobContext = {},
): VerifyAnswer {
  const watch = new Stopwatch();
  const { certificate: given, file = 'certificate', motion } = request;
  const certificate = given instanceof Uint8Array ? readCertificate(given, file) : given;
  const asked = open.with(request);
  const { description } = asked;
  const answer = (found: Verification): VerifyAnswer => ({
    ...found,
    // That it is about this motion rests on them, too.
    assumptions: found.verified
      ? [...found.assumptions, ...(motion?.assumptions ?? [])]
      : found.assumptions,
    milliseconds: watch.total(),
  });
  if ('parts' in certificate) {
    const { delays = [] } = request;
    const wanted = motion && { ...delayedTracks(asked, { motion }), delays };
    return answer(verifyDelays(certificate, description, wanted));
  }
  const { wrap } = certificate;
  const options = motion ? { path: asked.question({ motion, wrap }).path } : {};
  return answer(verifyPath(certificate, description, options));
}

/** Parses a certificate of a path, or of delays. Throws an InputError for what is none. */
export function readCertificate(bytes: Uint8Array, file: string): Certificate | DelayCertificate {
  return isAboutDelays(bytes) ? parseDelayCertificate(bytes, file) : parseCertificate(bytes, file);
}

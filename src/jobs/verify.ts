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
import { InputError } from '../math/index.ts';
import type { WrapRule } from '../motion/index.ts';
import { type JobContext, Stopwatch } from './context.ts';
import { delayedTracks } from './delays.ts';
import type { Motion } from './motion.ts';
import { type MotionReading, readingOf } from './motionReading.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

export interface VerifyRequest extends CellAdjustments {
  /** Its bytes, or what `readCertificate` made of them. */
  readonly certificate: Uint8Array | Certificate | DelayCertificate;
  /** Where it comes from, for faults. */
  readonly file?: string | undefined;
  /** If given, the certificate must be of this motion. */
  readonly motion?: Motion | undefined;
  /** How the motion is read, whatever the certificate says. Default literal. */
  readonly wrap?: WrapRule | undefined;
  /** With a certificate of delays and its motion, always: seconds, per track. */
  readonly delays?: readonly number[] | undefined;
}

export interface VerifyAnswer extends Verification {
  /** How the motion of the request was read; null where the path is the certificate's own. */
  readonly path: MotionReading | null;
  readonly milliseconds: number;
}

/** Is a certificate a proof in this cell? It is not stopped half way: there is no answer before its end. */
export function verify(
  open: OpenCell,
  request: VerifyRequest,
  _context: JobContext = {},
): VerifyAnswer {
  const watch = new Stopwatch();
  const { certificate: given, file = 'certificate', motion, wrap = 'literal', delays } = request;
  const certificate = given instanceof Uint8Array ? readCertificate(given, file) : given;
  const isDelayed = 'parts' in certificate;
  requireMotion(request, file);
  const asked = open.with(request);
  const { description } = asked;
  const other = otherTiming(request, isDelayed);
  const found =
    other !== null
      ? other
      : isDelayed
        ? verifyDelays(
            certificate,
            description,
            motion && { ...delayedTracks(asked, { motion, wrap }), delays: delays! },
          )
        : verifyPath(
            certificate,
            description,
            motion ? { path: asked.question({ motion, wrap }).path } : {},
          );
  return {
    ...found,
    // That it is about this motion rests on them, too.
    assumptions: found.verified
      ? [...found.assumptions, ...(motion?.assumptions ?? [])]
      : found.assumptions,
    path: motion ? readingOf(asked, motion, wrap, delays) : null,
    milliseconds: watch.total(),
  };
}

/** Rules for a motion that is not there are refused: the answer would be about another question. */
function requireMotion({ motion, wrap, delays }: VerifyRequest, file: string): void {
  if (motion || (wrap === undefined && delays === undefined)) return;
  const rule = wrap === undefined ? 'delays' : '"wrap"';
  throw new InputError({
    code: 'verify/no-motion',
    message: `${rule} is given, but no motion that it is about`,
    file,
    hint: 'give the motion as well: without one the answer is about the path in the certificate, number by number',
  });
}

const NOTHING = { slabs: 0, glances: 0, pairs: 0, segments: 0, sweeps: 0 };

/** A certificate of one timing shows nothing about delays, and one of delays nothing about another timing. */
function otherTiming({ motion, delays }: VerifyRequest, isDelayed: boolean): Verification | null {
  if (!motion || isDelayed === (delays !== undefined)) return null;
  const message = isDelayed
    ? 'the certificate is about delays, and the motion was given without delays'
    : 'the certificate is about one timing, and delays were given';
  const reason = { code: 'delays', message };
  return { verified: false, reason, checked: NOTHING, assumptions: [] };
}

/** Parses a certificate of a path, or of delays. Throws an InputError for what is none. */
export function readCertificate(bytes: Uint8Array, file: string): Certificate | DelayCertificate {
  return isAboutDelays(bytes) ? parseDelayCertificate(bytes, file) : parseCertificate(bytes, file);
}

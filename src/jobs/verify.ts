/** Is a certificate a proof that its motion is free in a cell? Nothing that it says is believed. */
import { adjustCell, type CellDescription, withTrackingAtLeast } from '../cell/index.ts';
import {
  type Certificate,
  type DelayCertificate,
  isAboutDelays,
  parseCertificate,
  parseDelayCertificate,
  type RequiredCell,
  type RequiredVerification,
  RequiredVerifier,
} from '../certificate/index.ts';
import { InputError } from '../math/index.ts';
import type { WrapRule } from '../motion/index.ts';
import { type JobContext, Stopwatch } from './context.ts';
import { delayedTracks } from './delays.ts';
import type { Motion } from './motion.ts';
import { type MotionReading, readingOf } from './motionReading.ts';
import type { CellAdjustments, OpenCell } from './openCell.ts';

/** Clearances and tolerances only ask for more than the cell does, which is the least. */
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

export interface VerifyAnswer extends Omit<RequiredVerification, 'description'> {
  /** How the motion of the request was read; null where the path is the certificate's own. */
  readonly path: MotionReading | null;
  /** Of a certificate of delays: how late each of its tracks may begin, in seconds. */
  readonly delays?: readonly { readonly name: string; readonly delay: number }[];
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
  const required = requiredCell(open, request);
  const verifier = new RequiredVerifier(required);
  const found =
    otherTiming(request, required, isDelayed) ??
    ('parts' in certificate
      ? verifier.verifyDelays(
          certificate,
          motion && { ...delayedTracks(open, { motion, wrap }), delays: delays! },
        )
      : verifier.verify(certificate, motion && open.question({ motion, wrap }).path));
  const { description: _model, ...told } = found;
  return {
    ...told,
    // That it is about this motion rests on them, too.
    assumptions: found.verified
      ? [...found.assumptions, ...(motion?.assumptions ?? [])]
      : found.assumptions,
    ...('parts' in certificate && { delays: delaysOf(certificate) }),
    path: motion ? readingOf(open, motion, wrap, delays) : null,
    milliseconds: watch.total(),
  };
}

function delaysOf({ tracks, delays }: DelayCertificate): NonNullable<VerifyAnswer['delays']> {
  return tracks.map(({ name }, k) => ({ name: name || `track ${k}`, delay: delays[k] }));
}

/** What must be shown: what the cell asks for, and more where the request asks for more. */
function requiredCell(
  { description, byVisuals }: OpenCell,
  { clearance, selfClearance, tracking }: CellAdjustments,
): RequiredCell {
  const raised = (cell: CellDescription) => {
    const adjusted = adjustCell(cell, { clearance, selfClearance, atLeast: true });
    return tracking === undefined ? adjusted : withTrackingAtLeast(adjusted, tracking);
  };
  return {
    description: raised(description),
    // Without the option for tracking it is seen that this is what is lacking.
    others: () => [
      ...(tracking === undefined ? [] : [description]),
      ...readingOrNone(byVisuals).map(raised),
    ],
  };
}

/** Another reading of the cell. One whose files are missing or wrong is none: the cell itself was read without them. */
function readingOrNone(read: (() => CellDescription) | undefined): CellDescription[] {
  try {
    return read ? [read()] : [];
  } catch (error) {
    if (error instanceof InputError) return [];
    throw error;
  }
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
function otherTiming(
  { motion, delays }: VerifyRequest,
  { description }: RequiredCell,
  isDelayed: boolean,
): RequiredVerification | null {
  if (!motion || isDelayed === (delays !== undefined)) return null;
  const message = isDelayed
    ? 'the certificate is about delays, and the motion was given without delays'
    : 'the certificate is about one timing, and delays were given';
  const reason = { code: 'delays', message };
  return { verified: false, reason, checked: NOTHING, assumptions: [], description };
}

/** Parses a certificate of a path, or of delays. Throws an InputError for what is none. */
export function readCertificate(bytes: Uint8Array, file: string): Certificate | DelayCertificate {
  return isAboutDelays(bytes) ? parseDelayCertificate(bytes, file) : parseCertificate(bytes, file);
}

/**
 * Is a motion still free, after the cell, the motion or what is asked of them has changed? The ordinary check says what it is, which
 * costs little. What an older certificate shows is looked at anew, in this cell and on this motion; what holds is kept, only the
 * rest is proven, and of a free motion the answer has a whole new certificate.
 */
import { StaticChecker } from '../cell/index.ts';
import {
  type Certificate,
  certifiedDofs,
  certifiedPathIn,
  isAboutDelays,
  isAboutLike,
  parseCertificate,
  type RenewedSteps,
  renewCertificate,
} from '../certificate/index.ts';
import { DEFAULT_DELTA, type Verdict } from '../check/index.ts';
import { writePathJson } from '../formats/index.ts';
import { encodeUtf8, type Fault, InputError } from '../math/index.ts';
import { type CertifyAnswer, certify, notFree, writtenAnswer } from './certify.ts';
import {
  type CheckAnswer,
  type CheckRequest,
  check,
  factsOf,
  type MotionFacts,
  type PathOpen,
  type PlacedWitness,
} from './check.ts';
import { type JobContext, Stopwatch, signalWith, telling } from './context.ts';
import type { Motion } from './motion.ts';
import type { OpenCell, Question } from './openCell.ts';
import { openMotion } from './openMotion.ts';

export interface RecheckRequest extends Omit<CheckRequest, 'motion'> {
  /** The text of the old certificate. */
  readonly certificate: string;
  /** Where it comes from, for faults. */
  readonly file?: string | undefined;
  /** Default: the motion that the old certificate is about. */
  readonly motion?: Motion | undefined;
  /** Name and version, for the record. */
  readonly program: string;
  /** Refuse a certificate that cannot be used, instead of proving all anew. Default false. */
  readonly strict?: boolean | undefined;
}

/** What became of the old certificate: something of it was tried, or it could not be used. */
export type OldCertificate =
  | ({ readonly used: true } & RenewedSteps)
  | {
      readonly used: false;
      /** `unreadable`: it is no certificate. `other`: it is about another robot altogether. */
      readonly why: 'unreadable' | 'other';
      readonly reason: string;
    };

export interface RecheckAnswer extends MotionFacts {
  readonly verdict: Verdict;
  readonly witness: PlacedWitness | null;
  readonly witnesses: readonly PlacedWitness[];
  readonly open: readonly PathOpen[];
  /** The new one, of this cell and motion. */
  readonly certificate: CertifyAnswer;
  readonly old: OldCertificate;
  /** The ordinary check, which alone decides what the motion is. */
  readonly check: CheckAnswer;
  readonly milliseconds: number;
}

/** Is a motion still free? Throws an InputError for a certificate of delays, and for one without a motion to check. */
export function recheck(
  open: OpenCell,
  request: RecheckRequest,
  context: JobContext = {},
): RecheckAnswer {
  const watch = new Stopwatch();
  const { file = 'certificate' } = request;
  const read = readOld(open.with(request), request, file);
  const { motion, notes } = request.motion
    ? { motion: request.motion, notes: [] }
    : motionOf(open.with(request), read, request);
  const asked = { ...request, motion };
  const found = 'certificate' in read ? renewed(open, asked, read.certificate, context) : null;
  const old: OldCertificate = found?.old ?? { used: false, ...(read as Unusable) };
  const { check: answer, certificate } = checked(open, asked, found, context);
  const facts = factsOf(open.question(asked), request.delta ?? DEFAULT_DELTA);
  const { verdict, witness, witnesses, open: left } = answer;
  return {
    ...facts,
    notes: [...notes, ...facts.notes],
    ...{ verdict, witness, witnesses, open: left },
    certificate,
    old,
    check: answer,
    milliseconds: watch.total(),
  };
}

type Asked = RecheckRequest & { readonly motion: Motion };

/** Why a certificate cannot be used. */
interface Unusable {
  readonly why: 'unreadable' | 'other';
  readonly reason: string;
  readonly error: InputError;
}

/** The old certificate, or why it cannot be used. */
function readOld(
  { cell, file: cellFile }: OpenCell,
  { certificate: text, strict = false }: Pick<RecheckRequest, 'certificate' | 'strict'>,
  file: string,
): { readonly certificate: Certificate } | Unusable {
  const bytes = encodeUtf8(text);
  if (isAboutDelays(bytes)) {
    throw new InputError({
      code: 'recheck/delays',
      message: 'it is a certificate of delays, which is not taken up again',
      file,
      hint: 'ask "surepath check --delay ... --certificate" for a new one',
    });
  }
  const unusable = (why: Unusable['why'], error: InputError): Unusable => {
    if (strict) throw error;
    return { why, reason: error.fault.message, error };
  };
  try {
    const certificate = parseCertificate(bytes, file);
    if (isAboutLike(cell, certificate)) return { certificate };
    const message = `the certificate is about another robot: none of its pairs moves in ${cellFile}`;
    return unusable('other', new InputError({ code: 'recheck/other', message, file }));
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code === 'recheck/other') throw error;
    return unusable('unreadable', error);
  }
}

/** The motion that a certificate is about, in a cell that may be another one by now. Throws an InputError where there is none. */
export function certifiedMotion(
  open: OpenCell,
  request: Omit<RecheckRequest, 'program'>,
): OldMotion {
  const asked = open.with(request);
  return motionOf(asked, readOld(asked, request, request.file ?? 'certificate'), request);
}

/** A motion, and what there is to say about it. */
export interface OldMotion {
  readonly motion: Motion;
  readonly notes: readonly Fault[];
}

function motionOf(
  open: OpenCell,
  read: { readonly certificate: Certificate } | Unusable,
  { file = 'certificate', wrap }: Pick<RecheckRequest, 'file' | 'wrap'>,
): OldMotion {
  if (!('certificate' in read)) throw read.error;
  const { certificate } = read;
  const { shared, same } = certifiedDofs(open.cell, certificate);
  if (same) {
    const { waypoints, coefficients } = certificate;
    // What is curved has numbers of its own, which no motion has: the path is remembered as it is. Nobody can make
    // another one of this motion, which lacks the times that it would need.
    const interpolation = coefficients ? 'controller' : 'straight';
    const motion: Motion = { name: file, waypoints, interpolation };
    if (coefficients) open.keep({ motion, wrap }, certifiedPathIn(open.cell, certificate));
    return { motion, notes: [] };
  }
  if (certificate.coefficients) {
    throw new InputError({
      code: 'recheck/path',
      message: 'the joints of the cell are not those of the certificate, and its path is curved',
      file,
      hint: 'give the path as well',
    });
  }
  const numbers = shared.map((name) => certificate.dofs.indexOf(name));
  const waypoints = certificate.waypoints.map((q) => Float64Array.from(numbers, (d) => q[d]));
  const text = writePathJson({ joints: shared, waypoints });
  const { motion, notes } = openMotion(open, { file, bytes: encodeUtf8(text) });
  const gone = certificate.dofs.filter((name) => !shared.includes(name));
  const note: Fault = {
    code: 'recheck/joints',
    message: `the cell has no ${gone.join(', ')}: what the certificate says of it is left out`,
    file,
  };
  return { motion, notes: gone.length > 0 ? [note, ...notes] : notes };
}

/** A new certificate of what holds of the old one, and of what is proven anew. */
function renewed(
  open: OpenCell,
  request: Asked,
  old: Certificate,
  context: JobContext,
): { readonly certificate: CertifyAnswer; readonly old: OldCertificate } {
  const { program, method = 'ladder', delta = DEFAULT_DELTA, timeLimit_ms } = request;
  const question = open.question(request);
  const { cell, path } = question;
  const { onProgress } = context;
  const renewal = renewCertificate(old, cell.description, cell, path, {
    ...{ program, method, settings: { delta } },
    ...signalWith(context, timeLimit_ms),
    ...telling(context, 'certifying'),
    ...(onProgress && {
      onKept: (kept) => {
        const left = withInsides(question, kept);
        onProgress({ phase: 'keeping', done: 0, of: path.segments.length, left });
      },
    }),
  });
  const { segments, slabs, pairs } = renewal;
  const certificate: CertifyAnswer = renewal.certificate
    ? writtenAnswer(renewal.certificate)
    : { written: false, reason: renewal.reason ?? '' };
  return { certificate, old: { used: true, segments, slabs, pairs } };
}

/**
 * What is kept shows surfaces apart: whoever is inside of something stays there meanwhile. So one moment of each stretch
 * that is kept is looked at; where not all are apart then, the stretch is left open as well.
 */
function withInsides(
  { cell, path }: Question,
  left: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  return path.segments.map((segment, i) => {
    const open: number[] = [];
    const add = (from: number, to: number) => {
      if (open.at(-1) === from) open[open.length - 1] = to;
      else open.push(from, to);
    };
    let reached = 0;
    for (let o = 0; o <= left[i].length; o += 2) {
      const [from, to] = o < left[i].length ? left[i].slice(o, o + 2) : [1, 1];
      if (from > reached) {
        segment.configurationInto((reached + from) / 2, q, 0);
        if (statics.firstCollision(q) >= 0) add(reached, from);
      }
      if (to > from) add(from, to);
      reached = to;
    }
    return open;
  });
}

/** The ordinary check, and the certificate of what is free: the renewed one, or one of nothing where there was none to begin with. */
function checked(
  open: OpenCell,
  request: Asked,
  found: { readonly certificate: CertifyAnswer } | null,
  context: JobContext,
): { readonly check: CheckAnswer; readonly certificate: CertifyAnswer } {
  const answer = check(open, request, context);
  if (answer.verdict !== 'free') {
    return { check: answer, certificate: notFree('path', answer.verdict) };
  }
  return { check: answer, certificate: found?.certificate ?? certify(open, request, context) };
}

/**
 * The proof that a motion is free, as text that `surepath verify` and anybody else can check. What is certified is
 * the motion as it is executed: of one with times the spline, not the lines between its waypoints.
 */
import type { Pair } from '../cell/index.ts';
import {
  type Certificate,
  glanceCount,
  type MakeOptions,
  makeCertificate,
  makeDelayCertificate,
  NOT_FREE,
  SLAB_SIZE,
  sha256,
  sweepCount,
  writeCertificate,
  writeDelayCertificate,
} from '../certificate/index.ts';
import { DEFAULT_DELTA, type DelayResult, type Method } from '../check/index.ts';
import { encodeUtf8, InputError } from '../math/index.ts';
import { type JobContext, signalWith, telling } from './context.ts';
import { delayedTracks } from './delays.ts';
import type { MotionSettings, OpenCell } from './openCell.ts';

export interface CertifyRequest extends MotionSettings {
  /** Name and version, for the record. */
  readonly program: string;
  /** What found it free, for the record. Default ladder. */
  readonly method?: Method | undefined;
  /** As the check had it, for the record. Default 1e-4. */
  readonly delta?: number | undefined;
  /** Milliseconds after which to stop without one. */
  readonly timeLimit_ms?: number | undefined;
  /** For robots with their own timing: delays in seconds, and the parts that a check proved. */
  readonly delays?: {
    readonly delays: readonly number[];
    readonly proven: DelayResult['proven'];
  };
}

export type CertifyAnswer =
  | {
      readonly written: true;
      readonly text: string;
      /** Of the text, in UTF-8. */
      readonly bytes: number;
      readonly slabs: number;
      /** At all bodies; 0 if none was asked for. */
      readonly glances: number;
      /** Past a crowd of obstacles; 0 without one. */
      readonly sweeps: number;
      /** SHA-256 of the text. */
      readonly digest: string;
    }
  | { readonly written: false; readonly reason: string };

/** The proof that a motion is free, as text. One that is free by less than a certificate can show gets none. */
export function certify(
  open: OpenCell,
  request: CertifyRequest,
  context: JobContext = {},
): CertifyAnswer {
  const made = request.delays
    ? delayText(open, request, request.delays, context)
    : pathText(open, request, context);
  return 'reason' in made ? { written: false, reason: made.reason } : textAnswer(made);
}

function textAnswer(made: CertificateText): CertifyAnswer {
  const bytes = encodeUtf8(made.text);
  return { written: true, ...made, bytes: bytes.length, digest: sha256(bytes) };
}

/** The answer that has a certificate of a path. */
export function writtenAnswer(certificate: Certificate): CertifyAnswer {
  return textAnswer({ text: writeCertificate(certificate), ...stepsOf([certificate]) });
}

/** What is not free has no certificate. */
export function notFree(what: 'path' | 'tracks', verdict: string): CertifyAnswer {
  return { written: false, reason: `the ${what} ${what === 'path' ? 'is' : 'are'} ${verdict}` };
}

type Made<T> = T | { readonly reason: string };

export interface CoverRequest extends Omit<CertifyRequest, 'delays'> {
  /** Pairs of bodies that are left out: the certificate is then a picture of the others, and no proof. */
  readonly except?: readonly (readonly [a: number, b: number])[] | undefined;
  /** False for a picture of every pair at every moment: slabs alone. Default true. */
  readonly glances?: boolean | undefined;
}

/** Tests for the cover of a path that is not free: nobody waits long for a picture. */
const PARTIAL_BUDGET = 200_000;

/** The certificate as a record, or why there is none. */
export function certificateOf(
  open: OpenCell,
  request: CoverRequest,
  context: JobContext = {},
): Made<{ readonly certificate: Certificate }> {
  const { cell, path } = open.question(request);
  const left = new Set(request.except?.map(([a, b]) => `${a} ${b}`));
  const concerns = ({ a, b }: Pick<Pair, 'a' | 'b'>) => !left.has(`${a} ${b}`);
  return unlessNotFree(() => ({
    certificate: makeCertificate(cell.description, cell, path, {
      ...(left.size > 0 && { concerns, budget: PARTIAL_BUDGET }),
      glances: request.glances ?? true,
      ...makeOptions(request, context),
    }),
  }));
}

interface CertificateText {
  readonly text: string;
  readonly slabs: number;
  readonly glances: number;
  readonly sweeps: number;
}

function pathText(
  open: OpenCell,
  request: CertifyRequest,
  context: JobContext,
): Made<CertificateText> {
  const made = certificateOf(open, request, context);
  if ('reason' in made) return made;
  return { text: writeCertificate(made.certificate), ...stepsOf([made.certificate]) };
}

function delayText(
  open: OpenCell,
  request: CertifyRequest,
  { delays, proven }: NonNullable<CertifyRequest['delays']>,
  context: JobContext,
): Made<CertificateText> {
  const { cell } = open.question(request);
  const { tracks, standing } = delayedTracks(open, request);
  return unlessNotFree(() => {
    const certificate = makeDelayCertificate(
      cell.description,
      cell,
      { tracks, standing, delays, proven },
      makeOptions(request, context),
    );
    const steps = stepsOf(certificate.parts.map((part) => part.certificate));
    return { text: writeDelayCertificate(certificate), ...steps };
  });
}

function makeOptions(request: CertifyRequest, context: JobContext): MakeOptions {
  const { program, method = 'ladder', delta = DEFAULT_DELTA, timeLimit_ms } = request;
  return {
    ...{ program, method, settings: { delta } },
    ...signalWith(context, timeLimit_ms),
    ...telling(context, 'certifying'),
  };
}

function unlessNotFree<T>(make: () => T): Made<T> {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return { reason: error.fault.message };
  }
}

/** How many slabs, glances and sweeps there are. */
function stepsOf(certificates: readonly Certificate[]): Omit<CertificateText, 'text'> {
  const numbers = (lists: readonly (readonly Float64Array[])[]) =>
    lists.flat().reduce((n, list) => n + list.length, 0);
  const slabs = certificates.map((c) => numbers(c.slabs) / SLAB_SIZE);
  const glances = certificates.map((c) => glanceCount(c));
  const sweeps = certificates.map((c) => sweepCount(c));
  const sum = (counts: readonly number[]) => counts.reduce((n, count) => n + count, 0);
  return { slabs: sum(slabs), glances: sum(glances), sweeps: sum(sweeps) };
}

/** A verdict and its evidence as one HTML file that anybody can open. */
import { glanceCount, parseCertificate, sha256 } from '../certificate/index.ts';
import { encodeUtf8, type Fault } from '../math/index.ts';
import {
  type CertificateFact,
  type DrawnRobots,
  type EvidenceRequest,
  type RecordInput,
  type ReportData,
  type ReportInput,
  reportData,
  reportEvidence,
  reportHtml,
} from '../report/index.ts';
import { partsText } from '../words/index.ts';
import { assumedBy, type CheckAnswer, type CheckRequest, check } from './check.ts';
import { type JobContext, type JobPhase, signalWith } from './context.ts';
import type { OpenCell } from './openCell.ts';
import { verify } from './verify.ts';

export interface ReportRequest extends CheckRequest {
  /** The answer that it is about. Default: the motion is checked. */
  readonly answer?: CheckAnswer | undefined;
  /** For people: what was opened. */
  readonly names: ReportInput['names'];
  /** Name and version. */
  readonly program: string;
  /** The viewer's script, from report-viewer.js; empty for a report without a picture. */
  readonly viewer: string;
  /** What it ran on. */
  readonly platform?: string | undefined;
  /** Text, as the caller likes it. */
  readonly date?: string | undefined;
  readonly title?: string | undefined;
  /** The robots with their visual geometry, for the picture only. */
  readonly drawn?: DrawnRobots | undefined;
  /** Default: those of the cell and of the path. */
  readonly notes?: readonly Fault[] | undefined;
  /** A certificate that was written: its text, if it is at hand, is the cover that is shown. */
  readonly certificate?:
    | {
        readonly file?: string | undefined;
        readonly sha256: string;
        readonly text?: string | undefined;
      }
    | undefined;
  /** What a technical file asks for besides. */
  readonly record?: RecordInput | undefined;
  /** Milliseconds for evidence beyond the check. Default: as long as it takes. */
  readonly evidenceLimit_ms?: number | undefined;
}

export interface ReportAnswer {
  readonly html: string;
  /** What the page says and shows, for other programs. */
  readonly data: ReportData;
}

/** Makes a report, whatever the verdict is. */
export function report(
  open: OpenCell,
  request: ReportRequest,
  context: JobContext = {},
): ReportAnswer {
  const question = open.question(request);
  const { cell, path } = question;
  const answer = request.answer ?? check(open, request, context);
  const { names, program, viewer, platform, date, title, drawn, certificate } = request;
  const data = reportData({
    ...{ cell, path, names, program },
    answer: {
      verdict: answer.verdict,
      witness: answer.witness,
      witnesses: request.all ? answer.witnesses : [],
      open: answer.open,
      stats: answer.stats,
    },
    evidence: reportEvidence(cell, path, evidenceRequest(answer, request, context)),
    assumptions: assumedBy(question),
    limits: answer.limits.left,
    notes: request.notes ?? [...cell.notes, ...path.notes],
    settings: settingsOf(answer, request),
    certificate: certificate ? factOf(open, request, certificate) : null,
    record: { ...request.record, motion: motionDigest(cell, request) },
    ...(platform === undefined ? {} : { platform }),
    ...(date === undefined ? {} : { date }),
    ...(title === undefined ? {} : { title }),
    ...(drawn === undefined ? {} : { drawn }),
  });
  return { html: reportHtml(data, viewer), data };
}

const PHASES: Readonly<Record<string, JobPhase>> = {
  'segments divided': 'dividing',
  'segments covered': 'covering',
  'segments measured': 'measuring',
};

function evidenceRequest(
  { verdict, method, delta, open, contact, profile }: CheckAnswer,
  { program, certificate, budget, evidenceLimit_ms }: ReportRequest,
  context: JobContext,
): EvidenceRequest {
  const { onProgress } = context;
  const text = certificate?.text;
  const given =
    text === undefined
      ? null
      : parseCertificate(encodeUtf8(text), certificate?.file ?? 'certificate');
  // A picture shows every pair at every moment: what is shown at a glance is found anew, by slabs.
  const cover = given && glanceCount(given) === 0 ? given : null;
  return {
    ...{ verdict, delta },
    // Samples leave nothing open that could be shown.
    ...(method === 'fixed' ? {} : { open }),
    known: { cover, contact, profile },
    ...(budget === undefined ? {} : { budget }),
    certificate: { program, method, settings: { delta } },
    ...signalWith(context, evidenceLimit_ms),
    ...(onProgress
      ? { onProgress: ({ what, done, of }) => onProgress({ phase: PHASES[what], done, of }) }
      : {}),
  };
}

function settingsOf(
  { method, delta }: CheckAnswer,
  { resolution, budget, timeLimit_ms }: ReportRequest,
): ReportInput['settings'] {
  return {
    ...{ method, delta },
    ...(resolution === undefined ? {} : { resolution }),
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit_ms === undefined ? {} : { timeLimit_ms }),
  };
}

/** A certificate, and what the verifier says of it where its text is at hand. */
function factOf(
  open: OpenCell,
  request: ReportRequest,
  { file, sha256, text }: NonNullable<ReportRequest['certificate']>,
): CertificateFact {
  const fact = { ...(file === undefined ? {} : { file }), sha256 };
  if (text === undefined) return fact;
  const { verified, reason, checked } = verify(open, {
    ...{ certificate: encodeUtf8(text), motion: request.motion, wrap: request.wrap },
    ...{ clearance: request.clearance, selfClearance: request.selfClearance },
    tracking: request.tracking,
  });
  const said = verified ? partsText(checked) : reason?.message;
  return { ...fact, verified, ...(said === undefined ? {} : { said }) };
}

/** SHA-256 of a motion as it is asked about: names of joints, numbers, and how turns are meant. */
function motionDigest(
  { tree }: Pick<OpenCell['cell'], 'tree'>,
  { motion, wrap = 'literal' }: ReportRequest,
): string {
  const { name: _name, file: _file, labels: _labels, unnamed: _unnamed, ...numbers } = motion;
  const joints = tree.dofs.map(({ name }) => name);
  const plain = (_key: string, value: unknown) =>
    value instanceof Float64Array ? [...value] : value;
  return sha256(encodeUtf8(JSON.stringify({ joints, wrap, ...numbers }, plain)));
}

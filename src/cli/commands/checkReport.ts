/** `--report FILE`: a verdict and its evidence as one HTML file that anybody can open; `--report-json FILE`: the same as data. */

import { readFileSync } from 'node:fs';
import { sha256 } from '../../certificate/index.ts';
import {
  type CertifyAnswer,
  type CheckAnswer,
  firstOfKind,
  type OpenCell,
  report,
} from '../../jobs/index.ts';
import { encodeUtf8, type Fault } from '../../math/index.ts';
import { type RecordInput, reportJson } from '../../report/index.ts';
import { program } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import type { LoadedPath } from '../loadPath.ts';
import { programDigest } from '../programDigest.ts';
import { Progress } from '../progress.ts';
import { verifyCommand } from './checkPathText.ts';
import type { PathAnswer, PathQuestion, SavedReport } from './checkPathTypes.ts';
import { writeText } from './checkSettings.ts';

/** What a report is about. */
interface Reported {
  readonly question: PathQuestion;
  readonly checked: CheckAnswer;
  readonly notes: readonly Fault[];
  /** What --certificate wrote. */
  readonly proof: CertifyAnswer | null;
}

/** Built beside the command line; seen from the sources it is in dist. */
const VIEWERS = ['../../studio/report-viewer.js', '../../../dist/studio/report-viewer.js'];

/** The files that were asked for are written whatever the verdict is. */
export function saveReports(
  open: OpenCell,
  { cell, motion, bytes }: LoadedPath,
  { question, checked, notes, proof }: Reported,
): Pick<PathAnswer, 'report' | 'reportJson'> {
  const { settings, json, report: page, reportJson: file } = question;
  if (page === undefined && file === undefined) return { report: null, reportJson: null };
  const viewer = page === undefined ? '' : viewerScript();
  if (viewer === null && !json) printNotes([NO_VIEWER]);
  const progress = new Progress();
  const { html, data } = report(
    open,
    {
      ...{ motion, ...settings.request, answer: checked },
      all: settings.all || settings.junit !== undefined,
      // Evidence has as much time as the check had.
      evidenceLimit_ms: settings.request.timeLimit_ms,
      names: { cell: question.cellFile, path: question.file },
      notes: firstOfKind([...cell.notes, ...notes]),
      certificate: proof?.written
        ? { file: question.certificate, sha256: proof.digest, text: proof.text }
        : undefined,
      program: program(),
      record: recordOf(question, proof, bytes),
      platform: `Node ${process.version.slice(1)}`,
      date: today(),
      viewer: viewer ?? '',
      // The check was made without: this is for the picture and for nothing else.
      drawn: viewer === null ? undefined : question.drawnRobots(),
    },
    { onProgress: progress.listener },
  );
  progress.end();
  return {
    report: page === undefined ? null : saved(page, html),
    reportJson: file === undefined ? null : saved(file, reportJson(data)),
  };
}

function saved(file: string, text: string): SavedReport {
  writeText(file, text);
  return { file, bytes: encodeUtf8(text).length };
}

/** What only the command line knows. */
function recordOf(
  question: PathQuestion,
  proof: CertifyAnswer | null,
  bytes: Uint8Array | undefined,
): RecordInput {
  const { file, command, certificate } = question;
  return {
    inputs: bytes ? [[file, sha256(bytes)]] : [],
    program: programDigest(),
    repeat: command,
    ...(proof?.written && { verify: verifyCommand(certificate!, question) }),
  };
}

const NO_VIEWER: Fault = {
  code: 'report/no-viewer',
  message: 'the report has no picture: the viewer is not built',
  hint: 'npm run build makes dist/studio/report-viewer.js',
};

/** The minute, or what whoever wants the same bytes again has set. */
function today(): string {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  const date = epoch && /^\d{1,11}$/.test(epoch) ? new Date(1000 * Number(epoch)) : new Date();
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function viewerScript(): string | null {
  for (const place of VIEWERS) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8');
    } catch {
      // The next place.
    }
  }
  return null;
}

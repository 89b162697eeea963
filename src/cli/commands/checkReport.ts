/** `--report FILE`: a verdict and its evidence as one HTML file that anybody can open. */
import { readFileSync } from 'node:fs';
import { assumptionsOf } from '../../cell/index.ts';
import { type Certificate, parseCertificate, sha256 } from '../../certificate/index.ts';
import type { Fault } from '../../math/index.ts';
import {
  type CertificateFact,
  type ReportEvidence,
  reportData,
  reportEvidence,
  reportHtml,
} from '../../report/index.ts';
import { readBytes, version } from '../command.ts';
import { firstOfKind, printNotes } from '../loadCell.ts';
import type { LoadedPath } from '../loadPath.ts';
import { Progress } from '../progress.ts';
import type { PathAnswer, PathQuestion } from './checkPath.ts';
import { writeText } from './checkSettings.ts';

export interface SavedReport {
  readonly file: string;
  readonly bytes: number;
}

/** Built beside the command line; seen from the sources it is in dist. */
const VIEWERS = ['../../studio/report-viewer.js', '../../../dist/studio/report-viewer.js'];

/** The file is written whatever the verdict is. */
export function saveReport(
  loaded: LoadedPath,
  answer: Omit<PathAnswer, 'report'>,
  question: PathQuestion,
  notes: readonly Fault[],
  file: string,
): SavedReport {
  const { cell, path } = loaded;
  const { settings, json } = question;
  const program = `surepath ${version()}`;
  const { fact, certificate } = certificateOf(answer);
  const viewer = viewerScript();
  const data = reportData({
    cell,
    path,
    names: { cell: question.cellFile, path: question.file },
    answer: {
      verdict: answer.verdict,
      witness: answer.witness,
      witnesses: answer.every?.witnesses ?? [],
      open: answer.open,
      stats: answer.stats,
    },
    evidence: evidenceFor(loaded, answer, question, program, certificate),
    assumptions: assumptionsOf(cell),
    limits: answer.limits.left,
    notes: firstOfKind([...cell.notes, ...notes]),
    settings: {
      method: settings.method,
      delta: settings.delta,
      ...(settings.checker.resolution === undefined
        ? {}
        : { resolution: settings.checker.resolution }),
      ...(settings.request.budget === undefined ? {} : { budget: settings.request.budget }),
      ...(settings.request.timeLimit_ms === undefined
        ? {}
        : { timeLimit_ms: settings.request.timeLimit_ms }),
    },
    certificate: fact,
    program,
    platform: `Node ${process.version.slice(1)}`,
    date: today(),
    // The check was made without: this is for the picture and for nothing else.
    ...(viewer === null ? {} : { drawn: question.drawnRobots() }),
  });
  if (viewer === null && !json) printNotes([NO_VIEWER]);
  const html = reportHtml(data, viewer ?? '');
  writeText(file, html);
  return { file, bytes: new TextEncoder().encode(html).length };
}

const NO_VIEWER: Fault = {
  code: 'report/no-viewer',
  message: 'the report has no picture: the viewer is not built',
  hint: 'npm run build makes dist/studio/report-viewer.js',
};

/** Evidence has as much time as the check had. */
function evidenceFor(
  { cell, path }: LoadedPath,
  { verdict, open, contact, profile }: Omit<PathAnswer, 'report'>,
  { settings }: PathQuestion,
  program: string,
  certificate: Certificate | null,
): ReportEvidence {
  const deadline = performance.now() + (settings.request.timeLimit_ms ?? Number.POSITIVE_INFINITY);
  const progress = new Progress('segments for the report');
  const { listener } = progress;
  const evidence = reportEvidence(cell, path, {
    verdict,
    delta: settings.delta,
    ...(settings.method === 'fixed' ? {} : { open }),
    known: { cover: certificate, contact, profile },
    certificate: { program, method: settings.method, settings: { delta: settings.delta } },
    signal: {
      get aborted() {
        return performance.now() > deadline;
      },
    },
    ...(listener
      ? { onProgress: (p) => listener({ settled: p.done, segments: p.of, tests: 0 }) }
      : {}),
  });
  progress.end();
  return evidence;
}

/** What --certificate wrote, read again: the digest is that of the file. */
function certificateOf({ certificate }: Pick<PathAnswer, 'certificate'>): {
  readonly fact: CertificateFact | null;
  readonly certificate: Certificate | null;
} {
  if (!certificate?.written) return { fact: null, certificate: null };
  const bytes = readBytes(certificate.file);
  return {
    fact: { file: certificate.file, sha256: sha256(bytes) },
    certificate: parseCertificate(bytes, certificate.file),
  };
}

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

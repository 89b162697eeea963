/** The report of a check, made of the same parts as `surepath check --report` makes it. */

import { assumptionsOf } from '../../src/cell/index.ts';
import { checkPath, createChecker, DEFAULT_DELTA } from '../../src/check/index.ts';
import { limitsLeft } from '../../src/motion/index.ts';
import {
  type DrawnRobots,
  reportData,
  reportEvidence,
  reportHtml,
} from '../../src/report/index.ts';
import type { Asked } from './checks.ts';
import type { Progress, ReportRequest } from './protocol.ts';

export interface ReportNames {
  readonly cell: string;
  readonly program: string;
}

export function report(
  { cell, path }: Asked,
  request: ReportRequest,
  names: ReportNames,
  drawn: DrawnRobots,
  tell: (progress: Progress) => void,
): string {
  const { settings = {}, title, date, viewer, certificateDigest } = request;
  const { method = 'ladder', delta = DEFAULT_DELTA, budget, timeLimit } = settings;
  const limits = {
    ...(budget === undefined ? {} : { budget }),
    ...(timeLimit === undefined ? {} : { timeLimit_ms: 1000 * timeLimit }),
  };
  const result = checkPath(createChecker(cell, { method }), path, {
    delta,
    ...limits,
    all: settings.all ?? false,
    onProgress: (p) => tell({ what: 'checking segments', done: p.settled, of: p.segments }),
  });
  const evidence = reportEvidence(cell, path, {
    verdict: result.verdict,
    delta,
    open: result.open,
    certificate: { program: names.program, method, settings: { delta } },
    onProgress: tell,
  });
  const data = reportData({
    cell,
    path,
    names: { cell: names.cell, path: request.path.name },
    answer: result,
    evidence,
    assumptions: assumptionsOf(cell),
    limits: limitsLeft(cell, path).left,
    notes: [...cell.notes, ...path.notes],
    settings: { method, delta, ...limits },
    certificate: certificateDigest === undefined ? null : { sha256: certificateDigest },
    program: names.program,
    drawn,
    ...(date === undefined ? {} : { date }),
    ...(title === undefined ? {} : { title }),
  });
  return reportHtml(data, viewer);
}

/** The report of a check: the job that `surepath check --report` does. */
import { type OpenCell, report } from '../../src/jobs/index.ts';
import type { DrawnRobots } from '../../src/report/index.ts';
import { checkRequest } from './checks.ts';
import { type Report, reportingTo } from './progress.ts';
import type { ReportRequest } from './protocol.ts';

export interface ReportNames {
  readonly cell: string;
  readonly program: string;
}

export function reported(
  open: OpenCell,
  request: ReportRequest,
  { cell, program }: ReportNames,
  drawn: DrawnRobots,
  tell: Report,
): string {
  const { title, date, viewer, certificateDigest } = request;
  const { html } = report(
    open,
    {
      ...checkRequest(request),
      ...{ title, date, viewer, drawn, program },
      names: { cell, path: request.path.name },
      certificate: certificateDigest === undefined ? undefined : { sha256: certificateDigest },
    },
    reportingTo(tell),
  );
  return html;
}

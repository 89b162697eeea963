/** `surepath batch work`: takes chunks and does them, until nothing is left or for ever. */

import { CrewRunner, type Site, type WorkEvent, type WorkReport, work } from '../../batch/index.ts';
import { CompiledFolder, cacheFolder } from '../../serve/index.ts';
import { count } from '../../words/index.ts';
import { parse, usageFault } from '../command.ts';
import { printJson, printText, tellProgress, tellText } from '../out.ts';
import { workersFrom } from '../workers.ts';
import { atSite, ownVersion, SITE_HELP, SITE_OPTIONS, urlOf, wholeIn } from './batchSite.ts';
import { stopSignal } from './stopSignal.ts';

export const WORK_HELP = `usage: surepath batch work [BATCH] [options]

Works on all batches that are open, or on one of them. Results are stored before a chunk counts as
done, so a worker may be killed at any time; interrupted once (Ctrl-C, SIGTERM) it finishes what it has
and ends, twice it ends at once. Batches of another version are refused, and their chunks left to
workers of that version.

${SITE_HELP}  --workers N           threads (default: all cores)
  --until-done          end when nothing is left to do; without a server always so. A batch that is not all
                        submitted is left when nothing came for the time of --lease
  --lease S             seconds after which the chunks of a worker that vanished are given to others (default 30)
  --json                one JSON object on stdout at the end: {"done", "known", "late", "failed", "refused"}

Exit code: 0; 1 if tries failed; 2 bad input, or the batch that was named is of another version.
`;

export async function workCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    workers: { type: 'string' },
    'until-done': { type: 'boolean' },
    lease: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 1) {
    throw usageFault(
      'batch',
      `batch work takes one batch, or none for all; found ${positionals.join(', ')}`,
    );
  }
  const threads = workersFrom('batch', values.workers);
  const lease_ms =
    values.lease === undefined ? undefined : 1000 * wholeIn('lease', values.lease, 1, 86_400);
  const untilDone = values['until-done'] ?? urlOf(values) === undefined;
  const { signal } = stopSignal();
  return atSite(values, async (site) => {
    const [batch] = positionals;
    const report = await workHere(site, { threads, signal, untilDone, batch, lease_ms });
    if (values.json) printJson(report);
    else printText(`${reportText(report)}\n`);
    return report.failed > 0 ? 1 : 0;
  });
}

export interface WorkHere {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly untilDone: boolean;
  readonly expectsMore?: (() => boolean) | undefined;
  readonly batch?: string | undefined;
  readonly lease_ms?: number | undefined;
}

/** Works with threads of this process; what happens is told on stderr. */
export async function workHere(site: Site, { threads, ...options }: WorkHere): Promise<WorkReport> {
  const folder = cacheFolder();
  const runner = new CrewRunner({
    blobs: site.store.blobs,
    threads,
    store: folder === null ? undefined : new CompiledFolder(folder),
  });
  try {
    return await work(site, {
      ...options,
      runner,
      version: ownVersion(),
      // One more than threads: while its result is stored, a thread has the next.
      slots: threads + 1,
      onEvent: tellEvent,
    });
  } finally {
    await runner.close();
  }
}

function tellEvent(event: WorkEvent): void {
  if (event.kind === 'done') {
    if (process.stderr.isTTY) tellProgress(`${count(event.done, 'chunk')} done`);
    return;
  }
  if (process.stderr.isTTY) tellProgress('');
  tellText(`surepath: ${eventText(event)}\n`);
}

function eventText(event: Exclude<WorkEvent, { kind: 'done' }>): string {
  const short = 'chunk' in event ? event.chunk.slice(0, 12) : '';
  switch (event.kind) {
    case 'began':
      return `working on batch ${event.batch}`;
    case 'left':
      return `batch ${event.batch} is not all submitted, and nothing more comes: submit it again to go on, or cancel it`;
    case 'refused':
      return event.message;
    case 'late':
      return `chunk ${short} took longer than its lease; its result is stored all the same`;
    case 'failed':
      return `chunk ${short} failed: ${event.message}`;
  }
}

function reportText({ done, known, late, failed, refused }: WorkReport): string {
  const parts = [
    `${count(done, 'chunk')} done`,
    ...(known > 0 ? [`${known} done by others before`] : []),
    ...(late > 0 ? [`${late} after the lease had ended`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(refused.length > 0 ? [`refused: ${refused.join(', ')}`] : []),
  ];
  return parts.join(', ');
}

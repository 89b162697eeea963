/** `surepath batch work`: takes chunks and does them, until nothing is left or for ever. */
import {
  batchesOf,
  CrewRunner,
  type Signer,
  type Site,
  type Trust,
  type WorkEvent,
  type WorkReport,
  work,
} from '../../batch/index.ts';
import { formatFault } from '../../math/index.ts';
import { CompiledFolder, cacheFolder } from '../../serve/index.ts';
import { count } from '../../words/index.ts';
import { parse, printJson, usageFault } from '../command.ts';
import { workersFrom } from '../workers.ts';
import {
  requireSigner,
  SIGN_HELP,
  SIGN_OPTION,
  signerFrom,
  TRUST_OPTION,
  trustFrom,
} from './batchKeys.ts';
import {
  atSite,
  ownVersion,
  recordNamed,
  SITE_HELP,
  SITE_OPTIONS,
  submittedTo,
  urlOf,
  wholeIn,
} from './batchSite.ts';
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
${SIGN_HELP}  --json                one JSON object on stdout at the end: {"done", "known", "late", "failed", "refused", "batches", "lost"}

Exit code: 0; 1 if tries failed; 2 bad input, or the batch that was named is of another version; with
--until-done also if every batch was refused, if one was lost while it was worked on, or if there is
nothing to work on but the server lost a batch that was submitted from this folder.
`;

export async function workCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    ...SIGN_OPTION,
    ...TRUST_OPTION,
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
  const signer = signerFrom(values.sign);
  const trust = trustFrom(values.trust);
  requireSigner(signer, trust);
  const { signal } = stopSignal();
  return atSite(values, async (site) => {
    const [name] = positionals;
    const batch = name === undefined ? name : (await recordNamed(values, site, name)).batch;
    const submitted = submittedTo(values, site);
    const lost = submitted?.lost(await batchesOf(site.store)) ?? [];
    for (const each of lost) {
      process.stderr.write(`surepath: ${formatFault(submitted!.lostFault(each).fault)}\n`);
    }
    const settings = { threads, signal, untilDone, batch, lease_ms, signer, trust };
    const report = await workHere(site, settings);
    if (values.json) printJson(report);
    else process.stdout.write(`${reportText(report)}\n`);
    if (report.failed > 0) return 1;
    const isNothingDone = report.batches === 0 && report.refused.length + lost.length > 0;
    const isUndone = isNothingDone || report.lost.length > 0;
    return untilDone && isUndone && !signal.aborted ? 2 : 0;
  });
}

export interface WorkHere {
  readonly threads: number;
  readonly signal: AbortSignal;
  readonly untilDone: boolean;
  readonly expectsMore?: (() => boolean) | undefined;
  readonly batch?: string | undefined;
  readonly lease_ms?: number | undefined;
  readonly signer?: Signer | undefined;
  readonly trust?: Trust | undefined;
}

/** Works with threads of this process; what happens is told on stderr. */
export async function workHere(site: Site, { threads, ...options }: WorkHere): Promise<WorkReport> {
  const runner = runnerAt(site, threads);
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

/** Computes chunks with so many threads of this process. */
export function runnerAt({ store: { blobs } }: Site, threads: number): CrewRunner {
  const folder = cacheFolder();
  const store = folder === null ? undefined : new CompiledFolder(folder);
  return new CrewRunner({ blobs, threads, store });
}

function tellEvent(event: WorkEvent): void {
  if (event.kind === 'done') {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${count(event.done, 'chunk')} done`);
    return;
  }
  process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}surepath: ${eventText(event)}\n`);
}

function eventText(event: Exclude<WorkEvent, { kind: 'done' }>): string {
  const short = 'chunk' in event ? event.chunk.slice(0, 12) : '';
  switch (event.kind) {
    case 'began':
      return `working on batch ${event.batch}`;
    case 'left':
      return `batch ${event.batch} is not all submitted, and nothing more comes: submit it again to go on, or cancel it`;
    case 'lost':
      return `batch ${event.batch} is gone: the server lost it, or it was removed. What it had left is not done`;
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

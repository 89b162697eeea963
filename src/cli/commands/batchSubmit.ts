/** `surepath batch submit`: cuts edges or the segments of a path into chunks and puts them into the queue. */

import {
  type BatchRecord,
  canonicalJson,
  modelName,
  type Signer,
  type Site,
  type SubmitReport,
  submitBatch,
  type Trust,
  trusting,
  versionText,
} from '../../batch/index.ts';
import { requireTests } from '../../cell/index.ts';
import { DEFAULT_CHUNK, MOST_CHUNK } from '../../parallel/index.ts';
import { count } from '../../words/index.ts';
import { parse, printJson, program, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  loadRecorded,
  printNotes,
} from '../loadCell.ts';
import { workersFrom } from '../workers.ts';
import { inputFrom } from './batchInput.ts';
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
  SITE_HELP,
  SITE_OPTIONS,
  submittedTo,
  urlOf,
  wholeIn,
} from './batchSite.ts';
import { workHere } from './batchWork.ts';
import { SETTING_OPTIONS, type Settings, settingsFrom } from './checkSettings.ts';
import { stopSignal } from './stopSignal.ts';

export const SUBMIT_HELP = `usage: surepath batch submit CELL --edges FILE [options]
       surepath batch submit CELL PATH [options]

Prints the name of the batch. The same input asked again is the same batch: what has a result is not
done again, dead letters get three more tries, and one that was interrupted goes on. Without a URL the
work is done here, on all cores, before the command ends.

FILE and PATH are those of surepath check; the segments of PATH must be straight or arcs.

${CELL_HELP}
${ADJUST_HELP}${SITE_HELP}  --edges FILE          edges, each on its own
  --chunk N             edges of a chunk, 1 to ${MOST_CHUNK} (default ${DEFAULT_CHUNK}). A chunk should take seconds
  --ahead N             chunks that may wait in the queue; then submitting waits for workers (default 1000)
  --certificates        a certificate for every edge that is free, stored by its digest
  --workers N           without a URL: threads (default: all cores)
  --no-work             without a URL: only put chunks into the folder; "surepath batch work" does them
${SIGN_HELP}  --delta M, --wrap, --method, --resolution, --all and the words of methods: as for surepath check
  --budget N            tests of each edge after which it is undecided (default 1000000)
  --json                one JSON object on stdout

Exit code: 0 submitted, and without a URL done; 1 done but for dead letters; 2 bad input.
`;

export async function submitCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...CELL_OPTIONS,
    ...ADJUST_OPTIONS,
    ...SETTING_OPTIONS,
    ...SITE_OPTIONS,
    ...SIGN_OPTION,
    ...TRUST_OPTION,
    edges: { type: 'string' },
    chunk: { type: 'string' },
    ahead: { type: 'string' },
    certificates: { type: 'boolean' },
    workers: { type: 'string' },
    'no-work': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const [cellFile, pathFile] = positionals;
  const { edges, json = false } = values;
  if (cellFile === undefined || (pathFile === undefined) === (edges === undefined)) {
    throw usageFault('batch', 'batch submit needs a cell, and either --edges FILE or a path');
  }
  if (positionals.length > 2) {
    throw usageFault(
      'batch',
      `batch submit takes one question; found ${positionals.slice(1).join(', ')}`,
    );
  }
  for (const option of ['junit', 'time-limit', 'turns'] as const) {
    if (values[option] === undefined) continue;
    throw usageFault(
      'batch',
      `--${option} is not for batches: results must not depend on a machine`,
    );
  }
  const url = urlOf(values);
  for (const option of ['workers', 'no-work'] as const) {
    if (url === undefined || values[option] === undefined) continue;
    throw usageFault(
      'batch',
      `--${option} is for a batch without a server; surepath batch work does the work`,
    );
  }
  const isRemote = url !== undefined || values['no-work'] === true;
  if (isRemote && values.sign !== undefined) {
    const advice = 'surepath batch work --sign does that';
    throw usageFault('batch', `--sign is for a submission that does the work itself; ${advice}`);
  }
  const signer = signerFrom(values.sign);
  const named = trustFrom(values.trust);
  if (!isRemote) requireSigner(signer, named);
  const trust = signer ? trusting(named ?? new Map(), signer) : named;
  const settings = settingsFrom(values);
  const perChunk = wholeIn('chunk', values.chunk ?? `${DEFAULT_CHUNK}`, 1, MOST_CHUNK);
  const ahead = values.ahead === undefined ? undefined : wholeIn('ahead', values.ahead, 1, 1e9);
  const threads = workersFrom('batch', values.workers);
  const { open, bundle } = loadRecorded('batch', cellFile, values);
  requireTests(open.cell);
  const question = { path: pathFile, edges, perChunk, wrap: settings.wrap };
  const input = await inputFrom(open, question);
  if (!json) printNotes([...open.cell.notes, ...input.notes]);
  const certificates = values.certificates === true;
  const submitted = atSite(values, async (site) => {
    const { signal } = stopSignal();
    const submit: Submit = (until, onBegin) =>
      submitBatch(site, {
        version: ownVersion(),
        model: modelName(open, certificates),
        settings: settingsText(settings, input.order, input.wrap, certificates),
        cell: bundle,
        ...{ unit: input.unit, perChunk, chunks: input.chunks, ahead, trust },
        about: { cell: cellFile, input: (edges ?? pathFile)! },
        onBegin: ({ batch }) => {
          if (!json) process.stderr.write(`batch ${batch}\n`);
          submittedTo(values, site)?.add(batch);
          onBegin?.(batch);
        },
        onProgress: ({ chunks, waits }) => {
          if (waits && process.stderr.isTTY) {
            process.stderr.write(`\r\x1b[K${count(chunks, 'chunk')} read, waiting for workers`);
          }
        },
        signal: until,
      });
    try {
      if (!isRemote) {
        const settings = { threads, json, signal, signer, trust: named };
        return await workWhileSubmitting(site, submit, settings);
      }
      const report = await submit(signal);
      tell(site, report, json);
      return 0;
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      process.stderr.write(
        'surepath: interrupted: the same command goes on there, what is done is kept\n',
      );
      return INTERRUPTED;
    }
  });
  return submitted.finally(() => input.close());
}

/** The exit code of who was told to stop. */
const INTERRUPTED = 130;

type Submit = (until: AbortSignal, onBegin?: (batch: string) => void) => Promise<SubmitReport>;

interface LocalWork {
  readonly threads: number;
  readonly json: boolean;
  readonly signal: AbortSignal;
  readonly signer: Signer | undefined;
  readonly trust: Trust | undefined;
}

/** Without a server: the work begins with the first chunk. Where one of both fails the other ends, and the first error counts. */
async function workWhileSubmitting(
  site: Site,
  submit: Submit,
  { json, signal, ...settings }: LocalWork,
): Promise<number> {
  const over = new AbortController();
  signal.addEventListener('abort', () => over.abort(signal.reason));
  const fail = (error: unknown): never => {
    over.abort(error);
    throw error;
  };
  let isReading = true;
  let begin: (batch: string | null) => void = () => {};
  const begun = new Promise<string | null>((resolve) => {
    begin = resolve;
  });
  const reading = submit(over.signal, begin)
    .finally(() => {
      isReading = false;
      begin(null);
    })
    .catch(fail);
  // Of its own chunks: others may wait here for somebody who submits them, and does not come back.
  const working = begun
    .then(async (batch) => {
      if (batch === null) return;
      const expectsMore = () => isReading;
      const work = { ...settings, signal: over.signal, untilDone: true, expectsMore, batch };
      await workHere(site, work);
    })
    .catch(fail);
  const [report] = await Promise.allSettled([reading, working]);
  // What broke first is the reason of all else.
  over.signal.throwIfAborted();
  if (report.status === 'rejected') throw report.reason;
  return tell(site, report.value, json, true);
}

/** How checks are asked: nothing that depends on this machine, defaults said. */
function settingsText(
  { request, all }: Settings,
  order: readonly number[],
  wrap: Settings['wrap'],
  certificates: boolean,
): string {
  const { budget, timeLimit_ms: _, ...rest } = request;
  return canonicalJson({
    ...rest,
    ...{ all, wrap, edgeBudget: budget, listed: order },
    ...(certificates && { certificates: program() }),
  });
}

/** Tells what became of it; returns the exit code. */
async function tell(
  site: Site,
  report: SubmitReport,
  json: boolean,
  isWorked = false,
): Promise<number> {
  const { record, chunks, items, known, revived } = report;
  const { dead } = isWorked ? await countsOf(site, record) : { dead: 0 };
  if (json) {
    const { batch, version } = record;
    printJson({ batch, version, unit: record.unit, chunks, items, known, revived, dead });
  } else {
    const had = known > 0 ? `, ${known} of them done before` : '';
    const again = revived > 0 ? `, ${count(revived, 'dead letter')} tried again` : '';
    process.stdout.write(
      `${record.batch}: ${items} ${record.unit} in ${count(chunks, 'chunk')}${had}${again} (${versionText(record.version)})\n`,
    );
    if (dead > 0) {
      process.stdout.write(
        `${count(dead, 'dead letter')}: surepath batch status ${record.batch} shows why\n`,
      );
    }
  }
  return dead > 0 ? 1 : 0;
}

async function countsOf(site: Site, { batch }: BatchRecord) {
  const queue = await site.openQueue(batch);
  try {
    return await queue.counts();
  } finally {
    await queue.close();
  }
}

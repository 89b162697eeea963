/** `surepath batch status`: how far batches are. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BatchStatus,
  batchesOf,
  findRecord,
  type Site,
  statusOf,
  versionText,
} from '../../batch/index.ts';
import { formatFault, InputError } from '../../math/index.ts';
import { count, rateText, spanText } from '../../words/index.ts';
import { parse, printJson, usageFault } from '../command.ts';
import type { Submitted } from '../submitted.ts';
import { atKnownSite, recordNamed, SITE_HELP, SITE_OPTIONS, submittedTo } from './batchSite.ts';

export const STATUS_HELP = `usage: surepath batch status [BATCH] [options]

How far a batch is: chunks done, open, worked on and given up (dead letters, with their errors), the
rate of the last minute and the time that is left. Without BATCH all batches, a line each. BATCH may be the
beginning of a name.

${SITE_HELP}  --watch               again every second until it is done
  --json                one JSON object on stdout, with --watch one for every look

Exit code: 0 done; 1 dead letters are left, or it was cancelled or interrupted; 2 bad input; 3 not done
yet. Without BATCH 0, and 2 if what is known of one is damaged, or if the server lost one that was
submitted from this folder.
`;

export async function statusCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    watch: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { json = false, watch = false } = values;
  if (positionals.length > 1) {
    throw usageFault(
      'batch',
      `batch status takes one batch, or none for all; found ${positionals.join(', ')}`,
    );
  }
  const [name] = positionals;
  if (watch && name === undefined) throw usageFault('batch', '--watch needs the name of a batch');
  return atKnownSite(
    values,
    async (site) => {
      if (name === undefined) return tellAll(site, submittedTo(values, site), json);
      for (;;) {
        const status = await statusOf(site, await recordNamed(values, site, name));
        if (json) printJson(status);
        else process.stdout.write(`${statusText(status)}\n`);
        const code = exitCodeOf(status);
        if (!watch || code !== 3) return code;
        await sleep(WATCH_MS);
      }
    },
    true,
  );
}

const WATCH_MS = 1000;

function exitCodeOf({ state }: BatchStatus): number {
  if (state === 'done') return 0;
  return ['failed', 'cancelled', 'interrupted'].includes(state) ? 1 : 3;
}

async function tellAll(site: Site, submitted: Submitted | null, json: boolean): Promise<number> {
  const known = await batchesOf(site.store);
  const lost = submitted?.lost(known) ?? [];
  const batches: BatchStatus[] = [];
  const damaged: { readonly batch: string; readonly message: string }[] = [];
  for (const batch of known) {
    try {
      const record = await findRecord(site.store, batch);
      if (record) batches.push(await statusOf(site, record));
    } catch (error) {
      // One that cannot be told of does not hide the others.
      if (!(error instanceof InputError) || !DAMAGED.includes(error.fault.code)) throw error;
      damaged.push({ batch, message: formatFault(error.fault) });
    }
  }
  for (const { message } of damaged) process.stderr.write(`surepath: ${message}\n`);
  for (const batch of lost) {
    process.stderr.write(`surepath: ${formatFault(submitted!.lostFault(batch).fault)}\n`);
  }
  if (json) {
    const more = { ...(damaged.length > 0 && { damaged }), ...(lost.length > 0 && { lost }) };
    printJson({ batches, ...more });
  } else if (batches.length + damaged.length === 0) {
    process.stdout.write(`${site.where} has no batches\n`);
  } else for (const status of batches) process.stdout.write(`${lineOf(status)}\n`);
  return damaged.length + lost.length > 0 ? 2 : 0;
}

/** Of a record, or of a list of chunks. */
const DAMAGED = ['batch/damaged', 'batch/missing'];

function lineOf({ batch, state, done, chunks, dead, about }: BatchStatus): string {
  const letters = dead > 0 ? `, ${count(dead, 'dead letter')}` : '';
  return `${batch}  ${state}, ${done} of ${count(chunks, 'chunk')} done${letters}: ${about.input} in ${about.cell}`;
}

/** For people. */
export function statusText(status: BatchStatus): string {
  const { batch, state, about, version, unit, chunks, items, done, doneItems } = status;
  const { open, active, dead, deadLetters, rate, secondsLeft } = status;
  const left = secondsLeft === null || state === 'done' ? '' : `, ${spanText(secondsLeft)} left`;
  const lines = [
    `${batch}: ${state} (${versionText(version)})`,
    `  ${items} ${unit} of ${about.input} in ${about.cell}`,
    `  ${done} of ${count(chunks, 'chunk')} done (${doneItems} ${unit}), ${active} worked on, ${open} open, ${count(dead, 'dead letter')}`,
    ...(rate === null ? [] : [`  ${rateText(rate)} ${unit} a second${left}`]),
    ...deadLetters.map(({ name, tries, reason }) => {
      return `  dead letter ${name.slice(0, 12)}, after ${tries === 1 ? '1 try' : `${tries} tries`}: ${reason}`;
    }),
    ...(dead > deadLetters.length ? [`  and ${dead - deadLetters.length} more`] : []),
  ];
  return lines.join('\n');
}

/** `surepath batch cancel`: nobody works on a batch any more. */
import { cancelBatch } from '../../batch/index.ts';
import { InputError } from '../../math/index.ts';
import { count } from '../../words/index.ts';
import { parse, printJson } from '../command.ts';
import {
  atKnownSite,
  onePositional,
  recordNamed,
  SITE_HELP,
  SITE_OPTIONS,
  submittedTo,
} from './batchSite.ts';

export const CANCEL_HELP = `usage: surepath batch cancel BATCH [options]

Takes the chunks of a batch out of the queue. What is done is kept, and submitting the batch again goes
on from there. Workers that have a chunk finish it.

${SITE_HELP}  --purge               remove its cell, its chunks and their results, too, but for those that other
                        batches have as well; one that the server lost is forgotten
  --json                one JSON object on stdout: {"batch", "dropped", "removed"}
`;

export async function cancelCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    purge: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const name = onePositional('cancel', positionals);
  const { purge = false } = values;
  return atKnownSite(values, async (site) => {
    const submitted = submittedTo(values, site);
    const record = await recordNamed(values, site, name).catch((error) => {
      const lost = submitted?.find(name) ?? null;
      const isLost = error instanceof InputError && error.fault.code === 'batch/lost';
      if (!purge || lost === null || !isLost) throw error;
      submitted!.forget(lost);
      return lost;
    });
    if (typeof record === 'string') {
      if (values.json) printJson({ batch: record, dropped: 0, removed: 0 });
      else process.stdout.write(`${record}: the server does not have it; it is forgotten here\n`);
      return 0;
    }
    const { batch } = record;
    const { dropped, removed } = await cancelBatch(site, record, { purge });
    if (purge) submitted?.forget(batch);
    if (values.json) printJson({ batch, dropped, removed });
    else {
      const gone = purge ? `, ${count(removed, 'result')} removed` : '';
      process.stdout.write(
        `${batch}: cancelled, ${count(dropped, 'chunk')} taken out of the queue${gone}\n`,
      );
    }
    return 0;
  });
}

/** `surepath batch cancel`: nobody works on a batch any more. */

import { cancelBatch, needRecord } from '../../batch/index.ts';
import { count } from '../../words/index.ts';
import { parse } from '../command.ts';
import { printJson, printText } from '../out.ts';
import { atKnownSite, onePositional, SITE_HELP, SITE_OPTIONS } from './batchSite.ts';

export const CANCEL_HELP = `usage: surepath batch cancel BATCH [options]

Takes the chunks of a batch out of the queue. What is done is kept, and submitting the batch again goes
on from there. Workers that have a chunk finish it.

${SITE_HELP}  --purge               remove its results, too, but for those that other batches have as well
  --json                one JSON object on stdout: {"batch", "dropped", "removed"}
`;

export async function cancelCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse('batch', args, {
    ...SITE_OPTIONS,
    purge: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const name = onePositional('cancel', positionals);
  return atKnownSite(values, async (site) => {
    const record = await needRecord(site.store, name);
    const { batch } = record;
    const { dropped, removed } = await cancelBatch(site, record, { purge: values.purge ?? false });
    if (values.json) printJson({ batch, dropped, removed });
    else {
      const gone = values.purge ? `, ${count(removed, 'result')} removed` : '';
      printText(`${batch}: cancelled, ${count(dropped, 'chunk')} taken out of the queue${gone}\n`);
    }
    return 0;
  });
}

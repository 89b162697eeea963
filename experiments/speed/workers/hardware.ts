/** What the machine itself gives: one process with one worker against two such processes at once. */
import { inProcesses } from '../../lab/processes.ts';
import type { AloneJob } from './alone.ts';

/** How much more two processes do in the same time than one. */
export async function twoProcesses(job: AloneJob): Promise<number> {
  const file = new URL('./alone.js', import.meta.url);
  const seconds = async (count: number): Promise<number> => {
    let sum = 0;
    for await (const each of inProcesses<AloneJob, number>(Array(count).fill(job), {
      file,
      count,
    })) {
      sum += each;
    }
    return sum / count;
  };
  const alone = await seconds(1);
  return (2 * alone) / (await seconds(2));
}

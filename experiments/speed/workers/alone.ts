/**
 * A process with one worker: what two of them do at once is what the machine can do, with nothing shared but the machine. Asked by
 * hardware.ts; answers with the seconds that a pass took.
 */
import { openCompiled } from 'surepath/jobs';
import { Crew, packCell } from 'surepath/parallel';
import type { FromProcess } from '../../lab/processes.ts';
import { cellsFor, randomEdges } from './edges.ts';
import { passThrough, tasksOf } from './pass.ts';

/** How many edges, and how many before that to become warm. */
export interface AloneJob {
  readonly edges: number;
  readonly warm: number;
}

/** Edges that follow the measured ones, so that another process is not alone at its end. */
const AFTER = 0.1;

async function measured({ edges, warm }: AloneJob): Promise<number> {
  const [{ cell }] = cellsFor(1);
  const crew = new Crew({ size: 1 });
  const key = crew.bring(packCell(openCompiled(cell)));
  const ends = randomEdges(cell, Math.max(edges, warm), 1);
  const some = (count: number) => ends.subarray(0, 2 * cell.tree.dofs.length * count);
  await passThrough(crew, tasksOf(key, cell, some(warm)));
  const { seconds } = await passThrough(crew, tasksOf(key, cell, some(edges)));
  await passThrough(crew, tasksOf(key, cell, some(Math.ceil(AFTER * edges))));
  return seconds;
}

process.on('message', (job: AloneJob) => {
  const say = (message: FromProcess<number>): void => {
    process.send?.(message);
  };
  measured(job).then(
    (found) => say({ say: 'done', found }),
    (error: Error) => say({ say: 'failed', message: error.message }),
  );
});

/**
 * Rows of a document in chunks, each answered on its own: in this thread, or by a crew where that is worth its threads.
 * The chunks are the same either way, and so are the answers.
 */
import type { OpenCell } from '../../jobs/index.ts';
import type { CrewTask, KindName, KindOutput } from '../../parallel/index.ts';
import { crewFor } from '../workers.ts';

/** How many workers, and whether somebody asked for them. */
export interface WorkerCount {
  readonly workers: number;
  /** Else they are used where there is much to do. */
  readonly isGiven: boolean;
}

/** Milliseconds of work from which on threads pay: each begins by opening the cell. */
const WORTH_MS = 2000;

/** Rows in parts of a size; one empty part where there are none. */
export function cut<T>(rows: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i === 0 || i < rows.length; i += size) parts.push(rows.slice(i, i + size));
  return parts;
}

/** What is asked of every chunk, and how it is done here. */
export interface ChunkWork<K extends KindName> {
  readonly open: OpenCell;
  /** In their order. The cell is filled in. */
  readonly tasks: readonly Omit<CrewTask<K>, 'cell'>[];
  /** Does one in this thread. */
  here(task: Omit<CrewTask<K>, 'cell'>, index: number): KindOutput<K>;
  /** Others need the files that the cell was read from, as certificates do. Default false. */
  readonly files?: boolean;
  /** Told how many are answered, where others do them. */
  onProgress?: ((done: number) => void) | undefined;
}

/** The answers in order; promised where a crew is at work. */
export function inChunks<K extends KindName>(
  work: ChunkWork<K>,
  { workers, isGiven }: WorkerCount,
): KindOutput<K>[] | Promise<KindOutput<K>[]> {
  const { tasks } = work;
  const answers: KindOutput<K>[] = [];
  const isMany = workers > 1 && tasks.length > 1;
  const begun = performance.now();
  for (const [i, task] of tasks.entries()) {
    const each = i === 0 ? 0 : (performance.now() - begun) / i;
    if (isMany && (isGiven || each * (tasks.length - i) > WORTH_MS)) {
      return byCrew(work, workers, answers);
    }
    answers.push(work.here(task, i));
  }
  return answers;
}

/** The rest of them by a crew. */
async function byCrew<K extends KindName>(
  { open, tasks, files = false, onProgress }: ChunkWork<K>,
  workers: number,
  answers: KindOutput<K>[],
): Promise<KindOutput<K>[]> {
  const rest = tasks.slice(answers.length);
  const { crew, cell } = crewFor(open, Math.min(workers, rest.length), { files });
  try {
    const asked = rest.map((task) => ({ ...task, cell }) as CrewTask<K>);
    for await (const answer of crew.inOrder(asked)) {
      answers.push(answer);
      onProgress?.(answers.length);
    }
  } finally {
    await crew.close();
  }
  return answers;
}

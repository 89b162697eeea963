/**
 * Which request goes to which worker next. Light requests do not wait behind heavy ones: with two workers or more the first
 * does nothing heavy, and nothing light is given to a worker that has something heavy.
 */
import type { PoolWorker } from './poolWorker.ts';
import type { TaskQueue } from './queue.ts';
import type { Task } from './task.ts';

/** A request and the worker that it is for. */
export interface Choice {
  readonly worker: PoolWorker;
  readonly task: Task;
}

/** Light requests that a worker is given at once, so that it does not wait for the pool between two. */
const DEPTH = 4;
/** What it costs to make a cell, in requests that might be waited for instead. */
const NEW_CELL = 1000;

/** Null if nobody can take anything now. `letPass` says whether a request may be begun. */
export function chooseNext(
  workers: readonly PoolWorker[],
  queue: TaskQueue,
  letPass: (task: Task) => boolean,
): Choice | null {
  if (queue.length === 0) return null;
  return chooseHeavy(workers, queue, letPass) ?? chooseLight(workers, queue, letPass);
}

function chooseHeavy(
  workers: readonly PoolWorker[],
  queue: TaskQueue,
  letPass: (task: Task) => boolean,
): Choice | null {
  const some = workers.length > 1 ? workers.slice(1) : workers;
  const hands = some.filter((worker) => isWilling(worker) && worker.work.size < DEPTH);
  if (hands.length === 0) return null;
  const task = queue.nextHeavy(letPass);
  if (!task) return null;
  // With one worker for all, in order of acceptance.
  const light = workers.length === 1 ? queue.nextLight(letPass) : null;
  if (light && light.order < task.order) return null;
  return { worker: bestOf(hands, task.request.cell), task };
}

function chooseLight(
  workers: readonly PoolWorker[],
  queue: TaskQueue,
  letPass: (task: Task) => boolean,
): Choice | null {
  const willing = workers.filter(isWilling);
  const hands = willing.filter(({ work }) => work.size < DEPTH);
  if (hands.length === 0) return null;
  // Rather wait a moment for a worker that has the cell than make the cell anew.
  const isWorthIt = ({ request: { cell } }: Task): boolean =>
    cell === null ||
    hands.some(({ cells }) => cells.has(cell)) ||
    !willing.some(({ cells }) => cells.has(cell));
  const task = queue.nextLight((each) => letPass(each) && isWorthIt(each));
  return task && { worker: bestOf(hands, task.request.cell), task };
}

function isWilling(worker: PoolWorker): boolean {
  return worker.isReady && !worker.isEnded && !worker.isHeavy;
}

/** Who has the cell, best in its last version; among those who has least to do. */
function bestOf(hands: readonly PoolWorker[], cell: string | null): PoolWorker {
  const known = hands.map(({ cells }) => (cell === null ? 0 : (cells.get(cell) ?? -1)));
  const newest = Math.max(...known);
  let best = hands[0];
  let least = Infinity;
  for (const [i, worker] of hands.entries()) {
    const lack = known[i] === newest ? 0 : known[i] < 0 ? NEW_CELL : DEPTH;
    const cost = worker.work.size + lack;
    if (cost >= least) continue;
    least = cost;
    best = worker;
  }
  return best;
}

/**
 * Answers in the order of tasks, however they come in: a bounded number of tasks is under way or answered and not taken
 * yet, so that memory is bounded whatever the number of tasks, and a slow reader slows the workers.
 */

/** How answers are asked for in order. */
export interface OrderOptions {
  readonly signal?: AbortSignal | undefined;
  /** Tasks under way, or answered and not taken, at most. */
  readonly ahead?: number | undefined;
  /** Told after every answer: how many were given, and how many are under way or not taken. */
  readonly onProgress?: ((done: number, held: number) => void) | undefined;
}

/** Runs tasks and gives their answers in order. Who stops taking them gives up the rest. */
export async function* orderly<Task, Answer>(
  tasks: Iterable<Task> | AsyncIterable<Task>,
  run: (task: Task, signal: AbortSignal) => Promise<Answer>,
  { signal, ahead = 1, onProgress }: OrderOptions,
): AsyncGenerator<Answer, void, undefined> {
  // One for each task: many listeners of one signal are taken for a leak.
  const stops = new Set<AbortController>();
  const abort = (): void => {
    for (const stop of stops) stop.abort(signal?.reason);
  };
  if (signal?.aborted) throw signal.reason;
  signal?.addEventListener('abort', abort, { once: true });
  const source = iteratorOf(tasks);
  const held: Promise<Answer>[] = [];
  let isOver = false;
  let done = 0;
  try {
    for (;;) {
      while (!isOver && held.length < Math.max(1, ahead)) {
        const next = await source.next();
        if (next.done) isOver = true;
        else {
          const stop = new AbortController();
          stops.add(stop);
          const answer = run(next.value, stop.signal).finally(() => stops.delete(stop));
          // Whoever takes it hears of it; until then it is nobody's.
          answer.catch(() => {});
          held.push(answer);
        }
      }
      const first = held.shift();
      if (first === undefined) return;
      const answer = await first;
      // What came in before is not wanted any more either.
      if (signal?.aborted) throw signal.reason;
      onProgress?.(++done, held.length);
      yield answer;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    abort();
    if (!isOver) await source.return?.();
  }
}

function iteratorOf<T>(tasks: Iterable<T> | AsyncIterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
}

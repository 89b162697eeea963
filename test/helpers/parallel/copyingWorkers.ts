/**
 * Workers for tests of crews, in this thread: what is posted is copied as for a thread, each has a state of its own, answers
 * come when the test says, and a worker can end in the middle of a task. Many times faster than threads.
 */
import { Random } from '../../../src/math/index.ts';
import type { SpawnWorker } from '../../../src/parallel/index.ts';
import { spawnLocal } from '../../../src/parallel/local.ts';

export interface CopyingOptions {
  /** Answers are held back by some turns, for an order that is not that of tasks. Default: not at all. */
  readonly seed?: number;
  /** Told of every task that a worker is given; true ends the worker over it. */
  readonly endsOver?: (input: unknown, worker: number) => boolean;
  /** Workers that end before they are ready. */
  readonly neverReady?: boolean;
}

/** Starts such workers, and counts them. */
export function copyingWorkers(options: CopyingOptions = {}): {
  spawn: SpawnWorker;
  started: number;
} {
  const { seed, endsOver, neverReady } = options;
  const random = seed === undefined ? null : new Random(seed);
  const made = {
    started: 0,
    spawn: (() => {
      const worker = made.started++;
      const port = spawnLocal();
      let tellEnd: (reason: string) => void = () => {};
      let isEnded = false;
      const fail = (reason: string): void => {
        isEnded = true;
        void port.end();
        setTimeout(() => tellEnd(reason), 0);
      };
      if (neverReady) fail('it could not be loaded');
      return {
        isLocal: false,
        post: (message) => {
          if (isEnded) return;
          const copy = structuredClone(message) as { say: string; input: unknown };
          if (copy.say === 'run' && endsOver?.(copy.input, worker)) fail('it was out of memory');
          else port.post(copy);
        },
        onMessage: (listen) =>
          port.onMessage((message) => {
            const copy = structuredClone(message);
            const deliver = (): void => {
              if (!isEnded) listen(copy);
            };
            const isReady = (copy as { say: string }).say === 'ready';
            if (random && !isReady) setTimeout(deliver, 4 * random.unit());
            else deliver();
          }),
        onEnd: (listen) => {
          tellEnd = listen;
        },
        end: async () => {
          isEnded = true;
          await port.end();
        },
      };
    }) as SpawnWorker,
  };
  return made;
}

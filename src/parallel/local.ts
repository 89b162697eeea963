/** A worker in the thread that asks: the same code on the same messages, one at a time, with room for others between. */
import type { SpawnWorker, WorkerPort, WorkerSide } from './port.ts';
import { serveCrew } from './workerMain.ts';

/** Milliseconds after which others in this thread get their turn: timers, input, signals of the system. */
const TURN_MS = 25;

/** Starts workers in this thread. */
export const spawnLocal: SpawnWorker = () => {
  let toWorker: (message: unknown) => void = () => {};
  let toOwner: (message: unknown) => void = () => {};
  let isEnded = false;
  const waiting: unknown[] = [];
  let since = performance.now();
  const next = (): void => {
    if (performance.now() - since < TURN_MS) queueMicrotask(turn);
    else {
      setTimeout(() => {
        since = performance.now();
        turn();
      }, 0);
    }
  };
  const turn = (): void => {
    if (isEnded) return;
    // It stays in front until it is done, so that what is posted meanwhile waits.
    toWorker(waiting[0]);
    waiting.shift();
    if (waiting.length > 0) next();
  };
  const side: WorkerSide = {
    post: (message) => {
      if (!isEnded) toOwner(message);
    },
    onMessage: (listen) => {
      toWorker = listen;
    },
  };
  const port: WorkerPort = {
    isLocal: true,
    post: (message) => {
      waiting.push(message);
      if (waiting.length === 1) next();
    },
    onMessage: (listen) => {
      toOwner = listen;
      serveCrew(side);
    },
    onEnd: () => {},
    end: async () => {
      isEnded = true;
    },
  };
  return port;
};

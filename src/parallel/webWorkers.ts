/**
 * Workers of a page. A page starts them from a module of its own bundle that loads `surepath/parallel/worker` and does
 * nothing else, or from that file itself where it is served as it is.
 */
import type { SpawnWorker, WorkerPort } from './port.ts';

/** As much of a Web Worker as is needed. */
export interface WebWorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(kind: string, listen: (event: never) => void): void;
}

/** Starts Web Workers: `make` is a line like `() => new Worker(url, { type: 'module' })`. */
export function spawnWebWorkers(make: () => WebWorkerLike): SpawnWorker {
  return (): WorkerPort => {
    const worker = make();
    return {
      isLocal: false,
      post: (message) => worker.postMessage(message),
      onMessage: (listen) =>
        worker.addEventListener('message', (event: { readonly data: unknown }) =>
          listen(event.data),
        ),
      onEnd: (listen) => {
        const tell = (event: { readonly message?: string }): void => {
          // A worker that failed to load or threw does not go on by itself.
          worker.terminate();
          listen(event.message || 'it could not be loaded');
        };
        worker.addEventListener('error', tell);
        worker.addEventListener('messageerror', tell);
      },
      end: async () => worker.terminate(),
    };
  };
}

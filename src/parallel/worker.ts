/** What a Web Worker of a crew runs: a module of its own, for `new Worker(...)`. */
import { serveCrew } from './workerMain.ts';

interface WorkerScope {
  postMessage(message: unknown, moved?: readonly ArrayBuffer[]): void;
  addEventListener(kind: 'message', listen: (event: { readonly data: unknown }) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
serveCrew({
  post: (message, moved = []) => scope.postMessage(message, moved),
  onMessage: (listen) => scope.addEventListener('message', ({ data }) => listen(data)),
});

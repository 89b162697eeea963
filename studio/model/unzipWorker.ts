/** Unpacks archives beside the page. It is told the files once, tells how far it is, and is ended to cancel it. */
import { InputError } from '../../src/math/index.ts';
import type { FromUnzip, ToUnzip } from './unpack.ts';
import { withUnzipped } from './unzip.ts';

/** What is used of a worker's global scope. */
interface Scope {
  postMessage(message: FromUnzip, transfer?: ArrayBuffer[]): void;
  onmessage: ((event: MessageEvent<ToUnzip>) => void) | null;
}

/** Milliseconds between two messages of progress. */
const PAUSE_MS = 100;

const scope = globalThis as unknown as Scope;

scope.onmessage = async ({ data: { files } }) => {
  let told = Number.NEGATIVE_INFINITY;
  try {
    const answer = await withUnzipped(files, {
      onProgress: (done, of) => {
        const now = performance.now();
        if (now - told < PAUSE_MS && done < of) return;
        told = now;
        scope.postMessage({ done, of });
      },
    });
    const buffers = new Set([...answer.values()].map(({ buffer }) => buffer as ArrayBuffer));
    scope.postMessage({ files: answer }, [...buffers]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const fault = error instanceof InputError ? error.fault : { code: 'studio/zip', message };
    scope.postMessage({ fault });
  }
};

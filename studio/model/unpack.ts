/** Archives that people give the page, unpacked by a worker: with a bar, and a button that ends it at once. */
import { type Fault, InputError } from '../../src/math/index.ts';
import type { Files } from '../engine/protocol.ts';
import type { BusyJob, Store } from './state.ts';
import { looksLikeZip } from './unzip.ts';

export interface ToUnzip {
  readonly files: Files;
}

export type FromUnzip =
  | { readonly done: number; readonly of: number }
  | { readonly files: Files }
  | { readonly fault: Fault };

/** What is used of a worker. */
export interface UnzipWorker {
  postMessage(message: ToUnzip, transfer: ArrayBuffer[]): void;
  terminate(): void;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

const MEBIBYTE = 1 << 20;
/** Not those of the engine's jobs, which count up. */
let lastId = 0;

/** Files with archives replaced by what they hold; those without any come back at once. Rejects with an AbortError when cancelled. */
export function unpackIn(store: Store, start: () => UnzipWorker, files: Files): Promise<Files> {
  const archives = new Map([...files].filter(([, bytes]) => looksLikeZip(bytes)));
  if (archives.size === 0) return Promise.resolve(files);
  const id = --lastId;
  const worker = start();
  const change = (values: Partial<BusyJob>) =>
    store.update(({ busy }) => ({
      busy: busy.map((job) => (job.id === id ? { ...job, ...values } : job)),
    }));
  return new Promise<Files>((resolve, reject) => {
    const cancel = () => reject(new DOMException('unpacking was cancelled', 'AbortError'));
    store.update(({ busy }) => ({
      busy: [...busy, { id, label: 'Unpacking', progress: null, visible: true, cancel }],
    }));
    worker.onmessage = ({ data }: { readonly data: FromUnzip }) => {
      if ('fault' in data) reject(new InputError(data.fault));
      else if ('files' in data) resolve(data.files);
      else {
        const [done, of] = [data.done, data.of].map((bytes) => Math.ceil(bytes / MEBIBYTE));
        change({ progress: { what: 'MiB:', done, of } });
      }
    };
    worker.onerror = ({ message }: { readonly message?: string }) => {
      reject(new Error(message ?? 'the worker that unpacks could not be started'));
    };
    // Loose files come back with the rest, in their places; the page needs none of them meanwhile.
    const buffers = [...files.values()].map(({ buffer }) => buffer as ArrayBuffer);
    const isWhole = [...files.values()].every(
      ({ byteLength, buffer }) => byteLength === buffer.byteLength,
    );
    worker.postMessage({ files }, isWhole ? [...new Set(buffers)] : []);
  }).finally(() => {
    worker.terminate();
    store.update(({ busy }) => ({ busy: busy.filter((job) => job.id !== id) }));
  });
}

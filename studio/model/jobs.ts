/** Jobs of the engine as people see them: in the list of work under way, with cancel. */
import type { Engine } from '../engine/client.ts';
import type { App } from './app.ts';
import type { BusyJob, Store } from './state.ts';

/** Work that is over sooner is not shown. */
const BLINK_MS = 200;

export function makeRun(store: Store, engine: Engine): App['run'] {
  let last = 0;
  const change = (id: number, values: Partial<BusyJob>) =>
    store.update(({ busy }) => ({
      busy: busy.map((job) => (job.id === id ? { ...job, ...values } : job)),
    }));
  return async (kind, request, { label, onProgress, signal }) => {
    const id = ++last;
    const controller = new AbortController();
    const cancel = () => controller.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    store.update(({ busy }) => ({
      busy: [...busy, { id, label, progress: null, visible: false, cancel }],
    }));
    const timer = setTimeout(() => change(id, { visible: true }), BLINK_MS);
    try {
      return await engine.call(kind, request, {
        signal: controller.signal,
        onProgress: (progress) => {
          change(id, { progress });
          onProgress?.(progress);
        },
      });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      store.update(({ busy }) => ({ busy: busy.filter((job) => job.id !== id) }));
    }
  };
}

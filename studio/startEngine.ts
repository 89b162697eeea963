/** The page's engine: begin.ts starts it before anything else is loaded, and the page takes it from here. */
import { Engine } from './engine/client.ts';

let started: Engine | null = null;

/** One for all; its worker starts at the first call. */
export function startEngine(): Engine {
  started ??= new Engine(
    () => new Worker(new URL('./engine/worker.ts', import.meta.url), { type: 'module' }),
  );
  return started;
}

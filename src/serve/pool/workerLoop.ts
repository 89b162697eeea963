/**
 * A worker's side of the pool: does one request after the other, in the order they come, with whatever handler it was
 * given. What the handler throws is a refusal; a worker that cannot go on ends, and the pool starts another.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerSide } from '../../parallel/index.ts';
import { clock } from './clock.ts';
import type { Bring, FromWorker, Made, Refusal, ToWorker, WorkerSetup } from './messages.ts';

/** What a request may ask about its circumstances. */
export interface WorkContext {
  readonly signal: { readonly aborted: boolean };
  /** As performance.now() of this thread counts. */
  readonly deadline: number;
  readonly onProgress?: (progress: unknown) => void;
  /** The cell that it is about, which the handler has; of what opens a cell, the name it is to have. */
  readonly cell: string | null;
  /** Of the cell; 0 where there is none yet. */
  readonly version: number;
  /** Of that version; empty where there is none yet. */
  readonly digest: string;
}

/** The worker does not have a cell as a request names it: the pool brings the whole of it and asks again. */
export class LacksCell extends Error {
  readonly cell: string;

  constructor(cell: string) {
    super(`the worker does not have ${cell} as the request names it`);
    this.name = 'LacksCell';
    this.cell = cell;
  }
}

/** What a request came to. */
export interface Work {
  /** The result as JSON. */
  readonly text: string;
  readonly made?: Made | null;
  /** Plain data besides. */
  readonly data?: unknown;
}

/** Who does the requests of a worker. */
export interface Handler {
  /** Makes a cell what it is in a version, by what was missing. */
  bring(bring: Bring): void;
  /** Makes ready what was brought, before it is asked about. */
  prepare?(cell: string): void;
  forget(cell: string): void;
  perform(name: string, text: string, context: WorkContext): Work | Promise<Work>;
  /** What to say of something that was thrown. */
  refusalOf(error: unknown): Refusal;
}

/** Milliseconds between two reports of progress. */
const PROGRESS_MS = 50;

/** Runs in a worker of the pool until the pool ends it. */
export function runWorker(make: (settings: unknown) => Handler): void {
  const port = parentPort;
  if (!port) throw new Error('this is for a worker of the pool');
  const side: WorkerSide = {
    post: (message) => port.postMessage(message),
    onMessage: (listen) => port.on('message', listen),
  };
  serveRequests(side, workerData as WorkerSetup, make);
}

/** Answers the requests of a pool that come over a port. */
export function serveRequests(
  port: WorkerSide,
  setup: WorkerSetup,
  make: (settings: unknown) => Handler,
): void {
  const flags = new Int32Array(setup.flags);
  const handler = make(setup.settings);
  const say = (message: FromWorker): void => port.post(message);
  /** The request before, if it is one that waits for something: order is kept. */
  let before: Promise<void> | null = null;
  port.onMessage((posted) => {
    const message = posted as ToWorker;
    const next = before ? before.then(() => handle(message) ?? undefined) : handle(message);
    before = next;
    void next?.then(() => {
      if (before === next) before = null;
    });
  });
  say({ kind: 'ready' });

  function handle(message: ToWorker): Promise<void> | null {
    if (message.kind === 'forget') {
      handler.forget(message.cell);
      return null;
    }
    const { slot } = message;
    const { bring } = message;
    const refuse = (error: unknown, lacks: string | null = null): void =>
      say({ kind: 'refused', slot, refusal: handler.refusalOf(error), lacks });
    const tell = ({ text, made = null, data = null }: Work): void =>
      say({ kind: 'done', slot, text, made, data });
    try {
      if (bring) handler.bring(bring);
      if (message.kind === 'bring') handler.prepare?.(message.bring.cell);
    } catch (error) {
      refuse(error, bring?.cell);
      return null;
    }
    if (message.kind === 'bring') {
      tell({ text: 'null' });
      return null;
    }
    try {
      const context: WorkContext = {
        signal: {
          get aborted() {
            return Atomics.load(flags, slot) !== 0;
          },
        },
        deadline: performance.now() + (message.deadline - clock()),
        cell: message.cell,
        version: message.version,
        digest: message.digest,
        ...(message.progress ? { onProgress: reporter(slot) } : {}),
      };
      const work = handler.perform(message.name, message.text, context);
      if (!(work instanceof Promise)) {
        tell(work);
        return null;
      }
      return work.then(tell, (error) => refuse(error));
    } catch (error) {
      refuse(error, error instanceof LacksCell ? error.cell : null);
      return null;
    }
  }

  /** Not before a while, and not more often: most requests are done by then, and searches report thousands. */
  function reporter(slot: number): (progress: unknown) => void {
    let last = performance.now();
    let notes: unknown;
    return (progress) => {
      notes = notesOf(progress) ?? notes;
      const now = performance.now();
      if (now - last < PROGRESS_MS) return;
      last = now;
      const told = notes === undefined ? progress : { ...(progress as object), notes };
      notes = undefined;
      say({ kind: 'progress', slot, text: JSON.stringify(told) });
    };
  }
}

/** What is only said once. */
function notesOf(progress: unknown): unknown {
  return (progress as { readonly notes?: unknown } | null)?.notes;
}

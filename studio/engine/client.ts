/**
 * The engine as the page sees it: jobs that are done elsewhere. Two workers stand behind it: one that
 * keeps the cell and answers at once while a slider is dragged, one for long jobs. A job is cancelled by
 * ending its worker; a new one opens the same cell again, so that nothing needs shared memory.
 *
 *   const engine = new Engine(() => new Worker(new URL('./worker.ts', import.meta.url), {type: 'module'}))
 *   const { cell } = await engine.call('open', { files })
 *   const answer = await engine.call('check', { path }, { signal, onProgress })
 */

import { cancelled, EngineError } from './engineError.ts';
import { GeometryStore, type PackedCell } from './geometry.ts';
import type { CellState } from './host.ts';
import { Lane, type WorkerLike } from './lane.ts';
import {
  type Answer,
  CELL_FREE_JOBS,
  CELL_OR_NONE_JOBS,
  type Change,
  type Fault,
  type Files,
  type Job,
  LIVE_JOBS,
  type OpenAnswer,
  type OpenedCell,
  type OpenRequest,
  type Progress,
  type Request,
} from './protocol.ts';
import { supersedes } from './supersedes.ts';

export { EngineError } from './engineError.ts';
export type { WorkerLike } from './lane.ts';

export interface CallOptions {
  /** At most ten times a second. */
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels: the promise rejects with an AbortError. */
  readonly signal?: AbortSignal;
  /**
   * For `pose` and `inverse`: answer it even if others of its kind come after it. By default the latest
   * wins, and those that are not begun reject with an AbortError, code `engine/superseded`.
   */
  readonly keep?: boolean;
}

/** Short work that the worker of the cell does, so that it never waits for a check. */
const WITH_THE_CELL: readonly Job[] = [
  ...LIVE_JOBS,
  'visuals',
  'readPath',
  'readRequest',
  'savePath',
  'saveCell',
];

export class Engine {
  private readonly live: Lane;
  private readonly jobs: Lane;
  private readonly geometry = new GeometryStore();
  /** The worker listens. Until then it needs the page now and then to get on. */
  readonly ready: Promise<void>;
  private state: CellState | null = null;
  private opened = 0;
  private lastId = 0;
  /** By the cell's id: what was changed since it was opened. */
  private readonly lineage = new Map<number, readonly Change[]>();
  /** Opening and editing, one after the other. */
  private changing: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(start: () => WorkerLike) {
    this.live = new Lane(start, { known: () => this.geometry.keys() });
    this.jobs = new Lane(start);
    // Its script is read while the page fetches the cell.
    this.ready = this.live.warm();
  }

  /** The cell that jobs asked now are about: `OpenedCell.id`; 0 if there is none. */
  get cellId(): number {
    return this.state?.id ?? 0;
  }

  /** Does a job. Rejects with an EngineError that has the fault, or with an AbortError. */
  async call<K extends Job>(
    kind: K,
    request: Request<K>,
    options: CallOptions = {},
  ): Promise<Answer<K>> {
    if (this.closed) throw new EngineError(CLOSED, true);
    if (kind === 'open' || kind === 'edit') {
      const work = (): Promise<unknown> =>
        kind === 'open'
          ? this.open(request as OpenRequest, options)
          : this.edit((request as Request<'edit'>).changes, options);
      const done = this.changing.then(work, work);
      this.changing = done.catch(() => {});
      return done as Promise<Answer<K>>;
    }
    await this.changing;
    if (options.signal?.aborted) throw cancelled();
    if (CELL_FREE_JOBS.includes(kind)) {
      const call = { kind, request, state: null, latest: false, options };
      return this.jobs.run(call) as Promise<Answer<K>>;
    }
    if (kind === 'visuals') this.addFiles((request as Request<'visuals'>).files);
    const { state } = this;
    if (!state && !CELL_OR_NONE_JOBS.includes(kind)) throw new EngineError(NO_CELL, false);
    const lane = WITH_THE_CELL.includes(kind) ? this.live : this.jobs;
    const latest = LIVE_JOBS.includes(kind) && options.keep !== true;
    return lane.run({ kind, request, state, latest, options }) as Promise<Answer<K>>;
  }

  /** Opens the cell for long jobs before anybody asks for one: best when nothing else is to be done. */
  prepare(): void {
    if (this.state) this.jobs.prepare(this.state);
  }

  /** Ends both workers; calls under way reject. */
  close(): void {
    this.closed = true;
    this.live.close();
    this.jobs.close();
  }

  private async open(request: OpenRequest, options: CallOptions): Promise<OpenAnswer> {
    if (options.signal?.aborted) throw cancelled();
    const serial = ++this.opened;
    const answer = (await this.live.run({
      kind: 'open',
      request: { serial, request, id: ++this.lastId },
      state: null,
      latest: false,
      options,
    })) as { readonly opened: false } | { readonly opened: true; readonly cell: PackedCell };
    if (!answer.opened) return answer as OpenAnswer;
    this.geometry.clear();
    const cell = this.geometry.unpack(answer.cell);
    this.lineage.clear();
    this.take(cell, { serial, open: request, changes: [], id: cell.id });
    return { opened: true, cell };
  }

  private async edit(changes: readonly Change[], options: CallOptions): Promise<OpenedCell> {
    const { state } = this;
    if (options.signal?.aborted) throw cancelled();
    if (!state) throw new EngineError(NO_CELL, false);
    const all = this.expanded(state, changes);
    const restored = changes.length === 1 && changes[0].kind === 'restore' ? changes[0].id : 0;
    const packed = (await this.live.run({
      kind: 'edit',
      request: { changes: all, id: restored || ++this.lastId },
      state: { ...state, changes: [], id: 0 },
      latest: false,
      options,
    })) as PackedCell;
    const cell = this.geometry.unpack(packed);
    this.take(cell, { ...state, changes: all, id: cell.id });
    return cell;
  }

  /** A worker that begins anew needs those that came later as well. */
  private addFiles(files: Files | undefined): void {
    if (!this.state || !files) return;
    const { open } = this.state;
    this.state = { ...this.state, open: { ...open, files: new Map([...open.files, ...files]) } };
    this.jobs.forget();
  }

  private take(cell: OpenedCell, state: CellState): void {
    this.state = state;
    this.lineage.set(cell.id, state.changes);
  }

  /** All changes since the cell was opened, with those left out that later ones undo. */
  private expanded({ changes: before }: CellState, changes: readonly Change[]): readonly Change[] {
    let all = [...before];
    for (const change of changes) {
      if (change.kind === 'restore') {
        const known = this.lineage.get(change.id);
        if (!known) throw new EngineError(NO_SUCH_CELL, false);
        all = [...known];
        continue;
      }
      if (supersedes(change, all.at(-1))) all.pop();
      all.push(change);
    }
    return all;
  }
}

const CLOSED: Fault = { code: 'engine/closed', message: 'the engine was closed' };
const NO_CELL: Fault = { code: 'engine/no-cell', message: 'no cell is open' };
const NO_SUCH_CELL: Fault = {
  code: 'engine/no-such-cell',
  message: 'there is no such earlier state of the cell',
};

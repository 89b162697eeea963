/**
 * A worker: takes chunks of the batches that are open, oldest name first, does them and stores their results. In this order, so that
 * nothing is lost whenever it ends: result and content as blobs, the note which result the chunk has, and only then the queue hears
 * that the chunk is done. A lease is renewed while a chunk is worked on. Batches of another version are refused, and their
 * chunks not touched.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { formatFault, InputError } from '../math/index.ts';
import type { Site } from './connect.ts';
import { type BatchVersion, chunkName } from './digest.ts';
import { type Signer, type Trust, trusting } from './keys.ts';
import {
  type BatchRecord,
  batchesOf,
  closeBatch,
  findRecord,
  isOpen,
  needRecord,
  openBatches,
  requireVersion,
} from './manifest.ts';
import { isKept, outcomesOf, putOutcome, type Signing } from './outcome.ts';
import { type ChunkQueue, LEASE_MS, LOSSES, type TakenChunk } from './queue/queue.ts';
import type { ChunkRunner } from './runner.ts';
import { withoutSecrets } from './server.ts';

export interface WorkOptions {
  readonly version: BatchVersion;
  readonly runner: ChunkRunner;
  /** Only this batch, by its name or the beginning of it. Default: all that are open. */
  readonly batch?: string | undefined;
  /** Signs outcomes; those that neither this key nor one of `trust` signed are computed again then, and replaced. */
  readonly signer?: Signer | undefined;
  readonly trust?: Trust | undefined;
  /** Chunks at once. */
  readonly slots: number;
  /** Returns when nothing is left to do. Default false: waits for more. */
  readonly untilDone?: boolean | undefined;
  /** Looked at when nothing is left: whether somebody still submits here. */
  readonly expectsMore?: (() => boolean) | undefined;
  readonly lease_ms?: number | undefined;
  readonly pause_ms?: number | undefined;
  /** Takes nothing more; what is under way is finished. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: WorkEvent) => void) | undefined;
}

/** What somebody may want to know while it works. */
export type WorkEvent =
  | { readonly kind: 'refused'; readonly batch: string; readonly message: string }
  | { readonly kind: 'began'; readonly batch: string }
  /** It is not all submitted, and nothing came for long. */
  | { readonly kind: 'left'; readonly batch: string }
  /** The site does not have it any more. */
  | { readonly kind: 'lost'; readonly batch: string }
  | { readonly kind: 'done'; readonly batch: string; readonly chunk: string; readonly done: number }
  | { readonly kind: 'late'; readonly batch: string; readonly chunk: string }
  | {
      readonly kind: 'failed';
      readonly batch: string;
      readonly chunk: string;
      readonly message: string;
    };

export interface WorkReport {
  /** Chunks that were computed here. */
  readonly done: number;
  /** Chunks that somebody else had done. */
  readonly known: number;
  /** Chunks whose lease had ended when they were done; their results count all the same. */
  readonly late: number;
  /** Tries that failed. */
  readonly failed: number;
  /** Batches of another version. */
  readonly refused: readonly string[];
  /** Batches that were worked on, or whose chunks were looked for. */
  readonly batches: number;
  /** Those of them that the site does not have any more: it lost them, or they were removed. */
  readonly lost: readonly string[];
}

/** Milliseconds between two looks at which batches are open. */
const LOOK_MS = 1000;
/** The same where a batch is about to be submitted in this process. */
const SOON_MS = 20;
/** Milliseconds that are waited when there is nothing to take, at most. */
const IDLE_MS = 1000;

/** Works until nothing is left, or the signal says so. Throws an InputError for a named batch that is unknown or refused. */
export async function work(site: Site, options: WorkOptions): Promise<WorkReport> {
  const worker = new BatchWorker(site, options);
  if (options.batch !== undefined) {
    const record = await needRecord(site.store, options.batch);
    requireVersion(record, options.version);
    requireKeeping(record, site);
    worker.only = record.batch;
  }
  try {
    await worker.look();
    const slots = Array.from({ length: options.slots }, () => worker.serve());
    // All of them: where one breaks, others may still ask a queue for something, and it is not closed before.
    const ends = await Promise.allSettled(slots);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return worker.report();
  } finally {
    await worker.close();
  }
}

/** A batch that is worked on. Its queue is closed when nobody uses it: what is asked of a queue that is being closed may never be answered. */
interface Desk {
  readonly record: BatchRecord;
  readonly queue: ChunkQueue;
  users: number;
  /** Since when its queue is empty though it is not all submitted; null where it is not. */
  emptySince: number | null;
}

class BatchWorker {
  /** The only batch that is meant; null for all. */
  only: string | null = null;
  private readonly site: Site;
  private readonly options: WorkOptions;
  private readonly desks = new Map<string, Desk>();
  private readonly refused = new Map<string, string>();
  private readonly left = new Set<string>();
  private readonly lost = new Set<string>();
  private readonly signing: Signing;
  private readonly batches = new Set<string>();
  private readonly counts = { done: 0, known: 0, late: 0, failed: 0 };
  private looked = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;
  /** What no try can mend: the site is gone, or a bug. */
  private broken: unknown = null;

  constructor(site: Site, options: WorkOptions) {
    this.site = site;
    this.options = options;
    const { signer, trust = new Map() } = options;
    this.signing = signer ? { signer, trust: trusting(trust, signer) } : {};
  }

  report(): WorkReport {
    const batches = this.batches.size;
    return { ...this.counts, refused: [...this.refused.keys()], batches, lost: [...this.lost] };
  }

  async close(): Promise<void> {
    for (const { queue } of this.desks.values()) await queue.close();
    this.desks.clear();
  }

  /** One chunk after the other. */
  async serve(): Promise<void> {
    let idle = 20;
    try {
      while (!this.isOver()) {
        if (await this.serveOne()) {
          idle = 20;
          continue;
        }
        if (this.options.untilDone && this.isIdle() && (await this.isAllDone())) return;
        await this.pause(idle);
        idle = Math.min(2 * idle, IDLE_MS);
      }
    } catch (error) {
      this.broken ??= error;
      throw error;
    }
  }

  private isOver(): boolean {
    return this.broken !== null || (this.options.signal?.aborted ?? false);
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.options.signal }).catch(() => {});
  }

  /** Does the next chunk of the first batch that has one; false where none has. */
  private async serveOne(): Promise<boolean> {
    await this.look();
    for (const desk of [...this.desks.values()]) {
      if (this.isOver()) return false;
      const isServed = await this.using(desk, async ({ queue }) => {
        const chunk = await queue.take();
        if (chunk) await this.one(desk, chunk);
        return chunk !== null;
      });
      if (isServed) return true;
    }
    return false;
  }

  /** Null where the desk is gone. */
  private async using<T>(desk: Desk, act: (desk: Desk) => Promise<T>): Promise<T | null> {
    if (this.desks.get(desk.record.batch) !== desk) return null;
    desk.users++;
    try {
      return await act(desk);
    } finally {
      desk.users--;
    }
  }

  private isIdle(): boolean {
    return [...this.desks.values()].every(({ users }) => users === 0);
  }

  private async one({ record }: Desk, chunk: TakenChunk): Promise<void> {
    const { store } = this.site;
    const { batch } = record;
    const { name } = chunk;
    const { trust } = this.signing;
    const [known] = await outcomesOf(store.notes, record.question, [name], trust);
    if (known && (await isKept(store, known))) {
      this.counts.known++;
      await chunk.done();
      return;
    }
    const lease = keepLease(chunk, this.options.lease_ms ?? LEASE_MS);
    try {
      if (chunk.losses >= LOSSES) {
        throw new Final(`${chunk.losses} workers vanished while they worked on it`);
      }
      if (chunkName(record.question, chunk.content) !== name) {
        throw new Final(
          'its content has another digest than its name says: it was damaged on its way',
        );
      }
      const start = performance.now();
      const { result, certificates } = await this.options.runner.run(record, chunk.content);
      for (const certificate of certificates) await store.blobs.put(certificate);
      const digest = await store.blobs.put(result);
      const content = await store.blobs.put(chunk.content);
      const milliseconds = performance.now() - start;
      const outcome = { result: digest, content, batch, at: Date.now(), milliseconds };
      const stands = await putOutcome(store.notes, record, name, outcome, this.signing);
      if (stands.result !== digest) {
        throw new Final(
          `two workers found different results, ${stands.result} and ${digest}: one of their machines is at fault, or this is a bug`,
        );
      }
    } catch (error) {
      if (isOfTheSite(error)) {
        // Nobody vanished over it, and it is not to count as that. A server that is gone hears nothing.
        if (error.fault.code !== 'batch/no-server') await chunk.giveBack().catch(() => {});
        throw error;
      }
      const message = reasonOf(error);
      this.counts.failed++;
      await chunk.fail(message, error instanceof Final);
      this.tell({ kind: 'failed', batch, chunk: name, message });
      return;
    } finally {
      await lease.end();
    }
    this.counts.done++;
    if (await chunk.done()) {
      this.tell({ kind: 'done', batch, chunk: name, done: this.counts.done });
    } else {
      this.counts.late++;
      this.tell({ kind: 'late', batch, chunk: name });
    }
  }

  private tell(event: WorkEvent): void {
    this.options.onEvent?.(event);
  }

  // --------------------------------------------------------------------------------- which batches

  /** Which batches are open now, once in a while. */
  async look(): Promise<void> {
    if (this.looking) return this.looking;
    const every = this.desks.size === 0 && this.options.expectsMore?.() ? SOON_MS : LOOK_MS;
    if (performance.now() - this.looked < every) return;
    this.looking = this.lookNow().finally(() => {
      this.looked = performance.now();
      this.looking = null;
    });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    const { store } = this.site;
    const open = this.only === null ? await openBatches(store.notes) : [this.only];
    for (const batch of open) {
      if (this.desks.has(batch) || this.refused.has(batch)) continue;
      await this.orRefuse(batch, async () => {
        const record = await findRecord(store, batch);
        if (record) await this.sitDown(record);
      });
    }
    for (const [batch, { queue, users }] of [...this.desks]) {
      if (open.includes(batch) || users > 0) continue;
      this.desks.delete(batch);
      await queue.close();
      await this.tellIfLost(batch);
    }
  }

  /** Of a batch that is not open any more: done or cancelled it is still known. */
  private async tellIfLost(batch: string): Promise<void> {
    if (this.lost.has(batch) || (await batchesOf(this.site.store)).includes(batch)) return;
    this.lost.add(batch);
    this.tell({ kind: 'lost', batch });
  }

  /** A batch that cannot be worked on here is told of once, and left to others. */
  private async orRefuse(batch: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof InputError) || !REFUSED.includes(error.fault.code)) throw error;
      const message = formatFault(error.fault);
      this.refused.set(batch, message);
      this.tell({ kind: 'refused', batch, message });
    }
  }

  private async sitDown(record: BatchRecord): Promise<void> {
    const { version, lease_ms, pause_ms } = this.options;
    const { batch } = record;
    requireVersion(record, version);
    requireKeeping(record, this.site);
    const queue = await this.site.openQueue(batch, { lease_ms, pause_ms, takes: true });
    this.desks.set(batch, { record, queue, users: 0, emptySince: null });
    this.batches.add(batch);
    this.tell({ kind: 'began', batch });
  }

  /** Whether all that may be done here is; batches that are through are closed. */
  private async isAllDone(): Promise<boolean> {
    if (this.options.expectsMore?.()) return false;
    this.looked = Number.NEGATIVE_INFINITY;
    await this.look();
    let isDone = true;
    for (const desk of [...this.desks.values()]) {
      const isThrough = await this.using(desk, () => this.isThrough(desk));
      if (isThrough === false) isDone = false;
    }
    return isDone && this.isIdle();
  }

  /** Whether nothing came for a lease's time: its submission was interrupted, or is so slow that nobody need wait. */
  private isLeft(desk: Desk): boolean {
    const now = performance.now();
    desk.emptySince ??= now;
    if (now - desk.emptySince < (this.options.lease_ms ?? LEASE_MS)) return false;
    const { batch } = desk.record;
    if (!this.left.has(batch)) this.tell({ kind: 'left', batch });
    this.left.add(batch);
    return true;
  }

  private async isThrough(desk: Desk): Promise<boolean> {
    const { queue } = desk;
    const { batch } = desk.record;
    const { store } = this.site;
    if (!(await isOpen(store.notes, batch))) {
      await this.tellIfLost(batch);
      return true;
    }
    // Read before the queue is counted: see closeBatch.
    const record = await findRecord(store, batch);
    if (!record) return true;
    const { waiting, active } = await queue.counts();
    if (waiting + active > 0) {
      desk.emptySince = null;
      return false;
    }
    if (!record.sealed) return this.isLeft(desk);
    await closeBatch(store.notes, record);
    return true;
  }
}

/** A batch of another version, one that keeps its results elsewhere, and one whose record is damaged. */
const REFUSED = ['batch/version', 'batch/keeping', 'batch/damaged'];

/** Trying again would not help. */
class Final extends Error {}

const OF_THE_SITE = ['batch/no-server', 'batch/refused', 'batch/store'];

/** What says nothing about a chunk: the server is gone or full, or the store cannot be written. */
function isOfTheSite(error: unknown): error is InputError {
  return error instanceof InputError && OF_THE_SITE.includes(error.fault.code);
}

function reasonOf(error: unknown): string {
  const text = error instanceof InputError ? formatFault(error.fault) : (error as Error).message;
  return withoutSecrets(text).slice(0, 2000);
}

/**
 * Renews a lease at a third of its length until it is ended; ended is it when no renewal is under way, so that the queue can be closed.
 */
function keepLease(chunk: TakenChunk, lease_ms: number): { end(): Promise<void> } {
  let renewal: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A lease that cannot be renewed is over: the result is stored all the same, and is the same.
    renewal = Promise.all([renewal, chunk.renew().catch(() => {})]);
  }, lease_ms / 3);
  timer.unref();
  return {
    end: async () => {
      clearInterval(timer);
      await renewal;
    },
  };
}

/** Results go to a folder that everybody was told of, or to the server: not some here and some there. */
export function requireKeeping(record: BatchRecord, site: Pick<Site, 'keeping'>): void {
  if (record.keeping === site.keeping) return;
  throw new InputError({
    code: 'batch/keeping',
    message:
      record.keeping === 'folder'
        ? `batch ${record.batch} keeps its results in a folder that all share`
        : `batch ${record.batch} keeps its results on the server`,
    hint: record.keeping === 'folder' ? 'name it with --store' : 'leave out --store',
  });
}

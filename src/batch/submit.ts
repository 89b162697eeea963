/**
 * Submitting a batch: its input as a stream of chunks, which is read twice. The first time gives the digest of all chunks, by which the
 * batch is named; the second time those chunks go to the queue that have no result yet. So the
 * same batch submitted again does what is missing and nothing else, and one that was interrupted goes on. Memory
 * does not grow with the input but for a name of 64 letters in each piece; the queue holds so many chunks ahead of the workers, then
 * submitting waits for them.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../math/index.ts';
import type { Site } from './connect.ts';
import { batchName, chunkName, type Question, questionName } from './digest.ts';
import type { Trust } from './keys.ts';
import {
  type BatchRecord,
  ChunkList,
  isCancelled,
  isOpen,
  ManifestWriter,
  openBatch,
  putRecord,
  reviveBatch,
  type Unit,
} from './manifest.ts';
import { isKept, outcomesOf } from './outcome.ts';
import type { ChunkQueue, QueuedChunk } from './queue/queue.ts';
import { putWhole } from './store/store.ts';

/** A chunk of the input. */
export interface InputChunk {
  readonly content: Uint8Array;
  /** Edges or segments in it. */
  readonly items: number;
}

export interface SubmitOptions extends Question {
  /** The cell's bundle: it travels by its digest. */
  readonly cell: Uint8Array;
  readonly unit: Unit;
  readonly perChunk: number;
  readonly about: BatchRecord['about'];
  /** The chunks from the first on: the same ones whenever it is called. */
  readonly chunks: () => Iterable<InputChunk> | AsyncIterable<InputChunk>;
  /** Outcomes that none of these keys signed count as missing. Default: outcomes need no signature. */
  readonly trust?: Trust | null | undefined;
  /** Chunks that may wait in the queue. Default 1,000. */
  readonly ahead?: number | undefined;
  /** Told who it is before the first chunk is read. */
  readonly onBegin?: ((record: BatchRecord) => void) | undefined;
  readonly onProgress?: ((progress: SubmitProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How far it is. */
export interface SubmitProgress {
  readonly chunks: number;
  readonly items: number;
  /** Chunks that had a result already. */
  readonly known: number;
  /** Whether it waits for workers, because enough is in the queue. */
  readonly waits: boolean;
}

export interface SubmitReport extends SubmitProgress {
  readonly record: BatchRecord;
  /** Dead letters that get their tries again. */
  readonly revived: number;
}

/** Chunks that waiting may hold where nobody says otherwise. */
export const AHEAD = 1000;
/** Chunks that are looked up and added at once. */
const AT_ONCE = 32;
/** Milliseconds between two looks at a queue that is full: at first, and at most. */
const FULL_MS = [10, 500];

/** Throws an InputError if it is cancelled meanwhile; whoever stops it may submit again. */
export async function submitBatch(site: Site, options: SubmitOptions): Promise<SubmitReport> {
  const { store } = site;
  const record = await beginRecord(site, options);
  options.onBegin?.(record);
  const queue = await site.openQueue(record.batch);
  const submission = new Submission(site, record, queue, options);
  try {
    for await (const chunk of options.chunks()) {
      options.signal?.throwIfAborted();
      await submission.take(chunk);
    }
    await submission.flush();
    await submission.requireOpen();
    const revived = await queue.revive();
    const sealed = await submission.manifest.seal();
    // Somebody may have closed an earlier submission of it just now.
    await openBatch(store.notes, sealed);
    return { ...submission.progress(false), record: sealed, revived };
  } finally {
    await queue.close();
  }
}

async function beginRecord(site: Site, options: SubmitOptions): Promise<BatchRecord> {
  const { store, keeping } = site;
  const { version, model, settings, unit, perChunk, about } = options;
  const question = questionName({ version, model, settings });
  const input = await listDigest(question, options);
  const cell = await putWhole(store.blobs, options.cell);
  const record: BatchRecord = {
    format: 'surepath batch 2',
    batch: batchName(question, input, perChunk),
    ...{ version, cell, model, settings, question, unit, perChunk, input, about, keeping },
    submission: randomBytes(8).toString('hex'),
    sealed: null,
  };
  // In this order: see closeBatch.
  await reviveBatch(store.notes, record.batch);
  await putRecord(store, record);
  await openBatch(store.notes, record);
  return record;
}

async function listDigest(
  question: string,
  { unit, chunks, signal }: SubmitOptions,
): Promise<string> {
  const list = new ChunkList(unit);
  for await (const { content, items } of chunks()) {
    signal?.throwIfAborted();
    list.add({ name: chunkName(question, content), items });
  }
  return list.digest();
}

class Submission {
  readonly manifest: ManifestWriter;
  private readonly site: Site;
  private readonly record: BatchRecord;
  private readonly queue: ChunkQueue;
  private readonly options: SubmitOptions;
  private readonly ahead: number;
  private pending: QueuedChunk[] = [];
  private chunks = 0;
  private items = 0;
  private known = 0;
  /** Chunks that may be added before somebody looks how many wait. */
  private room = 0;

  constructor(site: Site, record: BatchRecord, queue: ChunkQueue, options: SubmitOptions) {
    this.site = site;
    this.record = record;
    this.queue = queue;
    this.options = options;
    this.ahead = Math.max(1, options.ahead ?? AHEAD);
    this.manifest = new ManifestWriter(site.store, record);
  }

  progress(waits: boolean): SubmitProgress {
    const { chunks, items, known } = this;
    return { chunks, items, known, waits };
  }

  async take({ content, items }: InputChunk): Promise<void> {
    const name = chunkName(this.record.question, content);
    await this.manifest.add({ name, items });
    this.chunks++;
    this.items += items;
    this.pending.push({ name, content });
    if (this.pending.length >= Math.min(AT_ONCE, this.ahead)) await this.flush();
  }

  /** Adds what has no result yet, when there is room. */
  async flush(): Promise<void> {
    const { store } = this.site;
    const chunks = this.pending;
    this.pending = [];
    const outcomes = await outcomesOf(
      store.notes,
      this.record.question,
      chunks.map(({ name }) => name),
      this.options.trust,
    );
    const missing: QueuedChunk[] = [];
    for (const [i, chunk] of chunks.entries()) {
      const outcome = outcomes[i];
      // A result that is noted and lost is missing.
      if (outcome && (await isKept(store, outcome))) this.known++;
      else missing.push(chunk);
    }
    if (missing.length > 0) {
      await this.waitForRoom(missing.length);
      await this.queue.add(missing);
      this.room -= missing.length;
    }
    this.options.onProgress?.(this.progress(false));
  }

  /** A batch that is not sealed is closed only where it is cancelled; otherwise what the server had is lost. */
  async requireOpen(): Promise<void> {
    const { notes, where } = this.site.store;
    const { batch } = this.record;
    if (await isOpen(notes, batch)) return;
    throw (await isCancelled(notes, batch)) ? cancelled(this.record) : lostAt(where, batch);
  }

  private async waitForRoom(count: number): Promise<void> {
    for (let wait = FULL_MS[0]; this.room < count; wait = Math.min(2 * wait, FULL_MS[1])) {
      this.options.signal?.throwIfAborted();
      await this.requireOpen();
      const { waiting } = await this.queue.counts();
      this.room = this.ahead - waiting;
      // More at once than may wait: it goes when nothing else does.
      if (this.room >= count || waiting === 0) return;
      await this.manifest.flush();
      this.options.onProgress?.(this.progress(true));
      await sleep(wait);
    }
  }
}

function cancelled({ batch }: BatchRecord): InputError {
  return new InputError({
    code: 'batch/cancelled',
    message: `batch ${batch} was cancelled while it was submitted`,
    hint: 'submit it again to go on: what is done is kept',
  });
}

function lostAt(where: string, batch: string): InputError {
  return new InputError({
    code: 'batch/lost',
    message: `${where} no longer has batch ${batch}, which is being submitted: the server lost its data, or they were removed`,
    hint: 'a Redis without "appendonly yes" loses them when it is restarted, one that evicts loses them when it is full. Submit again',
  });
}

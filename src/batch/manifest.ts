/**
 * What a batch was asked, by which version, and which chunks it has in which order. The record of a batch is a note; its
 * chunks stand in pieces, each a blob, so that nobody holds all of them in memory. A batch is sealed when all of its input was
 * read: from then on it is known what must be there. Which result a chunk has is a note of its own, shared by all batches
 * that have the chunk; the first that is stored stands.
 */
import { decodeUtf8, encodeUtf8, InputError } from '../math/index.ts';
import type { BatchVersion } from './digest.ts';
import { type BatchRecord, type Outcome, readOutcome, readRecord } from './record.ts';
import { type Notes, noteOf, putWhole, type Store } from './store/store.ts';

export type { BatchRecord, Outcome, Unit } from './record.ts';

/** A chunk of a batch: its name, and how many edges or segments it has. */
export interface ChunkEntry {
  readonly name: string;
  readonly items: number;
}

/** Entries of a piece. */
export const PIECE = 512;

const BATCHES = 'batches/';
const OPEN = 'open/';

export async function putRecord(
  { notes }: Pick<Store, 'notes'>,
  record: BatchRecord,
): Promise<void> {
  await notes.put(BATCHES + record.batch, JSON.stringify(record));
}

/** Null for one that nobody submitted. Throws an InputError for one that is damaged. */
export async function findRecord(
  { notes, where }: Pick<Store, 'notes' | 'where'>,
  batch: string,
): Promise<BatchRecord | null> {
  const text = await noteOf(notes, BATCHES + batch);
  return text === null ? null : readRecord(text, batch, where);
}

/** A batch by its name, or by the beginning of it. Throws an InputError for none or several. */
export async function needRecord(
  store: Pick<Store, 'notes' | 'where'>,
  name: string,
): Promise<BatchRecord> {
  const exact = /^[0-9a-f]+$/.test(name) ? await findRecord(store, name) : null;
  if (exact) return exact;
  const known = await batchesOf(store);
  const meant = known.filter((batch) => name !== '' && batch.startsWith(name));
  const found = meant.length === 1 ? await findRecord(store, meant[0]) : null;
  if (found) return found;
  throw new InputError({
    code: 'batch/unknown',
    message:
      meant.length > 1
        ? `"${name}" may be any of ${meant.slice(0, 5).join(', ')}`
        : `${store.where} has no batch "${name}"`,
    hint:
      known.length === 0
        ? 'nothing was submitted there'
        : `there are ${known.length}: surepath batch status lists them`,
  });
}

/** Names of all batches. */
export async function batchesOf({ notes }: Pick<Store, 'notes'>): Promise<string[]> {
  return (await notes.list(BATCHES)).map((key) => key.slice(BATCHES.length));
}

export async function removeRecord({ notes }: Pick<Store, 'notes'>, batch: string): Promise<void> {
  await notes.remove([BATCHES + batch, OPEN + batch]);
}

// ------------------------------------------------------------------------------------------- chunks

/** Writes the chunks of a submission, piece by piece. */
export class ManifestWriter {
  private readonly store: Store;
  private readonly record: BatchRecord;
  private readonly pieces: string[] = [];
  private entries: ChunkEntry[] = [];
  private chunks = 0;
  private items = 0;

  constructor(store: Store, record: BatchRecord) {
    this.store = store;
    this.record = record;
  }

  async add(entry: ChunkEntry): Promise<void> {
    this.entries.push(entry);
    this.chunks++;
    this.items += entry.items;
    if (this.entries.length >= PIECE) await this.flush();
  }

  /** What was added so far is there for others to see. */
  async flush(): Promise<void> {
    if (this.entries.length === 0) return;
    const text = this.entries.map(({ name, items }) => `${name} ${items}\n`).join('');
    const digest = await putWhole(this.store.blobs, encodeUtf8(text));
    this.pieces.push(digest);
    this.entries = [];
    await this.store.notes.put(piecesKey(this.record), JSON.stringify(this.pieces));
  }

  /** There are no more: returns the record that says so. */
  async seal(): Promise<BatchRecord> {
    await this.flush();
    const { pieces, chunks, items } = this;
    const sealed = { ...this.record, sealed: { pieces: [...pieces], chunks, items } };
    await putRecord(this.store, sealed);
    return sealed;
  }
}

function piecesKey({ batch, submission }: BatchRecord): string {
  return `pieces/${batch}-${submission}`;
}

/** The chunks of a batch in order, a piece at a time; of one that is not sealed those that are written. */
export async function* piecesOf(
  { blobs, notes }: Pick<Store, 'blobs' | 'notes'>,
  record: BatchRecord,
): AsyncGenerator<ChunkEntry[], void, undefined> {
  const listed = record.sealed ? null : await noteOf(notes, piecesKey(record));
  const pieces = record.sealed?.pieces ?? readPieces(listed);
  for (const piece of pieces) {
    const text = decodeUtf8(await blobs.get(piece), { code: 'batch/damaged' });
    yield text
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const [name, items] = line.split(' ');
        return { name, items: Number(items) };
      });
  }
}

/** Of a submission that is under way; a list that cannot be read is written anew with the next piece. */
function readPieces(text: string | null): string[] {
  try {
    const pieces: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(pieces) ? pieces : [];
  } catch {
    return [];
  }
}

// ----------------------------------------------------------------------------------------- outcomes

function outcomeKey(chunk: string): string {
  return `outcomes/${chunk}`;
}

/** Keeps an outcome; returns the one that stands: the first, for all. */
export async function putOutcome(notes: Notes, chunk: string, outcome: Outcome): Promise<Outcome> {
  const { result, at, milliseconds } = outcome;
  const text = `${result} ${Math.round(at)} ${Math.round(milliseconds)}`;
  for (;;) {
    const found = await notes.putFirst(outcomeKey(chunk), text);
    const stands = readOutcome(found);
    if (stands) return stands;
    // What is none keeps nobody from storing one.
    await notes.removeIf(outcomeKey(chunk), found);
  }
}

/** In the order of the chunks; null for what is not done. */
export async function outcomesOf(
  notes: Notes,
  chunks: readonly string[],
): Promise<(Outcome | null)[]> {
  const texts = await notes.get(chunks.map(outcomeKey));
  return texts.map((text) => (text === null ? null : readOutcome(text)));
}

/** As if they had never been done. */
export async function removeOutcomes(notes: Notes, chunks: readonly string[]): Promise<void> {
  await notes.remove(chunks.map(outcomeKey));
}

// ----------------------------------------------------------------------------------- open and closed

/** Workers look at batches that are open. */
export async function openBatch(notes: Notes, { batch, submission }: BatchRecord): Promise<void> {
  await notes.put(OPEN + batch, submission);
}

export async function isOpen(notes: Notes, batch: string): Promise<boolean> {
  return (await noteOf(notes, OPEN + batch)) !== null;
}

/** Names of the batches that are open. */
export async function openBatches(notes: Notes): Promise<string[]> {
  return (await notes.list(OPEN)).map((key) => key.slice(OPEN.length));
}

/**
 * Closes a batch whose chunks were all taken and done or given up; not if somebody has submitted it again since its
 * record was read. Whoever submits writes the record first, then that it is open, then chunks; so what comes after the
 * record was read has another submission.
 */
export async function closeBatch(
  notes: Notes,
  { batch, submission }: BatchRecord,
): Promise<boolean> {
  return notes.removeIf(OPEN + batch, submission);
}

/** Whoever gave up a batch: no more of it is to be done. */
export async function abandonBatch(notes: Notes, batch: string): Promise<void> {
  await notes.remove([OPEN + batch]);
}

/** Whether results of that version can be made here. Throws an InputError that says what is needed. */
export function requireVersion(record: BatchRecord, version: BatchVersion): void {
  const asked = record.version;
  if (asked.package === version.package && asked.method === version.method) return;
  throw new InputError({
    code: 'batch/version',
    message: `batch ${record.batch} was submitted by surepath ${asked.package}, method ${asked.method}; this is surepath ${version.package}, method ${version.method}: refused`,
    hint: `results of two versions are not mixed: work on it with surepath ${asked.package}`,
  });
}

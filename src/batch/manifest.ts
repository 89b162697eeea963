/**
 * What a batch was asked, by which version, and which chunks it has in which order. The record of a batch is a note; its
 * chunks stand in pieces, each a blob, so that nobody holds all of them in memory. A batch is sealed when all of its input was
 * read: from then on it is known what must be there, and the pieces must have the digest that the batch is named by.
 */
import { createHash } from 'node:crypto';
import { decodeUtf8, encodeUtf8, InputError } from '../math/index.ts';
import { type BatchVersion, framed, isDigest } from './digest.ts';
import { type BatchRecord, readRecord, type Unit } from './record.ts';
import { type Notes, noteOf, putWhole, type Store } from './store/store.ts';

export type { BatchRecord, Unit } from './record.ts';

/** A chunk of a batch: its name, and how many edges or segments it has. */
export interface ChunkEntry {
  readonly name: string;
  readonly items: number;
}

/** Entries of a piece. */
export const PIECE = 512;

const BATCHES = 'batches/';
const OPEN = 'open/';
const CANCELLED = 'cancelled/';

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

/** With the list of a submission that is under way. That it was cancelled is kept where a submission may have to hear of it. */
export async function removeRecord(
  { notes }: Pick<Store, 'notes'>,
  record: BatchRecord,
): Promise<void> {
  const { batch, sealed } = record;
  const keys = [BATCHES + batch, OPEN + batch, piecesKey(record)];
  await notes.remove(sealed ? [...keys, CANCELLED + batch] : keys);
}

// ------------------------------------------------------------------------------------------- chunks

/** The digest of all chunks of a batch: names and numbers of edges, in order. */
export class ChunkList {
  private readonly hash = createHash('sha256');
  chunks = 0;
  items = 0;

  constructor(unit: Unit) {
    this.hash.update(encodeUtf8(framed(['surepath list 1', unit])));
  }

  add(entry: ChunkEntry): void {
    this.hash.update(encodeUtf8(lineOf(entry)));
    this.chunks++;
    this.items += entry.items;
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

function lineOf({ name, items }: ChunkEntry): string {
  return `${name} ${items}\n`;
}

/** Writes the chunks of a submission, piece by piece. */
export class ManifestWriter {
  private readonly store: Store;
  private readonly record: BatchRecord;
  private readonly pieces: string[] = [];
  private entries: ChunkEntry[] = [];
  private readonly list: ChunkList;

  constructor(store: Store, record: BatchRecord) {
    this.store = store;
    this.record = record;
    this.list = new ChunkList(record.unit);
  }

  async add(entry: ChunkEntry): Promise<void> {
    this.entries.push(entry);
    this.list.add(entry);
    if (this.entries.length >= PIECE) await this.flush();
  }

  /** What was added so far is there for others to see. */
  async flush(): Promise<void> {
    if (this.entries.length === 0) return;
    const text = this.entries.map(lineOf).join('');
    const digest = await putWhole(this.store.blobs, encodeUtf8(text));
    this.pieces.push(digest);
    this.entries = [];
    await this.store.notes.put(piecesKey(this.record), JSON.stringify(this.pieces));
  }

  /** There are no more: returns the record that says so. Throws an InputError where they are not those that the batch is named by. */
  async seal(): Promise<BatchRecord> {
    const { pieces, record } = this;
    const { chunks, items } = this.list;
    if (this.list.digest() !== record.input) {
      throw new InputError({
        code: 'batch/input-changed',
        message: `the input of batch ${record.batch} was changed while it was submitted`,
        file: record.about.input,
        hint: 'submit it again when nothing writes to it',
      });
    }
    await this.flush();
    const sealed = { ...this.record, sealed: { pieces: [...pieces], chunks, items } };
    await putRecord(this.store, sealed);
    return sealed;
  }
}

function piecesKey({ batch, submission }: BatchRecord): string {
  return `pieces/${batch}-${submission}`;
}

/**
 * The chunks of a batch in order, a piece at a time; of one that is not sealed those that are written. Throws an InputError, at the
 * end, for a list that is not the one that the batch is named by.
 */
export async function* piecesOf(
  { blobs, notes, where }: Pick<Store, 'blobs' | 'notes' | 'where'>,
  record: BatchRecord,
): AsyncGenerator<ChunkEntry[], void, undefined> {
  const listed = record.sealed ? null : await noteOf(notes, piecesKey(record));
  const pieces = record.sealed?.pieces ?? readPieces(listed);
  const list = new ChunkList(record.unit);
  for (const piece of pieces) {
    const lines = decodeUtf8(await blobs.get(piece), { code: 'batch/damaged' })
      .split('\n')
      .slice(0, -1);
    const entries = lines.map((line) => {
      const [name, items] = line.split(' ');
      if (!isDigest(name) || !/^\d{1,9}$/.test(items)) throw otherList(record, where);
      return { name, items: Number(items) };
    });
    for (const entry of entries) list.add(entry);
    yield entries;
  }
  const { sealed, input } = record;
  if (!sealed) return;
  const isWhole = list.chunks === sealed.chunks && list.items === sealed.items;
  if (!isWhole || list.digest() !== input) throw otherList(record, where);
}

function otherList({ batch }: BatchRecord, where: string): InputError {
  return new InputError({
    code: 'batch/damaged',
    message: `the list of chunks that ${where} has for batch ${batch} is not the list that was submitted`,
    hint: 'submit the batch again: what is done is kept',
  });
}

/** Of a submission that is under way; a list that cannot be read is written anew with the next piece. */
function readPieces(text: string | null): string[] {
  try {
    const pieces: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(pieces) ? pieces.filter((piece) => isDigest(`${piece}`)) : [];
  } catch {
    return [];
  }
}

// ----------------------------------------------------------------------------------- open and closed

/** Workers look at batches that are open. */
export async function openBatch(notes: Notes, { batch, submission }: BatchRecord): Promise<void> {
  await notes.put(OPEN + batch, submission);
}

/** It is submitted anew: that it was cancelled before counts no more. */
export async function reviveBatch(notes: Notes, batch: string): Promise<void> {
  await notes.remove([CANCELLED + batch]);
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

/** No more of a batch is to be done, and a note says that it was cancelled: a server that lost the batch has no such note. */
export async function abandonBatch(notes: Notes, batch: string): Promise<void> {
  await notes.put(CANCELLED + batch, '');
  await notes.remove([OPEN + batch]);
}

export async function isCancelled(notes: Notes, batch: string): Promise<boolean> {
  return (await noteOf(notes, CANCELLED + batch)) !== null;
}

/** Whether results of that version can be made here. Throws an InputError that says what is needed. */
export function requireVersion(
  record: BatchRecord,
  version: BatchVersion,
  hint = `results of two versions are not mixed: work on it with surepath ${record.version.package}`,
): void {
  const asked = record.version;
  if (asked.package === version.package && asked.method === version.method) return;
  throw new InputError({
    code: 'batch/version',
    message: `batch ${record.batch} was submitted by surepath ${asked.package}, method ${asked.method}; this is surepath ${version.package}, method ${version.method}: refused`,
    hint,
  });
}

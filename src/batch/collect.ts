/**
 * Collecting a batch: the results of all chunks in the order of the input, each looked at before it is believed, and a
 * manifest that says what was asked, by which version, and that nothing is missing. A chunk's result at a time is in memory.
 */
import { createHash } from 'node:crypto';
import { decodeUtf8, InputError } from '../math/index.ts';
import type { Site } from './connect.ts';
import {
  type BatchRecord,
  type ChunkEntry,
  type Outcome,
  outcomesOf,
  piecesOf,
} from './manifest.ts';

export interface CollectOptions {
  /** Results in order: whole lines. */
  readonly write: (lines: Uint8Array) => Promise<void> | void;
  /** The manifest, as JSON in parts. */
  readonly writeManifest?: ((text: string) => Promise<void> | void) | undefined;
  /** Digests of certificates that lines name, as they come; a line names at most one. */
  readonly onCertificate?: ((digest: string) => Promise<void> | void) | undefined;
}

export interface CollectReport {
  readonly chunks: number;
  readonly items: number;
  /** Digest of all lines. */
  readonly output: string;
  /** Lines by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
}

/** Throws an InputError where something is missing, damaged, or not as it was asked: nothing is collected in part. */
export async function collect(
  site: Site,
  record: BatchRecord,
  { write, writeManifest, onCertificate }: CollectOptions,
): Promise<CollectReport> {
  await requireComplete(site, record);
  const hash = createHash('sha256');
  const verdicts: Record<string, number> = {};
  let chunks = 0;
  let items = 0;
  await writeManifest?.(`{"manifest":${JSON.stringify(headOf(record))},"chunks":[`);
  for await (const [entry, { result }] of resultsOf(site, record)) {
    const bytes = await site.store.blobs.get(result);
    const lines = decodeUtf8(bytes, { code: 'batch/damaged' }).split('\n');
    if (lines.pop() !== '' || lines.length !== entry.items) throw wrongCount(entry, lines.length);
    for (const line of lines) {
      const { verdict, certificate } = JSON.parse(line);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      if (typeof certificate === 'string') await onCertificate?.(certificate);
    }
    hash.update(bytes);
    await write(bytes);
    const comma = chunks === 0 ? '' : ',';
    const row = { chunk: entry.name, items: entry.items, result };
    await writeManifest?.(`${comma}\n${JSON.stringify(row)}`);
    chunks++;
    items += entry.items;
  }
  const sealed = record.sealed!;
  if (chunks !== sealed.chunks || items !== sealed.items) {
    throw new InputError({
      code: 'batch/damaged',
      message: `the manifest of batch ${record.batch} has ${chunks} chunks of ${items} where ${sealed.chunks} of ${sealed.items} were submitted`,
      hint: 'submit the batch again',
    });
  }
  const output = hash.digest('hex');
  const end = JSON.stringify({ chunks: { count: chunks }, items, missing: 0, output, verdicts });
  await writeManifest?.(`\n],"complete":${end}}\n`);
  return { chunks, items, output, verdicts };
}

/** What was asked, for whoever reads it later. */
export function headOf(record: BatchRecord) {
  const { format, batch, version, cell, model, settings, question } = record;
  const { unit, perChunk, input, about } = record;
  return {
    ...{ format, batch, version, cell, model },
    settings: JSON.parse(settings) as unknown,
    ...{ question, unit, perChunk, input, about },
  };
}

async function requireComplete(site: Site, record: BatchRecord): Promise<void> {
  if (!record.sealed) {
    throw new InputError({
      code: 'batch/incomplete',
      message: `batch ${record.batch} is still being submitted, or its submission was interrupted`,
      hint: 'submit it again to go on: what is done is kept',
    });
  }
  let missing = 0;
  for await (const piece of piecesOf(site.store, record)) {
    const outcomes = await outcomesOf(site.store.notes, piece.map(nameOf));
    missing += outcomes.filter((outcome) => outcome === null).length;
  }
  if (missing === 0) return;
  const queue = await site.openQueue(record.batch);
  try {
    const { dead } = await queue.counts();
    const [first] = await queue.deadLetters(1);
    const letters =
      dead === 0 ? '' : `; ${dead} of them are dead letters, the first: ${first?.reason}`;
    throw new InputError({
      code: dead > 0 ? 'batch/dead-letters' : 'batch/incomplete',
      message: `batch ${record.batch} lacks ${missing} of ${record.sealed.chunks} chunks${letters}`,
      hint:
        dead > 0
          ? 'surepath batch status shows them; mend what is wrong and submit the batch again: they get three more tries'
          : 'surepath batch status shows how far it is',
    });
  } finally {
    await queue.close();
  }
}

/** Chunks in order with their outcomes. */
async function* resultsOf(
  { store }: Site,
  record: BatchRecord,
): AsyncGenerator<[ChunkEntry, Outcome], void, undefined> {
  for await (const piece of piecesOf(store, record)) {
    const outcomes = await outcomesOf(store.notes, piece.map(nameOf));
    for (const [i, entry] of piece.entries()) {
      const outcome = outcomes[i];
      if (outcome) yield [entry, outcome];
    }
  }
}

function nameOf({ name }: ChunkEntry): string {
  return name;
}

function wrongCount({ name, items }: ChunkEntry, found: number): InputError {
  return new InputError({
    code: 'batch/damaged',
    message: `the result of chunk ${name} has ${found} lines where ${items} were asked for`,
    hint: 'this is a bug, please report it',
  });
}

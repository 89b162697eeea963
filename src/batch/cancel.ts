/** Giving up a batch: nobody takes its chunks any more. What is done stays, unless somebody wants it gone. */
import type { Site } from './connect.ts';
import {
  abandonBatch,
  type BatchRecord,
  batchesOf,
  findRecord,
  piecesOf,
  removeRecord,
} from './manifest.ts';
import { outcomesOf, removeOutcomes } from './outcome.ts';

export interface CancelReport {
  /** Chunks that were not done. */
  readonly dropped: number;
  /** Results that were removed. */
  readonly removed: number;
}

/**
 * Cancels a batch. `purge`: its cell, its chunks and their results are removed as well, but for those that another batch has, too; then
 * the batch is unknown. Certificates stay: they are small in number, and anybody may have named them.
 */
export async function cancelBatch(
  site: Site,
  record: BatchRecord,
  { purge = false }: { readonly purge?: boolean } = {},
): Promise<CancelReport> {
  const { store } = site;
  await abandonBatch(store.notes, record.batch);
  const queue = await site.openQueue(record.batch);
  let dropped: number;
  try {
    const { waiting, active, dead } = await queue.counts();
    dropped = waiting + active + dead;
    await queue.clear();
  } finally {
    await queue.close();
  }
  return { dropped, removed: purge ? await purgeBatch(site, record) : 0 };
}

/** What other batches refer to stays: chunks that are alike have one result. */
async function purgeBatch(site: Site, record: BatchRecord): Promise<number> {
  const { store } = site;
  const own = await partsOf(site, record);
  for (const batch of await batchesOf(store)) {
    const other = batch === record.batch ? null : await findRecord(store, batch);
    if (!other) continue;
    const shared = await partsOf(site, other);
    for (const chunk of shared.chunks) own.chunks.delete(chunk);
    for (const digest of [...shared.results, ...shared.blobs]) {
      own.results.delete(digest);
      own.blobs.delete(digest);
    }
  }
  // The notes first: what is noted is there.
  await removeOutcomes(store.notes, [...own.chunks]);
  for (const digest of [...own.results, ...own.blobs]) await store.blobs.remove(digest);
  await removeRecord(store, record);
  return own.results.size;
}

/** What a batch refers to, with its chunks by name; blobs are those besides the results. */
interface Parts {
  readonly chunks: Set<string>;
  readonly results: Set<string>;
  readonly blobs: Set<string>;
}

async function partsOf({ store }: Site, record: BatchRecord): Promise<Parts> {
  const { cell, sealed, question } = record;
  const parts: Parts = {
    chunks: new Set(),
    results: new Set(),
    blobs: new Set([cell, ...(sealed?.pieces ?? [])]),
  };
  for await (const piece of piecesOf(store, record)) {
    const names = piece.map(({ name }) => name);
    for (const name of names) parts.chunks.add(name);
    for (const outcome of await outcomesOf(store.notes, question, names)) {
      if (!outcome) continue;
      parts.results.add(outcome.result);
      parts.blobs.add(outcome.content);
    }
  }
  return parts;
}

/** Giving up a batch: nobody takes its chunks any more. What is done stays, unless somebody wants it gone. */
import type { Site } from './connect.ts';
import {
  abandonBatch,
  type BatchRecord,
  batchesOf,
  findRecord,
  outcomesOf,
  piecesOf,
  removeOutcomes,
  removeRecord,
} from './manifest.ts';

export interface CancelReport {
  /** Chunks that were not done. */
  readonly dropped: number;
  /** Results that were removed. */
  readonly removed: number;
}

/**
 * Cancels a batch. `purge`: its results are removed as well, but for those that another batch has, too; then the batch is
 * unknown. Certificates stay: they are small in number, and anybody may have named them.
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
  const chunks = new Set<string>();
  const results = new Set<string>();
  const pieces = new Set(record.sealed?.pieces ?? []);
  for await (const piece of outcomePieces(site, record)) {
    for (const [name, outcome] of piece) {
      chunks.add(name);
      if (outcome) results.add(outcome.result);
    }
  }
  for (const batch of await batchesOf(store)) {
    const other = batch === record.batch ? null : await findRecord(store, batch);
    if (!other) continue;
    for (const piece of other.sealed?.pieces ?? []) pieces.delete(piece);
    for await (const piece of outcomePieces(site, other)) {
      for (const [name, outcome] of piece) {
        chunks.delete(name);
        if (outcome) results.delete(outcome.result);
      }
    }
  }
  // The notes first: what is noted is there.
  await removeOutcomes(store.notes, [...chunks]);
  for (const digest of [...results, ...pieces]) await store.blobs.remove(digest);
  await removeRecord(store, record.batch);
  return results.size;
}

async function* outcomePieces({ store }: Site, record: BatchRecord) {
  for await (const piece of piecesOf(store, record)) {
    const outcomes = await outcomesOf(
      store.notes,
      piece.map(({ name }) => name),
    );
    yield piece.map(({ name }, i) => [name, outcomes[i]] as const);
  }
}

/** How far a batch is: from the notes which chunks have results, and from the queue what waits, is worked on, or was given up. */
import type { Site } from './connect.ts';
import { type BatchRecord, isCancelled, isOpen, piecesOf } from './manifest.ts';
import { outcomesOf } from './outcome.ts';
import type { DeadLetter } from './queue/queue.ts';

export interface BatchStatus {
  readonly batch: string;
  /**
   * submitting: its input is not all read; running; done: every chunk has a result; failed: some are dead letters and nothing else
   * is left; cancelled; interrupted: chunks are missing and no worker will do them, until it is submitted again.
   */
  readonly state: 'submitting' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  readonly version: BatchRecord['version'];
  readonly about: BatchRecord['about'];
  readonly unit: BatchRecord['unit'];
  /** Chunks that are known of, and edges or segments in them. */
  readonly chunks: number;
  readonly items: number;
  /** Chunks with a result. */
  readonly done: number;
  readonly doneItems: number;
  /** Chunks that workers have on a lease. */
  readonly active: number;
  /** Chunks without a result that nobody works on and that are not given up. */
  readonly open: number;
  readonly dead: number;
  /** The first of them. */
  readonly deadLetters: readonly DeadLetter[];
  /** Edges or segments a second, in the last minute or since the first result; null where there is none. */
  readonly rate: number | null;
  /** Seconds at that rate; null where nobody knows. */
  readonly secondsLeft: number | null;
  /** Seconds that workers computed. */
  readonly busySeconds: number;
}

/** Milliseconds that a rate is taken over. */
const RECENT_MS = 60_000;
/** Dead letters that are told. */
const TOLD = 20;

/** Costs a look at every chunk's note: some hundred thousand a second. */
export async function statusOf(
  site: Site,
  record: BatchRecord,
  now = Date.now(),
): Promise<BatchStatus> {
  const { store } = site;
  const { batch, version, about, unit } = record;
  // The queue first: a chunk that is done meanwhile is counted as done, and not as missing.
  const queue = await site.openQueue(batch);
  const { active, dead, deadLetters } = await (async () => {
    try {
      return { ...(await queue.counts()), deadLetters: await queue.deadLetters(TOLD) };
    } finally {
      await queue.close();
    }
  })();
  const tally = await tallyOf(site, record, now);
  const left = Math.max(0, tally.chunks - tally.done);
  const isGoing = await isOpen(store.notes, batch);
  const isGivenUp = !isGoing && (await isCancelled(store.notes, batch));
  const rate = tally.span > 0 ? (1000 * tally.recentItems) / tally.span : null;
  const leftItems = tally.items - tally.doneItems;
  return {
    ...{ batch, version, about, unit },
    state: stateOf({ isSealed: record.sealed !== null, isGoing, isGivenUp, left, dead, active }),
    chunks: tally.chunks,
    items: tally.items,
    done: tally.done,
    doneItems: tally.doneItems,
    active: Math.min(active, left),
    open: Math.max(0, left - active - dead),
    ...{ dead, deadLetters, rate },
    secondsLeft: left === 0 ? 0 : rate ? leftItems / rate : null,
    busySeconds: tally.busy / 1000,
  };
}

interface Standing {
  readonly isSealed: boolean;
  readonly isGoing: boolean;
  readonly isGivenUp: boolean;
  readonly left: number;
  readonly dead: number;
  readonly active: number;
}

function stateOf({
  isSealed,
  isGoing,
  isGivenUp,
  left,
  dead,
  active,
}: Standing): BatchStatus['state'] {
  if (isSealed && left === 0) return 'done';
  if (isSealed && left <= dead && active === 0) return 'failed';
  if (!isGoing) return isGivenUp ? 'cancelled' : 'interrupted';
  return isSealed ? 'running' : 'submitting';
}

async function tallyOf({ store }: Site, record: BatchRecord, now: number) {
  const tally = { chunks: 0, items: 0, done: 0, doneItems: 0, busy: 0, recentItems: 0, span: 0 };
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const counted = new Set<string>();
  for await (const piece of piecesOf(store, record)) {
    const outcomes = await outcomesOf(
      store.notes,
      record.question,
      piece.map(({ name }) => name),
    );
    for (const [i, { name, items }] of piece.entries()) {
      tally.chunks++;
      tally.items += items;
      const outcome = outcomes[i];
      if (!outcome) continue;
      tally.done++;
      tally.doneItems += items;
      // Chunks that are alike were done once.
      if (counted.has(name)) continue;
      counted.add(name);
      tally.busy += outcome.milliseconds;
      if (now - outcome.at > RECENT_MS) continue;
      tally.recentItems += items;
      first = Math.min(first, outcome.at - outcome.milliseconds);
      last = Math.max(last, outcome.at);
    }
  }
  if (last > first) tally.span = Math.max(1, (tally.done < tally.chunks ? now : last) - first);
  tally.span = Math.min(tally.span, RECENT_MS);
  return tally;
}

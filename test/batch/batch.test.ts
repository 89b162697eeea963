/** A batch in a folder from submitting to collecting, with somebody who computes quickly. */
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BatchRecord,
  batchesOf,
  type ChunkRunner,
  cancelBatch,
  chunkName,
  collect,
  digestOf,
  findRecord,
  type InputChunk,
  LOSSES,
  needRecord,
  openSite,
  piecesOf,
  type Site,
  type SubmitOptions,
  statusOf,
  submitBatch,
  TRIES,
  type WorkOptions,
  work,
} from '../../src/batch/index.ts';
import { openBatches } from '../../src/batch/manifest.ts';
import { putOutcome } from '../../src/batch/outcome.ts';

const VERSION = { package: 'test', method: 1 };
const bytes = (text: string) => new TextEncoder().encode(text);
const chunksOf = (...texts: string[]) => texts.map((text) => ({ content: bytes(text), items: 2 }));
const numbered = (count: number) => chunksOf(...Array.from({ length: count }, (_, i) => `c${i}`));

let folder: string;
let site: Site;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surepath-batch-'));
  site = await openSite({ store: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const submit = (
  chunks: readonly InputChunk[] | SubmitOptions['chunks'],
  more: Partial<SubmitOptions> = {},
) =>
  submitBatch(site, {
    ...{ version: VERSION, model: 'm', settings: '{}', cell: bytes('cell') },
    ...{ unit: 'edges', perChunk: 2, about: { cell: 'c', input: 'e' } },
    chunks: chunks instanceof Function ? chunks : () => chunks,
    ...more,
  });

/** Chunks of which something else comes when they are read to be queued, and no longer to be named. */
function thenOtherwise(named: readonly InputChunk[], queued: SubmitOptions['chunks']) {
  let times = 0;
  return () => (times++ === 0 ? named : queued());
}

/** Two lines for each chunk; keeps what it was asked. */
class Lines implements ChunkRunner {
  readonly asked: string[] = [];
  readonly fails: (text: string) => string | null;

  constructor(fails: (text: string) => string | null = () => null) {
    this.fails = fails;
  }

  async run(_: BatchRecord, content: Uint8Array) {
    const text = new TextDecoder().decode(content);
    this.asked.push(text);
    const failure = this.fails(text);
    if (failure !== null) throw new Error(failure);
    const line = (verdict: string) => `${JSON.stringify({ verdict, of: text })}\n`;
    return { result: bytes(line('free') + line('colliding')), certificates: [] };
  }

  async close() {}
}

const doAll = (runner: ChunkRunner, more: Partial<WorkOptions> = {}) =>
  work(site, { version: VERSION, runner, slots: 2, untilDone: true, ...more });

async function linesOf(record: BatchRecord): Promise<string> {
  let text = '';
  await collect(site, record, {
    write: (lines) => {
      text += new TextDecoder().decode(lines);
    },
  });
  return text;
}

const expected = (names: readonly string[]) =>
  names
    .flatMap((of) => ['free', 'colliding'].map((verdict) => `${JSON.stringify({ verdict, of })}\n`))
    .join('');

describe('a batch', () => {
  it('is collected in the order of its input, chunks that are alike included', async () => {
    const names = ['b', 'a', 'c', 'a'];
    const { record, chunks, items } = await submit(chunksOf(...names));
    expect([chunks, items]).toEqual([4, 8]);
    const runner = new Lines();
    expect(await doAll(runner)).toEqual({
      ...{ done: 3, known: 0, late: 0, failed: 0, refused: [], batches: 1, lost: [] },
    });
    expect(runner.asked.sort()).toEqual(['a', 'b', 'c']);
    expect(await linesOf(record)).toBe(expected(names));
    expect(await openBatches(site.store.notes)).toEqual([]);
  });

  it('that is submitted again does only what is missing', async () => {
    await submit(numbered(20));
    const half = new Lines();
    const stop = new AbortController();
    const onEvent = () => {
      if (half.asked.length >= 10) stop.abort();
    };
    await doAll(half, { signal: stop.signal, onEvent });
    const { record, known } = await submit(numbered(20));
    expect(known).toBe(half.asked.length);
    const rest = new Lines();
    await doAll(rest);
    expect([...half.asked, ...rest.asked].sort()).toEqual(
      Array.from({ length: 20 }, (_, i) => `c${i}`).sort(),
    );
    // A result that was lost is made again, and a damaged one.
    const [piece] = await allOf(piecesOf(site.store, record));
    const outcome = await site.store.notes.get([0, 1].map((i) => `outcomes/${piece[i].name}`));
    const [lost, damaged] = outcome.map((text) => text!.split(' ')[0]);
    rmSync(join(folder, 'blobs', lost.slice(0, 2), lost));
    writeFileSync(join(folder, 'blobs', damaged.slice(0, 2), damaged), 'x');
    await expect(linesOf(record)).rejects.toMatchObject({ fault: { code: 'batch/missing' } });
    const again = await submit(numbered(20));
    expect(again.known).toBe(18);
    const mended = new Lines();
    await doAll(mended);
    expect(mended.asked.sort()).toEqual(['c0', 'c1']);
    expect((await linesOf(again.record)).split('\n')).toHaveLength(41);
  });

  it('shares chunks with others, which are not done twice', async () => {
    await submit(numbered(4));
    await doAll(new Lines());
    const { record, known } = await submit(numbered(6));
    expect(known).toBe(4);
    const runner = new Lines();
    await doAll(runner);
    expect(runner.asked.sort()).toEqual(['c4', 'c5']);
    expect((await linesOf(record)).split('\n')).toHaveLength(13);
    expect(await batchesOf(site.store)).toHaveLength(2);
  });

  it('stores a result before its chunk counts as done', async () => {
    const { record } = await submit(numbered(1));
    const notes = { ...site.store.notes };
    const broken = {
      ...site,
      store: {
        ...site.store,
        notes: Object.assign(Object.create(site.store.notes), notes, {
          putFirst: async () => {
            throw new Error('the store is full');
          },
        }),
      },
    };
    const report = await work(broken, {
      ...{ version: VERSION, runner: new Lines(), slots: 1, untilDone: true },
    });
    expect(report).toMatchObject({ done: 0, failed: TRIES });
    expect(await statusOf(site, record)).toMatchObject({ done: 0, dead: 1, state: 'failed' });
  });

  it('tries a chunk that fails three times, does the rest, and says so', async () => {
    const { record } = await submit(numbered(5));
    const runner = new Lines((text) => (text === 'c3' ? 'of redis://u:secret@h' : null));
    const report = await doAll(runner);
    expect(report).toMatchObject({ done: 4, failed: TRIES });
    expect(runner.asked.filter((text) => text === 'c3')).toHaveLength(TRIES);
    const status = await statusOf(site, record);
    expect(status).toMatchObject({ state: 'failed', done: 4, dead: 1, open: 0, active: 0 });
    expect(status.deadLetters[0]).toMatchObject({ tries: TRIES, reason: 'of redis://***@h' });
    await expect(linesOf(record)).rejects.toMatchObject({
      fault: {
        code: 'batch/dead-letters',
        message: expect.stringContaining('lacks 1 of 5 chunks'),
      },
    });
    const again = await submit(numbered(5));
    expect(again).toMatchObject({ known: 4, revived: 1 });
    await doAll(new Lines());
    expect(await linesOf(again.record)).toBe(expected(['c0', 'c1', 'c2', 'c3', 'c4']));
  });

  it('gives up a chunk over which too many workers vanished, without trying it', async () => {
    const { record } = await submit(numbered(2));
    const waiting = join(folder, 'queue', record.batch, 'waiting');
    const name = chunkName(record.question, bytes('c1'));
    renameSync(join(waiting, `${name}.0.0`), join(waiting, `${name}.0.${LOSSES}`));
    const runner = new Lines();
    await doAll(runner);
    expect(runner.asked).toEqual(['c0']);
    const [letter] = (await statusOf(site, record)).deadLetters;
    expect(letter.reason).toContain(`${LOSSES} workers vanished`);
  });

  it('gives up a chunk whose content is not what its name says', async () => {
    const { record } = await submit(numbered(1));
    const waiting = join(folder, 'queue', record.batch, 'waiting');
    writeFileSync(join(waiting, readdirSync(waiting)[0]), 'c2');
    const runner = new Lines();
    await doAll(runner);
    expect(runner.asked).toEqual([]);
    expect((await statusOf(site, record)).deadLetters[0].reason).toContain('another digest');
  });

  it('notices two workers that disagree, and keeps the first result', async () => {
    const { record } = await submit(numbered(1));
    const name = chunkName(record.question, bytes('c0'));
    const runner = new Lines(() => null);
    const first = await site.store.blobs.put(bytes('other\nlines\n'));
    // Somebody else ends while this one computes.
    const racing: ChunkRunner = {
      run: async (asked, content) => {
        const outcome = {
          result: first,
          content: first,
          batch: asked.batch,
          at: 0,
          milliseconds: 0,
        };
        await putOutcome(site.store.notes, asked, name, outcome);
        return runner.run(asked, content);
      },
      close: async () => {},
    };
    await doAll(racing);
    const status = await statusOf(site, record);
    expect(status.deadLetters[0]).toMatchObject({ tries: 1 });
    expect(status.deadLetters[0].reason).toContain('two workers found different results');
    expect((await site.store.notes.get([`outcomes/${name}`]))[0]).toContain(first);
  });

  it('is refused by a worker of another version, which takes nothing of it', async () => {
    const { record } = await submit(numbered(3));
    const runner = new Lines();
    const told: string[] = [];
    const other = { package: 'test', method: 2 };
    const report = await doAll(runner, {
      version: other,
      onEvent: (event) => told.push(event.kind),
    });
    expect(report.refused).toEqual([record.batch]);
    expect(told).toEqual(['refused']);
    expect(runner.asked).toEqual([]);
    await expect(doAll(runner, { version: other, batch: record.batch })).rejects.toMatchObject({
      fault: { code: 'batch/version' },
    });
    const queue = await site.openQueue(record.batch);
    expect(await queue.counts()).toEqual({ waiting: 3, active: 0, dead: 0 });
    await doAll(runner);
    expect(await linesOf(record)).toBe(expected(['c0', 'c1', 'c2']));
  });

  it('waits for workers when enough is in the queue', async () => {
    let most = 0;
    let isReading = true;
    const queue = { looked: 0 };
    const submitted = submit(numbered(50), {
      ahead: 10,
      onProgress: ({ waits }) => {
        if (waits) queue.looked++;
      },
    }).finally(() => {
      isReading = false;
    });
    const runner: ChunkRunner = {
      run: async (record, content) => {
        const counting = await site.openQueue(record.batch);
        most = Math.max(most, (await counting.counts()).waiting);
        return new Lines().run(record, content);
      },
      close: async () => {},
    };
    await doAll(runner, { expectsMore: () => isReading, slots: 4 });
    const { record } = await submitted;
    expect(most).toBeLessThanOrEqual(10);
    expect(queue.looked).toBeGreaterThan(0);
    expect((await linesOf(record)).split('\n')).toHaveLength(101);
  });

  it('that is not all submitted is not collected', async () => {
    const broken = async function* () {
      yield* numbered(3);
      throw new Error('the disk is gone');
    };
    await expect(submit(thenOtherwise(numbered(3), broken))).rejects.toThrow('the disk is gone');
    const [batch] = await batchesOf(site.store);
    const record = await needRecord(site.store, batch);
    await expect(linesOf(record)).rejects.toMatchObject({ fault: { code: 'batch/incomplete' } });
    expect((await statusOf(site, record)).state).toBe('submitting');
  });

  it('is found by the beginning of its name, and nothing else is', async () => {
    const { record } = await submit(numbered(1));
    expect((await needRecord(site.store, record.batch.slice(0, 6))).batch).toBe(record.batch);
    for (const name of ['', 'zz', '../open', `${record.batch}0`]) {
      await expect(needRecord(site.store, name)).rejects.toMatchObject({
        fault: { code: 'batch/unknown' },
      });
    }
  });

  it('has a manifest of all that was asked and found', async () => {
    const { record } = await submit(numbered(3));
    await doAll(new Lines());
    let text = '';
    let lines = '';
    const report = await collect(site, record, {
      write: (part) => {
        lines += new TextDecoder().decode(part);
      },
      writeManifest: (part) => {
        text += part;
      },
    });
    const { manifest, chunks, complete } = JSON.parse(text);
    expect(manifest).toMatchObject({
      batch: record.batch,
      version: VERSION,
      cell: digestOf('cell'),
    });
    expect(chunks).toHaveLength(3);
    const parts = ['c0', 'c1', 'c2'].map((of) => digestOf(expected([of])));
    expect(chunks.map((c: { result: string }) => c.result)).toEqual(parts);
    expect(complete).toMatchObject({ missing: 0, items: 6, output: digestOf(lines) });
    expect(report.verdicts).toEqual({ free: 3, colliding: 3 });
  });
});

describe('a batch that is cancelled', () => {
  it('is left by workers, keeps what is done, and goes on when it is submitted again', async () => {
    await submit(numbered(10));
    const stop = new AbortController();
    const runner = new Lines();
    await doAll(runner, {
      signal: stop.signal,
      slots: 1,
      onEvent: ({ kind }) => {
        if (kind === 'done' && runner.asked.length === 4) stop.abort();
      },
    });
    const [batch] = await batchesOf(site.store);
    const record = (await findRecord(site.store, batch))!;
    expect(await cancelBatch(site, record)).toEqual({ dropped: 6, removed: 0 });
    expect(await statusOf(site, record)).toMatchObject({ state: 'cancelled', done: 4, active: 0 });
    expect(await doAll(runner)).toMatchObject({ done: 0 });
    const again = await submit(numbered(10));
    expect(again.known).toBe(4);
    await doAll(runner);
    expect(runner.asked).toHaveLength(10);
    expect((await linesOf(again.record)).split('\n')).toHaveLength(21);
  });

  it('is gone with its results, but for those that another has', async () => {
    const { record } = await submit(numbered(4));
    const other = await submit(numbered(2));
    await doAll(new Lines());
    expect(await cancelBatch(site, record, { purge: true })).toEqual({ dropped: 0, removed: 2 });
    expect(await batchesOf(site.store)).toEqual([other.record.batch]);
    expect(await linesOf(other.record)).toBe(expected(['c0', 'c1']));
    expect((await submit(numbered(4))).known).toBe(2);
  });

  it('while it is submitted stops that, however many do so at once', async () => {
    const record = begun();
    const cancels: Promise<unknown>[] = [];
    const submitting = submit(numbered(100), {
      ...{ ahead: 10, onBegin: record.set },
      onProgress: ({ waits }) => {
        if (waits) for (let i = 0; i < 8; i++) cancels.push(cancelBatch(site, record.get()));
      },
    });
    await expect(submitting).rejects.toMatchObject({ fault: { code: 'batch/cancelled' } });
    await Promise.all(cancels);
    expect(cancels.length).toBeGreaterThanOrEqual(8);
    expect(await statusOf(site, record.get())).toMatchObject({ state: 'cancelled', active: 0 });
  });

  it('after its last chunk was added, and before it is sealed, is not opened again', async () => {
    const record = begun();
    const chunks = async function* () {
      yield* numbered(64);
      await cancelBatch(site, record.get());
    };
    const submitting = submit(thenOtherwise(numbered(64), chunks), {
      ahead: 100,
      onBegin: record.set,
    });
    await expect(submitting).rejects.toMatchObject({ fault: { code: 'batch/cancelled' } });
    expect(await openBatches(site.store.notes)).toEqual([]);
  });

  it('loses chunks that are being added, and nobody stumbles over them', async () => {
    const { record } = await submit(numbered(1));
    const queue = await site.openQueue(record.batch);
    const added = (k: number) =>
      queue.add([{ name: `${k}`.padStart(64, '0'), content: bytes('c') }]);
    const all = Array.from({ length: 40 }, (_, k) => [added(k), queue.clear()]).flat();
    await Promise.all(all);
    await queue.clear();
    expect(await queue.counts()).toEqual({ waiting: 0, active: 0, dead: 0 });
  });
});

/** The record that a submission begins with. */
function begun() {
  let record: BatchRecord | null = null;
  return {
    set: (begins: BatchRecord) => {
      record = begins;
    },
    get: () => record!,
  };
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

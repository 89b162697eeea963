/** Folders of batches that are full, that cannot be written, or of which something is not what it should be: faults, and no traces. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BatchRecord,
  cancelBatch,
  collect,
  openSite,
  type Site,
  statusOf,
  submitBatch,
  work,
} from '../../src/batch/index.ts';
import { cannotKeep } from '../../src/batch/store/folderFaults.ts';

const VERSION = { package: 'test', method: 1 };
const bytes = (text: string) => new TextEncoder().encode(text);
const FULL = { fault: { code: 'batch/store', message: expect.stringContaining('cannot keep') } };

let folder: string;
let site: Site;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surepath-files-'));
  site = await openSite({ store: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const submit = (texts: readonly string[] = ['a', 'b'], cell = 'cell') =>
  submitBatch(site, {
    ...{ version: VERSION, model: cell, settings: '{}', cell: bytes(cell) },
    ...{ unit: 'edges', perChunk: 1, about: { cell: 'c', input: 'e' } },
    chunks: () => texts.map((text) => ({ content: bytes(text), items: 1 })),
  });
const runner = {
  run: async (_: BatchRecord, content: Uint8Array) => {
    if (new TextDecoder().decode(content) === 'poison') throw new Error('poisoned');
    return { result: bytes('{"verdict":"free"}\n'), certificates: [] };
  },
  close: async () => {},
};
const doAll = () => work(site, { version: VERSION, runner, slots: 1, untilDone: true });

/** A file in the place of a folder: nothing can be put there, as on a disk that is full. */
function block(...path: string[]): void {
  rmSync(join(folder, ...path), { recursive: true, force: true });
  writeFileSync(join(folder, ...path), '');
}

describe('a folder that takes nothing more', () => {
  it('is a fault of a submission, wherever it ends', async () => {
    const { record } = await submit();
    for (const part of ['unfinished', 'waiting']) {
      block('queue', record.batch, part);
      await expect(submit(), part).rejects.toMatchObject(FULL);
      rmSync(join(folder, 'queue', record.batch, part));
    }
    block('queue', record.batch);
    await expect(submit()).rejects.toMatchObject(FULL);
    block('queue');
    await expect(submit(['c'])).rejects.toMatchObject(FULL);
  });

  it('is a fault of a worker, who gives chunks back', async () => {
    const { record } = await submit(['poison']);
    block('queue', record.batch, 'reasons');
    await expect(doAll()).rejects.toMatchObject(FULL);
    await submit();
    block('blobs');
    await expect(doAll()).rejects.toMatchObject(FULL);
  });

  it('that is full is told from one that cannot be written', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    expect(cannotKeep('f', full).fault.hint).toContain('give it room');
    expect(cannotKeep('f', new Error('EROFS')).fault.hint).toContain('--store');
  });
});

describe('a folder that is only read', () => {
  it('is collected from and asked how far it is, and nothing in it changes', async () => {
    const { record } = await submit();
    await doAll();
    // As it is after copying: no queue, no empty folders.
    for (const part of ['queue', 'unfinished']) rmSync(join(folder, part), { recursive: true });
    const before = readdirSync(folder, { recursive: true }).sort();
    const read = await openSite({ store: folder, isReadOnly: true });
    expect(await statusOf(read, record)).toMatchObject({ state: 'done' });
    const report = await collect(read, record, { write: () => {} });
    expect(report).toMatchObject({ items: 2 });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  });

  it('is a fault where it cannot be read, and not an empty one', async () => {
    const { record } = await submit();
    writeFileSync(join(folder, 'file'), '');
    const opening = openSite({ store: join(folder, 'file'), isReadOnly: true });
    const fault = { code: 'batch/store', message: expect.stringContaining('cannot be read') };
    await expect(opening).rejects.toMatchObject({ fault });
    // A folder in the place of a note.
    rmSync(join(folder, 'notes/batches', record.batch));
    mkdirSync(join(folder, 'notes/batches', record.batch));
    await expect(site.store.notes.get([`batches/${record.batch}`])).rejects.toMatchObject({
      fault,
    });
    if (process.getuid?.() === 0) return;
    chmodSync(join(folder, 'notes/batches'), 0);
    await expect(site.store.notes.list('batches/')).rejects.toMatchObject({ fault });
    chmodSync(join(folder, 'notes/batches'), 0o755);
  });
});

describe('a batch that is removed with all it has', () => {
  const blobs = () =>
    readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it('leaves no cell, no content, no result and no note', async () => {
    const { record } = await submit();
    await doAll();
    expect(blobs().length).toBeGreaterThanOrEqual(5);
    await cancelBatch(site, record, { purge: true });
    expect(blobs()).toEqual([]);
    for (const kind of ['batches', 'open', 'outcomes', 'pieces', 'cancelled']) {
      expect(await site.store.notes.list(`${kind}/`), kind).toEqual([]);
    }
  });

  it('leaves the cell and the contents that another batch has', async () => {
    const { record } = await submit(['a', 'b']);
    const { record: same } = await submit(['b', 'c']);
    const { record: other } = await submit(['d'], 'another cell');
    await doAll();
    await cancelBatch(site, record, { purge: true });
    for (const each of [same, other]) {
      expect(await site.store.blobs.holds(each.cell)).toBe(true);
      expect(await collect(site, each, { write: () => {} })).toMatchObject({
        items: each.sealed!.items,
      });
    }
    expect(await site.store.notes.list('outcomes/')).toHaveLength(3);
    await cancelBatch(site, other, { purge: true });
    expect(await site.store.blobs.holds(other.cell)).toBe(false);
    expect(await site.store.blobs.holds(same.cell)).toBe(true);
  });

  it('of a submission that was interrupted leaves only the note that it was cancelled', async () => {
    let times = 0;
    const broken = function* () {
      yield { content: bytes('x'), items: 1 };
      if (times++ > 0) throw new Error('interrupted');
    };
    const options = {
      ...{ version: VERSION, model: 'm', settings: '{}', cell: bytes('cell'), ahead: 1 },
      ...{ unit: 'edges' as const, perChunk: 1, about: { cell: 'c', input: 'e' } },
    };
    await expect(submitBatch(site, { ...options, chunks: broken })).rejects.toThrow('interrupted');
    const [batch] = (await site.store.notes.list('batches/')).map((key) => key.split('/')[1]);
    const record = JSON.parse((await site.store.notes.get([`batches/${batch}`]))[0]!);
    await cancelBatch(site, record, { purge: true });
    expect(blobs()).toEqual([]);
    expect(await site.store.notes.list('pieces/')).toEqual([]);
    expect(await site.store.notes.list('cancelled/')).toHaveLength(1);
  });
});

describe('a batch that is lost while it is worked on', () => {
  it.each([true, false])('is told, and is not as if it were done (named: %s)', async (isNamed) => {
    const { record } = await submit(['a', 'b', 'c']);
    const { batch } = record;
    const told: string[] = [];
    const losing = {
      ...runner,
      run: async (of: BatchRecord, content: Uint8Array) => {
        const keys = [`open/${batch}`, `batches/${batch}`];
        await site.store.notes.remove(keys);
        const queue = await site.openQueue(batch);
        await queue.clear();
        return runner.run(of, content);
      },
    };
    const report = await work(site, {
      ...{ version: VERSION, runner: losing, slots: 1, untilDone: true },
      ...(isNamed && { batch }),
      onEvent: ({ kind }) => void told.push(kind),
    });
    expect(report.lost).toEqual([batch]);
    expect(told.filter((kind) => kind === 'lost')).toHaveLength(1);
  });

  it('is not told of one that is done or cancelled', async () => {
    const { record } = await submit(['a', 'b']);
    const cancelling = {
      ...runner,
      run: async (of: BatchRecord, content: Uint8Array) => {
        await cancelBatch(site, record);
        return runner.run(of, content);
      },
    };
    const options = { version: VERSION, slots: 1, untilDone: true };
    expect((await work(site, { ...options, runner: cancelling })).lost).toEqual([]);
    await submit(['a', 'b']);
    expect((await work(site, { ...options, runner })).lost).toEqual([]);
  });
});

describe('a submission whose batch is gone', () => {
  /** After the first chunk something happens to the store; then it waits for room. */
  const submitting = (act: (batch: string) => Promise<unknown>) => {
    let batch = '';
    let isActed = false;
    return submitBatch(site, {
      ...{ version: VERSION, model: 'm', settings: '{}', cell: bytes('cell'), ahead: 1 },
      ...{ unit: 'edges', perChunk: 1, about: { cell: 'c', input: 'e' } },
      chunks: () => ['a', 'b', 'c'].map((text) => ({ content: bytes(text), items: 1 })),
      onBegin: (record) => {
        batch = record.batch;
      },
      onProgress: ({ waits }) => {
        if (waits && !isActed) void act(batch);
        isActed ||= waits;
      },
    });
  };

  it('because it was cancelled says so', async () => {
    const cancel = async (batch: string) => {
      const text = (await site.store.notes.get([`batches/${batch}`]))[0]!;
      await cancelBatch(site, JSON.parse(text));
    };
    await expect(submitting(cancel)).rejects.toMatchObject({ fault: { code: 'batch/cancelled' } });
  });

  it('because the store lost it does not say that it was cancelled', async () => {
    const lose = (batch: string) => site.store.notes.remove([`open/${batch}`, `batches/${batch}`]);
    const error = await submitting(lose).catch((thrown) => thrown);
    expect(error).toMatchObject({ fault: { code: 'batch/lost' } });
    expect(`${error}`).toContain('the server lost its data, or they were removed');
    expect(`${error}`).not.toContain('cancelled');
  });

  it('leaves a batch that is interrupted, and not one that is cancelled', async () => {
    const lose = (batch: string) => site.store.notes.remove([`open/${batch}`]);
    await submitting(lose).catch(() => {});
    const [key] = await site.store.notes.list('batches/');
    const record = JSON.parse((await site.store.notes.get([key]))[0]!);
    expect(await statusOf(site, record)).toMatchObject({ state: 'interrupted' });
    await cancelBatch(site, record);
    expect(await statusOf(site, record)).toMatchObject({ state: 'cancelled' });
    // Submitted again it is neither.
    await submit(['a']);
    expect(await statusOf(site, (await submit(['a', 'b'])).record)).toMatchObject({
      state: 'running',
    });
  });
});

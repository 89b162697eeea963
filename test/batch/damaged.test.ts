/** What stands in a folder of batches and is not what was written: noticed, said with its batch, and mended by submitting again. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type BatchRecord,
  collect,
  findRecord,
  openSite,
  type Site,
  submitBatch,
  work,
} from '../../src/batch/index.ts';
import { collectCommand } from '../../src/cli/commands/batchCollect.ts';
import { statusCommand } from '../../src/cli/commands/batchStatus.ts';

const VERSION = { package: 'test', method: 1 };
const bytes = (text: string) => new TextEncoder().encode(text);
const LINES = ['a', 'b', 'c'].map((of) => `${JSON.stringify({ verdict: 'free', of })}\n`).join('');

let folder: string;
let store: string;
let site: Site;
let record: BatchRecord;

const submit = async (texts = ['a', 'b', 'c']) => {
  const { record: submitted } = await submitBatch(site, {
    ...{ version: VERSION, model: 'm', settings: '{"delta":0.0001}', cell: bytes('cell') },
    ...{ unit: 'edges', perChunk: 1, about: { cell: 'c', input: 'e' } },
    chunks: () => texts.map((text) => ({ content: bytes(text), items: 1 })),
  });
  return submitted;
};

const asked: string[] = [];
const runner = {
  run: async (_: BatchRecord, content: Uint8Array) => {
    const of = new TextDecoder().decode(content);
    asked.push(of);
    return { result: bytes(`${JSON.stringify({ verdict: 'free', of })}\n`), certificates: [] };
  },
  close: async () => {},
};
const doAll = () => work(site, { version: VERSION, runner, slots: 1, untilDone: true });

async function linesOf(): Promise<string> {
  let text = '';
  const found = (await findRecord(site.store, record.batch))!;
  await collect(site, found, {
    write: (lines) => {
      text += new TextDecoder().decode(lines);
    },
  });
  return text;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surepath-damaged-'));
  store = join(folder, 'store');
  site = await openSite({ store });
  record = await submit();
  await doAll();
  asked.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const recordFile = () => join(store, 'notes/batches', record.batch);
const edited = (edit: (record: Record<string, unknown>) => unknown) => {
  const whole = JSON.parse(readFileSync(recordFile(), 'utf8')) as Record<string, unknown>;
  return JSON.stringify({ ...whole, ...(edit(whole) as object) });
};

describe('the record of a batch', () => {
  it.each<[string, () => string]>([
    ['cut off', () => readFileSync(recordFile(), 'utf8').slice(0, 100)],
    ['empty', () => ''],
    ['of another kind', () => 'null'],
    ['with other settings', () => edited(() => ({ settings: '{"delta":0.5}' }))],
    ['of another version', () => edited(() => ({ version: { package: 'test', method: 2 } }))],
    ['about another cell', () => edited(() => ({ model: 'other' }))],
    ['of other input', () => edited(() => ({ input: 'other' }))],
    ['with pieces that are none', () => edited(() => ({ sealed: { pieces: ['x'] } }))],
  ])('%s is noticed, and written anew by who submits again', async (_, text) => {
    writeFileSync(recordFile(), text());
    const damaged = {
      fault: { code: 'batch/damaged', message: expect.stringContaining(record.batch) },
    };
    await expect(findRecord(site.store, record.batch)).rejects.toMatchObject(damaged);
    await submit();
    expect(await linesOf()).toBe(LINES);
    await doAll();
    expect(asked).toEqual([]);
  });

  it('that is damaged keeps a worker from that batch only, and does not hide the others', async () => {
    await submit(['a', 'b']);
    const other = (await submit(['b', 'c'])).batch;
    writeFileSync(join(store, 'notes/batches', other), '{');
    const report = await doAll();
    expect(report.refused).toEqual([other]);
    const { out, err } = listen();
    expect(await statusCommand(['--store', store])).toBe(2);
    expect(out()).toContain(record.batch);
    expect(err()).toContain(`about batch ${other} is damaged`);
  });
});

describe('what is kept of chunks', () => {
  const outcome = () =>
    join(store, 'notes/outcomes', readdirSync(join(store, 'notes/outcomes'))[0]);

  it.each(['', 'garbage\n', `${'0'.repeat(64)} soon`])(
    'an outcome that is none is as good as none: "%s"',
    async (text) => {
      writeFileSync(outcome(), text);
      await expect(linesOf()).rejects.toMatchObject({ fault: { code: 'batch/incomplete' } });
      await submit();
      const { failed, done } = await doAll();
      expect([failed, done]).toEqual([0, 1]);
      expect(await linesOf()).toBe(LINES);
    },
  );

  it('a cell or a list of chunks that is damaged is put there again', async () => {
    for (const digest of [record.cell, record.sealed!.pieces[0]]) {
      const file = join(store, 'blobs', digest.slice(0, 2), digest);
      const whole = readFileSync(file);
      writeFileSync(file, 'x');
      await submit();
      expect(readFileSync(file)).toEqual(whole);
    }
    expect(await linesOf()).toBe(LINES);
  });
});

describe('surepath batch collect', () => {
  const collected = (...args: string[]) =>
    collectCommand([record.batch, '--store', store, '--recheck', '0', ...args]);
  const file = (name: string) => join(folder, name);

  it('writes a file when it is complete, and leaves none where it is not', async () => {
    listen();
    expect(await collected('--out', file('out'), '--manifest', file('m'))).toBe(0);
    expect(readFileSync(file('out'), 'utf8')).toBe(LINES);
    rmSync(file('out'));
    rmSync(join(store, 'blobs'), { recursive: true });
    await expect(collected('--out', file('out'))).rejects.toThrow();
    expect(readdirSync(folder).sort()).toEqual(['m', 'store']);
  });

  it('leaves a device what it is', async () => {
    listen();
    expect(await collected('--out', '/dev/null')).toBe(0);
    expect(existsSync('/dev/null.unfinished')).toBe(false);
    expect(() => readFileSync('/dev/null', { flag: 'r' })).not.toThrow();
    expect(readFileSync('/dev/null', 'utf8')).toBe('');
  });

  it.skipIf(!existsSync('/dev/full'))('says that there is no room', async () => {
    const fault = { code: 'file/unwritable', message: expect.stringContaining('ENOSPC') };
    await expect(collected('--out', '/dev/full')).rejects.toMatchObject({ fault });
    await expect(collected('--manifest', '/dev/full', '--out', file('out'))).rejects.toMatchObject({
      fault,
    });
    expect(existsSync(file('out'))).toBe(false);
  });

  it('says that a folder cannot be written, and refuses one file for two', async () => {
    const fault = { code: 'file/unwritable', file: '/proc/out' };
    await expect(collected('--out', '/proc/out')).rejects.toMatchObject({ fault });
    await expect(collected('--out', file('x'), '--manifest', file('x'))).rejects.toThrow(
      'the same file',
    );
  });
});

/** What commands print. */
function listen(): { out: () => string; err: () => string } {
  const texts = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    texts.out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.err += text;
    return true;
  });
  return { out: () => texts.out, err: () => texts.err };
}

/**
 * What an attacker who can write the store can make of a batch, row by row of the table in docs/batch.md: each is refused by a digest, by
 * a signature, or by computing edges again.
 */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BatchRecord,
  type ChunkRunner,
  type CollectOptions,
  CrewRunner,
  chunkName,
  collect,
  findRecord,
  openSite,
  readSigner,
  readTrust,
  type Site,
  statusOf,
  type WorkOptions,
  work,
} from '../../src/batch/index.ts';
import { putOutcome } from '../../src/batch/outcome.ts';
import { Random } from '../../src/math/index.ts';
import { Attacker } from '../helpers/batch/attacker.ts';
import { type TestBatch, testBatch, VERSION } from '../helpers/batch/faults.ts';

const PER_CHUNK = 8;
const asked = await testBatch(11, 6, PER_CHUNK);
const { names } = asked;

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = (key: typeof publicKey, type: 'spki' | 'pkcs8') =>
    new TextEncoder().encode(key.export({ type, format: 'pem' }) as string);
  return {
    signer: readSigner(pem(privateKey, 'pkcs8'), 'worker.key'),
    trust: readTrust(pem(publicKey, 'spki'), 'worker.pub'),
  };
}
const ours = keyPair();
const theirs = keyPair();

let folder: string;
let site: Site;
let attacker: Attacker;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surepath-forged-'));
  site = await openSite({ store: folder });
  attacker = new Attacker(site);
  asked.runner.asked.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const doAll = (more: Partial<WorkOptions> = {}) =>
  work(site, { version: VERSION, runner: asked.runner, slots: 1, untilDone: true, ...more });

/** Submitted and done. */
async function done(more: Partial<WorkOptions> = {}, of: TestBatch = asked): Promise<BatchRecord> {
  const { record } = await of.submit(site);
  await doAll({ ...more, runner: of.runner });
  return record;
}

async function collected({ batch }: BatchRecord, more: Partial<CollectOptions> = {}) {
  const parts: Uint8Array[] = [];
  const record = (await findRecord(site.store, batch))!;
  const report = await collect(site, record, { write: (part) => void parts.push(part), ...more });
  return { report, bytes: Buffer.concat(parts) };
}

const all = (runner: ChunkRunner = asked.runner, perChunk = PER_CHUNK) => ({
  recheck: { runner, perChunk, random: new Random(1) },
});

const incomplete = (count: number) => ({
  fault: {
    code: 'batch/incomplete',
    message: expect.stringContaining(`lacks ${count} of ${names.length} chunks`),
  },
});
const MOVED = 'it was moved or edited';

/** Chunks with an edge that collides, and its number. */
async function colliding(record: BatchRecord): Promise<[chunk: string, edge: number]> {
  for (const name of names) {
    const lines = await attacker.lines((await attacker.outcome(record, name)).result);
    const edge = lines.findIndex((line) => line.includes('"colliding"'));
    if (edge >= 0) return [name, edge];
  }
  throw new Error('no edge collides');
}

describe('a note of an outcome', () => {
  it('collects as it is, signed or not, rechecked or not', async () => {
    const record = await done({ signer: ours.signer });
    for (const more of [{}, { trust: ours.trust }, all(), { ...all(), trust: ours.trust }]) {
      expect(Buffer.compare((await collected(record, more)).bytes, asked.expected)).toBe(0);
    }
  });

  it('that was swapped with that of another chunk of the batch is refused, and both are done again', async () => {
    const record = await done();
    await attacker.swapNotes(names[0], names[1]);
    await expect(collected(record)).rejects.toMatchObject(incomplete(2));
    await expect(collected(record)).rejects.toThrow(MOVED);
    expect(await statusOf(site, record)).toMatchObject({ done: names.length - 2 });
    asked.runner.asked.length = 0;
    await done();
    expect(asked.runner.asked).toHaveLength(2);
    expect(Buffer.compare((await collected(record)).bytes, asked.expected)).toBe(0);
  });

  it('whose result, content, batch or time is edited is refused', async () => {
    const record = await done();
    const text = await attacker.note(names[0]);
    const other = (await attacker.note(names[1])).split(' ');
    for (const part of [0, 1, 2, 3, 4]) {
      const parts = text.split(' ');
      parts[part] = part === 2 ? 'abc' : part > 2 ? `${Number(parts[part]) + 1}` : other[part];
      await attacker.setNote(names[0], parts.join(' '));
      await expect(collected(record), `part ${part}`).rejects.toThrow(MOVED);
    }
  });

  it('of a chunk that another batch has, and this one has not, is refused', async () => {
    const record = await done();
    const more = await testBatch(12, 3, PER_CHUNK);
    await done({}, more);
    await attacker.setNote(names[0], await attacker.note(more.names[0]));
    await expect(collected(record)).rejects.toMatchObject(incomplete(1));
  });

  it('of the same edges and another question, or another version, is refused', async () => {
    const record = await done();
    const version = { ...VERSION, method: 2 };
    for (const other of [{ version }, { settings: '{"delta":0.01}' }]) {
      const before = await site.store.notes.list('outcomes/');
      await asked.submit(site, other);
      await doAll({ version: other.version ?? VERSION });
      const after = await site.store.notes.list('outcomes/');
      const chunk = after.find((key) => !before.includes(key))!.slice('outcomes/'.length);
      const good = await attacker.note(names[0]);
      await attacker.setNote(names[0], await attacker.note(chunk));
      await expect(collected(record)).rejects.toMatchObject(incomplete(1));
      await attacker.setNote(names[0], good);
    }
  });

  it('of before a resubmission says what it said: the same bytes, or what a recheck finds', async () => {
    const record = await done();
    const [chunk, edge] = await colliding(record);
    const honest = await attacker.note(chunk);
    await attacker.forge(record, chunk, { result: await attacker.freed(record, chunk, [edge]) });
    const forged = await attacker.note(chunk);
    // Mended: the forged one is removed, and the chunk is done again.
    await site.store.notes.remove([`outcomes/${chunk}`]);
    await done({ signer: ours.signer });
    await attacker.setNote(chunk, honest);
    expect(Buffer.compare((await collected(record, all())).bytes, asked.expected)).toBe(0);
    await expect(collected(record, { trust: ours.trust })).rejects.toThrow('is not signed');
    await attacker.setNote(chunk, forged);
    await expect(collected(record, all())).rejects.toMatchObject({
      fault: { code: 'batch/differs' },
    });
  });
});

describe('a forged result with a note that is bound to it', () => {
  /** All edges of a chunk that collide are free. */
  async function forged(more: Partial<WorkOptions> = {}) {
    const record = await done(more);
    const [chunk, edge] = await colliding(record);
    const every = Array.from({ length: PER_CHUNK }, (_, i) => i);
    const result = await attacker.freed(record, chunk, every);
    return { record, chunk, edge, result };
  }

  it('is found by computing edges again: chunk and edge are named', async () => {
    const { record, chunk, edge, result } = await forged();
    await attacker.forge(record, chunk, { result });
    // Neither digest nor count tells: that is what rechecks and signatures are for.
    expect(Buffer.compare((await collected(record)).bytes, asked.expected)).not.toBe(0);
    const number = names.indexOf(chunk) * PER_CHUNK + edge;
    await expect(collected(record, all())).rejects.toMatchObject({
      fault: {
        code: 'batch/differs',
        message: `edge ${number} of the batch (number ${edge} of chunk ${chunk}, both from 0): the stored result says "free", computed here it is "colliding"`,
      },
    });
  });

  it('is refused where keys are trusted, whatever it says about its key', async () => {
    const { record, chunk, result } = await forged({ signer: ours.signer });
    const [, , , , , , key, value] = (await attacker.note(chunk)).split(' ');
    const trust = ours.trust;
    const refused = async (reason: string) => {
      const fault = { code: 'batch/untrusted', message: expect.stringContaining(reason) };
      await expect(collected(record, { trust })).rejects.toMatchObject({ fault });
    };
    await attacker.forge(record, chunk, { result });
    await refused('is not signed');
    const bound = await attacker.note(chunk);
    await attacker.setNote(chunk, `${bound} ${key} ${value}`);
    await refused(`has a signature that key ${key} did not make`);
    await attacker.forge(record, chunk, { result }, { signer: theirs.signer });
    await refused(`signed by key ${theirs.signer.key}, which is not trusted`);
    const parts = (await attacker.note(chunk)).split(' ');
    await attacker.setNote(chunk, [...parts.slice(0, 6), key, parts[7]].join(' '));
    await refused(`has a signature that key ${key} did not make`);
    // A signature counts for nothing where no key is trusted.
    expect(Buffer.compare((await collected(record)).bytes, asked.expected)).not.toBe(0);
  });

  it('is done again by a worker that signs, once it is submitted with trusted keys', async () => {
    const { record, chunk, result } = await forged({ signer: ours.signer });
    await attacker.forge(record, chunk, { result });
    expect((await asked.submit(site)).known).toBe(names.length);
    expect((await asked.submit(site, { trust: ours.trust })).known).toBe(names.length - 1);
    const report = await doAll({ signer: ours.signer });
    expect(report).toMatchObject({ done: 1, known: 0, failed: 0 });
    const { bytes } = await collected(record, { trust: ours.trust });
    expect(Buffer.compare(bytes, asked.expected)).toBe(0);
  });

  it('stays signed by another worker whose key is trusted, too', async () => {
    const record = await done({ signer: theirs.signer });
    await site.store.notes.remove([`outcomes/${names[0]}`]);
    await asked.submit(site);
    await doAll({ signer: ours.signer, trust: theirs.trust });
    const trust = new Map([...ours.trust, ...theirs.trust]);
    expect(Buffer.compare((await collected(record, { trust })).bytes, asked.expected)).toBe(0);
    await expect(collected(record, { trust: ours.trust })).rejects.toMatchObject({
      fault: { message: expect.stringContaining(`lacks ${names.length - 1} of`) },
    });
  });

  it('that has lines which are no answers is refused', async () => {
    const { record, chunk } = await forged();
    const lines = await attacker.lines((await attacker.outcome(record, chunk)).result);
    for (const line of ['', 'null', '{}', '{"verdict":"Free"}', '{"verdict":"free"', FILE]) {
      const result = await attacker.putLines(lines.with(1, line));
      await attacker.forge(record, chunk, { result });
      const message = expect.stringContaining(`line 2 of the result of chunk ${chunk}`);
      const fault = { code: 'batch/damaged', message };
      await expect(collected(record), line).rejects.toMatchObject({ fault });
    }
    const result = await attacker.putLines(lines.slice(1));
    await attacker.forge(record, chunk, { result });
    await expect(collected(record)).rejects.toThrow('7 lines where 8 were asked for');
  });
});

const FILE = '{"verdict":"free","certificate":"../../etc/passwd"}';

describe('a blob', () => {
  const fileOf = (digest: string) => join(folder, 'blobs', digest.slice(0, 2), digest);

  it.each(['result', 'content'] as const)(
    'of a %s that was replaced or cut is refused',
    async (what) => {
      const record = await done();
      const outcome = await attacker.outcome(record, names[0]);
      const other = await attacker.outcome(record, names[1]);
      const whole = readFileSync(fileOf(outcome[what]));
      for (const bytes of [readFileSync(fileOf(other[what])), whole.subarray(0, -1), '']) {
        writeFileSync(fileOf(outcome[what]), bytes);
        await expect(collected(record, all())).rejects.toMatchObject({
          fault: { code: 'batch/damaged' },
        });
      }
      rmSync(fileOf(outcome[what]));
      await expect(collected(record, all())).rejects.toMatchObject({
        fault: { code: 'batch/missing' },
      });
      // Submitted again it is made anew.
      await done();
      expect(Buffer.compare((await collected(record, all())).bytes, asked.expected)).toBe(0);
    },
  );

  it('of the content of another chunk does not stand for that of this one', async () => {
    const record = await done();
    const [chunk] = await colliding(record);
    const other = names.find((name) => name !== chunk)!;
    // As the content says it, the forged result is right.
    const { content, result } = await attacker.outcome(record, other);
    await attacker.forge(record, chunk, { content, result });
    await expect(collected(record, all())).rejects.toThrow('is the content of another');
  });
});

describe('the list of chunks', () => {
  const other = () => ({
    fault: { code: 'batch/damaged', message: expect.stringContaining('list of chunks') },
  });

  it('without a chunk, with one twice, in another order or of another batch is refused', async () => {
    const record = await done();
    const more = await testBatch(13, 6, PER_CHUNK);
    const moreRecord = await done({}, more);
    const list = await attacker.list(record);
    const lists = [
      list.slice(1),
      [...list, list[0]],
      list.with(0, list[1]).with(1, list[0]),
      list.with(0, list[1]),
      list.with(0, list[0].replace(/ \d+$/, ' 7')),
      await attacker.list(moreRecord),
      [],
    ];
    for (const forged of lists) {
      await attacker.setList(record, forged);
      await expect(collected(record)).rejects.toMatchObject(other());
      await expect(
        statusOf(site, (await findRecord(site.store, record.batch))!),
      ).rejects.toMatchObject(other());
    }
    await attacker.setList(record, list);
    expect(Buffer.compare((await collected(record)).bytes, asked.expected)).toBe(0);
  });

  it('of edges is not one of segments, and another record has another name', async () => {
    const record = await done();
    await attacker.setRecord({ ...record, unit: 'segments' });
    await expect(collected(record)).rejects.toMatchObject(other());
    const more = await done({}, await testBatch(13, 6, PER_CHUNK));
    await attacker.setRecord({ ...more, batch: record.batch });
    await expect(findRecord(site.store, record.batch)).rejects.toMatchObject({
      fault: { code: 'batch/damaged' },
    });
  });

  it('is about the cell that was asked about: another one that the record names is not opened', async () => {
    const record = await done();
    const text = new TextDecoder().decode(await site.store.blobs.get(record.cell));
    const moved = new TextEncoder().encode(text.replace('xyz: [1.05, 0, 0]', 'xyz: [9.05, 0, 0]'));
    expect(new TextDecoder().decode(moved)).not.toBe(text);
    const cell = await site.store.blobs.put(moved);
    await attacker.setRecord({ ...record, cell });
    const runner = new CrewRunner({ blobs: site.store.blobs, threads: 1 });
    await expect(collected(record, all(runner))).rejects.toMatchObject({
      fault: {
        code: 'batch/damaged',
        message: expect.stringContaining('not the one that was asked'),
      },
    });
    await runner.close();
  });

  it('that is another the second time it is read is not sealed', async () => {
    let times = 0;
    const chunks = () => (times++ === 0 ? asked.chunks : asked.chunks.slice(1));
    await expect(asked.submit(site, { chunks })).rejects.toMatchObject({
      fault: { code: 'batch/input-changed' },
    });
  });
});

describe('a chunk with two results', () => {
  it('is computed again as a whole, or not collected', async () => {
    const { record } = await asked.submit(site);
    const wrong = await attacker.putLines(
      Array.from({ length: PER_CHUNK }, () => '{"verdict":"free"}'),
    );
    let isFirst = true;
    // Another worker ends first, with another result.
    const racing: ChunkRunner = {
      ...asked.runner,
      run: async (of, content) => {
        const answer = await asked.runner.run(of, content);
        if (isFirst) {
          isFirst = false;
          const kept = await site.store.blobs.put(content);
          const outcome = { result: wrong, content: kept, batch: of.batch, at: 1, milliseconds: 1 };
          await putOutcome(site.store.notes, of, chunkName(of.question, content), outcome);
        }
        return answer;
      },
    };
    await doAll({ runner: racing });
    expect(await statusOf(site, record)).toMatchObject({ state: 'done', dead: 1 });
    await expect(collected(record)).rejects.toMatchObject({ fault: { code: 'batch/in-doubt' } });
    await expect(collected(record, all(asked.runner, 0))).rejects.toMatchObject({
      fault: { code: 'batch/differs' },
    });
  });
});

/** What every place for batches must hold to: the same suite for a folder, Redis and PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  type ChunkQueue,
  chunkName,
  digestOf,
  type Site,
  type TakenChunk,
  TRIES,
} from '../../../src/batch/index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const chunk = (text: string) => ({ name: chunkName('q', bytes(text)), content: bytes(text) });

/** Tests of blobs and notes. */
export function storeSuite(site: () => Site): void {
  it('keeps blobs by their digest, once', async () => {
    const { blobs } = site().store;
    const digest = await blobs.put(bytes('first'));
    expect(digest).toBe(digestOf('first'));
    expect(await blobs.put(bytes('first'))).toBe(digest);
    expect(Buffer.from(await blobs.get(digest)).toString()).toBe('first');
    expect(await blobs.holds(digest)).toBe(true);
    const empty = await blobs.put(new Uint8Array());
    expect((await blobs.get(empty)).length).toBe(0);
    const large = new Uint8Array(3_000_000).map((_, i) => (i * i) >> 3);
    expect(Buffer.compare(await blobs.get(await blobs.put(large)), large)).toBe(0);
  });

  it('says what it does not have', async () => {
    const { blobs } = site().store;
    const none = digestOf('nobody put this');
    expect(await blobs.holds(none)).toBe(false);
    await expect(blobs.get(none)).rejects.toMatchObject({ fault: { code: 'batch/missing' } });
    const digest = await blobs.put(bytes('soon gone'));
    await blobs.remove(digest);
    expect(await blobs.holds(digest)).toBe(false);
    await blobs.remove(digest);
  });

  it('keeps notes, and of first ones the first, whoever comes at once', async () => {
    const { notes } = site().store;
    await notes.put('batches/one', 'a');
    await notes.put('batches/one', 'b');
    expect(await notes.get(['batches/one', 'batches/two'])).toEqual(['b', null]);
    const texts = Array.from({ length: 20 }, (_, i) => `outcome ${i}`);
    const stand = await Promise.all(texts.map((text) => notes.putFirst('outcomes/x', text)));
    expect(new Set(stand).size).toBe(1);
    expect(texts).toContain(stand[0]);
    expect(await notes.putFirst('outcomes/x', 'late')).toBe(stand[0]);
    expect(await notes.get(['outcomes/x'])).toEqual([stand[0]]);
  });

  it('lists notes, and removes one only if it says what it should', async () => {
    const { notes } = site().store;
    for (const name of ['b', 'a']) await notes.put(`listed/${name}`, name);
    await notes.put('listed2/c', 'c');
    expect(await notes.list('listed/')).toEqual(['listed/a', 'listed/b']);
    expect(await notes.removeIf('listed/a', 'other')).toBe(false);
    expect(await notes.removeIf('listed/a', 'a')).toBe(true);
    expect(await notes.list('listed/')).toEqual(['listed/b']);
    await notes.remove(['listed/b', 'listed/never']);
    expect(await notes.list('listed/')).toEqual([]);
    expect(await notes.list('never/')).toEqual([]);
  });

  it('gets many notes in their order', async () => {
    const { notes } = site().store;
    await Promise.all([3, 700, 1500].map((i) => notes.put(`many/${i}`, `${i}`)));
    const found = await notes.get(Array.from({ length: 2000 }, (_, i) => `many/${i}`));
    expect(found).toHaveLength(2000);
    expect(found.flatMap((text, i) => (text === null ? [] : [i]))).toEqual([3, 700, 1500]);
  });
}

type Using = (batch: string, test: (queue: ChunkQueue) => Promise<void>) => Promise<void>;

function usingQueuesOf(site: () => Site, lease_ms: number): Using {
  return async (batch, test) => {
    const queue = await site().openQueue(batch, { lease_ms, pause_ms: 1, takes: true });
    try {
      await test(queue);
    } finally {
      await queue.clear();
      await queue.close();
    }
  };
}

/** Tests of a queue that do not wait for leases to end. */
export function queueSuite(site: () => Site): void {
  const using = usingQueuesOf(site, 30_000);

  it('hands each chunk out once, however often it was added', () =>
    using('b1', async (queue) => {
      const chunks = Array.from({ length: 70 }, (_, i) => chunk(`content ${i}`));
      await queue.add(chunks);
      await queue.add(chunks.slice(10, 30));
      expect(await queue.counts()).toEqual({ waiting: 70, active: 0, dead: 0 });
      const taken = await all(queue);
      expect(taken.map(({ name }) => name).sort()).toEqual(chunks.map(({ name }) => name).sort());
      expect(await queue.counts()).toEqual({ waiting: 0, active: 70, dead: 0 });
      // What somebody has is not added again either.
      await queue.add(chunks.slice(0, 5));
      expect((await queue.counts()).waiting).toBe(0);
      for (const { name, content } of taken) expect(chunkName('q', content)).toBe(name);
      for (const each of taken) expect(await each.done()).toBe(true);
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, dead: 0 });
    }));

  it('tries three times, then keeps it among the dead letters with its error', () =>
    using('b2', async (queue) => {
      await queue.add([chunk('poison'), chunk('sound')]);
      let tries = 0;
      for (const end = Date.now() + 20_000; Date.now() < end && (await isBusy(queue)); ) {
        const taken = await queue.take();
        if (!taken) await sleep(5);
        else if (taken.name === chunk('sound').name) await taken.done();
        else await taken.fail(`no ${++tries}`);
      }
      expect(tries).toBe(TRIES);
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, dead: 1 });
      const letter = { name: chunk('poison').name, reason: 'no 3', tries: TRIES };
      expect(await queue.deadLetters(10)).toEqual([letter]);
      // Added again it stays there; revived it has all its tries.
      await queue.add([chunk('poison')]);
      expect((await queue.counts()).waiting).toBe(0);
      expect(await queue.revive()).toBe(1);
      const again = await queue.take();
      expect(Buffer.from(again!.content).toString()).toBe('poison');
      await again!.fail('of no use', true);
      expect((await queue.deadLetters(10)).map(({ reason }) => reason)).toEqual(['of no use']);
    }));

  it('gives a chunk back without counting a try or a loss', () =>
    using('b3', async (queue) => {
      await queue.add([chunk('x')]);
      for (let i = 0; i < 5; i++) {
        const taken = await queue.take();
        expect(taken?.losses).toBe(0);
        await taken!.giveBack();
      }
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0, dead: 0 });
    }));

  it('is empty when it is cleared, and takes chunks again', () =>
    using('b6', async (queue) => {
      await queue.add([chunk('x'), chunk('y'), chunk('z')]);
      const taken = await queue.take();
      await queue.clear();
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, dead: 0 });
      expect(await taken!.done()).toBe(false);
      await queue.add([chunk('x')]);
      expect((await queue.take())?.name).toBe(chunk('x').name);
    }));

  it('keeps batches apart', () =>
    using('b7', async (queue) => {
      await queue.add([chunk('mine')]);
      await using('b8', async (other) => {
        expect(await other.take()).toBeNull();
        await other.add([chunk('mine')]);
        expect((await other.take())?.name).toBe(chunk('mine').name);
      });
      expect((await queue.counts()).waiting).toBe(1);
    }));
}

/** Milliseconds of a lease in these tests: a machine that does other things as well must not let it end. */
const LEASE_MS = 1500;

/** Tests of leases, which take seconds. */
export function leaseSuite(site: () => Site): void {
  const using = usingQueuesOf(site, LEASE_MS);

  it('hands a chunk to somebody else when a lease ends, and tells the first that it did', () =>
    using('b4', async (queue) => {
      await queue.add([chunk('slow')]);
      const slow = await queue.take();
      const second = await nextOf(queue);
      expect(second.name).toBe(slow!.name);
      expect(second.losses).toBe(1);
      expect(await slow!.renew()).toBe(false);
      expect(await second.renew()).toBe(true);
      expect(await second.done()).toBe(true);
      expect(await slow!.done()).toBe(false);
      await slow!.fail('late');
      await slow!.giveBack();
      expect(await queue.counts()).toEqual({ waiting: 0, active: 0, dead: 0 });
    }));

  it('keeps a lease that is renewed', () =>
    using('b5', async (queue) => {
      await queue.add([chunk('long')]);
      const taken = await queue.take();
      for (const end = Date.now() + 3 * LEASE_MS; Date.now() < end; await sleep(LEASE_MS / 10)) {
        expect(await taken!.renew()).toBe(true);
        expect(await queue.take()).toBeNull();
      }
      await taken!.renew();
      expect(await taken!.done()).toBe(true);
    }));
}

async function all(queue: ChunkQueue): Promise<TakenChunk[]> {
  const taken: TakenChunk[] = [];
  for (let next = await queue.take(); next; next = await queue.take()) taken.push(next);
  return taken;
}

async function isBusy(queue: ChunkQueue): Promise<boolean> {
  const { waiting, active } = await queue.counts();
  return waiting + active > 0;
}

/** Waits for one. */
async function nextOf(queue: ChunkQueue): Promise<TakenChunk> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(20)) {
    const taken = await queue.take();
    if (taken) return taken;
  }
  throw new Error('nothing came');
}

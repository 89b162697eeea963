/** Who works on a batch never waits for ever: for a queue that is closed under it, nor for a server that does not answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChunkQueue,
  LOSSES,
  openSite,
  type Site,
  submitBatch,
  type TakenChunk,
  work,
} from '../../src/batch/index.ts';
import { closeBatch } from '../../src/batch/manifest.ts';
import { inTime, parseServer, patiently, whenStarted } from '../../src/batch/server.ts';
import { openRedisStore } from '../../src/batch/store/redisStore.ts';
import { InputError } from '../../src/math/index.ts';

const VERSION = { package: 'test', method: 1 };
const bytes = (text: string) => new TextEncoder().encode(text);

let folder: string;
let site: Site;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surepath-waiting-'));
  site = await openSite({ store: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const submit = () =>
  submitBatch(site, {
    ...{ version: VERSION, model: 'm', settings: '{}', cell: bytes('cell') },
    ...{ unit: 'edges', perChunk: 2, about: { cell: 'c', input: 'e' } },
    chunks: () => [{ content: bytes('c'), items: 2 }],
  });
const runner = {
  run: async () => ({ result: bytes('{"verdict":"free"}\n'), certificates: [] }),
  close: async () => {},
};
const options = { version: VERSION, runner, slots: 2, pause_ms: 1 };

/** Something that is under way until it is let go. */
class Gate {
  private open: () => void = () => {};
  private readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
  isReached = false;

  async pass(): Promise<void> {
    this.isReached = true;
    await this.opened;
  }

  letGo(): void {
    this.open();
  }
}

/** The site with a queue double around the queue of the folder; what happened to it, in order. */
function watched(double: (queue: ChunkQueue) => Partial<ChunkQueue>) {
  const events: string[] = [];
  let users = 0;
  let looks = 0;
  const using = async <T>(act: () => Promise<T>): Promise<T> => {
    users++;
    try {
      return await act();
    } finally {
      users--;
    }
  };
  const { notes } = site.store;
  const list = (prefix: string) => {
    looks++;
    return notes.list(prefix);
  };
  const store = { ...site.store, notes: bound(notes, { list }) };
  const openQueue: Site['openQueue'] = async (batch, more) => {
    const queue = await site.openQueue(batch, more);
    const changed = bound(queue, double(queue));
    return bound(changed, {
      take: () => using(() => changed.take()),
      counts: () => using(() => changed.counts()),
      close: async () => {
        events.push(users > 0 ? 'closed while it was used' : 'closed');
        await changed.close();
      },
    });
  };
  return { site: { ...site, store, openQueue }, events, looks: () => looks };
}

/** An object with some of its methods replaced. */
function bound<T extends object>(object: T, other: Partial<T>): T {
  return new Proxy(object, {
    get: (target, key) => {
      const value = Reflect.get(key in other ? other : target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('a worker', () => {
  it('closes no queue of which somebody is just asking for a chunk, though the batch is closed', async () => {
    const { record } = await submit();
    const gate = new Gate();
    let taken: Promise<TakenChunk | null> | null = null;
    const place = watched((queue) => ({
      // The first asks for a long time; others get nothing.
      take: async () => {
        if (taken) return null;
        taken = gate.pass().then(() => queue.take());
        return taken;
      },
    }));
    const worked = work(place.site, { ...options, untilDone: true });
    while (!gate.isReached) await sleep(5);
    // Somebody else did the last chunk and closed the batch; the other slot looks, and looks again.
    expect(await closeBatch(site.store.notes, record)).toBe(true);
    const before = place.looks();
    while (place.looks() < before + 2) await sleep(5);
    expect(place.events).toEqual([]);
    gate.letGo();
    await worked;
    expect(place.events).toEqual(['closed']);
  });

  it('waits for whoever asks the queue before it closes it where something broke', async () => {
    await submit();
    const gate = new Gate();
    let asked = 0;
    const place = watched((queue) => ({
      take: async () => {
        if (asked++ === 0) {
          await gate.pass();
          return queue.take();
        }
        setTimeout(() => gate.letGo(), 50);
        throw new Error('a bug');
      },
    }));
    await expect(work(place.site, options)).rejects.toThrow('a bug');
    expect(place.events).toEqual(['closed']);
  });

  it('waits for the renewal of a lease that is under way before a chunk is done', async () => {
    await submit();
    const events: string[] = [];
    const gate = new Gate();
    const place = watched((queue) => ({
      take: async () => {
        const chunk = await queue.take();
        return (
          chunk &&
          bound(chunk, {
            renew: async () => {
              await gate.pass();
              events.push('renewed');
              return true;
            },
            done: () => {
              events.push('done');
              return chunk.done();
            },
          })
        );
      },
    }));
    const slow = {
      ...runner,
      run: async () => {
        while (!gate.isReached) await sleep(5);
        void (async () => {
          // The last thing before the chunk is done.
          while ((await site.store.notes.list('outcomes/')).length === 0) await sleep(5);
          await sleep(50);
          gate.letGo();
        })();
        return runner.run();
      },
    };
    await work(place.site, { ...options, runner: slow, slots: 1, lease_ms: 300, untilDone: true });
    expect(events.lastIndexOf('renewed')).toBeLessThan(events.indexOf('done'));
    expect(events).toContain('renewed');
  });
});

describe('a server', () => {
  const shown = { shown: 'redis://somewhere' };

  it('that never answers is given up with a fault', async () => {
    const asked = patiently(shown, () => new Promise<never>(() => {}), { answer_ms: 20 });
    await expect(asked).rejects.toMatchObject({
      fault: {
        code: 'batch/no-server',
        message: 'redis://somewhere does not answer: no answer within 0.02 s',
      },
    });
  });

  it('whose connections do not end is left alone', async () => {
    expect(await inTime(new Promise(() => {}), 20)).toBeNull();
    expect(await inTime(Promise.resolve(3), 1000)).toBe(3);
    await expect(inTime(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no');
  });

  it('that is away is asked again, and given up after a while', async () => {
    let tries = 0;
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const second = async () => {
      if (tries++ === 0) throw away;
      return 7;
    };
    expect(await patiently(shown, second)).toBe(7);
    const never = patiently(shown, () => Promise.reject(away), { away_ms: 10 });
    await expect(never).rejects.toMatchObject({ fault: { code: 'batch/no-server' } });
  });

  it('that listens and says nothing is given up', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const opening = openRedisStore(parseServer(`redis://127.0.0.1:${port}`), 200);
    await expect(opening).rejects.toMatchObject({
      fault: {
        code: 'batch/no-server',
        message: expect.stringContaining('no answer within 0.2 s'),
      },
    });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it.each([
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    new Error('LOADING Redis is loading the dataset in memory'),
  ])(
    'that is starting is waited for, which is told once, and given up after a while: %s',
    async (error) => {
      let tries = 0;
      const told: string[] = [];
      const onStarting = (message: string) => void told.push(message);
      const third = async () => {
        if (tries++ < 2) throw error;
        return 7;
      };
      expect(await whenStarted(shown, third, { onStarting })).toBe(7);
      expect(told).toEqual([
        `redis://somewhere is starting: it is asked again for 60 s (${error.message})`,
      ]);
      const never = whenStarted(shown, () => Promise.reject(error), { away_ms: 10 });
      await expect(never).rejects.toMatchObject({ fault: { code: 'batch/no-server' } });
      const refused = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      const away = whenStarted(shown, () => Promise.reject(refused), { onStarting });
      await expect(away).rejects.toMatchObject({ fault: { code: 'batch/no-server' } });
      expect(told).toHaveLength(1);
    },
  );

  it.each([
    ['ReplyError', undefined, "OOM command not allowed when used memory > 'maxmemory'."],
    ['ReplyError', undefined, "READONLY You can't write against a read only replica."],
    ['error', '53100', 'could not extend file: No space left on device'],
    ['error', '42501', 'permission denied for schema surepath'],
  ])('that refuses is a fault, and not a bug: %s %s', async (name, code, message) => {
    let tries = 0;
    const refusing = patiently(shown, () => {
      tries++;
      return Promise.reject(Object.assign(new Error(message), { name, code }));
    });
    await expect(refusing).rejects.toMatchObject({
      fault: { code: 'batch/refused', message: expect.stringContaining(message) },
    });
    expect(tries).toBe(1);
  });

  it('that fails otherwise is a bug', async () => {
    const bug = Object.assign(new Error('syntax error'), { name: 'error', code: '42601' });
    await expect(patiently(shown, () => Promise.reject(bug))).rejects.toBe(bug);
  });
});

describe('a batch whose submission was interrupted', () => {
  it('is left when nothing came for the time of a lease, and keeps nobody from the others', async () => {
    let times = 0;
    const broken = function* () {
      yield { content: bytes('first'), items: 2 };
      if (times++ > 0) throw new Error('interrupted');
    };
    const options2 = {
      ...{ version: VERSION, model: 'm', settings: '{}', cell: bytes('cell'), ahead: 1 },
      ...{ unit: 'edges' as const, perChunk: 2, about: { cell: 'c', input: 'e' } },
    };
    await expect(submitBatch(site, { ...options2, chunks: broken })).rejects.toThrow('interrupted');
    const { record } = await submit();
    const left: string[] = [];
    const report = await work(site, {
      ...{ ...options, untilDone: true, lease_ms: 200 },
      onEvent: (event) => void (event.kind === 'left' && left.push(event.batch)),
    });
    expect(report.done).toBe(2);
    expect(left).toHaveLength(1);
    expect(left).not.toContain(record.batch);
  });
});

describe('a chunk whose result has no room', () => {
  it('goes back as it was: nobody vanished over it, and it was not tried', async () => {
    const { record } = await submit();
    const { blobs } = site.store;
    const full = new InputError({ code: 'batch/refused', message: 'full' });
    const put = () => Promise.reject(full);
    const place = { ...site, store: { ...site.store, blobs: bound(blobs, { put }) } };
    for (let i = 0; i < LOSSES + 1; i++) {
      await expect(work(place, { ...options, slots: 1 })).rejects.toBe(full);
    }
    const queue = await site.openQueue(record.batch);
    expect(await queue.counts()).toEqual({ waiting: 1, active: 0, dead: 0 });
    const report = await work(site, { ...options, untilDone: true });
    expect(report).toMatchObject({ done: 1, failed: 0 });
  });
});

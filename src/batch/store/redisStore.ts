/**
 * A store in Redis: a key for each blob, a hash for each kind of note. A server that must not lose what it acknowledged
 * runs with `appendonly yes`; and it must not evict (`maxmemory-policy noeviction`, its default).
 */
import type { Redis } from 'ioredis';
import { digestOf } from '../digest.ts';
import { inTime, isStarting, needed, notOpened, patiently, type ServerUrl } from '../server.ts';
import { packed, unpacked } from './packed.ts';
import { redisWarnings } from './redisSettings.ts';
import { type Blobs, checked, isWhole, type Notes, type ServerStore } from './store.ts';

const PREFIX = 'surepath:';
/** Keys of one request. */
const AT_ONCE = 1000;
/** Milliseconds in which a server answers whoever comes. */
const ANSWER_MS = 10_000;

/**
 * Connects, and looks at settings that could lose a batch. Throws an InputError where no server answers, within so many milliseconds,
 * and what a server answers that is starting.
 */
export async function openRedisStore(
  server: ServerUrl,
  answer_ms = ANSWER_MS,
): Promise<ServerStore> {
  const client = await connectRedis(server, answer_ms);
  try {
    return {
      where: server.shown,
      blobs: new RedisBlobs(client, server),
      notes: new RedisNotes(client, server),
      warnings: await redisWarnings(client, server),
      close: async () => client.disconnect(),
    };
  } catch (error) {
    client.disconnect();
    throw error;
  }
}

/** A client that waits for a server that goes away; the first connection must succeed at once. */
async function connectRedis(server: ServerUrl, answer_ms: number): Promise<Redis> {
  const { Redis } = await needed('ioredis', () => import('ioredis'));
  const probe = new Redis(server.url, {
    ...{ lazyConnect: true, connectTimeout: 5000, maxRetriesPerRequest: 0 },
    retryStrategy: () => null,
  });
  let last: unknown;
  probe.on('error', (error) => {
    last = error;
  });
  try {
    // Somebody may listen there who never answers.
    if ((await inTime(firstLook(probe, server), answer_ms)) === null) {
      throw new Error(`no answer within ${answer_ms / 1000} s`);
    }
  } catch (error) {
    throw isStarting(error) ? error : notOpened(server, last ?? error);
  } finally {
    probe.disconnect();
  }
  const client = new Redis(server.url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * times, 1000),
  });
  // Commands wait for the connection; how long is up to those who ask.
  client.on('error', () => {});
  return client;
}

/** Whether it takes the password and has the database: the driver itself goes on in the first one where it does not. */
async function firstLook(probe: Redis, { url }: ServerUrl): Promise<true> {
  await probe.connect();
  await probe.select(Number(new URL(url).pathname.slice(1)));
  await probe.ping();
  return true;
}

class RedisBlobs implements Blobs {
  private readonly client: Redis;
  private readonly server: ServerUrl;

  constructor(client: Redis, server: ServerUrl) {
    this.client = client;
    this.server = server;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const digest = digestOf(bytes);
    const value = packed(bytes);
    await patiently(this.server, () => this.client.set(keyOf(digest), value, 'NX'));
    return digest;
  }

  async get(digest: string): Promise<Uint8Array> {
    const bytes = await patiently(this.server, () => this.client.getBuffer(keyOf(digest)));
    return checked(digest, unpacked(bytes), this.server.shown);
  }

  holds(digest: string): Promise<boolean> {
    return isWhole(this, digest);
  }

  async remove(digest: string): Promise<void> {
    await patiently(this.server, () => this.client.del(keyOf(digest)));
  }
}

/** Removes a field whose value is what it was. */
const REMOVE_IF = `if redis.call('hget', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('hdel', KEYS[1], ARGV[1]) else return 0 end`;

/** Notes are fields of a hash for each first part of their keys: listing them looks at nothing else. */
class RedisNotes implements Notes {
  private readonly client: Redis;
  private readonly server: ServerUrl;

  constructor(client: Redis, server: ServerUrl) {
    this.client = client;
    this.server = server;
  }

  async put(key: string, text: string): Promise<void> {
    const [hash, field] = placeOf(key);
    await patiently(this.server, () => this.client.hset(hash, field, text));
  }

  async putFirst(key: string, text: string): Promise<string> {
    const [hash, field] = placeOf(key);
    await patiently(this.server, () => this.client.hsetnx(hash, field, text));
    // Asked for anew: what was sent twice is then the one that stands, too.
    const [stands] = await this.get([key]);
    return stands ?? text;
  }

  async get(keys: readonly string[]): Promise<(string | null)[]> {
    const found: (string | null)[] = [];
    for (let i = 0; i < keys.length; i += AT_ONCE) {
      const pipeline = () => {
        const asked = this.client.pipeline();
        for (const key of keys.slice(i, i + AT_ONCE)) asked.hget(...placeOf(key));
        return asked.exec();
      };
      for (const [error, text] of (await patiently(this.server, pipeline)) ?? []) {
        if (error) throw error;
        found.push(text as string | null);
      }
    }
    return found;
  }

  async list(prefix: string): Promise<string[]> {
    const [hash, start] = placeOf(prefix);
    const fields = await patiently(this.server, () => this.client.hkeys(hash));
    return fields
      .filter((field) => field.startsWith(start))
      .map((field) => prefix + field.slice(start.length))
      .sort();
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await patiently(this.server, () => this.client.hdel(...placeOf(key)));
    }
  }

  async removeIf(key: string, text: string): Promise<boolean> {
    const [hash, field] = placeOf(key);
    const removed = await patiently(this.server, () =>
      this.client.eval(REMOVE_IF, 1, hash, field, text),
    );
    return removed === 1;
  }
}

function keyOf(digest: string): string {
  return `${PREFIX}blob:${digest}`;
}

function placeOf(key: string): [hash: string, field: string] {
  const at = key.indexOf('/');
  return [`${PREFIX}notes:${key.slice(0, at)}`, key.slice(at + 1)];
}

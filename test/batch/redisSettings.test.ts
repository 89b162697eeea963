/** Settings of a Redis that could lose a batch, as its INFO tells them, or does not. */
import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { parseServer } from '../../src/batch/server.ts';
import { redisWarnings } from '../../src/batch/store/redisSettings.ts';

const server = parseServer('redis://:secret@host');
const telling = (persistence: string, memory: string) =>
  ({
    info: async (part: string) => (part === 'memory' ? memory : persistence),
  }) as unknown as Redis;
const codes = async (client: Redis) =>
  (await redisWarnings(client, server)).map(({ code }) => code);

describe('the settings of a Redis', () => {
  it.each([
    ['1', 'noeviction', []],
    ['0', 'noeviction', ['batch/redis-appendonly']],
    ['1', 'allkeys-lru', ['batch/redis-eviction']],
    ['1', 'volatile-ttl', ['batch/redis-eviction']],
    ['0', 'allkeys-random', ['batch/redis-appendonly', 'batch/redis-eviction']],
  ])('appendonly %s, policy %s', async (aof, policy, expected) => {
    const memory = `# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:${policy}\r\n`;
    const client = telling(`# Persistence\r\nloading:0\r\naof_enabled:${aof}\r\n`, memory);
    expect(await codes(client)).toEqual(expected);
  });

  it('that are not told are a warning, and no error', async () => {
    expect(await codes(telling('# Persistence\r\n', '# Memory\r\n'))).toEqual([
      'batch/redis-unknown',
    ]);
    const message = "NOPERM User default has no permissions to run the 'info' command";
    const refusal = Object.assign(new Error(message), { name: 'ReplyError' });
    const forbidden = { info: () => Promise.reject(refusal) } as unknown as Redis;
    const [warning] = await redisWarnings(forbidden, server);
    expect(warning.code).toBe('batch/redis-unknown');
    expect(warning.message).toContain('could not be looked at');
    expect(warning.message).toContain('NOPERM');
    expect(warning.message).not.toContain('secret');
  });
});

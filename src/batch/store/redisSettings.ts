/**
 * Settings of a Redis that could lose a batch: without `appendonly yes` it forgets when it is restarted, and with any
 * `maxmemory-policy` but `noeviction` when it is full. INFO tells both, and is allowed on more servers than CONFIG GET.
 */
import type { Redis } from 'ioredis';
import { type Fault, InputError } from '../../math/index.ts';
import { patiently, type ServerUrl, withoutSecrets } from '../server.ts';

/** Empty where a batch is safe. A server that does not tell is one of the warnings. */
export async function redisWarnings(client: Redis, server: ServerUrl): Promise<Fault[]> {
  const { shown } = server;
  let info: string;
  try {
    const persistence = await patiently(server, () => client.info('persistence'));
    info = persistence + (await patiently(server, () => client.info('memory')));
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== 'batch/refused') throw error;
    return [notTold(shown, withoutSecrets(error.fault.message))];
  }
  const appendonly = /^aof_enabled:(\d)/m.exec(info)?.[1];
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  const warnings: Fault[] = [];
  if (appendonly === undefined || policy === undefined) {
    warnings.push(notTold(shown, 'its INFO has no aof_enabled or no maxmemory_policy'));
  }
  if (appendonly === '0') {
    warnings.push({
      code: 'batch/redis-appendonly',
      message: `${shown} has "appendonly no": a batch is lost, or what was done last, when it is restarted`,
      hint: 'redis-cli CONFIG SET appendonly yes, and "appendonly yes" in redis.conf',
    });
  }
  if (policy !== undefined && policy !== 'noeviction') {
    warnings.push({
      code: 'batch/redis-eviction',
      message: `${shown} has "maxmemory-policy ${policy}": it may remove parts of a batch when it is full`,
      hint: 'redis-cli CONFIG SET maxmemory-policy noeviction, and the same in redis.conf',
    });
  }
  return warnings;
}

function notTold(shown: string, reason: string): Fault {
  return {
    code: 'batch/redis-unknown',
    message: `whether ${shown} could lose a batch could not be looked at: ${reason}`,
    hint: 'it must have "appendonly yes" and "maxmemory-policy noeviction"',
  };
}

/** Redis and PostgreSQL for the time of a measurement, with their default durability; and what they counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { openSite } from 'surepath/batch';
import {
  type RunningServer,
  SERVER_KINDS,
  type ServerKind,
  serverProgram,
  startServer,
} from '../../lab/servers.ts';

/** What a server did until now. */
export interface Counted {
  /** Scripts (Redis) or transactions (PostgreSQL). */
  readonly operations: number;
  /** Bytes that came in and went out; null where nobody counts them. */
  readonly bytes: number | null;
}

export interface BenchServer extends Pick<RunningServer, 'url' | 'stop'> {
  readonly name: string;
  counted(): Promise<Counted>;
}

const NAMES: Readonly<Record<ServerKind, string>> = { redis: 'Redis', postgres: 'PostgreSQL' };
const COUNTED: Readonly<Record<ServerKind, (url: string) => Promise<Counted>>> = {
  redis: countedByRedis,
  postgres: countedByPostgres,
};

/** Those that are installed. */
export async function startServers(): Promise<BenchServer[]> {
  const servers: BenchServer[] = [];
  for (const kind of SERVER_KINDS) {
    if (serverProgram(kind) === null) continue;
    const { url, stop } = await startServer(kind, { probe });
    servers.push({ name: NAMES[kind], url, stop, counted: () => COUNTED[kind](url) });
  }
  return servers;
}

async function probe(url: string): Promise<void> {
  await (await openSite({ url })).close();
}

async function countedByRedis(url: string): Promise<Counted> {
  const client = new Redis(url);
  const stats = await client.info('stats');
  const commands = await client.info('commandstats');
  client.disconnect();
  const read = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    operations: read(commands, /cmdstat_evalsha:calls=(\d+)/),
    bytes: read(stats, /total_net_input_bytes:(\d+)/) + read(stats, /total_net_output_bytes:(\d+)/),
  };
}

async function countedByPostgres(url: string): Promise<Counted> {
  // Sessions tell what they counted once in a second.
  await sleep(1500);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "select xact_commit as n from pg_stat_database where datname = 'postgres'",
  );
  await client.end();
  return { operations: Number(rows[0].n), bytes: null };
}

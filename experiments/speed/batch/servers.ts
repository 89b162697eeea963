/** Redis and PostgreSQL of this machine, on free ports, for the time of a measurement; and what they counted. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { openSite } from 'surepath/batch';

/** What a server did until now. */
export interface Counted {
  /** Scripts (Redis) or transactions (PostgreSQL). */
  readonly operations: number;
  /** Bytes that came in and went out; null where nobody counts them. */
  readonly bytes: number | null;
}

export interface BenchServer {
  readonly name: string;
  readonly url: string;
  counted(): Promise<Counted>;
  stop(): Promise<void>;
}

/** Those that are installed. */
export async function startServers(): Promise<BenchServer[]> {
  const found = [await startRedis(), await startPostgres()];
  return found.flatMap((server) => (server ? [server] : []));
}

async function startRedis(): Promise<BenchServer | null> {
  const program = (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, 'redis-server'))
    .find((file) => existsSync(file));
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'surepath-bench-'));
  const port = await freePort();
  const words = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
  ];
  const child = spawn(program, words, { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  await answers(url);
  const counted = async (): Promise<Counted> => {
    const client = new Redis(url);
    const stats = await client.info('stats');
    const commands = await client.info('commandstats');
    client.disconnect();
    const read = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
    return {
      operations: read(commands, /cmdstat_evalsha:calls=(\d+)/),
      bytes:
        read(stats, /total_net_input_bytes:(\d+)/) + read(stats, /total_net_output_bytes:(\d+)/),
    };
  };
  return { name: 'Redis', url, counted, stop: () => stop(child, 'SIGTERM', folder) };
}

async function startPostgres(): Promise<BenchServer | null> {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const bin = versions.map((version) => join(root, version, 'bin')).find((f) => existsSync(f));
  if (!bin) return null;
  const folder = mkdtempSync(join(tmpdir(), 'surepath-bench-'));
  // It refuses to run as root.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const quiet = { ...user, stdio: 'ignore' as const, cwd: '/' };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'surepath', '-A', 'trust'], quiet);
  const port = await freePort();
  const words = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  const child = spawn(join(bin, 'postgres'), words, quiet);
  const url = `postgres://surepath@127.0.0.1:${port}/postgres`;
  await answers(url);
  const counted = async (): Promise<Counted> => {
    // Sessions tell what they counted once in a second.
    await sleep(1500);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query(
      "select xact_commit as n from pg_stat_database where datname = 'postgres'",
    );
    await client.end();
    return { operations: Number(rows[0].n), bytes: null };
  };
  return { name: 'PostgreSQL', url, counted, stop: () => stop(child, 'SIGINT', folder) };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals, folder: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await (await openSite({ url })).close();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

/**
 * Redis and PostgreSQL for tests: each on a free port of this machine, in a folder of its own, ended and removed afterwards. They keep what they
 * acknowledged, also when they are restarted. PostgreSQL refuses to run as root: then it runs as the user postgres.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSite } from '../../../src/batch/index.ts';

export type ServerKind = 'redis' | 'postgres';
export const SERVER_KINDS: readonly ServerKind[] = ['redis', 'postgres'];

export interface TestServer {
  readonly kind: ServerKind;
  readonly url: string;
  /** Stopped and started again on the same port with what it had; it is away for that many milliseconds. */
  restart(away_ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** The program of a server, or null where it is not installed. With SUREPATH_REQUIRE_SERVERS=1 that is an error. */
export function findServer(kind: ServerKind): string | null {
  const found = kind === 'redis' ? findRedis() : findPostgres();
  if (found === null && process.env.SUREPATH_REQUIRE_SERVERS === '1') {
    throw new Error(`${kind} is not installed: see .ci/servers`);
  }
  return found;
}

function findRedis(): string | null {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const file = join(folder, 'redis-server');
    if (existsSync(file)) return file;
  }
  return null;
}

/** The folder with initdb and postgres: Debian keeps one for each version. */
function findPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return (
    folders.find((f) => existsSync(join(f, 'initdb')) && existsSync(join(f, 'postgres'))) ?? null
  );
}

export async function startServer(kind: ServerKind): Promise<TestServer> {
  const program = findServer(kind);
  if (program === null) throw new Error(`${kind} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), `surepath-${kind}-`));
  const port = await freePort();
  const begin =
    kind === 'redis' ? redisStarter(program, folder, port) : postgresStarter(program, folder, port);
  const url =
    kind === 'redis'
      ? `redis://127.0.0.1:${port}`
      : `postgres://surepath:secret@127.0.0.1:${port}/postgres`;
  let running = begin();
  const end = async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    // Both stop at once and keep what they acknowledged.
    running.kill(kind === 'redis' ? 'SIGTERM' : 'SIGINT');
    await ended;
  };
  const stop = async () => {
    if (running.exitCode === null && running.signalCode === null) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await answers(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    kind,
    url,
    restart: async (away_ms) => {
      await end();
      await sleep(away_ms);
      running = begin();
      await answers(url);
    },
    stop,
  };
}

function redisStarter(program: string, folder: string, port: number): () => ChildProcess {
  const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const keeping = ['--appendonly', 'yes', '--appendfsync', 'always'];
  return () => spawn(program, [...words, ...keeping], { stdio: 'ignore' });
}

function postgresStarter(bin: string, folder: string, port: number): () => ChildProcess {
  const user = process.getuid?.() === 0 ? userPostgres() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const as = user ?? {};
  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'surepath', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(bin, 'initdb'), [...initdb, '--locale=C'], {
    ...as,
    stdio: 'ignore',
    cwd: '/',
  });
  const words = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  // A machine that loses its power is no part of the tests: processes that end lose nothing without it.
  const quick = ['-c', 'fsync=off', '-c', 'shared_buffers=32MB', '-c', 'max_connections=60'];
  return () =>
    spawn(join(bin, 'postgres'), [...words, ...quick], { ...as, stdio: 'ignore', cwd: '/' });
}

function userPostgres(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until it can be asked. */
async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const site = await openSite({ url });
      await site.store.notes.get(['probe/none']);
      await site.close();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

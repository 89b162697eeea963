/**
 * Redis and PostgreSQL of this machine, for measurements and for tests: each on a free port, in a folder of its own, ended and
 * removed afterwards. PostgreSQL refuses to run as root: then it runs as the user postgres.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type ServerKind = 'redis' | 'postgres';
export const SERVER_KINDS: readonly ServerKind[] = ['redis', 'postgres'];

export interface RunningServer {
  readonly kind: ServerKind;
  readonly url: string;
  /** Stopped and started again on the same port with what it had; it is away for that many milliseconds. */
  restart(away_ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** How a server is started. */
export interface ServerOptions {
  /** More words of its command, by kind. */
  readonly words?: Readonly<Record<ServerKind, readonly string[]>> | undefined;
  /** Asks it something; until that succeeds it is waited for. */
  probe(url: string): Promise<void>;
}

/** The program of a server, or the folder with its programs; null where it is not installed. */
export function serverProgram(kind: ServerKind): string | null {
  const path = (process.env.PATH ?? '').split(':');
  if (kind === 'redis') {
    return path.map((folder) => join(folder, 'redis-server')).find((f) => existsSync(f)) ?? null;
  }
  // Debian keeps a folder for each version.
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(root, version, 'bin')), ...path];
  return (
    folders.find((f) => existsSync(join(f, 'initdb')) && existsSync(join(f, 'postgres'))) ?? null
  );
}

/** Starts a server. Throws where it is not installed, or does not answer. */
export async function startServer(
  kind: ServerKind,
  { words, probe }: ServerOptions,
): Promise<RunningServer> {
  const program = serverProgram(kind);
  if (program === null) throw new Error(`${kind} is not installed`);
  const folder = mkdtempSync(join(tmpdir(), `surepath-${kind}-`));
  const port = await freePort();
  const starter = kind === 'redis' ? redisStarter : postgresStarter;
  const begin = starter(program, folder, port, words?.[kind] ?? []);
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
    await untilItAnswers(() => probe(url));
  } catch (error) {
    await stop();
    throw error;
  }
  const restart = async (away_ms: number) => {
    await end();
    await sleep(away_ms);
    running = begin();
    await untilItAnswers(() => probe(url));
  };
  return { kind, url, restart, stop };
}

type Starter = () => ChildProcess;

function redisStarter(
  program: string,
  folder: string,
  port: number,
  more: readonly string[],
): Starter {
  const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
  return () => spawn(program, [...words, '--appendonly', 'yes', ...more], { stdio: 'ignore' });
}

function postgresStarter(
  bin: string,
  folder: string,
  port: number,
  more: readonly string[],
): Starter {
  const user = process.getuid?.() === 0 ? userPostgres() : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const quiet = { ...user, stdio: 'ignore' as const, cwd: '/' };
  const data = join(folder, 'data');
  const made = ['-D', data, '-U', 'surepath', '-A', 'trust', '--no-sync', '-E', 'UTF8'];
  execFileSync(join(bin, 'initdb'), [...made, '--locale=C'], quiet);
  const words = ['-D', data, '-p', `${port}`, '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  return () => spawn(join(bin, 'postgres'), [...words, ...more], quiet);
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

async function untilItAnswers(probe: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await probe();
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
}

/**
 * Servers that lose a batch, that are starting, and submissions that are interrupted: what the commands say, and that none of it reads as if
 * all were well, or as if the batch were cancelled.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from '../../src/batch/index.ts';
import { findServer, startServer, type TestServer } from '../helpers/batch/servers.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const { folder, file } = wallCells();
const edge = (i: number) => `${JSON.stringify({ from: [-1, 0.2], to: [1 - i / 1e5, -0.2] })}\n`;
file('edges.jsonl', Array.from({ length: 60 }, (_, i) => edge(i)).join(''));
file('many.jsonl', Array.from({ length: 40_000 }, (_, i) => edge(i)).join(''));
mkdirSync(join(folder, 'elsewhere'));

const env = { ...process.env, SUREPATH_CACHE: join(folder, 'cache') };
const LIMIT_MS = 120_000;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `told`: hears what is on stderr so far. */
function batch(
  args: readonly string[],
  { cwd = folder, told = (_: string, _kill: () => void) => {} } = {},
) {
  const child = spawn(process.execPath, [MAIN, 'batch', ...args], { cwd, env });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => {
    texts.stdout += part;
  });
  child.stderr.on('data', (part) => {
    texts.stderr += part;
    told(texts.stderr, () => child.kill('SIGINT'));
  });
  return new Promise<Ran>((resolve) => {
    child.once('close', (status) => resolve({ status, ...texts }));
  });
}

const SUBMIT = ['submit', '../cell.yaml', '--edges', '../edges.jsonl', '--chunk', '10'];
const redis = findServer('redis') !== null;
if (!redis) console.warn('skipped: Redis that loses batches, which is not installed');

describe.skipIf(!redis)('a Redis that forgets', { timeout: LIMIT_MS }, () => {
  let server: TestServer;
  let at: string[];
  const here = join(folder, 'here');
  beforeAll(async () => {
    mkdirSync(here);
    const words = ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'];
    server = await startServer('redis', [...words, '--rename-command', 'CONFIG', '']);
    at = ['--url', server.url];
  }, LIMIT_MS);
  afterAll(() => server?.stop(), LIMIT_MS);

  it('is told of when a batch is opened', async () => {
    const { status, stderr } = await batch([...SUBMIT, ...at], { cwd: here });
    expect(status).toBe(0);
    expect(stderr).toMatch(/warning: redis:.* has "appendonly no": a batch is lost/);
    expect(stderr).toMatch(/warning: redis:.* has "maxmemory-policy allkeys-lru"/);
  });

  it('and lost a batch is told from one that never had it', async () => {
    const submitted = await batch([...SUBMIT, ...at], { cwd: here });
    const name = submitted.stdout.slice(0, 32);
    expect(name).toMatch(/^[0-9a-f]{32}$/);
    expect((await batch(['status', ...at], { cwd: here })).status).toBe(0);
    await server.restart(10);
    const lost = `has no batch ${name}, which was submitted from this folder: the server lost it`;
    for (const args of [
      ['status', ...at],
      ['status', name.slice(0, 6), ...at],
      ['work', '--until-done', '--workers', '1', ...at],
      ['work', name, '--until-done', ...at],
      ['collect', name, ...at],
      ['cancel', name, ...at],
    ]) {
      const { status, stderr } = await batch(args, { cwd: here });
      expect(stderr, args.join(' ')).toContain(lost);
      expect(status, args.join(' ')).toBe(2);
    }
    // Nothing is known of it elsewhere, nor where it is forgotten.
    const elsewhere = join(folder, 'elsewhere');
    expect(await batch(['status', ...at], { cwd: elsewhere })).toMatchObject({ status: 0 });
    const forgotten = await batch(['cancel', name, '--purge', ...at], { cwd: here });
    expect(forgotten).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('forgotten here'),
    });
    expect((await batch(['status', ...at], { cwd: here })).status).toBe(0);
  });

  it('while a batch is submitted is told of, and not as a cancellation', async () => {
    const many = SUBMIT.with(3, '../many.jsonl');
    const asked = batch([...many, '--ahead', '5', ...at], { cwd: here });
    await untilSubmitting(server.url);
    await server.restart(10);
    const { status, stderr } = await asked;
    expect(status).toBe(2);
    expect(stderr).toContain('which is being submitted: the server lost its data');
    expect(stderr).not.toContain('cancel');
  });
});

/** Until a batch is open that waits for workers. */
async function untilSubmitting(url: string): Promise<void> {
  const site = await openSite({ url });
  while ((await site.store.notes.list('open/')).length === 0) await sleep(20);
  await sleep(500);
  await site.close();
}

describe.skipIf(!redis)('a Redis that keeps', { timeout: LIMIT_MS }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('redis');
  }, LIMIT_MS);
  afterAll(() => server?.stop(), LIMIT_MS);

  it('is no warning, and a submission that is interrupted says that, and goes on', async () => {
    const many = ['submit', 'cell.yaml', '--edges', 'many.jsonl', '--chunk', '10', '--ahead', '5'];
    let isKilled = false;
    const told = (text: string, kill: () => void) => {
      if (isKilled || !text.includes('batch ')) return;
      isKilled = true;
      setTimeout(kill, 1000);
    };
    const { status, stdout, stderr } = await batch([...many, '--url', server.url], { told });
    expect(status).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/cancel|warning/);
    expect(stderr).toContain('interrupted: the same command goes on there');
    const name = /batch ([0-9a-f]{32})/.exec(stderr)![1];
    const found = await batch(['status', name, '--url', server.url]);
    expect(found.stdout).toContain(`${name}: submitting`);
    expect(found.stdout).not.toContain('cancel');
    expect(found.status).toBe(3);
  });
});

const postgres = findServer('postgres') !== null;
if (!postgres) console.warn('skipped: PostgreSQL that is starting, which is not installed');

describe.skipIf(!postgres)('a PostgreSQL that is starting', { timeout: LIMIT_MS }, () => {
  let server: TestServer;
  const sockets = new Set<Socket>();
  let closeDoor = () => {};
  beforeAll(async () => {
    server = await startServer('postgres');
  }, LIMIT_MS);
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    closeDoor();
  });
  afterAll(() => server?.stop(), LIMIT_MS);

  /** What it says to everybody until it answers, as it does while it reads its log: the first so many connections. */
  async function startingFor(connections: number): Promise<string> {
    const url = new URL(server.url);
    const behindIt = Number(url.port);
    let count = 0;
    const door = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      if (count++ >= connections) {
        const behind = connect(behindIt, '127.0.0.1');
        sockets.add(behind.on('error', () => {}));
        socket.pipe(behind).pipe(socket);
        return;
      }
      socket.once('data', () => {
        const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
        const head = Buffer.from([0x45, 0, 0, 0, fields.length + 4]);
        socket.end(Buffer.concat([head, Buffer.from(fields)]));
      });
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    closeDoor = () => door.close();
    url.port = `${(door.address() as { port: number }).port}`;
    return url.href;
  }

  it('is waited for, which is said once', async () => {
    const url = await startingFor(3);
    const asked = ['submit', 'cell.yaml', '--edges', 'edges.jsonl', '--chunk', '10', '--url', url];
    const { status, stdout, stderr } = await batch(asked);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('60 edges in 6 chunks');
    expect(stderr.match(/is starting: it is asked again for 60 s/g)).toHaveLength(1);
    expect(stderr).toContain('the database system is starting up');
    expect(stderr).not.toContain('secret');
  });
});

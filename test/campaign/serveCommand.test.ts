/** `surepath serve` as a process: what it prints, what it answers, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { TINY } from '../../experiments/speed/gate/tiny.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { send } from '../helpers/serve/gates.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const { run, file, folder } = cliFolder();
for (const [name, text] of Object.entries(TINY.files as Record<string, string>)) file(name, text);

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], { cwd: folder });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  return { child, said, ended: once(child, 'exit') as Promise<[number | null]> };
}

/** Waits for what it prints. */
async function until(said: { stdout: string; stderr: string }, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(said.stdout);
    if (found) return found[1];
    if (said.stderr !== '') throw new Error(said.stderr);
    await new Promise((next) => setTimeout(next, 20));
  }
}

describe('surepath serve', () => {
  it('says where it is, answers about its cell, and ends when it is told to', async () => {
    const { child, said, ended } = start('cell.yaml', '--workers', '1', '--clearance', '0.01');
    const url = await until(said, /^gate: (http:\/\/127\.0\.0\.1:\d+) \(Ctrl-C ends it\)\n/);
    const { json } = await send(`${url}/v1/state`, { body: '{"q":[0,0,0]}' });
    expect(json).toMatchObject({ cell: 'cell-1', version: 1, verdict: 'free' });
    expect((await send(`${url}/v1/info`)).json.clearance).toBe(0.01);
    const late = send(`${url}/v1/plan`, {
      body: JSON.stringify({ from: [0, 0, 0], to: [[1, 1, 1]], seed: 1 }),
    });
    await new Promise((next) => setTimeout(next, 30));
    child.kill('SIGINT');
    expect((await late).json.verdict).toBe('free');
    expect(await ended).toEqual([0, null]);
    expect(said.stderr).toBe('');
  });

  it('--stdio answers line by line and writes nothing else', async () => {
    const { child, said, ended } = start('cell.yaml', '--stdio', '--workers', '1');
    const ask = (id: number, method: string, params: object) =>
      child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    ask(1, 'state', { q: [0, 0, 0] });
    ask(2, 'motion', {
      waypoints: [
        [0, 0, 0],
        [0.1, 0.1, 0.1],
      ],
    });
    child.stdin!.end();
    expect(await ended).toEqual([0, null]);
    const answers = said.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      // How far they are, if the machine is slow.
      .filter(({ method }) => method !== 'progress');
    expect(answers.map(({ id, result }) => [id, result.verdict]).sort()).toEqual([
      [1, 'free'],
      [2, 'free'],
    ]);
  });

  it('makes a token beyond this machine, and prints it', async () => {
    const { said } = start('--host', '0.0.0.0', '--workers', '1');
    const token = await until(said, /\ntoken: (\w{48})\n/);
    const url = await until(said, /^gate: (\S+)/);
    expect((await send(`${url}/v1/cells`)).status).toBe(401);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await send(`${url}/v1/cells`, { headers })).json).toMatchObject({ cells: [] });
  });

  it('says what is wrong with a cell, before it serves', async () => {
    const { said, ended } = start('none.yaml', '--workers', '1');
    expect(await ended).toEqual([2, null]);
    expect(said).toMatchObject({ stdout: '', stderr: expect.stringMatching(/none\.yaml/) });
    // Both are found before the command has begun to wait.
    const early = [['nowhere/cell.yaml'], ['--max-body', '4', '--max-body-total', '7']];
    for (const args of early) expect(await start(...args).ended, args[0]).toEqual([2, null]);
  });

  it('has the limits that it is told', async () => {
    const limits = ['--max-per-peer', '1', '--max-strangers', '2', '--socket-idle', '0.2'];
    const bytes = ['--max-body', '1', '--max-body-total', '2'];
    const { said } = start('cell.yaml', '--workers', '1', ...limits, ...bytes);
    const url = await until(said, /^gate: (\S+)/);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    const closed = once(socket, 'close');
    await once(socket, 'open');
    const full = await send(`${url}/v1/cells`);
    expect(full.json).toMatchObject({ status: 503, fault: { code: 'gate/connections-peer' } });
    expect(await closed).toMatchObject([1001, expect.anything()]);
    const large = await send(`${url}/v1/cells`, { body: ' '.repeat(2 ** 20 + 1) });
    expect(large.status).toBe(413);
  });

  it('is strict about its arguments', () => {
    const wrong = [
      ['cell.yaml', 'other.yaml'],
      ['--port', '70000'],
      ['--port', '1.5'],
      ['--workers', '0'],
      ['--host', ''],
      ['--clearance', '0.1'],
      ['--stdio', '--port', '1'],
      ['--token', 'short'],
      ['--max-body', '0'],
      ['--max-body-total', '1'],
      ['--max-per-peer=-1'],
      ['--max-strangers', '0'],
      ['--socket-idle', '0'],
      ['--max-time', 'x'],
      ['--packages', 'x', 'cell.yaml'],
    ];
    for (const args of wrong) {
      const { status, stderr } = run('serve', ...args);
      expect([status, stderr], args.join(' ')).toEqual([2, expect.stringMatching(/^surepath: /)]);
    }
    expect(run('serve', '--help').stdout).toMatch(/POST \/v1\/METHOD/);
    expect(run('--help').stdout).toMatch(/ serve {2,}/);
  });
});

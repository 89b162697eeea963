/**
 * A gate that is killed and started again at the same address has the same names for other cells. Clients that go on get an
 * error: TypeScript over HTTP, Python over HTTP, and requests without a client that name the run or pin a version.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { CODES, connect, type GateClient } from '../../src/client/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { PYTHON } from '../helpers/client/python.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const HELPER = fileURLToPath(new URL('../helpers/client/pythonGate.py', import.meta.url));
const PYTHON_FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url));
const cli = cliFolder();
for (const [name, text] of planarArm()) cli.file(name, text);

const processes: ChildProcess[] = [];
afterAll(() => {
  for (const each of processes) each.kill('SIGKILL');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function gateAt(port: number): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--workers', '2'];
  const gate = spawn(process.execPath, [MAIN, 'serve', `${cli.folder}/cell.yaml`, ...options], {
    stdio: 'ignore',
  });
  processes.push(gate);
  for (let i = 0; i < 600; i++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return gate;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('the gate does not start');
}

/** A Python client that does one line of JSON after the other. */
function pythonAt(port: number) {
  const child = spawn(PYTHON!, [HELPER, JSON.stringify(['http', `http://127.0.0.1:${port}`])], {
    env: { ...process.env, PYTHONPATH: PYTHON_FOLDER },
  });
  processes.push(child);
  const lines: string[] = [];
  let rest = '';
  child.stdout.on('data', (bytes) => {
    const parts = (rest + bytes).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
    child.emit('line');
  });
  return async (call: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ call, params })}\n`);
    while (lines.length === 0) await once(child, 'line');
    return JSON.parse(lines.shift()!);
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ code }) => code,
  );

describe('a gate that is killed and started again', () => {
  it('refuses clients that go on as if nothing had happened', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const first = await gateAt(port);
    const client: GateClient = await connect(url);
    const python = pythonAt(port);
    const free = {
      waypoints: [
        [0.1, 0],
        [0.9, 0],
      ],
    };
    const pose = { xyz: [9, 9, 0] };
    const edits = [{ kind: 'move-obstacle' as const, obstacle: 'wall', pose }];
    const { cell, gate, version } = await client.edit({ edits });
    expect((await client.motion(free)).verdict).toBe('free');
    expect((await python('motion', free)).result).toMatchObject({ verdict: 'free', gate });

    first.kill('SIGKILL');
    await once(first, 'exit');
    await gateAt(port);

    // The wall stands where it stood at first, under the same name of the cell.
    for (const params of [
      free,
      { ...free, cell },
      { ...free, cell, version },
      { ...free, version: 1 },
    ]) {
      expect(await codeOf(client.motion(params))).toBe(CODES.otherRun);
      expect((await python('motion', params)).error).toMatchObject({
        ...{ kind: 'OtherRun', code: CODES.otherRun },
        fault: { code: 'gate/other-run', hint: expect.stringContaining('open the cell again') },
      });
    }
    expect(await codeOf(client.edit({ edits }))).toBe(CODES.otherRun);
    expect(await codeOf(client.cells())).toBe(CODES.otherRun);
    const [outcome] = await client.batch([{ method: 'motion', params: free }]);
    expect(outcome.error?.code).toBe(CODES.otherRun);

    const bare = async (params: object) => {
      const body = JSON.stringify(params);
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/v1/motion`, { method: 'POST', headers, body });
      return { status: response.status, ...((await response.json()) as object) };
    };
    expect(await bare({ ...free, gate })).toMatchObject({ status: 409, code: CODES.otherRun });
    expect(await bare({ ...free, version: 1 })).toMatchObject({
      ...{ status: 400, code: CODES.invalidParams },
      fault: { code: 'gate/run-missing' },
    });
    expect(await bare(free)).toMatchObject({ verdict: 'colliding', cell, version: 1 });

    const again = await connect(url);
    expect((await again.motion(free)).verdict).toBe('colliding');
    expect(again.gate).not.toBe(gate);
    client.end();
    again.end();
  }, 120_000);
});

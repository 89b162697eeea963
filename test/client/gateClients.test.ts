/**
 * Clients against the real gate: TypeScript over HTTP and WebSocket, Python over HTTP and over standard input and output. All
 * are asked the same, and answer the same: what the jobs answer.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CODES,
  connect,
  type GateCallError,
  type GateClient,
  type Progress,
} from '../../src/client/index.ts';
import { checkConfigurations, openCell } from '../../src/jobs/index.ts';
import { type RunningGate, startGate } from '../../src/serve/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { PYTHON } from '../helpers/client/python.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const HELPER = fileURLToPath(new URL('../helpers/client/pythonGate.py', import.meta.url));
const PYTHON_FOLDER = fileURLToPath(new URL('../../clients/python', import.meta.url));
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const cli = cliFolder();
for (const [name, text] of planarArm()) cli.file(name, text);

const TOKEN = 'a-token-of-tests';
let gate: RunningGate;
const clients = new Map<string, GateClient>();

beforeAll(async () => {
  const cell = { file: 'cell.yaml' };
  gate = await startGate({ folders: [cli.folder], cell, workers: 2, token: TOKEN });
  clients.set('http', await connect(gate.url, { token: TOKEN }));
  clients.set('ws', await connect(gate.url.replace('http', 'ws'), { token: TOKEN }));
}, 120_000);

afterAll(async () => {
  for (const client of clients.values()) client.end();
  await gate.close();
});

/** What the jobs say of a state. */
const open = (() => {
  const encoder = new TextEncoder();
  const files = new Map(planarArm().map(([name, text]) => [name, encoder.encode(text)]));
  return openCell({ file: 'cell.yaml', files });
})();
const collides = (q: readonly number[]) =>
  checkConfigurations(open, { configurations: [Float64Array.from(q)] }).results[0].colliding;

const FREE = [-1, 0];
const HIT = [0.2, 0];
const AROUND = [
  [-1, 0],
  [-0.5, 0.2],
];
const THROUGH = [
  [-1, 0],
  [1, 0],
];

async function errorOf(promise: Promise<unknown>): Promise<GateCallError> {
  return promise.then(
    () => expect.fail('it was answered'),
    (error) => error,
  );
}

describe.each(['http', 'ws'])('TypeScript over %s', (kind) => {
  const client = () => clients.get(kind)!;

  it('asks about states and motions', async () => {
    for (const q of [FREE, HIT]) {
      const { verdict, version, pair } = await client().state({ q });
      expect(verdict).toBe(collides(q) ? 'colliding' : 'free');
      expect(version).toBeGreaterThan(0);
      if (collides(q)) expect([...pair!].sort()).toEqual(['link2', 'wall']);
    }
    expect((await client().motion({ waypoints: AROUND })).verdict).toBe('free');
    const through = await client().motion({ waypoints: THROUGH, firstContact: true });
    expect(through).toMatchObject({ verdict: 'colliding', segment: 0 });
    const byName = await client().motion({ waypoints: [{ joint1: -1, joint2: 0 }, AROUND[1]] });
    expect(byName.verdict).toBe('free');
    const nothing = await client().motion({ waypoints: AROUND }, { budget_ms: 0 });
    expect(nothing.verdict).toBe('undecided');
  });

  it('edits, with versions', async () => {
    const { cell } = await client().open({ file: 'cell.yaml' });
    const { version } = await client().edit({
      cell,
      version: 1,
      edits: [{ kind: 'remove-obstacle', obstacle: 'wall' }, ...box('crate', [0, -2, 0])],
    });
    expect(version).toBe(2);
    expect((await client().state({ cell, q: HIT })).verdict).toBe('free');
    const late = await errorOf(client().edit({ cell, version: 1, edits: box('b', [5, 5, 0]) }));
    expect(late).toMatchObject({ code: CODES.versionConflict, current: 2 });
    const { cells } = await client().cells();
    expect(cells.find((each) => each.cell === cell)).toMatchObject({ version: 2 });
    await client().close({ cell });
    expect((await errorOf(client().state({ cell, q: HIT }))).code).toBe(CODES.unknownCell);
  });

  it('plans, certifies and verifies', async () => {
    const phases = new Set<string>();
    const goal = { from: FREE, to: [[-1, 1]] };
    const onProgress = ({ phase }: Progress) => phases.add(phase);
    const planned = await client().plan(goal, { onProgress });
    expect(planned.verdict).toBe('free');
    // How often is told depends on how long it takes.
    expect(['planning', 'checking', 'smoothing']).toEqual(expect.arrayContaining([...phases]));
    const { text, written } = await client().certificate({ waypoints: planned.waypoints! });
    expect(written).toBe(true);
    expect(await client().verify({ certificate: text! })).toMatchObject({ verified: true });
  });

  it('is told what is wrong', async () => {
    const wrong = await errorOf(client().state({ q: [0, Number.NaN] }));
    expect(wrong.code).toBe(CODES.invalidParams);
    expect(wrong.fault?.place).toBe('/q/1');
    const unknown = await errorOf(client().state({ q: { jiont1: 0 } }));
    expect(unknown.fault?.hint).toContain('joint1');
  });

  it('answers batches', async () => {
    const [a, b, c] = await client().batch([
      { method: 'state', params: { q: FREE } },
      { method: 'state', params: { cell: 'nobody', q: FREE } },
      { method: 'motion', params: { waypoints: THROUGH } },
    ]);
    expect(a.result?.verdict).toBe('free');
    expect(b.error?.code).toBe(CODES.unknownCell);
    expect(c.result?.verdict).toBe('colliding');
  });

  it('does not come in without the token', async () => {
    const url = kind === 'http' ? gate.url : gate.url.replace('http', 'ws');
    const stranger = async () => (await connect(url, { token: 'another-token' })).cells();
    const { code } = await errorOf(stranger());
    expect(code).toBe(kind === 'http' ? CODES.notAllowed : CODES.unreachable);
  });
});

function box(name: string, xyz: number[]) {
  const shape = { kind: 'box' as const, size: [0.2, 0.2, 0.2] };
  return [{ kind: 'add-obstacle' as const, name, shape, pose: { xyz } }];
}

describe.skipIf(!PYTHON).each(['http', 'stdio'])('Python over %s', (kind) => {
  it('answers as the others do', async () => {
    const how =
      kind === 'http'
        ? ['http', gate.url, TOKEN]
        : [
            'stdio',
            [process.execPath, MAIN, 'serve', 'cell.yaml', '--stdio', '--workers', '2'],
            cli.folder,
          ];
    const asked = [
      { call: 'state', params: { q: FREE } },
      { call: 'state', params: { q: HIT } },
      { call: 'motion', params: { waypoints: AROUND } },
      { call: 'motion', params: { waypoints: THROUGH } },
      { call: 'motion', params: { waypoints: AROUND, budget_ms: 0 } },
      { call: 'plan', params: { from: FREE, to: [[-1, 1]] }, progress: true },
      { call: 'state', params: { q: [0] } },
      { call: 'state', params: { q: FREE, version: 77 } },
      {
        batch: [
          ['state', { q: FREE }],
          ['nothing', {}],
          ['motion', { waypoints: THROUGH }],
        ],
      },
      { call: 'vector', params: { q: FREE } },
    ];
    const input = asked.map((each) => `${JSON.stringify(each)}\n`).join('');
    const env = { ...process.env, PYTHONPATH: PYTHON_FOLDER, PYTHONDONTWRITEBYTECODE: '1' };
    // The gate over HTTP lives in this process: it must be able to answer meanwhile.
    const { stdout, stderr } = await ran(PYTHON!, [HELPER, JSON.stringify(how)], { input, env });
    expect(stderr).toBe('');
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [free, hit, around, through, nothing, plan, wrong, version, { batch }, vector] = answers;
    expect(free.result.verdict).toBe('free');
    expect(hit.result.verdict).toBe('colliding');
    expect(around.result.verdict).toBe('free');
    expect(through.result).toMatchObject({ verdict: 'colliding', segment: 0 });
    expect(nothing.result.verdict).toBe('undecided');
    expect(plan.result.verdict).toBe('free');
    expect(plan.progress).toBeGreaterThanOrEqual(0);
    expect(wrong.error.kind).toBe('GateError');
    expect(version.error).toMatchObject({ kind: 'VersionConflict', code: CODES.versionConflict });
    expect(batch[0].result.verdict).toBe('free');
    expect(batch[1].error.code).toBe(CODES.unknownMethod);
    expect(batch[2].result.verdict).toBe('colliding');
    const same = await clients.get('http')!.vector({ q: FREE });
    expect(vector.result.vectors).toEqual(same.vectors);
  });
});

async function ran(
  program: string,
  args: readonly string[],
  { input, env }: { readonly input: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const child = spawn(program, args, { env });
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    texts.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.stderr += chunk;
  });
  child.stdin.end(input);
  await new Promise((resolve) => child.once('close', resolve));
  return texts;
}

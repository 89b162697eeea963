/** The whole gate on real cells: answers are those of the command line, files stay in their folder, nothing is lost. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TINY } from '../../experiments/speed/gate/tiny.ts';
import { faultIn, METHODS } from '../../src/gate/index.ts';
import { expiredResult } from '../../src/serve/expired.ts';
import { type RunningGate, startGate } from '../../src/serve/index.ts';
import { pathThrough, TWO_ARMS } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { gatesOfTest, post } from '../helpers/serve/gates.ts';

const { real } = gatesOfTest();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surepath-gate-')));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a gate with a cell', () => {
  let gate: RunningGate;
  beforeAll(async () => {
    gate = await startGate({
      ...{ workers: 2, folders: [dirname(TWO_ARMS)], cell: { file: 'cell.yaml' } },
    });
  });
  afterAll(() => gate.close());

  it('answers motions as surepath check does', async () => {
    const path = pathThrough(TWO_ARMS, 'home', 'ready', 'weld_1');
    writeFileSync(join(folder, 'path.json'), JSON.stringify(path));
    const { stdout } = runInside(folder, 'check', TWO_ARMS, 'path.json', '--json');
    const cli = JSON.parse(stdout);
    const { json } = await post(gate, 'motion', { file: { contents: JSON.stringify(path) } });
    for (const key of ['verdict', 'segment', 'pair', 'assumptions', 'limits', 'clearance']) {
      expect(json[key], key).toEqual(cli[key]);
    }
    const same = await post(gate, 'motion', { waypoints: path.waypoints });
    expect(same.json.verdict).toBe(cli.verdict);
  });

  it('changes its cell for all workers, and answers name the version', async () => {
    const { joints } = (await post(gate, 'info', {})).json.degreesOfFreedom
      ? { joints: gate.opened!.joints }
      : { joints: [] };
    const q = joints.map(() => 0);
    const before = (await post(gate, 'state', { q })).json;
    const first = { gate: gate.gate, version: 1 };
    expect(before).toMatchObject({ version: 1 });
    const shape = { kind: 'box', size: [6, 6, 3] };
    const edits = [{ kind: 'add-obstacle', name: 'block', shape, pose: { xyz: [0, 0, 1.6] } }];
    expect((await post(gate, 'edit', { edits, ...first })).json).toMatchObject({ version: 2 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(gate, 'state', { q })));
    for (const { json } of answers) {
      expect(json).toMatchObject({ version: 2, verdict: 'colliding' });
      expect(json.pair).toContain('block');
    }
    expect((await post(gate, 'edit', { edits, ...first })).json).toMatchObject({
      ...{ status: 409, code: -32002, fault: { current: 2 } },
    });
    expect((await post(gate, 'state', { q, ...first })).json.verdict).toBe(before.verdict);
    const away = [{ kind: 'remove-obstacle', obstacle: 'block' }];
    expect((await post(gate, 'edit', { edits: away })).json).toMatchObject({ version: 3 });
    expect((await post(gate, 'state', { q })).json).toMatchObject({
      ...{ version: 3, verdict: before.verdict },
    });
  });

  it('answers undecided, not free, when the time is over', async () => {
    const { waypoints } = pathThrough(TWO_ARMS, 'home', 'ready');
    const { json } = await post(gate, 'motion', { waypoints, budget_ms: 0 });
    expect(json).toMatchObject({ verdict: 'undecided', cell: 'cell-1' });
    const plan = { from: 'home', to: ['weld_1'], budget_ms: 1 };
    expect((await post(gate, 'plan', plan)).json.verdict).not.toBe('free');
  });

  it('goes on when its workers end, with all that was changed', async () => {
    const q = gate.opened!.joints.map(() => 0);
    const before = (await post(gate, 'state', { q })).json;
    for (let worker = 0; worker < 2; worker++) await gate.kill(worker);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(gate, 'state', { q })));
    for (const { json } of answers) expect(json).toEqual(before);
  });
});

describe('files of a gate', () => {
  mkdirSync(join(folder, 'served'));
  const files = TINY.files as Record<string, string>;
  writeFileSync(join(folder, 'served/cell.yaml'), files['cell.yaml']);
  writeFileSync(join(folder, 'served/arm.urdf'), files['arm.urdf']);
  writeFileSync(join(folder, 'outside.yaml'), files['cell.yaml']);
  writeFileSync(join(folder, 'outside.urdf'), files['arm.urdf']);
  writeFileSync(
    join(folder, 'served/leaves.yaml'),
    files['cell.yaml'].replace('arm.urdf', '../outside.urdf'),
  );
  symlinkSync(join(folder, 'outside.urdf'), join(folder, 'served/link.urdf'));
  writeFileSync(
    join(folder, 'served/links.yaml'),
    files['cell.yaml'].replace('arm.urdf', 'link.urdf'),
  );

  it('are those in its folder, and nothing else', async () => {
    const gate = await real({ folders: [join(folder, 'served')] });
    expect((await post(gate, 'open', { file: 'cell.yaml' })).status).toBe(200);
    const outside = [
      ...['../outside.yaml', join(folder, 'outside.yaml'), '/etc/passwd', 'leaves.yaml'],
      ...['links.yaml', 'served/../../outside.yaml', '.'],
    ];
    for (const file of outside) {
      const { status, text } = await post(gate, 'open', { file });
      expect(status, file).toBe(422);
      expect(text).not.toMatch(/<robot|root:/);
    }
    const packages = { kit: folder };
    const urdf =
      '<robot name="r"><link name="a"><collision><geometry><mesh filename="package://kit/outside.urdf"/></geometry></collision></link></robot>';
    const brought = { file: 'a.urdf', files: { 'a.urdf': urdf }, packages };
    expect((await post(gate, 'open', brought)).json.fault.code).not.toMatch(/stl|obj/);
    expect((await post(gate, 'cells', {})).json.cells).toHaveLength(1);
  });

  it('are brought by who asks, where there is no folder', async () => {
    const gate = await real({});
    expect((await post(gate, 'open', { file: 'cell.yaml' })).status).toBe(422);
    expect((await post(gate, 'open', TINY)).json).toMatchObject({ cell: expect.any(String) });
    expect((await post(gate, 'state', { q: [0, 0, 0] })).json).toMatchObject({ code: -32001 });
  });

  it('are named where the first cell cannot be opened', async () => {
    const folders = [join(folder, 'served')];
    await expect(real({ folders, cell: { file: 'none.yaml' } })).rejects.toThrow(/none.yaml/);
    await expect(real({ folders: [join(folder, 'none')] })).rejects.toThrow(/no such folder/);
  });
});

describe('what is answered when the time is over before anybody looked', () => {
  const name = { gate: 'run', cell: 'c', version: 3, digest: 'd'.repeat(64) };
  const about = { ...name, facts: { joints: ['a'], clearance: 0.01, assumptions: ['x'] } };

  it.each(['state', 'vector', 'live', 'motion', 'plan', 'certificate', 'verify'] as const)(
    '%s: is a result of its kind, and never free',
    (method) => {
      const result = JSON.parse(expiredResult(method, about).text);
      expect(faultIn(METHODS[method].result, result)).toBeNull();
      expect(JSON.stringify(result)).not.toMatch(/"free"|"verified":true|"written":true/);
      expect(result).toMatchObject(name);
    },
  );

  it.each(['open', 'edit', 'info'] as const)('%s: is that nothing was done', (method) => {
    expect(() => expiredResult(method, about)).toThrow(/time of the request was over/);
  });
});

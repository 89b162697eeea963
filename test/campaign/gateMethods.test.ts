/** The gate's answers are those of the command line, for the same cells, motions and settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/gate/index.ts';
import { PLANNER_NAMES } from '../../src/plan/index.ts';
import { cliFolder, pathThrough } from '../helpers/cli/runCli.ts';
import { LocalGate } from '../helpers/gate/local.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const { run, file } = cliFolder();
const cli = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);

/** Without what depends on the machine: times, and how the cell is called. */
function plain(value: unknown): unknown {
  const drop = /milliseconds|phases|^gate$|^cell$|^version$|^digest$|^file$/i;
  return JSON.parse(JSON.stringify(value, (key, each) => (drop.test(key) ? undefined : each)));
}

const gates = new Map<string, { gate: LocalGate; cell: string }>();
/** A cell of ours, open at a gate that serves the folder of all. */
function opened(name: string) {
  const known = gates.get(name);
  if (known) return known;
  const gate = new LocalGate(CELLS);
  const { cell } = gate.call('open', { file: `${name}/cell.yaml` });
  gates.set(name, { gate, cell });
  return { gate, cell };
}
const cellFile = (name: string) => join(CELLS, name, 'cell.yaml');
const pathOf = (name: string, path: string) => join(CELLS, name, 'paths', path);
const read = (path: string) => readFileSync(path, 'utf8');

describe.each(['cage-irb2400', 'welding-arm', 'maze', 'car-between'])('in %s', (name) => {
  it.each(['free.json', 'colliding.json'])('the verdict about %s is that of check', (path) => {
    const { gate, cell } = opened(name);
    const text = read(pathOf(name, path));
    const options = { all: true, firstContact: true, clearances: true };
    const args = ['--all', '--first-contact', '--clearances'];
    const answer = gate.call('motion', { cell, file: { name: path, contents: text }, ...options });
    const { certifiedClearance, ...same } = answer;
    expect(plain(same)).toEqual(plain(cli('check', cellFile(name), pathOf(name, path), ...args)));
    const lowers = answer.clearances!.map(({ lower }) => lower);
    expect(certifiedClearance).toBe(Math.min(...lowers, answer.otherClearance ?? Infinity));
    // The same motion as numbers, on a desk that has answered before.
    const { waypoints } = JSON.parse(text);
    const once = plain(gate.call('motion', { cell, waypoints }));
    expect(once).toEqual(plain(cli('check', cellFile(name), pathOf(name, path))));
    expect(plain(gate.call('motion', { cell, waypoints }))).toEqual(once);
  });

  it('states are those of check --configurations', () => {
    const { gate, cell } = opened(name);
    const { joints, waypoints } = JSON.parse(read(pathOf(name, 'colliding.json')));
    const first: number[] = waypoints[0];
    const last: number[] = waypoints[waypoints.length - 1];
    const at = (t: number) => first.map((x, d) => x + t * (last[d] - x));
    const configurations = [0, 0.3, 0.5, 0.6, 1, 0.5].map(at);
    file('configurations.json', { joints, configurations });
    const { results } = cli('check', cellFile(name), '--configurations', 'configurations.json');
    configurations.forEach((q, i) => {
      const {
        verdict,
        assumptions: _,
        ...answer
      } = gate.call('state', { cell, q }) as never as Record<string, unknown>;
      const { colliding, beyondLimits: _limits, ...expected } = results[i];
      // With several pairs that collide, a list of configurations begins with the last of them.
      if (!colliding) expect(plain(answer)).toEqual(plain(expected));
      expect(verdict).toBe(colliding ? 'colliding' : expected.tooClose ? 'too-close' : 'free');
    });
  });
});

/** The command line keeps some room of its own accord, a gate what its cell asks for. */
const AS_THE_CELL_ASKS = ['--clearance', '0'];

describe('a gate', () => {
  it('tells of a cell what info tells', () => {
    const { gate, cell } = opened('two-arms');
    const { model, attached, state, clearance, ...answer } = gate.call('info', { cell });
    const { bodies, ...expected } = cli('info', cellFile('two-arms'));
    const { bodies: told, ...same } = answer;
    expect(plain(same)).toEqual(plain(expected));
    const fields = Object.keys(told[0]);
    for (const [i, body] of bodies.entries()) {
      expect(told[i]).toEqual(Object.fromEntries(fields.map((key) => [key, body[key]])));
    }
    expect({ attached, clearance }).toEqual({ attached: [], clearance: 0 });
    expect(model).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.keys(state)).toEqual([]);
  });

  it('plans what plan plans: states in words, values by name, seeds', () => {
    const { gate, cell } = opened('two-arms');
    const settings = [
      '--iterations',
      '20000',
      '--seed',
      '3',
      '--smooth',
      '--planner',
      'rrt-connect',
      ...AS_THE_CELL_ASKS,
    ];
    const expected = cli(
      'plan',
      cellFile('two-arms'),
      '--from',
      'home',
      '--to',
      'weld_1',
      ...settings,
    );
    const asked = { cell, iterations: 20000, seed: 3, smooth: true };
    const answer = gate.call('plan', { ...asked, from: 'home', to: ['weld_1'] });
    expect(plain(answer)).toEqual(plain(expected));
    expect(answer.verdict).toBe('free');
    const goal = answer.waypoints![answer.waypoints!.length - 1];
    const byName = Object.fromEntries(answer.joints.map((joint, d) => [joint, goal[d]]));
    const again = gate.call('plan', { ...asked, from: answer.from, to: [byName] });
    expect(again.waypoints).toEqual(answer.waypoints);
  });

  it('plans to poses as plan does', () => {
    const { gate, cell } = opened('cage');
    const { joints, waypoints } = pathThrough(cellFile('cage'), 'home');
    const from = Object.fromEntries(joints.map((joint, d) => [joint, waypoints[0][d]]));
    const settings = ['--iterations', '20000', '--planner', 'rrt-connect', ...AS_THE_CELL_ASKS];
    const pose = 'arm/torch=0.9,0.2,1.2';
    const expected = cli(
      'plan',
      cellFile('cage'),
      '--from',
      'home',
      '--to-pose',
      pose,
      ...settings,
    );
    const { goalName: _, ...answer } = gate.call('plan', {
      ...{ cell, from, iterations: 20000 },
      toPose: [{ link: 'arm/torch', xyz: [0.9, 0.2, 1.2] }],
    });
    const { goalName: _name, ...same } = expected;
    expect(plain(answer)).toEqual(plain(same));
  });

  it('certifies and verifies', () => {
    const { gate, cell } = opened('welding-arm');
    const contents = read(pathOf('welding-arm', 'free.json'));
    const made = gate.call('certificate', { cell, file: { contents } });
    expect(made).toMatchObject({ written: true, verdict: 'free', version: 1 });
    file('own.cert', made.text!);
    const name = pathOf('welding-arm', 'free.json');
    const named = { name, contents };
    const verified = gate.call('verify', { cell, certificate: made.text!, file: named });
    const expected = cli(
      'verify',
      'own.cert',
      cellFile('welding-arm'),
      '--path',
      pathOf('welding-arm', 'free.json'),
    );
    expect(plain(verified)).toEqual(plain(expected));
    expect(verified.verified).toBe(true);
    const other = read(pathOf('welding-arm', 'colliding.json'));
    const wrong = gate.call('verify', { cell, certificate: made.text!, file: { contents: other } });
    expect(wrong).toMatchObject({ verified: false, reason: { code: 'path' } });
    const none = gate.call('certificate', { cell, file: { contents: other } });
    expect(none).toMatchObject({ written: false, verdict: 'colliding' });
  });

  it('knows all planners', () => {
    const { properties } = METHODS.plan.params.body as {
      properties: { planner: { enum: string[] } };
    };
    expect([...properties.planner.enum].sort()).toEqual([...PLANNER_NAMES].sort());
  });
});

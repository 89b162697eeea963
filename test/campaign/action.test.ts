/** action.yml, by running its steps as a runner does: with what it puts into variables and files, and nothing else. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'surepath-action-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly default?: string; readonly required?: boolean }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

const path = (name: string) => join(folder, name);

/** An npm that installs what is built here, and writes down what it was asked. */
function fakeNpm(): void {
  const script = `#!/usr/bin/env bash
echo "npm $*" >> "${path('npm.txt')}"
if [ "$1" = pack ]; then echo surepath-0.0.0.tgz; fi
if [ "$1 $2" = "install --global" ]; then
  mkdir -p "$4/bin"
  printf '#!/usr/bin/env bash\\nexec "${process.execPath}" "${join(ROOT, 'dist/cli/main.js')}" "$@"\\n' > "$4/bin/surepath"
  chmod +x "$4/bin/surepath"
fi
`;
  mkdirSync(path('bin'));
  writeFileSync(path('bin/npm'), script);
  chmodSync(path('bin/npm'), 0o755);
}

/** Runs all steps until one fails. */
function act(inputs: Readonly<Record<string, string>>) {
  for (const name of ['path', 'output', 'summary']) writeFileSync(path(`${name}.txt`), '');
  const known: Record<string, string> = {
    'github.action_path': path('checkout'),
    'runner.temp': path('temp'),
  };
  for (const [name, { default: fallback = '' }] of Object.entries(ACTION.inputs)) {
    known[`inputs.${name}`] = inputs[name] ?? fallback;
  }
  const filled = (text: string) =>
    text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
      if (!(name in known)) throw new Error(`a runner does not know ${name}`);
      return known[name];
    });
  let search = `${path('bin')}:${process.env.PATH}`;
  for (const step of ACTION.runs.steps) {
    // What people give never becomes part of a script.
    expect(step.run).not.toContain('${{');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...{ PATH: search, HOME: folder, SUREPATH_CACHE: 'off' },
          ...{ GITHUB_PATH: path('path.txt'), GITHUB_OUTPUT: path('output.txt') },
          GITHUB_STEP_SUMMARY: path('summary.txt'),
          ...Object.fromEntries(
            Object.entries(step.env).map(([name, text]) => [name, filled(text)]),
          ),
        },
      },
    );
    const outputs = readFileSync(path('output.txt'), 'utf8');
    const summary = readFileSync(path('summary.txt'), 'utf8');
    if (status !== 0) return { status, stdout, stderr, outputs, summary, step: step.name };
    search = `${readFileSync(path('path.txt'), 'utf8').trim()}:${search}`;
    if (step === ACTION.runs.steps.at(-1))
      return { status, stdout, stderr, outputs, summary, step: step.name };
  }
  throw new Error('there are no steps');
}

const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2.06, 0]}}]
allow: [[link0, link1], [link1, link2]]
`;

function program(name: string, ...waypoints: number[][]): void {
  const text = JSON.stringify({ joints: ['joint1', 'joint2'], waypoints });
  writeFileSync(path(`work/programs/${name}`), text);
}

fakeNpm();
mkdirSync(path('temp'));
mkdirSync(path('checkout'));
const ASKED = { programs: 'work/programs', certificates: 'work/proofs', options: '--workers 1' };

describe('action.yml', () => {
  beforeEach(() => {
    rmSync(path('work'), { recursive: true, force: true });
    rmSync(path('npm.txt'), { force: true });
    mkdirSync(path('work/programs'), { recursive: true });
    writeFileSync(path('work/arm.urdf'), armUrdf('arm', [1, 1, 1]));
    writeFileSync(path('work/cell.yaml'), CELL);
    program('in.json', [-1, 0], [-0.5, 0.2]);
  });

  it('is composite, and every step says its shell', () => {
    expect(ACTION.runs.using).toBe('composite');
    for (const { shell } of ACTION.runs.steps) expect(shell).toBe('bash');
    const required = Object.entries(ACTION.inputs).filter(([, { required: is }]) => is);
    expect(required.map(([name]) => name)).toEqual(['programs', 'certificates']);
  });

  it('proves without writing; writes; then frozen verifies', () => {
    const first = act(ASKED);
    expect(first).toMatchObject({ status: 0, step: 'Prove' });
    expect(first.outputs).toBe(
      `junit=${path('temp/surepath.xml')}\nsummary=${path('temp/surepath.md')}\nexit-code=0\n`,
    );
    expect(first.summary).toContain('in.json');
    expect(readFileSync(path('temp/surepath.xml'), 'utf8')).toMatch(/tests="1" failures="0"/);
    expect(existsSync(path('work/proofs/in.json.certificate.json'))).toBe(false);
    expect(act({ ...ASKED, mode: 'frozen' }).status).toBe(1);
    expect(act({ ...ASKED, mode: 'write' }).status).toBe(0);
    expect(existsSync(path('work/proofs/in.json.certificate.json'))).toBe(true);
    const last = act({
      ...ASKED,
      mode: 'frozen',
      cell: 'work/cell.yaml',
      options: '--limits --workers 1',
    });
    expect(last.status).toBe(0);
  });

  it('fails where a program collides, with its summary and outputs all the same', () => {
    program('out.json', [-1, 0], [1, 0.2]);
    const { status, outputs, summary } = act({ ...ASKED, package: 'surepath@0.1.0' });
    expect(status).toBe(1);
    expect(outputs).toContain('exit-code=1');
    expect(summary).toContain('out.json');
    expect(readFileSync(path('npm.txt'), 'utf8')).toContain('surepath@0.1.0');
  });

  it('builds the package from its own commit, and refuses a mode that there is not', () => {
    const { status, stdout } = act({ ...ASKED, mode: 'frosty' });
    expect(status).toBe(2);
    expect(stdout).toContain('::error::mode is write, no-write or frozen; found "frosty"');
    expect(
      readFileSync(path('npm.txt'), 'utf8')
        .split('\n')
        .map((line) => line.split(' ').slice(0, 2).join(' ')),
    ).toEqual(['npm ci', 'npm pack', 'npm install', '']);
  });
});

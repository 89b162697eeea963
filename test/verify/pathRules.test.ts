/**
 * How a path is read, by rule and by door: the table of docs/paths.md. For each rule there is a path that is another one under another
 * rule, and a certificate of one of them. No door takes the rule from the certificate, and each tells which one it followed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answersAbout } from '../../verify/answer.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { PYTHON } from '../helpers/client/python.ts';
import { LocalGate } from '../helpers/gate/local.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { run, file, read, folder } = cliFolder();

// ------------------------------------------------------------------------------------------- files

const link = (name: string, x: number) =>
  `<link name="${name}"><collision><origin xyz="${x} 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>`;
const turn = (name: string, parent: string, child: string) =>
  `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><axis xyz="0 0 1"/></joint>`;
file(
  'one.urdf',
  `<robot name="r"><link name="base"/>${link('tip', 1)}${turn('c', 'base', 'tip')}</robot>`,
);
file(
  'two.urdf',
  `<robot name="r"><link name="base"/>${link('tip', 1)}<link name="far"/>${turn('c', 'base', 'tip')}${turn('d', 'tip', 'far')}</robot>`,
);
const ball = (x: number) => ({
  name: 'ball',
  shape: { sphere: { radius: 0.1 } },
  pose: { xyz: [x, 0, 0] },
});
file('one.json', { surepath: 1, robots: [{ urdf: 'one.urdf' }], obstacles: [ball(1)] });
file('two.json', { surepath: 1, robots: [{ urdf: 'two.urdf' }], obstacles: [ball(1)] });
file(
  'car.urdf',
  `<robot name="car"><link name="rail"/><link name="car"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="car"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`,
);
const north = { name: 'north', urdf: 'car.urdf', base: { rpy: [0, 0, 1.5707963267948966] } };
file('cars.json', { surepath: 1, robots: [{ name: 'east', urdf: 'car.urdf' }, north] });

/** Paths, each with the rule by which its certificate was made. */
const PATHS = {
  wrap: { joints: ['c'], waypoints: [[3], [-3]] },
  interpolation: {
    joints: ['c'],
    waypoints: [[1], [1.2], [1.4]],
    times: [0, 1, 2],
    velocities: [[0], [0.5], [0]],
  },
  'joints not named': { joints: ['c'], waypoints: [[1], [2]] },
  blends: { joints: ['c'], waypoints: [[1], [2], [1.5]], times: [0, 1, 2], blend: 0.2 },
  delays: {
    tracks: [
      { robot: 'east', offset: 0, joints: ['slide'], waypoints: [[-1], [1]], times: [0, 4] },
      { robot: 'north', offset: 3, joints: ['slide'], waypoints: [[-1], [1]], times: [0, 4] },
    ],
  },
};
const CELLS = {
  wrap: 'one.json',
  interpolation: 'one.json',
  'joints not named': 'two.json',
  blends: 'one.json',
  delays: 'cars.json',
} as const;
/** Options that a certificate is made with; and others, under which it is about another path. */
const ASKED = {
  wrap: ['--wrap', 'short'],
  interpolation: [],
  'joints not named': ['--joints', 'd=0.25'],
  blends: [],
  delays: ['--delay', '2'],
} as const;
const OTHER = {
  wrap: [],
  interpolation: ['--interpolation', 'straight'],
  'joints not named': ['--joints', 'd=0.5'],
  blends: [],
  delays: ['--delay', '0.5'],
} as const;

type Rule = keyof typeof PATHS;
const RULES = ['wrap', 'interpolation', 'joints not named', 'delays', 'blends'] as const;
const DOORS = ['check', 'verify', 'recheck', 'check-all', 'gate', 'page', 'Python'] as const;
type Door = (typeof DOORS)[number];

const slug = (rule: Rule) => rule.replaceAll(' ', '-');
const pathOf = (rule: Rule) => `${slug(rule)}.path.json`;
const proofOf = (rule: Rule) => `${slug(rule)}.proof.json`;
/** The same path where another blend is meant: of blends the file is the rule. */
const otherPath = (rule: Rule) => (rule === 'blends' ? 'other.path.json' : pathOf(rule));
for (const rule of RULES) {
  file(pathOf(rule), PATHS[rule]);
  const made = run(
    ...['check', CELLS[rule], pathOf(rule), ...ASKED[rule], '--certificate', proofOf(rule)],
  );
  if (made.status !== 0) throw new Error(`${rule}: ${made.stdout}${made.stderr}`);
}
file('other.path.json', { ...PATHS.blends, blend: 0.1 });

const json = (...args: string[]) => {
  const { status, stdout, stderr } = run(...args, '--json');
  return { status, ...(stdout === '' ? {} : JSON.parse(stdout)), stderr };
};

// --------------------------------------------------------------------------------------------- doors

/** What an answer of the command says of the rule that it followed. */
const TOLD: Record<Rule, readonly [asked: object, other: object]> = {
  wrap: [{ wrap: 'short' }, { wrap: 'literal' }],
  interpolation: [{ interpolation: 'controller' }, { interpolation: 'straight' }],
  'joints not named': [{}, {}],
  blends: [{ interpolation: 'blend' }, { interpolation: 'blend' }],
  delays: [{ delays: { east: 2, north: 2 } }, { delays: { east: 0.5, north: 0.5 } }],
};
/** The same in `path` of who verifies. */
const READ: Record<Rule, readonly [asked: object, other: object]> = {
  ...TOLD,
  'joints not named': [
    { standing: [{ joint: 'd', value: 0.25, source: '--joints' }] },
    { standing: [{ joint: 'd', value: 0.5, source: '--joints' }] },
  ],
  blends: [
    { interpolation: 'blend', blend: 0.2 },
    { interpolation: 'blend', blend: 0.1 },
  ],
  delays: [2, 0.5].map((delay) => ({
    tracks: [
      { name: 'east', offset: 0, delay, interpolation: 'straight' },
      { name: 'north', offset: 3, delay, interpolation: 'straight' },
    ],
  })) as [object, object],
};

function check(rule: Rule): void {
  const [asked, other] = TOLD[rule];
  const first = json('check', CELLS[rule], pathOf(rule), ...ASKED[rule]);
  expect(first).toMatchObject({ verdict: 'free', ...asked });
  expect(json('check', CELLS[rule], otherPath(rule), ...OTHER[rule])).toMatchObject(other);
  if (rule === 'joints not named') expect(first.notes[0].message).toContain('d=0.25 (--joints)');
}

function verify(rule: Rule): void {
  const [asked, other] = READ[rule];
  const own = ['verify', proofOf(rule), CELLS[rule], '--path'];
  expect(json(...own, pathOf(rule), ...ASKED[rule])).toMatchObject({
    ...{ verified: true, path: asked },
  });
  const rejected = json(...own, otherPath(rule), ...OTHER[rule]);
  const code = rule === 'delays' ? 'delays' : 'path';
  expect(rejected).toMatchObject({ verified: false, reason: { code }, path: other });
  const { stdout } = run(...own, pathOf(rule), ...ASKED[rule]);
  expect(stdout).toContain(`path ${pathOf(rule)}: `);
}

function recheck(rule: Rule): void {
  const own = ['recheck', proofOf(rule), CELLS[rule]];
  if (rule === 'delays') {
    const refused = json(...own);
    expect([refused.status, JSON.stringify(refused.error)]).toEqual([
      2,
      expect.stringContaining('a certificate of delays'),
    ]);
    return;
  }
  const [asked, other] = TOLD[rule];
  const first = json(...own, pathOf(rule), ...ASKED[rule]);
  expect(first).toMatchObject({ verdict: 'free', ...asked });
  const changed = json(...own, otherPath(rule), ...OTHER[rule]);
  expect(changed).toMatchObject(other);
  if (rule === 'wrap') {
    expect(changed.verdict).toBe('colliding');
    // Without a path it is about the numbers of the certificate.
    expect(json(...own)).toMatchObject({ verdict: 'free', wrap: 'literal' });
  }
  if (rule === 'joints not named') expect(first.notes[0].message).toContain('d=0.25 (--joints)');
}

function checkAll(rule: Rule): void {
  const at = `all-${slug(rule)}`;
  mkdirSync(join(folder, at));
  const put = (name: string, from: string) => writeFileSync(join(folder, at, name), read(from));
  put('program.json', pathOf(rule));
  put('program.json.certificate.json', proofOf(rule));
  put('program.certificate.json', proofOf(rule));
  const all = (...options: string[]) =>
    json(
      ...['check-all', `${at}/program.json`, '--cell', CELLS[rule], '--certificates', at],
      ...['--frozen', ...options],
    );
  if (rule === 'delays') {
    expect(run('check-all', `${at}/program.json`, '--delay', '2').status).toBe(2);
    // A certificate of delays is no proof of one timing.
    expect(all().programs[0]).toMatchObject({ done: 'frozen' });
    return;
  }
  expect(all(...ASKED[rule]).programs[0]).toMatchObject({ done: 'verified', verdict: 'free' });
  put('program.json', otherPath(rule));
  expect(all(...OTHER[rule]).programs[0]).toMatchObject({ done: 'frozen' });
  if (rule === 'joints not named') {
    const args = ['--cell', CELLS[rule], '--certificates', at, '--frozen', ...ASKED[rule]];
    expect(run('check-all', `${at}/program.json`, ...args).stderr).toContain('d=0.25');
  }
}

const GATE: Record<Rule, readonly [asked: object, other: object]> = {
  wrap: [{ wrap: 'short' }, {}],
  interpolation: [{}, { interpolation: 'straight' }],
  'joints not named': [{}, {}],
  blends: [{}, {}],
  delays: [{ delays: [2, 2] }, { delays: [0.5, 0.5] }],
};

function gate(rule: Rule): void {
  const names = [CELLS[rule], 'one.urdf', 'two.urdf', 'car.urdf'];
  const named = names.filter((name) => name === CELLS[rule] || read(CELLS[rule]).includes(name));
  const files = Object.fromEntries(named.map((name) => [name, read(name)]));
  const opened = (d: number) => {
    const made = new LocalGate();
    const joints = rule === 'joints not named' ? { joints: { d } } : {};
    const { cell } = made.call('open', { file: CELLS[rule], files, ...joints });
    return (path: string, more: object) =>
      made.call('verify', {
        ...{ cell, certificate: read(proofOf(rule)), file: { contents: read(path) } },
        ...more,
      });
  };
  const inWords = (told: object) =>
    JSON.parse(JSON.stringify(told).replace('--joints', 'given when the cell was opened'));
  const [asked, other] = READ[rule];
  const standing = (path: object) =>
    'standing' in path ? { standing: [expect.objectContaining({ joint: 'd' })] } : inWords(path);
  expect(opened(0.25)(pathOf(rule), GATE[rule][0])).toMatchObject({
    ...{ verified: true, path: standing(asked) },
  });
  const rejected = opened(0.5)(otherPath(rule), GATE[rule][1]);
  expect(rejected).toMatchObject({ verified: false, path: standing(other) });
  if (rule === 'joints not named') expect(rejected.notes?.[0].message).toContain('d=0.5');
}

function page(rule: Rule): void {
  const names = [CELLS[rule], 'one.urdf', 'two.urdf', 'car.urdf', proofOf(rule), pathOf(rule)];
  const used = names.filter((name) => !name.endsWith('.urdf') || read(CELLS[rule]).includes(name));
  const bytes = (name: string) => new TextEncoder().encode(read(name));
  const [answer] = answersAbout(new Map(used.map((name) => [name, bytes(name)])));
  expect(answer.status, answer.headline).toBe('verified');
  const joints = { 'joints not named': 'c, d', delays: 'east/slide, north/slide' };
  const all = joints[rule as keyof typeof joints] ?? 'c';
  expect(answer.details.join(' ')).toContain(
    `The motion is the one in the certificate, number by number, of ${all}. Whether it is the one of a path file is for "surepath verify --path".`,
  );
  if (rule === 'delays') {
    expect(answer.headline).toContain('east up to 2 s late, north up to 2 s late');
  }
}

function python(rule: Rule): void {
  const ask = (...more: string[]) => {
    const args = [join(ROOT, 'verifier/python/surepath_verify.py'), proofOf(rule), CELLS[rule]];
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const ran = spawnSync(PYTHON!, [...args, '--json', ...more], {
      ...{ cwd: folder, encoding: 'utf8', env },
    });
    return { status: ran.status, ...JSON.parse(ran.stdout) };
  };
  const path = ['--path', pathOf(rule)];
  if (rule === 'wrap') {
    expect(ask(...path)).toMatchObject({ status: 1, reason: { code: 'path' } });
    expect(ask(...path, '--wrap', 'short')).toMatchObject({ status: 3, verified: false });
    expect(ask('--wrap', 'literal')).toMatchObject({ status: 2, verified: false });
    const numbers = JSON.parse(read(proofOf(rule))).waypoints;
    file('numbers.json', { joints: ['c'], waypoints: numbers });
    const literal = { wrap: 'literal', interpolation: 'straight', standing: [] };
    expect(ask('--path', 'numbers.json')).toMatchObject({ status: 0, path: literal });
    return;
  }
  expect(ask(...path)).toMatchObject({ status: 3, verified: false });
  const alone = ask();
  expect(alone).toMatchObject({ status: 0, verified: true });
  if (rule === 'delays') {
    expect(alone.delays).toEqual([
      { name: 'east', delay: 2 },
      { name: 'north', delay: 2 },
    ]);
  }
}

const BY_DOOR: Record<Door, (rule: Rule) => void> = {
  ...{ check, verify, recheck, 'check-all': checkAll, gate, page, Python: python },
};

describe('how a path is read', () => {
  it.each(RULES.flatMap((rule) => DOORS.map((door) => [rule, door] as const)))(
    '%s, %s',
    (rule, door) => {
      if (door !== 'Python' || PYTHON) BY_DOOR[door](rule);
    },
  );

  it('is in docs/paths.md, rule by rule and door by door', () => {
    const page = readFileSync(join(ROOT, 'docs/paths.md'), 'utf8');
    const table = page.split('## What decides how a path is read')[1].split('\n## ')[0];
    const rows = table.split('\n').filter((line) => line.startsWith('|'));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(cells[0]).toEqual(['rule', ...DOORS]);
    expect(cells.slice(2).map(([rule]) => rule)).toEqual([...RULES]);
    for (const row of cells) for (const cell of row) expect(cell).not.toBe('');
  });
});

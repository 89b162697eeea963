/** `--world`: octomaps and clouds that join a cell, as a user runs it; what is proven among them is proven for both verifiers. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { askPython, NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';
import { pcdFile } from '../helpers/worlds/clouds.ts';
import { octomapFile, randomTree } from '../helpers/worlds/octrees.ts';

const { run, file, folder } = cliFolder();

for (const [name, text] of planarArm()) file(name, text);
file('path.json', {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [-0.5, 0],
    [0.5, 0],
  ],
});
// An octomap around the robot's base, and a row of points beyond its reach.
file('hall.bt', octomapFile(randomTree(new Random(4), 16), { kind: 'bt', res: 0.05 }));
const row = Array.from({ length: 41 }, (_, i) => [3.2, -1 + i / 20, 0]);
const unseen = [
  [0, 0, 0],
  [0, 0, 0],
  [Number.NaN, 0, 0],
];
file('scan.pcd', pcdFile([...row, ...unseen], { data: 'binary' }));
const WORLDS = ['--srdf', 'arm.srdf', '--world', 'hall.bt', '--world', 'scan.pcd'];
const asked = (radius: string) => ['arm.urdf', 'path.json', ...WORLDS, '--point-radius', radius];

it('is tested, assumed where nobody knows, and told by its members', () => {
  const free = run('check', ...asked('0.02'));
  expect(free.status).toBe(0);
  expect(free.stdout).toMatch(/^free/);
  expect(free.stdout).toMatch(/unknown cells of the octomap "hall" are taken for free/);
  expect(free.stderr).toMatch(/1 point without numbers is left out/);
  expect(free.stderr).toMatch(/2 points are exactly at the origin.*taken for occupied/);
  const hit = run('check', ...asked('0.35'), '--json');
  expect(hit.status).toBe(1);
  expect(hit.stdout).toMatch(/"scan\/\d+"/);
  const info = JSON.parse(
    run('info', 'arm.urdf', ...WORLDS, '--point-radius', '0.02', '--json').stdout,
  );
  expect(JSON.stringify(info)).toMatch(/scan/);
});

it('needs to know how large points are', () => {
  const { status, stderr } = run('check', 'arm.urdf', 'path.json', ...WORLDS);
  expect(status).toBe(2);
  expect(stderr).toMatch(/scan\.pcd.*radius/);
  expect(run('check', 'arm.urdf', 'path.json', '--unknown', 'free').stderr).toMatch(/--world/);
});

it('is proven for both verifiers, from the files and from the exported model', () => {
  const made = run('check', ...asked('0.02'), '--certificate', 'proof.json');
  expect(made.status).toBe(0);
  const worlds = (radius: string) => ['arm.urdf', ...WORLDS, '--point-radius', radius];
  expect(run('verify', 'proof.json', ...worlds('0.02')).status).toBe(0);
  expect(run('verify', 'proof.json', ...worlds('0.021')).status).toBe(1);
  for (const radius of ['0.02', '0.021']) {
    expect(run('verify', ...worlds(radius), '--export', `model${radius}.json`).status).toBe(0);
  }
  expect(run('verify', 'proof.json', 'model0.02.json').status).toBe(0);
  expect(run('verify', 'proof.json', 'model0.021.json').status).toBe(1);
  if (NO_PYTHON !== '') {
    console.log(`skipped: ${NO_PYTHON}`);
    return;
  }
  const certificate = join(folder, 'proof.json');
  const [same, other] = askPython(
    ['0.02', '0.021'].map((radius) => ({ certificate, cell: join(folder, `model${radius}.json`) })),
  );
  expect(same).toEqual({ verdict: 'verified', why: '' });
  expect(other.verdict).toBe('rejected');
});

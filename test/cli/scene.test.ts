/** `--scene`: planning scenes that join a cell, as a user runs it; the example is that of docs/cell-file.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionCell } from '../../src/cli/studio/session.ts';
import { Session } from '../../studio/engine/session.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const { run, file, folder } = cliFolder();

for (const [name, text] of planarArm()) file(name, text);
const more = `  - {name: part, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [2.5, -1.5, 0]}}
  - {name: lamp, shape: {sphere: {radius: 0.3}}, pose: {xyz: [1.5, -1, 0]}}
`;
file(
  'full.yaml',
  `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles:
  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2, 0]}}
${more}`,
);
const docs = readFileSync(new URL('../../docs/cell-file.md', import.meta.url), 'utf8');
file('grasp.yaml', /```yaml\n(is_diff: true\n[^`]*)```/.exec(docs)![1]);
file('path.json', {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [-0.5, 0],
    [0, 0],
  ],
});

describe('--scene', () => {
  it('changes the cell for check, info and plan, and is part of what is verified', () => {
    expect(run('check', 'full.yaml', 'path.json').stdout).toMatch(/wall/);
    const asked = ['full.yaml', 'path.json', '--scene', 'grasp.yaml'];
    const checked = run('check', ...asked, '--certificate', 'proof.json');
    expect(`${checked.stdout}${checked.stderr}`).toMatch(/free/);
    expect(checked.status).toBe(0);
    const verified = run(
      'verify',
      'proof.json',
      'full.yaml',
      '--path',
      'path.json',
      '--scene',
      'grasp.yaml',
    );
    expect(`${verified.stdout}${verified.stderr}`).toMatch(/verified|holds|proven/i);
    expect(verified.status).toBe(0);
    expect(run('verify', 'proof.json', 'full.yaml').status).not.toBe(0);
    const facts = JSON.parse(run('info', 'full.yaml', '--scene', 'grasp.yaml', '--json').stdout);
    const names = facts.bodies.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['link0', 'link1', 'link2', 'part', 'wall']);
    const planned = run(
      ...['plan', 'full.yaml', '--scene', 'grasp.yaml', '--to', 'joint1=0,joint2=0.5', '--json'],
    );
    expect(planned.status).toBe(0);
    // The start is where the scene has the robot.
    expect(JSON.parse(planned.stdout).waypoints[0]).toEqual([-0.5, 0]);
  });

  it('says where a scene cannot be carried out', () => {
    file('bad.yaml', 'is_diff: true\nworld: {collision_objects: [{id: lam, operation: 1}]}\n');
    const { status, stderr } = run('info', 'full.yaml', '--scene', 'bad.yaml');
    expect(status).toBe(2);
    expect(stderr).toMatch(/bad\.yaml:2:29: there is no object "lam" to remove.*lamp/);
    expect(run('info', 'full.yaml', '--scene', 'none.yaml').stderr).toMatch(
      /none\.yaml: there is no/,
    );
  });

  it('goes to the page with the cell', () => {
    const at = (name: string) => join(folder, name);
    const session = sessionCell(at('full.yaml'), { scene: [at('grasp.yaml')] }, []);
    expect(session.scenes).toEqual(['grasp.yaml']);
    expect(session.files.map(({ path }) => path)).toContain('grasp.yaml');
    const files = new Map(session.files.map(({ path, real }) => [path, readFileSync(real)]));
    const answer = new Session().open({ ...session, files, scenes: session.scenes ?? [] });
    if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
    const told = JSON.parse(run('info', 'full.yaml', '--scene', 'grasp.yaml', '--json').stdout);
    const names = (bodies: readonly { readonly name: string }[]) => bodies.map(({ name }) => name);
    expect(names(answer.cell.bodies)).toEqual(names(told.bodies));
  });
});

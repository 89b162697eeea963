/** `surepath diff`, as a user runs it. */
import { describe, expect, it } from 'vitest';
import { CAGE, cliFolder, TWO_ARMS } from '../helpers/cli/runCli.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

const { run, file } = cliFolder();
file('arm.urdf', armUrdf('arm', [1, 1, 1]));
file('long.urdf', armUrdf('arm', [1, 1, 1.1]).replace('lower="-3"', 'lower="-2.5"'));
const cell = (wall: string, more = '', urdf = 'arm.urdf') => `surepath: 1
robots: [{urdf: ${urdf}}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${wall}]}}]
allow: [[link0, link1], [link1, link2]]
${more}`;
file('cell.yaml', cell('2.5, 2.06, 0'));
file('same.yaml', `# A comment is no change.\n${cell('2.5, 2.06, 0')}`);
file('moved.yaml', cell('2.5, 2.061, 0'));
file('far.yaml', cell('2.5, 1.0, 0'));
file(
  'kept.yaml',
  cell(
    '2.5, 2.06, 0',
    'clearance: {default: 0.01, pairs: [{between: [link2, wall], distance: 0.02}]}\n',
  ),
);
file('long.yaml', cell('2.5, 2.06, 0', '', 'long.urdf'));
file(
  'allowed.yaml',
  cell('2.5, 2.06, 0').replace('[link1, link2]]', '[link1, link2], [link1, wall]]'),
);
const path = {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [-1, 0],
    [-0.5, 0.2],
    [-0.2, 0],
  ],
};
file('path.json', path);
run('check', 'cell.yaml', 'path.json', '--certificate', 'proof.json');
const json = (...args: string[]) => JSON.parse(run('diff', ...args, '--json').stdout);

describe('surepath diff', () => {
  it('says that two cells are the same, whatever their files are called and comment', () => {
    const { status, stdout } = run('diff', 'cell.yaml', 'same.yaml');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^the same: cell\.yaml and same\.yaml are one cell to every proof \(model [0-9a-f]{12}\)\nfiles:\n {2}the cell file changed \(sha256 [0-9a-f]{12}; before: [0-9a-f]{12}\)\n$/,
    );
    expect(json('cell.yaml', 'cell.yaml')).toMatchObject({ same: true, changes: [], files: [] });
  });

  it('says what moved, and by how much', () => {
    const { status, stdout } = run('diff', 'cell.yaml', 'moved.yaml');
    expect(status).toBe(1);
    expect(stdout).toContain(
      'changed:\n  the obstacle "wall" has moved by 1 mm (y +1 mm)\npairs:\n  3 pairs of bodies are tested, as before\n',
    );
    const { changes } = json('cell.yaml', 'moved.yaml');
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind: 'moved', what: 'obstacle', name: 'wall', part: null });
    expect(changes[0].distance).toBeCloseTo(0.001, 12);
  });

  it('names clearances, ranges, shapes and pairs', () => {
    expect(run('diff', 'cell.yaml', 'kept.yaml').stdout).toContain(
      `changed:
  the default clearance: 10 mm; before: 0 mm
  the clearance of "link2" and "wall": 20 mm; before: none
pairs:
  3 pairs of bodies are tested, as before
  "link1" and "wall" keep 10 mm apart; before: 0 mm
  "link2" and "link0" keep 10 mm apart; before: 0 mm
  "link2" and "wall" keep 20 mm apart; before: 0 mm
`,
    );
    expect(run('diff', 'cell.yaml', 'long.yaml').stdout).toContain(
      `changed:
  part 0 of the link "link2" has moved by 50 mm (x +50 mm)
  part 0 of the link "link2" has another shape: box, 0.88 x 0.1 x 0.1 m; before: box, 0.8 x 0.1 x 0.1 m
  the range of "joint1": -2.5 to 3; before: -3 to 3
`,
    );
    expect(run('diff', 'cell.yaml', 'long.yaml').stdout).toMatch(
      /files:\n {2}the cell file changed .*\n {2}arm\.urdf is gone .*\n {2}long\.urdf is new /,
    );
    expect(run('diff', 'cell.yaml', 'allowed.yaml').stdout).toContain(
      '  "link1" and "wall" are no longer tested: allowed to touch: allowed by the cell file\n'.replace(
        'allowed to touch: ',
        '',
      ),
    );
    expect(run('diff', 'allowed.yaml', 'cell.yaml').stdout).toContain('are tested now; before: ');
  });

  it('says which proofs hold, and whether a path is free', () => {
    const held = run(
      'diff',
      'cell.yaml',
      'same.yaml',
      '--certificate',
      'proof.json',
      '--path',
      'path.json',
    );
    expect(held.status).toBe(0);
    expect(held.stdout).toContain('proofs:\n  proof.json holds: verified for the second cell\n');
    expect(held.stdout).toContain(
      'path path.json in the second cell: free, proven for every configuration on the path\n',
    );
    const lost = run(
      'diff',
      'cell.yaml',
      'far.yaml',
      '--certificate',
      'proof.json',
      '--path',
      'path.json',
    );
    expect(lost.status).toBe(1);
    expect(lost.stdout).toContain(
      'proof.json is about the first cell; in the second its path is colliding\n',
    );
    expect(lost.stdout).toMatch(
      /path path\.json in the second cell: colliding\n {2}segment \d: colliding: link2 and wall/,
    );
    const answer = json(
      'cell.yaml',
      'far.yaml',
      '--certificate',
      'proof.json',
      '--path',
      'path.json',
    );
    expect(answer.proofs).toMatchObject([{ file: 'proof.json', verified: false }]);
    expect(answer.path).toMatchObject({ verdict: 'colliding' });
    const near = run('diff', 'cell.yaml', 'moved.yaml', '--certificate', 'proof.json');
    expect(near.status).toBe(1);
    expect(near.stdout).toMatch(
      /proof\.json is about the first cell; in the second its path is free: (all of it is still proven|it had to be proven anew|1 of 2 segments are still proven, the others were proven anew); "surepath recheck" writes the certificate\n/,
    );
    // The cells are the same, the path is not that of the proof.
    file('other.json', {
      ...path,
      waypoints: [
        [-1, 0],
        [-0.5, 0.1],
        [-0.2, 0],
      ],
    });
    const other = run(
      'diff',
      'cell.yaml',
      'same.yaml',
      '--certificate',
      'proof.json',
      '--path',
      'other.json',
    );
    expect(other.status).toBe(1);
  });

  it('compares cells that have nothing in common', () => {
    const { status, stdout } = run('diff', CAGE, TWO_ARMS);
    expect(status).toBe(1);
    expect(stdout).toMatch(/the robot "arm" is gone/);
    expect(stdout).toMatch(/the robot "left" is new/);
  });

  it('refuses what is no question', () => {
    expect(run('diff', 'cell.yaml').status).toBe(2);
    expect(run('diff', 'cell.yaml', 'none.yaml').status).toBe(2);
    expect(run('diff', 'none.yaml', 'cell.yaml').stderr).toContain('there is no such file');
    expect(run('diff', 'cell.yaml', 'cell.yaml', '--certificate', 'cell.yaml').status).toBe(2);
  });
});

/**
 * Links with visuals and no collision geometry, and cells in which nothing is tested: what is not looked at
 * is said, and where nothing is looked at there is no verdict.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { infoCommand } from '../../src/cli/commands/info.ts';
import { writeStl } from '../../src/formats/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';

const { folder, file, read } = cliFolder();
const run = (...args: string[]) => runInside(folder, ...args);
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);

const BOX = '<geometry><box size="0.8 0.1 0.1"/></geometry>';
const turn = (name: string, parent: string, child: string) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>` +
  '<origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>';
/** link0 stands, link1 turns about (1, 0); the tool, at its end, reaches from 2 to 3 along x. */
const robot = (tool: string, arm = `<collision><origin xyz="0.5 0 0"/>${BOX}</collision>`) =>
  `<robot name="r"><link name="link0"><collision><origin xyz="0.4 0 0"/>${BOX}</collision></link>
<link name="link1">${arm}</link><link name="tool">${tool}</link><link name="frame"/>
${turn('joint1', 'link0', 'link1')}
<joint name="mount" type="fixed"><parent link="link1"/><child link="tool"/><origin xyz="1 0 0"/></joint>
<joint name="tip" type="fixed"><parent link="tool"/><child link="frame"/></joint></robot>`;

const VISUAL = `<visual><origin xyz="0.5 0 0"/>${BOX}</visual>`;
file('arm.urdf', robot(VISUAL));
file('same.urdf', robot(`<collision><origin xyz="0.5 0 0"/>${BOX}</collision>`));
// The arm ends at 2 and turns past the wall; the tool, which only looks, goes through it.
const cell = (urdf: string, more = '') => `surepath: 1
robots: [{urdf: ${urdf}${more}}]
obstacles: [{name: wall, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [2.6, 0, 0]}}]
`;
file('cell.yaml', cell('arm.urdf'));
file('collide.yaml', cell('arm.urdf', ', visual: collide'));
file('path.json', { joints: ['joint1'], waypoints: [[-1], [1]] });
// link0 and link1 touch at the joint.
const ALLOW = 'allow: [[link0, link1], [link0, tool]]\n';
for (const name of ['cell.yaml', 'collide.yaml']) file(name, read(name) + ALLOW);
file('away.json', { joints: ['joint1'], waypoints: [[1], [2]] });

const SENTENCE = 'the link "tool" has no collision geometry, only a visual: it is not tested';
const BY_VISUAL = 'the link "tool" has no collision geometry: it is tested by its visual';

describe('a link with a visual and no collision geometry', () => {
  it('is an assumption of the verdict, the certificate and the report, by name', () => {
    const made = run(
      'check',
      'cell.yaml',
      'path.json',
      '--certificate',
      'p.json',
      '--report',
      'r.html',
    );
    expect(made.stdout).toMatch(/^free: /);
    expect(made.stdout).toContain(SENTENCE);
    expect(made.status).toBe(0);
    expect(json('check', 'cell.yaml', 'path.json').assumptions).toContain(SENTENCE);
    expect(JSON.parse(read('p.json')).assumptions).toContain(SENTENCE);
    expect(read('r.html')).toContain(SENTENCE.replaceAll('"', '&quot;'));
    const verified = run('verify', 'p.json', 'cell.yaml', '--path', 'path.json');
    expect(verified.stdout).toMatch(/^verified: /);
    expect(verified.stdout).toContain(SENTENCE);
    // Whoever leaves the sentence out has another certificate.
    const quoted = JSON.stringify(SENTENCE);
    file(
      'bare.json',
      read('p.json').replace(new RegExp(`,?\\s*${quoted.replace(/[\\"]/g, '\\$&')}`), ''),
    );
    expect(read('bare.json')).not.toContain(SENTENCE);
    expect(run('verify', 'bare.json', 'cell.yaml').status).not.toBe(0);
    file('edges.json', { joints: ['joint1'], edges: [{ from: [-1], to: [1] }] });
    file('qs.json', { joints: ['joint1'], configurations: [[0]] });
    expect(json('check', 'cell.yaml', '--edges', 'edges.json').assumptions).toContain(SENTENCE);
    expect(json('check', 'cell.yaml', '--configurations', 'qs.json').assumptions).toContain(
      SENTENCE,
    );
    expect(
      json('plan', 'cell.yaml', '--from', 'joint1=-1', '--to', 'joint1=1').assumptions,
    ).toContain(SENTENCE);
    expect(json('smooth', 'cell.yaml', 'path.json').assumptions).toContain(SENTENCE);
  });

  it.each([
    ['the cell file', ['collide.yaml', 'path.json']],
    ['--visuals', ['cell.yaml', 'path.json', '--visuals']],
  ])('collides by its visual if %s says so', (_, args) => {
    const { status, stdout } = run('check', ...args);
    expect(stdout).toMatch(/^colliding: tool and wall, on segment 0 /);
    expect(status).toBe(1);
    expect(stdout).toContain(BY_VISUAL);
    expect(stdout).not.toContain(SENTENCE);
  });

  it('is tested as the same collision geometry would be, by another model', () => {
    file('same.yaml', cell('same.urdf') + ALLOW);
    const ours = json('check', 'collide.yaml', 'path.json');
    const same = json('check', 'same.yaml', 'path.json');
    expect([ours.t, ours.pair, ours.configuration]).toEqual([
      same.t,
      same.pair,
      same.configuration,
    ]);
    const option = ['--certificate', 'q.json'];
    expect(run('check', 'cell.yaml', 'away.json', '--visuals', ...option).status).toBe(0);
    expect(JSON.parse(read('q.json')).assumptions).toContain(BY_VISUAL);
    // It shows more than the cell asks for, and says so.
    const plain = run('verify', 'q.json', 'cell.yaml');
    expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining(BY_VISUAL)]);
    expect(run('verify', 'q.json', 'cell.yaml', '--visuals').status).toBe(0);
    // The key of the cell file says the same; another file, but the same model.
    expect(run('verify', 'q.json', 'collide.yaml').status).toBe(0);
    // Geometry that was meant for collisions is another matter: nothing is assumed of it.
    expect(run('verify', 'q.json', 'same.yaml').status).toBe(1);
    expect(run('check', 'cell.yaml', 'away.json', ...option).status).toBe(0);
    expect(run('verify', 'q.json', 'cell.yaml', '--visuals').stdout).toMatch(/leave out --visuals/);
  });

  it('the verify line that check prints has the option', () => {
    const args = ['cell.yaml', 'away.json', '--visuals', '--certificate', 'v.json'];
    const { stdout } = run('check', ...args);
    const words = /surepath (verify .*)/.exec(stdout)![1].split(' ');
    expect(run(...words).status).toBe(0);
  });

  it('meshes: scale and origin count, and one that cannot be read is an error with its place', () => {
    const tetrahedron = {
      positions: Float64Array.of(0, -50, -50, 0, 50, 0, 0, -50, 50, 900, 0, 0),
      indices: Uint32Array.of(0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0),
    };
    writeFileSync(join(folder, 'tool.stl'), writeStl(tetrahedron));
    const mesh = (name: string, scale: string) =>
      robot(
        `<visual>\n<origin xyz="0.05 0 0"/><geometry><mesh filename="${name}"${scale}/></geometry></visual>`,
      );
    file('mesh.urdf', mesh('tool.stl', ' scale="0.001 0.001 0.001"'));
    file('mesh.yaml', cell('mesh.urdf', ', visual: {tool: collide}') + ALLOW);
    expect(run('check', 'mesh.yaml', 'path.json').stdout).toMatch(/^colliding: tool and wall/);
    // A tenth of it ends before the wall.
    file('mesh.urdf', mesh('tool.stl', ' scale="0.0001 0.0001 0.0001"'));
    expect(run('check', 'mesh.yaml', 'path.json').stdout).toMatch(/^free/);
    file('mesh.urdf', mesh('none.stl', ''));
    const { status, stderr } = run('check', 'mesh.yaml', 'path.json');
    expect(status).toBe(2);
    expect(stderr).toMatch(/the mesh "none.stl" was not found/);
    expect(stderr).toContain('mesh.urdf:3');
    const { error } = JSON.parse(run('check', 'mesh.yaml', 'path.json', '--json').stdout);
    expect(error).toMatchObject({ file: 'mesh.urdf', line: 3 });
    file('broken.stl', 'solid x\nfacet');
    file('mesh.urdf', mesh('broken.stl', ''));
    expect(run('check', 'mesh.yaml', 'path.json').status).toBe(2);
    // Who does not ask for it is not bothered.
    file('mesh.yaml', cell('mesh.urdf') + ALLOW);
    expect(run('check', 'mesh.yaml', 'path.json').status).toBe(0);
  });

  it('may be allowed to touch; a clearance that nobody keeps for it is refused with its place', () => {
    const kept = 'clearance: {pairs: [{between: [tool, wall], distance: 0.1}]}\n';
    file('kept.yaml', cell('arm.urdf') + ALLOW + kept);
    const refused = run('check', 'kept.yaml', 'path.json');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /kept\.yaml:5:\d+.*"tool" has no collision geometry.*--visuals/s,
    );
    expect(json('check', 'kept.yaml', 'away.json', '--visuals').verdict).toBe('free');
  });

  it('by link: what the file names keeps its word against --visuals', () => {
    const other = robot(VISUAL).replace(
      '<link name="frame"/>',
      `<link name="frame">${VISUAL}</link>`,
    );
    file('two.urdf', other);
    const verdict = (visual: string, ...options: string[]) => {
      file('two.yaml', cell('two.urdf', visual) + ALLOW.replace(']]', '], [link0, frame]]'));
      return json('check', 'two.yaml', 'path.json', ...options);
    };
    const both = 'the links "tool" and "frame" have no collision geometry';
    expect(verdict('').assumptions).toContain(`${both}, only visuals: they are not tested`);
    expect(verdict('', '--visuals').assumptions).toContain(
      `${both}: they are tested by their visuals`,
    );
    const kept = verdict(', visual: {tool: ignore, frame: ignore}', '--visuals');
    expect([kept.verdict, kept.assumptions.at(-1)]).toEqual([
      'free',
      `${both}, only visuals: they are not tested`,
    ]);
    // What is said of all is overruled, as --clearance overrules a default.
    const all = verdict(', visual: ignore', '--visuals').assumptions.at(-1);
    expect(all).toBe(`${both}: they are tested by their visuals`);
    const one = verdict(', visual: {default: collide, frame: ignore}');
    expect(one.verdict).toBe('colliding');
    expect(one.assumptions.slice(-2)).toEqual([
      'the link "frame" has no collision geometry, only a visual: it is not tested',
      BY_VISUAL,
    ]);
  });

  it('of two robots from one file each has its own word', () => {
    file(
      'pair.yaml',
      `surepath: 1
robots:
  - {name: a, urdf: arm.urdf, visual: collide}
  - {name: b, urdf: arm.urdf, base: {xyz: [0, 3, 0]}}
`,
    );
    file('both.json', { joints: ['a/joint1', 'b/joint1'], waypoints: [[0, 0]] });
    expect(json('check', 'pair.yaml', 'both.json').assumptions).toEqual([
      'the link "b/tool" has no collision geometry, only a visual: it is not tested',
      'the link "a/tool" has no collision geometry: it is tested by its visual',
    ]);
  });

  it.each([
    ['visual: colide', /expected collide or ignore; found "colide"/],
    ['visual: true', /visual/],
    ['visual: {tol: collide}', /the robot has no link "tol".*|did you mean "tool"/],
    ['visual: {link1: collide}', /link "link1" has collision geometry/],
    ['visual: {frame: collide}', /link "frame" has no visual/],
  ])('%s is an error', (visual, message) => {
    file('bad.yaml', cell('arm.urdf', `, ${visual}`));
    const { status, stderr } = run('check', 'bad.yaml', 'path.json');
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('a MoveIt scene and an SRDF that names the link', () => {
    file(
      'arm.srdf',
      '<robot name="r"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/><disable_collisions link1="link0" link2="tool" reason="Never"/></robot>',
    );
    file('scene.yaml', {
      robot_model_name: 'r',
      world: {
        collision_objects: [
          {
            id: 'wall',
            header: { frame_id: 'world' },
            operation: 0,
            primitives: [{ type: 1, dimensions: [0.1, 0.1, 1] }],
            primitive_poses: [
              { position: { x: 2.6, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } },
            ],
          },
        ],
      },
    });
    const args = ['scene.yaml', 'path.json', '--robot', 'arm.urdf', '--srdf', 'arm.srdf'];
    expect(json('check', ...args)).toMatchObject({
      verdict: 'free',
      assumptions: ['1 pair the SRDF disables as Adjacent', SENTENCE],
    });
    expect(json('check', ...args, '--visuals')).toMatchObject({
      verdict: 'colliding',
      pair: ['tool', 'wall'],
      assumptions: [
        '1 pair the SRDF disables as Adjacent',
        '1 pair the SRDF disables as Never',
        BY_VISUAL,
      ],
    });
  });

  it('info lists them', () => {
    const texts: string[] = [];
    const write = process.stdout.write;
    process.stdout.write = ((text: string) => texts.push(text) > 0) as typeof write;
    try {
      for (const more of [[], ['--visuals'], ['--json']]) {
        infoCommand.run([join(folder, 'cell.yaml'), ...more]);
      }
    } finally {
      process.stdout.write = write;
    }
    expect(texts[0]).toContain('  only visuals, not tested: tool\n');
    expect(texts[1]).toContain('  only visuals, tested by their visuals: tool\n');
    expect(JSON.parse(texts[2]).robots[0].visualOnly).toEqual([{ link: 'tool', tested: false }]);
  });
});

describe('nothing is tested', () => {
  // The robot of the fault: nothing but looks.
  const looks = robot(VISUAL, VISUAL).replaceAll('collision>', 'visual>');
  file('looks.urdf', looks);
  file('looks.yaml', cell('looks.urdf'));
  file('edges.json', { joints: ['joint1'], edges: [{ from: [-1], to: [1] }] });
  file('qs.json', { joints: ['joint1'], configurations: [[0]] });
  file('tracks.json', {
    tracks: [{ joints: ['joint1'], waypoints: [[-1], [1]], times: [0, 1] }],
  });
  file('paths.yaml', cell('arm.urdf') + 'allow: [["*", "*"]]\n');

  it.each([
    ['check', 'looks.yaml', 'path.json'],
    ['check', 'looks.yaml', 'path.json', '--first-contact'],
    ['check', 'looks.yaml', 'path.json', '--penetration', '0.01'],
    ['check', 'looks.yaml', 'path.json', '--method', 'fixed'],
    ['check', 'looks.yaml', '--edges', 'edges.json'],
    ['check', 'looks.yaml', '--configurations', 'qs.json'],
    ['check', 'looks.yaml', 'tracks.json', '--delay', '1'],
    ['plan', 'looks.yaml', '--from', 'joint1=-1', '--to', 'joint1=1', '--iterations', '50'],
    ['smooth', 'looks.yaml', 'path.json'],
  ])('%s %s %s %s: an error that says why and what to do, or free of nothing', (...args) => {
    const { status, stdout, stderr } = run(...args.filter(Boolean));
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /no pair of bodies is tested, so there is nothing to prove: only one body in the cell has collision geometry/,
    );
    const allowed = run(...args.filter(Boolean), '--allow-nothing');
    expect([0, 1]).toContain(allowed.status);
    expect(allowed.stdout).toContain('no pair of bodies is tested: nothing is shown');
    expect(run(...args.filter(Boolean), '--visuals').status).not.toBe(2);
  });

  it('where everything is declared harmless as well, and in verify', () => {
    const refused = run('check', 'paths.yaml', 'path.json');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /nothing to prove: 2 pairs are declared harmless, and of 1 neither/,
    );
    const args = ['paths.yaml', 'path.json', '--allow-nothing', '--certificate', 'n.json'];
    expect(run('check', ...args).status).toBe(0);
    expect(JSON.parse(read('n.json')).assumptions).toContain(
      'no pair of bodies is tested: nothing is shown',
    );
    expect(run('verify', 'n.json', 'paths.yaml').status).toBe(2);
    expect(run('verify', 'n.json', 'paths.yaml', '--allow-nothing').status).toBe(0);
    // The cell file can say so itself.
    mkdirSync(join(folder, 'own'), { recursive: true });
    copyFileSync(join(folder, 'arm.urdf'), join(folder, 'own/arm.urdf'));
    file('own/paths.yaml', `${read('paths.yaml')}allow_nothing: true\n`);
    expect(run('check', 'own/paths.yaml', 'path.json').status).toBe(0);
    expect(run('verify', 'n.json', 'own/paths.yaml').status).toBe(0);
  });

  it('bodies that are proven never to meet are no such case', () => {
    file('far.yaml', `${cell('arm.urdf').replace('2.6', '9')}allow: [[link0, link1]]\n`);
    const answer = json('check', 'far.yaml', 'path.json');
    expect(answer).toMatchObject({ verdict: 'free', stats: { pairs: 0 } });
    expect(answer.assumptions).not.toContain('no pair of bodies is tested: nothing is shown');
  });
});

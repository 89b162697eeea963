/** What answers say beside the verdict, in the studio: untested links, nothing tested, limits of joints. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Session } from '../../studio/engine/session.ts';
import { readSnapshot, takeSnapshot } from '../../studio/model/snapshot.ts';
import { initialState } from '../../studio/model/state.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { motion, utf8, write } from '../helpers/studio/sessions.ts';

const BOX = '<geometry><box size="0.8 0.1 0.1"/></geometry>';
const urdf = (kind: 'visual' | 'collision', arm = 'collision') => `<robot name="r">
<link name="base"/>
<link name="arm"><${arm}><origin xyz="0.5 0 0"/>${BOX}</${arm}></link>
<link name="tool"><${kind}><origin xyz="0.5 0 0"/>${BOX}</${kind}></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" velocity="1" effort="1"/></joint>
<joint name="mount" type="fixed"><parent link="arm"/><child link="tool"/><origin xyz="1 0 0"/></joint></robot>`;
const cell = (more = '') => `surepath: 1
robots: [{urdf: r.urdf, limits: {default: {acceleration: 3}}${more}}]
obstacles: [{name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1.6, 0, 0]}}]
`;
const files = (more = '', robot = urdf('visual')) =>
  new Map([
    ['cell.yaml', utf8(cell(more))],
    ['r.urdf', utf8(robot)],
  ]);
const SENTENCE = 'the link "tool" has no collision geometry, only a visual: it is not tested';
const BY_VISUAL = 'the link "tool" has no collision geometry: it is tested by its visual';

const open = (given: Map<string, Uint8Array>, testVisuals = false) => {
  const session = new Session();
  const answer = session.open({ files: given, testVisuals });
  if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
  return { session, cell: answer.cell };
};

describe('a link with nothing but a visual', () => {
  it('is among the assumptions of the cell and of the check', async () => {
    const { session, cell: shown } = open(files());
    expect(shown.assumptions).toEqual([SENTENCE]);
    const answer = await session.run('check', { path: motion(-1, 1) });
    expect([answer.verdict, answer.assumptions]).toEqual(['free', [SENTENCE]]);
  });

  it.each([
    ['the cell file', files(', visual: collide'), false],
    ['whoever opens it', files(), true],
    ['whoever opens a URDF', new Map([['r.urdf', utf8(urdf('visual'))]]), true],
  ])('is tested if %s says so, and a saved cell says the same', async (_, given, testVisuals) => {
    const { session, cell: shown } = open(given, testVisuals);
    expect(shown.assumptions).toContain(BY_VISUAL);
    expect(shown.assumptions).not.toContain(SENTENCE);
    expect(shown.bodies.map(({ name }) => name)).toContain('tool');
    const saved = await session.run('saveCell', {});
    expect(saved.exact).toBe(true);
    const again = open(new Map(saved.files));
    expect(again.cell.digest).toBe(shown.digest);
    if (!given.has('cell.yaml')) return;
    const answer = await session.run('check', { path: motion(-1, 1) });
    expect(answer.verdict).toBe('colliding');
    // The command line reads the same cell and says the same.
    const folder = write(`saved-${testVisuals}`, saved.files);
    const path = utf8('{"joints": ["turn"], "waypoints": [[-1], [1]]}');
    write(`saved-${testVisuals}`, new Map([['path.json', path]]));
    const run = runInside(folder, 'check', join(folder, saved.entry), 'path.json');
    expect(run.stdout).toMatch(/^colliding: tool and post/);
  });
});

it('a saved state remembers how the cell was opened', () => {
  const configuration = new Float64Array([0]);
  for (const testVisuals of [true, false]) {
    const { cell: shown } = open(files(), testVisuals);
    const taken = takeSnapshot({ ...initialState(), cell: shown, configuration }, null);
    const read = readSnapshot(JSON.parse(JSON.stringify(taken)));
    expect(read).toEqual(taken);
    expect(read.testVisuals ?? false).toBe(testVisuals);
  }
});

it('nothing tested is a fault, in checks, plans and certificates', async () => {
  const { session, cell: shown } = open(files('', urdf('visual', 'visual')));
  expect(shown.assumptions).toContain('no pair of bodies is tested: nothing is shown');
  const path = motion(-1, 1);
  const wanted = { fault: { code: 'cell/nothing-tested' } };
  await expect(session.run('check', { path })).rejects.toMatchObject(wanted);
  await expect(session.run('certificate', { path })).rejects.toMatchObject(wanted);
  await expect(
    session.run('plan', { from: Float64Array.of(-1), goals: [Float64Array.of(1)] }),
  ).rejects.toMatchObject(wanted);
  // Whoever accepts that gets an answer that says it.
  const text = `${cell()}allow_nothing: true\n`;
  const given = files('', urdf('visual', 'visual')).set('cell.yaml', utf8(text));
  const allowed = open(given);
  const answer = await allowed.session.run('check', { path });
  expect(answer.assumptions).toContain('no pair of bodies is tested: nothing is shown');
  const saved = await allowed.session.run('saveCell', {});
  expect(new TextDecoder().decode(saved.files.get(saved.entry))).toContain('allow_nothing: true');
});

it('limits that are left stand beside the verdict, and in the report', async () => {
  const { session } = open(files('', urdf('collision')));
  const path = { ...motion(-1.9, -1, -2.5), times: [0, 0.5, 5] };
  const answer = await session.run('check', { path });
  expect(answer.verdict).toBe('free');
  expect(answer.limits).toMatchObject([
    { joint: 'turn', kind: 'position', value: -2.5, limit: -2, segment: 1, t: 1, time: 5 },
    { joint: 'turn', kind: 'velocity', limit: 1, segment: 0 },
    { joint: 'turn', kind: 'acceleration', value: -Infinity, limit: -3, segment: 1, t: 0 },
  ]);
  const html = await session.run('report', { path, viewer: '' });
  expect(html).toContain('turn reaches -2.5 rad on segment 1 at t = 1, 5 s (limit -2)');
  const kept = await session.run('check', { path: motion(-1.9, -1) });
  expect(kept.limits).toEqual([]);
  // What is timed by the studio keeps what the cell file says.
  const timed = await session.run('time', { path: motion(-1.9, -1, -1.5) });
  const again = await session.run('check', { path: timed.path });
  expect(again.limits).toEqual([]);
});

/** What is only drawn: read after the cell, and of no effect on what is proven. */
import { describe, expect, it } from 'vitest';
import { Session } from '../../studio/engine/session.ts';

const utf8 = new TextEncoder();

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';
const URDF = `<robot name="arm">
  <link name="base">
    <visual><geometry><mesh filename="package://arm/visual/base.obj"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <link name="tip">
    <visual><geometry><mesh filename="package://arm/visual/tip.obj"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision>
  </link>
  <joint name="j" type="revolute">
    <parent link="base"/><child link="tip"/><origin xyz="0 0 3"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>`;

function open(more: Readonly<Record<string, string>>) {
  const session = new Session();
  const texts = Object.entries({ 'arm/arm.urdf': URDF, ...more });
  const answer = session.open({
    files: new Map(texts.map(([path, text]) => [path, utf8.encode(text)])),
  });
  if (!answer.opened) throw new Error('the cell was not opened');
  return { session, cell: answer.cell };
}

describe('what robots look like', () => {
  it('is given per robot and link, ready for drawing', async () => {
    const { session, cell } = open({
      'arm/visual/base.obj': TRIANGLE,
      'elsewhere/visual/tip.obj': TRIANGLE,
    });
    expect(cell.description.robots[0].robot.links.flatMap(({ visuals }) => visuals)).toEqual([]);
    const { robots, missing, notes } = await session.run('visuals', {});
    expect([missing, notes]).toEqual([[], []]);
    expect(robots.map((links) => links.map((parts) => parts.length))).toEqual([[1, 1]]);
    const { geometry } = robots[0][1][0];
    if (geometry.kind !== 'drawn') throw new Error('it is a mesh');
    expect([...geometry.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...geometry.mesh.normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it('can come later, and changes no digest', async () => {
    const { session, cell } = open({ 'arm/visual/base.obj': TRIANGLE });
    const without = await session.run('visuals', {});
    expect(without.missing).toMatchObject([
      { reference: 'package://arm/visual/tip.obj', needed: false },
    ]);
    expect(without.robots[0].map((parts) => parts.length)).toEqual([1, 0]);
    const files = new Map([['tip.obj', utf8.encode(TRIANGLE)]]);
    const whole = await session.run('visuals', { files });
    expect(whole.missing).toEqual([]);
    expect(whole.robots[0].map((parts) => parts.length)).toEqual([1, 1]);
    expect(session.opened).toBe(cell);
    const saved = await session.run('saveCell', {});
    expect(saved.digest).toBe(cell.digest);
    expect([...saved.files.keys()].filter((path) => path.endsWith('.obj'))).toHaveLength(2);
  });

  it('says what could not be drawn, and opens and saves all the same', async () => {
    const { session, cell } = open({
      'arm/visual/base.obj': 'v 0 0\nf 1 2 3\n',
      'arm/visual/tip.obj': TRIANGLE,
    });
    expect(cell.notes).toEqual([]);
    const { robots, notes } = await session.run('visuals', {});
    expect(robots[0].map((parts) => parts.length)).toEqual([0, 1]);
    expect(notes).toHaveLength(1);
    expect(notes[0].message).toContain('a visual of link "base" is left out');
    expect((await session.run('saveCell', {})).digest).toBe(cell.digest);
  });
});

/** What a report shows beside what was checked: how robots look. */
import { expect, test } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { cellFromUrdf } from '../../src/formats/index.ts';
import { packScene, unpackMesh } from '../../src/report/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const joint = (name: string, parent: string, child: string, type: string) =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint>`;
const BALL = '<geometry><sphere radius="0.1"/></geometry>';
const MESH = '<geometry><mesh filename="m.obj"/></geometry>';
const RED = '<material name="red"><color rgba="1 0 0 1"/></material>';
const URDF = `<robot name="r">
<link name="base"><collision>${BALL}</collision></link>
<link name="arm"><collision>${BALL}</collision><visual>${MESH}${RED}</visual></link>
<link name="cap"><visual><origin xyz="0 0 2"/>${BALL}</visual></link>
<link name="dial"><visual>${BALL}${RED}</visual></link>
${joint('a', 'base', 'arm', 'continuous')}${joint('b', 'arm', 'cap', 'fixed')}${joint('c', 'arm', 'dial', 'continuous')}
</robot>`;
const FILES = {
  'm.obj': utf8(
    'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nusemtl g\nf 1 2 4\nf 1 3 4',
  ),
  'm.mtl': utf8('newmtl g\nKd 0 1 0\nd 0.5'),
};
const read = (visuals: boolean) =>
  cellFromUrdf(utf8(URDF), { file: 'r.urdf', resolver: { files: FILES }, visuals });
const cell = buildCell(read(false));

test('links as they look ride beside the bodies that were checked', () => {
  const plain = packScene(cell);
  const { visuals, movers, ...checked } = packScene(cell, { drawn: read(true).robots });
  expect(plain.visuals).toBeUndefined();
  expect(checked).toEqual({ ...plain, movers: undefined });
  // A link that is only drawn may move by itself.
  const frame = (name: string) => cell.tree.frameOf.get(name)!;
  expect(movers).toEqual([0, frame('arm'), frame('dial')].sort((a, b) => a - b));
  const arm = movers.indexOf(frame('arm'));
  const bodies = cell.bodies.map(({ name }) => name);
  expect(visuals!.parts.map(({ mesh, ...rest }) => rest)).toEqual([
    { name: 'arm', body: bodies.indexOf('arm'), mover: arm, colour: [1, 0, 0, 1] },
    { name: 'arm', body: bodies.indexOf('arm'), mover: arm, colour: [0, 1, 0, 0.5] },
    { name: 'cap', body: -1, mover: arm, colour: null },
    { name: 'dial', body: -1, mover: movers.indexOf(frame('dial')), colour: [1, 0, 0, 1] },
  ]);
  const meshes = visuals!.parts.map(({ mesh }) => unpackMesh(visuals!.meshes[mesh]));
  expect(meshes[0].indices.length).toBe(3);
  expect(meshes[1].indices.length).toBe(6);
  // In the frame of what moves it: a metre up by the joint, two by its own origin.
  const heights = [...meshes[2].positions].filter((_, i) => i % 3 === 2);
  expect(Math.min(...heights)).toBeCloseTo(2.9, 2);
  expect(Math.max(...heights)).toBeCloseTo(3.1, 2);
  expect(visuals!.triangles.drawn).toBe(visuals!.triangles.read);
});

test('fewer triangles where there is no room, and none where there is nothing to see', () => {
  const { robots } = read(true);
  const small = packScene(cell, { drawn: robots, maxBytes: 2500 }).visuals!;
  expect(small.triangles.drawn).toBeLessThan(small.triangles.read);
  const size = small.meshes.reduce((n, m) => n + m.positions.length + m.indices.length, 0);
  expect(size).toBeLessThan(2500);
  expect(packScene(cell, { drawn: read(false).robots })).toEqual(packScene(cell));
});

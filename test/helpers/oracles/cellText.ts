/** Cells from text, for tests: files by name, a cell file among them. */
import { buildCell, type Cell } from '../../../src/cell/index.ts';
import { readCell, writeStl } from '../../../src/formats/index.ts';
import type { Triangles } from '../../../src/geometry/index.ts';

export function cellFrom(yaml: string, files: Record<string, string | Triangles> = {}): Cell {
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? new TextEncoder().encode(content) : writeStl(content),
    ]),
  );
  const text = new TextEncoder().encode(yaml);
  return buildCell(readCell(text, { file: 'cell.yaml', resolver: { files: bytes } }));
}

/** A planar arm: `lengths.length` links in a row, revolute about z, boxes or what is given. */
export function armUrdf(name: string, lengths: readonly number[], geometry?: string): string {
  const link = (i: number, length: number) =>
    `<link name="link${i}"><collision><origin xyz="${length / 2} 0 0"/><geometry>${
      geometry ?? `<box size="${length * 0.8} 0.1 0.1"/>`
    }</geometry></collision></link>`;
  const joint = (i: number, x: number) =>
    `<joint name="joint${i}" type="revolute"><parent link="link${i - 1}"/><child link="link${i}"/>` +
    `<origin xyz="${x} 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`;
  return `<robot name="${name}">${lengths.map((l, i) => link(i, l)).join('')}${lengths
    .slice(1)
    .map((_, i) => joint(i + 1, lengths[i]))
    .join('')}</robot>`;
}

/** Files of a planar arm of two moving links in front of a wall that it can pass at y < 0 only, by name. */
export function planarArm(): [name: string, text: string][] {
  const disabled = [
    ['link0', 'link1', 'Adjacent'],
    ['link1', 'link2', 'Adjacent'],
    ['link0', 'link2', 'Never'],
  ].map(([a, b, why]) => `<disable_collisions link1="${a}" link2="${b}" reason="${why}"/>`);
  const cell = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.5, 2, 0]}}]
`;
  return [
    ['arm.urdf', armUrdf('arm', [1, 1, 1])],
    ['arm.srdf', `<robot name="arm">${disabled.join('\n')}</robot>`],
    ['cell.yaml', cell],
  ];
}

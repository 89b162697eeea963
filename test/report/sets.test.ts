/** Reports of cells with clouds and maps: small, the cloud and the witness in them, and read again. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, type ObstacleSet } from '../../src/cell/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';
import {
  drawnBoxes,
  packScene,
  readReportJson,
  reportHtml,
  reportJson,
  unpackSet,
} from '../../src/report/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { reportOf } from '../helpers/report/page.ts';

const arm = cellFrom(
  'surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [[link0, link1], [link1, link2]]\n',
  { 'arm.urdf': armUrdf('arm', [1, 1, 1]) },
);

/** Points of a wall far away, and one that the arm meets. */
function scan(count: number, hit: number): ObstacleSet {
  const random = new Random(5);
  const centres = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    centres.set([random.between(-8, 8), random.between(6, 8), random.between(-2, 4)], 3 * i);
  }
  centres.set([2.2, 0.8, 0], 3 * hit);
  const sizes = Float64Array.of(0.03);
  return { name: 'scan', pose: identityPose(), shape: 'sphere', centres, sizes, sizeOf: null };
}

function withSets(sets: readonly ObstacleSet[]): Cell {
  return buildCell({ ...arm.description, sets });
}

const PATH = [
  [-1, 0],
  [1, 0],
];

describe('a report of a cell with a cloud', () => {
  const set = scan(20_000, 12_345);
  const { data } = reportOf(withSets([set]), PATH);
  const text = reportJson(data);

  it('is small', () => {
    expect(text.length).toBeLessThan(400_000);
    expect(reportHtml(data, '').length).toBeLessThan(500_000);
  });

  it('names the witness, which is a body of the picture', () => {
    const [{ pair, bodies, points }] = data.witnesses;
    expect(pair[1]).toBe('scan/12345');
    expect(bodies.map((body) => data.scene.bodies[body].name)).toEqual(pair);
    expect(points![1][0]).toBeCloseTo(2.2, 1);
    expect(data.scene.bodies.map(({ name }) => name)).toEqual([
      ...arm.bodies.map(({ name }) => name),
      'scan/12345',
    ]);
    expect(data.cell.bodies).toBe(arm.bodies.length + 20_000);
  });

  it('has every point where it is, to a fraction of a millimetre', () => {
    const { members, boxes } = unpackSet(data.scene.sets![0]);
    const exact = drawnBoxes(set).boxes;
    expect(members).toEqual(Uint32Array.from({ length: 20_000 }, (_, i) => i));
    let most = 0;
    for (let i = 0; i < boxes.length; i++) most = Math.max(most, Math.abs(boxes[i] - exact[i]));
    expect(most).toBeLessThan(3e-4);
  });

  it('is read again, and refused where the cloud is not one', () => {
    expect(readReportJson(text)).toMatchObject({ version: 2, ...data });
    for (const [from, to] of [
      ['"shape":"sphere"', '"shape":"cone"'],
      ['"halfStep":[', '"halfStep":[1,'],
      ['"halves":"', '"halves":1,"more":"'],
    ]) {
      expect(() => readReportJson(text.replace(from, to))).toThrow('not the data of a report');
    }
  });
});

it('of very many members those near robots are drawn and evenly some of the others', () => {
  const set = scan(2000, 1999);
  const [packed] = packScene(withSets([set]), { maxMembers: 300 }).sets!;
  const { members, boxes } = unpackSet(packed);
  expect(members.length).toBe(300);
  expect(packed).toMatchObject({ count: 2000, left: 1700 });
  expect(members).toContain(1999);
  const exact = drawnBoxes(set).boxes;
  members.forEach((member, i) => {
    expect(boxes[6 * i]).toBeCloseTo(exact[6 * member], 3);
  });
  const distance = (i: number) => Math.hypot(...exact.subarray(6 * i, 6 * i + 3));
  const order = Array.from({ length: 2000 }, (_, i) => i).sort((a, b) => distance(a) - distance(b));
  const kept = new Set(members);
  expect(order.slice(0, 140).every((i) => kept.has(i))).toBe(true);
  expect(order.slice(1000).filter((i) => kept.has(i)).length).toBeGreaterThan(60);
});

it('boxes keep sizes of their own', () => {
  const set: ObstacleSet = {
    ...{ name: 'map', pose: identityPose(), shape: 'box', sizeOf: Uint32Array.of(0, 1) },
    centres: Float64Array.of(3, 3, 0, 4, 4, 0),
    sizes: Float64Array.of(0.1, 0.1, 0.5, 0.2, 0.1, 0.1),
  };
  const { boxes } = unpackSet(packScene(withSets([set])).sets![0]);
  const exact = drawnBoxes(set).boxes;
  boxes.forEach((x, i) => {
    expect(x).toBeCloseTo(exact[i], 4);
  });
});

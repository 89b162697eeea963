/**
 * Octomaps against trees made by hand, whose leaves are known without reading: every cell is covered that should be and no other, boxes
 * contain their cells in exact arithmetic, and damaged files are told where.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memberPoseInto, type ObstacleSet, setSize } from '../../../src/cell/index.ts';
import { readOctomap, readOctomapMessage } from '../../../src/formats/index.ts';
import { InputError, identityPose, poseFromRpy, Random } from '../../../src/math/index.ts';
import { exactly } from '../../helpers/worlds/exactSum.ts';
import {
  binaryBytes,
  fullBytes,
  type Leaf,
  leavesOf,
  type Node,
  octomapFile,
  randomTree,
} from '../../helpers/worlds/octrees.ts';

const AT = { file: 'hall.bt', name: 'hall', pose: identityPose() };
const DATA = process.env.SUREPATH_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const BUILDING = join(DATA, 'worlds/geb079.bt');

/** Boxes of a set in cells, of a map that is not moved: [lower corner, upper corner] each. */
function cellsOf(set: ObstacleSet, res: number): number[][] {
  return Array.from({ length: setSize(set) }, (_, i) => {
    const size = set.sizeOf![i];
    const ends = [-1, 1].map((sign) =>
      [0, 1, 2].map((k) =>
        Math.round((set.centres[3 * i + k] + sign * set.sizes[3 * size + k]) / res),
      ),
    );
    return [...ends[0], ...ends[1]];
  });
}

function volume([a, b, c, d, e, f]: number[]): bigint {
  return BigInt(d - a) * BigInt(e - b) * BigInt(f - c);
}

const overlap = (a: number[], b: number[]) =>
  [0, 1, 2].every((k) => a[k] < b[3 + k] && b[k] < a[3 + k]);

const boxOf = ({ corner, size }: Leaf) => [...corner, ...corner.map((x) => x + size)];

/** Every leaf of the states is covered and no other one is touched; by volume nothing is covered twice. */
function expectCovers(boxes: number[][], leaves: readonly Leaf[], states: readonly string[]): void {
  let expected = 0n;
  for (const leaf of leaves) {
    const own = boxOf(leaf);
    const touching = boxes.filter((box) => overlap(box, own));
    if (!states.includes(leaf.state)) expect(touching).toEqual([]);
    else {
      expected += volume(own);
      const covered = touching.map((box) =>
        volume(box.map((x, k) => (k < 3 ? Math.max(x, own[k]) : Math.min(x, own[k])))),
      );
      expect(covered.reduce((a, b) => a + b, 0n)).toBe(volume(own));
    }
  }
  expect(boxes.map(volume).reduce((a, b) => a + b, 0n)).toBe(expected);
}

describe('cells', () => {
  test.each([1, 2, 3])('of random trees, in both layouts, seed %i', (seed) => {
    const tree = randomTree(new Random(seed), 14 + (seed % 3));
    const leaves = leavesOf(tree);
    const res = 0.05 * seed;
    const files = [
      octomapFile(tree, { kind: 'bt', res }),
      octomapFile(tree, { kind: 'ot', res }),
      octomapFile(tree, { kind: 'ot', res, id: 'ColorOcTree' }),
    ];
    const sets = files.map((bytes) => readOctomap(bytes, AT).set!);
    expect(sets[0].unknown).toBe('octomap');
    expectCovers(cellsOf(sets[0], res), leaves, ['occupied']);
    expect(sets[1]).toEqual(sets[0]);
    expect(sets[2]).toEqual(sets[0]);
    const occupied = leaves.filter(({ state }) => state === 'occupied').length;
    expect(setSize(sets[0])).toBeLessThan(0.9 * occupied);
  });

  test.each([4])('and the unknown ones, all of the cube, seed %i', (seed) => {
    const tree = randomTree(new Random(seed), 15);
    const leaves = leavesOf(tree);
    const bytes = octomapFile(tree, { kind: 'bt', res: 0.1 });
    const { set } = readOctomap(bytes, { ...AT, unknown: 'occupied' });
    expect(set!.unknown).toBe(undefined);
    expectCovers(cellsOf(set!, 0.1), leaves, ['occupied', 'unknown']);
    // What is drawn of it ends where the map knows nothing more.
    const known = leaves.filter(({ state }) => state !== 'unknown').map(boxOf);
    const ends = [0, 1, 2, 3, 4, 5].map((k) =>
      (k < 3 ? Math.min : Math.max)(...known.map((box) => box[k])),
    );
    expect([...set!.seen!].map((x) => Math.round(x / 0.1))).toEqual(ends);
  });

  test('of a full tree by another threshold', () => {
    const tree = randomTree(new Random(6), 15);
    const bytes = octomapFile(tree, { kind: 'ot', res: 0.1 });
    for (const threshold of [0.2, 0.9]) {
      const { set } = readOctomap(bytes, { ...AT, threshold });
      const leaves = leavesOf(tree, Math.log(threshold / (1 - threshold)));
      expectCovers(cellsOf(set!, 0.1), leaves, ['occupied']);
    }
  });

  test('are in their boxes, in exact arithmetic, wherever the map stands', () => {
    const shift = [0.1, -1234.56789, 1e-3];
    const tree = randomTree(new Random(7), 16);
    for (const res of [0.1, 0.0123456789, 1 / 3]) {
      const pose = poseFromRpy(0, 0, 0, shift[0], shift[1], shift[2]);
      const { set } = readOctomap(octomapFile(tree, { kind: 'bt', res }), { ...AT, pose });
      const cells = cellsOf(set!, res);
      const place = new Float64Array(12);
      cells.forEach((box, i) => {
        memberPoseInto(set!, i, place);
        for (let k = 0; k < 3; k++) {
          const half = exactly(set!.sizes[3 * set!.sizeOf![i] + k]);
          const [low, high] = [box[k], box[3 + k]].map(
            (n) => BigInt(n) * exactly(res) + exactly(shift[k]),
          );
          expect(exactly(place[9 + k]) - half <= low).toBe(true);
          expect(exactly(place[9 + k]) + half >= high).toBe(true);
          // And no more than a hair larger.
          expect(set!.sizes[3 * set!.sizeOf![i] + k]).toBeLessThan(
            0.5 * (box[3 + k] - box[k]) * res + 1e-10,
          );
        }
      });
    }
  });

  test('of a message, as of a file', () => {
    const tree = randomTree(new Random(8), 15);
    const { set } = readOctomap(octomapFile(tree, { kind: 'bt', res: 0.1 }), AT);
    const message = { id: 'OcTree', resolution: 0.1 };
    const binary = { ...message, binary: true, data: Uint8Array.from(binaryBytes(tree)) };
    const full = { ...message, binary: false, data: Uint8Array.from(fullBytes(tree)) };
    for (const each of [binary, full]) expect(readOctomapMessage(each, AT).set).toEqual(set);
  });
});

test('an empty map has no obstacles, and says so; all of it may be unknown', () => {
  const head = '# Octomap OcTree binary file\nid OcTree\nsize 0\nres 0.1\ndata\n';
  const bytes = new TextEncoder().encode(head);
  const { set, notes } = readOctomap(bytes, AT);
  expect(set).toBe(null);
  expect(notes.map(({ code }) => code)).toEqual(['octomap/empty']);
  const all = readOctomap(bytes, { ...AT, unknown: 'occupied' }).set!;
  expect(cellsOf(all, 0.1)).toEqual([[-32768, -32768, -32768, 32768, 32768, 32768]]);
});

describe('what is refused, and where', () => {
  const leaf = (odds: number): Node => ({ odds, children: [] });
  const tree: Node = {
    odds: 0,
    children: [leaf(1), leaf(-1), null, null, null, null, null, leaf(1)],
  };
  const good = octomapFile(tree, { kind: 'bt', res: 0.1 });
  const text = (change: (text: string) => string) => {
    const latin = new TextDecoder('latin1').decode(good);
    return Uint8Array.from(change(latin), (letter) => letter.charCodeAt(0));
  };
  const deep = (n: number): Node => (n === 0 ? leaf(1) : { odds: 0, children: [deep(n - 1)] });
  const cases: [string, Uint8Array, string, object][] = [
    ['another beginning', text((t) => t.replace('Octomap', 'Octopus')), 'header', { line: 1 }],
    ['no data', text((t) => t.slice(0, 60)), 'header', { line: 3 }],
    ['an unknown line', text((t) => t.replace('res', 'rez')), 'header', { line: 5 }],
    ['no resolution', text((t) => t.replace('res 0.1', '# res')), 'header', { line: 1 }],
    ['cells without a size', text((t) => t.replace('res 0.1', 'res 0')), 'resolution', {}],
    ['another class', text((t) => t.replace('id OcTree', 'id Other')), 'class', {}],
    [
      'another number of nodes',
      octomapFile(tree, { kind: 'bt', res: 1, size: 5 }),
      'size',
      { line: 1 },
    ],
    ['half a node', good.slice(0, -1), 'truncated', { byte: good.length - 2 }],
    ['more than a tree', Uint8Array.from([...good, 0]), 'trailing', { byte: good.length }],
    ['a node without children', Uint8Array.from([...good.slice(0, -2), 0, 0]), 'no-children', {}],
    ['17 levels', octomapFile(deep(17), { kind: 'bt', res: 0.1 }), 'too-deep', {}],
    ['17 levels, full', octomapFile(deep(17), { kind: 'ot', res: 0.1 }), 'too-deep', {}],
    [
      'no odds',
      octomapFile({ odds: Number.NaN, children: [] }, { kind: 'ot', res: 1 }),
      'value',
      {},
    ],
  ];
  test.each(cases)('%s', (_what, bytes, code, place) => {
    let thrown: unknown;
    try {
      readOctomap(bytes, AT);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InputError);
    const { fault } = thrown as InputError;
    expect(fault).toMatchObject({ code: `octomap/${code}`, file: 'hall.bt', ...place });
  });

  test('16 levels are fine: the finest cell', () => {
    const { set } = readOctomap(octomapFile(deep(16), { kind: 'bt', res: 0.1 }), AT);
    expect(cellsOf(set!, 0.1)).toEqual([[-32768, -32768, -32768, -32767, -32767, -32767]]);
  });
});

test.skipIf(!existsSync(BUILDING))(
  'a building: as many nodes as its header says, and every cell',
  () => {
    const bytes = new Uint8Array(readFileSync(BUILDING));
    const { set, notes } = readOctomap(bytes, AT);
    expect(notes).toEqual([]);
    // Read once more, another way: with a stack of nodes that are still to come.
    const start = new TextDecoder('latin1').decode(bytes.subarray(0, 500)).indexOf('data\n') + 5;
    let at = start;
    let [nodes, leaves, cells] = [1, 0, 0];
    const stack = [16];
    while (stack.length > 0) {
      const level = stack.pop()! - 1;
      const bits = (bytes[at] + 256 * bytes[at + 1]).toString(4).padStart(8, '0');
      at += 2;
      for (const kind of bits) {
        if (kind !== '0') nodes++;
        if (kind === '3') stack.push(level);
        if (kind !== '2') continue;
        leaves++;
        cells += 8 ** level;
      }
    }
    expect(nodes).toBe(532_566);
    expect(leaves).toBe(143_729);
    const boxes = cellsOf(set!, 0.08);
    expect(boxes.map(volume).reduce((a, b) => a + b, 0n)).toBe(BigInt(cells));
    expect(boxes.length).toBeLessThan(0.25 * leaves);
  },
);

/** Arcs in files of paths, tracks and edges: what is read, what is written, what is refused and where. */
import { describe, expect, it } from 'vitest';
import {
  interpolationOf,
  motionPath,
  readEdges,
  readMotion,
  readPath,
  writePathJson,
  writeTrajectoryYaml,
} from '../../src/formats/index.ts';
import { type Fault, InputError } from '../../src/math/index.ts';
import { testTree } from '../helpers/motion/trees.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const path = (text: string) => readPath(bytes(text), { file: 'path.yaml' });
const rows = (...list: number[][]) => list.map((row) => Float64Array.from(row));

function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  throw new Error('nothing was refused');
}

const ARCS = `joints: [a, b]
waypoints:
  - [0, 0]
  - {via: [1, 1], to: [2, 0]}
  - [3, 0]
  - {via: [[4, 1], [4, -1]], to: [3, 0]}
times: [0, 1, 2, 4]
`;

describe('a path file with arcs', () => {
  it('has waypoints, and what is on the way to them', () => {
    const read = path(ARCS);
    expect(read.waypoints).toEqual(rows([0, 0], [2, 0], [3, 0], [3, 0]));
    expect(read.vias).toEqual([null, rows([1, 1]), null, rows([4, 1], [4, -1])]);
    expect(interpolationOf(read)).toBe('arcs');
    expect(read.viaPlace?.(3)).toEqual({ file: 'path.yaml', line: 6, column: 5 });
    const plain = path('joints: [a]\nwaypoints: [[0], [1]]\n');
    expect(plain).toEqual({ joints: ['a'], waypoints: rows([0], [1]), notes: [] });
  });

  it('is written so that it reads back the same', () => {
    const read = path(ARCS);
    const again = path(writePathJson(read));
    expect([again.waypoints, again.vias, again.times]).toEqual([
      read.waypoints,
      read.vias,
      read.times,
    ]);
    expect(faultOf(() => writeTrajectoryYaml(read)).code).toBe('path/arcs');
  });

  it.each<[string, string, string, number]>([
    ['an arc to the first waypoint', 'waypoints: [{via: [1, 1], to: [0, 0]}]', 'path/arc-count', 2],
    ['no end', 'waypoints: [[0, 0], {via: [1, 1]}]', 'document/missing-key', 2],
    ['no way', 'waypoints: [[0, 0], {to: [1, 1]}]', 'document/missing-key', 2],
    ['another key', 'waypoints: [[0, 0], {by: [1, 1], to: [2, 0]}]', 'document/unknown-key', 2],
    ['too few values', 'waypoints: [[0, 0], {via: [1], to: [2, 0]}]', 'path/count', 2],
    [
      'three on the way',
      'waypoints: [[0, 0], {via: [[1, 1], [2, 1], [1, 2]], to: [0, 0]}]',
      'path/arc-count',
      2,
    ],
    ['no number', 'waypoints: [[0, 0], {via: [1, x], to: [2, 0]}]', 'document/type', 2],
    [
      'velocities',
      'waypoints: [[0, 0], {via: [1, 1], to: [2, 0]}]\ntimes: [0, 1]\nvelocities: [[0, 0], [0, 0]]',
      'path/arcs',
      4,
    ],
    [
      'blends',
      'waypoints: [[0, 0], {via: [1, 1], to: [2, 0]}]\ntimes: [0, 1]\nblend: 0.1',
      'path/blend',
      4,
    ],
    [
      'a controller',
      'waypoints: [[0, 0], {via: [1, 1], to: [2, 0]}]\ntimes: [0, 1]\ninterpolation: controller',
      'path/arcs',
      4,
    ],
    ['no time', 'waypoints: [[0, 0], {via: [1, 1], to: [2, 0]}]\ntimes: [1, 1]', 'path/time', 3],
    [
      'no time for a circle',
      'waypoints: [[0, 0], {via: [[1, 1], [2, 0]], to: [0, 0]}]\ntimes: [1, 1]',
      'path/time',
      3,
    ],
  ])('is refused with its place: %s', (_, text, code, line) => {
    const fault = faultOf(() => path(`joints: [a, b]\n${text}\n`));
    expect([fault.code, fault.line]).toEqual([code, line]);
  });
});

it('arcs are not taken for anything else, whatever is asked for', () => {
  const tree = testTree('fixed');
  const count = tree.dofs.length;
  const place = (x: number, y: number) =>
    Float64Array.from({ length: count }, (_, d) => [x, y][d] ?? 0);
  const motion = {
    waypoints: [place(0, 0), place(2, 0)],
    vias: [null, [place(1, 1)]],
    times: [0, 1],
  };
  const made = (interpolation: 'straight' | 'arcs' | 'controller') =>
    motionPath(tree, motion, { wrap: 'literal', interpolation, hint: '' });
  expect(made('arcs').segments[0].kind).toBe('circular');
  for (const other of ['straight', 'controller'] as const) {
    expect(faultOf(() => made(other)).code).toBe('path/arcs');
  }
});

it('edges may be arcs', () => {
  const text = `{"joints": ["a", "b"], "edges": [
    {"from": [0, 0], "to": [2, 0]},
    {"from": [0, 0], "via": [1, 1], "to": [2, 0]},
    {"from": [0, 0], "via": [[1, 1], [2, 0]], "to": [0, 0]}]}`;
  const { edges } = readEdges(bytes(text), { file: 'edges.json' });
  expect(edges.map(({ via }) => via)).toEqual([undefined, rows([1, 1]), rows([1, 1], [2, 0])]);
});

it('tracks may have arcs', () => {
  const text = `tracks:
  - {joints: [a, b], waypoints: [[0, 0], {via: [1, 1], to: [2, 0]}], times: [0, 1]}
  - {joints: [c], waypoints: [[0], [1]], times: [0, 1]}
`;
  const read = readMotion(bytes(text), {
    file: 'tracks.yaml',
    resolver: { files: () => undefined },
  });
  if (!('tracks' in read)) throw new Error('these are tracks');
  expect(read.tracks.map((track) => track.path.vias)).toEqual([[null, rows([1, 1])], undefined]);
});

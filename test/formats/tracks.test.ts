import { describe, expect, test } from 'vitest';
import { readMotion, type TracksFile } from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';

const FILE = 'cell/both.yaml';
const FILES = {
  'cell/left.yaml':
    'joint_names: [a, b]\npoints:\n- {positions: [0, 1], velocities: [0, 0], time_from_start: 0}\n- {positions: [2, 3], velocities: [0, 0], time_from_start: {sec: 2, nanosec: 0}}\n',
  'cell/right.csv': 'time,a,b\n0,1,2\n1.5,3,4\n',
  'cell/flat.json': '{"joints": ["a"], "waypoints": [[1]]}',
  'cell/stuck.csv': 'time,a\n0,1\n0,2\n',
  'cell/nested.yaml': 'tracks: []\n',
};

function read(text: string) {
  const files = Object.fromEntries(Object.entries(FILES).map(([name, t]) => [name, utf8(t)]));
  return readMotion(utf8(text), { file: FILE, resolver: { files } });
}

function tracks(text: string): TracksFile['tracks'] {
  const motion = read(text);
  if (!('tracks' in motion)) throw new Error('no tracks');
  return motion.tracks;
}

describe('tracks', () => {
  test('written out, in any form', () => {
    const [own, ros, moveit] = tracks(`tracks:
- {joints: [x], waypoints: [[1], [2]], times: [0, 1], blend: 0.1, offset: 2.5}
- {joint_names: [y], points: [{positions: [3], time_from_start: 1}], robot: right}
- joint_trajectory: {joint_names: [z], points: [{positions: [3], time_from_start: 1}]}
  offset: -1
`);
    expect(own.path).toMatchObject({ joints: ['x'], times: [0, 1], blend: 0.1 });
    expect([own.offset, own.file]).toEqual([2.5, FILE]);
    expect(ros.path).toMatchObject({ joints: ['right/y'], interpolation: 'controller' });
    expect([moveit.path.joints, moveit.offset]).toEqual([['z'], -1]);
  });

  test('in files of their own, found from where they are named', () => {
    const [left, right] = tracks(
      'tracks:\n- {file: left.yaml, robot: left}\n- {file: ./right.csv, robot: right, offset: 0.5}\n',
    );
    expect(left.path.joints).toEqual(['left/a', 'left/b']);
    expect(left.path.velocities?.length).toBe(2);
    expect(left.file).toBe('cell/left.yaml');
    expect(left.bytes).toEqual(utf8(FILES['cell/left.yaml']));
    expect([right.path.times, right.offset]).toEqual([[0, 1.5], 0.5]);
    expect(right.path.joints).toEqual(['right/a', 'right/b']);
  });

  test('names that have their robot keep it', () => {
    const [track] = tracks(
      'tracks: [{joints: [left/a, b], waypoints: [[0, 0]], times: [0], robot: left}]',
    );
    expect(track.path.joints).toEqual(['left/a', 'left/b']);
  });

  test('a path without tracks is read as ever', () => {
    const path = read('{"joints": ["tracks"], "waypoints": [[1]]}');
    expect(path).toEqual({ joints: ['tracks'], waypoints: [Float64Array.of(1)], notes: [] });
    expect(read('"tracks":,time\n1,2\n'.replace(':', ''))).toMatchObject({ times: [2] });
  });
});

const TRACK = '{joints: [a], waypoints: [[1], [2]], times: [0, 1]}';

test.each<[string, string, number, number]>([
  ['tracks: []\n', 'path/empty', 1, 9],
  ['tracks: 1\n', 'document/type', 1, 9],
  ['tracks: []\njoints: [a]\n', 'document/unknown-key', 2, 1],
  [`tracks:\n- ${TRACK}\n- ${TRACK}\n`, 'path/joint-twice', 3, 13],
  ['tracks:\n- {file: left.yaml}\n- {file: right.csv}\n', 'path/joint-twice', 3, 10],
  [
    'tracks:\n- {file: left.yaml}\n- {joint_names: [c, b], points: [{positions: [1, 1], time_from_start: 0}]}\n',
    'path/joint-twice',
    3,
    21,
  ],
  ['tracks:\n- {joints: [a], waypoints: [[1]]}\n', 'path/no-times', 2, 3],
  ['tracks:\n- {file: flat.json}\n', 'path/no-times', 2, 3],
  ['tracks:\n- {joints: [a], waypoints: [[1], [2]], times: [3, 3]}\n', 'path/time', 2, 51],
  ['tracks:\n- {file: none.yaml}\n', 'file/unreadable', 2, 10],
  ['tracks:\n- {file: nested.yaml}\n', 'path/tracks', 2, 10],
  ['tracks:\n- {file: left.yaml, joints: [a]}\n', 'document/unknown-key', 2, 21],
  ['tracks:\n- {file: left.yaml, offset: x}\n', 'document/type', 2, 29],
  [
    'tracks:\n- {joints: [a], waypoints: [[1]], times: [0], interpolation: spline}\n',
    'path/interpolation',
    2,
    62,
  ],
])('%j is refused', (text, code, line, column) => {
  const fault = faultOf(() => read(text));
  expect([fault.code, fault.file, fault.line, fault.column]).toEqual([code, FILE, line, column]);
});

test('what is wrong in a file of its own is said of that file', () => {
  const fault = faultOf(() => read('tracks: [{file: stuck.csv}]'));
  expect([fault.code, fault.file, fault.line]).toEqual(['path/time', 'cell/stuck.csv', 3]);
});

test('1,500 damaged files give an InputError, a path or tracks (seed 40)', () => {
  const sample = `tracks:\n- ${TRACK}\n- {file: left.yaml, robot: left, offset: 1.5}\n`;
  expectRobust([utf8(sample)], 1500, 40, (bytes) => {
    const motion = read(new TextDecoder().decode(bytes));
    if (!('tracks' in motion)) return;
    for (const { path, offset } of motion.tracks) {
      expect(Number.isFinite(offset)).toBe(true);
      expect(path.times.length).toBe(path.waypoints.length);
      for (const row of path.waypoints) expect(row.length).toBe(path.joints.length);
    }
  });
});

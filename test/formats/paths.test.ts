import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  interpolationOf,
  type PathFile,
  readConfigurations,
  readPath,
  writePathJson,
  writeTrajectoryYaml,
} from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { expectRobust } from '../helpers/formats/mutate.ts';

const FILE = 'p.json';
const read = (text: string) => readPath(utf8(text), { file: FILE });

/** Paths of up to four joints and five waypoints, with or without the rest. */
const path = fc
  .record({
    joints: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }), {
      minLength: 1,
      maxLength: 4,
    }),
    count: fc.integer({ min: 1, max: 5 }),
    withTimes: fc.boolean(),
    withVelocities: fc.boolean(),
    withAccelerations: fc.boolean(),
  })
  .chain(({ joints, count, withTimes, withVelocities, withAccelerations }) => {
    // Values of joints are read up to 1e12.
    const number = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
    const row = fc
      .array(number, { minLength: joints.length, maxLength: joints.length })
      .map((values) => Float64Array.from(values));
    const rows = fc.array(row, { minLength: count, maxLength: count });
    // Some points may say nothing, but not all.
    const rates = fc
      .array(fc.option(row, { freq: 4 }), { minLength: count, maxLength: count })
      .filter((list) => list.some((each) => each !== null));
    const steps = fc.array(fc.integer({ min: 1, max: 4e9 }), {
      minLength: count,
      maxLength: count,
    });
    return fc
      .record({ waypoints: rows, velocities: rates, accelerations: rates, steps })
      .map((made) => {
        let nano = 0;
        const times = made.steps.map((step) => {
          nano += step;
          return Math.floor(nano / 1e9) + (nano % 1e9) / 1e9;
        });
        return {
          joints,
          waypoints: made.waypoints,
          ...(withTimes && { times }),
          ...(withVelocities && { velocities: made.velocities }),
          ...(withAccelerations && { accelerations: made.accelerations }),
          notes: [],
        } as PathFile;
      });
  });

describe('what is written reads back the same', () => {
  test('JSON (seed 36)', () => {
    fc.assert(
      fc.property(path, (p) => {
        expect(read(writePathJson(p))).toEqual(p);
      }),
      { seed: 36, numRuns: 300 },
    );
  });

  test('ROS trajectories as YAML, bare and inside a robot trajectory (seed 37)', () => {
    fc.assert(
      fc.property(path, (p) => {
        const yaml = writeTrajectoryYaml(p);
        const expected = p.times ? { ...p, interpolation: 'controller' } : p;
        expect(read(yaml)).toEqual(expected);
        const inside = `joint_trajectory:\n${yaml.replace(/^/gm, '  ')}`;
        expect(read(inside)).toEqual(expected);
      }),
      { seed: 37, numRuns: 200 },
    );
  });

  test('blends and the kind of motion, as JSON', () => {
    const base = { joints: ['a'], waypoints: [0, 1].map((x) => Float64Array.of(x)), times: [0, 1] };
    for (const more of [{ blend: 0.25 }, { interpolation: 'straight' as const }]) {
      expect(read(writePathJson({ ...base, ...more }))).toEqual({ ...base, ...more, notes: [] });
    }
  });

  test('CSV (seed 38)', () => {
    const field = (text: string, always: boolean) =>
      always || /[",\r\n]|^\s|\s$|^[#[{%]|:/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(path, fc.boolean(), fc.constantFrom('\n', '\r\n'), (p, quotes, end) => {
        fc.pre(!p.joints.includes('time'));
        // A first line that a YAML document could begin with is taken for one.
        fc.pre(!/^\s*(---|- |"[^"]*"\s*:)/.test(field(p.joints[0], quotes)));
        const lines = [[...p.joints, ...(p.times ? ['time'] : [])].map((n) => field(n, quotes))];
        for (const [i, row] of p.waypoints.entries()) {
          const numbers = [...row, ...(p.times ? [p.times[i]] : [])];
          lines.push(numbers.map((v) => (Object.is(v, -0) ? '-0' : String(v))));
        }
        const text = lines.map((line) => line.join(',')).join(end) + end;
        const { joints, waypoints, times } = p;
        expect(read(text)).toEqual({ joints, waypoints, ...(times && { times }), notes: [] });
      }),
      { seed: 38, numRuns: 300 },
    );
  });

  test('times that ROS cannot hold are refused', () => {
    const p = { joints: ['a'], waypoints: [Float64Array.of(0)], times: [-1] };
    expect(faultOf(() => writeTrajectoryYaml(p)).code).toBe('path/time');
    const bad = { joints: ['a'], waypoints: [Float64Array.of(Number.NaN)] };
    expect(faultOf(() => writePathJson(bad)).code).toBe('path/non-finite');
    expect(writeTrajectoryYaml({ ...p, times: [1.9999999999] })).toContain('sec: 2, nanosec: 0');
  });

  test('numbers are numbers for readers of YAML 1.1, too', () => {
    const p = { joints: ['a'], waypoints: [Float64Array.of(1e-7), Float64Array.of(-2.5e22)] };
    expect(writeTrajectoryYaml(p)).toContain('[1.0e-7]');
    expect(writeTrajectoryYaml(p)).toContain('[-2.5e+22]');
  });
});

describe('formats', () => {
  const waypoints = [Float64Array.of(1, 2), Float64Array.of(3, 4)];

  test('our own, as JSON and as YAML', () => {
    const expected = { joints: ['a', 'b'], waypoints, notes: [] };
    expect(read('{"joints": ["a", "b"], "waypoints": [[1, 2], [3, 4]]}')).toEqual(expected);
    expect(read('joints: [a, b]\nwaypoints:\n- [1, 2]\n- [3, 4]\n')).toEqual(expected);
    expect(read('# a comment\n---\njoints: [a, b]\nwaypoints: [[1, 2], [3, 4]]\n')).toEqual(
      expected,
    );
  });

  test('CSV: time anywhere, blank lines, quotes, no last line break', () => {
    expect(read('a,time,"b ""x"", y"\r\n1,0,2\r\n\r\n3,0.5,"4"')).toEqual({
      joints: ['a', 'b "x", y'],
      waypoints,
      times: [0, 0.5],
      notes: [],
    });
    expect(read('one\n1\n-.5e1\n').waypoints.map(([v]) => v)).toEqual([1, -5]);
  });

  test('ROS 1 and ROS 2 trajectories', () => {
    const trajectory = (time: string) =>
      `header: {stamp: 0}\njoint_names: [a, b]\npoints:\n- {positions: [1, 2], velocities: [], time_from_start: ${time}}\n`;
    for (const time of ['1.5', '{secs: 1, nsecs: 500000000}', '{sec: 1, nanosec: 500000000}']) {
      const { times, velocities } = read(trajectory(time));
      expect(times).toEqual([1.5]);
      expect(velocities).toBeUndefined();
    }
  });

  test('points of a trajectory may lack velocities or accelerations', () => {
    const { velocities, accelerations, interpolation } = read(
      'joint_names: [a]\npoints:\n- {positions: [1], velocities: [2], time_from_start: 0}\n- {positions: [1], accelerations: [3], time_from_start: 1}\n',
    );
    expect(velocities).toEqual([Float64Array.of(2), null]);
    expect(accelerations).toEqual([null, Float64Array.of(3)]);
    expect(interpolation).toBe('controller');
  });

  test('a trajectory whose times are all 0 has none', () => {
    const point = (x: number) => `- {positions: [${x}], time_from_start: {sec: 0, nanosec: 0}}\n`;
    const made = read(`joint_names: [a]\npoints:\n${point(1)}${point(2)}`);
    expect([made.times, made.interpolation]).toEqual([undefined, undefined]);
    expect(made.notes.map(({ code }) => code)).toEqual(['path/untimed']);
    expect(read(`joint_names: [a]\npoints:\n${point(1)}`).times).toEqual([0]);
  });

  test('what a file means by its motion', () => {
    const meant = (more: object) =>
      interpolationOf(read(JSON.stringify({ joints: ['a'], waypoints: [[0], [1]], ...more })));
    const velocities = [[0], null];
    const times = [0, 1];
    expect(meant({})).toBe('straight');
    expect(meant({ velocities })).toBe('straight');
    expect(meant({ times })).toBe('straight');
    expect(meant({ times, velocities })).toBe('controller');
    expect(meant({ times, interpolation: 'controller' })).toBe('controller');
    expect(meant({ times, velocities, interpolation: 'straight' })).toBe('straight');
    expect(meant({ times, blend: 0.1 })).toBe('blend');
    expect(meant({ times, velocities, blend: 0.1 })).toBe('blend');
  });

  test('an empty multi-DOF part is fine', () => {
    const text =
      'joint_trajectory: {joint_names: [a], points: [{positions: [1]}]}\nmulti_dof_joint_trajectory: {joint_names: [], points: []}\n';
    expect(read(text).waypoints.length).toBe(1);
  });

  test('configurations', () => {
    const text = '{"joints": ["a", "b"], "configurations": [[1, 2], [3, 4]]}';
    expect(readConfigurations(utf8(text), { file: FILE })).toEqual({
      joints: ['a', 'b'],
      configurations: waypoints,
    });
  });
});

test.each<[string, string, number, number]>([
  ['', 'document/empty', 1, 1],
  ['[1]', 'document/type', 1, 1],
  ['{"joints": ["a"]}', 'document/missing-key', 1, 1],
  ['{"joint": ["a"], "waypoints": []}', 'document/unknown-key', 1, 2],
  ['{"joints": [], "waypoints": [[]]}', 'path/no-joints', 1, 12],
  ['{"joints": ["a", "a"], "waypoints": [[1, 2]]}', 'path/duplicate-joint', 1, 18],
  ['{"joints": ["a"], "waypoints": []}', 'path/no-waypoints', 1, 32],
  ['{"joints": ["a"],\n "waypoints": [[1], [1, 2]]}', 'path/count', 2, 21],
  ['{"joints": ["a"],\n "waypoints": [[1], [null]]}', 'document/type', 2, 22],
  ['{"joints": ["a"],\n "waypoints": [[1e999]]}', 'document/non-finite', 2, 17],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "times": [1]}', 'document/length', 1, 53],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "times": [1, 0]}', 'path/time', 1, 57],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "velocities": [[1]]}', 'path/count', 1, 58],
  ['a,b\n1,2\n3\n', 'path/count', 3, 1],
  ['a,b\n1,x\n', 'csv/number', 2, 3],
  ['a,b\n1,\n', 'csv/number', 2, 3],
  ['a,b\n1,1e999\n', 'csv/number', 2, 3],
  ['a,b\n1,0x10\n', 'csv/number', 2, 3],
  ['a,b\n1,"2\n', 'csv/quote', 2, 3],
  ['a,b\n1,"2"3\n', 'csv/quote', 2, 6],
  ['a,b\n1,2"\n', 'csv/quote', 2, 4],
  ['a,a\n1,2\n', 'path/duplicate-joint', 1, 3],
  ['a,\n1,2\n', 'document/empty-text', 1, 3],
  ['a,b\n', 'path/no-waypoints', 1, 1],
  ['time\n1\n', 'path/no-joints', 1, 1],
  ['time,a\n1,0\n0.5,1\n', 'path/time', 3, 1],
  ['joint_names: [a]\npoints: []\n', 'path/no-waypoints', 2, 9],
  ['joint_names: [a]\npoints:\n- {positions: [1]}\n- {positions: [1, 2]}\n', 'path/count', 4, 15],
  ['joint_names: [a]\npoints:\n- {velocities: [1]}\n', 'document/missing-key', 3, 3],
  [
    'joint_names: [a]\npoints:\n- {positions: [1], time_from_start: 1}\n- {positions: [1]}\n',
    'path/mixed',
    4,
    3,
  ],
  [
    'joint_names: [a]\npoints:\n- {positions: [1], time_from_start: 1}\n- {positions: [2], time_from_start: 1}\n',
    'path/time',
    4,
    37,
  ],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "blend": 1}', 'path/blend', 1, 44],
  ['{"joints": ["a"], "waypoints": [[1], [2]], "times": [0, 1], "blend": 0}', 'path/blend', 1, 70],
  [
    '{"joints": ["a"], "waypoints": [[1], [2]], "times": [0, 1],\n "blend": 1, "interpolation": "straight"}',
    'path/blend',
    2,
    2,
  ],
  [
    '{"joints": ["a"], "waypoints": [[1]], "times": [0],\n "interpolation": "cubic"}',
    'path/interpolation',
    2,
    19,
  ],
  [
    '{"joints": ["a"], "waypoints": [[1]],\n "interpolation": "controller"}',
    'path/no-times',
    2,
    19,
  ],
  [
    '{"joints": ["a"], "waypoints": [[1]], "times": [0],\n "interpolation": "blend"}',
    'path/blend',
    2,
    19,
  ],
  [
    '{"joints": ["a"], "waypoints": [[1], [2]], "velocities": [[0], [0]],\n "times": [1, 1]}',
    'path/time',
    2,
    15,
  ],
  ['{"tracks": []}', 'document/unknown-key', 1, 2],
  [
    'joint_names: [a]\npoints:\n- {positions: [1], time_from_start: {sec: 1}}\n- {positions: [1], time_from_start: {sec: 0}}\n',
    'path/time',
    4,
    37,
  ],
  [
    'joint_names: [a]\npoints:\n- {positions: [1], time_from_start: {sec: 0.5}}\n',
    'path/time',
    3,
    43,
  ],
  [
    'joint_names: [a]\npoints:\n- {positions: [1], time_from_start: {sec: 1, secs: 1}}\n',
    'path/time',
    3,
    46,
  ],
  [
    'joint_trajectory: {}\nmulti_dof_joint_trajectory: {joint_names: [base]}\n',
    'path/multi-dof',
    2,
    43,
  ],
])('%j is refused', (text, code, line, column) => {
  const fault = faultOf(() => read(text));
  expect([fault.code, fault.file, fault.line, fault.column]).toEqual([code, FILE, line, column]);
});

describe('1,500 damaged files give an InputError or a path (seed 39)', () => {
  const p = {
    joints: ['a', 'b'],
    waypoints: [Float64Array.of(0.5, 1), Float64Array.of(2, -3e-5)],
    times: [0, 1.5],
    velocities: [Float64Array.of(0, 0), Float64Array.of(1, 2)],
  };
  test.each([
    ['JSON', writePathJson(p)],
    ['CSV', 'time,a,"b"\n0,0.5,1\n1.5,2,-3e-5\n'],
    ['trajectory', writeTrajectoryYaml(p)],
  ])('%s', (_, text) => {
    expectRobust([utf8(text)], 1500, 39, (bytes) => {
      const { joints, waypoints, times } = readPath(bytes, { file: FILE });
      expect(waypoints.length).toBeGreaterThan(0);
      for (const row of waypoints) {
        expect(row.length).toBe(joints.length);
        expect(row.every(Number.isFinite)).toBe(true);
      }
      if (times) expect(times.length).toBe(waypoints.length);
    });
  });
});

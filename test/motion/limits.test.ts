/** Limits of joints, against dense sampling, at their edges, and of joints that follow or are held. */
import { describe, expect, it } from 'vitest';
import { type Cell, jointBounds } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  buildPath,
  type LeftLimit,
  limitsLeft,
  limitsLeftAt,
  type Path,
  timedPath,
} from '../../src/motion/index.ts';
import { timePath } from '../../src/plan/times/timing.ts';
import { limitText } from '../../src/words/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const build = (robot = '', urdf = armUrdf('arm', [1, 1, 1])) =>
  cellFrom(`surepath: 1\nrobots: [{urdf: arm.urdf${robot}}]`, { 'arm.urdf': urdf });
const path = (cell: Cell, ...points: number[][]) =>
  buildPath(
    cell.tree,
    points.map((q) => Float64Array.from(q)),
  );
const texts = (cell: Cell, motion: Path) => limitsLeft(cell, motion).left.map((l) => limitText(l));

/** Limits of 3 rad and 1 rad/s, as armUrdf has them. */
const plain = build();

describe('positions', () => {
  it('are told with the farthest place, per joint and direction', () => {
    const motion = path(plain, [0, 0], [0, 9], [-3.5, 3.25], [1, 1]);
    expect(texts(plain, motion)).toEqual([
      'joint1 reaches -3.5 rad on segment 1 at t = 1 (limit -3), and on 1 more segment',
      'joint2 reaches 9 rad on segment 0 at t = 1 (limit 3), and on 2 more segments',
    ]);
    const { left, bySegment, looked } = limitsLeft(plain, motion);
    expect(left[1]).toMatchObject({ kind: 'position', value: 9, limit: 3, segment: 0, t: 1 });
    expect(bySegment.map(({ joint, segment, value }) => [joint, segment, value])).toEqual([
      ['joint2', 0, 9],
      ['joint1', 1, -3.5],
      ['joint2', 1, 9],
      ['joint1', 2, -3.5],
      ['joint2', 2, 3.25],
    ]);
    // Without times nothing is known of velocities.
    expect(looked).toEqual({ position: 2, velocity: 0, acceleration: 0 });
  });

  it('that touch a limit keep it, and a little more does not', () => {
    expect(texts(plain, path(plain, [-3, 3], [3, -3]))).toEqual([]);
    const ulp = 2 ** -51;
    expect(texts(plain, path(plain, [0, 0], [3 + 2 * ulp, 0]))).toEqual([]);
    expect(texts(plain, path(plain, [0, 0], [3 + 16 * ulp, 0]))).toEqual([
      'joint1 reaches 3.00000000000001 rad on segment 0 at t = 1 (limit 3)',
    ]);
    // Cubics that rest at both limits.
    for (const shift of [0, 0.1, 1 / 3]) {
      const rest = timedPath(plain.tree, {
        waypoints: [
          [-3, shift],
          [3, 3],
          [-3, -3],
        ].map((q) => Float64Array.from(q)),
        times: [0, 10 + shift, 20.1],
        velocities: [0, 1, 2].map(() => new Float64Array(2)),
      });
      expect(texts(plain, rest)).toEqual([]);
    }
  });

  it('of joints without limits are free, of followers and held joints are not', () => {
    const joint = (name: string, type: string, from: number, rest: string) =>
      `<joint name="${name}" type="${type}"><parent link="l${from}"/><child link="l${from + 1}"/><axis xyz="0 0 1"/>${rest}</joint>`;
    const limit = (lower: number, upper: number) =>
      `<limit lower="${lower}" upper="${upper}" velocity="2" effort="1"/>`;
    const urdf = `<robot name="r">${[0, 1, 2, 3, 4, 5].map((i) => `<link name="l${i}"/>`).join('')}
${joint('a', 'revolute', 0, limit(-2, 2))}
${joint('b', 'prismatic', 1, `${limit(0, 0.5)}<mimic joint="a" multiplier="-0.5" offset="0.25"/>`)}
${joint('c', 'continuous', 2, '')}
${joint('d', 'revolute', 3, limit(-1, 1))}
${joint('e', 'revolute', 4, `${limit(-1, 1)}<mimic joint="d" multiplier="2"/>`)}</robot>`;
    const cell = build(', joints: {d: 0.75}', urdf);
    expect(cell.tree.dofs.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(texts(cell, path(cell, [0, 0], [0.5, 99]))).toEqual(['e is held at 1.5 rad (limit 1)']);
    expect(texts(cell, path(cell, [-1.5, 0], [1, 99]))).toEqual([
      'b reaches -0.25 m on segment 0 at t = 1 (limit 0)',
      'b reaches 1 m on segment 0 at t = 0 (limit 0.5)',
      'e is held at 1.5 rad (limit 1)',
    ]);
    // Exactly at both ends of the follower's range.
    const exact = build(', joints: {d: 0.5}', urdf);
    expect(texts(exact, path(exact, [-0.5, 0], [0.5, 0]))).toEqual([]);
    const held = build(', joints: {d: 5}', urdf);
    expect(limitsLeftAt(held, [Float64Array.of(0, 0), Float64Array.of(3, 0)])).toMatchObject([
      [
        { joint: 'd', value: 5, limit: 1, held: true },
        { joint: 'e', value: 10, limit: 1 },
      ],
      [
        { joint: 'a', value: 3, limit: 2 },
        { joint: 'b', value: -1.25, limit: 0 },
        { joint: 'd', value: 5 },
        { joint: 'e', value: 10 },
      ],
    ]);
    // The follower moves half as fast as its leader may, and has a limit of its own.
    const fast = buildPath(exact.tree, [Float64Array.of(-0.5, 0), Float64Array.of(0.5, 0)], {
      times: [0, 0.1],
    });
    expect(texts(exact, fast)).toEqual([
      'a moves at 10 rad/s on segment 0 at t = 0, 0 s (limit 2)',
      'b moves at -5 m/s on segment 0 at t = 0, 0 s (limit 2)',
    ]);
  });
});

describe('rates', () => {
  it('at the limit keep it, whatever the clock says', () => {
    for (const begin of [0, 0.1, 1 / 3, 1e3, 1.7e9]) {
      const times = [0, 1, 2, 3].map((k) => begin + 0.1 * k);
      const motion = buildPath(
        plain.tree,
        [0, 1, 2, 3].map((k) => Float64Array.of(2.5 + 0.1 * k, 0)),
        { times },
      );
      const { left } = limitsLeft(plain, motion);
      expect(left.filter(({ kind }) => kind === 'velocity')).toEqual([]);
    }
    const faster = buildPath(plain.tree, [Float64Array.of(0, 0), Float64Array.of(1.000001, 0)], {
      times: [5, 6],
    });
    expect(texts(plain, faster)).toEqual([
      'joint1 moves at 1.000001 rad/s on segment 0 at t = 0, 5 s (limit 1)',
    ]);
  });

  it('of the cell file overrule those of the URDF; accelerations come from there alone', () => {
    const rates = ({ name, velocity, acceleration }: ReturnType<typeof jointBounds>[number]) => [
      name,
      velocity,
      acceleration,
    ];
    const cell = build(', limits: {default: {acceleration: 5}, joint2: {velocity: 0.5}}');
    expect(jointBounds(cell).map(rates)).toEqual([
      ['joint1', 1, 5],
      ['joint2', 0.5, 5],
    ]);
    expect(jointBounds(plain).map(rates)).toEqual([
      ['joint1', 1, Infinity],
      ['joint2', 1, Infinity],
    ]);
    const zero = build('', armUrdf('arm', [1, 1, 1]).replaceAll('velocity="1"', 'velocity="0"'));
    expect(jointBounds(zero).map(rates)).toEqual([
      ['joint1', Infinity, Infinity],
      ['joint2', Infinity, Infinity],
    ]);
  });

  it('a velocity that changes at once has no acceleration that any limit allows', () => {
    const cell = build(', limits: {default: {acceleration: 1000}}');
    const motion = buildPath(
      cell.tree,
      [
        [0, 0],
        [0.5, 0.5],
        [0.5, 1],
      ].map((q) => Float64Array.from(q)),
      { times: [0, 1, 2] },
    );
    expect(texts(cell, motion)).toEqual([
      'joint1 changes its velocity by 0.5 rad/s at once, down, on segment 1 at t = 0, 1 s (limit of acceleration 1000)',
    ]);
    expect(texts(plain, motion)).toEqual([]);
  });

  it('of motions that are timed within limits are within them', () => {
    const cell = build(', limits: {default: {velocity: 0.7, acceleration: 2.3}}');
    const points = [
      [-1, 0.2],
      [0.3, 1.1],
      [0.4, -0.7],
      [1.2, -0.1],
    ].map((q) => Float64Array.from(q));
    // Nothing is in the way: every link touches its neighbour.
    const alone = { ...cell, description: { ...cell.description, allowNothing: true } };
    for (const mode of ['stops', 'blends'] as const) {
      const timed = timePath({ cell: alone }, points, { mode });
      expect(limitsLeft(cell, timed.path).left).toEqual([]);
      expect(limitsLeft(cell, timed.path).looked).toEqual({
        position: 2,
        velocity: 2,
        acceleration: 2,
      });
      const tighter = build(', limits: {default: {velocity: 0.69, acceleration: 2.29}}');
      const kinds = limitsLeft(tighter, timed.path).left.map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(['velocity', 'acceleration']));
    }
  });
});

it('curves leave limits where dense sampling says so, seed 5', () => {
  const random = new Random(5);
  const cell = build(', limits: {default: {velocity: 2, acceleration: 9}}');
  let [left, kept] = [0, 0];
  for (let round = 0; round < 300; round++) {
    const row = (size: number) => Float64Array.from([0, 0], () => random.between(-size, size));
    const points = {
      waypoints: [row(2.8), row(2.8)],
      times: [1, 1 + random.between(0.5, 6)],
      velocities: [row(2), row(2)],
      ...(round % 2 === 0 ? {} : { accelerations: [row(8), row(8)] }),
    };
    const motion = timedPath(cell.tree, points);
    const [segment] = motion.segments;
    const duration = points.times[1] - points.times[0];
    const found = limitsLeft(cell, motion).bySegment;
    const q = new Float64Array(2);
    for (let d = 0; d < 2; d++) {
      const most = { position: 0, velocity: 0, acceleration: 0 };
      const steps = 2000;
      for (let k = 0; k <= steps; k++) {
        segment.configurationInto(k / steps, q, 0);
        most.position = Math.max(most.position, Math.abs(q[d]));
        segment.rateInto(k / steps, q, 0);
        most.velocity = Math.max(most.velocity, Math.abs(q[d]) / duration);
        segment.accelerationInto(k / steps, q, 0);
        most.acceleration = Math.max(most.acceleration, Math.abs(q[d]) / duration ** 2);
      }
      for (const [kind, limit] of [
        ['position', 3],
        ['velocity', 2],
        ['acceleration', 9],
      ] as const) {
        const own = found.filter((l) => l.kind === kind && l.joint === `joint${d + 1}`);
        const value = Math.max(0, ...own.map((l) => Math.abs(l.value)));
        if (own.length > 0) {
          left++;
          // Sampling comes near to the extremum that is told, and never beyond.
          expect(value).toBeGreaterThan(limit);
          expect(value).toBeGreaterThanOrEqual(most[kind] - 1e-9);
          expect(value).toBeLessThan(most[kind] + 1e-3 * (1 + most[kind]));
          for (const l of own) expect(isThere(l, motion, d)).toBe(true);
        } else {
          kept++;
          expect(most[kind]).toBeLessThanOrEqual(limit + 1e-12);
        }
      }
    }
  }
  expect(left).toBeGreaterThan(200);
  expect(kept).toBeGreaterThan(200);
});

/** Whether the motion has the value that is told at the place that is told. */
function isThere(
  { kind, value, segment, t, time }: LeftLimit,
  { segments, times }: Path,
  d: number,
) {
  const [begin, end] = times!.slice(segment);
  const q = new Float64Array(2);
  const at = segments[segment];
  if (kind === 'position') at.configurationInto(t, q, 0);
  else if (kind === 'velocity') at.rateInto(t, q, 0);
  else at.accelerationInto(t, q, 0);
  const scale = kind === 'position' ? 1 : (end - begin) ** (kind === 'velocity' ? 1 : 2);
  return (
    Math.abs(q[d] / scale - value) <= 1e-9 * Math.abs(value) &&
    Math.abs(time! - (begin + t * (end - begin))) < 1e-12
  );
}

/** Paths with arcs: how they are put together, wrapped, divided by other tracks, and kept within limits. */
import { describe, expect, it, test } from 'vitest';
import { InputError, Random } from '../../src/math/index.ts';
import {
  buildPath,
  CircularSegment,
  combineTracks,
  joinedErrorUpperInto,
  type Path,
  type Segment,
  timedPath,
} from '../../src/motion/index.ts';
import { randomPoint, testTree } from '../helpers/motion/trees.ts';

const tree = testTree('fixed');
const count = tree.dofs.length;
const point = (...values: number[]) =>
  Float64Array.from({ length: count }, (_, d) => values[d] ?? 0);
const at = (segment: Segment, t: number) => {
  const q = new Float64Array(count);
  segment.configurationInto(t, q, 0);
  return q;
};

/** Where a path with times is at a time. */
function placeAt({ times = [], segments }: Path, time: number): Float64Array {
  let i = 0;
  while (i + 1 < segments.length && times[i + 1] <= time) i++;
  return at(segments[i], Math.min(1, Math.max(0, (time - times[i]) / (times[i + 1] - times[i]))));
}

describe('a path with arcs', () => {
  const [a, b, c] = [point(0, 0), point(1, 1), point(2, 0)];

  it('has straight and circular segments between its waypoints, and says so', () => {
    const path = buildPath(tree, [a, c, b], { vias: [null, [b], null], times: [0, 1, 2] });
    expect(path.segments.map(({ kind }) => kind)).toEqual(['circular', 'straight']);
    expect(path.waypoints).toEqual([a, c, b]);
    expect([path.interpolation, path.summary]).toEqual(['arcs', 'straight and circular segments']);
    expect(at(path.segments[0], 0.5)[1]).toBeCloseTo(1, 14);
    const whole = buildPath(tree, [a, a], { vias: [null, [b, c]] });
    expect(whole.summary).toBe('circular segments');
    expect(buildPath(tree, [a, c], { vias: [null, null] }).interpolation).toBeUndefined();
  });

  it('is refused where an arc leads nowhere, by its number', () => {
    const refusal = (vias: readonly (readonly Float64Array[] | null)[]) => {
      try {
        buildPath(tree, [a, b, c], { vias });
      } catch (error) {
        if (error instanceof InputError) return error.fault;
      }
      return null;
    };
    expect(refusal([null, null])?.code).toBe('path/arc-count');
    expect(refusal([[b], null, null])?.message).toMatch(/begins at its first waypoint/);
    expect(refusal([null, null, [b]])?.message).toMatch(/^segment 1: .*one of the others/);
    expect(refusal([null, null, [point(1.5, 0.5)]])?.message).toMatch(/^segment 1: .*on one line/);
    expect(refusal([null, null, []])).toBeNull();
  });

  it('wraps what is on the way like waypoints', () => {
    const free = tree.dofs.findIndex(({ continuous }) => continuous);
    expect(free).toBeGreaterThanOrEqual(0);
    const other = free === 0 ? 1 : 0;
    const place = (angle: number, x: number) => {
      const q = new Float64Array(count);
      q[free] = angle;
      q[other] = x;
      return q;
    };
    const given = [place(3, 0), place(-3, 0)];
    const vias = [null, [place(-Math.PI, 0.1)]];
    const short = buildPath(tree, given, { vias, wrap: 'short' });
    expect(short.waypoints[1][free]).toBeCloseTo(2 * Math.PI - 3, 14);
    const [lower, upper] = [new Float64Array(count), new Float64Array(count)];
    short.segments[0].rangeInto(lower, upper);
    expect(lower[free]).toBeGreaterThan(2.9);
    expect(upper[other]).toBeGreaterThan(0.0999);
    const literal = buildPath(tree, given, { vias });
    expect(literal.notes.map(({ code }) => code)).toEqual(['path/long-turn']);
    expect(literal.notes[0].message).toMatch(/in segment 0,/);
  });
});

describe('tracks with arcs (seed 541)', () => {
  const random = new Random(541);
  const half = count >> 1;
  const [mine, yours] = [
    Array.from({ length: half }, (_, d) => d),
    Array.from({ length: count - half }, (_, d) => half + d),
  ];
  const points = () => Array.from({ length: 3 }, () => randomPoint(tree, random));
  const [p, q] = [points(), points()];
  const [via, other, third] = [0, 1, 2].map(() => randomPoint(tree, random));
  const first = buildPath(tree, p, { vias: [null, [via], null], times: [0, 2, 3] });
  const second = buildPath(tree, [q[0], q[1], q[1]], {
    vias: [null, [other], [third, q[2]]],
    times: [0.25, 1.1, 2.7],
  });
  const spline = timedPath(tree, {
    waypoints: q,
    times: [0.3, 0.9, 2.2],
    velocities: q.map(() => point(0.5, 0.2, 0.1, 0.4, -0.3)),
  });
  const straight = buildPath(tree, q, { times: [0, 0.7, 3.5] });

  it.each<[string, Path]>([
    ['another with arcs', second],
    ['a spline', spline],
    ['straight lines', straight],
  ])('beside %s are where each is alone, at every time', (_, beside) => {
    const tracks = [
      { dofs: mine, path: first },
      { dofs: yours, path: beside },
    ];
    const standing = point();
    for (const offset of [0, 0.4321, -0.05]) {
      const path = combineTracks(tree, tracks, { standing, offsets: [0, offset] });
      expect(path.segments.some(({ kind }) => kind === 'circular')).toBe(true);
      for (let i = 0; i <= 200; i++) {
        const time = -0.2 + (4.5 * i) / 200;
        const all = placeAt(path, time);
        const [x, y] = [placeAt(first, time), placeAt(beside, time - offset)];
        for (const d of mine) expect(Math.abs(all[d] - x[d])).toBeLessThan(1e-13);
        for (const d of yours) expect(Math.abs(all[d] - y[d])).toBeLessThan(1e-13);
      }
    }
  });

  it('join: what ends a piece begins the next, to the bit, and is on its arc within its error', () => {
    const tracks = [
      { dofs: mine, path: first },
      { dofs: yours, path: second },
    ];
    const path = combineTracks(tree, tracks, { standing: point(), offsets: [0, 0.1] });
    const error = new Float64Array(count);
    path.segments.forEach((segment, i) => {
      joinedErrorUpperInto(segment, error, 0);
      expect(Math.max(...error)).toBeLessThan(1e-11);
      if (!(segment instanceof CircularSegment)) return;
      for (const [end, waypoint] of [
        [at(segment, 0), path.waypoints[i]],
        [at(segment, 1), path.waypoints[i + 1]],
      ]) {
        end.forEach((x, d) => {
          expect(Math.abs(x - waypoint[d])).toBeLessThanOrEqual(error[d]);
        });
      }
    });
    const arcs = path.segments.filter((segment) => segment instanceof CircularSegment);
    expect(arcs.length).toBeGreaterThan(3);
    // Parts of one arc have its numbers, but for the angles.
    const numbers = arcs.map(({ arcs: own }) => [own[1], own[2]].join(' '));
    expect(new Set(numbers.slice(0, 3)).size).toBe(1);
  });

  it('in pieces too short to turn in stand still', () => {
    const late = buildPath(tree, [q[0], q[1]], { times: [1, 1 + Number.EPSILON] });
    const tracks = [
      { dofs: mine, path: buildPath(tree, [p[0], p[1]], { vias: [null, [via]], times: [0, 1e9] }) },
      { dofs: yours, path: late },
    ];
    const path = combineTracks(tree, tracks, { standing: point() });
    expect(path.waypoints).toHaveLength(4);
    for (const [i, segment] of path.segments.entries()) {
      expect(at(segment, 1).slice(0, half)).toEqual(path.waypoints[i + 1].slice(0, half));
    }
  });

  it('cannot go round at once', () => {
    const round = buildPath(tree, [q[0], q[0]], { vias: [null, [q[1], q[2]]], times: [1, 1] });
    expect(() => combineTracks(tree, [{ dofs: mine, path: round }], { standing: point() })).toThrow(
      /whole circle, but begins and ends at 1 s/,
    );
  });
});

test('errors of arcs count three times where segments meet, as those of splines do', () => {
  const path = buildPath(tree, [point(0), point(2)], { vias: [null, [point(1, 1)]] });
  const [own, joined] = [new Float64Array(count), new Float64Array(count)];
  path.segments[0].errorUpperInto(own, 0);
  joinedErrorUpperInto(path.segments[0], joined, 0);
  expect(own[0]).toBeGreaterThan(0);
  expect([...joined]).toEqual([...own].map((x) => 3 * x));
});

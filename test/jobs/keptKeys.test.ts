/** Keys of what is kept between two questions: each names all that the answer depends on. */
import { describe, expect, it } from 'vitest';
import { type Cell, MovableObstacles, StaticChecker } from '../../src/cell/index.ts';
import { contentsDigest } from '../../src/jobs/contents.ts';
import { check, type Motion, type OpenCell, openCompiled, vectors } from '../../src/jobs/index.ts';

import { identityPose } from '../../src/math/index.ts';
import { askSegments } from '../../src/parallel/segments.ts';
import { Editor } from '../../studio/engine/edit.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { tetrahedronOfTwoFormats } from '../helpers/oracles/twoFormats.ts';

/** An arm of one joint, and balls of 5 cm: `near` on the circle of its end, the others far away. */
const cellWith = (...balls: [name: string, x: number, y: number][]): Cell => {
  const listed = balls.map(
    ([name, x, y]) =>
      `  - {name: ${name}, shape: {sphere: {radius: 0.05}}, pose: {xyz: [${x}, ${y}, 0]}}`,
  );
  return cellFrom(
    `surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [{between: [link0, link1], reason: one arm}]\nobstacles:\n${listed.join('\n')}\n`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4]) },
  );
};
const NEAR = cellWith(['near', 0.4, 0.3]);
const FAR = cellWith(['near', 5, 0.3]);
const motion = (from: number, to: number): Motion => ({
  name: 'motion',
  waypoints: [Float64Array.of(from), Float64Array.of(to)],
});
const verdict = (open: OpenCell, asked: Motion) => check(open, { motion: asked }).verdict;

describe('an open cell', () => {
  it('asks anew about a motion that was altered in place', () => {
    const open = openCompiled(NEAR);
    const asked = motion(-2, -1);
    expect(verdict(open, asked)).toBe('free');
    asked.waypoints[1][0] = 2;
    expect(verdict(open, asked)).toBe('colliding');
    asked.waypoints[1][0] = -1;
    expect(verdict(open, asked)).toBe('free');
  });

  it("asks anew about a motion of a caller's own class", () => {
    class Way {
      readonly name = 'way';
      end = -1;
      get waypoints() {
        return [Float64Array.of(-2), Float64Array.of(this.end)];
      }
    }
    const open = openCompiled(NEAR);
    const way = new Way();
    expect(verdict(open, way)).toBe('free');
    way.end = 2;
    expect(verdict(open, way)).toBe('colliding');
  });

  it('asks anew about a motion that turns another way', () => {
    const open = openCompiled(
      cellFrom(
        'surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [{between: [link0, link1], reason: one arm}]\nobstacles: [{name: near, shape: {sphere: {radius: 0.05}}, pose: {xyz: [0.7, 0, 0]}}]\n',
        { 'arm.urdf': armUrdf('arm', [0.4, 0.4]).replace('"revolute"', '"continuous"') },
      ),
    );
    const asked = motion(-2.5, 2.5);
    const along = (wrap: 'literal' | 'short') => check(open, { motion: asked, wrap }).verdict;
    expect([along('literal'), along('short'), along('literal')]).toEqual([
      ...['colliding', 'free', 'colliding'],
    ]);
  });

  it('takes no checker of other options, which JSON may not tell apart', () => {
    const open = openCompiled(NEAR);
    const question = open.question({ motion: motion(-2, -1) });
    const asked = (resolution: number) =>
      open.checkerFor(question, { method: 'fixed', resolution });
    const endless = asked(Number.POSITIVE_INFINITY);
    expect(asked(Number.POSITIVE_INFINITY)).toBe(endless);
    expect(() => asked(Number.NaN)).toThrow(/resolution must be at least 0; found NaN/);
  });

  it('takes no monitor in which bodies were moved', () => {
    const open = openCompiled(NEAR);
    const q = Float64Array.of(0);
    const before = vectors(open, { configuration: q }).vectors[0].distance;
    const pose = identityPose();
    pose.set([5, 5, 0], 9);
    const monitor = open.monitorFor(q, {});
    monitor.changes.move('near', pose);
    expect(vectors(open, { configuration: q }).vectors[0].distance).toBeCloseTo(before, 12);
    const second = open.monitorFor(q, {});
    expect(second).not.toBe(monitor);
    second.changes.remove('near');
    expect(vectors(open, { configuration: q }).vectors[0].status).toBe('apart');
    expect(open.monitorFor(q, {})).toBe(open.monitorFor(q, {}));
  });

  it('holds joints where they stood when it was asked', () => {
    const open = openCompiled(
      cellFrom(
        'surepath: 1\nrobots: [{urdf: arm.urdf}]\nallow: [{between: [link0, link1], reason: one arm}]\n',
        { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
      ),
    );
    const standing = Float64Array.of(1, 2);
    const held = open.held(standing, [0]);
    standing[1] = -2;
    expect(open.held(Float64Array.of(0, 2), [0])).toBe(held);
    expect([...held.completed(Float64Array.of(0.5))]).toEqual([0.5, 2]);
    expect([...open.held(Float64Array.of(1, 1), [0]).completed(Float64Array.of(0.5))]).toEqual([
      ...[0.5, 1],
    ]);
    expect([...open.held(Float64Array.of(1, 1), [1]).completed(Float64Array.of(0.5))]).toEqual([
      ...[1, 0.5],
    ]);
  });
});

describe('digests of contents', () => {
  const buffer = Float64Array.of(1, 2, 3, 4);
  const values: readonly unknown[] = [
    ...[undefined, null, true, false, 0, -0, Number.NaN, Infinity, -Infinity, 1, '1', '', 'a'],
    ...['\ud800', '\ud801', [], {}, [[]], [undefined], [null], { a: undefined }, { a: null }],
    ...[
      ['a', 'b'],
      ['ab'],
      ['a', ['b']],
      [['a'], ['b']],
      [['a', ['b']]],
      { a: 1, b: 2 },
      { a: 1, b: '2' },
      { ab: 1, '': 2 },
      { a: 1 },
      { b: 1 },
    ],
    ...[[1], Float64Array.of(1), Float32Array.of(1), Float64Array.of(-0), Float64Array.of(0)],
    ...[buffer.subarray(1), buffer.subarray(0, 3), new Map([[1, 2]]), new Set([1, 2])],
    ...[new Map([['1', 2]]), new Float64Array(20_000), new Float64Array(20_001)],
  ];

  it('differ where contents do', () => {
    expect(new Set(values.map(contentsDigest)).size).toBe(values.length);
  });

  it('are the same for the same contents, in whatever order properties stand and memory lies', () => {
    expect(contentsDigest({ a: 1, b: [2] })).toBe(contentsDigest({ b: [2], a: 1 }));
    expect(contentsDigest(buffer.subarray(1))).toBe(contentsDigest(Float64Array.of(2, 3, 4)));
    expect(contentsDigest(structuredClone(values))).toBe(contentsDigest(values));
  });

  it('refuse what has no contents that could be compared', () => {
    const unknown = [() => 1, Symbol('a'), new Date(0), /a/, Promise.resolve(), new (class {})()];
    for (const value of unknown) expect(() => contentsDigest({ value })).toThrow(TypeError);
  });
});

describe('what outlives a question', () => {
  it('segments of a worker are those of the cell that is asked', () => {
    const goods = { motion: motion(-2, 2) };
    const ask = (cell: Cell) =>
      askSegments(
        openCompiled(cell),
        { asks: [{ segment: 0, budgets: [1e6] }] },
        { signal: { aborted: false }, goods },
      ).results![0].verdict;
    expect(ask(FAR)).toBe('free');
    expect(ask(NEAR)).toBe('colliding');
  });

  it('an obstacle in the hand is the one of the cell that is asked', () => {
    const movable = new MovableObstacles();
    const pose = identityPose();
    pose.set([0.48, 0.3, 0], 9);
    const small = cellFrom(
      'surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [{name: near, shape: {sphere: {radius: 0.001}}, pose: {xyz: [5, 0, 0]}}]\nallow: [{between: [link0, link1], reason: one arm}]\n',
      { 'arm.urdf': armUrdf('arm', [0.4, 0.4]) },
    );
    const collides = (cell: Cell) => {
      const body = cell.bodyOf.get('near')!;
      const q = Float64Array.of(Math.PI / 2);
      return new StaticChecker(movable.moved(cell, [{ body, pose }])).collides(q);
    };
    expect(collides(small)).toBe(false);
    expect(collides(FAR)).toBe(true);
    expect(collides(small)).toBe(false);
  });

  it('a mesh that was added is that of its bytes in the format that its name says', () => {
    const bytes = tetrahedronOfTwoFormats(1, 9);
    const add = (file: string) =>
      ({
        kind: 'add',
        name: file,
        shape: { kind: 'mesh', file, bytes },
        pose: identityPose(),
      }) as const;
    const { obstacles } = new Editor().apply(FAR.description, [add('a.stl'), add('a.obj')]);
    const largest = obstacles.slice(-2).map(({ parts: [{ geometry }] }) => {
      return geometry.kind === 'mesh' ? Math.max(...geometry.triangles.positions) : 0;
    });
    expect(largest).toEqual([1, 9]);
  });
});

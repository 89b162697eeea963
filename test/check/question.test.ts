/** The question is made once; who checks refuses what the cell was not asked about. */
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell, StaticChecker } from '../../src/cell/index.ts';
import {
  certifiedClearance,
  checkEdges,
  checkPath,
  checkPenetration,
  clearanceProfile,
  createChecker,
  firstContact,
  type Method,
  Recorder,
} from '../../src/check/index.ts';
import { InputError } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined', 'fixed'];
const BOX = '<box size="0.2 0.2 0.2"/>';
const at = (...q: number[]) => Float64Array.from(q);

/** Limits of 2 m each way; far away there is something. */
const cell = sliderCell(
  BOX,
  `obstacles:
  - {name: near, shape: {box: [1, 1, 1]}, pose: {xyz: [0, 0, 1.5]}}
  - {name: far, shape: {box: [1, 1, 1]}, pose: {xyz: [12, 0, 0]}}`,
);
const inside = buildPath(cell.tree, [at(0, 0, 0), at(2, 0, 0)]);
const outside = buildPath(cell.tree, [at(0, 0, 0), at(1, 0, 0), at(14, 0, 0)]);

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.fault;
    throw error;
  }
  return null;
}

const REFUSED = {
  code: 'check/outside',
  message:
    'the motion takes "x" to 14, outside of the box of joint values that the cell is prepared for: -2 to 2',
  hint: expect.stringContaining('askAbout(cell, motion)'),
};

describe('a motion outside of the box', () => {
  it.each(METHODS)('is refused by %s, with the joint and the way out', (method) => {
    const checker = createChecker(cell, { method });
    const segment = outside.segments[1];
    expect(faultOf(() => checker.check({ segment }))).toMatchObject(REFUSED);
    expect(faultOf(() => checkPath(checker, outside))).toMatchObject(REFUSED);
    expect(faultOf(() => checkEdges(checker, outside.segments))).toMatchObject(REFUSED);
    // It is as good as before for what is inside.
    expect(['free', 'no collision found']).toContain(checkPath(checker, inside).verdict);
    const asked = askAbout(cell, outside);
    const verdict = checkPath(createChecker(asked.cell, { method }), asked.motion).verdict;
    expect(verdict).toBe('colliding');
  });

  it.each<[string, (cell: Cell) => unknown]>([
    ['first contact', (own) => firstContact(own, outside)],
    ['clearance', (own) => certifiedClearance(own, outside)],
    ['profile', (own) => clearanceProfile(own, outside)],
    ['penetration', (own) => checkPenetration(own, outside, { depth: 0.01 })],
    ['the recorder', (own) => record(own)],
  ])('is refused by %s', (_, ask) => {
    expect(faultOf(() => ask(cell))).toMatchObject(REFUSED);
    expect(faultOf(() => ask(askAbout(cell, outside).cell))).toBeNull();
  });

  it('is refused of a configuration; another checker takes it', () => {
    const checker = new StaticChecker(cell);
    const q = at(12, 0, 0);
    for (const ask of [
      () => checker.check(q),
      () => checker.firstCollision(q),
      () => checker.within(1, q),
      () => checker.keepsClearance(q),
    ]) {
      expect(faultOf(ask)).toMatchObject({
        code: 'check/outside',
        message: expect.stringMatching(/^the configuration has "x" at 12, outside/),
      });
    }
    expect(checker.for(q).check(q).colliding).toBe(true);
    expect(checker.for(at(1, 1, 1))).toBe(checker);
    expect(checker.cell).toBe(cell);
  });

  it('with what joints stray, and where nothing is known', () => {
    const tube = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf, tracking: {joint1: 0.1}}]', {
      'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]),
    });
    const path = buildPath(tube.tree, [at(0, 0), at(3.05, 0)]);
    expect(faultOf(() => checkPath(createChecker(tube), path))?.message).toBe(
      'the motion takes "joint1" to 3.05 (and strays by 0.1), outside of the box of joint values that the cell is prepared for: -3 to 3',
    );
    const car = cellFrom(
      `surepath: 1\nrobots: [{urdf: arm.urdf, base_joint: planar}]\nallow: [[link0, link1]]`,
      { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
    );
    expect(faultOf(() => new StaticChecker(car).check(at(0, 0, 0, 0, 0)))?.message).toMatch(
      /"base\/x" at 0, outside .*: no value at all$/,
    );
  });
});

function record(own: Cell): void {
  const recorder = new Recorder(own, ({ tested }) => tested, 0);
  const sink = { slab: () => true };
  for (const segment of outside.segments) recorder.record(segment, sink, 1000);
}

describe('the question', () => {
  it('has the cell itself where its box covers the motion', () => {
    expect(askAbout(cell, inside)).toEqual({ cell, motion: inside });
    expect(askAbout(cell, inside).cell).toBe(cell);
    expect(askAbout(cell, []).cell).toBe(cell);
  });

  it('covers paths, edges and configurations alike', () => {
    const path = askAbout(cell, outside).cell;
    const edges = askAbout(cell, [...outside.segments].reverse()).cell;
    const configurations = askAbout(cell, [...outside.waypoints]).cell;
    expect([...path.box.upper]).toEqual([14, 2, 2]);
    for (const other of [edges, configurations]) expect(other.box).toEqual(path.box);
    expect(path.tested.length).toBe(2);
    expect(cell.tested.length).toBe(1);
    expect([...cell.box.upper]).toEqual([2, 2, 2]);
    // Nothing is left to be made when it is asked again.
    expect(askAbout(path, outside).cell).toBe(path);
  });

  it('is not made about what is no configuration', () => {
    const fault = faultOf(() => askAbout(cell, [at(0, Number.NaN, 0)]));
    expect(fault?.code).toBe('configuration/non-finite');
  });

  it('is made for every edge of a planner', () => {
    const checker = new EdgeChecker(cell);
    const [first, second] = outside.segments;
    expect(checker.check({ segment: first }).verdict).toBe('free');
    expect(checker.check({ segment: second }).verdict).toBe('colliding');
    expect(checker.check({ segment: first }).verdict).toBe('free');
  });
});

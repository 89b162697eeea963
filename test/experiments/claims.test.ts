/** What the experiments on the papers' claims compare [A24] is what they say: two orders, two ways to divide obstacles, what is held at once. */
import { describe, expect, it } from 'vitest';
import { AsPrinted } from '../../experiments/papers/asPrinted.ts';
import { asOneBody, partByPart } from '../../experiments/papers/divided.ts';
import { createChecker } from '../../src/check/index.ts';
import { sliderCell } from '../helpers/check/adaptiveCells.ts';
import { line } from '../helpers/check/ladderLines.ts';

const TABLE = '{name: table, shape: {mesh: cube.stl}, pose: {xyz: [0, 0, -1]}}';
const POST = '{name: post, shape: {mesh: small.stl}, pose: {xyz: [0.01, 0, 0.25]}}';
const cellWith = (...obstacles: string[]) =>
  sliderCell('<mesh filename="small.stl"/>', `obstacles: [${obstacles.join(', ')}]`);

/** The slider cuts a corner of this by a centimetre, wherever one would not look by chance. */
const CORNER = '{name: corner, shape: {mesh: small.stl}, pose: {xyz: [0.37, 0.76, 0]}}';

describe('ADAPTIVE-BISECTION as printed', () => {
  const asked = (order: 'uncovered' | 'length', obstacle: string, ends: [number[], number[]]) => {
    const cell = cellWith(obstacle);
    const checker = new AsPrinted(cell, order);
    const segment = line(cell, ...ends);
    return { free: checker.isFree(segment, 0), checker, cell, segment };
  };

  it('finds a contact sooner by uncovered length than by length', () => {
    const [uncovered, length] = (['uncovered', 'length'] as const).map((order) => {
      const { free, checker, cell, segment } = asked(order, CORNER, [
        [-1.8, -1.8, 0],
        [1.8, 1.8, 0],
      ]);
      expect(free).toBe(false);
      const { verdict } = createChecker(cell, { method: 'adaptive' }).check({ segment });
      expect(verdict).toBe('colliding');
      return checker.tests;
    });
    expect(1.3 * uncovered).toBeLessThan(length);
  });

  it('proves by as many in any order, and counts what it holds at once', () => {
    const [uncovered, length] = (['uncovered', 'length'] as const).map((order) => {
      // Five millimetres above a table.
      const { free, checker } = asked(order, TABLE, [
        [-0.8, 0, 0.105],
        [0.79, 0.02, 0.105],
      ]);
      expect(free).toBe(true);
      return checker;
    });
    expect(uncovered.tests).toBe(length.tests);
    expect(uncovered.mostOpen).toBeLessThan(uncovered.tests / 2);
    expect(uncovered.mostTreeNodes).toBeLessThan(uncovered.nodePairs);
  });
});

describe('obstacles', () => {
  it('as one body, and part by part: as many bodies and pairs', () => {
    const { description } = cellWith(
      TABLE,
      POST,
      POST.replace('post', 'other').replace('0.01', '0.6'),
    );
    const count = (cell: ReturnType<typeof asOneBody>) => [
      cell.bodies.filter(({ kind }) => kind === 'obstacle').length,
      cell.tested.length,
    ];
    expect(count(asOneBody(description))).toEqual([1, 1]);
    expect(count(partByPart(description))).toEqual([3, 3]);
  });
});

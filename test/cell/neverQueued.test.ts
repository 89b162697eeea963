/** [A8] Pairs that swept balls prove apart, and pairs that never move against each other, cost no check anything. */
import { describe, expect, it } from 'vitest';
import { createChecker, Ladder } from '../../src/check/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const NEAR = '{name: near, shape: {sphere: {radius: 0.1}}, pose: {xyz: [0.9, 0.6, 0]}}';
/** Out of reach of an arm of 1.2 m, and nearer to others of their kind than to it. */
const FAR = [0, 1, 2, 3].map(
  (i) => `{name: far${i}, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [${3 + 0.2 * i}, 0, 0]}}`,
);
const TOOL =
  '<link name="tool"><collision><geometry><box size="0.05 0.3 0.05"/></geometry></collision></link>' +
  '<joint name="fixed" type="fixed"><parent link="link2"/><child link="tool"/><origin xyz="0.2 0 0"/></joint></robot>';

function cellWith(obstacles: readonly string[], tool: boolean) {
  const arm = armUrdf('arm', [0.4, 0.4, 0.4]);
  return cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [${obstacles.join(', ')}]
allow: [[link0, link1], [link1, link2]${tool ? ', [link1, tool], [link0, tool]' : ''}]`,
    { 'arm.urdf': tool ? arm.replace('</robot>', TOOL) : arm },
  );
}

const stats = (cell: ReturnType<typeof cellWith>, method: 'adaptive' | 'refined') =>
  createChecker(cell, { method }).check({
    segment: new StraightSegment(cell.tree, Float64Array.of(-2, 1), Float64Array.of(0.2, -2)),
  }).stats;

describe('pairs that are never queued', () => {
  const plain = cellWith([NEAR], false);
  const crowded = cellWith([NEAR, ...FAR], false);

  it('what is out of reach is shown to be, and obstacles are not tested against each other', () => {
    expect(crowded.tested.length).toBe(plain.tested.length);
    const reasons = crowded.pairs.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'swept').length).toBeGreaterThanOrEqual(8);
    expect(reasons.filter((reason) => reason === 'static').length).toBeGreaterThanOrEqual(10);
  });

  it('a tool that is fixed to its link is not tested against it', () => {
    const held = cellWith([NEAR], true);
    const names = held.tested.map(({ a, b }) => `${held.bodies[a].name} ${held.bodies[b].name}`);
    expect(names.filter((name) => /link2/.test(name) && /tool/.test(name))).toEqual([]);
    // Against the obstacle alone.
    expect(held.tested.length).toBe(plain.tested.length + 1);
  });

  it('a check does exactly what it does without them', () => {
    for (const method of ['adaptive', 'refined'] as const) {
      expect(stats(crowded, method)).toEqual(stats(plain, method));
    }
    expect(stats(plain, 'adaptive').tests).toBeGreaterThan(3);
    const segment = (cell: typeof plain) =>
      new StraightSegment(cell.tree, Float64Array.of(-2, 1), Float64Array.of(0.2, -2));
    expect(new Ladder(crowded).check({ segment: segment(crowded) }).stats).toEqual(
      new Ladder(plain).check({ segment: segment(plain) }).stats,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { adjustCell, buildCell, type Cell, type Pair } from '../../src/cell/index.ts';
import { InputError } from '../../src/math/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const { description } = cellFrom(
  `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles:
  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2, 0, 0]}}
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [1, 1, 0]}}
clearance: {default: 0.01, pairs: [{between: ['link*', wall], distance: 0.05}]}
allow: [[link1, post]]
`,
  {
    'arm.urdf': armUrdf('arm', [1, 1, 1, 1]),
    'arm.srdf': `<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>
    <disable_collisions link1="link0" link2="link2" reason="Never"/>
    <disable_collisions link1="link1" link2="link3" reason="Never in Collision"/>
    <disable_collisions link1="link0" link2="link3"/></robot>`,
  },
);
const pairOf = (cell: Cell, a: string, b: string): Pair =>
  cell.pairs.find((p) => cell.bodies[p.a].name === a && cell.bodies[p.b].name === b)!;

describe('adjustCell', () => {
  it('sets the default clearance; pairs with their own keep theirs', () => {
    const cell = buildCell(adjustCell(description, { clearance: 0.2 }));
    expect(pairOf(cell, 'link2', 'post').clearance).toBe(0.2);
    expect(pairOf(cell, 'link2', 'wall').clearance).toBe(0.05);
    expect(buildCell(adjustCell(description, { clearance: 0 })).tested.length).toBeGreaterThan(0);
  });

  it('tests pairs declared Never, and no others', () => {
    const before = buildCell(description);
    const cell = buildCell(adjustCell(description, { recheckNever: true }));
    for (const [a, b] of [
      ['link0', 'link2'],
      ['link1', 'link3'],
    ]) {
      expect(pairOf(before, a, b).reason).toBe('disabled');
      expect(pairOf(cell, a, b).reason).toBe(null);
    }
    expect(pairOf(cell, 'link0', 'link1')).toMatchObject({ reason: 'disabled', assumed: true });
    expect(pairOf(cell, 'link0', 'link3')).toMatchObject({ reason: 'disabled', assumed: true });
    expect(pairOf(cell, 'link1', 'post')).toMatchObject({ reason: 'allowed', assumed: true });
    expect(cell.tested.length).toBe(before.tested.length + 2);
  });

  it('leaves the description as it is', () => {
    expect(adjustCell(description, {})).toBe(description);
    adjustCell(description, { clearance: 0.3, recheckNever: true });
    expect(description.clearance.default).toBe(0.01);
    expect(description.robots[0].semantics!.disabledPairs.length).toBe(4);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a clearance of %s', (clearance) => {
    expect(() => adjustCell(description, { clearance })).toThrow(InputError);
  });
});

import { describe, expect, it } from 'vitest';
import {
  adjustCell,
  buildCell,
  type Cell,
  keptClearance,
  type Pair,
  withSelfKnown,
} from '../../src/cell/index.ts';
import { InputError } from '../../src/math/index.ts';
import { modelDigest, parseModel, writeModel } from '../../src/verifier/index.ts';
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

  it('has two clearances: to the surroundings, and within a robot as it was', () => {
    const clearances = (asked: Parameters<typeof adjustCell>[1]) => {
      const cell = buildCell(adjustCell(description, asked));
      const of = (a: string, b: string) => pairOf(cell, a, b).clearance;
      return [of('link2', 'post'), of('link2', 'wall'), of('link1', 'link2'), of('link0', 'link2')];
    };
    expect(clearances({})).toEqual([0.01, 0.05, 0.01, 0.01]);
    expect(clearances({ clearance: 0.2 })).toEqual([0.2, 0.05, 0.01, 0.01]);
    expect(clearances({ selfClearance: 0.3 })).toEqual([0.01, 0.05, 0.3, 0.3]);
    expect(clearances({ clearance: 0.2, selfClearance: 0 })).toEqual([0.2, 0.05, 0, 0]);
    // Twice in a row, and back: as if it had been asked once.
    const once = adjustCell(description, { clearance: 0.2, selfClearance: 0.1 });
    const again = adjustCell(adjustCell(description, { selfClearance: 0.4 }), {
      clearance: 0.2,
      selfClearance: 0.1,
    });
    expect(modelDigest(again)).toBe(modelDigest(once));
    const back = adjustCell(again, { clearance: 0.01, selfClearance: 0.01 });
    expect(modelDigest(back)).toBe(modelDigest(description));
    expect(modelDigest(once)).not.toBe(modelDigest(description));
    // An exported model does not say what entries are for: they are known again.
    const bytes = new TextEncoder().encode(writeModel(once));
    const read = withSelfKnown(parseModel(bytes));
    expect(modelDigest(adjustCell(read, { selfClearance: 0.01, clearance: 0.01 }))).toBe(
      modelDigest(description),
    );
    expect(keptClearance(once)).toEqual({ clearance: 0.2, self: 0.1, exceptions: true });
  });

  it('keeps what several robots keep from each other apart from what each keeps within', () => {
    const two = cellFrom(
      `surepath: 1
robots:
  - {name: left, urdf: arm.urdf}
  - {name: right, urdf: arm.urdf, base: {xyz: [3, 0, 0]}}
clearance: {default: 0.05, self: 0.002}
`,
      { 'arm.urdf': armUrdf('arm', [1, 1, 1, 1]) },
    );
    expect(pairOf(two, 'left/link1', 'left/link3').clearance).toBe(0.002);
    expect(pairOf(two, 'left/link1', 'right/link1').clearance).toBe(0.05);
    const asked = buildCell(adjustCell(two.description, { clearance: 0.1 }));
    expect(pairOf(asked, 'right/link0', 'right/link2').clearance).toBe(0.002);
    expect(pairOf(asked, 'left/link3', 'right/link3').clearance).toBe(0.1);
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

/** Plans of a cell in which bodies touch that the plan does not move: told at once, with their names, and not after the search. */
import { describe, expect, test } from 'vitest';
import { openCell, plan } from '../../src/jobs/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';

/** A cart of 0.2 m on a rail, far from the arm, whose lower side is at z = 0.4. */
const CART =
  '<robot name="cart"><link name="rail"/><link name="box"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>' +
  '<joint name="slide" type="prismatic"><parent link="rail"/><child link="box"/><origin xyz="0 5 0.5"/><axis xyz="1 0 0"/>' +
  '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>';

/** A table under the cart: `gap` metres lower. */
function cell(gap: number, more = '') {
  const text =
    'surepath: 1\nrobots: [{name: arm, urdf: arm.urdf}, {name: cart, urdf: cart.urdf}]\n' +
    `obstacles: [{name: table, shape: {box: [3, 1, 0.5]}, pose: {xyz: [0, 5, ${0.15 - gap}]}}]\n${more}`;
  const files = new Map(
    Object.entries({ 'cell.yaml': text, 'arm.urdf': armUrdf('arm', [1, 1, 1]), 'cart.urdf': CART }),
  );
  return openCell({
    file: 'cell.yaml',
    files: new Map([...files].map(([name, each]) => [name, utf8(each)])),
  });
}

const from = [0.3, 0.3, 0];
const arm = { from, goals: [[0.6, 0.1, 0]], iterations: 200 };
const cart = { from, goals: [[0.3, 0.3, 0.5]], iterations: 200 };

describe('bodies that touch where nothing moves them', () => {
  test('a contact is refused before the search, with both names and what to do', () => {
    for (const gap of [-0.01, 0]) {
      const fault = faultOf(() => plan(cell(gap), arm));
      expect(fault.code).toBe('plan/blocked');
      expect(fault.message).toMatch(
        /^where the joints stand that do not move "cart\/box" and "table"/,
      );
    }
    expect(faultOf(() => plan(cell(0), arm)).hint).toMatch(/allow/);
  });

  test('with room, or allowed to touch, the plan is made', () => {
    expect(plan(cell(0.05), arm).verdict).toBe('free');
    const allowed = cell(0, 'allow: [{between: [cart/box, table], reason: stands on it}]\n');
    expect(plan(allowed, arm).verdict).toBe('free');
  });

  test('a pair that the plan moves is one of its end', () => {
    expect(faultOf(() => plan(cell(-0.01), cart)).message).toMatch(/^at the start "cart\/box"/);
  });
});

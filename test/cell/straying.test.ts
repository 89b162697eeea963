/** Which pairs followers and held joints that stray concern, and how far they bring them together. */
import { describe, expect, it } from 'vitest';
import {
  askAbout,
  type Cell,
  HeldCell,
  hasStrays,
  MovableObstacles,
  strayingCell,
} from '../../src/cell/index.ts';
import { buildKinematics, strayingOf } from '../../src/kinematics/index.ts';
import { identityPose } from '../../src/math/index.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

/** Links in a row, 0.5 m apart, a ball on each; joint i leads to link i. */
function rowUrdf(joints: readonly string[], rest: readonly string[] = []): string {
  const link = (i: number) =>
    `<link name="link${i}"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>`;
  const joint = (type: string, i: number) =>
    `<joint name="joint${i + 1}" type="${type}"><parent link="link${i}"/><child link="link${i + 1}"/>` +
    `<origin xyz="0.5 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/>${rest[i] ?? ''}</joint>`;
  return `<robot name="r">${[0, ...joints.map((_, i) => i + 1)].map(link).join('')}${joints.map(joint).join('')}</robot>`;
}

function row(
  joints: readonly string[],
  robot: string,
  rest: readonly string[] = [],
  cell = '',
): Cell {
  return cellFrom(`surepath: 1\nrobots: [{urdf: r.urdf, ${robot}}]\n${cell}`, {
    'r.urdf': rowUrdf(joints, rest),
  });
}

const THREE = ['revolute', 'revolute', 'revolute'];

function pair(cell: Cell, a: string, b: string) {
  const [i, j] = [cell.bodyOf.get(a)!, cell.bodyOf.get(b)!].sort((x, y) => x - y);
  return cell.pairs.find((each) => each.a === i && each.b === j)!;
}

describe('exclusions', () => {
  it('two links across a held joint are rigid unless it strays', () => {
    const held = 'joints: {joint2: 0.3}';
    expect(pair(row(THREE, held), 'link1', 'link2').reason).toBe('rigid');
    expect(pair(row(THREE, `${held}, tracking: {joint1: 0.1}`), 'link1', 'link2').reason).toBe(
      'rigid',
    );
    for (const tracking of ['joint2: 0.01', 'default: 0.01']) {
      const cell = row(THREE, `${held}, tracking: {${tracking}}`);
      // The balls do not meet, wherever the joint strays to.
      expect(pair(cell, 'link1', 'link2').reason).toBe('swept');
      expect(pair(cell, 'link1', 'link2').tracking).toBeCloseTo(0.1 * 0.01, 12);
    }
    const named = row(THREE, `${held}, tracking: {default: 0.01, joint2: 0}`);
    expect(pair(named, 'link1', 'link2').reason).toBe('rigid');
  });

  it('a link beyond a held joint is static unless it strays', () => {
    const wall =
      'obstacles: [{name: wall, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [0.5, 0.17, 0]}}]';
    const held = 'joints: {joint1: 0}';
    expect(pair(row(THREE, held, [], wall), 'link1', 'wall').reason).toBe('static');
    const cell = row(THREE, `${held}, tracking: {joint1: 0.01}`, [], wall);
    expect(pair(cell, 'link1', 'wall').reason).toBe(null);
    expect(pair(cell, 'link0', 'wall').reason).toBe('static');
    expect(pair(cell, 'link1', 'wall').tracking).toBeCloseTo(0.1 * 0.01, 12);
  });

  it('swept balls hold over what followers stray to', () => {
    // Joint 2 is held and swings links 2 and 3; joint 3 follows it, and stays.
    const rest = ['', '', '<mimic joint="joint2" multiplier="0"/>'];
    const wall =
      'obstacles: [{name: wall, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1.5, 0.3, 0]}}]';
    const reason = (by: number) => {
      const robot = `joints: {joint2: 0}, tracking: {joint2: ${by}}`;
      return pair(row(['fixed', 'revolute', 'revolute'], robot, rest, wall), 'link3', 'wall')
        .reason;
    };
    expect([0, 0.01, 0.3].map(reason)).toEqual(['static', 'swept', null]);
  });

  it('fixed joints do not stray by default', () => {
    const cell = row(['fixed', 'fixed'], 'tracking: {default: 0.1}');
    expect(hasStrays(cell)).toBe(false);
    expect(pair(cell, 'link0', 'link2').reason).toBe('static');
  });
});

describe('amounts', () => {
  const totals = ({ tree, box, tolerances }: Cell) => {
    const straying = strayingOf(tree, box, tolerances);
    return Object.fromEntries(
      straying.tree.dofs.map(({ name }, d) => [name, straying.tolerances[d]]),
    );
  };

  it('add up along followers', () => {
    const mimic = (joint: number, m: number) =>
      `<mimic joint="joint${joint}" multiplier="${m}" offset="0.1"/>`;
    const cell = row(
      ['revolute', 'revolute', 'revolute', 'revolute'],
      'tracking: {joint1: 0.1, joint2: 0.01, joint4: 0.001}',
      ['', mimic(1, -2), mimic(2, 3), mimic(3, 0.5)],
    );
    const found = totals(cell);
    expect(Object.keys(found)).toEqual(['joint1', 'joint2', 'joint4']);
    expect(found.joint1).toBe(0.1);
    expect(found.joint2).toBeCloseTo(0.21, 12);
    // Through joint 3, which follows joint 2 and has nothing of its own.
    expect(found.joint4).toBeCloseTo(0.001 + 0.5 * 3 * 0.21, 12);
    expect(found.joint4).toBeGreaterThanOrEqual(0.001 + 0.5 * 3 * 0.21);
    const { box } = strayingOf(cell.tree, cell.box, cell.tolerances);
    // -2 times -1.1 to 1.1, and 0.1; and what it strays by itself.
    expect(box.lower[1]).toBeCloseTo(-2.2 + 0.1 - 0.01, 12);
    expect(box.upper[1]).toBeCloseTo(2.2 + 0.1 + 0.01, 12);
  });

  it('with what delays add to the leader', () => {
    const cell = row(['revolute', 'revolute'], 'tracking: {joint2: 0.01}', [
      '',
      '<mimic joint="joint1" multiplier="2"/>',
    ]);
    expect(totals(strayingCell(cell, Float64Array.of(0.3))).joint2).toBeCloseTo(0.61, 12);
  });

  it('of a length without limits wait for a configuration', () => {
    const cell = cellFrom(
      `surepath: 1\nrobots: [{urdf: r.urdf, base_joint: planar, tracking: {joint1: 0.01}, joints: {joint1: 0.2}}]
obstacles: [{name: far, shape: {sphere: {radius: 0.1}}, pose: {xyz: [9, 0, 0]}}]`,
      { 'r.urdf': rowUrdf(['revolute']) },
    );
    expect(pair(cell, 'link1', 'far').reason).toBe(null);
    const { cell: grown } = askAbout(cell, [Float64Array.of(0, 0, 0)]);
    expect(pair(grown, 'link1', 'far').reason).toBe('swept');
    expect(pair(grown, 'link0', 'link1').tracking).toBeCloseTo(0.001, 12);
  });

  it('are of the whole robot where nothing moves', () => {
    const cell = row(
      ['revolute', 'prismatic'],
      'joints: {joint1: 0, joint2: 0.1}, tracking: {default: 0.02}',
    );
    expect(cell.tree.dofs).toEqual([]);
    expect(pair(cell, 'link0', 'link2').tracking).toBeCloseTo(0.02 * 0.6 + 0.02, 3);
    expect(hasStrays(cell)).toBe(true);
  });
});

describe('cells made of others', () => {
  it('joints that a planner holds stray as they did', () => {
    const full = row(THREE, 'tracking: {default: 0.01}');
    const { cell } = new HeldCell(full, Float64Array.of(0.1, 0.2, 0.3), new Set([0]));
    expect(cell.tree.dofs.map(({ name }) => name)).toEqual(['joint1']);
    for (const [a, b] of [
      ['link1', 'link3'],
      ['link0', 'link2'],
    ]) {
      const [here, there] = [pair(cell, a, b), pair(full, a, b)];
      expect(here.reason === null || here.reason === 'swept').toBe(true);
      expect(here.tracking).toBeLessThanOrEqual(there.tracking * (1 + 1e-9));
      expect(here.tracking).toBeGreaterThan(0);
    }
  });

  it('an obstacle in the hand meets what strays', () => {
    const cell = row(
      ['revolute'],
      'joints: {joint1: 0}, tracking: {joint1: 0.02}',
      [],
      'obstacles: [{name: box, shape: {box: [0.1, 0.1, 0.1]}}]',
    );
    const pose = identityPose();
    pose.set([0.5, 0.17, 0], 9);
    const moved = new MovableObstacles().moved(cell, [{ body: cell.bodyOf.get('box')!, pose }]);
    expect(pair(moved, 'link1', 'box').reason).toBe(null);
    expect(pair(moved, 'link0', 'box').reason).toBe('static');
  });

  it('nothing is made twice where nothing strays by itself', () => {
    for (const tracking of [
      '',
      'tracking: {joint1: 0.1, joint2: 0.1}',
      'joints: {joint3: 0}, tracking: {default: 0.1, joint3: 0}',
    ]) {
      const { tree, box, tolerances, description } = row(THREE, tracking || 'base: {}');
      expect(tree.loose).toBe(null);
      expect(strayingOf(tree, box, tolerances)).toEqual({ tree, box, tolerances });
      expect(buildKinematics(description.robots).loose).toBe(null);
    }
  });
});

/** What panels of the studio rest on: groups, what hands move, the tree of the scene, joints along a path, copies along it. */
import { describe, expect, it } from 'vitest';
import { Kinematics } from '../../src/kinematics/index.ts';
import type { PathData } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import {
  aim,
  aimAt,
  aimed,
  chooseGroup,
  chosenGroup,
  connectAim,
  withinGroup,
} from '../../studio/model/aim.ts';
import { rowsInSight } from '../../studio/model/rowsInSight.ts';
import { shownRows, toggled, treeRows } from '../../studio/model/sceneTree.ts';
import { Store } from '../../studio/model/state.ts';
import { jointSeries } from '../../studio/timeline/jointSeries.ts';
import { PageMotion, treeOf } from '../../studio/timeline/motion.ts';
import { dofAbove } from '../../studio/view/dofAbove.ts';
import { opened, utf8 } from '../helpers/studio/sessions.ts';

/** An arm of three joints with a gripper of one, on two links in a row. */
const link = (name: string) =>
  `<link name="${name}"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.3 0.05 0.05"/></geometry></collision></link>`;
const joint = (name: string, parent: string, child: string, x: number) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/>
<axis xyz="0 0 1"/><limit lower="-2" upper="2" velocity="1.5" effort="1"/></joint>`;
const URDF = `<robot name="arm"><link name="base"/>${['a', 'b', 'c', 'finger'].map(link).join('')}
${joint('j1', 'base', 'a', 0)}${joint('j2', 'a', 'b', 0.4)}${joint('j3', 'b', 'c', 0.4)}${joint('grip', 'c', 'finger', 0.4)}</robot>`;
const SRDF = `<robot name="arm"><group name="arm"><chain base_link="base" tip_link="c"/></group>
<group name="hand"><joint name="grip"/></group>
<end_effector name="tool" group="hand" parent_link="c" parent_group="arm"/>
<disable_collisions link1="a" link2="b" reason="Adjacent"/><disable_collisions link1="b" link2="c" reason="Adjacent"/>
<disable_collisions link1="c" link2="finger" reason="Adjacent"/></robot>`;
const CELL = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles:
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0, 3, 0]}}
  - {name: pillar, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0, -3, 0]}}
`;

function open(): { session: Session; store: Store } {
  const session = new Session();
  const files = new Map(
    Object.entries({ 'cell.yaml': CELL, 'arm.urdf': URDF, 'arm.srdf': SRDF }).map(
      ([name, text]) => [name, utf8(text)],
    ),
  );
  const cell = opened(session, files);
  const store = new Store();
  connectAim(store);
  store.update({ cell, configuration: Float64Array.from(cell.home) });
  return { session, store };
}

describe('planning groups', () => {
  it('are those of the SRDF: joints by their numbers, and the end to drag', () => {
    const { cell } = open().store.state;
    const names = cell!.dofs.map(({ name }) => name);
    const groups = cell!.groups!.map(({ name, dofs, tips }) => [
      name,
      dofs.map((d) => names[d]),
      tips,
    ]);
    expect(groups).toEqual([
      ['arm', ['j1', 'j2', 'j3'], ['c']],
      ['hand', ['grip'], ['finger']],
    ]);
  });

  it('move nothing but their joints, when dragged and as a goal', async () => {
    const { session, store } = open();
    chooseGroup(store, 'arm');
    expect(store.state.tool).toBe('c');
    const group = chosenGroup(store.state)!;
    const from = Float64Array.from([0.3, 0.4, -0.2, 0.5]);
    const kinematics = new Kinematics(treeOf(store.state.cell!.description.robots));
    kinematics.setConfiguration(Float64Array.from([0.5, 0.3, 0.1, 0.5]));
    const o = kinematics.poseOf(kinematics.tree.frameOf.get('finger')!);
    const pose = kinematics.poses.slice(o, o + 12);
    const request = { link: 'finger', pose, from };
    const { configuration: q } = await session.run('inverse', { ...request, moving: group.dofs });
    expect(q[3]).toBe(0.5);
    kinematics.setConfiguration(q);
    expect(Math.hypot(...[9, 10, 11].map((k) => kinematics.poses[o + k] - pose[k]))).toBeLessThan(
      1e-3,
    );
    // Of the hand alone the others stay, also where that does not reach.
    const hand = await session.run('inverse', { ...request, moving: [3] });
    expect([...hand.configuration.slice(0, 3)]).toEqual([...from.slice(0, 3)]);
    expect([...withinGroup(group, from, Float64Array.from([1, 1, 1, 1]))]).toEqual([1, 1, 1, 0.5]);
  });

  it('follow a hand that moves the tool, turned as before where the joints can', async () => {
    const { session, store } = open();
    const kinematics = new Kinematics(treeOf(store.state.cell!.description.robots));
    const poseAt = (q: readonly number[]) => {
      kinematics.setConfiguration(Float64Array.from(q));
      const o = kinematics.poseOf(kinematics.tree.frameOf.get('c')!);
      return kinematics.poses.slice(o, o + 12);
    };
    const from = Float64Array.from([0.3, 0.4, -0.2, 0]);
    const pose = poseAt([...from]);
    pose.set(poseAt([0.5, 0.3, 0, 0]).subarray(9), 9);
    const request = { link: 'c', pose, from, rotation: 'if possible' } as const;
    const two = await session.run('inverse', { ...request, moving: [0, 1] });
    expect(two.configuration[0]).toBeCloseTo(0.5, 2);
    expect(two.configuration[1]).toBeCloseTo(0.3, 2);
    // With the third joint both can be had: the angles add up to what they were.
    const three = await session.run('inverse', { ...request, moving: [0, 1, 2] });
    expect(three.reached).toBe(true);
    expect(three.configuration[2]).toBeCloseTo(0.5 - 0.8, 2);
  });

  it('are forgotten with the cell', () => {
    const { store } = open();
    chooseGroup(store, 'hand');
    store.update({ cell: { ...store.state.cell!, entry: 'other.yaml', groups: [] } });
    expect(store.state.group).toBeNull();
  });
});

describe('what hands move', () => {
  it('is the robot, or a start or a goal that begin where it stands, and can be undone', () => {
    const { store } = open();
    const standing = store.state.configuration;
    aimAt(store, 'goal');
    expect(store.state.goal).toEqual(standing);
    const drag = { undoable: 'drag', merge: 'drag' };
    aim(store, Float64Array.from([1, 0, 0, 0]), drag);
    aim(store, Float64Array.from([1, 1, 0, 0]), drag);
    expect(store.state.configuration).toBe(standing);
    expect([...aimed(store.state)]).toEqual([1, 1, 0, 0]);
    store.undo();
    expect(store.state.goal).toEqual(standing);
    store.undo();
    // Without a goal there is nothing in hand.
    expect([store.state.goal, store.state.target]).toEqual([null, 'present']);
    expect(aimed(store.state)).toBe(standing);
  });

  it('turns the next joint above a link that may move', () => {
    const { store } = open();
    const tree = treeOf(store.state.cell!.description.robots);
    const frame = (name: string) => tree.frameOf.get(name)!;
    expect(dofAbove(tree, frame('finger'), null)).toBe(3);
    expect(dofAbove(tree, frame('finger'), new Set([0, 1, 2]))).toBe(2);
    expect(dofAbove(tree, frame('base'), null)).toBe(-1);
  });
});

describe('the tree of the scene', () => {
  it('has every body once, links that are not checked too, and finds by all words', () => {
    const { cell } = open().store.state;
    const branches = treeRows(cell!);
    const rows = shownRows(branches, new Set(), '');
    const names = rows.filter(({ branch }) => branch === '').flatMap(({ names: own }) => own);
    expect(names.sort()).toEqual(['a', 'b', 'base', 'c', 'finger', 'pillar', 'post'].sort());
    expect(shownRows(branches, new Set(['obstacles']), '').map(({ text }) => text)).not.toContain(
      'post',
    );
    expect(shownRows(branches, new Set(['obstacles']), 'p OST').map(({ text }) => text)).toEqual([
      'Obstacles',
      'post',
    ]);
    const hidden = toggled(new Set(), ['post', 'a']);
    expect(toggled(hidden, ['post', 'pillar'])).toEqual(new Set(['post', 'a', 'pillar']));
    expect(toggled(hidden, ['post'])).toEqual(new Set(['a']));
  });

  it('makes as many rows of a hundred thousand as of forty, wherever it is scrolled to', () => {
    for (const top of [0, 1, 339, 1e6, 3.39e6, 1e9, -50]) {
      const [from, to] = rowsInSight(100_000, 34, top, 600);
      expect(to - from).toBeLessThanOrEqual(40);
      // All that is in sight is there.
      const first = Math.max(0, Math.min(100_000, Math.floor(top / 34)));
      const last = Math.max(0, Math.min(100_000, Math.ceil((top + 600) / 34)));
      expect(from).toBeLessThanOrEqual(first);
      expect(to).toBeGreaterThanOrEqual(last);
    }
    expect(rowsInSight(0, 34, 0, 600)).toEqual([0, 0]);
  });
});

describe('joints along a path', () => {
  const { store } = open();
  const tree = treeOf(store.state.cell!.description.robots);
  const rows = [
    [0, 0, 0, 0],
    [1, -1, 0.5, 0],
    [0.2, 1, -0.5, 0.3],
  ].map((row) => Float64Array.from(row));
  const path: PathData = {
    name: 'wave',
    waypoints: rows,
    times: [0, 1.5, 4],
    velocities: [
      [0, 0, 0, 0],
      [0.4, 0.1, -0.2, 0],
      [0, 0, 0, 0],
    ].map((row) => Float64Array.from(row)),
    interpolation: 'controller',
  };

  it('are what differences of positions say of velocities and accelerations', () => {
    const motion = new PageMotion(tree, path);
    const span = { from: 0.2, to: 3.8 };
    const at = (quantity: 'position' | 'velocity' | 'acceleration') =>
      jointSeries(motion, quantity, span, 901);
    const [q, v, a] = [at('position'), at('velocity'), at('acceleration')];
    expect(q.at.length).toBe(903);
    let looked = 0;
    let [speedError, changeError] = [0, 0];
    for (let i = 1; i + 1 < q.at.length; i++) {
      const [before, here, after] = [q.at[i - 1], q.at[i], q.at[i + 1]];
      // Both sides of a waypoint are looked at, so close that differences say nothing.
      if (Math.abs(here - 1.5) < 0.01) continue;
      for (let d = 0; d < 4; d++) {
        const speed = (q.values[d][i + 1] - q.values[d][i - 1]) / (after - before);
        const change = (v.values[d][i + 1] - v.values[d][i - 1]) / (after - before);
        speedError = Math.max(speedError, Math.abs(v.values[d][i] - speed));
        changeError = Math.max(changeError, Math.abs(a.values[d][i] - change));
        looked++;
      }
    }
    expect(looked).toBeGreaterThan(3000);
    expect(speedError).toBeLessThan(5e-5);
    expect(changeError).toBeLessThan(5e-4);
  });

  it('stand along it as robots: evenly in time, none twice', () => {
    const motion = new PageMotion(tree, path);
    const copies = motion.spread(5);
    expect(copies.map((q) => q[0])).toEqual(
      [0, 1, 2, 3, 4].map((t) => motion.configuration(motion.axis.place(t))[0]),
    );
    const still = new PageMotion(tree, { name: 'still', waypoints: [rows[0], rows[0], rows[0]] });
    expect(still.spread(9)).toHaveLength(1);
  });
});

/** Planning groups and the trail of the whole robot in the studio, by what hands do and what is seen. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, type StudioPage, tempFiles } from '../helpers/studio/studioPage.ts';

const link = (name: string, length: number) =>
  `<link name="${name}"><collision><origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.08 0.08"/></geometry></collision></link>`;
const turn = (name: string, parent: string, child: string, x: number) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/>
  <axis xyz="0 0 1"/><limit lower="-2.5" upper="2.5" velocity="2" effort="1"/></joint>`;
/** Three joints that turn about z at 0, 0.5 and 1 m along x; the tip is at 1.4 m. */
const ROBOT = `<robot name="arm"><link name="base"/>${link('upper', 0.4)}${link('fore', 0.4)}${link('palm', 0.35)}<link name="tip"/>
  ${turn('shoulder', 'base', 'upper', 0)}${turn('elbow', 'upper', 'fore', 0.5)}${turn('wrist', 'fore', 'palm', 0.5)}
  <joint name="end" type="fixed"><parent link="palm"/><child link="tip"/><origin xyz="0.4 0 0"/></joint></robot>`;
/** The arm is dragged where the hand hangs, the hand at its tip. */
const SRDF = `<robot name="arm">
<group name="reach"><joint name="shoulder"/><joint name="elbow"/></group>
<group name="hand"><chain base_link="fore" tip_link="tip"/></group>
<end_effector name="gripper" group="hand" parent_link="palm" parent_group="reach"/></robot>`;
const CELL = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles:
  - {name: post, shape: {box: [0.1, 0.1, 0.3]}, pose: {xyz: [4, 0, 0]}}
`;
const JOINTS = ['shoulder', 'elbow', 'wrist'] as const;
/** Stretched out, from one side to the other; and the first half of it. */
const sweep = (to: number) =>
  JSON.stringify({
    joints: JOINTS,
    waypoints: [
      [-1.2, 0, 0],
      [to, 0, 0],
    ],
  });
type Point = [number, number, number];
const polar = (radius: number, angle: number, z = 0): Point => [
  radius * Math.cos(angle),
  radius * Math.sin(angle),
  z,
];
const degrees = (angle: number) => (angle * 180) / Math.PI;

describe.skipIf(!hasBrowser)('groups and trails in the studio', () => {
  const files = tempFiles();
  files.put({
    'arm/cell.yaml': CELL,
    'arm/arm.urdf': ROBOT,
    'arm/arm.srdf': SRDF,
    'arm/paths/across.json': sweep(1.2),
    'arm/paths/half.json': sweep(0),
  });
  const tests = inBrowser();
  const open = async (): Promise<StudioPage> => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    await studio.drop(join(files.folder, 'arm'));
    await studio.ready('arm');
    // From above: a hand moves what it drags in the plane that the joints turn in.
    await studio.page.keyboard.press('6');
    return studio;
  };
  const valuesOf = (studio: StudioPage) =>
    Promise.all(
      JOINTS.map(async (joint) => Number(await studio.part(`value-${joint}`).inputValue())),
    );
  const undone = async (studio: StudioPage, what: string) => {
    await studio.page.locator(`[data-testid="undo"][title="Undo: ${what}"]`).click();
    await expect.poll(() => valuesOf(studio), { timeout: 30_000 }).toEqual([0, 0, 0]);
  };

  it('turns links of the group only: others move with the joint of the group above them', async () => {
    const studio = await open();
    const { page } = studio;
    await page.keyboard.press('n');
    await studio.part('group').selectOption('reach');
    const { at } = await studio.camera();
    // The palm hangs at the wrist, which is not of the group: the elbow turns it.
    const away: Point = [0.5 + 0.7 * Math.cos(0.3), 0.7 * Math.sin(0.3), 0.04];
    await studio.drag(at([1.2, 0, 0.04]), at(away));
    await expect
      .poll(async () => (await valuesOf(studio))[1], { timeout: 30_000 })
      .toBeCloseTo(degrees(0.3), 0);
    const [shoulder, , wrist] = await valuesOf(studio);
    expect([shoulder, wrist]).toEqual([0, 0]);
    await undone(studio, 'move elbow');
    // Of all joints it is the wrist.
    await studio.part('group').selectOption('');
    const near: Point = [1 + 0.2 * Math.cos(0.5), 0.2 * Math.sin(0.5), 0.04];
    await studio.drag(at([1.2, 0, 0.04]), at(near));
    await expect
      .poll(async () => (await valuesOf(studio))[2], { timeout: 30_000 })
      .toBeGreaterThan(15);
    expect((await valuesOf(studio)).slice(0, 2)).toEqual([0, 0]);
  });

  it('drags the tool of the group, and its joints alone follow the hand', async () => {
    const studio = await open();
    const { at } = await studio.camera();
    // The hand has one joint: its tip follows as far round the wrist as the pointer is.
    await studio.part('group').selectOption('hand');
    await studio.drag(at([1.4, 0, 0]), at([1 + 0.4 * Math.cos(0.5), 0.4 * Math.sin(0.5), 0]));
    await expect
      .poll(async () => (await valuesOf(studio))[2], { timeout: 30_000 })
      .toBeCloseTo(degrees(0.5), 0);
    expect((await valuesOf(studio)).slice(0, 2)).toEqual([0, 0]);
    await undone(studio, 'drag tip');
    // The arm is taken where the hand hangs, and the wrist stays.
    await studio.part('group').selectOption('reach');
    const elbow = polar(0.5, 0.4);
    const hangs: Point = [elbow[0] + 0.5 * Math.cos(1), elbow[1] + 0.5 * Math.sin(1), 0];
    await studio.drag(at([1, 0, 0]), at(hangs));
    await expect
      .poll(async () => (await valuesOf(studio)).map(Math.round), { timeout: 30_000 })
      .toEqual([Math.round(degrees(0.4)), Math.round(degrees(0.6)), 0]);
  });

  it('plans for joints of the group, and all others stay', async () => {
    const studio = await open();
    const goal = [40, -30, 25];
    await studio.part('target-goal').click();
    for (const [i, joint] of JOINTS.entries()) {
      await studio.part(`value-${joint}`).fill(String(goal[i]));
      await studio.part(`value-${joint}`).press('Enter');
    }
    await studio.part('target-present').click();
    const plan = async (group: string) => {
      await studio.tab('Motion');
      await studio.part('plan-group').selectOption(group);
      await studio.part('plan').click();
      await studio.part('plan-verdict').waitFor({ state: 'attached' });
      expect(await studio.verdict()).toBe('free');
      return JSON.parse((await studio.save('save-path')).text).waypoints as number[][];
    };
    const rounded = (q: readonly number[]) => q.map((angle) => Math.round(degrees(angle)));
    for (const [group, dofs] of [
      ['reach', [0, 1]],
      ['hand', [2]],
      ['', [0, 1, 2]],
    ] as const) {
      const waypoints = await plan(group);
      const moves = (d: number) => (dofs as readonly number[]).includes(d);
      const strayed = waypoints.filter((q) => q.some((angle, d) => !moves(d) && angle !== 0));
      expect([group, strayed]).toEqual([group, []]);
      const reached = goal.map((angle, d) => (moves(d) ? angle : 0));
      expect([group, rounded(waypoints.at(-1)!)]).toEqual([group, reached]);
    }
  });

  it('draws copies of the whole robot along the path', async () => {
    const studio = await open();
    const { page } = studio;
    await studio.choosePath('arm/paths/across.json');
    await studio.part('layers').click();
    await studio.part('layer-grid').uncheck();
    await page.keyboard.press('Escape');
    const { at } = await studio.camera();
    const spot = async (angle: number) => {
      const [x, y] = at(polar(0.7, angle, 0.04));
      const clip = { x: x - 2, y: y - 2, width: 4, height: 4 };
      return (await page.screenshot({ clip })).toString('base64');
    };
    // Nine copies, 0.3 rad apart, both ends included; the robot itself stands at the beginning.
    const copies = [-0.6, 0, 0.6, 1.2];
    const gaps = [-0.75, 0.15, 0.75];
    const look = async () => ({
      copies: await Promise.all(copies.map(spot)),
      gaps: await Promise.all(gaps.map(spot)),
    });
    const setTrail = async (isOn: boolean) => {
      await studio.part('layers').click();
      await studio.part('layer-trail').setChecked(isOn);
      await page.keyboard.press('Escape');
    };
    const bare = await look();
    const changed = async () => {
      const now = await look();
      return {
        copies: copies.filter((_, i) => now.copies[i] !== bare.copies[i]),
        gaps: gaps.filter((_, i) => now.gaps[i] !== bare.gaps[i]),
      };
    };
    await setTrail(true);
    await expect.poll(changed, { timeout: 60_000 }).toEqual({ copies, gaps: [] });
    await setTrail(false);
    await expect.poll(changed, { timeout: 60_000 }).toEqual({ copies: [], gaps: [] });
    // Of a path half as long the copies are half as far apart, and none is beyond its end.
    await setTrail(true);
    await studio.choosePath('arm/paths/half.json');
    await expect.poll(changed, { timeout: 60_000 }).toEqual({ copies: [-0.6, 0], gaps: [-0.75] });
  });
});

/** Ghosts in the studio, by their pixels: the goal is seen beside the robot, and the robot is seen as it is. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

/** A bar of 0.8 m along x that turns about y. */
const ROBOT = `<robot name="bar"><link name="base"/>
<link name="bar"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.2 0.1"/></geometry></collision></link>
<joint name="lift" type="revolute"><parent link="base"/><child link="bar"/><axis xyz="0 -1 0"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>`;
type Point = [number, number, number];

describe.skipIf(!hasBrowser)('ghosts in the studio', () => {
  const files = tempFiles();
  files.put({
    'bar/cell.yaml': 'surepath: 1\nrobots: [{urdf: bar.urdf}]\n',
    'bar/bar.urdf': ROBOT,
  });
  const tests = inBrowser();

  it('are seen beside the robot and never on it', async () => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.drop(join(files.folder, 'bar'));
    await studio.ready('bar');
    // Only what moves is of interest, not the handles of the tool, which come when the pointer is near.
    const spotsFrom = async (view: string, points: readonly Point[]) => {
      await page.keyboard.press(view);
      const { at } = await studio.camera();
      await page.mouse.move(5, 5);
      await page.locator('.view[aria-busy="false"]').waitFor();
      return Promise.all(
        points.map(async (point) => {
          const [x, y] = at(point);
          const clip = { x: x - 2, y: y - 2, width: 4, height: 4 };
          return (await page.screenshot({ clip })).toString('base64');
        }),
      );
    };
    const onBar: Point[] = [
      [0.25, 0.03, 0.05],
      [0.45, -0.03, 0.05],
    ];
    // From above the goal lies before the robot; from the side it is as high above as it was lifted.
    const lifted: Point[] = [
      [0.6 * Math.cos(0.5), 0, 0.6 * Math.sin(0.5)],
      [0.5 * Math.cos(0.5), 0, 0.5 * Math.sin(0.5)],
    ];
    const bare = [await spotsFrom('6', onBar), await spotsFrom('5', lifted)];
    await studio.part('target-goal').click();
    await studio.part('value-lift').fill(String((0.5 * 180) / Math.PI));
    await studio.part('value-lift').press('Enter');
    await studio.part('target-present').click();
    await page.locator('.view').getByText('goal', { exact: true }).waitFor();
    const [onRobot, beside] = [await spotsFrom('6', onBar), await spotsFrom('5', lifted)];
    expect(onRobot).toEqual(bare[0]);
    expect(beside.every((spot, i) => spot !== bare[1][i])).toBe(true);
  });
});

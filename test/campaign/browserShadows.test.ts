/** Shadows in the studio follow what is shown: seen on the floor beside a box, from above. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, RAIL_FOLDER, tempFiles } from '../helpers/studio/studioPage.ts';

/** A tall box alone on a floor, the rail far from it. */
const CELL = `surepath: 1
robots: [{urdf: rail.urdf}]
obstacles:
  - {name: floor, shape: {box: [4, 4, 0.1]}, pose: {xyz: [0, 0, -1.2]}}
  - {name: tower, shape: {box: [0.3, 0.3, 0.8]}, pose: {xyz: [0, -1.2, -0.75]}}
`;

describe.skipIf(!hasBrowser)('shadows in the studio', () => {
  const files = tempFiles();
  files.put({ ...RAIL_FOLDER, 'rail/cell.yaml': CELL });
  const tests = inBrowser();

  it('go with a body that is hidden, and come back with it', async () => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    const { page } = studio;
    await studio.drop(join(files.folder, 'rail'));
    await studio.ready('rail');
    await page.keyboard.press('6');
    await page.getByRole('tab', { name: 'Scene' }).click();
    const { at } = await studio.camera();
    // The light comes from the right: the shadow lies on the side that the box does not lean to, seen from above the middle.
    const spots = [-1, -0.95, -0.9].map((y) => at([0, y, -1.15]));
    const look = async () => {
      await page.mouse.move(5, 5);
      return Promise.all(
        spots.map(async ([x, y]) =>
          (await page.screenshot({ clip: { x: x - 1, y: y - 1, width: 2, height: 2 } })).toString(
            'base64',
          ),
        ),
      );
    };
    const shaded = await look();
    const different = async () => {
      const now = await look();
      return now.filter((spot, i) => spot !== shaded[i]).length;
    };
    const eye = studio.part('eye-tower');
    await eye.click();
    await expect.poll(different, { timeout: 30_000 }).toBe(3);
    await eye.click();
    await expect.poll(different, { timeout: 30_000 }).toBe(0);
  });
});

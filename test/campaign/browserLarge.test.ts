/** What is large, in the page: a million points of a scan, three hundred thousand joint states of a bag that the command line named. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { sessionCell } from '../../src/cli/studio/session.ts';
import { Random } from '../../src/math/index.ts';
import { makeBag, stateMessage, stateTopic } from '../helpers/bags/makeBag.ts';
import { runInsideLater } from '../helpers/cli/runInside.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import {
  inBrowser,
  RAIL_FOLDER,
  StudioPage,
  serveStudio,
  tempFiles,
} from '../helpers/studio/studioPage.ts';

// Drawing a million points in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const STATES = 300_000;
const POINTS = 1_000_000;

/** A floor of points below the rail, and one point of it high up. */
function scan(): Buffer {
  const random = new Random(3);
  const numbers = new Float32Array(3 * POINTS);
  for (let i = 0; i < POINTS; i++) {
    numbers.set([random.between(-3, 3), random.between(-3, 3), random.between(-1.6, -1.5)], 3 * i);
  }
  const head = `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${POINTS}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${POINTS}\nDATA binary\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(numbers.buffer)]);
}

/** Points that pictures draw from now on. */
const COUNT = `(() => {
  window.members = [];
  const { prototype } = WebGL2RenderingContext;
  const { drawArrays } = prototype;
  prototype.drawArrays = function (mode, first, count) {
    if (mode === this.POINTS && count > 100) window.members.push(count);
    return drawArrays.call(this, mode, first, count);
  };
})()`;

describe.skipIf(!hasBrowser)('what is large, in a browser', () => {
  const files = tempFiles();
  const tests = inBrowser();

  it('a million points are drawn, in a movement fewer of them, and hidden by their eye', async () => {
    files.put({ ...RAIL_FOLDER, 'rail/scan.pcd': scan() });
    const cell = join(files.folder, 'rail/cell.yaml');
    const world = { world: [join(files.folder, 'rail/scan.pcd')], 'point-radius': '0.01' };
    const server = await serveStudio(sessionCell(cell, world, []));
    const studio = await StudioPage.open(tests.browser, server.url);
    const { page } = studio;
    await page.locator('.cell-facts').filter({ hasText: '1,000,000 points' }).waitFor();
    await page.evaluate(COUNT);
    await page.getByRole('tab', { name: 'Scene' }).click();
    expect(await studio.part('tree-scan').textContent()).toBe('scan1,000,000');
    const asked = () => page.evaluate<number[]>('window.members');
    // Pictures of all of them come slowly where software draws: soon a movement has fewer.
    await expect
      .poll(
        async () => {
          await page.locator('.scene canvas').first().focus();
          for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
          return (await asked()).includes(60_000);
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    // At rest all are there again.
    await expect.poll(async () => (await asked()).at(-1), { timeout: 120_000 }).toBe(POINTS);
    await studio.part('eye-scan').click();
    await studio.part('hidden-note').filter({ hasText: '1 body is hidden' }).waitFor();
    await page.evaluate('window.members = []');
    await page.locator('.scene canvas').first().focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(1000);
    expect(await asked()).toEqual([]);
    await studio.end(server);
    await server.close();
  });

  it('300,000 joint states become a path that is proven as the command line does', async () => {
    function* states() {
      for (let i = 0; i < STATES; i++) {
        const time = 0.001 * i;
        yield {
          topic: '/joint_states',
          time,
          message: stateMessage(time, { slide: Math.sin(time) }),
        };
      }
    }
    files.put({
      ...RAIL_FOLDER,
      'rail/run.mcap': await makeBag([stateTopic('/joint_states')], states()),
    });
    const [cell, bag] = ['cell.yaml', 'run.mcap'].map((name) => join(files.folder, 'rail', name));
    const told = runInsideLater(join(files.folder, 'rail'), 'check', cell, bag, '--json');
    const server = await serveStudio(sessionCell(cell, {}, [], bag));
    // With one motion and one way to show it there is nothing to choose.
    const studio = await StudioPage.open(tests.browser, server.url);
    const { page } = studio;
    await page.getByText('300,000', { exact: true }).waitFor();
    const { verdict, assumptions } = JSON.parse((await told).stdout);
    expect(verdict).toBe('free');
    expect(await studio.check()).toBe(verdict);
    expect(await studio.part('assumptions').locator('li').allTextContents()).toEqual(assumptions);
    // A page of it is in the list, not all.
    await studio.tab('Motion');
    await page.getByText('Waypoints', { exact: true }).click();
    expect(await studio.part('waypoints').locator('.virtual-space > *').count()).toBeLessThan(60);
    await studio.end(server);
    await server.close();
  });
});

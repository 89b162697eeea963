/** The studio in a real browser with WebGL, in short: it opens, draws, moves and answers. All of it: the other browser*.test.ts here. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import {
  inBrowser,
  RAIL_FOLDER,
  type StudioPage,
  tempFiles,
} from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

describe.skipIf(!hasBrowser)('the studio in a browser', () => {
  const files = tempFiles();
  files.put(RAIL_FOLDER);
  const tests = inBrowser();
  let studio: StudioPage;
  const open = async (options = {}) => {
    studio = await tests.open(options);
  };

  /** The cell of this test, with its path. */
  const openRail = async () => {
    await open();
    await studio.drop(join(files.folder, 'rail'));
    await studio.ready('rail');
    await studio.choosePath('rail/paths/along.json');
  };

  it('begins with the two arms, drawn, without a click', async () => {
    await open();
    expect(await studio.part('cell-name').textContent()).toBe('two-arms');
    expect(await studio.part('closest').textContent()).toMatch(/\d mm/);
    expect(await studio.colours()).toBeGreaterThan(50);
  });

  it('moves joints and tells the closest pair', async () => {
    await open();
    const before = await studio.part('closest').textContent();
    await studio.part('joint-left/joint_5').focus();
    await studio.page.keyboard.press('PageUp');
    await studio.part('closest').filter({ hasNotText: before! }).waitFor();
  });

  it('opens a folder that is dropped on it, meshes and paths included', async () => {
    await openRail();
    expect(await studio.check()).toBe('free');
    expect(await studio.part('closest').textContent()).toContain('mm');
  });

  it('draws the collision vectors of all classes wherever the joints stand', async () => {
    await open();
    await studio.tab('Live');
    expect(await studio.labels()).toEqual([]);
    await studio.part('live-on').check();
    await studio.part('vector-4').waitFor();
    // Drawn a frame later.
    await expect.poll(() => studio.labels(), { timeout: 60_000 }).toHaveLength(5);
    const nearest = studio.page.locator('[data-testid="vectors"] .nearest .who');
    const before = await nearest.textContent();
    expect(before).toMatch(/at least [\d.]+ mm apart \(proven\)/);
    await studio.tab('Joints');
    await studio.part('joint-left/joint_5').focus();
    await studio.page.keyboard.press('PageUp');
    await nearest.filter({ hasNotText: before! }).waitFor({ state: 'attached' });
    await studio.tab('Live');
    await studio.part('live-on').uncheck();
    await studio.page
      .locator('[data-label^="vector-"]:visible')
      .first()
      .waitFor({ state: 'hidden' });
  });
});

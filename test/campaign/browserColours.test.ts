/** Shells and pieces in colours in a real browser: by menu and key, of all bodies and of one, of a mesh that is dropped in. */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeObj } from '../../src/formats/index.ts';
import { PLATES, plate } from '../helpers/oracles/sheets.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { BALL, inBrowser, RAIL, tempFiles } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const CELL = `surepath: 1
robots:
  - urdf: rail.urdf
obstacles:
  - {name: window, shape: {mesh: window.obj}, pose: {xyz: [0, 0.5, 0]}}
  - {name: letter, shape: {mesh: letter.obj}, pose: {xyz: [0, 2, 0]}}
`;

describe.skipIf(!hasBrowser)('shells and pieces in a browser', () => {
  const files = tempFiles();
  files.put({
    'rail/cell.yaml': CELL,
    'rail/rail.urdf': RAIL,
    'rail/meshes/ball.stl': BALL,
    'rail/window.obj': writeObj(plate(PLATES.window)),
    'rail/letter.obj': writeObj(plate(PLATES.U)),
    'comb.obj': writeObj(plate(PLATES.comb)),
  });
  const browser = inBrowser();

  it('are asked for by the menu or a key, and counted in the legend', async () => {
    const studio = await browser.open();
    await studio.drop(join(files.folder, 'rail'));
    await studio.ready('rail');
    const { page } = studio;
    const legend = page.getByRole('list', { name: 'Legend' });
    const says = (...texts: string[]) =>
      Promise.all(texts.map((text) => legend.getByText(text, { exact: true }).waitFor()));
    expect(await legend.textContent()).not.toMatch(/shell|piece/);
    const plain = await studio.colours();

    await studio.part('colours').click();
    await studio.part('colours-shells').check();
    // The ball on its rail is closed; the base is a box.
    await says('3 shells, 2 open', '2 boundaries', '1 hole');
    expect(await legend.textContent()).not.toContain('surface');
    await page.keyboard.press('Escape');
    await expect.poll(() => studio.colours()).not.toBe(plain);

    // Of one obstacle: what is selected.
    await studio.tab('Obstacles');
    await studio.part('obstacle-letter').click();
    await says('1 shell, 1 open', '1 boundary');
    expect(await legend.textContent()).not.toContain('hole');
    await page.locator('.scene canvas').first().focus();
    await page.keyboard.press('Escape');
    await says('3 shells, 2 open');

    // The key goes on to pieces; the U has three or more.
    await page.keyboard.press('b');
    await legend.getByText(/^\d+ convex pieces$/).waitFor();
    await says('cuts', '2 boundaries');
    const pieces = Number.parseInt((await legend.textContent())!, 10);
    expect(pieces).toBeGreaterThanOrEqual(6);

    // A mesh that is dropped in is divided too.
    await studio.drop(join(files.folder, 'comb.obj'));
    await studio.part('add-obstacle-ok').click();
    await studio.ready('rail');
    await page.locator('.scene canvas').first().focus();
    await page.keyboard.press('Escape');
    await says('3 boundaries');
    await expect
      .poll(async () => Number.parseInt((await legend.textContent())!, 10))
      .toBeGreaterThan(pieces);

    // And back to bodies as they are.
    await page.keyboard.press('b');
    await legend.getByText(/piece/).waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await studio.part('help').getByText('Colours of bodies, shells or convex pieces').waitFor();
    await page.keyboard.press('Escape');
  });
});

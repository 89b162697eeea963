/** Changing a cell in the page, taking it back, and links to what is shown. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARM } from '../helpers/studio/arm.ts';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, type StudioPage, tempFiles } from '../helpers/studio/studioPage.ts';

/** A box beyond the end of the arm. */
const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: box, shape: {box: [0.3, 0.3, 0.3]}, pose: {xyz: [1.2, 0, 0]}}
  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -1.2}}}
`;

describe.skipIf(!hasBrowser)('editing in a browser', () => {
  const files = tempFiles();
  files.put({
    'arm/cell.yaml': CELL,
    'arm/arm.urdf': ARM,
    'arm/paths/turn.json': '{"joints": ["turn"], "waypoints": [[1], [0]]}',
  });
  const tests = inBrowser();
  let studio: StudioPage;
  const open = async (hash = '') => {
    studio = await tests.open({}, hash);
  };
  /** Until undoing would take back this. */
  const done = (label: string) =>
    studio.page.locator(`[data-testid="undo"][title="Undo: ${label}"]`).waitFor();
  const names = async () =>
    (await studio.part('obstacle-list').locator('button').allTextContents()).join(' ');

  it('adds, renames, moves and removes obstacles, and takes all of it back', async () => {
    await open();
    await studio.openGallery('maze');
    await studio.tab('Obstacles');
    const before = await names();
    await studio.part('add-box').click();
    await studio.part('add-obstacle-ok').click();
    await done('add box');
    expect(await names()).toBe(`${before} boxbox`);

    const form = studio.part('obstacle-form');
    await form.getByLabel('Name').fill('post');
    await studio.page.keyboard.press('Enter');
    await done('rename box');
    const x = form.getByLabel('x (m)', { exact: true });
    // It stands beside what is there.
    const start = Number(await x.inputValue());
    const moved = (by: number) => `${Math.round(100 * (start + by)) / 100}`;
    await x.focus();
    await studio.page.keyboard.press('ArrowUp');
    await done('move post');
    // The form was made anew around the field that somebody is in.
    expect(await x.inputValue()).toBe(moved(0.01));
    await studio.page.keyboard.press('ArrowUp');
    const field = '[document.activeElement.dataset.key, document.activeElement.value]';
    await expect.poll(() => studio.page.evaluate(field)).toEqual(['x (m)', moved(0.02)]);
    await studio.part('remove-obstacle').click();
    await done('remove post');
    expect(await names()).toBe(before);

    for (const label of ['remove post', 'move post', 'rename box', 'add box']) {
      await done(label);
      await studio.page.keyboard.press('Control+z');
    }
    await studio.page.locator('[data-testid="undo"]:disabled').waitFor();
    expect(await names()).toBe(before);
    expect(await studio.part('cell-name').textContent()).toBe('maze');
    await studio.page.keyboard.press('Control+Shift+Z');
    await studio.part('obstacle-box').waitFor();
  });

  it('tells the distance of an obstacle in hand, pulls it larger and steps it by keys', async () => {
    await open();
    await studio.drop(join(files.folder, 'arm'));
    await studio.ready('arm');
    await studio.choosePath('arm/paths/turn.json');
    expect(await studio.check()).toBe('free');
    await studio.tab('Obstacles');
    await studio.part('obstacle-box').click();
    await studio.page.keyboard.press('f');
    const { at, position } = await studio.camera();
    const { mouse, keyboard } = studio.page;
    const form = studio.part('obstacle-form');
    const value = (label: string) => form.getByLabel(label, { exact: true }).inputValue();
    const closest = (colliding: boolean) =>
      studio.page
        .locator(`[data-testid="closest"][data-colliding="${colliding}"]:not(.waiting)`)
        .waitFor();

    // Arrows and cubes are half of the handles' length away, which is a part of the distance.
    const eye = Math.hypot(position[0] - 1.2, position[1], position[2]);
    const reach = 0.5 * eye * 1.9 * Math.tan((19 * Math.PI) / 180) * (0.85 / 4);
    /** By the arrow along x, so that the box is there. */
    const pull = (x: number) => mouse.move(...at([x + reach, 0, 0]));
    // Joints that go home are a step as well.
    await keyboard.press('h');
    await studio.part('closest').waitFor();
    const first = (await studio.part('undo').getAttribute('title'))!.replace('Undo: ', '');
    await pull(1.201);
    await pull(1.2);
    await mouse.down();
    for (let i = 1; i <= 8; i++) await pull(1.2 - i / 20);
    await closest(true);
    // The verdict is of the cell as it is, and that has not changed.
    expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('free');
    await done(first);
    await pull(1.1);
    await closest(false);
    // What was proven is rechecked by itself; before that there is no verdict.
    await studio.page.evaluate(`new MutationObserver(([{ target }]) => {
      (window.verdicts ??= []).push(target.dataset.verdict);
    }).observe(document.querySelector('[data-testid="verdict"]'), { attributeFilter: ['data-verdict'] })`);
    await mouse.up();
    await done('move box');
    expect(await studio.page.evaluate('window.verdicts')).toContain('not-checked');
    await closest(false);
    expect(Number(await value('x (m)'))).toBeCloseTo(1.1, 1);
    await keyboard.press('Control+z');
    await done(first);

    await keyboard.press('s');
    await studio.drag(at([1.2, 0, reach]), at([1.2, 0, 1.5 * reach]));
    await done('size of box');
    expect(Number(await value('height z (m)'))).toBeCloseTo(0.45, 1);
    expect(await value('width y (m)')).toBe('0.3');
    const length = form.getByLabel('length x (m)');
    for (const wrong of ['-1', '0', '']) {
      await length.fill(wrong);
      await keyboard.press('Enter');
      await form.getByRole('alert').filter({ hasText: 'length x must be' }).waitFor();
      expect(await length.getAttribute('aria-invalid')).toBe('true');
    }
    // Up to the arm.
    await length.fill('1');
    await keyboard.press('Enter');
    await closest(true);
    await form.getByRole('alert').waitFor({ state: 'hidden' });

    await studio.part('obstacle-floor').click();
    expect(await studio.part('obstacle-sizes').textContent()).toContain('no size');
    await studio.part('obstacle-box').click();
    for (const key of ['l', 'l', 'Shift+L', 'o', 'm', 'r', 'Shift+I']) await keyboard.press(key);
    await done('turn box');
    expect(await value('x (m)')).toBe('1.32');
    expect(await value('z (m)')).toBe('0.01');
    expect(await value('pitch (°)')).toBe('15');
    for (const label of ['turn box', 'move box', 'size of box', 'size of box']) {
      await done(label);
      await keyboard.press('Control+z');
    }
    await done(first);
    expect(await value('height z (m)')).toBe('0.3');
    expect(await value('x (m)')).toBe('1.2');
  });

  it('allows pairs with a reason that verdicts carry, and tests them again', async () => {
    await open();
    await studio.tab('Pairs');
    const panel = studio.page.getByRole('tabpanel', { name: 'Pairs' });
    await panel.getByRole('searchbox').fill('right/spot_gun');
    await panel
      .getByRole('button', { name: 'panel – ' })
      .or(panel.getByRole('button', { name: ' – panel' }))
      .first()
      .click();
    expect(await studio.part('pair-facts').textContent()).toContain('Tested on every path.');
    await studio.part('allow-pair').click();
    await studio.page.getByLabel(/^Reason/).fill('it <b>welds</b> there');
    await studio.page.keyboard.press('Enter');
    await studio.part('test-pair').waitFor();
    expect(await studio.part('pair-facts').textContent()).toContain('it <b>welds</b> there');
    expect(await panel.locator('.legend').textContent()).toMatch(/\(−1\).*\(\+1\)/);
    await studio.tab('Notes');
    expect(await studio.page.locator('#panel-notes').textContent()).toMatch(/welds/);
    await studio.tab('Pairs');
    await studio.part('test-pair').click();
    await studio.part('allow-pair').waitFor();
  });

  it('opens a link where it was copied, and says what is wrong with a bad one', async () => {
    await open();
    await studio.openGallery('maze');
    await studio.tab('Joints');
    const values = async () => {
      const fields = await studio.page.locator('[data-testid^="value-"]').all();
      return Promise.all(fields.map((field) => field.inputValue()));
    };
    await studio.page.locator('[data-testid^="value-"]').first().fill('0.25');
    await studio.page.keyboard.press('Enter');
    const shown = await values();
    expect(shown[0]).toBe('0.25');
    await studio.part('record-waypoint').click();
    await studio.part('save').click();
    await studio.part('copy-link').click();
    await studio.page.waitForURL(/#state=/);
    const { hash } = new URL(studio.page.url());

    await open(hash);
    await studio.ready('maze');
    expect(await values()).toEqual(shown);

    await open('#state=e30');
    expect(await studio.part('fault').textContent()).toContain('cannot be opened');
    expect(await studio.part('cell-name').textContent()).toBe('two-arms');
    await studio.page.keyboard.press('Escape');
    await studio.page.keyboard.press('?');
    await studio.part('help').waitFor();
  });
});

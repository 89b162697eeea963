/** Changing a cell in the page, taking it back, and links to what is shown. */
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { inBrowser, type StudioPage } from './studioPage.ts';

describe.skipIf(!hasBrowser)('editing in a browser', () => {
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
    const x = form.getByLabel('x (m)');
    await x.focus();
    await studio.page.keyboard.press('ArrowUp');
    await done('move post');
    // The form was made anew around the field that somebody is in.
    expect(await x.inputValue()).toBe('0.01');
    await studio.page.keyboard.press('ArrowUp');
    await studio.page.waitForFunction(
      `document.activeElement.value === '0.02' && document.activeElement.dataset.key === 'x (m)'`,
    );
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

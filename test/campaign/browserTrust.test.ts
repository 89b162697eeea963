/**
 * Whether one can trust what the page shows: nothing of one cell stays on screen when another is open, work is not lost,
 * and the story that it opens on is told.
 */
import { expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import {
  inBrowser,
  RAIL,
  RAIL_FOLDER,
  StudioPage,
  tempFiles,
} from '../helpers/studio/studioPage.ts';

const files = tempFiles();
const browser = inBrowser();
const [SLOW, RESTORED] = [{ timeout: 240_000 }, { timeout: 60_000 }];

/** From now on, whether a frame of another cell shows an answer. */
const WATCH = `(() => {
  const part = (id) => document.querySelector('[data-testid="' + id + '"]');
  const first = part('cell-name').textContent;
  window.mixed = 0;
  // Observers of sizes are called after all that a frame draws, and before it is shown.
  const probe = document.createElement('div');
  probe.style.cssText = 'position:fixed;height:1px;opacity:0';
  document.body.append(probe);
  new ResizeObserver(() => {
    const isOther = part('cell-name').textContent !== first;
    const plot = document.querySelector('.tl-plot');
    const isShown = plot && plot.checkVisibility({ visibilityProperty: true });
    if (isOther && (isShown || part('verdict').dataset.verdict !== 'not-checked')) window.mixed++;
  }).observe(probe);
  let frame = 0;
  const next = () => {
    probe.style.width = (++frame % 2) + 1 + 'px';
    requestAnimationFrame(next);
  };
  next();
})()`;

/** The texts of states that the browser keeps. */
const KEPT_STATE = `new Promise((done) => {
  const opening = indexedDB.open('surepath-studio');
  opening.onsuccess = () => {
    const asked = opening.result.transaction('work').objectStore('work').getAll();
    asked.onsuccess = () => {
      opening.result.close();
      done(asked.result.filter((each) => typeof each === 'string').join());
    };
  };
})`;

it.skipIf(!hasBrowser)('shows nothing of the cell before', SLOW, async () => {
  const studio = await browser.open();
  const { page } = studio;
  // As the screen shows it, whatever a canvas says that it holds.
  const bottom = async () => (await page.locator('.bottom').screenshot()).toString('base64');
  await studio.openGallery('maze-disc');
  const before = await bottom();
  await studio.openGallery('c-shape');
  await studio.choosePath('c-shape/paths/free.json');
  expect(await studio.check()).toBe('free');
  await page.locator('.tl-plot:visible').waitFor();
  expect(await bottom()).not.toBe(before);
  await page.evaluate(WATCH);
  await studio.openGallery('maze-disc');
  expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
  await expect.poll(bottom, RESTORED).toBe(before);
  expect(await page.evaluate('window.mixed')).toBe(0);
});

it.skipIf(!hasBrowser)('draws the clearance of its own cell, to the pixel', SLOW, async () => {
  const shown = async (studio: StudioPage, cell: string) => {
    await studio.openGallery(cell);
    await studio.choosePath(`${cell}/paths/free.json`);
    expect(await studio.check()).toBe('free');
    const plot = studio.page.locator('.tl-plot:visible');
    await plot.waitFor();
    let last = '';
    // Until it rests: fonts and sizes may come a picture later.
    await expect
      .poll(async () => {
        const before = last;
        last = (await plot.screenshot()).toString('base64');
        return last === before;
      }, RESTORED)
      .toBe(true);
    return last;
  };
  const quiet = { reducedMotion: 'reduce' } as const;
  const alone = await shown(await browser.open(quiet), 's-shape');
  const studio = await browser.open(quiet);
  const other = await shown(studio, 'c-shape');
  expect(other).not.toBe(alone);
  expect(await shown(studio, 's-shape')).toBe(alone);
  expect(await shown(studio, 'c-shape')).toBe(other);
});

it.skipIf(!hasBrowser)('keeps files, joints, path and edits over a reload', SLOW, async () => {
  const studio = await browser.open();
  const { page } = studio;
  files.put(RAIL_FOLDER);
  await studio.drop(`${files.folder}/rail`);
  await studio.ready('rail');
  const first = page.locator('[data-testid^="value-"]').first();
  await first.fill('0.25');
  await first.press('Enter');
  await studio.part('record-waypoint').click();
  await studio.tab('Obstacles');
  await studio.part('add-box').click();
  await studio.part('add-obstacle-ok').click();
  const rows = studio.part('obstacle-list').locator('button');
  await expect.poll(() => rows.count(), RESTORED).toBe(2);

  // Work is written when there was a moment of quiet.
  await expect.poll(() => page.evaluate<string>(KEPT_STATE), RESTORED).toContain('"add"');
  // It asks, since neither the edit nor the path is in a file; the answer here is to leave.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');
  await studio.part('kept-restore').click();
  await studio.ready('rail');
  await expect.poll(() => first.inputValue(), RESTORED).toBe('0.25');
  await studio.tab('Obstacles');
  await expect.poll(() => rows.count(), RESTORED).toBe(2);
  await studio.tab('Check');
  await page.locator('[data-testid="run-check"]:enabled').waitFor();
  expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
});

it.skipIf(!hasBrowser)('tells of a contact that sampling missed', SLOW, async () => {
  const studio = await StudioPage.open(browser.browser, browser.server.url);
  await studio.part('story').filter({ hasText: 'no collision found' }).waitFor();
  await studio.part('story-missed').filter({ hasText: 'spot_gun' }).waitFor();
  await studio.part('story-show').click();
  expect(await studio.verdict()).toBe('colliding');
  await studio.part('closest').filter({ hasText: 'in collision' }).waitFor();
  await studio.end(browser.server);
});

/** Buttons and lists that cannot be used and do not say why. */
const SILENT = `[...document.querySelectorAll('button:disabled, select:disabled')]
  .filter((each) => !each.dataset.why && !each.closest('.flight'))
  .map((each) => each.dataset.testid ?? each.getAttribute('aria-label') ?? each.textContent)`;

it.skipIf(!hasBrowser)('says of all that cannot be used why', SLOW, async () => {
  const studio = await browser.open({ reducedMotion: 'reduce' });
  const { page } = studio;
  files.put(RAIL_FOLDER);
  await studio.drop(`${files.folder}/rail/rail.urdf`, `${files.folder}/rail/meshes`);
  await studio.ready('rail');
  expect(await page.locator(':disabled[data-why]').count()).toBeGreaterThan(10);
  expect(await page.evaluate(SILENT)).toEqual([]);
  // One waypoint can neither be moved nor removed.
  await studio.part('record-waypoint').click();
  await page.getByText('Waypoints', { exact: true }).click();
  await studio.part('remove-0').waitFor();
  expect(await page.evaluate(SILENT)).toEqual([]);
  await page.getByLabel('Named state', { exact: true }).click({ force: true });
  await page.getByText('The files name no states (SRDF group_state)').waitFor();
});

/** What turns the direction of writing, wherever a person would see or hear it: in texts, titles, labels, pictures of charts. */
const TURNED = `(() => {
  const turned = (text) => String(text ?? '').includes('\\u202e');
  const said = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];
  const parts = [...document.querySelectorAll('*')].flatMap((each) =>
    said.filter((name) => turned(each.getAttribute(name))).map((name) => each.tagName + ' ' + each.dataset.testid + ' ' + each.className + ' ' + name + ': ' + each.getAttribute(name).slice(0, 60)));
  if (turned(document.title)) parts.push('title of the page');
  if (turned(document.body.innerText)) parts.push('text');
  if (window.drawn.some(turned)) parts.push('canvas');
  return parts;
})()`;
const DRAWN = `(() => {
  window.drawn = [];
  for (const name of ['fillText', 'strokeText']) {
    const draw = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (text, ...rest) {
      window.drawn.push(text);
      return draw.call(this, text, ...rest);
    };
  }
})()`;
/** Parts of the scene that names have grown over it. */
const GROWN = `[...document.querySelectorAll('.view .overlay, .joint .name, .tl-who')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 170)
  .map((each) => each.className)`;

it.skipIf(!hasBrowser)('is not harmed by names of everything', SLOW, async () => {
  const long = (name: string, letter: string) => `${name}\u202e${letter.repeat(4000)}`;
  const joint = long('arm', 'x');
  const obstacle = (name: string, x: number) =>
    `{name: ${JSON.stringify(name)}, shape: {box: [0.2, 0.3, 0.3]}, pose: {xyz: [${x}, 0, 0]}}`;
  files.put({
    'names/r.urdf': RAIL.replaceAll('"slide"', `"${joint}"`)
      .replaceAll('"ball"', `"${long('ball', 'W')}"`)
      .replace('robot name="rail"', `robot name="${long('rail', 'r')}"`)
      .replace(/<mesh filename="package[^>]*>/, '<sphere radius="0.1"/>'),
    'names/cell.yaml': `surepath: 1\nrobots: [{urdf: r.urdf}]\nobstacles: [${obstacle(long('box', 'y'), 1)}, ${obstacle(long('post', 'z'), -1)}]\n`,
    'names/paths/go\u202egnp.json': JSON.stringify({ joints: [joint], waypoints: [[0], [1]] }),
  });
  for (const viewport of [
    { width: 1400, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const studio = await browser.open({ viewport, reducedMotion: 'reduce' });
    const { page } = studio;
    const look = async (where: string) => {
      expect([where, await page.evaluate(TURNED)]).toEqual([where, []]);
      expect([where, await page.evaluate(GROWN)]).toEqual([where, []]);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect([where, wide]).toEqual([where, viewport.width]);
    };
    await page.evaluate(DRAWN);
    await studio.drop(`${files.folder}/names`);
    await studio.ready('names');
    for (const name of ['Joints', 'Scene', 'Obstacles', 'Pairs', 'Live', 'Notes'] as const) {
      await page.getByRole('tab', { name, exact: name !== 'Notes' }).click();
      await look(name);
    }
    await studio.tab('Motion');
    await studio.part('path-file').selectOption({ index: 1 });
    await look('Motion');
    expect(await studio.check()).toBe('colliding');
    for (const name of ['cover', 'curves', 'clearance']) {
      await studio.part(`tab-${name}`).click();
      await look(name);
    }
    await studio.part('show-witness').first().click();
    await studio.part('closest').filter({ hasText: 'in collision' }).waitFor();
    // The ends of both names are there.
    expect(await studio.part('closest').textContent()).toMatch(/…W+ – …y+$/);
    await look('witness');
    expect((await studio.save('save-path')).name).toBe('go-gnp.json');
  }
});

it.skipIf(!hasBrowser)('is not harmed by names, nor by a camera far away', SLOW, async () => {
  const studio = await browser.open();
  const { page } = studio;
  // A name that turns the writing, of 4,000 letters.
  const urdf = RAIL.replaceAll('name="slide"', `name="arm\u202e${'x'.repeat(4000)}"`).replace(
    '<mesh filename="package://rail/meshes/ball.stl"/>',
    '<sphere radius="0.1"/>',
  );
  await studio.drop(...files.put({ 'long.urdf': urdf }));
  await studio.ready('long');
  const text = (await page.locator('body').textContent())!;
  expect([text.includes('\u202e'), /arm\\u202exxx/.test(text)]).toEqual([false, true]);
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await page.evaluate(isWide)).toBe(false);

  const state = JSON.parse((await studio.save('save-state')).text);
  state.configuration = [0.5];
  state.camera = { position: [1e308, -1e308, 1e308], target: [0, 0, 0] };
  await studio.drop(...files.put({ 'far.surepath.json': JSON.stringify(state) }));
  const value = page.locator('[data-testid^="value-"]').first();
  await expect.poll(() => value.inputValue(), RESTORED).toBe('0.5');
  await studio.ready('long');
  await expect.poll(() => studio.colours(), RESTORED).toBeGreaterThan(20);
});

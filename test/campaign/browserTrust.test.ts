/**
 * Whether one can trust what the page shows: nothing of one cell stays on screen when another is open, work is not lost, buttons
 * say why not, names and cameras from anywhere do no harm, and the story that it opens on is true. One page after the other.
 */
import { expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, RAIL, StudioPage, tempFiles } from '../helpers/studio/studioPage.ts';

const files = tempFiles();

/** Pixels of a chart that anything is painted on, as the screen shows them: none of a canvas that is not shown. */
const PAINTED = `(selector) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const canvas = document.querySelector(selector);
  if (!canvas || getComputedStyle(canvas).visibility === 'hidden') return done(0);
  const copy = document.createElement('canvas');
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const context = copy.getContext('2d');
  if (canvas.width === 0 || canvas.height === 0) return done(0);
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let painted = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) painted++;
  done(painted);
})))`;

const painted = (studio: StudioPage, selector: string) =>
  studio.page.evaluate<number>(`(${PAINTED})('${selector}')`);

it.skipIf(!hasBrowser)('keeps what is shown true, and the work', { timeout: 240_000 }, async () => {
  const browser = inBrowserOnce;
  const studio = await browser.open();
  const { page } = studio;
  const settled = () => page.locator('.view[aria-busy="false"]').waitFor();

  // Pixels of the clearance: some with an answer, none of them when another cell is open.
  await studio.openGallery('c-shape');
  await studio.choosePath('c-shape/paths/free.json');
  expect(await studio.check()).toBe('free');
  await page.locator('.tl-plot').waitFor();
  await expect.poll(() => painted(studio, '.tl-plot'), { timeout: 60_000 }).toBeGreaterThan(2000);
  await studio.openGallery('maze-disc');
  expect(await painted(studio, '.tl-plot')).toBe(0);
  expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');

  // A button that cannot be used says why, by hand and by key.
  await studio.tab('Check');
  await studio
    .part('run-check')
    .click({ force: true, trial: false, noWaitAfter: true })
    .catch(() => undefined);
  const at = (await studio.part('run-check').boundingBox())!;
  await page.mouse.click(at.x + 10, at.y + 10);
  await studio.part('bubble').filter({ hasText: 'There is no path' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await studio.part('message').filter({ hasText: 'there is no path' }).first().waitFor();
  await page.locator('.term', { hasText: 'delta' }).focus();
  await studio.part('bubble').filter({ hasText: 'Delta' }).waitFor();

  // Joints go back; loading the page again offers what was there, and brings it back.
  await studio.tab('Joints');
  const first = page.locator('[data-testid^="value-"]').first();
  const before = await first.inputValue();
  await first.fill('0.25');
  await first.press('Enter');
  await settled();
  await studio.part('record-waypoint').click();
  expect(await first.inputValue()).toBe('0.25');
  await page.waitForTimeout(1500);
  await page.reload();
  await studio.part('kept-restore').click();
  await studio.ready('maze-disc');
  await expect.poll(() => first.inputValue()).toBe('0.25');
  await studio.part('verdict').waitFor({ state: 'attached' });
  expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
  expect(before).not.toBe('0.25');

  // Names that turn the writing, of 4,000 letters; limits of a slide of 0.386 m.
  const long = `arm\u202e${'x'.repeat(4000)}`;
  const urdf = RAIL.replaceAll('name="slide"', `name="${long}"`)
    .replace('lower="-2"', 'lower="0"')
    .replace('upper="2"', 'upper="0.386"')
    .replace('<mesh filename="package://rail/meshes/ball.stl"/>', '<sphere radius="0.1"/>');
  await studio.drop(...files.put({ 'long.urdf': urdf }));
  await studio.ready('rail');
  await studio.tab('Joints');
  const limits = await page.locator('.joint .limits').first().textContent();
  expect(limits).toBe('0 m … 0.386 m');
  const text = (await page.locator('body').textContent())!;
  expect([text.includes('\u202e'), text.includes('arm\ufffdx')]).toEqual([false, true]);
  const [scrollWidth, clientWidth] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);

  // A camera at the end of numbers: the cell is still drawn.
  const state = JSON.parse((await studio.save('save-state')).text);
  state.camera = { position: [1e308, -1e308, 1e308], target: [0, 0, 0] };
  await studio.drop(...files.put({ 'far.surepath.json': JSON.stringify(state) }));
  await studio.ready('rail');
  expect(await studio.colours()).toBeGreaterThan(20);
});

it.skipIf(!hasBrowser)(
  'opens on a motion that sampling calls free, and one click shows the contact',
  { timeout: 240_000 },
  async () => {
    const { server, browser } = inBrowserOnce;
    const studio = await StudioPage.open(browser, server.url);
    await studio.part('story').filter({ hasText: 'no collision found' }).waitFor();
    await studio.part('story-missed').filter({ hasText: 'spot_gun' }).waitFor();
    await studio.part('story-show').click();
    expect(await studio.verdict()).toBe('colliding');
    await studio.page.locator('[data-testid="closest"][data-colliding="true"]').waitFor();
    await studio.end(server);
  },
);

const inBrowserOnce = inBrowser();

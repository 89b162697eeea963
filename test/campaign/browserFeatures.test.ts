/** What hands do in the studio, and what is seen of it: goals and links that are dragged, bodies that are hidden, plots of joints, plans that follow an obstacle in the hand, a phone. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, type StudioPage, tempFiles } from '../helpers/studio/studioPage.ts';

const link = (name: string, length: number) =>
  `<link name="${name}"><collision><origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.1 0.1"/></geometry></collision></link>`;
const turn = (name: string, parent: string, child: string, x: number) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="${x} 0 0"/>
  <axis xyz="0 0 1"/><limit lower="-2.5" upper="2.5" velocity="2" effort="1"/></joint>`;
/** Two joints that turn about z, 0.5 m apart; the tip is 1 m along x. */
const ROBOT = `<robot name="arm"><link name="base"/>${link('upper', 0.4)}${link('fore', 0.5)}<link name="tip"/>
  ${turn('shoulder', 'base', 'upper', 0)}${turn('elbow', 'upper', 'fore', 0.5)}
  <joint name="end" type="fixed"><parent link="fore"/><child link="tip"/><origin xyz="0.5 0 0"/></joint></robot>`;
const CELL = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: post, shape: {box: [0.1, 0.1, 0.3]}, pose: {xyz: [1.4, 0, 0]}}
  - {name: wall, shape: {box: [0.1, 0.6, 0.6]}, pose: {xyz: [-0.6, 0.4, 0]}}
`;
/** Past where the post will be; and once round into the wall, with times. */
const ACROSS = JSON.stringify({
  joints: ['shoulder', 'elbow'],
  waypoints: [
    [-1.2, 0],
    [1.2, 0],
  ],
});
const TIMED = JSON.stringify({
  joints: ['shoulder', 'elbow'],
  waypoints: [
    [0, 0],
    [0.5, 0],
    [2.5, 0],
  ],
  times: [0, 1, 2],
});

/** The colour of the first joint's curve: how high it is, as shares of the plot, at places along it; NaN: nowhere. */
const CURVE = `((shares) => {
  const canvas = document.querySelector('.tl-joints');
  const { width, height } = canvas;
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return shares.map((share) => {
    const x = Math.round(132 + share * (width - 146));
    let [sum, count] = [0, 0];
    for (let y = 0; y < height; y++) {
      const [r, g, b] = data.subarray(4 * (y * width + x));
      if (Math.hypot(r - 0x00, g - 0x72, b - 0xb2) < 90 && b > r + 60) { sum += y; count++; }
    }
    return count ? 1 - sum / count / height : NaN;
  });
})([0.1, 0.4, 0.6, 0.9])`;
/** From now on, all that charts write. */
const LISTEN = `(() => {
  window.texts = [];
  const { prototype } = CanvasRenderingContext2D;
  const fillText = prototype.fillText;
  prototype.fillText = function (text, ...rest) { window.texts.push(text); return fillText.call(this, text, ...rest); };
})()`;
/** From now on, all verdicts that are shown. */
const WATCH = `(() => {
  const verdict = document.querySelector('[data-testid="verdict"]');
  window.verdicts = [verdict.dataset.verdict];
  const look = () => {
    const now = verdict.dataset.verdict;
    if (now !== window.verdicts.at(-1)) window.verdicts.push(now);
  };
  new MutationObserver(look).observe(verdict, { attributeFilter: ['data-verdict'] });
})()`;
/** Parts of the page that leave it sideways, unless something around them scrolls. */
const SIDEWAYS = `[...document.querySelectorAll('#app *')].flatMap((each) => {
  if (!each.checkVisibility() || each.closest('.scene, svg, .visually-hidden')) return [];
  const { left, right, width } = each.getBoundingClientRect();
  for (let at = each.parentElement; at; at = at.parentElement) {
    if (at !== document.documentElement && /auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return [];
  }
  return width > 0 && (left < -0.5 || right > innerWidth + 0.5) ? [each.className + ' ' + left + ' ' + right] : [];
})`;
/** Buttons of the header that a finger cannot reach where they are drawn. */
const UNREACHED = `[...document.querySelectorAll('.header button')].filter((each) => {
  if (!each.checkVisibility()) return false;
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < 0 || right > innerWidth || !each.contains(hit);
}).map((each) => each.getAttribute('aria-label'))`;

describe.skipIf(!hasBrowser)('what hands do in the studio', () => {
  const files = tempFiles();
  files.put({
    'arm/cell.yaml': CELL,
    'arm/arm.urdf': ROBOT,
    'arm/paths/across.json': ACROSS,
    'arm/paths/timed.json': TIMED,
  });
  const tests = inBrowser();
  const open = async (): Promise<StudioPage> => {
    const studio = await tests.open({ reducedMotion: 'reduce' });
    await studio.drop(join(files.folder, 'arm'));
    await studio.ready('arm');
    return studio;
  };

  it('drags the goal by its handle, and turns a link by the link itself', async () => {
    const studio = await open();
    const { page } = studio;
    const value = async (joint: string) => Number(await studio.part(`value-${joint}`).inputValue());
    await page.keyboard.press('f');
    // No SRDF names groups.
    expect(await studio.part('group').isVisible()).toBe(false);
    await studio.part('target-goal').click();
    const { at } = await studio.camera();
    await studio.drag(at([1, 0, 0]), at([0.6, 0.5, 0]));
    const values = async () => [await value('shoulder'), await value('elbow')];
    const tip = async () => {
      const [a, b] = (await values()).map((degrees) => (degrees * Math.PI) / 180);
      const along = (f: (x: number) => number) => 0.5 * f(a) + 0.5 * f(a + b);
      return [along(Math.cos), along(Math.sin)];
    };
    // The goal has gone, and the robot is where it was.
    const far = async () => Math.hypot((await tip())[0] - 1, (await tip())[1]);
    await expect.poll(far, { timeout: 30_000 }).toBeGreaterThan(0.05);
    await page.locator('[data-testid="undo"][title="Undo: drag tip of the goal"]').waitFor();
    const { configuration, goal } = JSON.parse((await studio.save('save-state')).text);
    expect(configuration).toEqual([0, 0]);
    expect(goal).not.toEqual([0, 0]);
    await studio.part('target-present').click();
    expect(await values()).toEqual([0, 0]);

    const away = [0.3 * Math.cos(-0.6), 0.3 * Math.sin(-0.6), 0.05] as const;
    // Without the mode a drag is the camera's.
    await page.keyboard.press('n');
    await studio.drag(at([0.3, 0, 0.05]), at(away));
    await expect.poll(() => value('shoulder'), { timeout: 30_000 }).toBeCloseTo(-34.4, 0);
    expect(await value('elbow')).toBe(0);
    const rounded = (point: readonly number[]) => point.map((x) => x.toFixed(3));
    expect(rounded((await studio.camera()).at([1, 0, 0]))).toEqual(rounded(at([1, 0, 0])));
    await page.locator('[data-testid="undo"][title="Undo: move shoulder"]').waitFor();
  });

  it('hides a body from sight and from no check, and plots joints with their velocities', async () => {
    const studio = await open();
    const { page } = studio;
    const { at } = await studio.camera();
    const [x, y] = at([-0.55, 0.4, 0]);
    const clip = { x: x - 15, y: y - 15, width: 30, height: 30 };
    const picture = async () => (await page.screenshot({ clip })).toString('base64');
    const shown = await picture();
    await page.getByRole('tab', { name: 'Scene' }).click();
    await studio.part('eye-wall').click();
    await expect.poll(picture, { timeout: 30_000 }).not.toBe(shown);
    expect(await studio.part('hidden-note').textContent()).toContain(
      '1 body is hidden, and checked like all others.',
    );
    await studio.choosePath('arm/paths/timed.json');
    expect(await studio.check()).toBe('colliding');
    await page.locator('.tl-witness, .tl-who').filter({ hasText: 'wall' }).first().waitFor();

    await page.evaluate(LISTEN);
    await studio.part('tab-curves').click();
    await studio.part('joint-choice').selectOption({ label: 'shoulder' });
    const curve = () => page.evaluate<number[]>(CURVE);
    const texts = () => page.evaluate<string[]>('window.texts');
    await expect
      .poll(texts, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['143.2°', '-143.2°', '0.0°']));
    // Up all the way, four times as fast in its second half.
    await expect
      .poll(async () => (await curve()).every((share) => share > 0), { timeout: 30_000 })
      .toBe(true);
    const rises = await curve();
    expect(rises).toEqual([...rises].sort());
    expect((rises[3] - rises[2]) / (rises[1] - rises[0])).toBeCloseTo(4, 0);
    await page.evaluate('window.texts = []');
    await studio.part('joint-quantity').selectOption('velocity');
    await expect
      .poll(texts, { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['114.6°/s', '-114.6°/s', '0.0°/s', '28.6°/s']));
    const [slow, still, fast, same] = await curve();
    expect(still).toBeCloseTo(slow, 2);
    expect(same).toBeCloseTo(fast, 2);
    expect(fast).toBeGreaterThan(slow + 0.2);

    await page.getByRole('tab', { name: 'Scene' }).click();
    await studio.part('eye-wall').click();
    await studio.part('hidden-note').waitFor({ state: 'hidden' });
  });

  it('plans again while the obstacle is still in the hand, and never shows an older verdict', async () => {
    const studio = await open();
    const { page } = studio;
    const { mouse } = page;
    await studio.choosePath('arm/paths/across.json');
    expect(await studio.check()).toBe('free');
    await studio.tab('Motion');
    await studio.part('keep-planning').check();
    await studio.tab('Obstacles');
    await studio.part('obstacle-post').click();
    await page.keyboard.press('f');
    const { at, position } = await studio.camera();
    const eye = Math.hypot(position[0] - 1.4, position[1], position[2]);
    const reach = 0.5 * eye * 1.9 * Math.tan((19 * Math.PI) / 180) * (0.85 / 4);
    /** By the arrow along x, so that the post is there. */
    const pull = (x: number) => mouse.move(...at([x + reach, 0, 0]));
    const status = (text: RegExp) =>
      studio.part('keep-planning-status').filter({ hasText: text }).waitFor({ state: 'attached' });
    await page.evaluate(WATCH);
    await pull(1.41);
    await pull(1.4);
    await mouse.down();
    for (let i = 1; i <= 8; i++) await pull(1.4 - i / 14);
    // Nobody lets go: another path is found and proven.
    await status(/^A new path|^The path is proven free/);
    await status(/^The path is proven free/);
    expect(await studio.verdict()).toBe('free');
    const verdicts = await page.evaluate<string[]>('window.verdicts');
    // Between two verdicts, of two places or two paths, there is none.
    expect(verdicts).toContain('colliding');
    expect(verdicts.filter((_, i) => i % 2 === 1)).toEqual(
      verdicts.filter((verdict) => verdict === 'not-checked'),
    );
    const waypoints = async () =>
      JSON.parse((await studio.save('save-path')).text).waypoints as number[][];
    // The first movement on takes the verdict away, before anything is known of where it goes.
    await page.evaluate('window.verdicts = []');
    await pull(0.84);
    await status(/^The path is proven free/);
    expect((await page.evaluate<string[]>('window.verdicts'))[0]).toBe('not-checked');
    expect(await studio.verdict()).toBe('free');
    await mouse.up();
    expect(await studio.verdict()).toBe('free');
    expect((await waypoints()).length).toBeGreaterThan(2);
    // All of it is one step back.
    await page.locator('[data-testid="undo"][title="Undo: move post"]').click();
    expect(await waypoints()).toEqual(JSON.parse(ACROSS).waypoints);
  });

  it('fits a phone', async () => {
    const studio = await tests.open({
      viewport: { width: 360, height: 640 },
      deviceScaleFactor: 2,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    const { page } = studio;
    await studio.part('open').tap();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Folder' }).tap();
    await (await choosing).setFiles(join(files.folder, 'arm'));
    await studio.ready('arm');
    await page.getByRole('tab', { name: 'Motion' }).tap();
    await studio.part('path-file').selectOption('arm/paths/across.json');
    await page.getByRole('tab', { name: 'Check' }).tap();
    await page.locator('[data-testid="run-check"]:enabled').tap();
    expect(await studio.verdict()).toBe('free');
    await studio.part('scale').waitFor();
    // Wherever one is, the header is there, with every button under the finger that means it.
    const names = ['Undo', 'Redo', 'Open', 'Gallery', 'Save', 'Dark or light', 'Help'];
    for (const name of names) {
      expect(
        await page
          .locator('.header')
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .isVisible(),
      ).toBe(true);
    }
    for (const place of [0, 300, 5000]) {
      await page.evaluate(`scrollTo(0, ${place})`);
      expect(await page.evaluate(UNREACHED)).toEqual([]);
    }
    expect(await page.locator('.header h1').textContent()).toBe('arm');
    for (const name of ['clearance', 'cover', 'curves']) {
      await studio.part(`tab-${name}`).tap();
      const plot = page.locator(`#panel-${name} canvas`).first();
      // What it shows is drawn with the next picture, which may take its time.
      await expect
        .poll(async () => (await plot.boundingBox())!.height, { message: name })
        .toBeGreaterThanOrEqual(80);
    }
    for (const name of ['Joints', 'Scene', 'Obstacles', 'Pairs', 'Live', 'Notes', 'Motion']) {
      await page.getByRole('tab', { name, exact: name !== 'Notes' }).tap();
      expect([name, await page.evaluate(SIDEWAYS)]).toEqual([name, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    }
    for (const name of ['open', 'save', 'layers', 'colours']) {
      await studio.part(name).tap();
      await page.getByRole('menu').waitFor();
      const menu = (await page.getByRole('menu').boundingBox())!;
      expect([name, menu.x >= 0, menu.x + menu.width <= 360]).toEqual([name, true, true]);
      await page.keyboard.press('Escape');
    }
  });
});

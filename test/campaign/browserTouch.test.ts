/** The page on a tablet, by touch alone; and by keyboard alone, with names for those who do not see it. */
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { hasBrowser } from '../helpers/studio/browser.ts';
import { inBrowser, tempFiles } from '../helpers/studio/studioPage.ts';

type Point = readonly [x: number, y: number];

const box = (size: string) => `<geometry><box size="${size}"/></geometry>`;
const link = (name: string, size: string) =>
  `<link name="${name}"><visual>${box(size)}</visual><collision>${box(size)}</collision></link>`;
const slide = (name: string, parent: string, child: string, axis: string) =>
  `<joint name="${name}" type="prismatic"><parent link="${parent}"/><child link="${child}"/>
    <axis xyz="${axis}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
/** Moves across and up; its tool is at (across, 0, up). The post is beside the path. */
const GANTRY = `<robot name="gantry"><link name="base"/>${link('beam', '0.02 0.6 0.02')}
  ${slide('across', 'base', 'beam', '1 0 0')}${link('hook', '0.1 0.1 0.1')}
  ${slide('up', 'beam', 'hook', '0 0 1')}</robot>`;
const CELL = `surepath: 1
robots: [{ urdf: gantry.urdf }]
obstacles: [{ name: post, shape: { box: [0.15, 0.15, 0.15] }, pose: { xyz: [0.25, 0, 0.3] } }]
allow: [{ between: [beam, hook], reason: one is on the other }]
`;
const PATH = JSON.stringify({
  joints: ['across', 'up'],
  waypoints: [
    [-0.5, -0.4],
    [0.5, -0.4],
  ],
});

/** What is cut off or too small for a finger, of all that can be used now. */
const TROUBLE = `[...document.querySelectorAll('button, input, select, [role=tab]')].flatMap((each) => {
  if (!each.checkVisibility() || each.classList.contains('visually-hidden')) return [];
  const part = each.type === 'checkbox' ? (each.closest('label') ?? each) : each;
  const { left, right, width, height } = part.getBoundingClientRect();
  const fits = width >= 38 && height >= 44 && left >= 0 && right <= innerWidth;
  const name = each.getAttribute('aria-label') ?? each.textContent ?? each.type;
  return fits ? [] : [[name, left, right, height].join(' ')];
})`;
const SCROLLED = '[scrollX, scrollY, visualViewport.scale].join()';

describe.skipIf(!hasBrowser)('by touch and by keys', () => {
  const files = tempFiles();
  files.put({
    'gantry/gantry.urdf': GANTRY,
    'gantry/cell.yaml': CELL,
    'gantry/paths/across.json': PATH,
  });
  const tests = inBrowser();

  it('does on an upright tablet whatever a mouse does', async () => {
    const tablet = {
      viewport: { width: 820, height: 1180 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce' as const,
    };
    const studio = await tests.open(tablet);
    const { page } = studio;
    const cdp = await page.context().newCDPSession(page);
    const tap = (testid: string) => studio.part(testid).tap();
    const tab = (name: string) => page.getByRole('tab', { name }).tap();
    // Nothing can be dropped on a tablet.
    await tap('open');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Folder' }).tap();
    await (await choosing).setFiles(join(files.folder, 'gantry'));
    await studio.ready('gantry');
    const scene = (await page.locator('.scene').boundingBox())!;
    expect(scene.width).toBe(820);
    expect(scene.height).toBeGreaterThan(400);

    // The camera: one finger turns, two move it and zoom.
    const free = (x: number, y: number): Point => [
      scene.x + x * scene.width,
      scene.y + y * scene.height,
    ];
    const looks = async () => JSON.parse((await studio.save('save-state')).text).camera;
    const rounded = ({ position }: { position: number[] }) => position.map((x) => x.toFixed(6));
    const away = ({ position, target }: { position: number[]; target: number[] }) =>
      Math.hypot(...position.map((x, i) => x - target[i]));
    const first = await looks();
    await drag(cdp, [[free(0.1, 0.9), free(0.3, 0.9)]]);
    const turned = await looks();
    expect(turned.target).toEqual(first.target);
    expect(away(turned)).toBeCloseTo(away(first), 6);
    expect(turned.position).not.toEqual(first.position);
    await drag(cdp, [
      [free(0.3, 0.85), free(0.1, 0.85)],
      [free(0.5, 0.85), free(0.7, 0.85)],
    ]);
    const near = await looks();
    expect(away(near)).toBeLessThan(0.8 * away(turned));
    await drag(cdp, [
      [free(0.3, 0.8), free(0.4, 0.9)],
      [free(0.5, 0.8), free(0.6, 0.9)],
    ]);
    expect((await looks()).target).not.toEqual(near.target);
    // On a slow machine a tap right behind a gesture may still count as a part of that.
    const menu = page.getByRole('menuitem', { name: 'free' });
    await vi.waitFor(
      async () => {
        await page.getByRole('button', { name: 'Look from' }).tap();
        await menu.waitFor({ timeout: 2000 });
      },
      { timeout: 60_000 },
    );
    await menu.tap();

    // The ball at the tool, then an obstacle: a tap selects it, an arrow moves it along its axis.
    const { at } = await studio.camera();
    await drag(cdp, [[at([0, 0, 0]), at([-0.3, 0, 0])]]);
    const across = async () => Number(await studio.part('value-across').inputValue());
    // It follows across the screen, of which the tool can go only a part.
    await expect.poll(across, { timeout: 60_000 }).toBeLessThan(-0.1);
    await page.touchscreen.tap(...at([0.25, 0, 0.3]));
    const form = studio.part('obstacle-form');
    await form.waitFor();
    expect(await page.locator('[role=tooltip]').textContent()).toBe('post');
    expect(await page.locator('[role=tooltip]').isVisible()).toBe(true);
    const looked = await looks();
    const [x, y] = at([0.25, 0, 0.3]);
    const above = at([0.25, 0, 0.4]);
    const length = Math.hypot(above[0] - x, above[1] - y);
    const up: Point = [(above[0] - x) / length, (above[1] - y) / length];
    // Four fifths along the arrow, of a handle that is as large as the view asks for.
    const reach = 0.8 * 0.5 * ((1.9 * 1.25) / 8) * scene.height;
    const grip: Point = [x + reach * up[0], y + reach * up[1]];
    await drag(cdp, [[grip, [grip[0] + 50 * up[0], grip[1] + 50 * up[1]]]]);
    await page.locator('[data-testid="undo"][title="Undo: move post"]').waitFor();
    const [px, py, pz] = await Promise.all(
      ['x (m)', 'y (m)', 'z (m)'].map((name) =>
        form.getByLabel(name, { exact: true }).inputValue(),
      ),
    );
    expect([px, py]).toEqual(['0.25', '0']);
    expect(Number(pz)).toBeGreaterThan(0.32);
    expect(rounded(await looks())).toEqual(rounded(looked));
    await tap('undo');
    await page.locator('.view[aria-busy="false"]').waitFor();

    // A slider, the timeline, and what else would need a hand that hovers.
    await tab('Joints');
    await studio.part('joint-across').waitFor();
    const slider = (await studio.part('joint-across').boundingBox())!;
    const middle = slider.y + slider.height / 2;
    await drag(cdp, [
      [
        [slider.x + 0.35 * slider.width, middle],
        [slider.x + 0.75 * slider.width, middle],
      ],
    ]);
    await expect.poll(across, { timeout: 60_000 }).toBeGreaterThan(0.3);
    await tab('Motion');
    await studio.part('path-file').selectOption('gantry/paths/across.json');
    await tab('Check');
    await page.locator('[data-testid="run-check"]:enabled').tap();
    expect(await studio.verdict()).toBe('free');
    expect(await studio.part('announced').textContent()).toBe('Verdict: free');
    const band = (await studio.part('scrub').boundingBox())!;
    const along = (part: number): Point => [
      band.x + 132 + part * (band.width - 146),
      band.y + band.height / 2,
    ];
    await drag(cdp, [[along(0.1), along(0.5)]]);
    expect(await studio.part('scrub').getAttribute('aria-valuetext')).toMatch(
      /^segment 0, t = 0\.5/,
    );
    // A tap while the page is laid out anew may miss.
    const isCovered = async () => {
      await page.getByRole('tab', { name: 'Cover (' }).tap();
      return page.locator('.tl-cover').isVisible();
    };
    await expect.poll(isCovered, { timeout: 60_000 }).toBe(true);
    const lanes = (await page.locator('.tl-cover').boundingBox())!;
    await page.touchscreen.tap(along(0.5)[0], lanes.y + 12);
    await page.locator('.tl-tip', { hasText: / – post: segment 0 proven/ }).waitFor();
    await tab('Pairs');
    const matrix = (await studio.part('pair-matrix').boundingBox())!;
    // Of three bodies, the field of the first and the last: they are in the corner.
    const corner = 'document.querySelector("[data-testid=pair-matrix] > div").offsetWidth';
    const right = matrix.x + (await page.evaluate<number>(corner));
    await page.touchscreen.tap(right - 20, matrix.y + matrix.height - 80);
    await studio.part('pair-facts').filter({ hasText: 'beam – post' }).waitFor();
    for (const name of ['Joints', 'Obstacles', 'Pairs', 'Notes', 'Motion', 'Check']) {
      await tab(name);
      expect(await page.evaluate(TROUBLE)).toEqual([]);
    }

    // The sides make room; menus go when one touches something else; the page stayed where it was.
    await tap('toggle-left');
    await tap('toggle-right');
    expect((await page.locator('.scene').boundingBox())!.height).toBeGreaterThan(800);
    await tap('layers');
    await page.touchscreen.tap(...free(0.9, 0.6));
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await page.evaluate(SCROLLED)).toBe('0,0,1');
  });

  it('is led by keys, and says what everything is', async () => {
    const studio = await tests.open();
    const { page } = studio;
    const press = (key: string) => page.keyboard.press(key);
    const active = () =>
      page.evaluate<string>(`(() => {
        const { activeElement: at } = document;
        return at.dataset.testid ?? at.id ?? at.tagName;
      })()`);
    const selected = (name: string) => page.getByRole('tab', { name, selected: true }).count();

    // Round the page by Tab: everything that can be used has its turn, seen, with its outline.
    const seen = await page.evaluate<string[]>(USABLE);
    const reached = new Set<string>();
    for (let i = 0; i < seen.length + 30; i++) {
      await press('Tab');
      const [name, outline] = await page.evaluate<[string, string]>(FOCUSED);
      if (name === 'BODY' && reached.size > 0) break;
      if (name === 'BODY') continue;
      expect([name, outline]).toEqual([name, 'solid']);
      reached.add(name);
    }
    expect(seen.filter((name) => !reached.has(name))).toEqual([]);

    // Tabs, menus, dialogs: arrows within, Escape out, the focus where it was.
    await page.getByRole('tab', { name: 'Joints' }).focus();
    await press('ArrowLeft');
    expect(await selected('Notes')).toBe(1);
    await press('Home');
    expect(await selected('Joints')).toBe(1);
    await studio.part('tab-clearance').focus();
    await press('End');
    expect(await selected('Joint plots')).toBe(1);
    await studio.part('save').focus();
    await press('ArrowDown');
    expect(await active()).toBe('save-cell');
    await press('End');
    expect(await active()).toBe('copy-link');
    await press('Escape');
    expect(await active()).toBe('save');
    expect(await page.getByRole('menu').count()).toBe(0);
    await studio.part('layers').focus();
    await press('Enter');
    const box = page.getByRole('menuitemcheckbox', { name: 'Visual geometry' });
    await press('Space');
    expect(await box.isChecked()).toBe(false);
    await press('Escape');
    await press('v');
    await press('?');
    await studio.part('help').waitFor();
    expect(await page.evaluate(`document.activeElement.closest('dialog') !== null`)).toBe(true);
    await press('g');
    expect(await studio.part('gallery-dialog').count()).toBe(0);
    await press('Escape');
    await studio.part('help').waitFor({ state: 'detached' });
    expect(await active()).toBe('layers');

    // Letters are shortcuts, but not for those who write.
    await press('r');
    expect(
      await page.getByRole('button', { name: 'Turn the selected' }).getAttribute('aria-pressed'),
    ).toBe('true');
    await press('[');
    expect(await page.locator('.side-left').isVisible()).toBe(false);
    await press('[');
    await page.getByRole('tab', { name: 'Pairs' }).click();
    await page.getByRole('searchbox', { name: 'Search bodies' }).focus();
    await page.keyboard.type('tg?[');
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('.side-left').isVisible()).toBe(true);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await studio.part('pair-matrix').focus();
    await press('ArrowRight');
    await press('End');
    await studio.part('pair-facts').filter({ hasText: ' – ' }).waitFor();

    // Whatever one can use has a role and a name, in every tab and in a dialog.
    const cdp = await page.context().newCDPSession(page);
    for (const name of ['Joints', 'Obstacles', 'Pairs', 'Notes', 'Motion', 'Check']) {
      await page.getByRole('tab', { name }).click();
      expect(await nameless(cdp)).toEqual([]);
      expect(await page.evaluate(TWICE)).toEqual([]);
    }
    await press('g');
    await studio.part('gallery-dialog').waitFor();
    expect(await nameless(cdp)).toEqual([]);
  });
});

/** Controls that can be seen and are not reached by arrows from another, by what they are called. */
const NAME = `(each) => each.dataset.testid ?? each.getAttribute('aria-label') ?? (each.id || each.textContent || each.tagName)`;
const USABLE = `[...document.querySelectorAll('button, input, select, canvas[tabindex], summary')]
  .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0)
  .map(${NAME})`;
const FOCUSED = `(() => {
  const { activeElement: at } = document;
  if (at === document.body) return ['BODY', ''];
  return [(${NAME})(at), getComputedStyle(at).outlineStyle];
})()`;
const TWICE = `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i)`;
const NAMED = new Set(
  'application button checkbox combobox dialog img image menu menuitem menuitemcheckbox progressbar searchbox slider spinbutton switch tab tablist tabpanel textbox Canvas'.split(
    ' ',
  ),
);

/** Of the page as screen readers get it: what has no name. */
async function nameless(cdp: CDPSession): Promise<string[]> {
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  return nodes.flatMap(({ ignored, role, name, properties }) => {
    if (ignored || !NAMED.has(role?.value) || name?.value) return [];
    return [`${role?.value} ${JSON.stringify(properties?.map((each) => each.name))}`];
  });
}

/** Fingers that come down together, move in steps and leave. */
async function drag(cdp: CDPSession, fingers: readonly (readonly [Point, Point])[]): Promise<void> {
  const at = (part: number) =>
    fingers.map(([[ax, ay], [bx, by]], id) => ({
      x: ax + (bx - ax) * part,
      y: ay + (by - ay) * part,
      id,
    }));
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: ReturnType<typeof at>,
  ) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', at(0));
  for (let i = 1; i <= 8; i++) await send('touchMove', at(i / 8));
  await send('touchEnd', []);
}

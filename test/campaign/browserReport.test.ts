/** Reports in a real browser, from disk and without a network. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { hasBrowser, launch, watchedPage } from '../helpers/studio/browser.ts';

const { folder, file } = cliFolder();
const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const VIEWER = fileURLToPath(new URL('../../dist/studio/report-viewer.js', import.meta.url));
const HOSTILE = '<img src=x onerror="document.title=1"> & <script>document.title=2<|script>';

function report(name: string, ...args: string[]): string {
  const { stderr } = runInside(folder, 'check', ...args, '--report', name);
  expect(stderr).not.toContain('no picture');
  return pathToFileURL(join(folder, name)).href;
}

describe.skipIf(!hasBrowser)('a report in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    expect(existsSync(VIEWER), 'npm run build makes the viewer').toBe(true);
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Opens it; what it asks for is the file alone. */
  async function opened(address: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(browser, { offline: true, ...options });
    await watched.page.goto(address);
    await watched.page.waitForSelector('#view[data-state=ready]', { timeout: 90_000 });
    return {
      ...watched,
      end: async () => {
        expect(watched.requests.filter((url) => !/^(data|blob):/.test(url))).toEqual([address]);
        await watched.end();
      },
    };
  }

  const verdict = (page: Page) => page.getByTestId('verdict').textContent();
  const readout = (page: Page) => page.locator('#readout').textContent();
  /** How many colours the picture has: an empty one has few. */
  async function colours(page: Page): Promise<number> {
    const png = await page.locator('#view canvas').screenshot();
    return page.evaluate(`(async () => {
      const text = atob('${png.toString('base64')}');
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`);
  }

  it('shows a free path that can be scrubbed and played', async () => {
    const cell = join(CELLS, 'cage-irb2400');
    const free = report('free.html', join(cell, 'cell.yaml'), join(cell, 'paths/free.json'));
    const { page, end } = await opened(free);
    expect(await verdict(page)).toContain('free');
    expect(await colours(page)).toBeGreaterThan(200);
    expect(await readout(page)).toBe('segment 0, t = 0.000');
    const before = await page.locator('#view canvas').screenshot();
    await page.getByTestId('scrub').focus();
    await page.keyboard.press('End');
    expect(await readout(page)).toBe('segment 0, t = 1.000');
    const after = await page.locator('#view canvas').screenshot();
    expect(after.equals(before)).toBe(false);
    // Playing begins anew at the end. Slowly, for slow machines.
    await page.getByLabel('Speed').selectOption('0.25');
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    // Asked from outside: the page's policy allows no expression that is evaluated again and again inside.
    await expect.poll(() => readout(page), { timeout: 60_000 }).not.toMatch(/t = [01]\.000/);
    await page.getByRole('button', { name: 'Pause' }).click();
    // Pointing at the middle of the timeline goes there.
    const timeline = page.getByTestId('timeline').locator('svg');
    const { width } = (await timeline.boundingBox())!;
    await timeline.click({ position: { x: 0.61 * width, y: 40 } });
    expect(await readout(page)).toMatch(/^segment 0, t = 0\.[45]/);
    expect(await timeline.locator('.slab').count()).toBeGreaterThan(50);
    await end();
  });

  it('shows a witness, and finds pairs', async () => {
    const cell = join(CELLS, 'cage-irb2400');
    const address = report('hit.html', join(cell, 'cell.yaml'), join(cell, 'paths/colliding.json'));
    const { page, end } = await opened(address, { colorScheme: 'dark' });
    expect(await verdict(page)).toContain('colliding');
    expect(await page.getByTestId('witness').textContent()).toContain('link_4 and ring_2');
    const there = await readout(page);
    // As the page says it in words.
    expect(there).toBe('segment 0, t = 0.9');
    expect(await page.getByTestId('witness').textContent()).toContain('at t = 0.9');
    await page.getByTestId('scrub').focus();
    await page.keyboard.press('Home');
    expect(await readout(page)).toBe('segment 0, t = 0.000');
    await page.getByRole('button', { name: 'Show it' }).click();
    expect(await readout(page)).toBe(there);
    await page.getByLabel('Find').fill('ring_2 link_4');
    expect(await page.locator('#pairs tbody tr:visible').count()).toBe(1);
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await back();
    await page.getByRole('button', { name: 'Dark or light' }).click();
    expect(await back()).not.toBe(dark);
    await end();
  });

  it('fits a phone: the title and the verdict have the whole width', async () => {
    const cell = join(CELLS, 'two-arms');
    const paths = join(cell, 'paths/sampled.json');
    const address = report('phone.html', join(cell, 'cell.yaml'), paths);
    const { page, end } = await opened(address, { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    for (const part of ['h1', '.verdict .said']) {
      expect((await page.locator(part).boundingBox())!.width, part).toBeGreaterThan(300);
    }
    // No word of the title is torn: lines end where a folder or a word does.
    const title = await page.evaluate<string>(`(() => {
      const range = document.createRange();
      const walker = document.createTreeWalker(document.querySelector('h1'), NodeFilter.SHOW_TEXT);
      let [text, last] = ['', null];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (let i = 0; i < node.length; i++) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const { top } = range.getBoundingClientRect();
          text += (last !== null && top > last + 4 ? '|' : '') + node.data[i];
          last = top;
        }
      }
      return text;
    })()`);
    expect(title.replaceAll('|', '')).toBe('paths/sampled.json in two-arms/cell.yaml');
    expect(title).not.toMatch(/[^/ -]\|[^ ]/);
    await end();
  });

  it('takes names as text, and prints', async () => {
    file('arm.urdf', armUrdf('arm', [1, 1, 1]));
    file(
      'cell.yaml',
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: ${JSON.stringify(HOSTILE)}, shape: {box: [0.1, 4, 1]}, pose: {xyz: [2.8, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    );
    const rows = {
      joints: ['joint1', 'joint2'],
      waypoints: [
        [-1, 0],
        [1, 0],
      ],
      times: [0, 3],
    };
    file('path.json', rows);
    const address = report('names.html', 'cell.yaml', 'path.json');
    const { page, end } = await opened(address, { viewport: { width: 1024, height: 768 } });
    expect(await page.title()).toContain('colliding: path.json in cell.yaml');
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.getByTestId('witness').textContent()).toContain(HOSTILE);
    expect(await readout(page)).toMatch(/ s$/);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(1024);
    // On paper all is there that is folded on a screen, nothing to be pressed, and nothing beside the page.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 688, height: 1000 });
    for (const part of ['.files .digest', '.witness dd', '[data-testid=review] .blank']) {
      expect(await page.locator(part).first().isVisible(), part).toBe(true);
    }
    expect(await page.locator('button:visible').count()).toBe(0);
    const paper = await page.evaluate('document.documentElement.scrollWidth');
    expect(paper).toBeLessThanOrEqual(688);
    // A digest stands in one line, beside the name of its file.
    const heights = `[...document.querySelectorAll('.files .digest')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    })`;
    const lines = await page.evaluate<number[]>(heights);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((count) => count !== 1)).toEqual([]);
    // What a plot is of stands on its page.
    const clearance = page.locator('.whole', { hasText: 'Clearance along the path' });
    expect(await clearance.locator('figure svg').count()).toBe(1);
    const breaks = "getComputedStyle(document.querySelector('.whole')).breakInside";
    expect(await page.evaluate(breaks)).toBe('avoid');
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // The picture of the cell is on paper, too.
    expect(pdf.toString('latin1')).toMatch(/\/Subtype\s*\/Image/);
    await end();
  });
});

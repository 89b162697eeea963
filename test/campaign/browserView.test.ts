/** `<surepath-view>` in a browser: the page of docs/viewer.md, data at hand, faults inside the element, and nothing fetched but src. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { hasBrowser, launch, type WatchedPage, watchedPage } from '../helpers/studio/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SITE = 'http://view.test';
const CELL = join(ROOT, 'cells/cage-irb2400');
const { folder } = cliFolder();

function dataOf(path: string): string {
  const name = `${path}.json`;
  runInside(
    folder,
    'check',
    join(CELL, 'cell.yaml'),
    join(CELL, `paths/${path}.json`),
    '--report-json',
    name,
  );
  return readFileSync(join(folder, name), 'utf8');
}

/** The page that the documentation shows. */
function example(): string {
  const [, html] = /```html\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'docs/viewer.md'), 'utf8'),
  )!;
  return html;
}

describe.skipIf(!hasBrowser)('<surepath-view>', () => {
  let browser: Browser;
  let watched: WatchedPage;
  const files = new Map<string, string>();

  beforeAll(async () => {
    browser = await launch();
    const policy =
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'";
    files.set(
      '/',
      example().replace(
        '<head>',
        `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
      ),
    );
    files.set('/surepath-view.js', readFileSync(join(ROOT, 'dist/view/surepath-view.js'), 'utf8'));
    files.set('/report.json', dataOf('colliding'));
    files.set('/free.json', dataOf('free'));
    files.set('/half.json', files.get('/free.json')!.slice(0, 5000));
    watched = await watchedPage(browser, { viewport: { width: 900, height: 700 } });
    await watched.page.route(`${SITE}/**`, (route) => {
      const path = new URL(route.request().url()).pathname;
      const body = files.get(path);
      const contentType =
        path === '/' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : 'application/json';
      return body === undefined
        ? route.fulfill({ status: 404 })
        : route.fulfill({ body, contentType });
    });
    await watched.page.goto(`${SITE}/`);
    await watched.page.getByTestId('verdict').waitFor();
  }, 120_000);
  afterAll(() => browser?.close());

  const view = <T>(expression: string): Promise<T> =>
    watched.page.evaluate(
      `(() => { const view = document.querySelector('surepath-view'); return ${expression}; })()`,
    );
  const text = (id: string) => watched.page.getByTestId(id).textContent();

  it('shows the example of the documentation, at its witness', async () => {
    const { page } = watched;
    expect(await text('verdict')).toBe('✕ colliding');
    expect(await text('where')).toBe('segment 0, t = 0.9');
    expect(await page.locator('surepath-view').locator('.said').textContent()).toContain('ring_2');
    await page.getByTestId('scrub').fill('0');
    expect(await text('where')).toBe('segment 0, t = 0.000');
    await page.getByTestId('witness').click();
    expect(await text('where')).toBe('segment 0, t = 0.9');
    await view('view.speed = 8');
    await page.getByTestId('play').click();
    await expect.poll(() => view('view.position'), { timeout: 30_000 }).toBe(1);
    expect(await view('view.playing')).toBe(false);
    // Drawn: the picture has many colours.
    const png = await page.locator('surepath-view .scene canvas').screenshot();
    expect(png.length).toBeGreaterThan(8000);
    // Nothing was asked for but the page, the module and the data.
    const asked = watched.requests.filter((url) => !/^(data|blob):/.test(url));
    expect(asked).toEqual([`${SITE}/`, `${SITE}/surepath-view.js`, `${SITE}/report.json`]);
  });

  it('takes another source and data at hand, plays by itself, and frees what it held', async () => {
    const { page } = watched;
    await view("(view.autoplay = true, view.loop = true, view.src = 'free.json')");
    await page.getByTestId('verdict').filter({ hasText: '✓ free' }).waitFor();
    await expect.poll(() => view<number>('view.position')).toBeGreaterThan(0);
    expect(await view('view.playing')).toBe(true);
    await view('view.pause()');
    await view(
      '(window.kept = view.report, window.place = view.parentElement, view.remove(), 0)',
    ).catch(() => undefined);
    await page.evaluate(`(() => {
      const again = document.createElement('surepath-view');
      again.report = window.kept;
      window.place.append(again);
    })()`);
    await page.getByTestId('verdict').filter({ hasText: '✓ free' }).waitFor();
    expect(await view('view.controls')).toBe(false);
    expect(await page.getByTestId('play').isVisible()).toBe(false);
    await view('view.controls = true');
    expect(await page.getByTestId('play').isVisible()).toBe(true);
  });

  it('says what is wrong inside itself', async () => {
    const { page } = watched;
    const fault = page.getByTestId('fault');
    await view(
      "(view.report = null, window.said = [], view.addEventListener('error', ({ message }) => window.said.push(message)), 0)",
    );
    await view("view.src = 'half.json'");
    await fault.filter({ hasText: 'it is not JSON, or not all of it' }).waitFor();
    await view("view.src = 'nowhere.json'");
    await fault.filter({ hasText: 'the server says 404' }).waitFor();
    await view('view.report = { kind: "other" }');
    await fault.filter({ hasText: 'another kind of file' }).waitFor();
    await view(
      'view.report = { ...window.kept, scene: { ...window.kept.scene, meshes: window.kept.scene.meshes.map((mesh) => ({ ...mesh, positions: "%" })) } }',
    );
    await fault.filter({ hasText: 'base64' }).waitFor();
    expect(await page.evaluate('window.said.length')).toBe(4);
    // The server's 404 is the page's to complain about; nothing else is.
    const others = watched.complaints.filter((text) => !text.includes('nowhere.json'));
    expect(others).toEqual([]);
  });
});

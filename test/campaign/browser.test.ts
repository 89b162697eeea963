/** The studio in a real browser with WebGL: opening, seeing, editing, planning, saving. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { exportSite } from '../../src/cli/studio/exportSite.ts';
import { sessionCell } from '../../src/cli/studio/session.ts';
import { buildSite, packageFolders } from '../../src/cli/studio/site.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { hasBrowser, watchedPage } from '../helpers/studio/browser.ts';
import {
  BALL,
  inBrowser,
  RAIL,
  RAIL_CELL,
  RAIL_FOLDER,
  RAIL_PATH,
  StudioPage,
  serveStudio,
  tempFiles,
} from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));

describe.skipIf(!hasBrowser)('the studio in a browser', () => {
  const files = tempFiles();
  files.put(RAIL_FOLDER);
  const rail = (name: string) => join(files.folder, 'rail', name);
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

  it('lists what is missing by name, and opens once it is there', async () => {
    await open();
    await studio.drop(rail('rail.urdf'));
    const dialog = studio.part('missing-files');
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain('package://rail/meshes/ball.stl');
    await studio.drop(rail('meshes'));
    await dialog.waitFor({ state: 'detached' });
    await studio.ready('rail');
    expect(await studio.page.getByTestId('joint-slide').count()).toBe(1);
  });

  it('says what is wrong with a broken file, and where', async () => {
    await open();
    const [broken, wrong] = files.put({
      'broken.urdf': '<robot name="r">\n  <link name="a">\n</robot>\n',
      'wrong/cell.yaml': 'surepath: 1\nrobots:\n  - urfd: x.urdf\n',
    });
    await studio.drop(broken);
    const fault = studio.part('fault');
    await fault.waitFor();
    expect(await fault.textContent()).toMatch(/broken\.urdf, line 3/);
    await studio.page.keyboard.press('Escape');
    await fault.waitFor({ state: 'detached' });
    await studio.drop(wrong);
    await fault.waitFor();
    expect(await fault.textContent()).toMatch(/cell\.yaml, line 3.*urfd/);
    await studio.page.keyboard.press('Escape');
    expect(await studio.part('cell-name').textContent()).toBe('two-arms');
  });

  it('shows names from files as text', async () => {
    await open();
    const evil = '<img src=x onerror=alert(1)>';
    const quoted = evil.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    files.put({
      'evil/cell.yaml': RAIL_CELL.replace('rail.urdf', 'evil.urdf').replace(
        'name: box',
        `name: '<b>${evil}'`,
      ),
      'evil/evil.urdf': RAIL.replaceAll('"ball"', `"${quoted}"`)
        .replaceAll('"slide"', `"${quoted}"`)
        .replace('package://rail/meshes/', ''),
      'evil/ball.stl': BALL,
    });
    await studio.drop(join(files.folder, 'evil'));
    await studio.ready('evil');
    expect(await studio.part(`joint-${evil}`).count()).toBe(1);
    expect(await studio.part('closest').textContent()).toContain(evil);
    for (const tab of ['Obstacles', 'Pairs', 'Notes', 'Motion', 'Check'] as const) {
      await studio.tab(tab);
    }
    expect(await studio.part('obstacle-list').textContent()).toContain(evil);
    expect(await studio.page.locator('img').count()).toBe(0);
  });

  it('turns free into colliding when an obstacle is dragged into the path, and back', async () => {
    await openRail();
    expect(await studio.check()).toBe('free');
    await studio.part('keep-checking').check();
    await studio.tab('Obstacles');
    await studio.part('obstacle-box').click();
    await studio.page.keyboard.press('f');
    const { at, forward } = await studio.camera();
    // The middle of the handles moves the box across the line of sight: to where that meets the rail.
    const x = (0.5 * forward[1]) / forward[0];
    expect(Math.abs(x)).toBeLessThan(1);
    await studio.drag(at([0, 0.5, 0]), at([x, 0, 0]));
    const verdict = studio.part('verdict').and(studio.page.locator('[data-verdict="colliding"]'));
    await verdict.waitFor({ state: 'attached' });
    await studio.tab('Check');
    expect(await studio.part('witness').textContent()).toMatch(/ball and box/);
    await studio.part('show-witness').first().click();
    await studio.page.locator('[data-testid="closest"][data-colliding="true"]').waitFor();
    await studio.page.keyboard.press('Control+z');
    const free = studio.part('verdict').and(studio.page.locator('[data-verdict="free"]'));
    await free.waitFor({ state: 'attached' });
  });

  it('plans, checks what it planned, exports the certificate and verifies it', async () => {
    await open();
    await studio.openGallery('cage');
    await studio.tab('Motion');
    await studio.part('start-state').selectOption('inside');
    await studio.part('goal-state').selectOption('outside');
    await studio.part('time-limit').fill('600');
    await studio.part('plan').click();
    await studio.part('plan-verdict').waitFor({ state: 'attached' });
    expect(await studio.part('plan-verdict').textContent()).toContain('path found: free');
    expect(await studio.verdict()).toBe('free');
    expect(await studio.part('assumptions').textContent()).toContain('Adjacent');
    const certificate = await studio.download(() => studio.part('export-certificate').click());
    const path = await studio.save('save-path');
    await studio.part('verify-certificate').click();
    await studio.part('verified').filter({ hasText: '✓ verified' }).waitFor();
    writeFileSync(join(files.folder, 'planned.json'), path.text);
    writeFileSync(join(files.folder, 'certificate.json'), certificate.text);
    const cell = join(CELLS, 'cage/cell.yaml');
    const node = runInside(
      files.folder,
      'verify',
      'certificate.json',
      cell,
      '--path',
      'planned.json',
    );
    expect(node.stderr).toBe('');
    expect(node.stdout).toMatch(/^verified/);
    expect(node.status).toBe(0);
  });

  const moveTo = async (value: number) => {
    await studio.tab('Joints');
    await studio.part('value-slide').fill(String(value));
    await studio.page.keyboard.press('Enter');
  };

  /** While a job runs the page goes on: a joint that is moved is drawn, and its closest pair told. */
  const goesOn = async (value: number, isColliding: boolean) => {
    const { page } = studio;
    await studio.part('progress').waitFor();
    const before = (await studio.part('closest').textContent())!;
    const picture = await page.locator('.scene').screenshot();
    await page.evaluate(`(() => {
      const { clear } = WebGL2RenderingContext.prototype;
      window.pictures = 0;
      WebGL2RenderingContext.prototype.clear = function (mask) {
        window.pictures++;
        clear.call(this, mask);
      };
    })()`);
    await moveTo(value);
    await studio.part('closest').filter({ hasNotText: before }).waitFor();
    await page.locator(`[data-testid="closest"][data-colliding="${isColliding}"]`).waitFor();
    const frames = `new Promise((done) => {
      let count = 0;
      const next = () => (++count === 20 ? done(count) : requestAnimationFrame(next));
      next();
    })`;
    expect(await page.evaluate(frames)).toBe(20);
    expect((await page.locator('.scene').screenshot()).equals(picture)).toBe(false);
    expect(await page.evaluate<number>('window.pictures')).toBeGreaterThan(0);
    expect(await studio.part('progress').count()).toBe(1);
    await studio.part('cancel').click();
    await studio.part('progress').waitFor({ state: 'detached' });
  };

  it('keeps drawing and answering while it plans, and ends when it is told to', async () => {
    await open();
    files.put({
      'blocked/cell.yaml': RAIL_CELL.replace('[0, 0.5, 0]', '[0, 0, 0]'),
      'blocked/rail.urdf': RAIL,
      'blocked/meshes/ball.stl': BALL,
      'blocked/paths/along.json': RAIL_PATH,
    });
    await studio.drop(join(files.folder, 'blocked'));
    await studio.ready('blocked');
    await moveTo(-1);
    await studio.part('start-here').click();
    await moveTo(1);
    await studio.part('goal-here').click();
    // There is no way past the box: this goes on until somebody ends it.
    await studio.part('planner').selectOption('a-sbl');
    await studio.part('time-limit').fill('600');
    await studio.part('plan').click();
    await studio.part('tree').filter({ hasText: 'not checked yet' }).waitFor();
    await studio.page.getByLabel('Legend').filter({ hasText: 'dashed: not checked' }).waitFor();
    await goesOn(0.02, true);
    await studio.part('tree').filter({ hasText: 'cancelled' }).waitFor();
    await studio.choosePath('blocked/paths/along.json');
    expect(await studio.check()).toBe('colliding');
  });

  it('keeps drawing and answering while it checks, and ends when it is told to', async () => {
    await open();
    // Thousands of times along the box, a fifth of a millimetre away: long work for bisection.
    const waypoints = Array.from({ length: 20_001 }, (_, i) => [i % 2 === 0 ? -1 : 1]);
    files.put({
      'near/cell.yaml': RAIL_CELL.replace('[0, 0.5, 0]', '[0, 0.2502, 0]'),
      'near/rail.urdf': RAIL,
      'near/meshes/ball.stl': BALL,
      'near/paths/often.json': JSON.stringify({ joints: ['slide'], waypoints }),
    });
    await studio.drop(join(files.folder, 'near'));
    await studio.ready('near');
    await studio.choosePath('near/paths/often.json');
    await studio.page.getByRole('combobox', { name: 'method' }).selectOption('adaptive');
    await studio.part('run-check').click();
    await goesOn(0.7, false);
    expect(await studio.part('verdict').getAttribute('data-verdict')).toBe('not-checked');
    await studio.page.locator('[data-testid="run-check"]:enabled').waitFor();
  });

  it('saves its state and opens it again', async () => {
    await openRail();
    await studio.tab('Joints');
    await studio.part('value-slide').fill('0.5');
    await studio.page.keyboard.press('Enter');
    const { name, text } = await studio.save('save-state');
    expect(name).toBe('rail.surepath.json');
    const [file] = files.put({ [name]: text });
    await studio.openGallery('maze');
    await studio.drop(file);
    await studio.ready('rail');
    expect(Number(await studio.part('value-slide').inputValue())).toBe(0.5);
    expect(await studio.check()).toBe('free');
  });

  it('writes a report that opens by itself, without a network', async () => {
    await openRail();
    expect(await studio.check()).toBe('free');
    const { name, text } = await studio.save('save-report');
    expect(name).toMatch(/\.html$/);
    const [file] = files.put({ [name]: text });
    const report = await watchedPage(tests.browser, { offline: true });
    await report.page.goto(pathToFileURL(file).href);
    await report.page.locator('#view[data-state=ready]').waitFor();
    expect(await report.page.getByTestId('verdict').textContent()).toBe('free');
    const looks = report.page.locator('#looks');
    await looks.click();
    expect(await report.page.locator('#looks-note').isVisible()).toBe(true);
    expect(await looks.textContent()).toBe('Show what was checked');
    expect(report.requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
    await report.end();
  });

  it('opens the cell of the command line, and its path', async () => {
    const cell = sessionCell(rail('cell.yaml'), {}, [rail('paths/along.json')]);
    const own = await serveStudio(cell);
    try {
      studio = await StudioPage.open(tests.browser, own.url);
      await studio.ready('rail');
      expect(await studio.check()).toBe('free');
      await studio.end(own);
    } finally {
      await own.close();
    }
  });

  it('runs as static files in any folder of any web server', async () => {
    const folder = join(files.folder, 'site');
    exportSite(buildSite(packageFolders(), null), folder);
    const types: Record<string, string> = {
      js: 'text/javascript',
      html: 'text/html',
      css: 'text/css',
    };
    const plain = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url!, 'http://x').pathname);
      const file = path.replace(/^\/some\/where\//, '').replace(/^$/, 'index.html');
      try {
        const body = readFileSync(join(folder, file));
        const type = types[file.split('.').at(-1)!] ?? 'application/octet-stream';
        response.writeHead(200, { 'Content-Type': type }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
    const { port } = plain.address() as AddressInfo;
    try {
      studio = await StudioPage.open(tests.browser, `http://127.0.0.1:${port}/some/where/`);
      expect(await studio.part('cell-name').textContent()).toBe('two-arms');
      await studio.watched.end();
    } finally {
      plain.closeAllConnections();
      plain.close();
    }
  });

  it.each([
    { width: 1280, height: 720, hasTouch: false },
    { width: 1024, height: 768, hasTouch: true },
  ])('fits $width x $height', async ({ width, height, hasTouch }) => {
    await open({ viewport: { width, height }, hasTouch });
    const size = '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]';
    expect(await studio.page.evaluate(size)).toEqual([width, height]);
    const box = (await studio.page.locator('.scene canvas').first().boundingBox())!;
    expect(box.width).toBeGreaterThan(300);
    expect(box.height).toBeGreaterThan(200);
  });

  it.each(['dark', 'light'] as const)(
    'is %s if the system is, and can be switched',
    async (colorScheme) => {
      await open({ colorScheme });
      const theme = () => studio.page.locator('html').getAttribute('data-theme');
      expect(await theme()).toBe(colorScheme);
      await studio.part('theme').click();
      expect(await theme()).toBe(colorScheme === 'dark' ? 'light' : 'dark');
    },
  );
});

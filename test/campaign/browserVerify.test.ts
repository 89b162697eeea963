/** The page that verifies, in a browser: what is verified, tampered with or missing, without any request but for its own files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/cli/studio/server.ts';
import { verifySite } from '../../src/cli/studio/site.ts';
import { hasBrowser, launch, type WatchedPage, watchedPage } from '../helpers/studio/browser.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS = join(ROOT, 'test/corpus/certificates');
/** Where pictures go, if somebody wants to look at them. */
const PICTURES = process.env.SUREPATH_PICTURES;

const inCorpus = (...files: string[]) => files.map((file) => join(CORPUS, file));
const CELL = ['cell.yaml', 'drone.urdf', 'cross.stl', 'block.stl'].map((f) => `floating-base/${f}`);

describe.skipIf(!hasBrowser)('the page that verifies', () => {
  let browser: Browser;
  let server: RunningServer;

  beforeAll(async () => {
    browser = await launch();
    const site = verifySite(join(ROOT, 'dist/verify'));
    server = await startServer(site, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function opened(options = {}): Promise<WatchedPage> {
    const watched = await watchedPage(browser, options);
    await watched.page.goto(`${server.url}verify/`);
    return watched;
  }

  /** Chooses files; the text of the answer of this status. */
  async function answerTo({ page }: WatchedPage, status: string, files: string[]): Promise<string> {
    await page.locator('#files').setInputFiles(files);
    const found = page.locator(`.answer.${status}`);
    await found.waitFor();
    return (await found.locator('> *').allTextContents()).join(' ').replace(/\s+/g, ' ');
  }

  it('verifies a certificate with its cell, and with the exported model', async () => {
    const watched = await opened();
    const { page } = watched;
    const files = inCorpus('floating-base/certificate.json', ...CELL);
    const text = await answerTo(watched, 'verified', files);
    expect(text).toContain(
      'verified: the path of 2 waypoints in certificate.json is free in this cell',
    );
    expect(text).toContain('Nothing is assumed');
    await page.getByRole('button', { name: 'Start over' }).click();
    const declared = inCorpus('declared/certificate.json', 'declared/model.json');
    const assumed = await answerTo(watched, 'verified', declared);
    expect(assumed).toMatch(/^Verified under 6 assumptions: .* with a clearance of 0 mm Assumed/);
    expect(assumed).toContain('"arm/link0" and "arm/link2" are not tested (disabled, Never)');
    await page.getByText('Digests').click();
    const model = JSON.parse(readFileSync(declared[1], 'utf8'));
    expect(await page.locator('dl').textContent()).toContain(`SHA-256 ${model.digest}`);
    const own = new URL(server.url).origin;
    expect(watched.requests.length).toBeGreaterThan(3);
    // The worker is made of what was fetched; nothing else is asked for.
    for (const request of watched.requests) {
      expect(request).toMatch(new RegExp(`^(${own}/verify/|blob:${own}/|data:)`));
    }
    await watched.end();
  });

  it('says what is wrong with one that was tampered with, and with a file that is none', async () => {
    const watched = await opened();
    const rejected = await answerTo(
      watched,
      'rejected',
      inCorpus('straight/rejected-the-post-moved.json', 'straight/model-the-post-moved.json'),
    );
    expect(rejected).toMatch(/Rejected: .* pair link\d and post segment \d, slab \d/);
    await watched.page.getByRole('button', { name: 'Start over' }).click();
    const refused = await answerTo(
      watched,
      'refused',
      inCorpus('straight/rejected-version-2.json', 'straight/model.json'),
    );
    expect(refused).toContain('this certificate has version 2; version 1 is understood');
    await watched.end();
  });

  it('asks for files that are missing, and goes on when they come', async () => {
    const watched = await opened();
    const missing = await answerTo(
      watched,
      'missing',
      inCorpus('floating-base/certificate.json', ...CELL.slice(0, 3)),
    );
    expect(missing).toContain('missing: block.stl');
    expect(missing).toContain('block.stl: missing');
    expect(await answerTo(watched, 'verified', inCorpus(CELL[3]))).toContain('is free');
    await watched.page.getByRole('button', { name: 'Start over' }).click();
    const nothing = await answerTo(watched, 'missing', inCorpus('straight/model.json'));
    expect(nothing).toContain('no certificate is among the files');
    await watched.end();
  });

  it('does not guess which of two files of one name is meant', async () => {
    const watched = await opened();
    const { page } = watched;
    await answerTo(watched, 'verified', inCorpus('loop/certificate.json', 'loop/model.json'));
    await page.locator('#files').setInputFiles(inCorpus('straight/model.json'));
    await page.getByText('Given twice, and not the same: model.json').waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(
      await answerTo(watched, 'verified', inCorpus('loop/certificate.json', 'loop/model.json')),
    ).toContain('is free');
    await watched.end();
  });

  it('verifies what is dropped', async () => {
    const watched = await opened();
    const contents = inCorpus('loop/certificate.json', 'loop/model.json').map((file) =>
      readFileSync(file, 'utf8'),
    );
    const transfer = await watched.page.evaluateHandle(`(() => {
      const made = new DataTransfer();
      for (const [i, text] of ${JSON.stringify(contents)}.entries()) {
        made.items.add(new File([text], 'dropped' + i + '.json'));
      }
      return made;
    })()`);
    await watched.page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
    const text = await watched.page.locator('.answer.verified').textContent();
    expect(text).toContain('dropped0.json is free');
    await watched.end();
  });

  it.each([
    ['light', { colorScheme: 'light' as const, viewport: { width: 1280, height: 720 } }],
    ['dark', { colorScheme: 'dark' as const, viewport: { width: 1280, height: 720 } }],
    ['phone', { colorScheme: 'light' as const, viewport: { width: 360, height: 740 } }],
  ])('fits its window: %s', async (name, options) => {
    const watched = await opened(options);
    const files = inCorpus(
      'declared/certificate.json',
      'declared/model.json',
      'straight/rejected-slab-cut.json',
      'floating-base/certificate.json',
    );
    await watched.page.locator('#files').setInputFiles(files.slice(0, 2));
    await watched.page.locator('.answer.verified').waitFor();
    await watched.page.getByText('Digests').click();
    const width = await watched.page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    if (PICTURES) {
      await watched.page.screenshot({ path: join(PICTURES, `verify-${name}.png`), fullPage: true });
      await watched.page.getByRole('button', { name: 'Start over' }).click();
      await watched.page
        .locator('#files')
        .setInputFiles([files[1].replace('declared', 'straight'), files[2]]);
      await watched.page.locator('.answer.rejected').waitFor();
      await watched.page.screenshot({
        path: join(PICTURES, `verify-${name}-rejected.png`),
        fullPage: true,
      });
      await watched.page.getByRole('button', { name: 'Start over' }).click();
      await watched.page.locator('#files').setInputFiles([files[3]]);
      await watched.page.locator('.answer.missing').waitFor();
      await watched.page.screenshot({
        path: join(PICTURES, `verify-${name}-missing.png`),
        fullPage: true,
      });
    }
    await watched.end();
  });
});

/**
 * Embedded cells in a real browser: it opens and is drawn, its paths get the verdicts that Node
 * gives on the same files, and certificates are the same byte for byte.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunningServer } from '../../src/cli/studio/server.ts';
import { tText } from '../../src/words/index.ts';
import { PART } from '../helpers/campaign/size.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { hasBrowser, launch } from '../helpers/studio/browser.ts';
import { StudioPage, serveStudio } from '../helpers/studio/studioPage.ts';

// Drawing in software on a busy machine takes its time.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const names = readdirSync(CELLS)
  .filter((name) => existsSync(join(CELLS, name, 'cell.yaml')))
  .sort()
  // Of all sorts: their names are in order.
  .filter((_, i) => i % Math.round(1 / PART) === 0);

describe.skipIf(!hasBrowser)('embedded cells in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-cells-'));
  let browser: Browser;
  let server: RunningServer;
  let studio: StudioPage;
  beforeAll(async () => {
    browser = await launch();
    server = await serveStudio();
    studio = await StudioPage.open(browser, `${server.url}?story=no`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  /** What Node says of a path, with a certificate if it is free. */
  const inNode = (name: string, path: string, certificate?: string) => {
    const args = ['check', `${name}/cell.yaml`, path, '--json'];
    if (certificate) args.push('--certificate', certificate);
    return JSON.parse(runInside(CELLS, ...args).stdout);
  };

  it.each(names)('%s opens, and is judged as in Node', async (name) => {
    await studio.openGallery(name);
    expect(await studio.colours()).toBeGreaterThan(20);
    for (const word of ['free', 'colliding']) {
      const path = `${name}/paths/${word}.json`;
      if (!existsSync(join(CELLS, path))) continue;
      await studio.choosePath(path);
      const verdict = await studio.check();
      const certified = word === 'free';
      const file = join(folder, `${name}.json`);
      const expected = inNode(name, path, certified ? file : undefined);
      expect([path, verdict]).toEqual([path, expected.verdict]);
      if (verdict !== 'free') {
        const { pair, segment, t } = expected;
        const text = await studio.part('witness').textContent();
        expect(text).toContain(pair.join(' and '));
        expect(text).toContain(`segment ${segment}, t = ${tText(t)}`);
      }
      if (certified) {
        const { text } = await studio.download(() => studio.part('export-certificate').click());
        expect(text === readFileSync(file, 'utf8'), `certificate of ${path}`).toBe(true);
      }
    }
    expect(studio.watched.complaints).toEqual([]);
  });

  it('without a complaint of the page', () => studio.end(server));
});

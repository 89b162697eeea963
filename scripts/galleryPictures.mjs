/**
 * Makes the pictures of the studio's gallery, studio/gallery/NAME.webp, from the embedded cells as the built studio draws them
 * (`npm run build` first).
 *
 *   node scripts/galleryPictures.mjs [NAME...]        all cells, or these
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SIZE = [320, 200];
const { cells } = JSON.parse(readFileSync(`${ROOT}dist/studio/cells/gallery.json`, 'utf8'));
const wanted = process.argv.slice(2);

const server = spawn(process.execPath, [`${ROOT}dist/cli/main.js`, 'studio', '--no-open'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const line = await new Promise((done) => server.stdout.once('data', done));
const [url] = /http:\S+/.exec(String(line));
const browser = await chromium.launch({
  executablePath: process.env.SUREPATH_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1600, height: 1000 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}?story=no`);
  for (const side of ['left', 'right']) await page.getByTestId(`toggle-${side}`).click();
  for (const { name } of cells) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await page.getByTestId('gallery').click();
    await page.getByTestId(`gallery-${name}`).click();
    await page
      .getByTestId('cell-name')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .waitFor();
    await page.locator('.view[aria-busy="false"]').waitFor();
    await page.locator('[data-testid="closest"]:not(.waiting)').waitFor();
    await page.waitForTimeout(1500);
    const text = await page.evaluate(take, SIZE);
    const bytes = Buffer.from(text.split(',')[1], 'base64');
    writeFileSync(`${ROOT}studio/gallery/${name}.webp`, bytes);
    console.log(`${name}: ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
  server.kill('SIGINT');
}

/** The middle of the view, as large as it goes. */
function take([width, height]) {
  const view = document.querySelector('.scene canvas');
  const scale = Math.max(width / view.width, height / view.height);
  const small = document.createElement('canvas');
  Object.assign(small, { width, height });
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  const [w, h] = [view.width * scale, view.height * scale];
  context.drawImage(view, (width - w) / 2, (height - h) / 2, w, h);
  return small.toDataURL('image/webp', 0.82);
}

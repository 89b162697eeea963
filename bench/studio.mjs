// @ts-check
// How soon the studio can be used: from the page's address to joints that move and a robot that is drawn.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { dataRoot } from './data.mjs';
import { table } from './harness.mjs';

/** @typedef {{ name: string, browser: string, shell: number[], joints: number[], drawn: number[] }} Row */

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const cells = fileURLToPath(new URL('../cells', import.meta.url));
const panda = `${dataRoot}/mbm/panda`;

const scenes = [
  { name: 'two-arms', args: [`${cells}/two-arms/cell.yaml`] },
  { name: 'workshop', args: [`${cells}/workshop/cell.yaml`] },
  ...(existsSync(panda)
    ? [
        {
          name: 'panda',
          args: [
            `${panda}/problems/table_pick/scene0001.yaml`,
            ...['--robot', `${panda}/panda.urdf`, '--srdf', `${panda}/panda.srdf`],
            ...['--packages', `meshes=${panda}/meshes`],
          ],
        },
      ]
    : []),
];

// Without a graphics card, WebGL is drawn in software; with the second set the whole page is.
const browsers = {
  'WebGL in software': ['--enable-unsafe-swiftshader'],
  'all in software': ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
};

const executablePath = [
  process.env.SUREPATH_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

/** @returns {Promise<Row[]>} */
export async function run(/** @type {{ rounds: number }} */ { rounds }) {
  if (!executablePath) {
    console.warn('skipped: no Chromium was found; SUREPATH_CHROMIUM says where one is');
    return [];
  }
  const rows = [];
  for (const { name, args } of scenes) {
    const server = spawn(process.execPath, [main, 'studio', ...args, '--no-open'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = /** @type {string} */ (
      await new Promise((resolve) => {
        server.stdout.on('data', (text) => {
          const found = /http:\S+/.exec(String(text));
          if (found) resolve(found[0]);
        });
      })
    );
    for (const [browser, flags] of Object.entries(browsers)) {
      /** @type {Row} */
      const row = { name, browser, shell: [], joints: [], drawn: [] };
      const started = await chromium.launch({
        executablePath,
        args: ['--headless', '--no-sandbox', '--no-first-run', ...flags],
      });
      for (let i = 0; i < rounds; i++) {
        const times = await opened(started, address);
        row.shell.push(times.shell);
        row.joints.push(times.joints);
        row.drawn.push(times.drawn);
      }
      await started.close();
      rows.push(row);
    }
    server.kill();
  }
  return rows;
}

/** @returns {Promise<{ shell: number, joints: number, drawn: number }>} */
async function opened(
  /** @type {import('playwright-core').Browser} */ browser,
  /** @type {string} */ address,
) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'commit' });
  const done = () => {
    const { times } = /** @type {any} */ (globalThis);
    return times.shell && times.joints && times.drawn ? times : null;
  };
  const times = await page.waitForFunction(done, null, { polling: 100, timeout: 60_000 });
  const value = /** @type {any} */ (await times.jsonValue());
  await page.close();
  return value;
}

/** Milliseconds since the address was entered; the robots count as drawn with the picture after them. */
const WATCH = `(() => {
  const times = (window.times = {});
  const note = (name) => { times[name] ??= performance.now(); };
  new MutationObserver(() => {
    if (document.querySelector('.side-left')) note('shell');
    if (document.querySelector('[data-testid^="joint-"]')) note('joints');
  }).observe(document, { subtree: true, childList: true });
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    drawElements.apply(this, args);
    if (times.joints) requestAnimationFrame(() => note('drawn'));
  };
})()`;

/** @param {Row[]} rows */
export function format(rows) {
  const range = (/** @type {number[]} */ list) => {
    const sorted = list.map(Math.round).sort((a, b) => a - b);
    return `${sorted[0]} to ${sorted[sorted.length - 1]}`;
  };
  const body = rows.map(({ name, browser, shell, joints, drawn }) => [
    name,
    browser,
    range(shell),
    range(joints),
    range(drawn),
    `${Math.round(drawn[0])}`,
  ]);
  const head = ['cell', 'browser', 'page, ms', 'joints, ms', 'drawn, ms', 'drawn first, ms'];
  return table(head, body, [2, 3, 4, 5]);
}

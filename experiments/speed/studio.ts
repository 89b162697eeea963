/** How soon the studio can be used: from the page's address to joints that move and a robot that is drawn; and how long a picture takes. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { Random } from 'surepath/math';
import { embeddedFile } from '../lab/cells.ts';
import { textTable } from '../lab/columns.ts';
import { DATA, distFolder } from '../lab/places.ts';
import { isWanted, type SpeedOptions, type Suite } from './suite.ts';

/** Milliseconds since the address was entered. */
interface Times {
  readonly shell: number;
  readonly joints: number;
  readonly drawn: number;
  /** From picture to picture while the camera moves, the median. */
  readonly picture: number;
}

/** The times of all rounds. */
interface StudioRow {
  readonly name: string;
  readonly browser: string;
  readonly shell: number[];
  readonly joints: number[];
  readonly drawn: number[];
  readonly picture: number[];
}

/** Milliseconds after which nothing more is loaded, and pictures while the camera moves. */
const SETTLED = 1500;
const PICTURES = 41;

export const suite: Suite<StudioRow[]> = { run, format };

const PANDA = `${DATA}/mbm/panda`;

const PANDA_CELL = [
  `${PANDA}/problems/table_pick/scene0001.yaml`,
  ...['--robot', `${PANDA}/panda.urdf`, '--srdf', `${PANDA}/panda.srdf`],
  ...['--packages', `meshes=${PANDA}/meshes`],
];
const SCANNED = 1_000_000;

const SCENES = [
  { name: 'two-arms', args: [embeddedFile('two-arms')] },
  { name: 'workshop', args: [embeddedFile('workshop')] },
  ...(existsSync(PANDA)
    ? [
        { name: 'panda', args: PANDA_CELL },
        // The cloud is written where a run keeps its files.
        { name: 'million', args: [...PANDA_CELL, '--point-radius', '0.008', '--world'] },
      ]
    : []),
];

// Without a graphics card, WebGL is drawn in software; with the second set the whole page is.
const BROWSERS = {
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

async function run({ rounds, only }: SpeedOptions): Promise<StudioRow[]> {
  if (!executablePath) {
    console.warn('skipped: no Chromium was found; SUREPATH_CHROMIUM says where one is');
    return [];
  }
  const rows: StudioRow[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'surepath-studio-'));
  const cloud = join(folder, 'scan.pcd');
  for (const { name, args } of SCENES.filter((each) => isWanted({ only }, each.name))) {
    const isScan = args.at(-1) === '--world';
    if (isScan) writeFileSync(cloud, scan());
    const server = await serve(isScan ? [...args, cloud] : args);
    for (const [browser, flags] of Object.entries(BROWSERS)) {
      const row: StudioRow = { name, browser, shell: [], joints: [], drawn: [], picture: [] };
      const started = await chromium.launch({
        executablePath,
        args: ['--headless', '--no-sandbox', '--no-first-run', ...flags],
      });
      for (let i = 0; i < rounds; i++) {
        const times = await opened(started, server.address);
        row.shell.push(times.shell);
        row.joints.push(times.joints);
        row.drawn.push(times.drawn);
        row.picture.push(times.picture);
      }
      await started.close();
      rows.push(row);
    }
    server.stop();
  }
  rmSync(folder, { recursive: true });
  return rows;
}

/** A hall of 6 x 6 m around the robot, its floor and two walls, as points. */
function scan(): Buffer {
  const random = new Random(7);
  const numbers = new Float32Array(3 * SCANNED);
  for (let i = 0; i < SCANNED; i++) {
    const [a, b] = [random.between(-3, 3), random.between(0, 2.5)];
    const where = i % 5;
    if (where < 3) numbers.set([a, random.between(-3, 3), -0.05], 3 * i);
    else numbers.set(where === 3 ? [a, 3, b] : [-3, a, b], 3 * i);
  }
  const head = `VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${SCANNED}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${SCANNED}\nDATA binary\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(numbers.buffer)]);
}

/** The studio of the build that is measured, on a cell. */
async function serve(args: readonly string[]): Promise<{ address: string; stop: () => void }> {
  const main = join(distFolder(), 'cli/main.js');
  const server = spawn(process.execPath, [main, 'studio', ...args, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    server.stdout.on('data', (text) => {
      const found = /http:\S+/.exec(String(text));
      if (found) resolve(found[0]);
    });
  });
  return { address, stop: () => server.kill() };
}

async function opened(browser: Browser, address: string): Promise<Times> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.addInitScript(WATCH);
  await page.goto(address, { waitUntil: 'commit' });
  const done = () => {
    const { times } = globalThis as unknown as { times: Partial<Times> };
    return times.shell && times.joints && times.drawn ? (times as Omit<Times, 'picture'>) : null;
  };
  const handle = await page.waitForFunction(done, null, { polling: 100, timeout: 60_000 });
  const times = await handle.jsonValue();
  if (!times) throw new Error('the page told no times');
  // What comes after it can be used, visual meshes and shadows, is in the pictures.
  await page.waitForTimeout(SETTLED);
  const picture = await page.evaluate<number>(MOVE);
  await page.close();
  return { ...times, picture };
}

/** Milliseconds since the address was entered; the robots count as drawn with the picture after them. */
const WATCH = `(() => {
  const times = (window.times = {});
  const note = (name) => { times[name] ??= performance.now(); };
  new MutationObserver(() => {
    if (document.querySelector('.side-left')) note('shell');
    if (document.querySelector('[data-testid^="value-"]')) note('joints');
  }).observe(document, { subtree: true, childList: true });
  const { drawElements } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    drawElements.apply(this, args);
    if (times.joints) requestAnimationFrame(() => note('drawn'));
  };
})()`;

/** The camera goes back and forth, a little with every picture. */
const MOVE = `new Promise((done) => {
  const canvas = document.querySelector('.scene canvas');
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const spans = [];
  let last = 0;
  const next = (now) => {
    if (last > 0) spans.push(now - last);
    last = now;
    if (spans.length === ${PICTURES}) return done(spans.sort((a, b) => a - b)[${PICTURES >> 1}]);
    const deltaY = spans.length % 8 < 4 ? 40 : -40;
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }));
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

function format(rows: readonly StudioRow[]): string {
  const range = (list: readonly number[]) => {
    const sorted = list.map(Math.round).sort((a, b) => a - b);
    return `${sorted[0]} to ${sorted[sorted.length - 1]}`;
  };
  const body = rows.map(({ name, browser, shell, joints, drawn, picture }) => [
    name,
    browser,
    range(shell),
    range(joints),
    range(drawn),
    `${Math.round(drawn[0])}`,
    range(picture),
  ]);
  const head = ['cell', 'browser', 'page, ms', 'joints, ms', 'drawn, ms', 'drawn first, ms'];
  return textTable([...head, 'a picture, ms'], body, [2, 3, 4, 5, 6]);
}

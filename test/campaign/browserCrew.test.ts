/** A crew in a real browser: Web Workers of the built package check chunks, with the bytes that Node gives. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCompiled } from '../../src/jobs/index.ts';
import { checkChunk } from '../../src/parallel/index.ts';
import { ballCell, ballEdges } from '../helpers/parallel/ballEdges.ts';
import { hasBrowser, launch, watchedPage } from '../helpers/studio/browser.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = '<!doctype html><title>crew</title><script type="module" src="/script.js"></script>';

/** What the page of a test does. */
let script = '';

interface Told {
  readonly texts: readonly string[];
  readonly stopped: string;
  readonly again: string;
  readonly isolated: boolean;
}

/** Chunks through a crew, one that is given up, and one after that. */
function scriptOf(parts: readonly Float64Array[], description: string): string {
  return `import { Crew, spawnWebWorkers } from '/bundle/index.js';
const text = ({ bytes }) => new TextDecoder().decode(bytes);
globalThis.told = (async () => {
  const make = () => new Worker('/bundle/worker.js', { type: 'module' });
  const crew = new Crew({ size: 2, spawn: spawnWebWorkers(make) });
  const description = ${description};
  const cell = crew.bring({ file: 'cell', description, joints: new Map(), compiled: new Map() });
  const parts = [${parts.map((part) => `Float64Array.of(${part.join()})`).join()}];
  const tasks = parts.map((ends) => ({ kind: 'chunk', cell, input: { chunk: { ends }, settings: {} } }));
  const texts = [];
  for await (const answer of crew.inOrder(tasks)) texts.push(text(answer));
  const stop = new AbortController();
  const given = crew.run(tasks[0], { signal: stop.signal });
  stop.abort(new Error('enough'));
  const stopped = await given.then(() => 'answered', (error) => error.message);
  const again = text(await crew.run(tasks[1]));
  await crew.close();
  return { texts, stopped, again, isolated: globalThis.crossOriginIsolated };
})();`;
}

/** The built package as it is, module by module. With `isolated` pages have shared memory. */
function pages(): Server {
  return createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const isIsolated = `${incoming.url} ${incoming.headers.referer}`.includes('isolated');
    const headers = {
      ...(isIsolated
        ? {
            'Cross-Origin-Opener-Policy': 'same-origin',
            'Cross-Origin-Embedder-Policy': 'require-corp',
          }
        : {}),
    };
    if (url.pathname === '/script.js') {
      outgoing.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' }).end(script);
      return;
    }
    const file = /^\/bundle\/([\w.-]+\.js)$/.exec(url.pathname)?.[1];
    if (!file) {
      outgoing.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(PAGE);
      return;
    }
    outgoing.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' });
    outgoing.end(bundles.get(file) ?? '');
  });
}

const bundles = new Map<string, string>();

/** Both sides as a page's bundler makes them. */
async function bundle(): Promise<void> {
  const { build } = await import('vite');
  for (const name of ['index', 'worker']) {
    const made = await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify: false,
        lib: { entry: `${ROOT}/dist/parallel/${name}.js`, formats: ['es'], fileName: name },
      },
    });
    const [{ output }] = (Array.isArray(made) ? made : [made]) as {
      output: { type: string; fileName: string; code: string }[];
    }[];
    for (const { type, fileName, code } of output)
      if (type === 'chunk') bundles.set(fileName, code);
  }
}

describe.skipIf(!hasBrowser)('a crew in a browser', () => {
  let browser: Browser;
  const site = pages();
  beforeAll(async () => {
    await bundle();
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  it.each(['isolated', 'plain'])('gives the bytes of Node, %s, and stops at once', async (how) => {
    const cell = ballCell();
    const ends = Float64Array.from(ballEdges(8, 120).flatMap(({ from, to }) => [...from, ...to]));
    const parts = [0, 1, 2, 3].map((k) => ends.slice(120 * k, 120 * (k + 1)));
    const expected = parts.map((part) => {
      const { bytes } = checkChunk(openCompiled(cell), { chunk: { ends: part }, settings: {} });
      return new TextDecoder().decode(bytes);
    });
    script = scriptOf(parts, textOf(cell.description));
    const { page } = await watchedPage(browser);
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/${how}`);
    const told = (await page.evaluate('globalThis.told')) as Told;
    expect(told.texts).toEqual(expected);
    expect(told.stopped).toBe('enough');
    expect(told.again).toBe(expected[1]);
    expect(told.isolated).toBe(how === 'isolated');
  });
});

/** Plain data with arrays of doubles and maps, as the text of an expression. */
function textOf(value: unknown): string {
  const write = (x: unknown): string => {
    if (x instanceof Float64Array) return `Float64Array.of(${[...x].join()})`;
    if (x instanceof Uint8Array) return 'new Uint8Array(0)';
    if (x instanceof Map) return `new Map([${[...x].map((entry) => write(entry)).join()}])`;
    if (Array.isArray(x)) return `[${x.map(write).join()}]`;
    if (x && typeof x === 'object') {
      const members = Object.entries(x).map(
        ([key, each]) => `${JSON.stringify(key)}: ${write(each)}`,
      );
      return `{${members.join()}}`;
    }
    return typeof x === 'number' || x === undefined ? String(x) : JSON.stringify(x);
  };
  return write(value);
}

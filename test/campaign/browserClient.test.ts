/** The client in a real browser: a page of this machine asks a gate on another port, over HTTP and a WebSocket. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { connect } from '../../src/client/index.ts';
import { type RunningGate, startGate } from '../../src/serve/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';
import { hasBrowser, launch, watchedPage } from '../helpers/studio/browser.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
const TOKEN = 'a-token-of-tests';
const cli = cliFolder();
for (const [name, text] of planarArm()) cli.file(name, text);

const PAGE = `<!doctype html><title>client</title><script type="module">
import { connect } from '/client/index.js';
globalThis.connectGate = connect;
</script>`;

/** The built client as it is, module by module, and a page that loads it. */
function pages(): Server {
  return createServer((incoming, outgoing) => {
    const module = /^\/client\/(\w+\.js)$/.exec(incoming.url ?? '')?.[1];
    if (!module) {
      outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
      return;
    }
    outgoing.writeHead(200, { 'Content-Type': 'text/javascript' });
    outgoing.end(readFileSync(`${CLIENT}/${module}`));
  });
}

describe.skipIf(!hasBrowser)('the client in a browser', () => {
  let browser: Browser;
  let gate: RunningGate;
  const site = pages();

  beforeAll(async () => {
    gate = await startGate({
      ...{ folders: [cli.folder], cell: { file: 'cell.yaml' }, workers: 2, token: TOKEN },
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    site.close();
    await gate.close();
  });

  it.each(['http', 'ws'])('asks over %s', async (kind) => {
    const { page, end } = await watchedPage(browser);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'connectGate' in globalThis);
    const found = await page.evaluate(
      async ({ url, token }) => {
        const { connectGate } = globalThis as unknown as { connectGate: typeof connect };
        const client = await connectGate(url, { token });
        const told: unknown[] = [];
        const onProgress = (progress: unknown) => told.push(progress);
        const motion = (last: number) =>
          client.motion(
            {
              waypoints: [
                [-1, 0],
                [last, 0],
              ],
            },
            { onProgress },
          );
        const verdicts = [(await motion(-0.5)).verdict, (await motion(1)).verdict];
        const codes: unknown[] = [];
        for (const call of [
          () => client.state({ q: [0] }),
          () => client.plan({}, { signal: AbortSignal.abort() }),
        ]) {
          await call().catch((error: { code: number }) => codes.push(error.code));
        }
        client.end();
        return { verdicts, codes };
      },
      { url: gate.url.replace('http', kind), token: TOKEN },
    );
    expect(found.verdicts).toEqual(['free', 'colliding']);
    expect(found.codes).toHaveLength(2);
    expect(found.codes[1]).toBe(-32004);
    await end();
  });
});

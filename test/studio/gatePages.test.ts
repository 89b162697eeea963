/** The studio's pages below an address of a gate: the same as by themselves, and nothing else. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGallery } from '../../src/cli/studio/gallery.ts';
import { pagesBelow } from '../../src/cli/studio/server.ts';
import { sessionCell } from '../../src/cli/studio/session.ts';
import { buildSite } from '../../src/cli/studio/site.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { projectRoot } from '../helpers/importGraph.ts';

const SECRET = 'nobody may read this';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'surepath-gate-pages-')));
afterAll(() => rmSync(folder, { recursive: true }));

const FOLDERS = { page: join(folder, 'page'), cells: join(folder, 'cells') };
for (const each of ['page/assets', 'page/cells', 'cells']) {
  mkdirSync(join(folder, each), { recursive: true });
}
writeFileSync(join(folder, 'secret.txt'), SECRET);
writeFileSync(join(folder, 'page/index.html'), '<!doctype html><title>page</title>');
writeFileSync(join(folder, 'page/assets/index.js'), 'export {};');
const gallery = JSON.stringify(makeGallery(FOLDERS.cells));
writeFileSync(join(folder, 'page/cells/gallery.json'), gallery);
symlinkSync(join(folder, 'secret.txt'), join(folder, 'page/link.txt'));
const CELL = join(projectRoot(), 'cells/two-arms/cell.yaml');
const cell = sessionCell(CELL, {}, []);

/** A request as it is written: fetch would tidy the path up. */
function ask(
  { port }: { readonly port: number },
  path: string,
  { method = 'GET' } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body }),
      );
    })
      .on('error', fail)
      .end();
  });
}

describe('pages below an address of another server', () => {
  const page = pagesBelow(buildSite(FOLDERS, cell, '../ws'), '/studio/');
  const other = createServer((incoming, outgoing) => {
    if (!page(incoming, outgoing)) outgoing.writeHead(418).end();
  });
  let server: { port: number };
  beforeAll(async () => {
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    server = { port: (other.address() as AddressInfo).port };
  });
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  it('are the same as by themselves, and name the gate', async () => {
    const { status, headers, body } = await ask(server, '/studio/');
    expect([status, body]).toEqual([200, '<!doctype html><title>page</title>']);
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers['x-frame-options']).toBe('DENY');
    const session = JSON.parse((await ask(server, '/studio/session.json')).body);
    expect(session.gate).toBe('../ws');
    expect(session.cell.files.length).toBeGreaterThan(1);
    expect((await ask(server, '/studio/assets/index.js', { method: 'HEAD' })).body).toBe('');
    const { status: moved, headers: where } = await ask(server, '/studio');
    expect([moved, where.location]).toEqual([308, '/studio/']);
  });

  it('leave everything else to that server', async () => {
    for (const path of ['/', '/rpc', '/studios/', '/studi', '/x/studio/', '//studio/']) {
      expect([path, (await ask(server, path)).status]).toEqual([path, 418]);
    }
  });

  it('have no way out, and take nothing', async () => {
    const ways = [
      '/studio/../secret.txt',
      '/studio/%2e%2e/secret.txt',
      '/studio//etc/passwd',
      '/studio/link.txt',
      '/studio/files/../../secret.txt',
      '/studio/%',
      '/studio/\\..\\secret.txt',
      '/studio/http://127.0.0.1/',
    ];
    for (const path of ways) {
      const { status, body } = await ask(server, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain(SECRET);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await ask(server, '/studio/', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });
});

describe('the studio of a gate', () => {
  it('is refused where nobody could open it', () => {
    for (const [args, why] of [
      [['--token', 'long-enough-token'], /--studio is for a gate without a token/],
      [['--host', '0.0.0.0'], /--studio is for a gate without a token/],
      [['--stdio'], /--studio makes no sense beside --stdio/],
    ] as const) {
      const ran = runInside(folder, 'serve', CELL, '--studio', ...args);
      expect([args, ran.status, ran.stdout]).toEqual([args, 2, '']);
      expect(ran.stderr).toMatch(why);
    }
  });
});

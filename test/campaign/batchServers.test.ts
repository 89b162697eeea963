/** Redis and PostgreSQL, started here, hold to what a folder holds to; and leases end, or do not, on all three. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite, type Site } from '../../src/batch/index.ts';
import { leaseSuite, queueSuite, storeSuite } from '../helpers/batch/conformance.ts';
import {
  findServer,
  SERVER_KINDS,
  startServer,
  type TestServer,
} from '../helpers/batch/servers.ts';

for (const kind of SERVER_KINDS) {
  const isThere = findServer(kind) !== null;
  if (!isThere) console.warn(`skipped: batches on ${kind}, which is not installed`);
  describe.skipIf(!isThere)(`batches on ${kind}`, () => {
    let server: TestServer;
    let site: Site;
    beforeAll(async () => {
      server = await startServer(kind);
      site = await openSite({ url: server.url });
    }, 60_000);
    afterAll(async () => {
      await site?.close();
      await server?.stop();
    }, 60_000);

    storeSuite(() => site);
    queueSuite(() => site);
    leaseSuite(() => site);

    it('never shows a password', () => {
      expect(site.where).not.toContain('secret');
      expect(site.where).toContain('127.0.0.1');
    });
  });
}

describe('leases in a folder', () => {
  let folder: string;
  let site: Site;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surepath-batch-'));
    site = await openSite({ store: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  leaseSuite(() => site);
});

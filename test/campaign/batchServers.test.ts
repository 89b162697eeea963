/** Redis and PostgreSQL, started here, hold to what a folder holds to; and leases end, or do not, on all three. */
import { randomBytes } from 'node:crypto';
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

    it.runIf(kind === 'redis')('that is full refuses, and loses nothing', async () => {
      const { Redis } = await import('ioredis');
      const admin = new Redis(server.url);
      const { blobs } = site.store;
      const kept = await blobs.put(new TextEncoder().encode('kept'));
      const more = randomBytes(1000);
      const queue = await site.openQueue('full', { takes: true });
      await queue.add([{ name: 'before', content: more }]);
      try {
        await admin.config('SET', 'maxmemory', '1');
        const fault = { code: 'batch/refused', message: expect.stringContaining('OOM') };
        await expect(blobs.put(more)).rejects.toMatchObject({ fault });
        await expect(site.store.notes.put('full/x', 'x')).rejects.toMatchObject({ fault });
        const added = queue.add([{ name: 'c', content: more }]);
        await expect(added).rejects.toMatchObject({ fault });
        await expect(queue.take()).rejects.toMatchObject({ fault });
      } finally {
        await admin.config('SET', 'maxmemory', '0');
        admin.disconnect();
      }
      expect(new TextDecoder().decode(await blobs.get(kept))).toBe('kept');
      expect(await queue.counts()).toEqual({ waiting: 1, active: 0, dead: 0 });
      expect((await queue.take())?.name).toBe('before');
      await queue.close();
    });

    it('that does not have the database says so, and another is not taken for it', async () => {
      const url = new URL(server.url);
      url.pathname = kind === 'redis' ? '/99' : '/none';
      await expect(openSite({ url: url.href })).rejects.toMatchObject({
        fault: { code: 'batch/refused' },
      });
    });

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

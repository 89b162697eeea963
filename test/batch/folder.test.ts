import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf, openSite, type Site } from '../../src/batch/index.ts';
import { makeFolder } from '../../src/batch/store/makeFolder.ts';
import { queueSuite, storeSuite } from '../helpers/batch/conformance.ts';

describe('a folder for batches', () => {
  let folder: string;
  let site: Site;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surepath-batch-'));
    site = await openSite({ store: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  storeSuite(() => site);
  queueSuite(() => site);

  it('finds what is damaged, and takes it anew', async () => {
    const { blobs } = site.store;
    const content = Buffer.from('whole');
    const digest = await blobs.put(content);
    writeFileSync(join(folder, 'blobs', digest.slice(0, 2), digest), 'holes');
    await expect(blobs.get(digest)).rejects.toMatchObject({ fault: { code: 'batch/damaged' } });
    expect(await blobs.holds(digest)).toBe(false);
    expect(await blobs.put(content)).toBe(digestOf('whole'));
    expect(await blobs.holds(digest)).toBe(true);
  });

  it('ends the lease of a chunk whose file was not touched for long, or whose process is gone', async () => {
    const name = digestOf('old');
    const queue = await site.openQueue('leases', { lease_ms: 30_000, takes: true });
    await queue.add([{ name, content: Buffer.from('old') }]);
    const active = join(folder, 'queue/leases/active');
    const first = await queue.take();
    const [file] = readdirSync(active);
    const again = await site.openQueue('leases', { lease_ms: 30_000, takes: true });
    expect(await again.take()).toBeNull();
    utimesSync(join(active, file), 0, 0);
    const third = await site.openQueue('leases', { lease_ms: 30_000, takes: true });
    const second = await third.take();
    expect(second).toMatchObject({ name, losses: 1 });
    expect(await first!.done()).toBe(false);
    // A number that no process has.
    renameSync(
      join(active, readdirSync(active)[0]),
      join(active, `${name}.0.1.${hostname()}-99999999-00000000`),
    );
    const fourth = await site.openQueue('leases', { lease_ms: 30_000, takes: true });
    expect(await fourth.take()).toMatchObject({ name, losses: 2 });
  });

  it('leaves nothing unfinished', () => {
    expect(readdirSync(join(folder, 'unfinished'))).toEqual([]);
  });

  it('refuses what cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const opening = openSite({ store: join(folder, 'file', 'below') });
    await expect(opening).rejects.toMatchObject({ fault: { code: 'batch/store' } });
    // Where nobody can make a folder, though the one above is there.
    const nowhere = openSite({ store: '/proc/surepath/batch' });
    await expect(nowhere).rejects.toMatchObject({ fault: { code: 'batch/store' } });
  });

  it('makes folders that others are making at the same time', async () => {
    for (let round = 0; round < 50; round++) {
      const place = join(folder, `round${round}`, 'a/b');
      const names = Array.from({ length: 8 }, (_, i) => join(place, i % 2 === 0 ? 'x' : 'y'));
      await Promise.all(names.map(makeFolder));
    }
  });
});

/**
 * What may go wrong with a batch on many machines, on Redis and on PostgreSQL: workers that are killed, a server that is restarted, a
 * chunk that cannot be done, a worker of another version, a worker that is too slow. In the end every result is there
 * once, and all together are the bytes of one process.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type BatchRecord,
  findRecord,
  openSite,
  type Site,
  statusOf,
} from '../../src/batch/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  collected,
  outcomes,
  type StartedWorker,
  type TestBatch,
  testBatch,
  Workers,
} from '../helpers/batch/faults.ts';
import {
  findServer,
  SERVER_KINDS,
  startServer,
  type TestServer,
} from '../helpers/batch/servers.ts';

/** Milliseconds: a worker that is killed holds its chunks that long. */
const LEASE_MS = 2000;
/** Milliseconds for a test: they take ten seconds or so, and one that waits for ever is to fail soon, and not with the whole run. */
const LIMIT_MS = 120_000;

for (const kind of SERVER_KINDS) {
  const isThere = findServer(kind) !== null;
  if (!isThere) console.warn(`skipped: faults of batches on ${kind}, which is not installed`);
  describe.skipIf(!isThere)(`a batch on ${kind}`, { timeout: LIMIT_MS }, () => {
    let server: TestServer;
    let site: Site;
    let folder: string;
    let workers: Workers;
    beforeAll(async () => {
      server = await startServer(kind);
      site = await openSite({ url: server.url });
    }, LIMIT_MS);
    afterAll(async () => {
      await site?.close();
      await server?.stop();
    }, LIMIT_MS);
    const begin = () => {
      folder = mkdtempSync(join(tmpdir(), 'surepath-faults-'));
      workers = new Workers(folder);
    };
    afterEach(async () => {
      await workers.end();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Every result once, and those of one process. */
    const expectAll = async ({ batch }: BatchRecord, { expected, results, names }: TestBatch) => {
      expect(Buffer.compare(await collected(site, batch), expected)).toBe(0);
      const found = await outcomes(site);
      expect(new Map(names.map((name) => [name, found.get(name)]))).toEqual(results);
      const status = await statusOf(site, (await findRecord(site.store, batch))!);
      expect(status).toMatchObject({
        state: 'done',
        done: names.length,
        open: 0,
        active: 0,
        dead: 0,
      });
    };
    const worker = (more = {}) => workers.start({ url: server.url, lease_ms: LEASE_MS, ...more });

    it('loses nothing when workers are killed at random during 200 chunks (seed 1)', async () => {
      begin();
      const asked = await testBatch(1, 200);
      const { record } = await asked.submit(site);
      const random = new Random(1);
      const crew: StartedWorker[] = [0, 1, 2].map(() => worker({ delay_ms: 60 }));
      let killed = 0;
      while (killed < 8 && (await outcomes(site)).size < 180) {
        await sleep(300 + 400 * random.unit());
        // Those that began are killed; one that is only loading has nothing to lose.
        if (workers.begun().length === 0) continue;
        const victim = random.uint32() % crew.length;
        crew[victim].process.kill('SIGKILL');
        await crew[victim].ended;
        killed++;
        crew[victim] = worker({ delay_ms: 60 });
      }
      await Promise.all(crew.map(({ ended }) => ended));
      expect(killed).toBeGreaterThan(2);
      // Some were begun by a worker that did not end them.
      expect(workers.begun().length).toBeGreaterThan(new Set(asked.names).size);
      await expectAll(record, asked);
    });

    it('loses nothing when the server is restarted, while it is submitted and worked on', async () => {
      begin();
      const asked = await testBatch(2, 200);
      const crew = [0, 1].map(() => worker({ delay_ms: 20, forEver: true }));
      const submitted = asked.submit(site, { ahead: 20 });
      while (workers.begun().length < 20) await sleep(20);
      await server.restart(500);
      const { record } = await submitted;
      while (workers.begun().length < 100) await sleep(20);
      await server.restart(500);
      const last = worker({ batch: record.batch });
      expect((await last.ended).code).toBe(0);
      for (const { process: child } of crew) child.kill('SIGKILL');
      await expectAll(record, asked);
    });

    it('puts a poisoned chunk to the dead letters after three tries, and does the rest', async () => {
      begin();
      const asked = await testBatch(3, 30);
      const poison = asked.names[17];
      const { record } = await asked.submit(site);
      const { batch } = record;
      const ended = await Promise.all([worker({ poison }), worker({ poison })].map((w) => w.ended));
      expect(ended.map(({ report }) => report!.failed).reduce((a, b) => a + b)).toBe(3);
      expect(workers.begun().filter((name) => name === poison)).toHaveLength(3);
      const status = await statusOf(site, record);
      const letter = { name: poison, tries: 3, reason: 'this chunk is poisoned' };
      expect(status).toMatchObject({ state: 'failed', dead: 1, open: 0, deadLetters: [letter] });
      expect(status.done).toBe(asked.names.filter((name) => name !== poison).length);
      await expect(collected(site, batch)).rejects.toMatchObject({
        fault: {
          code: 'batch/dead-letters',
          message: expect.stringContaining('this chunk is poisoned'),
        },
      });
      // Mended and submitted again, only that is done.
      const before = workers.begun().length;
      const again = await asked.submit(site);
      expect(again.record.batch).toBe(batch);
      expect(again.revived).toBe(1);
      await worker().ended;
      expect(workers.begun().slice(before)).toEqual([poison]);
      await expectAll(again.record, asked);
    });

    it('refuses a worker of another version, and leaves its chunks to others', async () => {
      begin();
      const asked = await testBatch(4, 20);
      const { record } = await asked.submit(site);
      const other = { package: 'test', method: 2 };
      const named = await worker({ version: other, batch: record.batch }).ended;
      expect(named.code).toBe(2);
      expect(named.stderr).toContain(
        'submitted by surepath test, method 1; this is surepath test, method 2',
      );
      const any = await worker({ version: other }).ended;
      expect(any.report).toMatchObject({ done: 0, failed: 0, refused: [record.batch] });
      expect(any.stderr).toContain('refused');
      expect(workers.begun()).toEqual([]);
      expect((await worker().ended).report).toMatchObject({ failed: 0, refused: [] });
      await expectAll(record, asked);
    });

    it('takes the late result of a worker whose lease ended for what it is', async () => {
      begin();
      const asked = await testBatch(5, 12);
      const { record } = await asked.submit(site);
      const file = join(folder, 'stalled');
      const slow = worker({ stalls: { file, most_ms: LIMIT_MS / 2 } });
      while (workers.begun().length === 0) await sleep(20);
      const quick = worker({ delay_ms: 10 });
      const [late, other] = await Promise.all([slow.ended, quick.ended]);
      const stalled = readFileSync(file, 'utf8');
      expect(workers.begun().filter((name) => name === stalled).length).toBeGreaterThan(1);
      expect(late.report!.late).toBeGreaterThan(0);
      // Why a chunk failed stands there.
      expect(late.stderr + other.stderr).toBe('');
      await expectAll(record, asked);
    });
  });
}

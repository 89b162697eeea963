/** The pool of workers: every accepted request is answered once, whatever happens to the workers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { clock } from '../../src/serve/pool/clock.ts';
import type { Ledger } from '../../src/serve/pool/ledger.ts';
import type { Bring, CellVersion, Made } from '../../src/serve/pool/messages.ts';
import { Pool, type PoolOptions } from '../../src/serve/pool/pool.ts';
import type { Outcome, TaskRequest } from '../../src/serve/pool/task.ts';

const folder = mkdtempSync(join(tmpdir(), 'surepath-pool-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pools: Pool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

async function poolOf(options: Partial<PoolOptions> = {}): Promise<Pool> {
  const pool = new Pool({
    file: new URL('../helpers/serve/faultyWorker.mjs', import.meta.url),
    settings: null,
    memory_MB: 64,
    workers: 2,
    queue: 100,
    grace_ms: 200,
    ledger: new Lists(),
    refusalOf: (error) => ({ code: -32001, message: String(error) }),
    ...options,
  });
  pools.push(pool);
  await pool.ready;
  return pool;
}

interface Asked extends Partial<Omit<TaskRequest, 'name' | 'text'>> {
  readonly budget_ms?: number;
}

function accept(pool: Pool, name: string, params: object = {}, asked: Asked = {}) {
  const { budget_ms = 60_000, ...rest } = asked;
  return pool.accept({
    ...{ name, text: JSON.stringify(params), heavy: false, mutates: false, cell: null },
    ...rest,
    deadline: clock() + budget_ms,
  });
}

const ask = async (pool: Pool, name: string, params: object = {}, asked: Asked = {}) =>
  accept(pool, name, params, asked)!.outcome;

const valueIn = (outcome: Outcome): unknown =>
  outcome.kind === 'done' ? JSON.parse(outcome.text) : outcome;

/** Cells whose versions are numbers of entries. */
class Lists implements Ledger {
  private readonly lists = new Map<string, unknown[]>();

  versionFor({ cell, version }: Partial<CellVersion> & { cell: string }): CellVersion {
    const list = this.lists.get(cell);
    if (!list) throw new Error(`no cell ${cell}`);
    const found = version ?? list.length;
    return { cell, version: found, digest: `${found}` };
  }

  bringFor({ cell, version }: CellVersion, known: number | undefined): Bring {
    const from = known !== undefined && known <= version ? known : 0;
    return { cell, version, data: { from, entries: this.lists.get(cell)!.slice(from, version) } };
  }

  enter({ cell, version, data }: Made): void {
    const list = this.lists.get(cell) ?? [];
    if (version !== list.length + 1) throw new Error(`version ${version} after ${list.length}`);
    list.push(data);
    this.lists.set(cell, list);
  }

  close(cell: string): void {
    this.lists.delete(cell);
  }
}

const opening = (cell: string): Asked => ({ cell, mutates: true, opens: true, heavy: true });
/** Changes and questions about a cell. */
const about = (cell: string, mutates = false): Asked => ({ cell, mutates });

describe('requests', () => {
  it('are answered with what the handler gives or throws', async () => {
    const pool = await poolOf();
    expect(valueIn(await ask(pool, 'echo', { value: [1, 'x'] }))).toEqual({ value: [1, 'x'] });
    expect(valueIn(await ask(pool, 'later', { value: 2 }))).toEqual({ value: 2 });
    expect(await ask(pool, 'refuse')).toEqual({
      kind: 'refused',
      refusal: { code: -32000, message: 'refused', data: 7 },
    });
  });

  it('tell how far they are, to whoever listens', async () => {
    const pool = await poolOf();
    const told: string[] = [];
    const onProgress = (text: string) => told.push(text);
    await ask(pool, 'spin', { ms: 120 }, { onProgress });
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(10);
    expect(JSON.parse(told[0])).toEqual({ k: expect.any(Number) });
  });

  it('that are light do not wait behind heavy ones', async () => {
    const pool = await poolOf({ workers: 3 });
    const heavy = Array.from({ length: 5 }, () => accept(pool, 'wait', {}, { heavy: true })!);
    const light = Array.from({ length: 50 }, (_, value) => ask(pool, 'echo', { value }));
    expect((await Promise.all(light)).map(valueIn)).toEqual(light.map((_, value) => ({ value })));
    expect(pool.facts).toMatchObject({ running: 2, waiting: 3 });
    for (const { cancel } of heavy) cancel();
    for (const { outcome } of heavy) await outcome;
  });

  it('are done in order where there is one worker for all', async () => {
    const pool = await poolOf({ workers: 1 });
    const done: string[] = [];
    await Promise.all(
      [true, false, true, false].map(async (heavy, i) => {
        await ask(pool, heavy ? 'spin' : 'echo', { ms: 5, value: i }, { heavy });
        done.push(`${heavy ? 'heavy' : 'light'} ${i}`);
      }),
    );
    expect(done).toEqual(['heavy 0', 'light 1', 'heavy 2', 'light 3']);
  });

  it('are refused at once where too many wait; what was accepted is answered', async () => {
    const pool = await poolOf({ queue: 20 });
    const tickets = Array.from({ length: 500 }, (_, value) =>
      accept(pool, value < 2 ? 'spin' : 'echo', { ms: 30, value }, { heavy: value < 2 }),
    );
    const accepted = tickets.filter((ticket) => ticket !== null);
    expect(accepted.length).toBeGreaterThanOrEqual(20);
    expect(accepted.length).toBeLessThan(60);
    expect(pool.retryAfter_ms).toBeGreaterThan(0);
    for (const { outcome } of accepted) expect((await outcome).kind).toBe('done');
    expect(pool.facts).toMatchObject({ waiting: 0, running: 0 });
    expect(accept(pool, 'echo', { value: 1 })).not.toBeNull();
  });
});

describe('deadlines', () => {
  it('count from acceptance: what waited too long is not begun', async () => {
    const pool = await poolOf({ workers: 1 });
    const file = join(folder, 'begun');
    const first = ask(pool, 'spin', { ms: 150 }, { heavy: true });
    const late = ask(pool, 'exitTimes', { file, times: 0 }, { budget_ms: 30 });
    expect(await late).toEqual({ kind: 'expired' });
    expect((await first).kind).toBe('done');
    expect(() => readFileSync(file)).toThrow();
  });

  it('are known to the worker, which says what it has by then', async () => {
    const pool = await poolOf();
    expect(valueIn(await ask(pool, 'wait', {}, { budget_ms: 40 }))).toEqual({
      verdict: 'undecided',
    });
  });

  it('end a worker that does not keep them, and nobody else suffers', async () => {
    const pool = await poolOf({ workers: 1, grace_ms: 50 });
    const stuck = ask(pool, 'hang', {}, { budget_ms: 30 });
    const behind = Array.from({ length: 6 }, (_, value) => ask(pool, 'echo', { value }));
    expect(await stuck).toEqual({ kind: 'expired' });
    expect((await Promise.all(behind)).map(valueIn)).toEqual(behind.map((_, value) => ({ value })));
    expect(pool.facts.endedWorkers).toBe(1);
  });
});

describe('cancellation', () => {
  it('reaches what waits and what runs', async () => {
    const pool = await poolOf({ workers: 1 });
    const running = accept(pool, 'wait', {}, { heavy: true })!;
    const waiting = accept(pool, 'echo', { value: 1 })!;
    waiting.cancel();
    expect(await waiting.outcome).toEqual({ kind: 'cancelled' });
    running.cancel();
    running.cancel();
    expect(valueIn(await running.outcome)).toEqual({ verdict: 'undecided' });
    const nobodys = accept(pool, 'wait')!;
    nobodys.drop();
    expect(await nobodys.outcome).toEqual({ kind: 'cancelled' });
    expect((await ask(pool, 'echo', { value: 2 })).kind).toBe('done');
    expect(pool.facts.endedWorkers).toBe(0);
  });

  it('ends a worker that does not hear', async () => {
    const pool = await poolOf({ workers: 1, grace_ms: 50 });
    const ticket = accept(pool, 'hang')!;
    ticket.cancel();
    expect(await ticket.outcome).toEqual({ kind: 'cancelled' });
    expect((await ask(pool, 'echo', { value: 3 })).kind).toBe('done');
    expect(pool.facts.endedWorkers).toBe(1);
  });
});

describe('workers that end', () => {
  it.each(['exit', 'memory', 'throwLater'])(
    'by %s: the request is tried three times, others are answered',
    async (name) => {
      const pool = await poolOf({ memory_MB: 16 });
      const bad = ask(pool, name);
      const good = Array.from({ length: 10 }, (_, value) => ask(pool, 'echo', { value }));
      expect(await bad).toEqual({ kind: 'lost' });
      expect((await Promise.all(good)).map(valueIn)).toEqual(good.map((_, value) => ({ value })));
      expect(pool.facts.endedWorkers).toBe(3);
    },
  );

  it('twice do not keep a request from being answered', async () => {
    const pool = await poolOf();
    const params = { file: join(folder, 'twice'), times: 2, value: 5 };
    expect(valueIn(await ask(pool, 'exitTimes', params))).toEqual({ value: 5 });
    expect(readFileSync(params.file, 'utf8')).toBe('3');
  });

  it('at random instants: 600 requests, every one answered as if nothing had happened (seed 4)', async () => {
    const pool = await poolOf({ workers: 3, queue: 1000 });
    const random = new Random(4);
    await ask(pool, 'open', { cell: 'c', entry: 'source' }, opening('c'));
    const answers = Array.from({ length: 600 }, (_, value) => {
      const kind = value % 3;
      if (kind === 0) return ask(pool, 'echo', { value });
      if (kind === 1) return ask(pool, 'read', { cell: 'c' }, about('c'));
      return ask(pool, 'spin', { ms: random.unit() * 3 }, { heavy: random.unit() < 0.5 });
    });
    for (let killed = 0; killed < 12; killed++) {
      await new Promise((next) => setTimeout(next, 30));
      await pool.kill(Math.floor(random.unit() * 3));
    }
    const outcomes = await Promise.all(answers);
    outcomes.forEach((outcome, value) => {
      // A request whose workers were ended three times is lost, and said to be.
      if (outcome.kind === 'lost') return;
      expect(outcome.kind).toBe('done');
      if (value % 3 === 0) expect(valueIn(outcome)).toEqual({ value });
      if (value % 3 === 1) expect(valueIn(outcome)).toEqual({ entries: ['source'] });
    });
    // It takes three ends to lose one.
    expect(outcomes.filter(({ kind }) => kind === 'lost').length).toBeLessThanOrEqual(4);
    expect(pool.facts.endedWorkers).toBeGreaterThan(4);
  });
});

describe('cells', () => {
  it('are brought to whoever is asked, whatever ended meanwhile', async () => {
    const ledger = new Lists();
    const pool = await poolOf({ workers: 3, ledger });
    await ask(pool, 'open', { cell: 'c', entry: 0 }, opening('c'));
    for (let i = 1; i < 20; i++) {
      const outcome = await ask(pool, 'edit', { cell: 'c', entry: i }, about('c', true));
      expect(valueIn(outcome)).toEqual({ version: i + 1 });
      const expected = { entries: Array.from({ length: i + 1 }, (_, k) => k) };
      const asked = Array.from({ length: 12 }, () => ask(pool, 'read', { cell: 'c' }, about('c')));
      if (i % 4 === 0) void pool.kill(i % 3);
      for (const each of asked) expect(valueIn(await each)).toEqual(expected);
    }
    for (const version of [3, 20, 19, 1]) {
      const outcome = await ask(pool, 'read', { cell: 'c' }, { cell: 'c', version });
      expect(valueIn(outcome)).toEqual({ entries: Array.from({ length: version }, (_, k) => k) });
    }
    ledger.close('c');
    pool.forget('c');
    expect(await ask(pool, 'read', { cell: 'c' }, about('c'))).toMatchObject({
      refusal: { code: -32001 },
    });
  });

  it('change in the order that was asked, and what is asked later sees it', async () => {
    const pool = await poolOf({ workers: 3 });
    await ask(pool, 'open', { cell: 'c', entry: 0 }, opening('c'));
    const versions: Promise<Outcome>[] = [];
    const seen: Promise<Outcome>[] = [];
    for (let i = 1; i <= 15; i++) {
      versions.push(ask(pool, 'edit', { cell: 'c', entry: i }, about('c', true)));
      seen.push(ask(pool, 'read', { cell: 'c' }, about('c')));
    }
    for (let i = 1; i <= 15; i++) {
      expect(valueIn(await versions[i - 1])).toEqual({ version: i + 1 });
      const { entries } = valueIn(await seen[i - 1]) as { entries: number[] };
      expect(entries.slice(0, i + 1)).toEqual(Array.from({ length: i + 1 }, (_, k) => k));
    }
  });

  it('change once where a worker ends in the middle of a change', async () => {
    const pool = await poolOf();
    await ask(pool, 'open', { cell: 'c', entry: 0 }, opening('c'));
    const params = { cell: 'c', entry: 'once', file: join(folder, 'editExit') };
    expect(valueIn(await ask(pool, 'editExit', params, about('c', true)))).toEqual({ version: 2 });
    expect(valueIn(await ask(pool, 'read', { cell: 'c' }, about('c')))).toEqual({
      entries: [0, 'once'],
    });
  });

  it('that a worker cannot be brought up to are refused, and brought again', async () => {
    const pool = await poolOf({ workers: 2 });
    const entry = 'cannot be replayed';
    await ask(pool, 'open', { cell: 'c', entry }, opening('c'));
    const busy = accept(pool, 'wait', {}, { heavy: true })!;
    for (let i = 0; i < 3; i++) {
      expect(await ask(pool, 'read', { cell: 'c' }, about('c'))).toMatchObject({
        refusal: { message: 'cannot be replayed' },
      });
    }
    busy.cancel();
    await busy.outcome;
  });
});

describe('the end', () => {
  it('comes after everything accepted is answered', async () => {
    const pool = await poolOf();
    const asked = Array.from({ length: 20 }, (_, i) =>
      ask(pool, 'spin', { ms: 3 }, { heavy: i > 9 }),
    );
    const closed = pool.close();
    expect(accept(pool, 'echo')).toBeNull();
    await closed;
    for (const each of asked) expect((await each).kind).toBe('done');
  });

  it('is told where a worker cannot start', async () => {
    const file = new URL('../helpers/serve/noSuchWorker.mjs', import.meta.url);
    await expect(poolOf({ file })).rejects.toThrow(/cannot start/);
  });
});

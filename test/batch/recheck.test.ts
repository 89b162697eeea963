/** Computing a sample of edges again: which are drawn, how many are computed, and how often a sample misses wrong lines. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BatchRecord,
  type ChunkRunner,
  collect,
  decodeChunk,
  encodeChunk,
  openSite,
  type Site,
  work,
} from '../../src/batch/index.ts';
import { partOf, sampleOf } from '../../src/batch/recheck.ts';
import { Random } from '../../src/math/index.ts';
import { Attacker } from '../helpers/batch/attacker.ts';
import { testBatch, VERSION } from '../helpers/batch/faults.ts';

describe('a sample', () => {
  it('has so many numbers, in order and none twice; all where that many are asked', () => {
    const random = new Random(1);
    for (let m = 0; m < 12; m++) {
      for (let n = 0; n <= 14; n++) {
        const sample = sampleOf(m, n, random);
        expect(sample).toHaveLength(Math.min(m, n));
        expect([...new Set(sample)].sort((a, b) => a - b)).toEqual(sample);
        for (const i of sample) expect(i >= 0 && i < m).toBe(true);
      }
    }
  });

  it('is any choice of 2 of 5 equally often (seed 2)', () => {
    const random = new Random(2);
    const counts = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const name = sampleOf(5, 2, random).join();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(counts.size).toBe(10);
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it('misses k of m wrong lines as often as docs/batch.md says (seed 3)', () => {
    const random = new Random(3);
    const draws = 4000;
    for (const [m, k, n] of [
      [1000, 1, 3],
      [1000, 100, 3],
      [1000, 500, 3],
      [20, 5, 4],
    ]) {
      let missed = 0;
      for (let i = 0; i < draws; i++) {
        if (sampleOf(m, n, random).every((edge) => edge >= k)) missed++;
      }
      let expected = 1;
      for (let i = 0; i < n; i++) expected *= (m - k - i) / (m - i);
      expect(Math.abs(missed / draws - expected), `${m} ${k} ${n}`).toBeLessThan(0.03);
    }
  });
});

describe('a part of a chunk', () => {
  it('has the edges of these numbers, and the arcs of those that are arcs', () => {
    const q = (...values: number[]) => Float64Array.from(values);
    const ends = Float64Array.from({ length: 5 * 4 }, (_, i) => i);
    const vias = [
      { edge: 1, via: [q(0.1, 0.2)] },
      { edge: 3, via: [q(0.3, 0.4), q(0.5, 0.6)] },
    ];
    const whole = encodeChunk({ ends, vias }, 2);
    const rows = (...numbers: number[]) =>
      Float64Array.from(numbers.flatMap((i) => [...ends.subarray(4 * i, 4 * i + 4)]));
    expect(decodeChunk(partOf(whole, [0, 3, 4]))).toEqual({
      ...{ dofs: 2, ends: rows(0, 3, 4), vias: [{ edge: 1, via: vias[1].via }] },
    });
    expect(decodeChunk(partOf(whole, [1, 3]))).toEqual({
      ...{ dofs: 2, ends: rows(1, 3) },
      vias: [
        { edge: 0, via: vias[0].via },
        { edge: 1, via: vias[1].via },
      ],
    });
    expect(decodeChunk(partOf(whole, [2]))).toEqual({ dofs: 2, ends: rows(2) });
    expect(partOf(whole, [0, 1, 2, 3, 4])).toEqual(whole);
  });
});

describe('collecting with a recheck', () => {
  let folder: string;
  let site: Site;
  let record: BatchRecord;
  const PER_CHUNK = 20;
  let asked: Awaited<ReturnType<typeof testBatch>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surepath-recheck-'));
    site = await openSite({ store: folder });
    asked = await testBatch(21, 8, PER_CHUNK);
    ({ record } = await asked.submit(site));
    await work(site, { version: VERSION, runner: asked.runner, slots: 1, untilDone: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const collecting = async (perChunk: number, seed: number, runner: ChunkRunner = asked.runner) => {
    asked.runner.asked.length = 0;
    const recheck = { runner, perChunk, random: new Random(seed), slots: 3 };
    const parts: Uint8Array[] = [];
    const report = await collect(site, record, { write: (part) => void parts.push(part), recheck });
    expect(Buffer.compare(Buffer.concat(parts), asked.expected)).toBe(0);
    return report.rechecked;
  };

  it('computes that many edges of each chunk, and nothing more', async () => {
    for (const perChunk of [1, 3]) {
      expect(await collecting(perChunk, 1)).toEqual({ items: 8 * perChunk, chunks: 8, whole: 0 });
      expect(asked.runner.asked).toEqual(Array.from({ length: 8 }, () => perChunk));
    }
    expect(await collecting(0, 1)).toEqual({ items: 0, chunks: 0, whole: 0 });
    expect(asked.runner.asked).toEqual([]);
    expect(await collecting(PER_CHUNK, 1)).toEqual({ items: 8 * PER_CHUNK, chunks: 8, whole: 0 });
  });

  it('draws the same edges for the same seed, and others for another', async () => {
    const drawn = async (seed: number) => {
      const contents: string[] = [];
      const listening: ChunkRunner = {
        ...asked.runner,
        run: (of, content) => {
          contents.push(Buffer.from(content).toString('base64'));
          return asked.runner.run(of, content);
        },
      };
      await collecting(2, seed, listening);
      return contents.sort();
    };
    const first = await drawn(5);
    expect(await drawn(5)).toEqual(first);
    expect(await drawn(6)).not.toEqual(first);
  });

  it('computes a chunk as a whole where a line depends on the other edges: only then it decides', async () => {
    const dependent: ChunkRunner = {
      ...asked.runner,
      run: async (of, content) => {
        const answer = await asked.runner.run(of, content);
        if (asked.runner.asked.at(-1) === PER_CHUNK) return answer;
        const text = new TextDecoder().decode(answer.result).replaceAll('"limits"', '"other"');
        return { ...answer, result: new TextEncoder().encode(text) };
      },
    };
    const report = await collecting(2, 1, dependent);
    expect(report).toEqual({ items: 8 * PER_CHUNK, chunks: 8, whole: 8 });
  });

  it('finds one wrong line of a chunk with the seeds that draw it, and names it', async () => {
    const attacker = new Attacker(site);
    const chunk = asked.names[2];
    const honest = await attacker.outcome(record, chunk);
    const lines = await attacker.lines(honest.result);
    const edge = lines.findIndex((line) => line.includes('colliding'));
    expect(edge).toBeGreaterThanOrEqual(0);
    await attacker.forge(record, chunk, { result: await attacker.freed(record, chunk, [edge]) });
    let found = 0;
    const seeds = 60;
    for (let seed = 0; seed < seeds; seed++) {
      const recheck = { runner: asked.runner, perChunk: 5, random: new Random(seed) };
      try {
        await collect(site, record, { write: () => {}, recheck });
      } catch (error) {
        expect(`${error}`).toContain(`number ${edge} of chunk ${chunk}`);
        found++;
      }
    }
    // 5 of 20 edges: a quarter of the samples has it.
    expect(found / seeds).toBeGreaterThan(0.15);
    expect(found / seeds).toBeLessThan(0.35);
    await attacker.forge(record, chunk, { result: honest.result });
  });
});

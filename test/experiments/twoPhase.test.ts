/** `npm run repro -- two-phase`: paper C's figures as printed, and its experiments in short. Claims by counts, never by clocks. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../experiments/lab/table.ts';
import { textOf } from '../../experiments/lab/tableText.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';
import { tumbling } from '../../experiments/papers/twoPhase/boxKinds.ts';
import { shakenParts } from '../../experiments/papers/twoPhase/figure6.ts';
import { loadPeers, OURS, PEERS } from '../../experiments/papers/twoPhase/finders.ts';
import { TABLE_1 } from '../../experiments/papers/twoPhase/publishedC.ts';
import { SCENES, STEP } from '../../experiments/papers/twoPhase/scenes.ts';
import { playAll, possiblePairs } from '../../experiments/papers/twoPhase/streams.ts';
import { tossed } from '../../experiments/papers/twoPhase/tossed.ts';
import { TWO_PHASE } from '../../experiments/papers/twoPhase/twoPhase.ts';

/** As with --quick. */
const quick = () => new Sampler({ count: (_, few) => few });
const tables = (id: string): Table[] => TWO_PHASE.find(({ ids }) => ids.includes(id))!.run(quick());
const numbers = ({ rows }: Table, key: string) => rows.map((row) => Number(row[key]));

describe('the published figures of paper C', () => {
  it('have the ratios that stand beside them', () => {
    for (const { standard, coherence, ratio } of Object.values(TABLE_1)) {
      expect(Math.round((10 * standard) / coherence)).toBe(Math.round(10 * ratio));
    }
  });
});

describe('streams of boxes', () => {
  const toss = { count: 40, seed: 1, half: 0.3, height: 0.5, steps: 60, step: 1 / 60 };

  it.each([
    ['alike', [0.01, 0.011]],
    ['of all sizes', [0.001, 0.1]],
  ] as const)('show all methods the same pairs: balls %s, seed 1', (_, radii) => {
    const stream = tossed({ ...toss, radii });
    expect(possiblePairs(stream)).toBe((40 * 39) / 2 + 40);
    const { brute, ...others } = playAll(stream, OURS, 1);
    expect(brute.pairs).toBeGreaterThan(100);
    for (const played of Object.values(others)) expect(played.pairs).toBe(brute.pairs);
    expect(others.plain.stats.tests).toBeLessThan(brute.stats.tests);
  });

  it('come to rest: then the coherent hash has nothing to do', () => {
    const stream = tossed({ ...toss, radii: [0.01, 0.02], steps: 400 });
    const { coherent } = OURS;
    const most = playAll({ ...stream, steps: 300 }, { coherent }, 1).coherent.stats.cells;
    expect(playAll(stream, { coherent }, 1).coherent.stats.cells).toBe(most);
  });

  it('are swept boxes of the simulations, wherever bodies are', () => {
    for (const { name, record } of SCENES) {
      const [coarse, fine] = [record(STEP, 0.1), record(STEP / 4, 0.1)];
      expect(coarse.count, name).toBe(fine.count);
      expect(coarse.fixed).toEqual(fine.fixed);
      expect(coarse.fixed).toContain(false);
      // A step's box holds those of its parts, up to the roundings that both allow for.
      for (let s = 0; s < coarse.steps; s++) {
        for (let part = 4 * s; part < Math.min(4 * s + 4, fine.steps); part++) {
          for (let i = 0; i < 6 * coarse.count; i++) {
            const out = coarse.boxes[6 * coarse.count * s + i];
            const inner = fine.boxes[6 * coarse.count * part + i];
            const slack = 1e-9 * (1 + Math.abs(out));
            if (i % 6 < 3 ? inner < out - slack : inner > out + slack) {
              expect.fail(`${name}: step ${s}, body ${Math.floor(i / 6)}`);
            }
          }
        }
      }
    }
  });
});

describe('table 1', () => {
  let made: Table[] = [];
  beforeAll(async () => {
    await loadPeers();
    made = tables('1');
  }, 60_000);

  it('has the four scenes, the published ratios and all methods', () => {
    const [table] = made;
    expect(table.rows.map((row) => row.scene)).toEqual(Object.keys(TABLE_1));
    expect(numbers(table, 'C.ratio')).toEqual([6.2, 7, 6, 7.2]);
    for (const key of ['brute', 'sorted', 'plain', 'coherent']) {
      for (const us of numbers(table, `ours.${key}.us`)) expect(us).toBeGreaterThan(0);
    }
    // The peers are among our development dependencies.
    expect(Object.keys(PEERS)).toEqual(['rapier', 'three']);
    expect(textOf(table)).toContain('rattleback top');
  });

  it('has fewer cells to look up with coherence, and the fewer the shorter the steps', () => {
    const [, steps] = made;
    for (const name of Object.keys(TABLE_1)) {
      const rows = steps.rows.filter((row) => row.scene === name);
      const coherent = rows.map((row) => Number(row['ours.coherent.cells']));
      const plain = rows.map((row) => Number(row['ours.plain.cells']));
      expect(coherent.at(-1), name).toBeLessThan(coherent[0]);
      expect(coherent.at(-1), name).toBeLessThan(plain.at(-1)! / 4);
    }
  });
});

describe('figure 4', () => {
  it('has fewer pairs with culling, and never more than there are', () => {
    const [table] = tables('fig4');
    const shares = numbers(table, 'ours.share');
    for (const share of shares) expect(share).toBeLessThanOrEqual(1);
    const coins = table.rows.filter((row) => row.scene === 'coins');
    expect(coins[0]['ours.all']).toBe(36);
    for (const row of coins) expect(Number(row['ours.close'])).toBeLessThan(18);
    expect(table.plots).toHaveLength(1);
  });
});

describe('figure 6', () => {
  it('has n^2 exchanges for parts on a plate, none for the same at heights of their own', () => {
    const [table] = tables('fig6');
    const on = table.rows.filter((row) => row.layout === 'on a plate');
    const swaps = on.map((row) => Number(row['ours.swaps']));
    for (let i = 1; i < swaps.length; i++) {
      expect(swaps[i] / swaps[i - 1]).toBeGreaterThan(3.5);
      expect(swaps[i] / swaps[i - 1]).toBeLessThan(4.5);
    }
    for (const row of table.rows) {
      expect(row['ours.close']).toBe(0);
      expect(Number(row['ours.cellsEach'])).toBeLessThan(0.1);
      if (row.layout !== 'on a plate') expect(row['ours.swaps']).toBe(0);
    }
  });

  it('is no matter of how far parts are apart: all methods find nothing', () => {
    const played = playAll(shakenParts(60, 'on a plate', 5), OURS, 1);
    for (const { pairs } of Object.values(played)) expect(pairs).toBe(0);
  });
});

describe('fixed cubes and tight boxes', () => {
  it('tight ones leave fewer pairs, the more so the longer bodies are, for more exchanges', () => {
    const [table] = tables('cubes');
    for (let i = 0; i < table.rows.length; i += 2) {
      const [cubes, tight] = [table.rows[i], table.rows[i + 1]];
      expect(Number(tight['ours.close'])).toBeLessThan(Number(cubes['ours.close']));
      expect(Number(tight['ours.swaps'])).toBeGreaterThan(Number(cubes['ours.swaps']));
    }
    const close = numbers(table, 'ours.close');
    expect(close[5] / close[4]).toBeLessThan(close[1] / close[0]);
  });

  it('are of the same bodies: what is close in tight boxes is close in cubes', () => {
    const [cubes, tight] = (['cubes', 'tight boxes'] as const).map((kind) => tumbling(3, kind, 3));
    cubes.boxes.forEach((x, i) => {
      if (i % 6 < 3) expect(x).toBeLessThanOrEqual(tight.boxes[i] + 1e-12);
      else expect(x).toBeGreaterThanOrEqual(tight.boxes[i] - 1e-12);
    });
  });
});

describe('the bullet', () => {
  it('flies through at 1/30 s; the schedule finds it with few looks', () => {
    const [{ rows }] = tables('bullet');
    expect(rows[0]).toMatchObject({ method: 'every 1/30 s', 'ours.found': 0 });
    const schedule = rows.filter(({ method }) => String(method).startsWith('schedule'));
    expect(schedule).toHaveLength(2);
    for (const row of schedule) {
      expect(row['ours.found']).toBe(1);
      expect(Number(row['ours.looks'])).toBeLessThan(20);
      expect(Number(row['ours.bracket'])).toBeLessThan(1000);
    }
  });
});

describe('alpha and beta', () => {
  it('do what lemma 1 and theorems 1 and 3 say', () => {
    const [table] = tables('alpha');
    const of = (alpha: number, beta: number) =>
      table.rows.find(
        (row) =>
          row.sizes === 'all sizes' && row['ours.alpha'] === alpha && row['ours.beta'] === beta,
      )!;
    const number = (alpha: number, beta: number, key: string) =>
      Number(of(alpha, beta)[`ours.${key}`]);
    // More resolutions and more cells the nearer alpha is to 1, fewer pairs that are compared for nothing.
    expect(number(0.9, 1, 'resolutions')).toBeGreaterThan(number(0.5, 1, 'resolutions'));
    expect(number(0.9, 1, 'plain.cells')).toBeGreaterThan(number(0.5, 1, 'plain.cells'));
    expect(number(0.9, 1, 'tests')).toBeLessThan(number(0.1, 1, 'tests'));
    expect(number(0.5, 4, 'resolutions')).toBeLessThan(number(0.5, 1, 'resolutions'));
    // The same pairs whatever is chosen.
    const close = new Set(
      table.rows.filter(({ sizes }) => sizes === 'all sizes').map((row) => row['ours.close']),
    );
    expect(close.size).toBe(1);
  });
});

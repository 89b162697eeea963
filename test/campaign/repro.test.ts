/**
 * `npm run repro -- checking`: published figures as printed, experiments with very few samples, the page, and
 * the command line. Times are looked at nowhere.
 */
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../experiments/lab/page.ts';
import { svgOf } from '../../experiments/lab/plots.ts';
import { shown, type Table } from '../../experiments/lab/table.ts';
import { textOf } from '../../experiments/lab/tableText.ts';
import { AsPrinted } from '../../experiments/papers/asPrinted.ts';
import { CHECKING } from '../../experiments/papers/checking.ts';
import { ENVIRONMENTS, Environments } from '../../experiments/papers/environments.ts';
import { FixedResolution } from '../../experiments/papers/fixedResolution.ts';
import { CHECKING_HEADING } from '../../experiments/papers/headings.ts';
import {
  TABLE_B1,
  TABLE_B2,
  TABLE_B3,
  TABLE_I,
  TABLE_II,
  TABLE_III,
  TABLE_VI,
  TABLE_XI,
  TABLES_GRAZING,
} from '../../experiments/papers/published.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';
import { withRss } from '../../experiments/papers/trees.ts';
import { createChecker } from '../../src/check/index.ts';
import { cliFolder, REPRO } from '../helpers/cli/runCli.ts';

const { start: run, file, read, exists } = cliFolder(REPRO);

/** The cheapest cells only: one arm in a cage, one over a narrow box, linkages for figure 9. */
const SMALL = ENVIRONMENTS.filter(({ figure }) => ['11a', '11b', '14c'].includes(figure));
const environments = new Environments(SMALL);
const sampler = () => new Sampler({ count: () => 3, environments });
const experiment = (id: string) => CHECKING.find(({ ids }) => ids.includes(id))!;
const tablesOf = (id: string) => experiment(id).run(sampler());

/** Every number of a table that does not depend on the machine. */
function counts({ rows }: Table) {
  const timed = /\.(ms|time)$|\.ms$/;
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !timed.test(key))),
  );
}

describe('the published figures', () => {
  it('are those of the papers', () => {
    expect(TABLE_I['11a'].greedy).toEqual({ bv: 54, tri: 0.8 });
    expect(TABLE_I['12d'].approximate).toEqual({ bv: 74, tri: 16 });
    expect(TABLE_I['12b'].qualityGreedy).toBe(0.51);
    expect(TABLE_B1['12a'].exact).toEqual({ bv: 2342, tri: 458 });
    expect(TABLE_B1['1a'].qualityGreedy).toBe(0.78);
    expect(TABLE_II).toMatchObject({ '11a': 1.77, '12b': 0.64 });
    expect(TABLE_III['12c'].fixed).toEqual({ ms: 3.11, bv: 2866, tri: 13.1 });
    expect(TABLE_III['12d'].adaptiveDelta).toEqual({ ms: 1.71, bv: 528, tri: 21.6 });
    expect(TABLE_B2['12c']).toEqual({ simple: 3.2, fresh: 15 });
    expect(TABLE_VI['11'].adaptive).toEqual({ ms: 11.3, bv: 9239, tri: 200.8 });
    expect(TABLE_B3['12a']).toEqual({ epsilon: 0.0012, simple: 52, fine: 26, coarse: 6.5 });
    expect(TABLES_GRAZING.VIII.at(-1)!.all).toEqual({ bv: 7.91e6, tri: 0 });
    expect(TABLES_GRAZING.IX.at(-1)!.tool).toEqual({ bv: 578200, tri: 3358 });
    expect(TABLES_GRAZING.X[0]).toMatchObject({ clearance: 0.1, delta: 0.1, all: { bv: 653 } });
    expect(TABLE_XI['12d'].refined).toEqual({ ms: 373, bv: 8523, tri: 169 });
  });

  it('have the ratios that the text of paper A states', () => {
    for (const { adaptive, refined } of Object.values(TABLE_XI)) {
      const [time, fewer] = [refined.ms / adaptive.ms, adaptive.bv / refined.bv];
      expect(time).toBeGreaterThanOrEqual(0.5);
      expect(time).toBeLessThanOrEqual(0.92);
      expect(fewer).toBeGreaterThan(5.4);
      expect(fewer).toBeLessThan(11.7);
    }
    for (const { collide, greedy, exact, qualityGreedy } of Object.values(TABLE_I)) {
      expect(greedy.bv / collide.bv).toBeLessThanOrEqual(1.5);
      expect(exact.bv).toBeGreaterThanOrEqual(700);
      expect(qualityGreedy).toBeGreaterThan(0.5);
    }
  });
});

describe('the checkers of the papers', () => {
  const [cage] = environments.of(['11a']);
  const cell = environments.cell(cage);
  const { colliding, free } = new Sampler({ count: () => 0, environments }).segments(cage, 12, 12);

  it('agree with ours on random segments', () => {
    const printed = new AsPrinted(cell);
    const fixed = new FixedResolution(cell);
    const options = { distance: 'greedy', bounds: 1, hulls: false } as const;
    const adaptive = createChecker(withRss(cell), { method: 'adaptive', ...options });
    const refined = createChecker(withRss(cell), { method: 'refined', ...options });
    expect(colliding.length).toBe(12);
    expect(free.length).toBe(12);
    for (const segment of colliding) {
      expect(printed.isFree(segment, 0)).toBe(false);
      expect(fixed.check(segment, 0)).toBe(true);
      expect(adaptive.check({ segment, delta: 0 }).verdict).toBe('colliding');
      expect(refined.check({ segment, delta: 0 }).verdict).toBe('colliding');
    }
    for (const segment of free) {
      expect(fixed.check(segment, 0.02)).toBe(false);
      expect(adaptive.check({ segment }).verdict).toBe('free');
      expect(refined.check({ segment }).verdict).toBe('free');
      const loose = printed.isFree(segment, 1e-3);
      // A larger delta rejects more.
      if (!loose) expect(printed.isFree(segment, 1e-2)).toBe(false);
    }
  });

  it('count about the same volumes as printed and as the product', () => {
    const printed = new AsPrinted(cell);
    const options = { distance: 'greedy', bounds: 1, hulls: false } as const;
    const adaptive = createChecker(withRss(cell), { method: 'adaptive', ...options });
    let ours = 0;
    for (const segment of free) {
      if (!printed.isFree(segment, 1e-3)) continue;
      ours += adaptive.check({ segment, delta: 1e-3 }).stats.nodePairs;
    }
    expect(ours).toBeGreaterThan(0);
    expect(ours).toBeLessThan(1.5 * printed.nodePairs);
    expect(ours).toBeGreaterThan(0.2 * printed.nodePairs);
  });

  it('look at the configurations that they say', () => {
    const fixed = new FixedResolution(cell);
    const [segment] = free;
    const length = fixed.lengthOf(segment);
    fixed.check(segment, 0.02);
    const times = FixedResolution.times(length, 0.02);
    // All but the two ends.
    expect(fixed.configurations).toBe(times.length - 2);
    expect(length / (times.length - 1)).toBeLessThanOrEqual(0.02);
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(1);
  });
});

describe('an experiment', () => {
  it('has published figures beside ours in every row that the paper has', () => {
    const [table] = tablesOf('I');
    const published = table.rows.filter((row) => !String(row.algorithm).includes('ours'));
    expect(published.length).toBe(8);
    expect(table.rows.length).toBe(10);
    for (const row of published) {
      expect(row['A.bv']).toBeGreaterThan(0);
      expect(row['B.bv']).toBeGreaterThan(0);
      expect(row['ours.bv']).toBeGreaterThan(0);
    }
    const greedy = table.rows.filter((row) => row.algorithm === 'GREEDY-DIST');
    for (const row of greedy) {
      expect(row['ours.quality']).toBeGreaterThan(0);
      expect(row['ours.quality']).toBeLessThanOrEqual(1);
    }
    const half = table.rows.filter((row) => row.algorithm === 'APPROX-DIST 0.5');
    for (const row of half) expect(row['ours.quality']).toBeGreaterThanOrEqual(0.5 - 1e-9);
    expect(table.notes.join(' ')).toContain('Not in this package: figures 1a, 12a, 12b, 12c, 12d.');
  });

  it('finds contacts in colliding segments, and proves free ones free', () => {
    const [colliding] = tablesOf('III');
    expect(colliding.rows.map((row) => row.method).slice(0, 7)).toEqual([
      'fixed, epsilon 0',
      'adaptive, delta 0',
      'same, ends given',
      'adaptive, delta 0.001',
      'same, ends given',
      'refined (ours)',
      'ladder (ours)',
    ]);
    expect(colliding.notes.join(' ')).not.toContain('not found');
    const [free, missed] = tablesOf('VI');
    expect(free.rows.length).toBe(12);
    for (const row of free.rows) {
      if (row.method !== 'fixed, epsilon 0.005') expect(row['ours.proven']).toBe(1);
    }
    for (const row of missed.rows) {
      expect(row['ours.segments']).toBe(3);
      expect(row['ours.missed0.005']).toBeLessThanOrEqual(row['ours.missed0.05'] as number);
    }
  });

  it('grazes: proven free by all, with fewer pairs the more a method knows', () => {
    const count = (full: number) => Math.min(full, 1);
    const small = new Sampler({ count, environments });
    const [table] = experiment('X').run(small);
    expect(table.rows.map((row) => row['ours.verdict'])).toEqual(['free', 'free', 'free', 'free']);
    const [adaptive, tool, , ladder] = table.rows;
    expect(adaptive['A.bv']).toBe(202870);
    expect(tool['ours.bv']).toBeLessThanOrEqual(adaptive['ours.bv'] as number);
    expect(ladder['ours.hulls']).toBeLessThan((adaptive['ours.bv'] as number) / 10);
  });

  it('gives the same counts again', () => {
    for (const id of ['I', 'III', 'XI', 'fig9', 'B5', 'II']) {
      expect(tablesOf(id).map(counts)).toEqual(tablesOf(id).map(counts));
    }
  });

  it('has bounds that are never below the length of a curve', () => {
    const [planar] = tablesOf('B5');
    expect(planar.rows.length).toBe(12);
    // One link traces a circle: both bounds are its length.
    expect(planar.rows[0]['ours.joints']).toBeCloseTo(1, 4);
    expect(planar.rows[0]['ours.norm']).toBeCloseTo(1, 4);
    for (const row of planar.rows) {
      expect(row['ours.norm']).toBeGreaterThanOrEqual(row['ours.joints'] as number);
    }
    const [bounds] = tablesOf('fig9');
    for (const row of bounds.rows) expect(row['ours.median']).toBeGreaterThanOrEqual(1);
    for (const plot of bounds.plots) {
      const { shares } = (plot as Extract<typeof plot, { kind: 'histogram' }>).series[0];
      const sum = shares.reduce((a, b) => a + b, 0);
      expect(sum).toBeGreaterThan(0.9);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('knows how long the forearms are', () => {
    const [table] = tablesOf('II');
    expect(table.rows.map((row) => [row.figure, row['A.length']])).toEqual([
      ['11a', 1.77],
      ['11b', 1.65],
    ]);
    for (const row of table.rows) {
      expect(row['ours.length']).toBeGreaterThan(0.7);
      expect(row['ours.length']).toBeLessThan(0.8);
    }
  });

  it('shows where checkers look along a segment', () => {
    const [table] = tablesOf('fig13');
    const [fixed, adaptive, ladder] = table.rows.map((row) => row['ours.configurations'] as number);
    expect(fixed).toBeGreaterThan(100);
    expect(adaptive).toBeGreaterThan(1);
    expect(ladder).toBeGreaterThan(1);
    expect(table.plots[0].kind).toBe('curve');
  });

  it('says so when no environment is there', () => {
    const empty = new Sampler({ count: () => 1, environments: new Environments([]) });
    for (const { run: runIt } of CHECKING) {
      for (const table of runIt(empty)) {
        if (table.id === 'B5') continue;
        expect(table.rows).toEqual([]);
        expect(table.notes.join(' ')).toContain('Not in this package');
        expect(textOf(table)).toContain('no environment of this table is in this package');
      }
    }
  });
});

describe('a table', () => {
  const table: Table = {
    id: 'T',
    title: 'A & <B>',
    samples: '3 "things"',
    notes: ['a note <script>'],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'A.bv', title: 'BV', source: 'A', format: 'count' },
      { key: 'ours.bv', title: 'BV', source: 'ours', format: 'count' },
    ],
    rows: [
      { figure: 'x"<y>&', 'A.bv': 2.1, 'ours.bv': 12345.6 },
      { figure: 'z', 'A.bv': null, 'ours.bv': 7.91e6 },
    ],
    plots: [
      {
        kind: 'bars',
        title: '<t>',
        caption: '<c>',
        axis: '<a>',
        log: true,
        series: [{ name: '<s>', source: 'ours' }],
        groups: [{ name: '<g>', values: [3] }],
      },
    ],
  };

  it('as text has groups, rows and notes', () => {
    expect(textOf(table)).toBe(
      [
        'A & <B>',
        '(3 "things")',
        '',
        '         paper A   ours',
        'fig.   |      BV |     BV',
        '------ | ------- | ------',
        'x"<y>& |     2.1 | 12,346',
        'z      |         | 7.91 M',
        '',
        'a note <script>',
        '',
      ].join('\n'),
    );
  });

  it('shows numbers for people', () => {
    expect(shown(0.0123, 'percent')).toBe('1.2 %');
    expect(shown(0.5, 'ratio')).toBe('0.50');
    expect(shown(123.4, 'ratio')).toBe('123');
    expect(shown(0.04567, 'milliseconds')).toBe('0.0457');
    expect(shown(0, 'count')).toBe('0');
    expect(shown(null, 'count')).toBe('');
    expect(shown(0.0001, 'plain')).toBe('0.0001');
  });

  it('as a page is well-formed, escaped, and needs nothing from elsewhere', () => {
    const facts = {
      version: '<1>',
      machine: '<m>',
      node: 'v',
      quick: true,
      seconds: 1,
      open: ['<o>'],
      heading: CHECKING_HEADING,
    };
    const page = pageOf([table], facts);
    expectWellFormed(page);
    expect(page).not.toMatch(/<(script|t|c|a|s|g|m|o|1|y|B)>/);
    expect(page).toContain('x&quot;&lt;y&gt;&amp;');
  });

  it('may have no number to plot', () => {
    const plot = table.plots[0] as Extract<Table['plots'][number], { kind: 'bars' }>;
    const empty = { ...plot, groups: [{ name: 'g', values: [null] }] };
    expect(svgOf(empty)).toContain('no samples');
  });
});

/** Every element closed in order, no script, no address, no file. */
function expectWellFormed(page: string): void {
  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(page).not.toMatch(/https?:|\/\/|<script|<link|<img|<iframe|@import|url\(|\bsrc=/i);
  expect([...page.matchAll(/href="([^"]*)"/g)].every(([, to]) => to.startsWith('#'))).toBe(true);
  const open: string[] = [];
  const body = page.replace(/<!doctype html>/, '').replace(/<style>[\s\S]*?<\/style>/, '');
  for (const [, slash, name, rest] of body.matchAll(/<(\/?)([a-z0-9]+)((?:[^<>"]|"[^"<>]*")*)>/g)) {
    if (name === 'meta' || rest.endsWith('/')) continue;
    if (slash) expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, to] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(to);
  expect(page).not.toMatch(/NaN|undefined|Infinity/);
}

describe('the command', () => {
  it('prints tables, and writes a page and its numbers', () => {
    const options = ['--quick', '--only', 'b5, FIG13', '--out', 'new/out'];
    const { status, stdout, stderr } = run('checking', ...options);
    expect(stderr).toContain('B figure 5\n');
    expect(status).toBe(0);
    expect(stdout).toContain('B figure 5: two simple bounds');
    expect(stdout).toContain('A figure 13: configurations that are looked at');
    expect(stdout).toContain('(200 random segments for each number of links)');
    expect(stdout).toContain('written: new/out/index.html\n');
    const page = read('new/out/index.html');
    expectWellFormed(page);
    expect(page.match(/<svg viewBox="0 0 720/g)?.length).toBe(2);
    const data = JSON.parse(read('new/out/results.json'));
    expect(data.tables.map(({ id }: Table) => id)).toEqual(['B5', 'fig13']);
    expect(data).toMatchObject({ quick: true, node: process.version });
  });

  it('takes several subjects at once, and goes on with what is in the folder', () => {
    const options = ['--quick', '--only', 'order,B4', '--runs', '1', '--out', 'both', '--resume'];
    const first = run('checking', 'planning', ...options);
    expect(first.status).toBe(0);
    expect(first.stderr).toContain('order 11a, 10 segments, product\n');
    expect(first.stdout).toMatch(/\norder: [\d.]+ (s|min) of CPU\n/);
    const { tables, cpu } = JSON.parse(read('both/results.json'));
    expect(tables.map(({ id }: Table) => id)).toEqual(['order', 'B4']);
    expect(cpu.map(({ ids }: { ids: string[] }) => ids)).toEqual([['order'], ['B4']]);
    const page = read('both/index.html');
    expectWellFormed(page);
    expect(page).toContain('<h1>Checking motions; Planning motions: published figures, and ours');
    const again = run('checking', 'planning', ...options);
    expect(again.stderr).not.toContain('segments, product\n');
    expect(again.stderr).toMatch(/\n\d+ parts of before, in both\n/);
    // Times and all: nothing was measured anew.
    expect(JSON.parse(read('both/results.json')).tables).toEqual(tables);
  });

  it('prints one object with --json', () => {
    const { status, stdout } = run('checking', '--quick', '--only', 'B5', '--json');
    expect(status).toBe(0);
    const { tables, version, machine } = JSON.parse(stdout);
    expect(tables.length).toBe(1);
    expect(tables[0].rows[5]).toMatchObject({ links: 6, 'B.joints': 6 });
    expect(tables[0].rows[5]['ours.joints']).toBeCloseTo(5.7, 1);
    expect(version).toMatch(/^\d/);
    expect(machine).toMatch(/threads$/);
  });

  it('says what is wrong with its arguments', () => {
    const fails = (...args: string[]) => {
      const { status, stdout, stderr } = run(...args);
      expect(status).toBe(2);
      expect(stdout).toBe('');
      return stderr;
    };
    expect(fails()).toContain(
      'what to reproduce: checking, planning, two-phase, on-line or volumes; found nothing',
    );
    expect(fails('walking')).toContain(
      'what to reproduce: checking, planning, two-phase, on-line or volumes; found "walking"',
    );
    expect(fails('checking', 'walking')).toContain('found "checking walking"');
    expect(fails('checking', '--resume')).toContain('--resume goes on with what is in a folder');
    expect(fails('checking', '--runs', '3')).toContain('--runs is for planners');
    expect(fails('checking', '--only', 'XII')).toContain('--only takes I, B1, fig9');
    expect(fails('checking', '--only', ',')).toContain('--only names no table');
    expect(fails('checking', '--fast')).toContain("Unknown option '--fast'");
    file('taken', 'a file');
    expect(fails('checking', '--out', 'taken')).toContain('taken: this is a file');
    expect(exists('index.html')).toBe(false);
    const { stdout, status } = run('checking', '--only', '7', '--json');
    expect(status).toBe(2);
    expect(JSON.parse(stdout).error.code).toBe('usage/arguments');
  });

  it('explains itself', () => {
    const { stdout } = run('--help');
    for (const { ids, title } of CHECKING) {
      expect(stdout).toContain(title);
      expect(stdout).toContain(ids[0]);
    }
  });
});

/**
 * `npm run repro -- volumes`: paper E's figures as printed, its experiments on planning with one run each, the page and
 * the command line. Times are looked at nowhere.
 */
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../experiments/lab/page.ts';
import type { Table } from '../../experiments/lab/table.ts';
import { textOf } from '../../experiments/lab/tableText.ts';
import { ENVIRONMENTS, Environments } from '../../experiments/papers/environments.ts';
import { VOLUMES_HEADING } from '../../experiments/papers/headings.ts';
import { PLANNING } from '../../experiments/papers/planning.ts';
import { Sampler } from '../../experiments/papers/sampler.ts';
import { TABLE_3, TABLE_4 } from '../../experiments/papers/volumes/publishedE.ts';
import { KINDS, SHEET_RULES } from '../../experiments/papers/volumes/rules.ts';
import { VOLUMES } from '../../experiments/papers/volumes/volumes.ts';
import { cliFolder, REPRO } from '../helpers/cli/runCli.ts';

const { start: run } = cliFolder(REPRO);

/** The cheapest cell only, which here stands for the robot as well. */
const [cage] = ENVIRONMENTS.filter(({ figure }) => figure === 'E9 corner');
const environments = new Environments([cage, { ...cage, figure: 'E10a' }]);
const sampler = () => new Sampler({ count: () => 1, environments });
const tableOf = (id: string) => VOLUMES.find(({ ids }) => ids.includes(id))!.run(sampler())[0];

/** Every number of a table that does not depend on the machine. */
function counts({ rows }: Table) {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !/\.(seconds|time)$/.test(key))),
  );
}

describe('the published figures', () => {
  it('are those of the paper', () => {
    expect(TABLE_3.E8).toEqual({
      plain: 28.94,
      exact: 35.9,
      bounded: 27.32,
      checks: 7023,
      nodes: 2022,
      path: 247,
    });
    expect(TABLE_4.E10a.bls).toMatchObject({ exact: 145.32, checks: 90817, path: 2345 });
    expect(TABLE_4.E10b.rrt).toMatchObject({ plain: 55.87, nodes: 2267, path: 110 });
  });

  it('have the ratios that its text states', () => {
    const part = ({ bounded, exact }: { bounded: number; exact: number }) => bounded / exact;
    expect(part(TABLE_3.E8)).toBeCloseTo(0.75, 1);
    expect(part(TABLE_3.E9)).toBeCloseTo(0.5, 1);
    expect(part(TABLE_4.E10a.rrt)).toBeCloseTo(0.8, 1);
    expect(part(TABLE_4.E10a.bls)).toBeCloseTo(0.8, 1);
    expect(part(TABLE_4.E10b.rrt)).toBeCloseTo(1 / 3, 1);
    expect(part(TABLE_4.E10b.bls)).toBeCloseTo(1 / 7, 1);
  });
});

describe('an experiment', () => {
  const moving = tableOf('3');

  it('plans in all ways, each with its published time beside it', () => {
    expect(moving.rows.map(({ figure, variant }) => [figure, variant])).toEqual([
      ['E9 corner', 'without ECC'],
      ['E9 corner', 'ECC'],
      ['E9 corner', 'ECC with CB'],
      ['E9 corner', 'certified edges (ours)'],
    ]);
    const [plain, exact, bounded, ours] = moving.rows;
    expect([plain, exact, bounded, ours].map((row) => row['E.seconds'])).toEqual([
      3.71,
      22.05,
      11.85,
      undefined,
    ]);
    expect(bounded).toMatchObject({ 'E.checks': 26383, 'E.nodes': 470, 'E.path': 30 });
    for (const row of moving.rows) {
      expect(row['ours.found']).toBe(1);
      expect(row['ours.nodes']).toBeGreaterThan(1);
      expect(row['ours.checks']).toBeGreaterThan(1);
      expect(row['ours.path']).toBeGreaterThan(2);
      expect(row['ours.seconds']).toBeGreaterThan(0);
    }
    // Only what is sampled can collide.
    expect(plain['ours.colliding']).not.toBeNull();
    for (const row of [exact, bounded, ours]) expect(row['ours.colliding']).toBeNull();
    // Bounds change what a proof costs, not what is proven.
    expect(bounded['ours.nodes']).toBe(exact['ours.nodes']);
    expect(bounded['ours.path']).toBe(exact['ours.path']);
    expect(moving.notes.join(' ')).toContain('Not in this package: figures E8, E8 angle, E9.');
  });

  it('gives the same counts again', () => {
    expect(counts(tableOf('3'))).toEqual(counts(moving));
  });

  it('has RRT and BLS for the robot', () => {
    const table = tableOf('4');
    expect(table.rows.map(({ figure, planner }) => `${figure} ${planner}`)).toEqual([
      ...Array(4).fill('E10a RRT'),
      ...Array(4).fill('E10a BLS'),
    ]);
    expect(table.rows[6]).toMatchObject({ 'E.seconds': 115.22, 'E.nodes': 4546 });
    for (const row of table.rows) expect(row['ours.found']).toBe(1);
    const facts = { version: '1', machine: 'm', node: 'v', quick: true, seconds: 1, open: [] };
    const page = pageOf([moving, table], { ...facts, heading: VOLUMES_HEADING });
    expect(page).toContain('<h1>Tight volumes: published figures, and ours</h1>');
    expect(page).toContain('paper E');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    expect(textOf(table)).toContain('ECC with CB');
  });

  it('plans with every kind of tree and rule: the same steps, proven with more or fewer volumes', () => {
    const { rows } = tableOf('outcome');
    const rules = SHEET_RULES.length;
    expect(rows).toHaveLength((2 * KINDS.length + 1) * rules);
    for (let i = 0; i < rows.length; i += rules) {
      const group = rows.slice(i, i + rules);
      expect(group.map(({ rule }) => rule)).toEqual(SHEET_RULES.map(({ name }) => name));
      for (const row of group) {
        expect(row['ours.found']).toBe(1);
        expect(row['ours.seconds']).toBeGreaterThan(0);
        expect(row['ours.bv']).toBeGreaterThan(0);
      }
      expect(group[0]['ours.fewer']).toBe(1);
      expect(new Set(group.map((row) => row['ours.bv'])).size).toBeGreaterThan(1);
    }
    expect(rows.slice(0, 4).map((row) => row['E.time'])).toEqual(['1', '0.9', '< 1/3', null]);
  });

  it('has a cost for each kind of volume, and times that the model comes near', () => {
    const { rows } = tableOf('model');
    expect(rows).toHaveLength(2 * KINDS.length * SHEET_RULES.length);
    for (const row of rows) {
      expect(row['ours.bv']).toBeGreaterThan(0);
      expect(row['ours.predicted']).toBeGreaterThan(0);
      expect(Number(row['ours.bvCost']) + Number(row['ours.triCost'])).toBeGreaterThan(0);
    }
  });

  it('says so when no environment is there', () => {
    const empty = new Sampler({ count: () => 1, environments: new Environments([]) });
    for (const id of ['3', '4']) {
      const [table] = VOLUMES.find(({ ids }) => ids.includes(id))!.run(empty);
      expect(table.rows).toEqual([]);
      expect(textOf(table)).toContain('no environment of this table is in this package');
    }
  });
});

describe('the command', () => {
  it('knows its tables, and those of planning apart from them', () => {
    const { status, stderr } = run('volumes', '--only', 'IV');
    expect(status).toBe(2);
    expect(stderr).toMatch(/--only takes .*3, E3, 4, E4.*; found "IV"/);
    const { stdout } = run('--help');
    for (const { ids, title } of [...PLANNING, ...VOLUMES]) {
      expect(stdout).toContain(title);
      expect(stdout).toContain(ids[0]);
    }
  });
});

/** One pair, one proven bound: the command line, its JSON, reports and the studio say the same of the same motion. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadCell, loadPath } from '../../src/node/index.ts';
import type { ReportPair } from '../../src/report/index.ts';
import { mmLower } from '../../src/words/index.ts';
import { profiled } from '../../studio/engine/checks.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
const { run, read } = cliFolder();

/** A cell, whether its path is free, and what is asked to be kept. */
const ASKED = [
  ['machine-tool', 'free', '0'],
  ['machine-tool', 'free', '0.0073'],
  ['machine-tool', 'colliding', '0'],
  ['door-panel', 'free', '0'],
  ['grazing-box', 'free', '0'],
  ['workshop', 'free', '0'],
] as const;

type Bounds = Map<string, number | null>;
const keyOf = ([a, b]: readonly string[]) => `${a} | ${b}`;

describe.each(ASKED)('in %s, of its %s path with a clearance of %s', (name, which, clearance) => {
  const cell = join(CELLS, name, 'cell.yaml');
  const path = join(CELLS, name, 'paths', `${which}.json`);
  const check = (...more: string[]) =>
    run('check', cell, path, '--clearance', clearance, ...more).stdout;

  it('the bounds are one', () => {
    const alone = JSON.parse(check('--clearances', '--report-json', 'report.json', '--json'));
    const along = JSON.parse(check('--profile', '--json')).profile;
    const report = JSON.parse(read('report.json'));

    const cli: Bounds = new Map(
      alone.clearances.map((c: { pair: string[]; lower: number }) => [keyOf(c.pair), c.lower]),
    );
    expect(cli.size).toBeGreaterThan(0);
    const others: Record<string, Bounds> = {
      profile: new Map(
        [...along.pairs, ...along.far].map((c: { pair: string[]; lower: number }) => [
          keyOf(c.pair),
          c.lower,
        ]),
      ),
      report: new Map(
        (report.pairs as ReportPair[])
          .filter(({ lower }) => lower !== null)
          .map(({ pair, lower }) => [keyOf(pair), lower]),
      ),
      studio: studioBounds(cell, path, Number(clearance), alone.verdict),
    };
    for (const [where, bounds] of Object.entries(others))
      expect({ where, bounds }).toEqual({ where, bounds: cli });
    expect(along.nearest).toEqual(alone.nearest);
    const least = Math.min(...alone.clearances.map(({ lower }: { lower: number }) => lower));
    expect(report.profile.lower).toBe(least);
    expect(along.lower).toBe(least);
  });

  it('people read the same number as programs', () => {
    const { clearances } = JSON.parse(check('--clearances', '--json'));
    const { lower, pair } = clearances[0];
    if (lower > 0) {
      expect(check('--clearances')).toContain(`${pair.join(' and ')}: at least ${mmLower(lower)}`);
    }
  });
});

function studioBounds(
  cell: string,
  path: string,
  clearance: number,
  verdict: 'free' | 'colliding',
): Bounds {
  const open = loadCell(cell).with({ clearance });
  const { motion } = loadPath(open, path);
  const { bodies } = open.cell;
  const settings = { clearance };
  const answer = profiled(open, { path: motion, settings, verdict } as never, () => {});
  return new Map(
    [...answer.pairs, ...answer.far].map(({ a, b, lower }) => [
      keyOf([bodies[a].name, bodies[b].name]),
      lower,
    ]),
  );
}

/**
 * A tool that grazes an obstacle while an arm turns all the way around (paper A, figure 14 and tables
 * VIII to X): the worst case of checkers that look at distances. What is counted is pairs of bounding
 * volumes and triangles. The gap is 1 % more than what the tables call the clearance.
 */
import type { CheckStats, Verdict } from 'surepath/check';
import { cpuMilliseconds } from '../../lab/clock.ts';
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { METHODS, prepare } from '../edges/methods.ts';
import { isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { grazingCell } from './cell.ts';
import { FIGURES, type Figure } from './shapes.ts';

/** One turn with one method. */
interface GrazingRow {
  readonly figure: Figure;
  readonly clearance: number;
  readonly delta: number;
  readonly method: string;
  readonly verdict: Verdict;
  readonly milliseconds: number;
  readonly stats: CheckStats;
}

export const suite: Suite<GrazingRow[]> = { run, format };

/** Pairs of volumes and of triangles in the paper for a clearance and threshold of 0.0001. */
const PAPER: Readonly<Record<Figure, { nodes: number; triangles: number } | undefined>> = {
  '14a': { nodes: 7_910_000, triangles: 0 },
  '14a, basin': undefined,
  '14b': { nodes: 578_220, triangles: 3_358 },
  '14c': { nodes: 202_870, triangles: 2_153 },
};
/** Clearances and thresholds of the tables. The last is the one that the others are compared at. */
const SETTINGS = [
  { clearance: 0.1, delta: 0.1 },
  { clearance: 0.01, delta: 0.01 },
  { clearance: 0.001, delta: 0.001 },
  { clearance: 0.1, delta: 0.0001 },
  { clearance: 0.01, delta: 0.0001 },
  { clearance: 0.001, delta: 0.0001 },
  { clearance: 0.0001, delta: 0.0001 },
];
/** Most pairs of volumes that the default may take, at the last of the settings. */
const TARGET = { figures: ['14a', '14a, basin'], most: 10_000 };
const COMPARED = ['ladder', 'adaptive threshold', 'adaptive greedy', 'adaptive, paper A'];
/** More than any of them should need. */
const LIMITS = { budget: 10_000_000, timeLimit_ms: 60_000 };

async function run(options: SpeedOptions): Promise<GrazingRow[]> {
  const names = COMPARED.filter((name) => isWanted(options, name));
  const rows: GrazingRow[] = [];
  for (const figure of FIGURES) {
    for (const { clearance, delta } of options.quick ? SETTINGS.slice(-1) : SETTINGS) {
      const cell = grazingCell(figure, 1.01 * clearance);
      const [from, to] = [Float64Array.of(0), Float64Array.of(2 * Math.PI)];
      const edges = [{ scene: 0, kind: 'turn', from, to, suspected: false }];
      const data = { name: figure, cells: [cell], scenes: [figure], edges };
      for (const method of names) {
        const check = prepare(data, METHODS[method], { delta, ...LIMITS });
        if (!check) continue;
        const start = cpuMilliseconds();
        const { verdict, stats } = check(0);
        const milliseconds = cpuMilliseconds() - start;
        rows.push({ figure, clearance, delta, method, verdict, milliseconds, stats });
      }
    }
  }
  return rows;
}

function format(rows: readonly GrazingRow[]): string {
  const lines = rows.map((row) => {
    const last = SETTINGS[SETTINGS.length - 1];
    const same = row.clearance === last.clearance && row.delta === last.delta;
    const theirs = same ? PAPER[row.figure] : undefined;
    const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = row.stats;
    const judged = same && row.method === 'ladder' && TARGET.figures.includes(row.figure);
    const met = nodePairs <= TARGET.most && row.verdict === 'free';
    return [
      row.figure,
      String(row.clearance),
      String(row.delta),
      row.method,
      row.verdict,
      grouped(nodePairs),
      grouped(trianglePairs),
      grouped(configurations),
      grouped(tests),
      grouped(gjkCalls),
      short(row.milliseconds),
      theirs ? `${grouped(theirs.nodes)}, ${grouped(theirs.triangles)}` : '',
      judged ? `<= ${grouped(TARGET.most)}: ${met ? 'met' : 'MISSED'}` : '',
    ];
  });
  const head = ['figure', 'clearance', 'delta', 'method', 'verdict', 'nodes', 'triangles'];
  const more = ['configs', 'tests', 'GJK', 'ms', 'paper A: nodes, triangles', 'target'];
  return [
    textTable([...head, ...more], lines, [1, 2, 5, 6, 7, 8, 9, 10, 11]),
    '',
    'One turn. Pairs of bounding volumes and of triangles tested; milliseconds of CPU the first time.',
  ].join('\n');
}

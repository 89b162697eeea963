/**
 * [A tables IV and V] SBL with the resolution that it takes for its paths to be free, and A-SBL, whose
 * paths are free anyway, with smaller and smaller delta.
 */
import { lazily } from '../lab/lazily.ts';
import type { Table, Value } from '../lab/table.ts';
import { aSbl, checkerFor, type Variant } from './aSbl.ts';
import { RUNS } from './counts.ts';
import {
  besidePaper,
  meanOf,
  PROBLEMS,
  problemOf,
  rounded,
  runsFor,
  SIX_ARMS,
  survivors,
  warmUp,
} from './problems.ts';
import { DELTAS, TABLE_IV, TABLE_V } from './publishedPlanningA.ts';
import type { Experiment, Sampler } from './sampler.ts';

const FIGURES = ['11a', '11b', '12a', '12b', '12c', '12d'];

export const reliableExperiment: Experiment = {
  ids: ['IV'],
  title: 'SBL: how fine it must sample for its paths to be free',
  run: (sampler) => [reliableTable(sampler)],
};

export const thresholdExperiment: Experiment = {
  ids: ['V'],
  title: 'A-SBL, whose paths are proven, with smaller and smaller delta',
  run: (sampler) => [thresholdTable(sampler)],
};

function reliableTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  sampler.each(FIGURES, 'table IV', (environment, cell) => {
    const { figure, title } = environment;
    const many = runsFor(figure, sampler, RUNS.reliable);
    const few = Math.ceil(many / 2);
    if (many === 0) return;
    const found = sampler.part(`IV ${figure}, K ${few} and ${many}`, () =>
      survivors(problemOf(environment, cell), few, many),
    );
    const published = TABLE_IV[figure];
    rows.push({
      figure,
      environment: title,
      'A.resolution50': published.resolution50,
      'A.seconds50': published.seconds50,
      'A.resolution100': published.resolution100,
      'A.seconds100': published.seconds100,
      'ours.few': few,
      'ours.resolutionFew': rounded(found.few?.resolution),
      'ours.secondsFew': found.few?.seconds ?? null,
      'ours.many': many,
      'ours.resolutionMany': rounded(found.many?.resolution),
      'ours.secondsMany': found.many?.seconds ?? null,
      'ours.series': found.series,
      'ours.runs': found.runs,
      'ours.missed': found.missed,
    });
    groups.push({
      name: figure,
      values: [
        published.resolution100 / published.resolution50,
        found.few && found.many ? found.many.resolution / found.few.resolution : null,
      ],
    });
  });
  return {
    id: 'IV',
    title: 'A table IV: SBL, the first resolution that survives K runs in a row',
    samples: 'runs until K in a row have no path that collides: see the columns "K"',
    notes: [
      'The resolution is cut by 1.2 after each path that the certified checker does not find free. Its value with which many runs in a row went well proves nothing about the next one: compare table V.',
      "Ours are radians: the largest step, as a length in joint space, beginning at 2. The paper's begin at a value that it does not state, in units that it does not state. The paper has K = 50 and 100. CPU seconds are means of a run, in the series that survived.",
      PROBLEMS,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'A.resolution50', title: 'K = 50', source: 'A', format: 'plain' },
      { key: 'A.seconds50', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.resolution100', title: 'K = 100', source: 'A', format: 'plain' },
      { key: 'A.seconds100', title: 's', source: 'A', format: 'seconds' },
      { key: 'ours.few', title: 'K', source: 'ours', format: 'plain' },
      { key: 'ours.resolutionFew', title: 'rad', source: 'ours', format: 'plain' },
      { key: 'ours.secondsFew', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.many', title: 'K', source: 'ours', format: 'plain' },
      { key: 'ours.resolutionMany', title: 'rad', source: 'ours', format: 'plain' },
      { key: 'ours.secondsMany', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.series', title: 'series', source: 'ours', format: 'count' },
      { key: 'ours.runs', title: 'runs', source: 'ours', format: 'count' },
      { key: 'ours.missed', title: 'no path', source: 'ours', format: 'count' },
    ],
    rows,
    plots: [
      besidePaper('A', 'ours', {
        title: 'What twice as many runs do to the resolution',
        caption: 'The resolution that survives twice as many runs, as a part of the other.',
        axis: 'part',
        log: false,
        groups,
      }),
    ],
  };
}

function thresholdTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  const counts: string[] = [];
  sampler.each(FIGURES, 'table V', (environment, cell) => {
    const { figure, title } = environment;
    const runs = runsFor(figure, sampler, RUNS.threshold);
    if (runs === 0) return;
    counts.push(`${figure}: ${runs}`);
    const problem = lazily(() => problemOf(environment, cell));
    const checkers = {
      adaptive: lazily(() => checkerFor(problem(), 'adaptive')),
      ladder: lazily(() => checkerFor(problem(), 'ladder')),
    };
    const mean = (variant: Variant, delta: number) =>
      sampler.part(`V ${figure}, ${runs} runs, ${variant}, delta ${delta}`, () => {
        const planner = aSbl(problem(), checkers[variant](), delta);
        warmUp(problem(), planner, runs);
        return meanOf(problem(), planner, runs);
      });
    const times: number[] = [];
    DELTAS.forEach((delta, i) => {
      const paper = mean('adaptive', delta);
      const ours = mean('ladder', delta);
      times.push(paper.seconds);
      rows.push({
        figure,
        environment: title,
        delta: String(delta),
        'A.seconds': TABLE_V[figure][i],
        'A.time': TABLE_V[figure][i] / TABLE_V[figure][0],
        'ours.seconds': paper.seconds,
        'ours.time': paper.seconds / times[0],
        'ours.runs': paper.runs,
        'ours.found': paper.found,
        'ours.ladder': ours.seconds,
        'ours.ladderFound': ours.found,
      });
    });
    const last = DELTAS.length - 1;
    groups.push({
      name: figure,
      values: [TABLE_V[figure][last] / TABLE_V[figure][0], times[last] / times[0]],
    });
  });
  return {
    id: 'V',
    title: 'A table V: A-SBL, mean CPU seconds of a run for smaller and smaller delta',
    samples: `runs for each delta, by figure: ${counts.join(', ') || 'none'} (paper: 100)`,
    notes: [
      "time is relative to delta 0.01 in the same source. Adaptive is A-SBL with the paper's checker (greedy distances on trees of RSS, reach over all joint values); ladder is our variant of it. Seeds are the same in each row. runs: where a line would take longer than 10 minutes of CPU, no more are begun. A segment counts as not free after 100,000 tests, which is our default.",
      'found: runs that ended with a path; every one of them is proven free. Our adaptive checker goes on where bodies come within delta, and looks for a contact or a proof with limited effort: a large delta does not make it stop at once as in the paper.',
      PROBLEMS,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'delta', title: 'delta', format: 'text' },
      { key: 'A.seconds', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.time', title: 'time', source: 'A', format: 'ratio' },
      { key: 'ours.seconds', title: 'adaptive s', source: 'ours', format: 'seconds' },
      { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.runs', title: 'runs', source: 'ours', format: 'plain' },
      { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
      { key: 'ours.ladder', title: 'ladder s', source: 'ours', format: 'seconds' },
      { key: 'ours.ladderFound', title: 'found', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: [
      besidePaper('A', 'ours, adaptive', {
        title: 'What delta = 0 costs: time as a multiple of that for 0.01',
        caption: 'Mean CPU time of A-SBL.',
        axis: 'times',
        log: true,
        groups,
      }),
    ],
  };
}

/** [B table 4] SBL with a resolution that ten runs in a row survive, against A-SBL, whose paths are proven. */
import { lazily } from '../lab/lazily.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
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
import { TABLE_B4 } from './publishedPlanningB.ts';
import type { Experiment, Sampler } from './sampler.ts';

const FIGURES = Object.keys(TABLE_B4);
/** [B 4.2] "We set the minimum workspace clearance to 0.01." */
const DELTA = 0.01;

export const plannersExperiment: Experiment = {
  ids: ['B4'],
  title: 'SBL against A-SBL',
  run: (sampler) => [plannersTable(sampler)],
};

function plannersTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  const counts: string[] = [];
  sampler.each(FIGURES, 'B table 4', (environment, cell) => {
    const { figure, title } = environment;
    const runs = runsFor(figure, sampler, RUNS.planners);
    if (runs === 0) return;
    counts.push(`${figure}: ${runs}`);
    const problem = lazily(() => problemOf(environment, cell));
    const name = `B4 ${figure}, ${runs} runs`;
    const sbl = sampler.part(`${name}, SBL`, () => survivors(problem(), runs, runs));
    const mean = (variant: Variant) =>
      sampler.part(`${name}, A-SBL, ${variant}`, () => {
        const planner = aSbl(problem(), checkerFor(problem(), variant), DELTA);
        warmUp(problem(), planner, runs);
        return meanOf(problem(), planner, runs);
      });
    const [paper, ours] = [mean('adaptive'), mean('ladder')];
    const published = TABLE_B4[figure];
    const seconds = sbl.many?.seconds;
    const part = (of: number) => (seconds === undefined ? null : of / seconds);
    rows.push({
      figure,
      environment: title,
      'B.epsilon': published.epsilon,
      'B.sbl': published.sbl,
      'B.aSbl': published.aSbl,
      'B.time': published.aSbl / published.sbl,
      'ours.resolution': rounded(sbl.many?.resolution),
      'ours.sbl.seconds': seconds ?? null,
      'ours.series': sbl.series,
      'ours.missed': sbl.missed,
      'ours.adaptive.seconds': paper.seconds,
      'ours.adaptive.time': part(paper.seconds),
      'ours.adaptive.found': paper.found,
      'ours.ladder.seconds': ours.seconds,
      'ours.ladder.time': part(ours.seconds),
      'ours.ladder.found': ours.found,
    });
    groups.push({ name: figure, values: [published.aSbl / published.sbl, part(paper.seconds)] });
  });
  return {
    id: 'B4',
    title: 'B table 4: SBL with a resolution that survives ten runs in a row, and A-SBL',
    samples: `runs by figure: ${counts.join(', ') || 'none'} (paper: ${RUNS.planners.one.paper})`,
    notes: [
      `time is that of A-SBL as a part of SBL's in the same source. A-SBL has delta ${DELTA}, as in the paper, first with the paper's checker (greedy distances on trees of RSS, reach over all joint values), then with the ladder. CPU seconds are means of a run; a run that found nothing counts with what it took.`,
      'The resolution begins at 2 rad and is cut by 1.2 after each path that the certified checker does not find free, as for table IV of paper A; B does not say how its epsilon was found, nor in which units it is. series: with how many resolutions it was tried. no path: runs of SBL that ended without one.',
      PROBLEMS,
      SIX_ARMS,
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'B.epsilon', title: 'epsilon', source: 'B', format: 'plain' },
      { key: 'B.sbl', title: 'SBL s', source: 'B', format: 'seconds' },
      { key: 'B.aSbl', title: 'A-SBL s', source: 'B', format: 'seconds' },
      { key: 'B.time', title: 'time', source: 'B', format: 'ratio' },
      { key: 'ours.resolution', title: 'rad', source: 'ours', format: 'plain' },
      { key: 'ours.sbl.seconds', title: 'SBL s', source: 'ours', format: 'seconds' },
      { key: 'ours.series', title: 'series', source: 'ours', format: 'count' },
      { key: 'ours.missed', title: 'no path', source: 'ours', format: 'count' },
      { key: 'ours.adaptive.seconds', title: 'A-SBL s', source: 'ours', format: 'seconds' },
      { key: 'ours.adaptive.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.adaptive.found', title: 'found', source: 'ours', format: 'percent' },
      { key: 'ours.ladder.seconds', title: 'ladder s', source: 'ours', format: 'seconds' },
      { key: 'ours.ladder.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.ladder.found', title: 'found', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: [
      besidePaper('B', 'ours, adaptive', {
        title: "Time of A-SBL, as a part of SBL's",
        caption:
          'Mean CPU time. Below 1, a path that is proven costs less than one that is sampled.',
        axis: 'part of SBL',
        log: true,
        groups,
      }),
    ],
  };
}

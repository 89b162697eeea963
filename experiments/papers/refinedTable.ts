/** [A table XI] REFINED-ADAPTIVE-BISECTION against ADAPTIVE-BISECTION on random free segments. */
import { countedRange } from '../lab/numbers.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import { COUNTS } from './counts.ts';
import { asInPaper, type Measured, type MeasuredCost, ourMethod } from './methods.ts';
import { type Cost, TABLE_XI } from './published.ts';
import type { Experiment, Sampler } from './sampler.ts';

const FIGURES = Object.keys(TABLE_XI);
const DELTA = 0.001;

export const refinedExperiment: Experiment = {
  ids: ['XI'],
  title: 'adaptive against refined bisection',
  run,
};

function run(sampler: Sampler): Table[] {
  const wanted = sampler.take(COUNTS.refined);
  const taken: number[] = [];
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  sampler.each(FIGURES, 'table XI', (environment, cell) => {
    const { figure, title } = environment;
    const free = () => sampler.segments(environment, 0, wanted).free;
    const part = (name: string, measured: () => Measured) =>
      sampler.part(`XI ${figure}, ${wanted} segments, ${name}`, () => measured()(free()));
    const drawn = sampler.part(`XI ${figure}, ${wanted} segments`, () => free().length);
    taken.push(drawn);
    if (drawn === 0) return;
    const published = TABLE_XI[figure];
    const adaptive = part('adaptive', () => asInPaper(cell, 'adaptive', DELTA));
    const refined = part('refined', () => asInPaper(cell, 'refined', DELTA));
    const row = (
      setting: string,
      a: MeasuredCost,
      r: MeasuredCost,
      paper?: { adaptive: Cost; refined: Cost },
    ) => ({
      figure,
      environment: title,
      setting,
      'A.adaptive': paper?.adaptive.bv ?? null,
      'A.refined': paper?.refined.bv ?? null,
      'A.fewer': paper ? paper.adaptive.bv / paper.refined.bv : null,
      'A.time': paper ? paper.refined.ms / paper.adaptive.ms : null,
      'ours.adaptive': a.bv,
      'ours.refined': r.bv,
      'ours.fewer': r.bv > 0 ? a.bv / r.bv : null,
      'ours.time': r.ms / a.ms,
      'ours.adaptive.ms': a.ms,
      'ours.refined.ms': r.ms,
    });
    rows.push(row('as in the paper', adaptive, refined, published));
    const hulls = [
      part('adaptive, hulls', () => ourMethod(cell, 'adaptive', DELTA)),
      part('refined, hulls', () => ourMethod(cell, 'refined', DELTA)),
    ];
    rows.push(row('hulls first (ours)', hulls[0], hulls[1]));
    groups.push({
      name: figure,
      values: [
        published.adaptive.bv / published.refined.bv,
        refined.bv > 0 ? adaptive.bv / refined.bv : null,
      ],
    });
  });
  return [
    {
      id: 'XI',
      title: 'A table XI: pairs of volumes in the queue instead of pairs of bodies',
      samples: `${countedRange(taken, 'free segment')} in each environment`,
      notes: [
        'fewer: volumes tested by adaptive over those by refined. time: refined over adaptive; the paper heads its times ms, but they must be seconds, and only their ratio is used.',
        `The paper says "randomly generated segments"; these are random free ones, delta ${DELTA}, as they have all of the work. By default ours compares convex hulls before trees.`,
        ...sampler.absent(FIGURES),
      ],
      columns: [
        { key: 'figure', title: 'fig.', format: 'text' },
        { key: 'environment', title: 'environment', format: 'text' },
        { key: 'setting', title: 'setting', format: 'text' },
        { key: 'A.adaptive', title: 'BV adaptive', source: 'A', format: 'count' },
        { key: 'A.refined', title: 'BV refined', source: 'A', format: 'count' },
        { key: 'A.fewer', title: 'fewer', source: 'A', format: 'ratio' },
        { key: 'A.time', title: 'time', source: 'A', format: 'ratio' },
        { key: 'ours.adaptive', title: 'BV adaptive', source: 'ours', format: 'count' },
        { key: 'ours.refined', title: 'BV refined', source: 'ours', format: 'count' },
        { key: 'ours.fewer', title: 'fewer', source: 'ours', format: 'ratio' },
        { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
        { key: 'ours.adaptive.ms', title: 'ms', source: 'ours', format: 'milliseconds' },
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'How many times fewer volumes the refined checker tests',
          caption: 'Both checkers as in the paper, on trees of RSS, without hulls.',
          axis: 'adaptive / refined',
          log: false,
          series: [
            { name: 'paper A', source: 'A' },
            { name: 'ours', source: 'ours' },
          ],
          groups,
        },
      ],
    },
  ];
}

/**
 * [B 4.1] "Each wire of the cage is modeled as an individual obstacle. Thus, the transform for each robot link is recomputed
 * when tested against a part of the cage. ... Another way to solve the problem would be to construct a BV hierarchy for the
 * entire cage." The same cages as one body, as in our cells, and bar by bar.
 */
import type { Cell } from 'surepath/cell';
import { lazily } from '../lab/lazily.ts';
import { countedRange } from '../lab/numbers.ts';
import type { BarPlot, Table, Value } from '../lab/table.ts';
import { COUNTS } from './counts.ts';
import { asOneBody, partByPart } from './divided.ts';
import { asInPaper, type MeasuredCost } from './methods.ts';
import type { Experiment, Sampler } from './sampler.ts';

const FIGURES = ['11a', '11b', '11c'];
const DELTA = 0.001;
const SEGMENTS = ['free', 'colliding'] as const;

export const hierarchyExperiment: Experiment = {
  ids: ['hierarchy'],
  title: 'one hierarchy for the whole cage against one for each bar',
  run: (sampler) => [hierarchyTable(sampler)],
};

/** How many bodies the obstacles are, and what a check costs. */
interface Measured extends Record<(typeof SEGMENTS)[number], MeasuredCost> {
  readonly bodies: number;
  readonly pairs: number;
}

function hierarchyTable(sampler: Sampler): Table {
  const wanted = sampler.take(COUNTS.hierarchy);
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  const taken: number[] = [];
  sampler.each(FIGURES, 'one hierarchy', (environment, cell) => {
    const { figure, title } = environment;
    const description = sampler.environments.description(environment);
    const segments = lazily(() => sampler.segments(environment, wanted, wanted));
    const variants: [string, () => Cell][] = [
      ['one for each bar', () => partByPart(description)],
      ['as in the cell', () => cell],
      ['one for all', () => asOneBody(description)],
    ];
    const name = `hierarchy ${figure}, ${wanted} segments`;
    const counts = sampler.part(name, () => SEGMENTS.map((kind) => segments()[kind].length));
    taken.push(...counts);
    if (counts.includes(0)) return;
    const measured = variants.map(([variant, make]) =>
      sampler.part(`${name}, ${variant}`, (): Measured => {
        const divided = make();
        const isObstacle = (body: number) => divided.bodies[body].kind === 'obstacle';
        return {
          bodies: divided.bodies.filter((body) => body.kind === 'obstacle').length,
          pairs: divided.tested.filter(({ a, b }) => isObstacle(a) || isObstacle(b)).length,
          free: asInPaper(divided, 'adaptive', DELTA)(segments().free),
          colliding: asInPaper(divided, 'adaptive', 0)(segments().colliding),
        };
      }),
    );
    for (const kind of SEGMENTS) {
      variants.forEach(([variant], i) => {
        const { bodies, pairs, [kind]: cost } = measured[i];
        const { [kind]: apart } = measured[0];
        rows.push({
          figure,
          environment: title,
          segments: kind,
          hierarchies: variant,
          'ours.bodies': bodies,
          'ours.pairs': pairs,
          'ours.tests': cost.tests,
          'ours.bv': cost.bv,
          'ours.tri': cost.tri,
          'ours.configurations': cost.configurations,
          'ours.ms': cost.ms,
          'ours.time': cost.ms / apart.ms,
          'ours.decided': (cost.verdicts[kind] ?? 0) / counts[SEGMENTS.indexOf(kind)],
        });
      });
      groups.push({
        name: `${figure} ${kind}`,
        values: measured.slice(1).map(({ [kind]: { ms } }) => ms / measured[0][kind].ms),
      });
    }
  });
  return {
    id: 'hierarchy',
    title: 'B section 4.1: a hierarchy for each bar of a cage, and one for all of them',
    samples: `${countedRange(taken, 'segment')} of each kind in each environment`,
    notes: [
      `Adaptive bisection as in paper A (greedy distances on trees of RSS), delta ${DELTA} for free segments and 0 for colliding ones. time is relative to one hierarchy for each bar. Pairs, of bodies: those with obstacles; the robot's own come on top in tests and volumes.`,
      'B computed transforms for every test; it expects one hierarchy to save that. Our checker shares them among pairs, so that configurations are what transforms are computed for, and tests what B would have computed them for.',
      ...sampler.absent(FIGURES),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'segments', title: 'segments', format: 'text' },
      { key: 'hierarchies', title: 'hierarchies', format: 'text' },
      { key: 'ours.bodies', title: 'bodies', source: 'ours', format: 'plain' },
      { key: 'ours.pairs', title: 'pairs', source: 'ours', format: 'plain' },
      { key: 'ours.tests', title: 'tests', source: 'ours', format: 'count' },
      { key: 'ours.configurations', title: 'configurations', source: 'ours', format: 'count' },
      { key: 'ours.bv', title: 'BV', source: 'ours', format: 'count' },
      { key: 'ours.tri', title: 'tri', source: 'ours', format: 'count' },
      { key: 'ours.ms', title: 'ms', source: 'ours', format: 'milliseconds' },
      { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      { key: 'ours.decided', title: 'decided', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: [
      {
        kind: 'bars',
        title: 'Time for a segment, as a part of that with a hierarchy for each bar',
        caption: 'Below 1, fewer hierarchies are faster.',
        axis: 'part',
        log: false,
        series: [
          { name: 'as in the cell', source: 'ours' },
          { name: 'one for all', source: 'ours' },
        ],
        groups,
      },
    ],
  };
}

/** [C figure 4] Pairs that the narrow phase has to look at while coins fall onto a table, with and without a broad phase. */
import { moments } from '../../lab/statistics.ts';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { OURS } from './finders.ts';
import { FIGURE_4 } from './publishedC.ts';
import { SCENES, STEP } from './scenes.ts';
import { possiblePairs } from './streams.ts';

export const culledExperiment: Experiment = {
  ids: ['fig4'],
  title: 'pairs with and without culling',
  run,
};

/** Rows of the table. */
const SNAPSHOTS = 8;
/** Of the plot. */
const POINTS = 20;

function run(sampler: Sampler): Table[] {
  const part = sampler.count(100, 10) / 100;
  const rows: Record<string, Value>[] = [];
  const plots: Table['plots'][number][] = [];
  for (const { name, record } of SCENES) {
    sampler.say(`figure 4: ${name}`);
    const stream = record(STEP, part);
    const all = possiblePairs(stream);
    const finder = OURS.coherent(stream);
    const close = Array.from({ length: stream.steps }, (_, step) =>
      finder.step(stream.boxes, 6 * stream.count * step),
    );
    for (let i = 0; i < SNAPSHOTS; i++) {
      const step = Math.round((i * (stream.steps - 1)) / (SNAPSHOTS - 1));
      rows.push({
        scene: name,
        'ours.time': (step * STEP).toFixed(2),
        'ours.all': all,
        'ours.close': close[step],
        'ours.share': close[step] / all,
      });
    }
    if (name !== 'coins') continue;
    const every = Math.ceil(stream.steps / POINTS);
    const x = Array.from({ length: Math.ceil(stream.steps / every) }, (_, i) => i * every);
    const watched = x.map((first) => moments(close.slice(first, first + every)));
    plots.push({
      kind: 'lines',
      title: `Pairs that are watched while ${FIGURE_4.coins} coins fall`,
      caption: `With the table, as in the figure; means over ${every} steps. A step is an interval that boxes are swept over.`,
      axis: 'pairs',
      across: `steps of 1/${Math.round(1 / STEP)} s`,
      series: [
        { name: 'without culling', x, mean: x.map(() => all), deviation: x.map(() => 0) },
        {
          name: 'with culling',
          x,
          mean: watched.map(({ mean }) => mean),
          deviation: watched.map(({ deviation }) => deviation),
        },
      ],
    });
  }
  return [
    {
      id: 'fig4',
      title: 'C figure 4: pairs with and without culling',
      samples: `${SNAPSHOTS} times of each simulation`,
      notes: [
        'The paper has two pictures of eight coins, with lines between pairs, and no numbers. all: pairs without culling, fixed bodies among themselves left out. In the studio the same lines can be seen.',
      ],
      columns: [
        { key: 'scene', title: 'scene', format: 'text' },
        { key: 'ours.time', title: 'time, s', source: 'ours', format: 'text' },
        { key: 'ours.all', title: 'all', source: 'ours', format: 'count' },
        { key: 'ours.close', title: 'close', source: 'ours', format: 'count' },
        { key: 'ours.share', title: 'share', source: 'ours', format: 'percent' },
      ],
      rows,
      plots,
    },
  ];
}

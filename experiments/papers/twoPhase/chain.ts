/**
 * [C 2.1] What alpha and beta do: balls of all sizes are tossed into a tray, and both hashes are given other numbers.
 * Larger beta: more cells a body. Smaller alpha: fewer resolutions, and more pairs that share a cell without reason.
 */
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { byRadii, hashesWith } from './finders.ts';
import { playAll } from './streams.ts';
import { tossed } from './tossed.ts';

export const chainExperiment: Experiment = {
  ids: ['alpha'],
  title: 'the choice of alpha and beta',
  run,
};

const CHOICES = [
  [0.1, 1],
  [0.25, 1],
  [0.5, 1],
  [0.75, 1],
  [0.9, 1],
  [0.5, 2],
  [0.9, 2],
  [0.5, 4],
] as const;
/** Sizes of balls: alike, and over two orders of magnitude. */
const SIZES = { alike: [0.01, 0.011], 'all sizes': [0.001, 0.1] } as const;

function run(sampler: Sampler): Table[] {
  const count = sampler.count(400, 60);
  const steps = sampler.count(240, 24);
  const rounds = sampler.count(3, 1);
  const rows: Record<string, Value>[] = [];
  for (const [sizes, radii] of Object.entries(SIZES)) {
    const stream = tossed({ count, seed: 3, radii, half: 0.6, height: 1, steps, step: 1 / 240 });
    for (const [alpha, beta] of CHOICES) {
      sampler.say(`alpha: ${sizes}, ${alpha}, ${beta}`);
      const { plain, coherent } = playAll(stream, hashesWith({ alpha, beta }), rounds);
      const perStep = (n: number) => n / steps;
      rows.push({
        sizes,
        'ours.alpha': alpha,
        'ours.beta': beta,
        'ours.resolutions': byRadii(stream, { alpha, beta }).resolutions?.length ?? 0,
        'ours.close': perStep(plain.pairs),
        'ours.tests': perStep(plain.stats.tests),
        'ours.plain.cells': perStep(plain.stats.cells),
        'ours.coherent.cells': perStep(coherent.stats.cells),
        'ours.plain.us': perStep(plain.microseconds),
        'ours.coherent.us': perStep(coherent.microseconds),
      });
    }
  }
  return [
    {
      id: 'alpha',
      title: 'C 2.1: what alpha and beta do',
      samples: `${count} balls, ${steps} steps of 1/240 s`,
      notes: [
        'tests: pairs of boxes that the plain hash compared in a step, of which those that are close overlap. The paper has the limits (lemma 1, theorems 1 and 3) and no numbers.',
      ],
      columns: [
        { key: 'sizes', title: 'sizes', format: 'text' },
        { key: 'ours.alpha', title: 'alpha', source: 'ours', format: 'plain' },
        { key: 'ours.beta', title: 'beta', source: 'ours', format: 'plain' },
        { key: 'ours.resolutions', title: 'resolutions', source: 'ours', format: 'plain' },
        { key: 'ours.close', title: 'close', source: 'ours', format: 'count' },
        { key: 'ours.tests', title: 'tests', source: 'ours', format: 'count' },
        { key: 'ours.plain.cells', title: 'cells plain', source: 'ours', format: 'count' },
        { key: 'ours.coherent.cells', title: 'coherent', source: 'ours', format: 'count' },
        { key: 'ours.plain.us', title: 'us plain', source: 'ours', format: 'count' },
        { key: 'ours.coherent.us', title: 'coherent', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [],
    },
  ];
}

/**
 * [C figure 6] The bad case of sweep and prune: small parts that lie on a plate which shakes a little. Their boxes begin
 * and end at nearly the same height, so that the smallest motions exchange neighbours there, though no two boxes come
 * near each other. Beside it the same parts at heights of their own, which shake just as much.
 */
import { SweepAndPrune } from 'surepath/broadphase';
import { Random } from 'surepath/math';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { OURS } from './finders.ts';
import { type BoxStream, ours, playAll } from './streams.ts';

export const clusteringExperiment: Experiment = {
  ids: ['fig6'],
  title: 'clustering: sweep and prune against the hash',
  run,
};

const SIZES = [50, 100, 200, 400, 800];
const STEPS = 20;
/** Metres: half the side of a part, from one to the next, and how far they shake. */
const HALF = 0.005;
const APART = 0.02;
const SHAKE = 0.0005;

type Layout = 'on a plate' | 'at heights of their own';
const LAYOUTS: readonly Layout[] = ['on a plate', 'at heights of their own'];

export function shakenParts(count: number, layout: Layout, seed: number): BoxStream {
  const random = new Random(seed);
  const side = Math.ceil(Math.sqrt(count));
  const boxes = new Float64Array(6 * count * STEPS);
  for (let step = 0; step < STEPS; step++) {
    for (let i = 0; i < count; i++) {
      const height = layout === 'on a plate' ? 0 : APART * i;
      // Each at a place of its own along every axis that is not the vertical: what is clustered is the height alone.
      const place = [
        APART * (i % side) + (APART / side) * Math.floor(i / side),
        APART * Math.floor(i / side) + (APART / side) * (i % side),
        height,
      ];
      for (let k = 0; k < 3; k++) {
        const at = place[k] + (k === 2 ? random.between(0, SHAKE) : 0);
        boxes[6 * (count * step + i) + k] = at - HALF;
        boxes[6 * (count * step + i) + 3 + k] = at + HALF;
      }
    }
  }
  const radii = Array.from({ length: count }, () => HALF * Math.sqrt(3));
  return { name: layout, count, fixed: radii.map(() => false), radii, steps: STEPS, boxes };
}

function run(sampler: Sampler): Table[] {
  const sizes = SIZES.slice(0, sampler.count(SIZES.length, 3));
  const rounds = sampler.count(5, 1);
  const rows: Record<string, Value>[] = [];
  for (const layout of LAYOUTS) {
    for (const count of sizes) {
      sampler.say(`figure 6: ${count} parts ${layout}`);
      const stream = shakenParts(count, layout, count);
      const { sorted: mended, coherent } = OURS;
      // As the paper has it: insertion however long it takes.
      const sorted = ours(() => new SweepAndPrune({ patience: Number.POSITIVE_INFINITY }));
      // The first step sorts everything, and is no matter of coherence.
      const first = playAll({ ...stream, steps: 1 }, { sorted, coherent }, 1);
      const all = playAll(stream, { sorted, mended, coherent }, rounds);
      const steps = STEPS - 1;
      const swaps = (all.sorted.stats.swaps - first.sorted.stats.swaps) / steps;
      const cells = (all.coherent.stats.cells - first.coherent.stats.cells) / steps;
      rows.push({
        layout,
        'ours.count': count,
        'ours.close': all.coherent.pairs / STEPS,
        'ours.swaps': swaps,
        'ours.swapsEach': swaps / count,
        'ours.cells': cells,
        'ours.cellsEach': cells / count,
        'ours.sorted.us': all.sorted.microseconds / STEPS,
        'ours.mended.us': all.mended.microseconds / STEPS,
        'ours.coherent.us': all.coherent.microseconds / STEPS,
      });
    }
  }
  return [
    {
      id: 'fig6',
      title: 'C figure 6: a bad case for sorted coordinates',
      samples: `${STEPS} steps, parts of ${2000 * HALF} mm that shake by ${1000 * SHAKE} mm`,
      notes: [
        'The paper: O(n^2) exchanges of neighbours in a step though little moves, and that hashes do not suffer from it. swaps: exchanges in a step, after the first; each: for one part. cells: looked up by the coherent hash.',
        'No two boxes overlap. Ours counts pairs of ends that are exchanged, along all three axes. mended: our default, which sorts anew where insertion takes too long.',
      ],
      columns: [
        { key: 'layout', title: 'parts', format: 'text' },
        { key: 'ours.count', title: 'how many', source: 'ours', format: 'count' },
        { key: 'ours.close', title: 'close', source: 'ours', format: 'count' },
        { key: 'ours.swaps', title: 'swaps', source: 'ours', format: 'count' },
        { key: 'ours.swapsEach', title: 'each', source: 'ours', format: 'count' },
        { key: 'ours.cells', title: 'cells', source: 'ours', format: 'count' },
        { key: 'ours.cellsEach', title: 'each', source: 'ours', format: 'count' },
        { key: 'ours.sorted.us', title: 'sorted us', source: 'ours', format: 'count' },
        { key: 'ours.mended.us', title: 'mended us', source: 'ours', format: 'count' },
        { key: 'ours.coherent.us', title: 'hash us', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [],
    },
  ];
}

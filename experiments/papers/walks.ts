/**
 * [A table VII] Linkages that stand in rings or in a lattice, and walk at random until they lie below;
 * then what they did is smoothed.
 */
import type { Cell } from 'surepath/cell';
import { Random } from 'surepath/math';
import {
  BelowHeight,
  PlanningSpace,
  randomWalk,
  retract,
  smoothPath,
  type WalkProgress,
} from 'surepath/plan';
import { cpuMilliseconds } from '../lab/clock.ts';
import type { Table, Value } from '../lab/table.ts';
import { TABLE_VII } from './publishedPlanningA.ts';
import type { Experiment, Sampler } from './sampler.ts';

interface Walk {
  readonly figure: string;
  readonly name: string;
  /** Metres: below that is below the rings, or the lattice. */
  readonly height: number;
  /** Steps at random as in the paper, or as in src/plan/walks/retract.ts. */
  readonly steps: 'random' | 'drawn';
  /** A walk for each; for a first look, only the first. */
  readonly seeds: readonly number[];
  /** Segments to test at most, and iterations of smoothing; the second for a first look. */
  readonly segments: readonly [number, number];
  readonly iterations: readonly [number, number];
}

const RINGS = { figure: '1a', name: 'two linkages, rings', height: 3.15 };
const LATTICE = { figure: '11c', name: 'one linkage, lattice', height: 7.73 };
const NINE = { figure: '11c x 9', name: 'nine linkages, lattice', height: 7.73 };

const WALKS: readonly Walk[] = [
  { ...RINGS, steps: 'random', seeds: [1, 2], segments: [60_000, 0], iterations: [1000, 0] },
  {
    ...RINGS,
    steps: 'drawn',
    seeds: [1, 2, 3],
    segments: [60_000, 30_000],
    iterations: [1000, 100],
  },
  { ...LATTICE, steps: 'random', seeds: [1], segments: [60_000, 0], iterations: [500, 0] },
  {
    ...LATTICE,
    steps: 'drawn',
    seeds: [1, 2, 3],
    segments: [60_000, 30_000],
    iterations: [500, 500],
  },
  { ...NINE, steps: 'drawn', seeds: [1], segments: [100_000, 0], iterations: [1000, 0] },
];

export const walksExperiment: Experiment = {
  ids: ['VII'],
  title: 'random walks of linkages out of rings and a lattice, smoothed',
  run: (sampler) => [walksTable(sampler)],
};

function walksTable(sampler: Sampler): Table {
  const rows: Record<string, Value>[] = [];
  const figures = [...new Set(WALKS.map(({ figure }) => figure))];
  for (const walk of WALKS) {
    const maxSegments = sampler.count(...walk.segments);
    const [environment] = sampler.environments.of([walk.figure]);
    if (!environment || maxSegments === 0) continue;
    const what = `table VII: figure ${walk.figure}, ${walk.name}${walk.steps === 'drawn' ? ', drawn' : ''}`;
    const cell = sampler.environments.cell(environment);
    for (const seed of walk.seeds.slice(0, sampler.count(walk.seeds.length, 1))) {
      sampler.say(`${what}, seed ${seed}`);
      rows.push(rowOf(sampler, walk, seed, cell, maxSegments, what));
    }
  }
  return {
    id: 'VII',
    title: 'A table VII: random walks of linkages, and smoothing by midpoints',
    samples: 'one walk for each line; the paper has "a typical run" of each',
    notes: [
      'segments: tested in the walk, all of them; taken: how many the path has. out: linkages that lie below the rings or the lattice when the walk ends; where not all do, the limit of segments ended it. left: length of the smoothed path as a part of the walk. Every step and every shortcut is proven free.',
      'Steps move one joint, which the paper does not say. "random": by up to 2 rad, and nothing by more than a fifth of the longest arm; one linkage after the other walks, until it is out. "drawn" is not in the paper: of the steps that are drawn, those that raise an energy are left aside more or less often, as in Metropolis sampling, and are not counted. The energy has the heights of all links, those near the tip weighing most, and how far links are beside their base. Joints have steps as long as they mostly are free. The outermost linkage is first. One that is not out after 5,000 segments begins anew ("anew"), and what it did before is not part of the path.',
      'The energy and its numbers were settled on our lattice for one linkage with seeds 1 to 6, after some thirty others; the lattice of the paper is not known.',
      'The lattice for nine linkages has holes of 1.2 m, that for one of 0.8 m. The width was chosen after seeing that few linkages get out of nine narrower holes: of three walks, two with other energies, none had more than three out when they were stopped after 43,000 to 101,000 segments. The plain walk is stopped after 60,000 segments. Segments of the last line are therefore no evidence that both lattices are alike.',
      'No walk of nine linkages and none without energy with --quick. Our smoothing of nine linkages has fewer iterations, for time.',
      ...sampler.absent(figures),
    ],
    columns: [
      { key: 'figure', title: 'fig.', format: 'text' },
      { key: 'environment', title: 'environment', format: 'text' },
      { key: 'walk', title: 'steps', format: 'text' },
      { key: 'seed', title: 'seed', format: 'text' },
      { key: 'A.segments', title: 'segments', source: 'A', format: 'count' },
      { key: 'A.seconds', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.iterations', title: 'N', source: 'A', format: 'count' },
      { key: 'A.smoothing', title: 's', source: 'A', format: 'seconds' },
      { key: 'A.ratio', title: 'left', source: 'A', format: 'ratio' },
      { key: 'ours.segments', title: 'segments', source: 'ours', format: 'count' },
      { key: 'ours.taken', title: 'taken', source: 'ours', format: 'count' },
      { key: 'ours.restarts', title: 'anew', source: 'ours', format: 'count' },
      { key: 'ours.out', title: 'out', source: 'ours', format: 'text' },
      { key: 'ours.seconds', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.iterations', title: 'N', source: 'ours', format: 'count' },
      { key: 'ours.smoothing', title: 's', source: 'ours', format: 'seconds' },
      { key: 'ours.ratio', title: 'left', source: 'ours', format: 'ratio' },
      { key: 'ours.waypoints', title: 'waypoints', source: 'ours', format: 'count' },
    ],
    rows,
    plots: [],
  };
}

function rowOf(
  sampler: Sampler,
  walk: Walk,
  seed: number,
  cell: Cell,
  maxSegments: number,
  what: string,
): Record<string, Value> {
  const published = TABLE_VII[walk.figure];
  const space = new PlanningSpace(cell);
  const below = new BelowHeight(cell, walk.height);
  let told = 0;
  const begin = cpuMilliseconds();
  const request = {
    from: new Float64Array(space.size),
    random: new Random(seed),
    maxSegments,
    timeLimit_ms: Number.POSITIVE_INFINITY,
    onProgress: ({ tested }: WalkProgress) => {
      if (tested < told) return;
      told = tested + 1000;
      sampler.say(`${what}: ${tested} segments`);
    },
  };
  const drawn = walk.steps === 'drawn' ? retract(space, below, request) : null;
  const walked =
    drawn ??
    randomWalk(space, {
      ...request,
      done: (q) => below.all(q),
      movable: (q) => below.firstAbove(q),
    });
  const middle = cpuMilliseconds();
  const iterations = sampler.count(...walk.iterations);
  sampler.say(`${what}: smoothing`);
  const smoothed = smoothPath(space, walked.waypoints, {
    random: new Random(seed),
    variant: 'midpoints',
    iterations,
    patience: Number.POSITIVE_INFINITY,
  });
  const end = cpuMilliseconds();
  const last = walked.waypoints[walked.waypoints.length - 1];
  return {
    figure: walk.figure,
    environment: walk.name,
    walk: walk.steps,
    seed: String(seed),
    'A.segments': published.segments,
    'A.seconds': published.seconds,
    'A.iterations': published.iterations,
    'A.smoothing': published.smoothing,
    'A.ratio': published.ratio,
    'ours.segments': walked.tested,
    'ours.taken': walked.taken,
    'ours.restarts': drawn?.restarts ?? null,
    'ours.out': `${below.count(last)} of ${below.robotCount}`,
    'ours.seconds': (middle - begin) / 1000,
    'ours.iterations': iterations,
    'ours.smoothing': (end - middle) / 1000,
    'ours.ratio': smoothed.before > 0 ? smoothed.length / smoothed.before : null,
    'ours.waypoints': smoothed.waypoints.length,
  };
}

/**
 * [A table VII, B table 5] Linkages that stand in rings or in a lattice, and walk at random until they lie below;
 * then what they did is smoothed, by midpoints as in A and in a window as in B.
 */
import { median } from '../lab/statistics.ts';
import type { Column, Table, Value } from '../lab/table.ts';
import { TABLE_VII, type WalkFigures } from './publishedPlanningA.ts';
import { TABLE_B5 } from './publishedPlanningB.ts';
import type { Experiment, Sampler } from './sampler.ts';
import {
  type PaperVariant,
  smoothed,
  typical,
  WALK_LINES,
  type WalkLine,
  walksOf,
} from './walkRuns.ts';

interface WalkTable {
  readonly id: string;
  readonly title: string;
  readonly source: 'A' | 'B';
  readonly published: Readonly<Record<string, WalkFigures>>;
  readonly variant: PaperVariant;
  readonly note: string;
}

/** Iterations for a first look. */
const QUICK = 50;

const TABLE_A: WalkTable = {
  id: 'VII',
  title: 'A table VII: random walks of linkages, and smoothing by midpoints',
  source: 'A',
  published: TABLE_VII,
  variant: 'midpoints',
  note: 'N: iterations, each of which tries shortcuts around one point, nearer and nearer to it.',
};

const TABLE_B: WalkTable = {
  id: 'B5-walks',
  title: 'B table 5: random walks of linkages, and smoothing in a window',
  source: 'B',
  published: TABLE_B5,
  variant: 'window',
  note: 'N: steps, each of which tries one shortcut between two points of the window. The walks are those of table VII.',
};

export const walksExperiment: Experiment = {
  ids: ['VII', 'B5-walks'],
  title: 'random walks of linkages out of rings and a lattice, smoothed',
  run: (sampler) => [TABLE_A, TABLE_B].map((table) => walksTable(sampler, table)),
};

function walksTable(sampler: Sampler, table: WalkTable): Table {
  const rows: Record<string, Value>[] = [];
  const figures = [...new Set(WALK_LINES.map(({ figure }) => figure))];
  for (const line of WALK_LINES) {
    const [environment] = sampler.environments.of([line.figure]);
    if (!environment || sampler.takeRuns(line.walks) === 0) continue;
    rows.push(rowOf(sampler, table, line, environment));
  }
  const { source, note } = table;
  const { paper } = WALK_LINES[0].walks;
  return {
    id: table.id,
    title: table.title,
    samples: `walks as the column says, with seeds 1, 2, 3, ... (paper: ${paper}${source === 'A' ? ', "a typical run"' : ''})`,
    notes: [
      'A walk begins straight up and ends where all linkages are below all obstacles. Every step moves one joint, is tested, and is taken if it is proven free. segments: tested, free or not; the median of all walks, with the least and the most. out: walks that got all linkages out; who did not counts with the limit of segments. taken, s: of the walk with the median. left: length of its path after smoothing, as a part of before. Seconds are of the CPU.',
      note,
      '"plain" is the walk of the papers: "changing a single DOF at each step". They do not say by how much; ours draws evenly from all changes of up to 0.3 rad. "together": of all degrees of freedom each is as likely. "in-turn": one linkage after the other, the outermost first. "drawn" is not in the papers: steps that raise an energy are mostly left aside before they are tested, steps get longer where they are free, and who is not out after 5,000 segments begins anew.',
      "The lattice is ours: its layers stand so high that the upper quarter of the linkage is in them, which was chosen after seeing results so that the plain walk tests about as many segments as the papers' (docs/environments.md). The rings were as they are before, and of the step 0.3 was chosen among 0.3, 0.5 and more.",
      ...sampler.absent(figures),
    ],
    columns: columns(source),
    rows,
    plots: [],
  };
}

function columns(source: 'A' | 'B'): Column[] {
  return [
    { key: 'figure', title: 'fig.', format: 'text' },
    { key: 'environment', title: 'environment', format: 'text' },
    { key: 'steps', title: 'steps', format: 'text' },
    { key: 'order', title: 'order', format: 'text' },
    { key: `${source}.segments`, title: 'segments', source, format: 'count' },
    { key: `${source}.seconds`, title: 's', source, format: 'seconds' },
    { key: `${source}.iterations`, title: 'N', source, format: 'count' },
    { key: `${source}.smoothing`, title: 's', source, format: 'seconds' },
    { key: `${source}.ratio`, title: 'left', source, format: 'ratio' },
    { key: 'ours.walks', title: 'walks', source: 'ours', format: 'count' },
    { key: 'ours.out', title: 'out', source: 'ours', format: 'count' },
    { key: 'ours.segments', title: 'segments', source: 'ours', format: 'count' },
    { key: 'ours.least', title: 'least', source: 'ours', format: 'count' },
    { key: 'ours.most', title: 'most', source: 'ours', format: 'count' },
    { key: 'ours.taken', title: 'taken', source: 'ours', format: 'count' },
    { key: 'ours.seconds', title: 's', source: 'ours', format: 'seconds' },
    { key: 'ours.iterations', title: 'N', source: 'ours', format: 'count' },
    { key: 'ours.smoothing', title: 's', source: 'ours', format: 'seconds' },
    { key: 'ours.ratio', title: 'left', source: 'ours', format: 'ratio' },
    { key: 'ours.waypoints', title: 'waypoints', source: 'ours', format: 'count' },
  ];
}

type FoundEnvironment = ReturnType<Sampler['environments']['of']>[number];

function rowOf(
  sampler: Sampler,
  { source, published, variant }: WalkTable,
  line: WalkLine,
  environment: FoundEnvironment,
): Record<string, Value> {
  const cell = sampler.environments.cell(environment);
  const runs = walksOf(sampler, line, cell);
  const segments = runs.map((run) => run.segments);
  const { seed, taken, seconds } = typical(runs);
  const figures = published[line.figure];
  const iterations = {
    midpoints: sampler.count(TABLE_VII[line.figure].iterations, QUICK),
    window: sampler.count(TABLE_B5[line.figure].iterations, QUICK),
  };
  const after = smoothed(sampler, line, cell, { seed, iterations })[variant];
  const ofPaper = line.steps === 'plain' && line.order === 'together';
  return {
    figure: line.figure,
    environment: line.name,
    steps: line.steps,
    order: line.order,
    ...(ofPaper
      ? Object.fromEntries(Object.entries(figures).map(([key, x]) => [`${source}.${key}`, x]))
      : {}),
    'ours.walks': runs.length,
    'ours.out': runs.filter(({ reached }) => reached).length,
    'ours.segments': median(segments),
    'ours.least': Math.min(...segments),
    'ours.most': Math.max(...segments),
    'ours.taken': taken,
    'ours.seconds': seconds,
    'ours.iterations': after.iterations,
    'ours.smoothing': after.seconds,
    'ours.ratio': after.ratio,
    'ours.waypoints': after.waypoints,
  };
}

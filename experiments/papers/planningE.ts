/**
 * [E tables 3 and 4] RRT and BLS with three ways of checking steps: their ends only, exactly by distances,
 * and exactly with clearance bounds. Steps have one length, so that only checking differs.
 */
import type { Cell } from 'surepath/cell';
import { type Checker, type CheckerOptions, checkPath, createChecker } from 'surepath/check';
import { Random } from 'surepath/math';
import { buildPath } from 'surepath/motion';
import { Bls, type Planner, PlanningSpace, RrtConnect } from 'surepath/plan';
import { cpuMilliseconds } from '../lab/clock.ts';
import { counted } from '../lab/numbers.ts';
import type { Column, Table, Value } from '../lab/table.ts';
import { type PlanningFigures, TABLE_E3, TABLE_E4 } from './publishedE.ts';
import type { Experiment, Sampler } from './sampler.ts';

/** [E 2.1] Distances in full at the ends of a step, then at its middle, and so on; trees of boxes alone. */
const EXACT: CheckerOptions = { method: 'adaptive', distance: 'exact', hulls: false };
/** [E 2.2] The same, but a distance is only asked for as far as it takes to cover the step. */
const BOUNDED: CheckerOptions = { method: 'adaptive', distance: 'threshold', hulls: false };

/** Length of a step: 0.1 rad of one joint, or 5 cm of one slide. */
const STEP = 0.1;
/** Tests for one step: it is bisected as long as it takes. */
const EDGE_BUDGET = 100_000;
/** A run ends at the latest after this; in milliseconds. */
const PATIENCE_MS = 120_000;
/** Iterations before those that are measured, so that the engine compiles. */
const WARM_UP = 30;
const SEED = 20080623;

type Kind = 'RRT' | 'BLS';

interface Variant {
  readonly name: string;
  /** Which of the published times it is compared with. */
  readonly published?: 'plain' | 'exact' | 'bounded';
  make(space: PlanningSpace): Planner;
}

/** Steps of one length. */
const even = { mode: 'clearance', halvings: 0, edgeBudget: EDGE_BUDGET, step: STEP } as const;
/** The smallest step is that of the RRT; paths keep all of their nodes. */
const local = { smallest: STEP, merged: false } as const;

const VARIANTS: Readonly<Record<Kind, readonly Variant[]>> = {
  RRT: [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space) => new RrtConnect(space, { mode: 'fixed', step: STEP }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space) => new RrtConnect(space, { ...even, checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space) => new RrtConnect(space, { ...even, checker: BOUNDED }),
    },
    { name: 'certified edges (ours)', make: (space) => new RrtConnect(space) },
  ],
  BLS: [
    {
      name: 'without ECC',
      published: 'plain',
      make: (space) => new Bls(space, { ...local, bounded: false, resolution: STEP }),
    },
    {
      name: 'ECC',
      published: 'exact',
      make: (space) => new Bls(space, { ...local, bounded: false, checker: EXACT }),
    },
    {
      name: 'ECC with CB',
      published: 'bounded',
      make: (space) => new Bls(space, { ...local, checker: BOUNDED }),
    },
    { name: 'certified (ours)', make: (space) => new Bls(space) },
  ],
};

interface Problem {
  readonly figure: string;
  readonly runs: number;
  readonly planners: readonly { readonly kind: Kind; readonly published: PlanningFigures }[];
}

/** Means over the runs of one planner. */
interface Outcome {
  readonly seconds: number;
  readonly checks: number;
  readonly nodes: number;
  readonly path: number | null;
  /** Parts of all runs. */
  readonly found: number;
  readonly colliding: number | null;
}

export const movingObjectExperiment: Experiment = {
  ids: ['E3'],
  title: 'RRT for a moving object, with and without exact collision checking',
  run: (sampler) => {
    const runs = sampler.count(10, 1);
    const problems = Object.entries(TABLE_E3).map(([figure, published]) => ({
      figure,
      runs,
      planners: [{ kind: 'RRT' as const, published }],
    }));
    return [
      tableOf(sampler, problems, {
        id: 'E3',
        title: 'E table 3: a moving object in a maze and in a cage',
        samples: counted(runs, 'run'),
        notes: [],
      }),
    ];
  },
};

export const articulatedExperiment: Experiment = {
  ids: ['E4'],
  title: 'RRT and BLS for an articulated robot and cars',
  run: (sampler) => {
    const counts = { E10a: sampler.count(5, 1), E10b: sampler.count(8, 1) };
    const problems = Object.entries(counts).map(([figure, runs]) => ({
      figure,
      runs,
      planners: [
        { kind: 'RRT' as const, published: TABLE_E4[figure].rrt },
        { kind: 'BLS' as const, published: TABLE_E4[figure].bls },
      ],
    }));
    return [
      tableOf(sampler, problems, {
        id: 'E4',
        title: 'E table 4: an articulated robot enters a car (A), and turns between two (B)',
        samples: `${counted(counts.E10a, 'run')} of case A, ${counted(counts.E10b, 'run')} of case B`,
        notes: [
          'The paper has 5 runs of case A and 20 of case B.',
          'BLS takes steps as large as distances allow. Without ECC and with plain ECC it computes these in full, as in the paper; what it takes without enough room is sampled, or proven once a path is there.',
        ],
      }),
    ];
  },
};

const NOTES = [
  'time is relative to "without ECC" in the same source. The paper states counts for ECC with CB only. checks: configurations at which anything was computed.',
  'found: runs that ended with a path. colliding: of the paths that were only sampled, those that the certified checker shows to collide; all others are proven free.',
  `Steps are ${STEP} rad or ${STEP / 2} m long; the paper does not say. Cells, start and goal are ours.`,
];

const COLUMNS: readonly Column[] = [
  { key: 'figure', title: 'fig.', format: 'text' },
  { key: 'environment', title: 'environment', format: 'text' },
  { key: 'planner', title: 'planner', format: 'text' },
  { key: 'variant', title: 'steps', format: 'text' },
  { key: 'E.seconds', title: 'CPU s', source: 'E', format: 'seconds' },
  { key: 'E.time', title: 'time', source: 'E', format: 'ratio' },
  { key: 'E.checks', title: 'checks', source: 'E', format: 'count' },
  { key: 'E.nodes', title: 'nodes', source: 'E', format: 'count' },
  { key: 'E.path', title: 'path', source: 'E', format: 'count' },
  { key: 'ours.seconds', title: 'CPU s', source: 'ours', format: 'seconds' },
  { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
  { key: 'ours.checks', title: 'checks', source: 'ours', format: 'count' },
  { key: 'ours.nodes', title: 'nodes', source: 'ours', format: 'count' },
  { key: 'ours.path', title: 'path', source: 'ours', format: 'count' },
  { key: 'ours.found', title: 'found', source: 'ours', format: 'percent' },
  { key: 'ours.colliding', title: 'colliding', source: 'ours', format: 'percent' },
];

function tableOf(
  sampler: Sampler,
  problems: readonly Problem[],
  facts: Pick<Table, 'id' | 'title' | 'samples' | 'notes'>,
): Table {
  const rows: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  const listed = problems.map(({ figure }) => figure);
  sampler.each(listed, `table ${facts.id}`, ({ figure, title }, cell) => {
    const { runs, planners } = problems.find((problem) => problem.figure === figure)!;
    const space = new PlanningSpace(cell);
    const judge = createChecker(cell);
    for (const { kind, published } of planners) {
      let base = 0;
      const group: (number | null)[] = [];
      for (const variant of VARIANTS[kind]) {
        sampler.say(`table ${facts.id}: figure ${figure}, ${kind}, ${variant.name}`);
        const outcome = measure(space, variant.make(space), runs, judge);
        if (variant.published === 'plain') base = outcome.seconds;
        rows.push({
          figure,
          environment: title,
          planner: kind,
          variant: variant.name,
          ...publishedValues(variant, published),
          'ours.seconds': outcome.seconds,
          'ours.time': base > 0 ? outcome.seconds / base : null,
          'ours.checks': outcome.checks,
          'ours.nodes': outcome.nodes,
          'ours.path': outcome.path,
          'ours.found': outcome.found,
          'ours.colliding': outcome.colliding,
        });
        group.push(outcome.seconds);
      }
      const [, exact, bounded] = group;
      groups.push({
        name: planners.length > 1 ? `${figure} ${kind}` : figure,
        values: [
          published.bounded / published.exact,
          exact && bounded !== null ? bounded / exact : null,
        ],
      });
    }
  });
  return {
    ...facts,
    notes: [...NOTES, ...facts.notes, ...sampler.absent(listed)],
    columns: COLUMNS,
    rows,
    plots: [
      {
        kind: 'bars',
        title: 'What clearance bounds save: time of ECC with CB as a part of that of ECC',
        caption: 'Mean CPU time of planning, with steps of the same length.',
        axis: 'part of ECC',
        log: false,
        series: [
          { name: 'paper E', source: 'E' },
          { name: 'ours', source: 'ours' },
        ],
        groups,
      },
    ],
  };
}

function publishedValues(variant: Variant, figures: PlanningFigures): Record<string, Value> {
  if (variant.published === undefined) return {};
  const seconds = figures[variant.published];
  const times = { 'E.seconds': seconds, 'E.time': seconds / figures.plain };
  if (variant.published !== 'bounded') return times;
  return {
    ...times,
    'E.checks': figures.checks,
    'E.nodes': figures.nodes,
    'E.path': figures.path,
  };
}

/** Runs a planner from `start` to `goal`, with one seed after the other. */
function measure(space: PlanningSpace, planner: Planner, runs: number, judge: Checker): Outcome {
  const { cell } = space;
  const query = { from: stateOf(cell, 'start'), goals: [stateOf(cell, 'goal')] };
  const limits = { timeLimit_ms: PATIENCE_MS };
  planner.plan({ ...query, ...limits, random: new Random(SEED - 1), maxIterations: WARM_UP });
  const sums = { ms: 0, checks: 0, nodes: 0, path: 0, found: 0, sampled: 0, colliding: 0 };
  for (let run = 0; run < runs; run++) {
    const begin = cpuMilliseconds();
    const result = planner.plan({ ...query, ...limits, random: new Random(SEED + run) });
    sums.ms += cpuMilliseconds() - begin;
    sums.checks += result.stats.configurations;
    sums.nodes += result.stats.milestones;
    if (!result.waypoints) continue;
    sums.found++;
    sums.path += result.waypoints.length;
    if (result.verdict !== 'no collision found') continue;
    sums.sampled++;
    const { verdict } = checkPath(judge, buildPath(cell.tree, result.waypoints));
    if (verdict === 'colliding') sums.colliding++;
  }
  return {
    seconds: sums.ms / 1000 / runs,
    checks: sums.checks / runs,
    nodes: sums.nodes / runs,
    path: sums.found > 0 ? sums.path / sums.found : null,
    found: sums.found / runs,
    colliding: sums.sampled > 0 ? sums.colliding / sums.sampled : null,
  };
}

/** A named state of all robots, in the order of the degrees of freedom. */
function stateOf({ description, tree }: Cell, name: string): Float64Array {
  const values = description.robots.flatMap(({ semantics }) => {
    const state = semantics?.states.find((candidate) => candidate.name === name);
    return [...(state?.values.values() ?? [])].flat();
  });
  if (values.length !== tree.dofs.length) throw new Error(`the cell has no state "${name}"`);
  return Float64Array.from(values);
}

/** [E tables 3 and 4] RRT and BLS without exact checking, with it, and with clearance bounds, in the paper's four environments. */
import { createChecker } from 'surepath/check';
import { PlanningSpace } from 'surepath/plan';
import { counted } from '../../lab/numbers.ts';
import type { Column, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { type PlanningFigures, TABLE_3, TABLE_4 } from './publishedE.ts';
import { planOften } from './runs.ts';
import { type Kind, STEP, type Variant, variantsOf } from './variants.ts';

interface Problem {
  readonly figure: string;
  readonly runs: number;
  readonly step: number;
  readonly planners: readonly { readonly kind: Kind; readonly published: PlanningFigures }[];
}

/** [E figures 8, 9] What they seem to show, with steps for which trees are about as large as the paper's; and bodies of ours. */
const MOVING = [
  { figure: 'E8', published: 'E8', step: 0.14 },
  { figure: 'E8 angle', published: 'E8', step: STEP },
  { figure: 'E9', published: 'E9', step: 0.3 },
  { figure: 'E9 corner', published: 'E9', step: STEP },
] as const;

export const movingObjectExperiment: Experiment = {
  ids: ['3', 'E3'],
  title: 'RRT for a moving object, with and without exact collision checking',
  run: (sampler) => {
    const runs = sampler.runs(10, 1);
    const problems = MOVING.map(({ figure, published, step }) => ({
      figure,
      runs,
      step,
      planners: [{ kind: 'RRT' as const, published: TABLE_3[published] }],
    }));
    return [
      tableOf(sampler, problems, {
        id: '3',
        title: 'E table 3: a moving object in a maze and in a cage',
        samples: counted(runs, 'run'),
        notes: [
          'With the disc in the maze steps are 0.07 m, with the L in the bird cage 0.3 rad or 0.15 m.',
        ],
      }),
    ];
  },
};

export const articulatedExperiment: Experiment = {
  ids: ['4', 'E4'],
  title: 'RRT and BLS for an articulated robot and cars',
  run: (sampler) => {
    const counts = { E10a: sampler.runs(5, 1), E10b: sampler.runs(20, 1) };
    const problems = Object.entries(counts).map(([figure, runs]) => ({
      figure,
      runs,
      step: STEP,
      planners: [
        { kind: 'RRT' as const, published: TABLE_4[figure].rrt },
        { kind: 'BLS' as const, published: TABLE_4[figure].bls },
      ],
    }));
    return [
      tableOf(sampler, problems, {
        id: '4',
        title: 'E table 4: an articulated robot enters a car (A), and turns between two (B)',
        samples: `${counted(counts.E10a, 'run')} of case A, ${counted(counts.E10b, 'run')} of case B`,
        notes: [
          'BLS takes steps as large as distances allow. Without ECC and with plain ECC it computes these in full, as in the paper; what it takes without enough room is sampled, or proven once a path is there.',
        ],
      }),
    ];
  },
};

const NOTES = [
  'time is relative to "without ECC" in the same source. The paper states counts for ECC with CB only. checks: configurations at which anything was computed.',
  'found: runs that ended with a path. colliding: of the paths that were only sampled, those that the certified checker shows to collide; all others are proven free.',
  `Steps are ${STEP} rad or ${STEP / 2} m long where nothing else is said; the paper does not say. Cells, start and goal are ours.`,
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
    const { runs, step, planners } = problems.find((problem) => problem.figure === figure)!;
    const space = new PlanningSpace(cell);
    const judge = createChecker(cell);
    for (const { kind, published } of planners) {
      let base = 0;
      const group: (number | null)[] = [];
      for (const variant of variantsOf(kind, step)) {
        sampler.say(`table ${facts.id}: figure ${figure}, ${kind}, ${variant.name}`);
        const outcome = planOften(cell, variant.make(space), runs, judge);
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

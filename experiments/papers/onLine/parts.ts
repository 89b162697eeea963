/**
 * What the paper's own approach is made of: strategies of primitives [D 3.1]; criteria, compositions and substitution of
 * hierarchies [D 3.2]; and how much steps may be apart for what is kept between them [D 2].
 */
import type { DescentOrder } from 'surepath/monitor';
import { counted } from '../../lab/numbers.ts';
import type { Column, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { type Contender, contender, hierarchyContender, SINGLE } from './contenders.ts';
import { Arena, type Measured } from './measure.ts';
import { BEST } from './publishedD.ts';
import { degreesOf, questionOf, SECONDS, THRESHOLD } from './question.ts';
import { LoadedScene, SCENES } from './scenes.ts';

const [PLAIN] = SINGLE;

const PRIMITIVES: readonly Contender[] = [
  contender('boxes only', { primitives: 'boxes-only' }),
  contender('by complexity', { primitives: 'complexity' }),
  contender('by error', { primitives: 'error' }),
  contender('fixed order', { primitives: 'fixed-order' }),
];

const CRITERIA: readonly Contender[] = (['diameter', 'volume', 'surface'] as const).map(
  (criterion) => contender(criterion, { hierarchy: 'dynamic', criterion }),
);

const boxes = (substitution: 'both' | 'one', order?: DescentOrder) =>
  hierarchyContender(`boxes, ${substitution}${order ? `, ${order}` : ''}`, {
    substitution,
    lastFirst: false,
    ...(order ? { order } : {}),
  });

const polytopes = (substitution: 'both' | 'one') =>
  hierarchyContender(`polytopes, ${substitution}`, {
    substitution,
    compositions: 'polytopes',
    lastFirst: false,
  });

const DESCENTS: readonly Contender[] = [
  boxes('both'),
  boxes('one'),
  polytopes('both'),
  polytopes('one'),
  boxes('both', 'depth-first'),
  boxes('both', 'by-levels'),
  hierarchyContender('boxes, both, last first', { substitution: 'both', lastFirst: true }),
];

export const primitivesExperiment: Experiment = {
  ids: ['primitives'],
  title: 'four strategies of choosing primitives',
  run: (sampler) => [
    compare(sampler, {
      id: 'primitives',
      title: 'D 3.1: strategies of choosing primitives',
      contenders: PRIMITIVES,
      best: BEST.primitives,
      notes: [
        'Every pair of members, each after primitives; no hierarchies. The nearest of the last step is measured first. The paper: boxes along the axes, then polytopes, are the fastest; other primitives slow it down.',
      ],
    }),
  ],
};

export const criteriaExperiment: Experiment = {
  ids: ['criteria'],
  title: 'volume, diameter and surface as criteria',
  run: (sampler) => [
    compare(sampler, {
      id: 'criteria',
      title: 'D 3.2: criteria of dynamic hierarchies',
      contenders: CRITERIA,
      best: BEST.criterion,
      notes: ['The paper: the diameter is the best of the three, and quickly computed.'],
    }),
  ],
};

export const descentsExperiment: Experiment = {
  ids: ['descents'],
  title: 'boxes and polytopes as compositions, both substitutions',
  run: (sampler) => [
    compare(sampler, {
      id: 'descents',
      title: 'D 3.2: compositions and substitutions of dynamic hierarchies',
      contenders: DESCENTS,
      best: 'boxes, both',
      notes: [
        'The paper: boxes along the axes, since they are made anew at every step; both members of a pair are substituted. Best first (its A* search) unless it says otherwise; last first: the nearest of the last step is measured before anything else.',
      ],
    }),
  ],
};

export const stepsExperiment: Experiment = {
  ids: ['steps'],
  title: 'what is kept between steps, for steps of 1, 10 and 100 ms',
  run: lengthsOfSteps,
};

interface Comparison {
  readonly id: string;
  readonly title: string;
  readonly contenders: readonly Contender[];
  /** The name of what the paper found best. */
  readonly best: string;
  readonly notes: readonly string[];
}

const COLUMNS: readonly Column[] = [
  { key: 'ours.apart', title: 'apart, us', source: 'ours', format: 'ratio' },
  { key: 'ours.colliding', title: 'colliding, us', source: 'ours', format: 'ratio' },
  { key: 'ours.distances', title: 'distances', source: 'ours', format: 'count' },
  { key: 'ours.boxes', title: 'boxes', source: 'ours', format: 'count' },
  { key: 'ours.primitives', title: 'primitives', source: 'ours', format: 'count' },
];

function compare(sampler: Sampler, { id, title, contenders, best, notes }: Comparison): Table {
  const rows: Record<string, Value>[] = [];
  for (const scene of SCENES) {
    const arena = new Arena(new LoadedScene(scene), [PLAIN, ...contenders], degreesOf(sampler));
    for (const threshold of [THRESHOLD, Number.POSITIVE_INFINITY]) {
      const what = threshold === THRESHOLD ? `below ${100 * THRESHOLD} cm` : 'exact';
      sampler.say(`${id}: ${scene.name}, ${what}`);
      const { results } = arena.play(questionOf(sampler, threshold));
      for (const each of results.slice(1)) {
        rows.push({
          scene: `${scene.name}: ${what}`,
          choice: each.name,
          'D.best': each.name === best ? 'the fastest' : null,
          ...numbersOf(each),
        });
      }
    }
  }
  const { steps, rounds } = questionOf(sampler, THRESHOLD);
  return {
    id,
    title,
    samples: `${counted(steps, 'step')} of ${1000 * SECONDS} ms, ${counted(rounds, 'round')}`,
    notes,
    columns: [
      { key: 'scene', title: 'scene', format: 'text' },
      { key: 'choice', title: 'choice', format: 'text' },
      { key: 'D.best', title: 'says', source: 'D', format: 'text' },
      ...COLUMNS,
    ],
    rows,
    plots: [],
  };
}

function lengthsOfSteps(sampler: Sampler): Table[] {
  const names = [
    'plain',
    'initialization',
    'update, local',
    'update, global',
    'dynamic hierarchies',
  ];
  const rows: Record<string, Value>[] = [];
  for (const scene of SCENES) {
    const chosen = SINGLE.filter(({ name }) => names.includes(name));
    const arena = new Arena(new LoadedScene(scene), chosen, degreesOf(sampler));
    for (const seconds of [0.001, 0.01, 0.1]) {
      sampler.say(`steps: ${scene.name}, ${1000 * seconds} ms`);
      const { results } = arena.play(questionOf(sampler, Number.POSITIVE_INFINITY, seconds));
      for (const each of results) {
        const length = `${1000 * seconds} ms`;
        rows.push({ scene: scene.name, length, approach: each.name, ...numbersOf(each) });
      }
    }
  }
  const { steps, rounds } = questionOf(sampler, THRESHOLD);
  return [
    {
      id: 'steps',
      title: 'D 2: what is kept between steps, and how long they are',
      samples: `${counted(steps, 'step')}, ${counted(rounds, 'round')}`,
      notes: [
        'The paper: how much initialization gains depends on the distance covered by one step.',
      ],
      columns: [
        { key: 'scene', title: 'scene', format: 'text' },
        { key: 'length', title: 'step', format: 'text' },
        { key: 'approach', title: 'approach', format: 'text' },
        ...COLUMNS,
      ],
      rows,
      plots: [],
    },
  ];
}

function numbersOf({ apart, colliding, counts }: Measured): Record<string, Value> {
  return {
    'ours.apart': apart,
    'ours.colliding': colliding,
    'ours.distances': counts.distances,
    'ours.boxes': counts.boxes,
    'ours.primitives': counts.primitives,
  };
}

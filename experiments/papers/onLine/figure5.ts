/**
 * [D figure 5] The average time of a step, with and without collision, by all approaches and the combinations that the
 * paper tried; and its orderings, one by one.
 */
import { counted } from '../../lab/numbers.ts';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { COMBINED, OWN, SINGLE } from './contenders.ts';
import { Arena, type Measured, type Play } from './measure.ts';
import { SAYS } from './publishedD.ts';
import { degreesOf, questionOf, SECONDS, THRESHOLD } from './question.ts';
import { LoadedScene, SCENES } from './scenes.ts';

export const figure5Experiment: Experiment = {
  ids: ['fig5'],
  title: 'the time of a step by all approaches and combinations',
  run,
};

interface Played {
  readonly scene: string;
  readonly threshold: number;
  readonly played: Play;
}

function run(sampler: Sampler): Table[] {
  const all: Played[] = [];
  for (const scene of SCENES) {
    const arena = new Arena(
      new LoadedScene(scene),
      [...SINGLE, ...COMBINED, OWN],
      degreesOf(sampler),
    );
    for (const threshold of [THRESHOLD, Number.POSITIVE_INFINITY]) {
      sampler.say(`figure 5: ${scene.name}, ${asked(threshold)}`);
      const played = arena.play(questionOf(sampler, threshold));
      all.push({ scene: scene.name, threshold, played });
    }
  }
  const { steps, rounds } = questionOf(sampler, THRESHOLD);
  const samples = `${counted(steps, 'step')} of ${1000 * SECONDS} ms, ${counted(rounds, 'round')}`;
  return [timesTable(all, samples), orderingsTable(all, samples)];
}

function asked(threshold: number): string {
  return threshold < Number.POSITIVE_INFINITY ? `below ${100 * threshold} cm` : 'exact';
}

function timesTable(all: readonly Played[], samples: string): Table {
  const rows = all.flatMap(({ scene, threshold, played }) => {
    const [plain] = played.results;
    return played.results.map((each): Record<string, Value> => {
      const { name, counts } = each;
      return {
        scene: `${scene}: ${asked(threshold)}`,
        approach: name,
        'D.says': SAYS[name] ?? null,
        'ours.apart': each.apart,
        'ours.colliding': each.colliding,
        'ours.faster': ratio(plain.apart, each.apart),
        'ours.distances': counts.distances,
        'ours.boxes': counts.boxes,
        'ours.primitives': counts.primitives,
        'ours.lost': each.lost,
      };
    });
  });
  return {
    id: 'fig5',
    title: 'D figure 5: microseconds of a step',
    samples,
    notes: [
      'Below 2 cm: the exact vector where anything is nearer than that, else that nothing is, which is what the paper asks hierarchies. Exact: always the vector. Placing the arm is not part of it, as in the paper; every step counts with its least time of all rounds.',
      'distances, boxes, primitives: of members, of boxes along the axes, of other primitives and volumes, a step. no points: share of steps with a bound of the distance but no direction. ours: what monitors do by default. primitives: the four of a fixed order.',
    ],
    columns: [
      { key: 'scene', title: 'scene', format: 'text' },
      { key: 'approach', title: 'approach', format: 'text' },
      { key: 'D.says', title: 'says', source: 'D', format: 'text' },
      { key: 'ours.apart', title: 'apart, us', source: 'ours', format: 'ratio' },
      { key: 'ours.colliding', title: 'colliding, us', source: 'ours', format: 'ratio' },
      { key: 'ours.faster', title: 'plain / it', source: 'ours', format: 'count' },
      { key: 'ours.distances', title: 'distances', source: 'ours', format: 'count' },
      { key: 'ours.boxes', title: 'boxes', source: 'ours', format: 'count' },
      { key: 'ours.primitives', title: 'primitives', source: 'ours', format: 'count' },
      { key: 'ours.lost', title: 'no points', source: 'ours', format: 'percent' },
    ],
    rows,
    plots: all.map(({ scene, threshold, played }) => ({
      kind: 'bars',
      title: `A step: ${scene}, ${asked(threshold)}`,
      caption: `${played.apart} steps apart, ${played.colliding} colliding.`,
      axis: 'microseconds',
      log: true,
      series: [
        { name: 'apart', source: 'ours' },
        { name: 'colliding', source: 'ours' },
      ],
      groups: played.results.map(({ name, apart, colliding }) => ({
        name,
        values: [apart, colliding],
      })),
    })),
  };
}

/** The paper's sentences as comparisons of two of ours. */
function orderingsTable(all: readonly Played[], samples: string): Table {
  const dynamic = 'dynamic hierarchies';
  const rows = all.flatMap(({ scene, threshold, played }) => {
    const of = (name: string) => played.results.find((each) => each.name === name)!;
    const row = (says: string, ours: string, factor: number | null, holds: string) => ({
      scene: `${scene}: ${asked(threshold)}`,
      'D.says': says,
      'ours.than': ours,
      'ours.factor': factor,
      'ours.holds': holds,
    });
    const others = SINGLE.map(({ name }) => of(name)).filter(({ name }) => name !== dynamic);
    const isKeeping = ({ lost }: Measured) => lost === 0;
    const next = fastest(others.filter(isKeeping));
    const versus = (name: string, other: string) => ratio(of(other).apart, of(name).apart);
    const compared = (says: string, a: string, b: string) => {
      const factor = versus(a, b);
      return row(says, `${b} / ${a}`, factor, judged(factor ?? 1));
    };
    const lost = of('dynamic + update, global').lost;
    return [
      compared('dynamic hierarchies are the fastest that keep the direction', dynamic, next.name),
      compared('with initialization they are slower', dynamic, 'dynamic + initialization'),
      compared('with the local update they are slower', dynamic, 'dynamic + update, local'),
      ...(threshold < Number.POSITIVE_INFINITY
        ? []
        : [
            row(
              'with the global update the direction is lost',
              'share of steps',
              lost,
              lost > 0 ? 'holds' : 'differs',
            ),
          ]),
    ];
  });
  return {
    id: 'fig5 orderings',
    title: "D 4: the paper's orderings, in steps without collision",
    samples,
    notes: [
      'A factor above 1: as the paper has it; within 15 % of 1: even, since the same search differed by 14 % between tables of one run. The first row of each scene names the fastest of the others.',
    ],
    columns: [
      { key: 'scene', title: 'scene', format: 'text' },
      { key: 'D.says', title: 'says', source: 'D', format: 'text' },
      { key: 'ours.than', title: 'compared', source: 'ours', format: 'text' },
      { key: 'ours.factor', title: 'factor', source: 'ours', format: 'ratio' },
      { key: 'ours.holds', title: 'holds', source: 'ours', format: 'text' },
    ],
    rows,
    plots: [],
  };
}

/** By so much the same search differed between the tables of one run on a busy machine: less is not told apart. */
const SPREAD = 0.15;

function judged(factor: number): string {
  if (Math.abs(factor - 1) < SPREAD) return 'even';
  return factor > 1 ? 'holds' : 'differs';
}

function fastest(all: readonly Measured[]): Measured {
  return all.reduce((a, b) => ((b.apart ?? Infinity) < (a.apart ?? Infinity) ? b : a));
}

function ratio(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a / b;
}

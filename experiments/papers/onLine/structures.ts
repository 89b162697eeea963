/** [D 3.2, figure 2] How many structures are optimal somewhere, and for how many configurations the most frequent is. */
import {
  type Criterion,
  criterionNumber,
  jointSamples,
  placesOf,
  sampleStructures,
} from 'surepath/monitor';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { STRUCTURES } from './publishedD.ts';
import { degreesOf } from './question.ts';
import { LoadedScene, SCENES } from './scenes.ts';

export const structuresExperiment: Experiment = {
  ids: ['structures'],
  title: 'structures that are optimal somewhere, at 15 degrees of three joints',
  run,
};

const CRITERIA: readonly Criterion[] = ['diameter', 'volume', 'surface'];

function run(sampler: Sampler): Table[] {
  const rows: Record<string, Value>[] = [];
  const degrees = degreesOf(sampler);
  const world = new LoadedScene(SCENES[0]).world();
  const places = placesOf(world, 0, 'members');
  for (const joints of [3, 2]) {
    const samples = jointSamples(world, 0, { degrees, joints });
    for (const criterion of CRITERIA) {
      sampler.say(`structures: ${joints} joints, ${criterion}`);
      const report = sampleStructures(world, places, samples, criterionNumber(criterion));
      const { structures } = report;
      const isTheirs = joints === 3 && criterion === 'diameter';
      const most = (count: number) =>
        structures.slice(0, count).reduce((sum, s) => sum + s.share, 0);
      rows.push({
        joints: `${joints}`,
        criterion,
        'D.found': isTheirs ? STRUCTURES.found : null,
        'D.share': isTheirs ? STRUCTURES.share : null,
        'ours.samples': report.samples,
        'ours.found': structures.length,
        'ours.share': structures[0].share,
        'ours.four': most(4),
        'ours.often': structures.filter(({ share }) => share >= 0.01).length,
        'ours.first': structures[0].name,
      });
    }
  }
  return [
    {
      id: 'structures',
      title: 'D figure 2: structures of a Puma 260 of ten parts',
      samples: `every ${degrees} degrees`,
      notes: [
        'first: share of the most frequent; first four: of these together; often: structures of at least one percent. The last column is the first of them: 0 column, 1 shoulder, 2 upper arm, 3 forearm, 4 to 6 wrist, 7 palm, 8 and 9 fingers. Other joints at 0. Boxes along the axes of the world: turning the base changes them too.',
      ],
      columns: [
        { key: 'joints', title: 'joints', format: 'text' },
        { key: 'criterion', title: 'criterion', format: 'text' },
        { key: 'D.found', title: 'structures', source: 'D', format: 'plain' },
        { key: 'D.share', title: 'first', source: 'D', format: 'percent' },
        { key: 'ours.samples', title: 'samples', source: 'ours', format: 'count' },
        { key: 'ours.found', title: 'structures', source: 'ours', format: 'plain' },
        { key: 'ours.share', title: 'first', source: 'ours', format: 'percent' },
        { key: 'ours.four', title: 'first four', source: 'ours', format: 'percent' },
        { key: 'ours.often', title: 'often', source: 'ours', format: 'plain' },
        { key: 'ours.first', title: 'the first', source: 'ours', format: 'text' },
      ],
      rows,
      plots: [],
    },
  ];
}

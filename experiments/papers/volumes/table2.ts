/** [E table 2] What checking the movement of figure 4 costs, by kind of tree and rule. */
import { checkPath, createChecker } from 'surepath/check';
import { buildPath } from 'surepath/motion';
import { cpuMilliseconds } from '../../lab/clock.ts';
import { counted } from '../../lab/numbers.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { BY_PRINCIPAL_DIRECTIONS, withTrees } from '../trees.ts';
import { TABLE_2 } from './publishedE.ts';
import { AT_NOTCHES, KINDS, SOLID_RULES } from './rules.ts';
import { movementOf, SOLIDS } from './solids.ts';
import { BOUNDED } from './variants.ts';

export const movementExperiment: Experiment = {
  ids: ['2', 'E2'],
  title: 'tests and time for one solid that moves past another',
  run,
};

/** What the paper calls PDC and ACD. */
const THEIRS = new Map([
  [BY_PRINCIPAL_DIRECTIONS, 'mean' as const],
  [AT_NOTCHES, 'notch' as const],
]);

function run(sampler: Sampler): Table[] {
  const repeats = sampler.count(10, 1);
  const rounds = sampler.count(5, 1);
  const rows: Record<string, Value>[] = [];
  sampler.each(Object.keys(SOLIDS), 'table 2', ({ figure, folder }, cell) => {
    const object = SOLIDS[figure];
    const published = TABLE_2[object];
    const path = buildPath(cell.tree, movementOf(folder));
    const ways = KINDS.flatMap(({ volume, name }) =>
      SOLID_RULES.map((rule) => {
        const checker = createChecker(withTrees(cell, volume, rule), BOUNDED);
        return { volume, name, rule, checker, result: checkPath(checker, path) };
      }),
    );
    const times = leastInTurns(
      rounds,
      ways.map(({ checker }) => () => {
        const begin = cpuMilliseconds();
        for (let i = 0; i < repeats; i++) checkPath(checker, path);
        return (cpuMilliseconds() - begin) / repeats;
      }),
    );
    ways.forEach(({ volume, name, rule, result }, i) => {
      const base = ways.findIndex(
        (way) => way.volume === volume && way.rule === BY_PRINCIPAL_DIRECTIONS,
      );
      const { tests, nodePairs, trianglePairs } = result.stats;
      const theirs = volume === 'obb' ? THEIRS.get(rule) : undefined;
      rows.push({
        object,
        volumes: name,
        rule: rule.name,
        'E.tests': theirs ? published.tests[theirs] : null,
        'E.ms': theirs ? published.ms[theirs] : null,
        'E.time': theirs ? published.ms[theirs] / published.ms.mean : null,
        'ours.tests': tests,
        'ours.bv': nodePairs,
        'ours.tri': trianglePairs,
        'ours.fewer': nodePairs / ways[base].result.stats.nodePairs,
        'ours.ms': times[i],
        'ours.time': times[base] > 0 ? times[i] / times[base] : null,
        verdict: result.verdict,
      });
    });
  });
  return [
    {
      id: '2',
      title: 'E table 2: one solid moves past another (figure 4)',
      samples: `one movement, the least of ${counted(rounds, 'round')} of ${counted(repeats, 'check')}`,
      notes: [
        'ECC with clearance bounds on trees alone. tests: questions for a distance, what we take the paper\'s "number of collision calculations" for. BV, tri: pairs of volumes and of triangles. part, time: relative to principal directions in the same source and kind of tree.',
        'The paper lists the S-type first. Of the movement it says that the left object moves; ours goes into a mouth of the other solid, out again and past it, and is proven free.',
        ...sampler.absent(Object.keys(SOLIDS)),
      ],
      columns: [
        { key: 'object', title: 'object', format: 'text' },
        { key: 'volumes', title: 'volumes', format: 'text' },
        { key: 'rule', title: 'split by', format: 'text' },
        { key: 'E.tests', title: 'tests', source: 'E', format: 'plain' },
        { key: 'E.ms', title: 'ms', source: 'E', format: 'milliseconds' },
        { key: 'E.time', title: 'time', source: 'E', format: 'ratio' },
        { key: 'ours.tests', title: 'tests', source: 'ours', format: 'plain' },
        { key: 'ours.bv', title: 'BV', source: 'ours', format: 'plain' },
        { key: 'ours.fewer', title: 'part', source: 'ours', format: 'ratio' },
        { key: 'ours.tri', title: 'tri', source: 'ours', format: 'plain' },
        { key: 'ours.ms', title: 'ms', source: 'ours', format: 'milliseconds' },
        { key: 'ours.time', title: 'time', source: 'ours', format: 'ratio' },
      ],
      rows,
      plots: [],
    },
  ];
}

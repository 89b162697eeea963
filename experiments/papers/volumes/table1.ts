/** [E table 1] How tightly trees fit a C- and an S-shaped solid: sums of volumes by level, split by principal directions and at notches. */
import type { VolumeKind } from 'surepath/bvh';
import type { Cell, Piece } from 'surepath/cell';
import type { BarPlot, Column, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { BY_PRINCIPAL_DIRECTIONS, type TreeRule, treeOf } from '../trees.ts';
import { volumesByLevel } from './levels.ts';
import { TABLE_1 } from './publishedE.ts';
import { AT_NOTCHES, KINDS, OUR_NOTCHES } from './rules.ts';
import { SOLIDS, solidOf } from './solids.ts';

export const volumesExperiment: Experiment = {
  ids: ['1', 'E1'],
  title: 'volumes by level for C- and S-shaped solids, principal directions against notches',
  run,
};

function run(sampler: Sampler): Table[] {
  const rows: Record<string, Value>[] = [];
  const groups: BarPlot['groups'][number][] = [];
  sampler.each(Object.keys(SOLIDS), 'table 1', ({ figure }, cell) => {
    const object = SOLIDS[figure];
    const published = TABLE_1[object];
    const sums = sumsOf(cell, published.length);
    published.forEach((theirs, level) => {
      const row: Record<string, Value> = {
        object,
        level: String(level),
        'E.mean': theirs.mean,
        'E.notch': theirs.notch,
        'E.part': theirs.notch / theirs.mean,
      };
      for (const { volume } of KINDS) {
        const [mean, notch, own] = [BY_PRINCIPAL_DIRECTIONS, AT_NOTCHES, OUR_NOTCHES].map(
          (rule) => sums(volume, rule)[level],
        );
        row[`ours.${volume}.mean`] = mean;
        row[`ours.${volume}.notch`] = notch;
        row[`ours.${volume}.part`] = notch / mean;
        row[`ours.${volume}.own`] = own;
      }
      rows.push(row);
      const { 'E.part': part, 'ours.obb.part': ours } = row;
      groups.push({ name: `${object[0]} ${level}`, values: [part, ours].map(Number) });
    });
  });
  return [
    {
      id: '1',
      title: 'E table 1: volume of the trees of a C- and an S-shaped solid, by level',
      samples: 'one tree each',
      notes: [
        'PDC: split at the mean along the principal direction. ACD: split at the deepest notch under the hull, by the plane that bisects its angle. part: ACD over PDC. our cuts: at the same notches, by the best of several planes.',
        "Cubic metres, where the paper names no unit. The dimensions of our solids were searched so that OBB come near these figures: that they do is no evidence, RSS and boxes are. OBB and RSS have two children, boxes four: their level 1 is the others' level 2.",
        ...sampler.absent(Object.keys(SOLIDS)),
      ],
      columns: [
        { key: 'object', title: 'object', format: 'text' },
        { key: 'level', title: 'level', format: 'text' },
        { key: 'E.mean', title: 'PDC', source: 'E', format: 'plain' },
        { key: 'E.notch', title: 'ACD', source: 'E', format: 'plain' },
        { key: 'E.part', title: 'part', source: 'E', format: 'ratio' },
        ...KINDS.flatMap(({ volume, name }): Column[] => [
          { key: `ours.${volume}.mean`, title: `${name} PDC`, source: 'ours', format: 'ratio' },
          { key: `ours.${volume}.notch`, title: 'ACD', source: 'ours', format: 'ratio' },
          { key: `ours.${volume}.part`, title: 'part', source: 'ours', format: 'ratio' },
          { key: `ours.${volume}.own`, title: 'our cuts', source: 'ours', format: 'ratio' },
        ]),
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'Volume split at notches, as a part of that split by principal directions',
          caption: 'OBB, by object and level.',
          axis: 'ACD / PDC',
          log: false,
          series: [
            { name: 'paper E', source: 'E' },
            { name: 'ours', source: 'ours' },
          ],
          groups,
        },
      ],
    },
  ];
}

/** By kind of tree and rule: the sums of so many levels, of the body that moves. */
function sumsOf(cell: Cell, levels: number) {
  const piece: Piece = solidOf(cell);
  return (volume: VolumeKind, rule: TreeRule) =>
    volumesByLevel(treeOf(piece, volume, rule)!, levels);
}

/**
 * [C table 1] The plain hash against the coherent one on four simulations, and beside them brute force, sweep and prune,
 * and what peers have. The second table is about why: how much less the coherent hash has to do the finer the steps.
 */
import { counted, grouped } from '../../lab/numbers.ts';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { loadPeers, OURS, PEERS } from './finders.ts';
import { TABLE_1 } from './publishedC.ts';
import { SCENES, STEP } from './scenes.ts';
import { type BoxStream, type Played, playAll, possiblePairs } from './streams.ts';

export const tableExperiment: Experiment = {
  ids: ['1'],
  title: 'plain against coherent hash, and others',
  prepare: loadPeers,
  run,
};

const ROUNDS = 6;
/** Steps are so many times as short as usual. */
const FINER = [0.25, 0.5, 1, 2, 4, 8];

function run(sampler: Sampler): Table[] {
  const part = sampler.count(100, 10) / 100;
  const rounds = sampler.count(ROUNDS, 1);
  const rows: Record<string, Value>[] = [];
  const finer: Record<string, Value>[] = [];
  const groups: { name: string; values: (number | null)[] }[] = [];
  for (const { name, record } of SCENES) {
    sampler.say(`table 1: ${name}`);
    const stream = record(STEP, part);
    const played = playAll(stream, { ...OURS, ...PEERS }, rounds);
    agree(stream, played);
    const ratio = played.plain.microseconds / played.coherent.microseconds;
    const perStep = ({ microseconds }: Played) => microseconds / stream.steps;
    rows.push({
      scene: name,
      'C.standard': TABLE_1[name].standard,
      'C.coherence': TABLE_1[name].coherence,
      'C.ratio': TABLE_1[name].ratio,
      'ours.bodies': stream.count,
      'ours.possible': possiblePairs(stream),
      'ours.close': played.brute.pairs / stream.steps,
      'ours.brute.us': perStep(played.brute),
      'ours.sorted.us': perStep(played.sorted),
      'ours.plain.us': perStep(played.plain),
      'ours.coherent.us': perStep(played.coherent),
      'ours.ratio.time': ratio,
      'ours.cells': cellsOf(played),
      'ours.rapier.us': played.rapier ? perStep(played.rapier) : null,
      'ours.three.us': played.three ? perStep(played.three) : null,
    });
    groups.push({ name, values: [TABLE_1[name].ratio, ratio] });
    for (const times of FINER) {
      const fine = record(STEP / times, part);
      const hashes = playAll(fine, { plain: OURS.plain, coherent: OURS.coherent }, rounds);
      finer.push({
        scene: name,
        'ours.step': `1/${Math.round(times / STEP)}`,
        'ours.plain.cells': hashes.plain.stats.cells / fine.steps,
        'ours.coherent.cells': hashes.coherent.stats.cells / fine.steps,
        'ours.cells': cellsOf(hashes),
        'ours.ratio.time': hashes.plain.microseconds / hashes.coherent.microseconds,
      });
    }
  }
  const seconds = `steps of 1/${Math.round(1 / STEP)} s`;
  return [
    {
      id: '1',
      title: 'C table 1: the plain hash against the coherent one',
      samples: `four simulations, ${seconds}, ${counted(rounds, 'round')}`,
      notes: [
        'Millions of cycles on an R4400 beside our microseconds of CPU time for a step: only ratios can be compared. cells: cells that the plain hash looked up over those of the coherent one.',
        'Scenes are ours, after the names; every method was shown the same boxes and found the same pairs. close: pairs in a step, of all that are possible. Resolutions by radii, alpha and beta as by default.',
        `rapier: its tree brought up to date by a step of a world without bodies, then asked about every box that moves; it grows boxes by a margin and has no call for pairs alone. three-mesh-bvh has no broad phase: its tree over objects, refitted and asked. ${PEERS.rapier && PEERS.three ? '' : 'Not installed here: empty columns.'}`,
      ],
      columns: [
        { key: 'scene', title: 'scene', format: 'text' },
        { key: 'C.standard', title: 'plain', source: 'C', format: 'count' },
        { key: 'C.coherence', title: 'coherent', source: 'C', format: 'count' },
        { key: 'C.ratio', title: 'ratio', source: 'C', format: 'plain' },
        { key: 'ours.bodies', title: 'bodies', source: 'ours', format: 'count' },
        { key: 'ours.possible', title: 'pairs', source: 'ours', format: 'count' },
        { key: 'ours.close', title: 'close', source: 'ours', format: 'count' },
        { key: 'ours.brute.us', title: 'brute', source: 'ours', format: 'count' },
        { key: 'ours.sorted.us', title: 'sorted', source: 'ours', format: 'count' },
        { key: 'ours.plain.us', title: 'plain', source: 'ours', format: 'count' },
        { key: 'ours.coherent.us', title: 'coherent', source: 'ours', format: 'count' },
        { key: 'ours.ratio.time', title: 'ratio', source: 'ours', format: 'ratio' },
        { key: 'ours.cells', title: 'cells', source: 'ours', format: 'ratio' },
        { key: 'ours.rapier.us', title: 'rapier', source: 'ours', format: 'count' },
        { key: 'ours.three.us', title: 'three', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [
        {
          kind: 'bars',
          title: 'How many times faster the coherent hash is',
          caption: 'The paper counts cycles, ours are ratios of CPU time in one run.',
          axis: 'plain / coherent',
          log: false,
          series: [
            { name: 'paper C', source: 'C' },
            { name: 'ours', source: 'ours' },
          ],
          groups,
        },
      ],
    },
    {
      id: '1 steps',
      title: 'C table 1, what it rests on: the length of steps',
      samples: `the same simulations, steps of ${FINER.map((times) => `1/${grouped(Math.round(times / STEP))}`).join(', ')} s`,
      notes: [
        'cells: looked up in a step. The plain hash does the same in every step, the coherent one what changed since the last: the shorter the steps, the less.',
      ],
      columns: [
        { key: 'scene', title: 'scene', format: 'text' },
        { key: 'ours.step', title: 'step, s', source: 'ours', format: 'text' },
        { key: 'ours.plain.cells', title: 'cells plain', source: 'ours', format: 'count' },
        { key: 'ours.coherent.cells', title: 'cells coherent', source: 'ours', format: 'count' },
        { key: 'ours.cells', title: 'cells ratio', source: 'ours', format: 'ratio' },
        { key: 'ours.ratio.time', title: 'time ratio', source: 'ours', format: 'ratio' },
      ],
      rows: finer,
      plots: [],
    },
  ];
}

function cellsOf({ plain, coherent }: Readonly<Record<'plain' | 'coherent', Played>>): number {
  return plain.stats.cells / Math.max(1, coherent.stats.cells);
}

/** Whoever finds other pairs than brute force is wrong; rapier's boxes are larger, so it finds more. */
function agree({ name }: BoxStream, played: Readonly<Partial<Record<string, Played>>>): void {
  const expected = played.brute?.pairs;
  for (const [method, found] of Object.entries(played)) {
    if (method === 'rapier' ? found!.pairs >= expected! : found!.pairs === expected) continue;
    throw new Error(`${name}: ${method} found ${found!.pairs} pairs, brute force ${expected}`);
  }
}

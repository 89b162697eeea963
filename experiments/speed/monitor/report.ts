/** The results of the suite `monitor` as text. */
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { rangeText } from '../../lab/statistics.ts';
import type { ChangeRow, DataResults, MonitorResults, StepRows, TimedRow } from './results.ts';

/** What was aimed at: part of FCL's mean, microseconds of a step at the 99th percentile, and with a threshold. */
export const AIM = { ratio: 0.3, p99: 50, threshold: 15 };

export function format({ data, leftOut }: MonitorResults): string {
  const left = leftOut.map((text) => `left out: ${text}`);
  if (data.length === 0) return [...left, 'nothing was measured'].join('\n');
  return [
    ...data.map(formatData),
    [
      'Microseconds of a step, one configuration per millisecond of the motion, forward kinematics included. mean: CPU time,',
      'the least of the rounds; median and p99: by the clock, over the least of each step. FCL: distance with nearest points,',
      'a DynamicAABBTreeCollisionManager per class; boxes as primitives or meshes, whichever is faster of those that answer',
      'like us most often. error: the largest difference of distances; unlike: answers that differ by more.',
      `Aims: at most ${AIM.ratio} of FCL, ${AIM.p99} us at p99, ${AIM.threshold} us with a threshold, no garbage collection.`,
    ].join('\n'),
    ...(left.length > 0 ? [left.join('\n')] : []),
  ].join('\n\n');
}

function formatData(results: DataResults): string {
  const { name, scenes, classPairs, pairs, asked, garbage, changes, timed } = results;
  const head = [
    'motion',
    'threshold',
    'engine',
    'mean',
    'median',
    'p99',
    'ours /',
    'error',
    'unlike',
  ];
  const told =
    `${name}: ${scenes.join(', ')}; ${rangeText(pairs)} tested pairs of bodies, ` +
    `${classPairs} ${classPairs === 1 ? 'pair' : 'pairs'} of classes`;
  const steps = asked.map(
    ({ kind, threshold, steps, meeting }) =>
      `${kind}, ${thresholdText(threshold)}: ${grouped(steps)} steps, ${grouped(meeting)} answers in which classes meet`,
  );
  const lines = asked.flatMap(linesOf);
  const collected = garbage
    ? [
        `garbage collections in ${grouped(garbage.steps)} steps: ${garbage.collections} (${short(garbage.microseconds)} us a step)`,
      ]
    : [];
  return [
    told,
    ...steps,
    '',
    textTable(head, lines, [3, 4, 5, 6, 7, 8]),
    ...collected,
    ...(changes ? ['', textTable(['change', 'us'], changes.map(changeLine), [1])] : []),
    ...(timed ? ['', textTable(TIMED_HEAD, timed.map(timedLine), [2, 3, 4])] : []),
  ].join('\n');
}

const TIMED_HEAD = ['planned motion', 'threshold', 'us', 'looks', 'distances'];

function changeLine({ name, microseconds }: ChangeRow): string[] {
  return [name, short(microseconds)];
}

function timedLine({ threshold, promise, microseconds, looks, distances }: TimedRow): string[] {
  const name = promise ? 'with a promise of rates' : 'without';
  return [name, thresholdText(threshold), short(microseconds), short(looks), short(distances)];
}

function linesOf({ kind, threshold, rows }: StepRows): string[][] {
  const ours = rows[0].times.mean;
  return rows.map(({ engine, variant, times, difference, unlike }, i) => [
    i === 0 ? kind : '',
    i === 0 ? thresholdText(threshold) : '',
    [engine, variant].filter(Boolean).join(', '),
    short(times.mean),
    short(times.median),
    short(times.p99),
    i === 0 ? '' : short(ours / times.mean),
    i === 0 ? '' : short(difference),
    i === 0 ? '' : grouped(unlike),
  ]);
}

function thresholdText(threshold: number): string {
  return threshold < Number.POSITIVE_INFINITY ? `${threshold} m` : 'none';
}

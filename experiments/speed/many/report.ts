/** The suite's tables: times, ratios to the smallest world, what was aimed at, memory, counts. */
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import type { FileResults, ManyResults, PlaceResults, SizeResults } from './results.ts';
import { FIRSTS, TASKS } from './tasks.ts';

/** At so many boxes a task takes at most so many times what it takes in the smallest world. */
export const AIM = { size: 10_000, ratio: 2 };
/** At so many boxes the cell is built in so many microseconds, with so many bytes for a box. */
export const BUILD_AIM = { size: 100_000, microseconds: 3e6, bytes: 1024 };

export function format({ near, places, files }: ManyResults): string {
  return [...places.map((place) => formatPlace(near, place)), formatFiles(files)].join('\n\n');
}

/** Bytes for each box beyond those of the smallest world: the robot's share is left out. */
export function bytesPerBox(
  { sizes }: PlaceResults,
  at: SizeResults,
  part: keyof SizeResults['memory'],
): number {
  const [least] = sizes;
  return (at.memory[part] - least.memory[part]) / (at.size - least.size);
}

function formatPlace(near: number, place: PlaceResults): string {
  const { elsewhere, sizes } = place;
  const [least, ...larger] = sizes;
  const head = ['CPU us', ...sizes.map(({ size }) => grouped(size))];
  const ratios = larger.map(({ size }) => `${grouped(size)} / ${grouped(least.size)}`);
  const right = [...head, ...ratios].map((_, i) => i + 1);
  const times = TASKS.map((task) => [
    task,
    ...sizes.map(({ times }) => short(times[task])),
    ...larger.map(({ times }) => ratioText(times[task] / least.times[task])),
    `<= ${AIM.ratio} at ${grouped(AIM.size)}`,
  ]);
  const aim = `<= ${short(BUILD_AIM.microseconds)} at ${grouped(BUILD_AIM.size)}`;
  const firsts = FIRSTS.map((name) => [
    name,
    ...sizes.map((size) => short(size.firsts[name])),
    ...larger.map((size) => (size.firsts[name] / least.firsts[name]).toFixed(2)),
    name === 'build the cell' ? aim : '',
  ]);
  const memory = (['description', 'cell', 'checker'] as const).map((part) => [
    { description: 'description', cell: 'cell', checker: 'checker, after an edge' }[part],
    ...larger.map((size) => short(bytesPerBox(place, size, part))),
    part === 'cell' ? `<= ${grouped(BUILD_AIM.bytes)} at ${grouped(BUILD_AIM.size)}` : '',
  ]);
  const counts = (
    ['configurations', 'tests', 'gjkCalls', 'edges', 'length', 'slabs', 'bytes'] as const
  ).map((key) => [COUNTED[key], ...sizes.map((size) => short(size.counts[key]))]);
  return [
    `${grouped(near)} boxes near, the others ${elsewhere}`,
    textTable([...head, ...ratios, 'aim'], [...firsts, ...times], right.slice(0, -1)),
    textTable(
      ['bytes for a box', ...larger.map(({ size }) => grouped(size)), 'aim'],
      memory,
      larger.map((_, i) => i + 1),
    ),
    textTable(['counts', ...sizes.map(({ size }) => grouped(size))], counts, right),
  ].join('\n\n');
}

/** Nothing where nothing was measured. */
function ratioText(ratio: number): string {
  return Number.isFinite(ratio) ? ratio.toFixed(2) : '';
}

const COUNTED = {
  configurations: 'edge: configurations',
  tests: 'edge: tests',
  gjkCalls: 'edge: GJK',
  edges: 'plan: edges',
  length: 'plan: length',
  slabs: 'certificate: slabs',
  bytes: 'certificate: bytes',
};

function formatFiles(files: readonly FileResults[]): string {
  return textTable(
    ['file', 'boxes', 'MB', 'read, CPU us'],
    files.map(({ name, boxes, bytes, read }) => [
      name,
      grouped(boxes),
      (bytes / 1e6).toFixed(2),
      short(read),
    ]),
    [1, 2, 3],
  );
}

/**
 * The tables of checking and planning as docs/repro.md has them (that of walks is written by hand): a line for each environment, the published number and ours
 * in one cell. Made of the same rows as the long tables.
 */
import { type Format, shown, type Table, type Value } from '../lab/table.ts';

type Row = Readonly<Record<string, Value>>;

/** A column: its title, and what it says of the rows of a line. */
type Column = readonly [title: string, cell: (rows: readonly Row[]) => string];

interface Compact {
  /** Of the long table. */
  readonly id: string;
  readonly caption: string;
  /** Rows with the same value here are one line. */
  readonly by: readonly string[];
  readonly columns: readonly Column[];
}

/** A number of the first row for which all of this holds. */
function value(rows: readonly Row[], where: Row, key: string, format: Format): string {
  const row = rows.find((r) => Object.entries(where).every(([k, v]) => r[k] === v));
  return shown(row?.[key], format);
}

/** "54 / 1.9": published and ours; ours alone where nothing is published. */
function beside(
  title: string,
  where: Row,
  key: string,
  format: Format = 'count',
  paper: 'A' | 'B' = 'A',
): Column {
  return [
    title,
    (rows) => {
      const published = value(rows, where, `${paper}.${key}`, format);
      const ours = value(rows, where, `ours.${key}`, format);
      return published === '' ? ours : `${published} / ${ours || '-'}`;
    },
  ];
}

function ours(title: string, where: Row, key: string, format: Format = 'count'): Column {
  return [title, (rows) => value(rows, where, `ours.${key}`, format)];
}

function published(title: string, key: string, format: Format = 'plain'): Column {
  return [title, (rows) => value(rows, {}, key, format)];
}

/** "A a / b": one column of the paper, another of ours. */
function pair(title: string, a: string, b: string, format: Format): Column {
  return [title, (rows) => `${value(rows, {}, a, format)} / ${value(rows, {}, b, format) || '-'}`];
}

/** The n-th row of a line, where names are not enough. */
function nth(title: string, n: number, key: string, format: Format): Column {
  return [title, (rows) => beside(title, {}, key, format)[1](rows.slice(n, n + 1))];
}

const ALGORITHMS = ['COLL-CHECKER', 'GREEDY-DIST', 'EXACT-DIST', 'APPROX-DIST 0.5'];
const GREEDY = { algorithm: 'GREEDY-DIST' };
const APPROXIMATE = { algorithm: 'APPROX-DIST 0.5' };
const COLLIDING = [
  'fixed',
  'adaptive, delta 0',
  'ends given',
  'delta 0.001',
  'ends given',
  'refined',
  'ladder',
];
const FIXED = { method: 'fixed, epsilon 0.005' };
const ADAPTIVE = { method: 'adaptive, delta 0.001' };

const grazing = (id: string, figure: string): Compact => ({
  id,
  caption: `A table ${id}, figure ${figure}: volumes in one turn (ladder: hulls)`,
  by: ['clearance', 'delta'],
  columns: [
    beside('adaptive', { method: 'adaptive', links: 'all links' }, 'bv'),
    beside('end-effector', { links: 'end-effector' }, 'bv'),
    ours('refined', { method: 'refined (ours)' }, 'bv'),
    ours('ladder', { method: 'ladder (ours)' }, 'hulls'),
  ],
});

const COMPACT: readonly Compact[] = [
  {
    id: 'I',
    caption: 'A table I: volumes per query, and quality of bounds',
    by: ['figure'],
    columns: [
      ...ALGORITHMS.map((algorithm) => beside(algorithm, { algorithm }, 'bv')),
      beside('quality greedy', GREEDY, 'quality', 'ratio'),
      beside('quality 0.5', APPROXIMATE, 'quality', 'ratio'),
    ],
  },
  {
    id: 'III',
    caption: 'A table III: volumes until a contact is found',
    by: ['figure'],
    columns: COLLIDING.map((title, n) => nth(title, n, 'bv', 'count')),
  },
  {
    id: 'III',
    caption: "The same: time as a part of the fixed checker's",
    by: ['figure'],
    columns: COLLIDING.map((title, n) => nth(title, n, 'time', 'ratio')),
  },
  {
    id: 'VI',
    caption: "A table VI: free segments, volumes and time as a part of the fixed checker's",
    by: ['figure', 'pairs'],
    columns: [
      beside('fixed BV', FIXED, 'bv'),
      beside('adaptive BV', ADAPTIVE, 'bv'),
      beside('adaptive time', ADAPTIVE, 'time', 'ratio'),
      ours('refined time', { method: 'refined (ours)' }, 'time', 'ratio'),
      ours('ladder time', { method: 'ladder (ours)' }, 'time', 'ratio'),
    ],
  },
  {
    id: 'VI-missed',
    caption: 'Colliding segments that the fixed checker takes for free',
    by: ['figure'],
    columns: [
      ours('segments', {}, 'segments'),
      ...[0.05, 0.02, 0.005].map((e) => ours(`epsilon ${e}`, {}, `missed${e}`, 'plain')),
    ],
  },
  {
    id: 'B3',
    caption: "B table 3: free segments, time as a part of the fixed checker's",
    by: ['figure', 'pairs'],
    columns: [nth('delta 0.001', 1, 'time', 'ratio'), nth('delta 0.01', 2, 'time', 'ratio')].map(
      ([title, cell]) => [title, (rows) => cell(rows.map(fromB))] as const,
    ),
  },
  grazing('VIII', '14a'),
  grazing('IX', '14b'),
  grazing('X', '14c'),
  {
    id: 'XI',
    caption: 'A table XI: volumes, and time of refined over adaptive',
    by: ['figure'],
    columns: [
      beside('adaptive', {}, 'adaptive'),
      beside('refined', {}, 'refined'),
      beside('fewer', {}, 'fewer', 'ratio'),
      beside('time', {}, 'time', 'ratio'),
      ours('time with hulls', { setting: 'hulls first (ours)' }, 'time', 'ratio'),
    ],
  },
  {
    id: 'order',
    caption: 'A II-C: tests and volumes until a contact, by uncovered length and by length',
    by: ['figure', 'checker'],
    columns: [
      ours('tests', {}, 'uncovered.tests'),
      ours('by length', {}, 'length.tests'),
      ours('ratio', {}, 'tests', 'ratio'),
      ours('BV', {}, 'uncovered.bv'),
      ours('by length', {}, 'length.bv'),
      ours('ratio', {}, 'bv', 'ratio'),
      ours('sooner', {}, 'sooner', 'percent'),
      ours('later', {}, 'later', 'percent'),
    ],
  },
  {
    id: 'memory',
    caption: 'A VII: the most that a check holds',
    by: ['figure'],
    columns: [
      ...['adaptive', 'refined', 'trees'].flatMap((key) => [
        ours(key, {}, key === 'trees' ? 'trees.nodes' : `${key}.mean`),
        ours('most', {}, `${key}.largest`),
        ours('kB', {}, `${key}.kilobytes`),
      ]),
    ],
  },
  {
    id: 'memory-planners',
    caption: 'A VII: the most that all kept work of a planner holds',
    by: ['figure', 'planner'],
    columns: [
      ours('edges asked', {}, 'edges'),
      ours('kept', {}, 'items'),
      ours('kB', {}, 'kilobytes'),
      ours('s', {}, 'seconds', 'seconds'),
    ],
  },
  {
    id: 'hierarchy',
    caption: 'B 4.1: one hierarchy for each bar of a cage, as in our cells, and for all of it',
    by: ['figure', 'segments', 'hierarchies'],
    columns: [
      ours('bodies', {}, 'bodies', 'plain'),
      ours('tests', {}, 'tests'),
      ours('configurations', {}, 'configurations'),
      ours('BV', {}, 'bv'),
      ours('time', {}, 'time', 'ratio'),
    ],
  },
  {
    id: 'IV',
    caption: 'A table IV: SBL, the first resolution that survives K runs in a row',
    by: ['figure'],
    columns: [
      published('K = 50', 'A.resolution50'),
      published('s', 'A.seconds50', 'seconds'),
      published('K = 100', 'A.resolution100'),
      published('s', 'A.seconds100', 'seconds'),
      ours('ours: K', {}, 'few', 'plain'),
      ours('rad', {}, 'resolutionFew', 'plain'),
      ours('s', {}, 'secondsFew', 'seconds'),
      ours('K', {}, 'many', 'plain'),
      ours('rad', {}, 'resolutionMany', 'plain'),
      ours('s', {}, 'secondsMany', 'seconds'),
      ours('no path', {}, 'missed'),
    ],
  },
  {
    id: 'V',
    caption: 'A table V: seconds of A-SBL; time as a multiple of that for delta 0.01',
    by: ['figure', 'delta'],
    columns: [
      beside('s', {}, 'seconds', 'seconds'),
      beside('time', {}, 'time', 'ratio'),
      ours('runs', {}, 'runs', 'plain'),
      ours('found', {}, 'found', 'percent'),
      ours('ladder s', {}, 'ladder', 'seconds'),
      ours('found', {}, 'ladderFound', 'percent'),
    ],
  },
  {
    id: 'B4',
    caption: "B table 4: SBL and A-SBL, seconds, and time as a part of SBL's",
    by: ['figure'],
    columns: [
      pair('resolution', 'B.epsilon', 'ours.resolution', 'plain'),
      pair('SBL s', 'B.sbl', 'ours.sbl.seconds', 'seconds'),
      pair('A-SBL s', 'B.aSbl', 'ours.adaptive.seconds', 'seconds'),
      pair('time', 'B.time', 'ours.adaptive.time', 'ratio'),
      ours('found', {}, 'adaptive.found', 'percent'),
      ours('ladder s', {}, 'ladder.seconds', 'seconds'),
      ours('time', {}, 'ladder.time', 'ratio'),
      ours('found', {}, 'ladder.found', 'percent'),
    ],
  },
];

/** So that a row of paper B reads like one of paper A. */
function fromB(row: Row): Row {
  return { ...row, 'A.time': row['B.time'] ?? null };
}

/** Those of the tables that have a compact form, as Markdown. */
export function compactOf(tables: readonly Table[]): string {
  return COMPACT.flatMap((compact) =>
    tables.filter(({ id }) => id === compact.id).map((table) => markdownOf(compact, table)),
  ).join('\n');
}

function markdownOf({ caption, by, columns }: Compact, table: Table): string {
  const lines = new Map<string, Row[]>();
  for (const row of table.rows) {
    const name = JSON.stringify(by.map((key) => row[key]));
    lines.set(name, [...(lines.get(name) ?? []), row]);
  }
  const titles = by.map((key) => (key === 'figure' ? 'fig.' : key));
  const head = [...titles, ...columns.map(([title]) => title)];
  const body = [...lines.values()].map((rows) => [
    ...by.map((key) => String(rows[0][key])),
    ...columns.map(([, cell]) => cell(rows)),
  ]);
  const widths = head.map((title, c) => Math.max(3, title.length, ...body.map((r) => r[c].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, c) => cell.padEnd(widths[c])).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `**${caption}** (${table.samples})\n\n${[line(head), rule, ...body.map(line)].join('\n')}\n`;
}

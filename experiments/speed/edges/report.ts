/** The results of the edges suite as text, with the targets they are held against. */
import { textTable } from '../../lab/columns.ts';
import { short } from '../../lab/numbers.ts';
import { rangeText } from '../../lab/statistics.ts';
import type { EdgeClass } from './methods.ts';
import type { CertificateRow, DataResults, EdgeRow, Peer } from './results.ts';

interface Target {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly sort: EdgeClass;
  /** Of FCL as it comes, and at its fastest; undefined where there is no aim. */
  readonly plain?: number;
  readonly fastest?: number;
}

/** Of FCL's time, Debian's library. */
const TARGETS: readonly Target[] = [
  { name: 'panda', kinds: ['5 rad'], sort: 'free', plain: 0.06, fastest: 0.09 },
  { name: 'panda', kinds: ['1 rad'], sort: 'free', plain: 0.06 },
  { name: 'panda', kinds: ['5 rad', '1 rad'], sort: 'colliding', fastest: 0.7 },
  { name: 'ur5', kinds: ['5 rad', '1 rad'], sort: 'free', plain: 0.08 },
  { name: 'ur5', kinds: ['5 rad', '1 rad'], sort: 'colliding', fastest: 0.7 },
];

/** The results as text. */
export function format(results: readonly DataResults[]): string {
  const lines: string[][] = [];
  for (const { name, rows } of results) {
    for (const row of rows) {
      const ratio = (base: Peer | undefined) =>
        row.microseconds !== undefined && base ? row.microseconds / base.microseconds : undefined;
      const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = row.stats;
      lines.push([
        name,
        row.kind,
        row.sort,
        String(row.edges),
        row.engine,
        short(row.microseconds),
        short(row.fcl?.microseconds),
        short(ratio(row.fcl)),
        short(ratio(row.native)),
        ...[configurations, tests, gjkCalls, nodePairs, trianglePairs].map(short),
        Object.entries(row.odd)
          .map(([verdict, count]) => `${count} ${verdict}`)
          .join(', '),
      ]);
    }
  }
  const head = ['robot', 'length', 'class', 'edges', 'method', 'us', 'FCL', '/FCL', '/native'];
  const counted = ['configs', 'tests', 'GJK', 'nodes', 'triangles', 'other verdicts'];
  const right = [3, 5, 6, 7, 8, 9, 10, 11, 12, 13];
  return [
    ...results.flatMap(tell),
    '',
    textTable([...head, ...counted], lines, right),
    '',
    'CPU microseconds per edge, minimum over rounds. FCL: sampled every 0.05 rad until a sample collides,',
    'kinematics included, the fastest of four ways to use it, on the same edges. Ratios are of times in',
    'the same rounds, to the packaged library and to one compiled for this processor. Counts are per edge.',
    '',
    judgeTargets(results),
    ...variantTable(results),
    ...certificateTable(results),
  ].join('\n');
}

function tell(results: DataResults): string[] {
  const { name, scenes, pairs, edges, sortedBy, leftOut, missed } = results;
  const { tooClose, disputed, missedByDense, wrong } = leftOut;
  const sizes = edges.map(({ kind, sort, count }) => `${count} ${sort} of ${kind}`).join(', ');
  const lines = [
    `${name}: ${scenes.join(', ')}; ${rangeText(pairs)} tested pairs; ${sizes}`,
    `  sorted by ${sortedBy}; left out: ${tooClose} neither free nor colliding, ` +
      `${disputed} disputed; ${missedByDense} collide though dense sampling finds nothing`,
  ];
  if (wrong > 0) lines.push(`  WRONG: ${wrong} edges that collide are called free`);
  const taken = missed.filter(({ sort, free }) => sort === 'colliding' && free > 0);
  for (const { kind, free } of taken) {
    lines.push(`  sampling every 0.05 rad misses ${free} colliding edges of ${kind}`);
  }
  return lines;
}

/** What making and verifying may take, in times of the check, and the file of an edge, in KiB. */
const MOST_MAKE = 10;
const MOST_VERIFY = 2;
const MOST_KIB = 20;
const HELD = ['panda', 'ur5'];

function missedBy({ check, make, verify, bytes }: CertificateRow): string[] {
  const missed: string[] = [];
  if (make > MOST_MAKE * check) missed.push('make MISSED');
  if (verify > MOST_VERIFY * check) missed.push('verify MISSED');
  if (bytes > MOST_KIB * 1024) missed.push('KiB MISSED');
  return missed;
}

function certificateTable(results: readonly DataResults[]): string[] {
  const rows = results.flatMap(({ name, certificates }) =>
    certificates.map((c) => [
      name,
      c.kind,
      String(c.certificates),
      ...[c.check, c.make, c.verify, c.make / c.check, c.verify / c.check, c.read].map(short),
      ...[c.glances, c.slabs, c.bytes / 1024, c.firstMake / 1000, c.firstVerify / 1000].map(short),
      [
        ...(HELD.includes(name) ? missedBy(c) : []),
        c.refused > 0 && `${c.refused} refused`,
        c.rejected > 0 && `${c.rejected} REJECTED`,
      ]
        .filter(Boolean)
        .join(', '),
    ]),
  );
  if (rows.length === 0) return [];
  const head = ['robot', 'length', 'free edges', 'check us', 'make us', 'verify us'];
  const more = ['make / check', 'verify / check', 'read us', 'glances', 'slabs', 'KiB'];
  const once = ['first make ms', 'first verify ms', ''];
  const right = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
  return [
    '',
    textTable([...head, ...more, ...once], rows, right),
    '',
    `Certificates of the same edges, all steps equally warm. Targets: making at most ${MOST_MAKE} times the check, verifying at most`,
    `${MOST_VERIFY} times, at most ${MOST_KIB} KiB. Reading is of the file's bytes. First: once for a cell, digests and all that is prepared.`,
  ];
}

/** FCL's time by the way it is used, on all edges of a class. */
function variantTable(results: readonly DataResults[]): string[] {
  type Found = Pick<EdgeRow, 'kind' | 'sort' | 'edges' | 'native'> & { name: string; fcl: Peer };
  const found = new Map<string, Found>();
  for (const { name, rows } of results) {
    for (const { kind, sort, edges, fcl, native } of rows) {
      const key = [name, kind, sort].join();
      const known = found.get(key);
      if (!fcl || (known && known.edges >= edges)) continue;
      found.set(key, { name, kind, sort, edges, fcl, native });
    }
  }
  if (found.size === 0) return [];
  const [first] = found.values();
  const variants = Object.keys(first.fcl.times);
  const rows = [...found.values()].flatMap(({ name, kind, sort, fcl, native }) =>
    Object.entries({ FCL: fcl, 'FCL native': native }).flatMap(([engine, taken]) =>
      taken ? [[name, kind, sort, engine, ...variants.map((v) => short(taken.times[v]))]] : [],
    ),
  );
  return ['', textTable(['robot', 'length', 'class', 'engine', ...variants], rows, [4, 5, 6, 7])];
}

/** Each target with what was measured. */
function judgeTargets(results: readonly DataResults[]): string {
  const rows = TARGETS.flatMap((target) => {
    const { name, kinds, sort } = target;
    return kinds.map((kind) => {
      const row = results
        .find((result) => result.name === name)
        ?.rows.find((r) => r.engine === 'ladder' && r.kind === kind && r.sort === sort);
      const against = (fcl: number | undefined, most: number | undefined) => {
        const ratio = row?.microseconds && fcl ? row.microseconds / fcl : undefined;
        if (ratio === undefined) return ['', 'not measured'];
        if (most === undefined) return [short(ratio), ''];
        return [short(ratio), `<= ${most} ${ratio <= most ? 'met' : 'MISSED'}`];
      };
      const { fcl } = row ?? {};
      const [plain, fastest] = [fcl?.times['mesh fcl'], fcl?.microseconds];
      return [
        name,
        kind,
        sort,
        ...against(plain, target.plain),
        ...against(fastest, target.fastest),
      ];
    });
  });
  // Twice: obstacles as meshes with the bounds that FCL computes, and the fastest way we know.
  const head = ['robot', 'length', 'class', 'of FCL, as it comes', '', 'at its fastest', ''];
  return textTable(head, rows, [3, 5]);
}

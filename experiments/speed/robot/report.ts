/** The results of the robot suite as text. */
import { textTable } from '../../lab/columns.ts';
import { short } from '../../lab/numbers.ts';
import { rangeText } from '../../lab/statistics.ts';
import type { LoadRun } from './loadScene.ts';
import {
  type ConfigurationSet,
  OURS,
  QUERIES,
  type RobotQuery,
  type RobotRow,
  SETS,
} from './tasks.ts';

export interface RobotResults {
  readonly robots: readonly {
    readonly robot: string;
    readonly scenes: readonly string[];
    readonly bodies: readonly number[];
    readonly pairs: readonly number[];
    readonly configurations: Readonly<Record<ConfigurationSet, number>>;
    readonly rows: readonly RobotRow[];
  }[];
  readonly loading: readonly Loading[];
}

/** The first time in a process, after nothing and after another process; and the best of later ones. */
export interface Loading {
  readonly robot: string;
  readonly importing: number;
  readonly first: Required<LoadRun>;
  readonly 'second process': Required<LoadRun>;
  readonly again: Required<LoadRun>;
}

export function format({ robots, loading }: RobotResults): string {
  if (robots.length === 0) return 'skipped: no data';
  const lines = robots.flatMap(({ robot, rows }) =>
    QUERIES.flatMap((query) =>
      SETS.map((set) => [
        robot,
        query,
        set,
        ...besideFcl(
          query,
          rows.filter((row) => row.query === query && row.set === set),
        ),
      ]),
    ),
  );
  const head = ['robot', 'query', 'set', 'ours', 'FCL', 'native', '/FCL', '/native', 'FCL variant'];
  const told = robots.map(
    ({ robot, scenes, bodies, pairs, configurations }) =>
      `${robot}: ${scenes.join(', ')}; ${rangeText(bodies)} bodies, ${rangeText(pairs)} tested pairs; ` +
      `${configurations.free} free and ${configurations.colliding} colliding configurations`,
  );
  return [
    ...told,
    '',
    textTable([...head, 'wrong, error: ours / FCL / native'], lines, [3, 4, 5, 6, 7]),
    '',
    'CPU microseconds per configuration, minimum over rounds. collide: a collision, or proof that',
    'there is none; distance: the closest pair. Ours includes forward kinematics; FCL is given the',
    'poses, both try the pair first that collided last. FCL takes a box as primitive or as a mesh',
    'of twelve triangles and compares the bounds of its collision objects (fcl) or tighter ones',
    'first (tight), whichever is fastest. wrong: verdicts unlike the oracle; error: of distances.',
    '',
    textTable(
      ['robot', 'load', 'ms', 'CPU ms', 'import ms', 'where'],
      loading.flatMap(loadingLines),
      [2, 3, 4],
    ),
    '',
    'From the bytes of URDF without visuals, SRDF, meshes and scene to the answer of one check; first:',
    'in a process; second process: the same with the meshes that another one kept in a folder; again:',
    'the best of later times in a process. Modules are imported before that. Shares are samples that',
    'the profiler took in a process of its own.',
  ].join('\n');
}

/** Times, ratios and faults of the engines for one query on one set. */
function besideFcl(query: RobotQuery, rows: readonly RobotRow[]): string[] {
  const all = [OURS, 'FCL', 'FCL native'].map((name) => rows.find((row) => row.engine === name));
  const [us, fcl, native] = all;
  const ratio = (base: RobotRow | undefined) =>
    us && base ? us.microseconds / base.microseconds : undefined;
  const wrong = all.map((row) => row?.wrong ?? '-').join(' / ');
  const errors = all.map((row) => short(row?.maxError) || '-').join(' / ');
  return [
    ...all.map((row) => short(row?.microseconds)),
    short(ratio(fcl)),
    short(ratio(native)),
    fcl?.variant ?? '',
    query === 'distance' ? `${wrong}; ${errors}` : wrong,
  ];
}

function loadingLines({ robot, importing, ...loads }: Loading): string[][] {
  return Object.entries(loads).map(([when, { milliseconds, cpuMilliseconds, parts }]) => [
    robot,
    when,
    short(milliseconds),
    short(cpuMilliseconds),
    when === 'first' ? short(importing) : '',
    Object.entries(parts)
      .sort((a, b) => b[1] - a[1])
      .filter(([, percent]) => percent >= 1)
      .map(([part, percent]) => `${part} ${Math.round(percent)}%`)
      .join('; '),
  ]);
}

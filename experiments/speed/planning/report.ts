/** The results of the planning suite as text. */
import { textTable } from '../../lab/columns.ts';
import { short } from '../../lab/numbers.ts';
import { quantile, rangeText } from '../../lab/statistics.ts';
import type { FamilyResults, Outcome } from './results.ts';

/** What a row is about. */
type Group = Pick<FamilyResults, 'robot' | 'family' | 'engines' | 'outcomes'>;

export function format(results: readonly FamilyResults[]): string {
  const head = [
    'robot',
    'family',
    'planner',
    'solved',
    'proven',
    'median ms',
    '95 %',
    'first',
    'planning',
    'smoothing',
  ];
  const more = ['length', 'with certificate', '95 %', 'KiB', 'verified', 'collide', 'disputed'];
  const groups = [...results, ...wholeRobots(results)];
  const rows = groups.flatMap((result) => result.engines.map((engine) => rowOf(result, engine)));
  return [
    ...results.flatMap(tell),
    '',
    textTable([...head, ...more], rows, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
    '',
    'CPU milliseconds per plan up to a smoothed path, the minimum of rounds with one seed; median and 95th',
    'percentile over problems and seeds, a plan that was not found within 10 s counting as longer than all.',
    'First: median of first rounds, when the problem is new to a process that is warm.',
    'OMPL 1.5 samples with FCL. Collide: paths in which FCL finds a collision when it samples every 0.0005',
    'rad, confirmed by our static check (disputed: not confirmed), of those found.',
    ...ratioTable(groups),
  ].join('\n');
}

/** All families of a robot together, where there are several. */
function wholeRobots(results: readonly FamilyResults[]): Group[] {
  const robots = [...new Set(results.map(({ robot }) => robot))];
  return robots.flatMap((robot) => {
    const own = results.filter((result) => result.robot === robot);
    if (own.length < 2) return [];
    const { engines } = own[0];
    return [{ robot, family: 'all', engines, outcomes: own.flatMap(({ outcomes }) => outcomes) }];
  });
}

function tell(result: FamilyResults): string[] {
  const { robot, family, problems, seeds, rounds, pairs, building, preparing, ompl, cold } = result;
  const lines = [
    `${robot}, ${family}: ${problems} problems, ${seeds} seeds, ${rounds} rounds; ` +
      `${rangeText(pairs)} tested pairs`,
    `  a cell takes ${short(building)} ms once its robot is known, a planner for it ${short(preparing)} ms` +
      (ompl
        ? `; FCL's shapes ${short(ompl.shapes)} ms for all scenes, a scene ${short(ompl.scene)} ms`
        : ''),
  ];
  if (ompl) {
    lines.push(
      `  OMPL samples motions every ${short(ompl.step)} rad by default, 0.01 of ${short(ompl.extent)} rad`,
    );
  }
  for (const { planner, cpu, wall, solved } of cold) {
    lines.push(
      `  first call in a process, ${planner}: ${short(wall)} ms, ${short(cpu)} ms of CPU time` +
        (solved ? '' : ', not solved'),
    );
  }
  const refused = new Map<number, string>();
  for (const { problem, refused: why } of result.outcomes) if (why) refused.set(problem, why);
  for (const [problem, why] of refused) lines.push(`  refused: problem ${problem + 1}: ${why}`);
  const varied = result.outcomes.filter((outcome) => outcome.varied).length;
  if (varied > 0) lines.push(`  ${varied} plans differed between rounds`);
  return lines;
}

function rowOf(result: Group, engine: string): string[] {
  const all = outcomesOf(result, engine);
  const found = all.filter(({ waypoints }) => waypoints > 0);
  const solved = all.filter((outcome) => outcome.solved);
  const certified = found.filter(({ certificate }) => certificate !== undefined);
  const checked = found.filter(({ verified }) => verified !== undefined);
  const judged = found.filter(({ judged: as }) => as !== 'not judged');
  const part = (some: readonly Outcome[], of: readonly Outcome[]) =>
    `${some.length} of ${of.length}`;
  const count = (as: Outcome['judged']) =>
    judged.length > 0
      ? part(
          judged.filter((outcome) => outcome.judged === as),
          judged,
        )
      : '';
  const proven = found.filter((outcome) => outcome.proven);
  const verified = checked.filter((outcome) => outcome.verified);
  const withCertificate = timesOf(all, ({ cpu, certificate }) =>
    certificate === undefined ? Number.POSITIVE_INFINITY : cpu + certificate,
  );
  const median = (value: (outcome: Outcome) => number, of: readonly Outcome[] = solved) =>
    short(quantile(of.map(value), 0.5));
  return [
    result.robot,
    result.family,
    engine,
    part(solved, all),
    proven.length > 0 ? part(proven, found) : 'no',
    told(quantile(timesOf(all), 0.5)),
    told(quantile(timesOf(all), 0.95)),
    told(
      quantile(
        timesOf(all, ({ first }) => first),
        0.5,
      ),
    ),
    median(({ planning }) => planning),
    median(({ cpu, planning }) => cpu - planning),
    median(({ length }) => length),
    certified.length > 0 ? told(quantile(withCertificate, 0.5)) : '',
    certified.length > 0 ? told(quantile(withCertificate, 0.95)) : '',
    certified.length > 0 ? median(({ bytes = 0 }) => bytes / 1024, checked) : '',
    checked.length > 0 ? part(verified, found) : '',
    count('collides'),
    count('disputed'),
  ];
}

function outcomesOf({ outcomes }: Group, engine: string): Outcome[] {
  return outcomes.filter((outcome) => outcome.engine === engine);
}

/** What was not solved took longer than all the rest. */
function timesOf(
  outcomes: readonly Outcome[],
  time: (outcome: Outcome) => number = ({ cpu }) => cpu,
): number[] {
  return outcomes.map((outcome) => (outcome.solved ? time(outcome) : Number.POSITIVE_INFINITY));
}

function told(milliseconds: number): string {
  return milliseconds === Infinity ? 'none' : short(milliseconds);
}

/** Our medians and 95th percentiles over those of every other planner. */
function ratioTable(results: readonly Group[]): string[] {
  const isPeer = (engine: string) => engine.startsWith('OMPL');
  const peers = [...new Set(results.flatMap(({ engines }) => engines.filter(isPeer)))];
  const rows = results.flatMap((result) => {
    const own = result.engines.filter((engine) => !isPeer(engine));
    return own.map((engine) => {
      const ratios = peers.flatMap((peer) =>
        [0.5, 0.95].map((p) => {
          const [a, b] = [engine, peer].map((e) => quantile(timesOf(outcomesOf(result, e)), p));
          return a < Infinity && b < Infinity ? short(a / b) : '-';
        }),
      );
      return [result.robot, result.family, engine, ...ratios];
    });
  });
  if (rows.length === 0 || peers.length === 0) return [];
  const head = ['robot', 'family', 'planner', ...peers.flatMap((peer) => [`/ ${peer}`, '95 %'])];
  const right = head.map((_, c) => c).slice(3);
  return ['', textTable(head, rows, right)];
}

// @ts-check
// The results of planning.mjs as text.

import { short, table } from './harness.mjs';

/** @typedef {import('./planning.mjs').FamilyResults} FamilyResults */
/** @typedef {import('./planning.mjs').Outcome} Outcome */

/** The results as text. */
export function format(/** @type {FamilyResults[]} */ results) {
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
    table([...head, ...more], rows, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
    '',
    'CPU milliseconds per plan up to a smoothed path, the minimum of rounds with one seed; median and 95th',
    'percentile over problems and seeds, a plan that was not found within 10 s counting as longer than all.',
    'First: median of first rounds, when the problem is new to a process that is warm.',
    'OMPL 1.5 samples with FCL. Collide: paths in which FCL finds a collision when it samples every 0.0005',
    'rad, confirmed by our static check (disputed: not confirmed), of those found.',
    ...ratioTable(groups),
  ].join('\n');
}

/**
 * What a row is about.
 * @typedef {Pick<FamilyResults, 'robot' | 'family' | 'engines' | 'outcomes'>} Group
 */

/** All families of a robot together, where there are several. @returns {Group[]} */
function wholeRobots(/** @type {FamilyResults[]} */ results) {
  const robots = [...new Set(results.map(({ robot }) => robot))];
  return robots.flatMap((robot) => {
    const own = results.filter((result) => result.robot === robot);
    if (own.length < 2) return [];
    const { engines } = own[0];
    return [{ robot, family: 'all', engines, outcomes: own.flatMap(({ outcomes }) => outcomes) }];
  });
}

/** @returns {string[]} */
function tell(/** @type {FamilyResults} */ result) {
  const { robot, family, problems, seeds, rounds, pairs, building, preparing, ompl, cold } = result;
  const lines = [
    `${robot}, ${family}: ${problems} problems, ${seeds} seeds, ${rounds} rounds; ` +
      `${Math.min(...pairs)} to ${Math.max(...pairs)} tested pairs`,
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
  const refused = new Map();
  for (const { problem, refused: why } of result.outcomes) if (why) refused.set(problem, why);
  for (const [problem, why] of refused) lines.push(`  refused: problem ${problem + 1}: ${why}`);
  const varied = result.outcomes.filter((outcome) => outcome.varied).length;
  if (varied > 0) lines.push(`  ${varied} plans differed between rounds`);
  return lines;
}

/** @returns {string[]} */
function rowOf(/** @type {Group} */ result, /** @type {string} */ engine) {
  const all = outcomesOf(result, engine);
  const found = all.filter(({ waypoints }) => waypoints > 0);
  const solved = all.filter((outcome) => outcome.solved);
  const certified = found.filter(({ certificate }) => certificate !== undefined);
  const withCertificate = all.map(({ solved: is, cpu, certificate }) =>
    is && certificate !== undefined ? cpu + certificate : Infinity,
  );
  const checked = found.filter(({ verified }) => verified !== undefined);
  const judged = found.filter(({ judged: as }) => as !== 'not judged');
  const count = (/** @type {string} */ as) =>
    judged.length ? `${judged.filter((o) => o.judged === as).length} of ${judged.length}` : '';
  return [
    result.robot,
    result.family,
    engine,
    `${solved.length} of ${all.length}`,
    found.some(({ proven }) => proven)
      ? `${found.filter(({ proven }) => proven).length} of ${found.length}`
      : 'no',
    told(quantile(times(all), 0.5)),
    told(quantile(times(all), 0.95)),
    told(
      quantile(
        all.map(({ solved: is, first }) => (is ? first : Infinity)),
        0.5,
      ),
    ),
    short(
      quantile(
        solved.map(({ planning }) => planning),
        0.5,
      ),
    ),
    short(
      quantile(
        solved.map(({ cpu, planning }) => cpu - planning),
        0.5,
      ),
    ),
    short(
      quantile(
        solved.map(({ length }) => length),
        0.5,
      ),
    ),
    certified.length ? told(quantile(withCertificate, 0.5)) : '',
    certified.length ? told(quantile(withCertificate, 0.95)) : '',
    certified.length
      ? short(
          quantile(
            checked.map(({ bytes = 0 }) => bytes / 1024),
            0.5,
          ),
        )
      : '',
    checked.length ? `${checked.filter(({ verified }) => verified).length} of ${found.length}` : '',
    count('collides'),
    count('disputed'),
  ];
}

function outcomesOf(/** @type {Group} */ { outcomes }, /** @type {string} */ engine) {
  return outcomes.filter((outcome) => outcome.engine === engine);
}

/** What was not solved took longer than all the rest. */
function times(/** @type {Outcome[]} */ outcomes) {
  return outcomes.map(({ solved, cpu }) => (solved ? cpu : Infinity));
}

/** The smallest value that a part p of all values does not exceed. */
function quantile(/** @type {number[]} */ values, /** @type {number} */ p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}

function told(/** @type {number} */ milliseconds) {
  return milliseconds === Infinity ? 'none' : short(milliseconds);
}

/** Our medians and 95th percentiles over those of every other planner. @returns {string[]} */
function ratioTable(/** @type {Group[]} */ results) {
  const isPeer = (/** @type {string} */ engine) => engine.startsWith('OMPL');
  const peers = [...new Set(results.flatMap(({ engines }) => engines.filter(isPeer)))];
  const rows = results.flatMap((result) => {
    const own = result.engines.filter((engine) => !isPeer(engine));
    return own.map((engine) => {
      const ratios = peers.flatMap((peer) =>
        [0.5, 0.95].map((p) => {
          const [a, b] = [engine, peer].map((e) => quantile(times(outcomesOf(result, e)), p));
          return a < Infinity && b < Infinity ? short(a / b) : '-';
        }),
      );
      return [result.robot, result.family, engine, ...ratios];
    });
  });
  if (rows.length === 0 || peers.length === 0) return [];
  const head = ['robot', 'family', 'planner', ...peers.flatMap((peer) => [`/ ${peer}`, '95 %'])];
  const right = head.map((_, c) => c).slice(3);
  return ['', table(head, rows, right)];
}

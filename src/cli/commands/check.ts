/** `surepath check`: paths, edges, and single configurations. */
import { requireTests } from '../../cell/index.ts';
import { type Command, parse, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellArguments,
  loadCell,
  loadDescription,
  typed,
} from '../loadCell.ts';
import { interpolationFrom } from '../loadPath.ts';
import { streamFormatOf } from '../pieces.ts';
import { WORKERS_HELP, WORKERS_OPTION, workersFrom } from '../workers.ts';
import { askedOfBag, BAG_HELP, BAG_OPTIONS } from './checkBag.ts';
import { BRAKING_HELP, BRAKING_OPTIONS, brakingFrom } from './checkBraking.ts';
import { checkConfigurationFile } from './checkConfigurations.ts';
import { checkDelayedTracks, DELAY_HELP } from './checkDelays.ts';
import { checkEdgeFile } from './checkEdges.ts';
import { LIMITS_HELP } from './checkLimits.ts';
import { METHOD_HELP } from './checkMethod.ts';
import { checkPathFile } from './checkPath.ts';
import {
  checkPenetrationFile,
  PENETRATION_HELP,
  refuseWithPenetration,
} from './checkPenetration.ts';
import { SETTING_OPTIONS, type Settings, settingsFrom } from './checkSettings.ts';
import { checkStreamFile, STREAM_HELP, STREAM_OPTIONS, streamFrom } from './checkStream.ts';
import { PROFILE_HELP, PROFILE_OPTIONS, profileFrom } from './profileOptions.ts';

const PATH_ONLY = [
  'interpolation',
  'first-contact',
  'clearances',
  'profile',
  'accuracy',
  'horizon',
  'penetration',
  'delay',
  'braking',
  'reaction',
  'factor-limit',
  'velocity',
  'certificate',
  'report',
  'mcap',
  'report-json',
] as const;
/** What makes no sense beside --delay. */
const NOT_WITH_DELAY = [
  'first-contact',
  'clearances',
  'profile',
  'accuracy',
  'horizon',
  'penetration',
  'braking',
  'reaction',
  'factor-limit',
  'velocity',
  'all',
  'junit',
  'report',
  'mcap',
  'report-json',
] as const;
/** What is for rows that stream in. */
const STREAMS_ONLY = ['out', 'resume', 'chunk'] as const;
const MOTIONS_ONLY = Object.keys(SETTING_OPTIONS) as (keyof typeof SETTING_OPTIONS)[];

export const checkCommand: Command = {
  help: `usage: surepath check CELL PATH [options]
       surepath check BAG [options]
       surepath check CELL --edges FILE [options]
       surepath check CELL --configurations FILE [options]

Says of a path one of these:
  free                every configuration on it is free of collision: proven for the true meshes, in
                      floating point, under the assumptions that are printed with it
  colliding           two bodies intersect: which, where, at which joint values
  too-close           two bodies are nearer than their clearance plus --delta; contact is neither
                      shown nor excluded
  undecided           the budget ended first; what is not proven is listed
  no collision found  all that --method fixed can say. It proves nothing
Solids count: a body that is wholly inside another one collides with it.

PATH is a list of waypoints: {"joints": [names], "waypoints": [[values]], "times"?: [seconds],
"velocities"?, "accelerations"?, "blend"?} as JSON or YAML, CSV with a header of joint names, a ROS
joint trajectory, another message of ROS that holds one, or joint states, as "ros2 topic echo" prints
them; a bag (MCAP); or {"tracks": [...]}, a path for each robot. Between
waypoints joints run straight, to {"via": [values], "to": [values]} along an arc; with times and
velocities they run as a ROS controller executes them (docs/paths.md). Segments and waypoints are
numbered from 0; t runs from 0 to 1 on each segment. Radians, metres, seconds.

BAG is an MCAP file with joint states or trajectories and a robot description: its robot, in the planning
scene that was recorded (docs/bags.md).

${CELL_HELP}
${BAG_HELP}${ADJUST_HELP}  --delta M             metres beyond the clearance that need not be told apart (default 0.0001)
  --wrap WORD           joints without limits turn as the numbers say (literal, the default) or the
                        short way (short)
  --interpolation WORD  between waypoints joints run straight (straight), or as a ROS controller
                        executes velocities and accelerations (controller), whatever PATH says
  --method WORD         ladder (default), adaptive and refined prove; fixed samples
  --resolution R        for fixed: the largest step between samples, in radians (default 0.05); 0 bisects
                        until something is found, or a limit ends it undecided
${METHOD_HELP}  --budget N            tests after which to stop undecided (default 1000000 for each segment)
  --time-limit S        seconds after which to stop undecided, reading included; verdicts then
                        depend on the machine
  --all                 every pair that is not free on every segment, not only the worst
  --first-contact       where contact begins, and which pieces of the path are proven free
  --clearances          how close every pair comes: proven at least, and seen
${PROFILE_HELP}${BRAKING_HELP}${PENETRATION_HELP}${DELAY_HELP}  --certificate FILE    if the path is free, write the proof; "surepath verify" checks it
  --report FILE         write an HTML file for people: verdict, picture to turn and play, timeline with
                        the cover, clearance, pairs. It needs nothing else, and no network
  --report-json FILE    write what a report says and shows as JSON, for <surepath-view> (docs/viewer.md)
${LIMITS_HELP}  --junit FILE          write JUnit XML for CI systems, one test per segment or edge
  --edges FILE          check many straight motions, or arcs, each on its own: {"joints": [names],
                        "edges": [{"from": [values], "to": [values], "via"?: [values]}]}
  --configurations FILE check single configurations: does any pair collide, and if not, which is
                        closest? {"joints": [names], "configurations": [[values]]}
${STREAM_HELP}${WORKERS_HELP}  --json                one JSON object on stdout: {"verdict", "segment", "t", "pair",
                        "configuration", "distance", "assumptions", "stats", ...}; for edges and
                        configurations {"results": [...]}

Exit code: 0 free; 1 colliding, too-close or no collision found, or with --limits a limit is left;
2 bad input; 3 undecided. Of several results: 1 if any is not free, else 3 if any is undecided.
`,
  run(args) {
    const parsed = parseCheck(args);
    return askedOfBag(parsed, (each) => checkOne(args, each));
  },
};

/** The arguments, read. */
function parseCheck(args: string[]) {
  return parse('check', args, {
    ...CELL_OPTIONS,
    ...ADJUST_OPTIONS,
    ...SETTING_OPTIONS,
    configurations: { type: 'string' },
    edges: { type: 'string' },
    interpolation: { type: 'string' },
    'first-contact': { type: 'boolean' },
    clearances: { type: 'boolean' },
    ...PROFILE_OPTIONS,
    ...BRAKING_OPTIONS,
    penetration: { type: 'string' },
    delay: { type: 'string', multiple: true },
    certificate: { type: 'string' },
    report: { type: 'string' },
    'report-json': { type: 'string' },
    limits: { type: 'boolean' },
    json: { type: 'boolean' },
    ...WORKERS_OPTION,
    ...STREAM_OPTIONS,
    ...BAG_OPTIONS,
  });
}

/** One question, or the questions of a bag without more motions than one. */
function checkOne(
  args: string[],
  { values, positionals }: ReturnType<typeof parseCheck>,
): number | Promise<number> {
  const [cellFile, pathFile] = positionals;
  const { configurations, edges, json = false } = values;
  const questions = [pathFile, edges, configurations].filter((file) => file !== undefined);
  if (cellFile === undefined || questions.length === 0) {
    throw usageFault(
      'check',
      'check needs a cell and a path; or a cell with --edges FILE or --configurations FILE',
    );
  }
  if (positionals.length > 2 || questions.length > 1) {
    const what = [
      ...positionals.slice(1),
      edges && '--edges',
      configurations && '--configurations',
    ];
    throw usageFault(
      'check',
      `check takes one question at a time; found ${what.filter(Boolean).join(', ')}`,
    );
  }
  const refuse = (options: readonly (keyof typeof values)[], why: string) => {
    const wrong = options.find((option) => values[option] !== undefined);
    if (wrong) throw usageFault('check', `--${wrong} is for ${why}`);
  };
  /** Said at once, and not after a path was read. */
  const load = (timeLimit_s?: number) => {
    const open = loadCell('check', cellFile, values, { timeLimit_s });
    requireTests(open.cell);
    return open;
  };
  const crew = {
    workers: workersFrom('check', values.workers),
    isGiven: values.workers !== undefined,
  };
  const rows = edges ?? configurations;
  const format = rows === undefined ? null : streamFormatOf(rows);
  if (format === null) refuse(STREAMS_ONLY, 'rows that stream in: FILE.jsonl, FILE.f64 or -');
  const { limits = false } = values;
  const stream = (settings: Settings | null) => ({
    ...{ what: settings ? ('edges' as const) : ('configurations' as const), settings },
    ...{ file: rows!, format: format!, limits, json, ...crew },
    ...streamFrom(values),
  });
  if (configurations !== undefined) {
    refuse([...PATH_ONLY, ...MOTIONS_ONLY], 'motions, not for --configurations');
    if (format) return checkStreamFile(load(), stream(null));
    return checkConfigurationFile(load(), { file: configurations, json, limits, ...crew });
  }
  if (edges !== undefined) refuse(PATH_ONLY, 'paths, not for --edges');
  const { delay } = values;
  if (delay) refuse(NOT_WITH_DELAY, 'one timing: leave out --delay');
  if (values.penetration !== undefined) refuseWithPenetration(values);
  const settings = settingsFrom(values);
  const open = load(settings.seconds);
  if (format) return checkStreamFile(open, stream(settings));
  if (edges !== undefined) {
    return checkEdgeFile(open, { cellFile, file: edges, settings, json, ...crew });
  }
  if (values.penetration !== undefined) {
    const interpolation = interpolationFrom('check', values.interpolation);
    const bound = values.penetration;
    return checkPenetrationFile(open, { file: pathFile, bound, interpolation, settings, json });
  }
  const question = {
    cellFile,
    cellArguments: cellArguments(cellFile, values),
    command: typed(['surepath', 'check', ...args]),
    file: pathFile,
    interpolation: interpolationFrom('check', values.interpolation),
    settings,
    firstContact: values['first-contact'] ?? false,
    clearances: values.clearances ?? false,
    profile: profileFrom(values),
    braking: brakingFrom(values),
    certificate: values.certificate,
    report: values.report,
    reportJson: values['report-json'],
    mcap: values.mcap,
    drawnRobots: () => loadDescription('check', cellFile, values, true).robots,
    json,
    ...crew,
  };
  return delay ? checkDelayedTracks(open, question, delay) : checkPathFile(open, question);
}

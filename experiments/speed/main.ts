/** `npm run bench`: runs the suites, prints their tables and writes their numbers as JSON. */
import { join } from 'node:path';
import { writeJson } from '../lab/files.ts';
import { machine } from '../lab/machine.ts';
import { short } from '../lab/numbers.ts';
import { distFolder, RESULTS } from '../lab/places.ts';
import { listed, type Program, parse, start, usageFault } from '../lab/program.ts';
import { PAIR_NAMES } from './static/pairs.ts';
import type { SpeedOptions, Suite } from './suite.ts';

interface Entry {
  readonly name: string;
  readonly title: string;
  measure(options: SpeedOptions): Promise<{ results: unknown; text: string }>;
}

/** A suite is loaded when it runs: one does not meet what another has brought along. */
function entry<R>(name: string, title: string, load: () => Promise<{ suite: Suite<R> }>): Entry {
  return {
    name,
    title,
    measure: async (options) => {
      const { suite } = await load();
      const results = await suite.run(options);
      return { results, text: suite.format(results) };
    },
  };
}

const SUITES: readonly Entry[] = [
  entry('static', 'Static queries between two meshes', () => import('./static/suite.ts')),
  entry('robot', 'Static check of one configuration of a robot', () => import('./robot/suite.ts')),
  entry('edges', 'Straight motions of a robot', () => import('./edges/suite.ts')),
  entry('planning', 'Motion planning', () => import('./planning/suite.ts')),
  entry('many', 'A robot among many boxes', () => import('./many/suite.ts')),
  entry(
    'monitor',
    'Distances between classes of bodies at every step',
    () => import('./monitor/suite.ts'),
  ),
  entry('recheck', 'A certificate again after a change', () => import('./recheck/suite.ts')),
  entry('grazing', 'A tool that grazes a floor', () => import('./grazing/suite.ts')),
  entry('gjk', 'Distance between convex shapes', () => import('./gjk.ts')),
  entry('gate', 'The gate over loopback', () => import('./gate/suite.ts')),
  entry('batch', 'A batch over several processes', () => import('./batch/suite.ts')),
  entry('studio', 'Opening a cell in the studio', () => import('./studio.ts')),
  entry('workers', 'Edges on several cores', () => import('./workers/suite.ts')),
  entry('reach', 'Kinematics and the quality of motion bounds', () => import('./reach.ts')),
];

/** Too long for every day: they run where they are named. */
const LONG_SUITES: readonly Entry[] = [
  entry(
    'million',
    'A million segments against somebody independent',
    () => import('./million/suite.ts'),
  ),
];

const program: Program = {
  name: 'bench',
  answersJson: false,
  help: `npm run bench -- [options]

  --quick          three short rounds instead of seven
  --rounds N       number of rounds
  --suite NAMES    ${SUITES.map(({ name }) => name).join(', ')} (all);
                   or million, which is long
  --only NAMES     only engines whose name contains one of these, like surepath,fcl
  --pair NAMES     pairs of meshes for the static suite (reference, or made without the data):
${Object.entries(PAIR_NAMES)
  .map(([name, what]) => `                     ${name.padEnd(11)}${what}`)
  .join('\n')}
  --robot NAMES    robots and cells for the edges suite: panda, ur5, cage, two-arms,
                   workshop, car-six-irb2400; robots for the planning suite: panda, ur5;
                   for the monitor suite: panda, two-arms
  --family NAMES   of problems for the planning and monitor suites: bookshelf_small, table_pick,
                   table_under_pick, cage
  --problems N     of every family (40)
  --seeds N        per problem (1)
  --boxes N        of the largest world of the suite many (100000; 10000 with --quick)
  --count N        edges of the suites workers (100000) and batch (20000), segments of the suite
                   million (1000000)
  --json FILE      where the numbers go (experiments/results/static.json)
  --dist DIR       the build of surepath that is measured (dist)
  --profile CLASS  no suite: checks edges of one class, like panda-free-5, for some seconds and says
                   in which functions the time goes; with --method NAME (ladder), --seconds N (10)
  --help           this text

Lists are separated by commas. Times are CPU time, the minimum over rounds that alternate between
engines. FCL takes part where libfcl-dev and g++ are installed, OMPL where libompl-dev is as well; they are
compiled on first use.
`,
  run: async (args) => {
    const { values, positionals } = parse('bench', args, {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      suite: { type: 'string' },
      only: { type: 'string' },
      pair: { type: 'string' },
      robot: { type: 'string' },
      family: { type: 'string' },
      problems: { type: 'string' },
      seeds: { type: 'string' },
      boxes: { type: 'string' },
      count: { type: 'string' },
      json: { type: 'string' },
      profile: { type: 'string' },
      method: { type: 'string', default: 'ladder' },
      seconds: { type: 'string', default: '10' },
    });
    if (positionals.length > 0)
      throw usageFault('bench', `there is nothing called ${positionals[0]}`);
    if (values.profile !== undefined) {
      const { profile } = await import('./edges/profile.ts');
      await profile(values.profile, values.method, counting('seconds', values.seconds, 10));
      return 0;
    }
    const suites = chosenSuites(listed(values.suite));
    const options: SpeedOptions = {
      quick: values.quick,
      rounds: counting('rounds', values.rounds, values.quick ? 3 : 7),
      only: listed(values.only?.toLowerCase()),
      pairs: listed(values.pair),
      robots: listed(values.robot),
      families: listed(values.family),
      ...(values.problems && { problems: counting('problems', values.problems, 0) }),
      ...(values.seeds && { seeds: counting('seeds', values.seeds, 0) }),
      ...(values.boxes && { boxes: counting('boxes', values.boxes, 0) }),
      ...(values.count && { count: counting('count', values.count, 0) }),
      roundsGiven: values.rounds !== undefined,
    };
    const on = machine();
    console.log(`${on.cpu}; node ${on.node}; ${on.compiler}; load ${short(on.loadBefore)}\n`);
    const numbers: Record<string, unknown> = {};
    for (const { name, title, measure } of suites) {
      const { results, text } = await measure(options);
      numbers[name] = results;
      console.log(`\n${title}\n\n${text}\n`);
    }
    const json = values.json ?? join(RESULTS, 'static.json');
    writeJson(json, { machine: on, dist: distFolder(), options, suites: numbers });
    console.log(`numbers in ${json}`);
    return 0;
  },
};

function chosenSuites(names: readonly string[]): readonly Entry[] {
  const every = [...SUITES, ...LONG_SUITES];
  const unknown = names.find((name) => !every.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = every.map(({ name }) => name).join(', ');
    throw usageFault('bench', `--suite takes ${known}; found "${unknown}"`);
  }
  return names.length === 0 ? SUITES : every.filter(({ name }) => names.includes(name));
}

/** A whole number of at least 1. */
function counting(option: string, text: string | undefined, without: number): number {
  if (text === undefined) return without;
  const n = Number(text);
  if (Number.isInteger(n) && n >= 1) return n;
  throw usageFault('bench', `--${option} takes a number of at least 1; found "${text}"`);
}

await start(program);

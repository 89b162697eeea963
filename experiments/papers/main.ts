/** `npm run repro`: the papers' experiments on the embedded cells, published figures beside ours. */
import { join } from 'node:path';
import { folderFor, replaceFile, writeJson } from '../lab/files.ts';
import { processor, version } from '../lab/machine.ts';
import { counted } from '../lab/numbers.ts';
import { type PageHeading, pageOf } from '../lab/page.ts';
import { inProcesses } from '../lab/processes.ts';
import { listed, type Program, parse, start, usageFault } from '../lab/program.ts';
import { type Table, withoutPictures } from '../lab/table.ts';
import { textOf } from '../lab/tableText.ts';
import { CHECKING } from './checking.ts';
import { compactOf } from './compact.ts';
import {
  CHECKING_HEADING,
  headingOf,
  ON_LINE_HEADING,
  PLANNING_HEADING,
  TWO_PHASE_HEADING,
  VOLUMES_HEADING,
} from './headings.ts';
import {
  type ExperimentJob,
  type ExperimentResult,
  runExperiment,
  samplerFor,
} from './oneExperiment.ts';
import { ON_LINE } from './onLine/onLine.ts';
import { PLANNING } from './planning.ts';
import type { Experiment } from './sampler.ts';
import { TWO_PHASE } from './twoPhase/twoPhase.ts';
import { VOLUMES } from './volumes/volumes.ts';

interface Subject {
  readonly experiments: readonly Experiment[];
  readonly heading: PageHeading;
  /** What the terminal says of the papers' machines. */
  readonly machines: string;
  /** Whether its planners run as often as --runs says. */
  readonly takesRuns?: boolean;
}

const SUBJECTS: Readonly<Record<string, Subject>> = {
  checking: {
    experiments: CHECKING,
    heading: CHECKING_HEADING,
    machines: 'Papers A and B measured on a 1 GHz Pentium III',
  },
  planning: {
    experiments: PLANNING,
    heading: PLANNING_HEADING,
    machines: 'Papers A and B measured on a 1 GHz Pentium III',
    takesRuns: true,
  },
  'two-phase': {
    experiments: TWO_PHASE,
    heading: TWO_PHASE_HEADING,
    machines: 'Paper C measured on an R4400 SGI Indigo II',
  },
  'on-line': {
    experiments: ON_LINE,
    heading: ON_LINE_HEADING,
    machines: 'Paper D measured on a SUN/SPARC 2',
  },
  volumes: {
    experiments: VOLUMES,
    heading: VOLUMES_HEADING,
    machines: 'Paper E measured on a 2.4 GHz Pentium 4',
    takesRuns: true,
  },
};
const NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(SUBJECTS));

const PAGE = 'index.html';
const DATA = 'results.json';
const PARTS = 'parts.jsonl';
const COMPACT = 'tables.md';

const program: Program = {
  name: 'repro',
  answersJson: true,
  help: `usage: npm run repro -- checking|planning|two-phase|on-line|volumes ... [options]

Runs the experiments of five papers (A: Adaptive Dynamic Collision Checking, 2005; B: Exact Collision
Checking of Robot Paths, 2002; C: Efficient Algorithms for Two-Phase Collision Detection, 1997; D: Fast Distance
Computation for On-line Collision Detection with Multi-Arm Robots, 1992; E: Efficient Interference Calculation by
Tight Bounding Volumes, 2008) on scenes that stand for theirs, and prints the
published figures beside ours: those on checking motions, on planning them, on many bodies, on collision vectors at every
step, or on tight volumes; several of these in one run, if they are named. Samples and seeds are the same in every run:
counts do not change, times are those of this machine. Progress is on stderr.

  --quick          fewer samples: a minute or two instead of an hour or more; tables say how many
  --runs N         planning, volumes: so many runs of each planner instead of the paper's
  --only ID,...    only these tables and figures; below is what each subject has
  --out FOLDER     also write ${PAGE}, a page with all tables and plots, ${DATA}, ${COMPACT} and drawings; the
                   folder is made if need be, and what is done is there at any time
  --resume         with --out: what FOLDER has of runs before, with as many samples and of this version, is taken from
                   there. So a run that was stopped goes on, and tables that were run one by one are put together.
  --workers N      so many tables at once, each in a process of its own (default 1). Tables come in the same order with the
                   same counts. Times are CPU times of the table's process and stay right; but cores that are all busy
                   run slower, so for times to be quoted leave it at 1
  --json           one object with all figures, and nothing else

checking:
${overview(CHECKING)}

planning:
${overview(PLANNING)}

two-phase:
${overview(TWO_PHASE)}

on-line:
${overview(ON_LINE)}

volumes:
${overview(VOLUMES)}
`,
  async run(args) {
    const { values, positionals } = parse('repro', args, {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      runs: { type: 'string' },
      out: { type: 'string' },
      resume: { type: 'boolean' },
      workers: { type: 'string' },
      json: { type: 'boolean' },
    });
    const subjects = subjectsOf(positionals);
    const experiments = chosen(
      subjects.flatMap((subject) => subject.experiments),
      values.only,
    );
    const runs = runsOf(subjects, values.runs);
    const workers = workersOf(values.workers);
    const resume = values.resume ?? false;
    if (resume && values.out === undefined) {
      throw usageFault('repro', '--resume goes on with what is in a folder: add --out FOLDER');
    }
    const folder =
      values.out === undefined ? undefined : folderFor(values.out, [PAGE, DATA, PARTS, COMPACT]);
    const heading = headingOf(subjects.map((subject) => subject.heading));
    const quick = values.quick ?? false;
    const json = values.json ?? false;
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const progress = new Status();
    const settings = {
      quick,
      runs,
      ledger: folder === undefined ? undefined : join(folder, PARTS),
    };
    const results = resultsOf(experiments, settings, {
      ...{ resume, workers },
      progress: (text) => progress.show(text),
    });
    let taken = 0;
    const tables: Table[] = [];
    const cpu: { ids: readonly string[]; seconds: number }[] = [];
    if (!json) process.stdout.write(`${greeting(subjects, quick)}\n`);
    let i = -1;
    for await (const { tables: made, seconds: spent, taken: parts } of results) {
      const experiment = experiments[++i];
      taken += parts;
      tables.push(...made);
      cpu.push({ ids: experiment.ids, seconds: Math.round(10 * spent) / 10 });
      progress.clear();
      if (!json) {
        for (const table of made) process.stdout.write(`\n${textOf(table)}\n`);
        process.stdout.write(`${experiment.ids.join(', ')}: ${minutes(spent)} of CPU\n`);
      }
      // After each experiment: whoever stops here keeps what is done.
      if (folder !== undefined) {
        const facts = { ...factsOf(quick, seconds()), heading };
        const open = experiments.slice(i + 1).map(({ ids }) => ids[0]);
        replaceFile(join(folder, PAGE), pageOf(tables, { ...facts, open }));
        for (const plot of made.flatMap(({ plots }) => plots)) {
          if (plot.kind === 'drawing') replaceFile(join(folder, plot.file), plot.svg);
        }
        const data = { ...factsOf(quick, facts.seconds), cpu, tables: withoutPictures(tables) };
        writeJson(join(folder, DATA), data);
        replaceFile(join(folder, COMPACT), compactOf(tables));
      }
    }
    if (taken > 0) {
      process.stderr.write(`${counted(taken, 'part')} of before, in ${values.out}\n`);
    }
    const data = { ...factsOf(quick, seconds()), cpu, tables: withoutPictures(tables) };
    if (json) process.stdout.write(`${JSON.stringify(data)}\n`);
    else if (folder !== undefined) process.stdout.write(`written: ${join(folder, PAGE)}\n`);
    else process.stdout.write('With --out FOLDER, the same as a page with plots.\n');
    return 0;
  },
};

/** Each once, in the order they are named. */
function subjectsOf(names: readonly string[]): Subject[] {
  if (names.length === 0) {
    throw usageFault('repro', `what to reproduce: ${NAMES}; found nothing`);
  }
  return [...new Set(names)].map((name) => {
    if (Object.hasOwn(SUBJECTS, name)) return SUBJECTS[name];
    throw usageFault('repro', `what to reproduce: ${NAMES}; found "${names.join(' ')}"`);
  });
}

function runsOf(subjects: readonly Subject[], text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!subjects.some(({ takesRuns }) => takesRuns)) {
    throw usageFault('repro', '--runs is for planners: npm run repro -- planning volumes');
  }
  const runs = Number(text);
  if (Number.isInteger(runs) && runs >= 1) return runs;
  throw usageFault('repro', `--runs takes a number of at least 1; found "${text}"`);
}

/** What each experiment finds, in order: one after the other here, or several at once in processes of their own. */
async function* resultsOf(
  experiments: readonly Experiment[],
  settings: Omit<ExperimentJob, 'title'>,
  how: { resume: boolean; workers: number; progress: (text: string) => void },
): AsyncGenerator<ExperimentResult, void, undefined> {
  const { resume, workers, progress } = how;
  // Begins the ledger anew unless it is to go on.
  const here = samplerFor(settings, resume, progress);
  if (workers === 1) {
    for (const experiment of experiments) yield await runExperiment(experiment, here);
    return;
  }
  const jobs = experiments.map(({ title }): ExperimentJob => ({ title, ...settings }));
  const file = new URL('./worker.js', import.meta.url);
  yield* inProcesses<ExperimentJob, ExperimentResult>(jobs, { file, count: workers, progress });
}

function workersOf(text: string | undefined): number {
  if (text === undefined) return 1;
  const workers = Number(text);
  if (Number.isInteger(workers) && workers >= 1 && workers <= 256) return workers;
  throw usageFault('repro', `--workers takes a whole number from 1 to 256; found "${text}"`);
}

function overview(experiments: readonly Experiment[]): string {
  return experiments.map((e) => `  ${e.ids.join(', ').padEnd(8)} ${e.title}`).join('\n');
}

function chosen(all: readonly Experiment[], only: string | undefined): readonly Experiment[] {
  if (only === undefined) return all;
  const wanted = listed(only);
  const matches = ({ ids }: Experiment, id: string) =>
    ids.some((own) => own.toLowerCase() === id.toLowerCase());
  for (const id of wanted) {
    if (all.some((experiment) => matches(experiment, id))) continue;
    const known = all.flatMap(({ ids }) => ids).join(', ');
    throw usageFault('repro', `--only takes ${known}; found "${id}"`);
  }
  if (wanted.length === 0) throw usageFault('repro', '--only names no table');
  return all.filter((experiment) => wanted.some((id) => matches(experiment, id)));
}

function factsOf(quick: boolean, seconds: number) {
  const machine = processor('unknown processor');
  return { version: version(), machine, node: process.version, quick, seconds };
}

/** CPU time for people. */
function minutes(seconds: number): string {
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

function greeting(subjects: readonly Subject[], quick: boolean): string {
  const facts = factsOf(quick, 0);
  const machines = [...new Set(subjects.map((subject) => subject.machines))].join('; ');
  return `surepath ${facts.version}, ${facts.machine}, Node ${facts.node}
${machines}, in environments that are rebuilt here from their figures:
compare counts and ratios, not times.${quick ? ' --quick: few samples, so means are rough.' : ''}`;
}

/** What is being done, on one line of a terminal; a line each anywhere else. */
class Status {
  private last = '';

  show(text: string): void {
    if (text === this.last) return;
    this.last = text;
    process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

await start(program);

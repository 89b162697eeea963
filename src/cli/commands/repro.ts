/** `surepath repro`: the papers' experiments on the embedded cells, published figures beside ours. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../math/index.ts';
import { type Command, parse, printJson, usageFault, version } from '../command.ts';
import { CHECKING } from '../repro/index.ts';
import { type Experiment, Lab } from '../repro/lab.ts';
import type { Table } from '../repro/model.ts';
import { CHECKING_HEADING, type PageHeading, PLANNING_HEADING, pageOf } from '../repro/page.ts';
import { PLANNING } from '../repro/planning.ts';
import { textOf } from '../repro/text.ts';
import { requireWritable, writeText } from './checkSettings.ts';

interface Subject {
  readonly experiments: readonly Experiment[];
  readonly heading: PageHeading;
  /** What the terminal says of the papers' machines. */
  readonly machines: string;
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
    machines: 'Paper A measured on a 1 GHz Pentium III, paper E on a 2.4 GHz Pentium 4',
  },
};
const NAMES = Object.keys(SUBJECTS).join(' or ');

const PAGE = 'index.html';
const DATA = 'results.json';

export const reproCommand: Command = {
  name: 'repro',
  summary: "the papers' experiments on the embedded cells, published figures beside ours",
  help: `usage: surepath repro checking|planning [options]

Runs the experiments of three papers (A: Adaptive Dynamic Collision Checking, 2005; B: Exact Collision
Checking of Robot Paths, 2002; E: Efficient Interference Calculation by Tight Bounding Volumes, 2008) on
the embedded cells that stand for their environments, and prints the published figures beside ours: those
on checking motions, or those on planning them. Samples and seeds are the same in every run: counts do not
change, times are those of this machine.

  --quick          fewer samples: a minute or two instead of ten or more; tables say how many
  --only ID,...    only these tables and figures; below is what each subject has
  --out FOLDER     also write ${PAGE}, a page with all tables and plots, and ${DATA}; the folder is made
                   if need be, and what is done is there at any time
  --json           one object with all figures, and nothing else

checking:
${listed(CHECKING)}

planning:
${listed(PLANNING)}
`,
  run(args) {
    const { values, positionals } = parse('repro', args, {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean' },
    });
    const subject = positionals.length === 1 ? subjectOf(positionals[0]) : undefined;
    if (!subject) {
      const found = positionals.length === 0 ? 'nothing' : `"${positionals.join(' ')}"`;
      throw usageFault('repro', `what to reproduce: ${NAMES}; found ${found}`);
    }
    const experiments = chosen(subject.experiments, values.only);
    const folder = values.out === undefined ? undefined : folderFor(values.out);
    const quick = values.quick ?? false;
    const json = values.json ?? false;
    const begun = performance.now();
    const progress = new Status();
    const lab = new Lab({
      count: (full, few) => (quick ? few : full),
      progress: (text) => progress.show(text),
    });
    const tables: Table[] = [];
    if (!json) process.stdout.write(`${heading(subject, quick)}\n`);
    experiments.forEach((experiment, i) => {
      const made = experiment.run(lab);
      tables.push(...made);
      progress.clear();
      if (!json) for (const table of made) process.stdout.write(`\n${textOf(table)}\n`);
      // After each experiment: whoever stops here keeps what is done.
      if (folder !== undefined) {
        const open = experiments.slice(i + 1).map(({ ids }) => ids[0]);
        save(folder, subject, tables, quick, (performance.now() - begun) / 1000, open);
      }
    });
    const seconds = (performance.now() - begun) / 1000;
    if (json) printJson(dataOf(tables, quick, seconds));
    else if (folder !== undefined) process.stdout.write(`written: ${join(folder, PAGE)}\n`);
    else process.stdout.write('With --out FOLDER, the same as a page with plots.\n');
    return 0;
  },
};

function subjectOf(name: string): Subject | undefined {
  return Object.hasOwn(SUBJECTS, name) ? SUBJECTS[name] : undefined;
}

function listed(experiments: readonly Experiment[]): string {
  return experiments.map((e) => `  ${e.ids.join(', ').padEnd(8)} ${e.title}`).join('\n');
}

function chosen(all: readonly Experiment[], only: string | undefined): readonly Experiment[] {
  if (only === undefined) return all;
  const wanted = only
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
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

/** Made now, so that a folder that cannot be written to is found out at once. */
function folderFor(folder: string): string {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && !there.isDirectory())
    throw unwritable(folder, 'this is a file, a folder was expected');
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, (error as Error).message);
  }
  for (const name of [PAGE, DATA]) requireWritable(join(folder, name));
  return folder;
}

function unwritable(file: string, message: string): InputError {
  return new InputError({ code: 'file/unwritable', message, file });
}

function save(
  folder: string,
  { heading }: Subject,
  tables: readonly Table[],
  quick: boolean,
  seconds: number,
  open: readonly string[],
): void {
  const facts = { version: version(), ...machine(), quick, seconds, open, heading };
  replace(join(folder, PAGE), pageOf(tables, facts));
  replace(join(folder, DATA), `${JSON.stringify(dataOf(tables, quick, seconds), null, 1)}\n`);
}

/** Whole or not at all, even if stopped in the middle. */
function replace(file: string, text: string): void {
  const next = `${file}.${process.pid}.new`;
  try {
    writeText(next, text);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}

function dataOf(tables: readonly Table[], quick: boolean, seconds: number) {
  return { version: version(), ...machine(), quick, seconds, tables };
}

function machine() {
  const list = cpus();
  const model = list[0]?.model.trim() || 'unknown processor';
  return { machine: `${model}, ${list.length} threads`, node: process.version };
}

function heading({ machines }: Subject, quick: boolean): string {
  const { machine: name, node } = machine();
  return `surepath ${version()}, ${name}, Node ${node}
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

/** `surepath repro checking`: the papers' experiments on the embedded cells, published figures beside ours. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../math/index.ts';
import { type Command, parse, printJson, usageFault, version } from '../command.ts';
import { CHECKING } from '../repro/index.ts';
import { type Experiment, Lab } from '../repro/lab.ts';
import type { Table } from '../repro/model.ts';
import { pageOf } from '../repro/page.ts';
import { textOf } from '../repro/text.ts';
import { requireWritable, writeText } from './checkSettings.ts';

const SUBJECT = 'checking';
const PAGE = 'index.html';
const DATA = 'results.json';

export const reproCommand: Command = {
  name: 'repro',
  summary: "the papers' experiments on the embedded cells, published figures beside ours",
  help: `usage: surepath repro checking [options]

Runs the experiments on checking motions of two papers (A: Adaptive Dynamic Collision Checking, 2005;
B: Exact Collision Checking of Robot Paths, 2002) on the embedded cells that stand for their
environments, and prints the published figures beside ours. Samples are the same in every run: counts
do not change, times are those of this machine.

  --quick          fewer samples: about a minute instead of about ten; tables say how many
  --only ID,...    only these: ${CHECKING.map((e) => e.ids[0]).join(', ')}
  --out FOLDER     also write ${PAGE}, a page with all tables and plots, and ${DATA}; the folder is made
                   if need be, and what is done is there at any time
  --json           one object with all figures, and nothing else

${CHECKING.map((e) => `  ${e.ids.join(', ').padEnd(8)} ${e.title}`).join('\n')}
`,
  run(args) {
    const { values, positionals } = parse('repro', args, {
      quick: { type: 'boolean' },
      only: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1 || positionals[0] !== SUBJECT) {
      const found = positionals.length === 0 ? 'nothing' : `"${positionals.join(' ')}"`;
      throw usageFault('repro', `what to reproduce: ${SUBJECT}; found ${found}`);
    }
    const experiments = chosen(values.only);
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
    if (!json) process.stdout.write(`${heading(quick)}\n`);
    experiments.forEach((experiment, i) => {
      const made = experiment.run(lab);
      tables.push(...made);
      progress.clear();
      if (!json) for (const table of made) process.stdout.write(`\n${textOf(table)}\n`);
      // After each experiment: whoever stops here keeps what is done.
      if (folder !== undefined) {
        const open = experiments.slice(i + 1).map(({ ids }) => ids[0]);
        save(folder, tables, quick, (performance.now() - begun) / 1000, open);
      }
    });
    const seconds = (performance.now() - begun) / 1000;
    if (json) printJson(dataOf(tables, quick, seconds));
    else if (folder !== undefined) process.stdout.write(`written: ${join(folder, PAGE)}\n`);
    else process.stdout.write('With --out FOLDER, the same as a page with plots.\n');
    return 0;
  },
};

function chosen(only: string | undefined): readonly Experiment[] {
  if (only === undefined) return CHECKING;
  const wanted = only
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const matches = ({ ids }: Experiment, id: string) =>
    ids.some((own) => own.toLowerCase() === id.toLowerCase());
  for (const id of wanted) {
    if (CHECKING.some((experiment) => matches(experiment, id))) continue;
    const all = CHECKING.flatMap(({ ids }) => ids).join(', ');
    throw usageFault('repro', `--only takes ${all}; found "${id}"`);
  }
  if (wanted.length === 0) throw usageFault('repro', '--only names no table');
  return CHECKING.filter((experiment) => wanted.some((id) => matches(experiment, id)));
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
  tables: readonly Table[],
  quick: boolean,
  seconds: number,
  open: readonly string[],
): void {
  const facts = { version: version(), ...machine(), quick, seconds, open };
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

function heading(quick: boolean): string {
  const { machine: name, node } = machine();
  return `surepath ${version()}, ${name}, Node ${node}
Papers A and B measured on a 1 GHz Pentium III, in environments that are rebuilt here from their figures:
compare counts and ratios, not milliseconds.${quick ? ' --quick: few samples, so means are rough.' : ''}`;
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

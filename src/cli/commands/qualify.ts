/** `surepath qualify`: the conformance suite on this machine, with a dated record of it. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../math/index.ts';
import {
  type Bench,
  type QualificationRecord,
  RECORD_VERSION,
  recordText,
  runSuite,
  type Suite,
} from '../../qualify/index.ts';
import { type Command, parse, usageFault } from '../command.ts';
import { loadCell } from '../loadCell.ts';
import { printJson, printText, tellProgress } from '../out.ts';
import { CELLS, identity, loadSuite, machine } from '../qualify/installed.ts';
import { cellNames } from '../studio/gallery.ts';

export const qualifyCommand: Command = {
  help: `usage: surepath qualify [--out FILE] [options]

Judges this program as it is installed here: arithmetic against exact arithmetic, distances against all
pairs of triangles, verdicts about random motions against an independent check, certificates that were
changed, paths whose verdicts are known. The oracles share no code with what they judge. Takes one or
two minutes, at most five.

The record is JSON: version, date, digests of the program and of the suite, Node, processor, and every
requirement with its checks and what they came to. docs/safety says what the requirements are, and how to
file the record.

  --out FILE     where the record goes; default surepath-qualification-DATE.json in this folder. A file
                 that is there is not written over
  --only IDS     only requirements with these ids, separated by commas, such as R1,R8; the record says
                 that others were left out
  --list         the requirements, and nothing is run
  --json         the record on stdout, and in no file unless --out is given

Exit code: 0 all requirements hold, 1 one does not, 2 bad input.
`,
  async run(args) {
    const { values, positionals } = parse('qualify', args, {
      out: { type: 'string' },
      only: { type: 'string' },
      list: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    if (positionals.length > 0) throw usageFault('qualify', 'qualify takes no arguments');
    const suite = await loadSuite();
    if (values.list) {
      for (const { id, text } of suite) printText(`${id.padEnd(4)} ${text}\n`);
      return 0;
    }
    const date = new Date().toISOString();
    const file =
      values.out ?? (values.json ? null : `surepath-qualification-${date.slice(0, 10)}.json`);
    const record = qualified(suite, date, onlyFrom(suite, values.only));
    // Written first: what comes after may be cut off.
    if (file !== null) writeNew(file, `${JSON.stringify(record, null, 1)}\n`);
    if (values.json) printJson(record);
    else printText(`${recordText(record)}${file === null ? '' : `record in ${file}\n`}`);
    return record.requirements.every(({ passed }) => passed) ? 0 : 1;
  },
};

function onlyFrom(suite: Suite, list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined;
  const ids = list.split(',').map((id) => id.trim());
  const known = suite.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return ids;
  throw usageFault(
    'qualify',
    `there is no requirement "${unknown}"; there are ${known.join(', ')}`,
  );
}

function qualified(
  suite: Suite,
  date: string,
  only: readonly string[] | undefined,
): QualificationRecord {
  const start = performance.now();
  const isShown = process.stderr.isTTY;
  const requirements = runSuite(suite, bench(), {
    only,
    onCheck: ({ id }, { name }) => {
      if (isShown) tellProgress(`${id}: ${name}`.slice(0, 110));
    },
  });
  if (isShown) tellProgress('');
  const partial = requirements.length < suite.length;
  return {
    'surepath-qualification': RECORD_VERSION,
    date,
    ...identity(),
    platform: machine(),
    passed: !partial && requirements.every(({ passed }) => passed),
    partial,
    milliseconds: performance.now() - start,
    requirements,
  };
}

/** The embedded cells, as they are installed; what was kept of meshes elsewhere is not used. */
function bench(): Bench {
  return {
    cells: cellNames(CELLS),
    open: (name) => loadCell('qualify', join(CELLS, name, 'cell.yaml'), { 'no-cache': true }),
    read: (name, file) => readFileSync(join(CELLS, name, file)),
  };
}

/** A record is evidence: none is lost because another has its name. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isThere = code === 'EEXIST';
    throw new InputError({
      code: 'file/unwritable',
      message: isThere ? 'there is a file of this name, which is not written over' : message,
      file,
      hint: isThere ? 'name another with --out, or move it away' : 'name another with --out',
    });
  }
}

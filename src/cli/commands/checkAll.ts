/** `surepath check-all PROGRAMS`: a folder of programs and their proofs, for CI. Only what changed is proven again. */

import { modelDigest } from '../../certificate/index.ts';
import { DEFAULT_DELTA } from '../../check/index.ts';
import { type OpenCell, type ProveAnswer, type ProveRequest, prove } from '../../jobs/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import {
  type Command,
  numberIn,
  oneOf,
  parse,
  program,
  readReferred,
  usageFault,
} from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  cellArguments,
  loadCell,
  printNotes,
} from '../loadCell.ts';
import { interpolationFrom, type LoadedPath, type LoadPathOptions, loadPath } from '../loadPath.ts';
import { printJson, printText } from '../out.ts';
import {
  cellBeside,
  findPrograms,
  type ProgramFile,
  requireFolder,
  staleCertificates,
  writeWhole,
} from '../programs.ts';
import { Progress } from '../progress.ts';
import { WORKERS_HELP, WORKERS_OPTION, workersFrom } from '../workers.ts';
import { allJson, allJunit, allMarkdown, allText } from './checkAllText.ts';
import type { AllFacts, Outcome, WriteRule } from './checkAllTypes.ts';
import { exitOf } from './checkAllTypes.ts';
import { requireWritable, writeText } from './checkSettings.ts';
import { inChunks } from './inChunks.ts';

export const checkAllCommand: Command = {
  help: `usage: surepath check-all PROGRAMS --certificates DIR [--cell CELL] [options]

PROGRAMS is a folder of paths and trajectories (.json, .yaml, .yml, .csv), or files, or a name with *.
Each is asked about as by "surepath check", docs/paths.md says what they may be. The certificate of
pick.json is DIR/pick.json.certificate.json. Of each program:
  verified       its certificate is a proof that it is free in this cell, which is all that is done
  proven again   the cell or the program changed: what still holds is kept, the rest is proven anew, and
                 the new certificate is written
  new            it had no certificate; it is checked, and one is written
Certificates of programs that are gone are named. docs/ci.md has a recipe.

${CELL_HELP}
  --cell CELL           the cell of all programs; by default cell.yaml, cell.yml or cell.json beside
                        them, or in the folder above
  --certificates DIR    the folder of the certificates; made if it is not there
  --no-write            prove what changed, and write no certificate
  --frozen              prove nothing and write nothing: what has no certificate that is verified fails
${ADJUST_HELP}  --delta M             metres beyond the clearance that need not be told apart (default 0.0001)
  --wrap WORD           joints without limits turn as the numbers say (literal, the default) or the
                        short way (short)
  --interpolation WORD  straight or controller, whatever programs say
  --budget N            tests after which to stop undecided (default 1000000 for each segment)
  --time-limit S        seconds for each program after which to stop undecided
  --limits              fail where a program leaves the limits of its joints
  --junit FILE          write JUnit XML for CI systems, one test per program
  --markdown FILE       write a summary for a pull request: a table, witnesses of what fails, digests
${WORKERS_HELP}  --json                one JSON object on stdout: {"cell", "model", "program", "programs": [{"program",
                        "verdict", "done", "rejected"?, "certificate"?, "tests", "assumptions"?, ...}],
                        "stale", "assumptions", ...}

Exit code: 0 all programs are free and proven; 1 some are not free, or with --frozen not proven, or with
--limits leave limits; else 2 if some cannot be read; else 3 if some are undecided.
`,
  run(args) {
    const { values, positionals } = parse('check-all', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      cell: { type: 'string' },
      certificates: { type: 'string' },
      'no-write': { type: 'boolean' },
      frozen: { type: 'boolean' },
      delta: { type: 'string' },
      wrap: { type: 'string' },
      interpolation: { type: 'string' },
      budget: { type: 'string' },
      'time-limit': { type: 'string' },
      limits: { type: 'boolean' },
      junit: { type: 'string' },
      markdown: { type: 'string' },
      json: { type: 'boolean' },
      ...WORKERS_OPTION,
    });
    const { certificates: folder, junit, markdown, json = false, limits = false } = values;
    if (positionals.length === 0) throw usageFault('check-all', 'check-all needs programs');
    if (folder === undefined) {
      throw usageFault('check-all', 'check-all needs --certificates DIR, the folder of the proofs');
    }
    const number = (option: 'delta' | 'budget' | 'time-limit', low: number) => {
      const text = values[option];
      return text === undefined ? undefined : numberIn('check-all', option, text, low, 1e9);
    };
    const wrap = oneOf('check-all', 'wrap', values.wrap ?? 'literal', ['literal', 'short']);
    const seconds = number('time-limit', 0);
    const settings = {
      ...{ wrap, delta: number('delta', 0) ?? DEFAULT_DELTA, budget: number('budget', 1) },
      timeLimit_ms: seconds === undefined ? undefined : 1000 * seconds,
    };
    const rule: WriteRule = values.frozen ? 'frozen' : values['no-write'] ? 'no-write' : 'write';
    for (const file of [junit, markdown]) if (file !== undefined) requireWritable(file);
    const cellFile = values.cell ?? cellBeside(positionals);
    const { programs, complete } = findPrograms(positionals, { cellFile, certificates: folder });
    if (rule === 'write') requireFolder(folder);
    const begun = performance.now();
    const open = loadCell('check-all', cellFile, values);
    const interpolation = interpolationFrom('check-all', values.interpolation);
    const read = programs.map((each) => readProgram(open, each, { wrap, interpolation }));
    if (!json) {
      printNotes([...open.cell.notes, ...read.flatMap(({ loaded }) => loaded?.notes ?? [])]);
    }
    const crew = {
      workers: workersFrom('check-all', values.workers),
      isGiven: values.workers !== undefined,
    };
    const finish = (outcomes: readonly Outcome[]): number => {
      const facts: AllFacts = {
        ...{ open, cellFile, folder, rule, limits, outcomes },
        cellArguments: cellArguments(cellFile, values),
        model: modelDigest(open.description),
        stale: complete ? staleCertificates(folder, programs) : [],
        program: program(),
        milliseconds: performance.now() - begun,
      };
      if (junit !== undefined) writeText(junit, allJunit(facts));
      if (markdown !== undefined) writeText(markdown, allMarkdown(facts));
      if (json) printJson(allJson(facts));
      else printText(allText(facts));
      return exitOf(outcomes, limits);
    };
    const proven = provenAll(open, read, { ...settings, frozen: rule === 'frozen' }, crew);
    const written = (all: readonly Outcome[]) => finish(all.map((each) => saved(each, rule)));
    return proven instanceof Promise ? proven.then(written) : written(proven);
  },
};

/** A program that was read, or what is wrong with it. */
interface ReadProgram {
  readonly file: ProgramFile;
  readonly loaded: LoadedPath | null;
  readonly fault: Fault | null;
  readonly certificate: Uint8Array | undefined;
}

/** One that cannot be read does not keep others from being proven. */
function readProgram(open: OpenCell, file: ProgramFile, options: LoadPathOptions): ReadProgram {
  const certificate = readReferred(file.certificate);
  try {
    return { file, loaded: loadPath(open, file.file, options), fault: null, certificate };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { file, loaded: null, fault: error.fault, certificate };
  }
}

type Settings = Omit<ProveRequest, 'motion' | 'program' | 'certificate'>;

/** The proofs of all that could be read: what is proven is verified here, the rest is for several workers where that pays. */
function provenAll(
  open: OpenCell,
  read: readonly ReadProgram[],
  settings: Settings,
  crew: { readonly workers: number; readonly isGiven: boolean },
): Outcome[] | Promise<Outcome[]> {
  const progress = new Progress({ certifying: 'programs' });
  const tell = (done: number) =>
    progress.listener?.({ phase: 'certifying', done, of: read.length });
  const found = new Map<ReadProgram, ProveAnswer>();
  const left: ReadProgram[] = [];
  for (const each of read) {
    if (!each.loaded) continue;
    tell(found.size);
    const looked =
      settings.frozen || each.certificate
        ? prove(open, { ...requestOf(each, settings), frozen: true })
        : null;
    if (looked && (settings.frozen || looked.done === 'verified')) found.set(each, looked);
    else left.push(each);
  }
  const already = found.size;
  const proven =
    left.length === 0
      ? []
      : inChunks(
          {
            ...{ open, files: true, onProgress: (done) => tell(already + done) },
            tasks: left.map((each) => ({
              kind: 'prove' as const,
              input: requestOf(each, settings),
            })),
            here: ({ input }) => {
              tell(found.size);
              return prove(open, input);
            },
          },
          crew,
        );
  const outcomes = (answers: readonly ProveAnswer[]): Outcome[] => {
    progress.end();
    left.forEach((each, i) => {
      found.set(each, answers[i]);
    });
    return read.map((each) => {
      const { file, loaded, fault } = each;
      return { file, loaded, fault, answer: found.get(each) ?? null, written: false };
    });
  };
  return proven instanceof Promise ? proven.then(outcomes) : outcomes(proven);
}

/** What is asked about a program. */
function requestOf({ loaded, file, certificate }: ReadProgram, settings: Settings): ProveRequest {
  return {
    ...{ ...settings, motion: loaded!.motion, program: program() },
    certificate: certificate && { file: file.certificate, bytes: certificate },
  };
}

/** The new certificate in its file, if there is one and somebody wants it. */
function saved(outcome: Outcome, rule: WriteRule): Outcome {
  const made = outcome.answer?.certificate;
  if (rule !== 'write' || !made?.written) return outcome;
  writeWhole(outcome.file.certificate, made.text);
  return { ...outcome, written: true };
}

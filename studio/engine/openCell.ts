/**
 * From files to the description of a cell. The same readers, in the same way, as `surepath check` uses
 * them: what a cell is read from is part of its certificates. What is only drawn is read by visuals.ts.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import { describeSource, type WorldSource } from '../../src/jobs/index.ts';
import { type Fault, InputError } from '../../src/math/index.ts';
import { chooseEntry, type Entry } from './entry.ts';
import { FileTable } from './files.ts';
import type { Files, MissingFile, OpenRequest, Unopened } from './protocol.ts';
import { standInFor } from './standIns.ts';

export interface ReadCellFiles {
  readonly entry: Entry;
  readonly testVisuals: boolean;
  readonly worlds: readonly WorldSource[];
  readonly scenes: readonly string[];
  /** As the command line reads it: without visuals. */
  readonly description: CellDescription;
  /** Where its files were found. */
  readonly table: FileTable;
  readonly notes: readonly Fault[];
}

export type Reading = { readonly read: ReadCellFiles } | { readonly unopened: Unopened };

const MISSING = [
  'cell/missing-file',
  'urdf/missing-mesh',
  'mjcf/missing-mesh',
  'mjcf/missing-file',
  'gltf/missing-file',
  'xacro/missing-file',
];

/** Reads a cell from files. Never throws for bad input: that is an answer. */
export function readCellFiles(request: OpenRequest): Reading {
  const choice = chooseEntry(request.files, request);
  if ('candidates' in choice) {
    const { candidates, asks } = choice;
    return { unopened: { kind: 'ambiguous', missing: [], candidates, asks } };
  }
  if ('robotFor' in choice) {
    return unopened([{ reference: '*.urdf', from: choice.robotFor, needed: true }]);
  }
  if ('none' in choice) return broken(noEntry(request.files));
  const { chosen } = choice;
  const { xacro, jointLimits } = request;
  const entry: Entry = {
    ...chosen,
    ...(jointLimits !== undefined && { jointLimits }),
    ...((xacro || chosen.xacro) && { xacro: { ...chosen.xacro, ...xacro } }),
  };
  const table = new FileTable(request.files, request.packages);
  const absent = [entry.file, entry.robot, entry.srdf].filter(
    (file) => file !== undefined && !request.files.has(file),
  ) as string[];
  if (absent.length > 0) {
    return unopened(absent.map((reference) => ({ reference, needed: true })));
  }
  const { testVisuals = false, worlds = [], scenes = [] } = request;
  const { joints } = request;
  const found = readAll(table, entry, { testVisuals, worlds, scenes, ...(joints && { joints }) });
  if ('unopened' in found) return found;
  const { description } = found;
  const notes = table.aliases.map(
    ({ asked, found: path }): Fault => ({
      code: 'files/found-elsewhere',
      message: `"${asked}" is taken from "${path}"`,
    }),
  );
  return { read: { entry, testVisuals, worlds, scenes, description, table, notes } };
}

/** All that is missing is found out in one go, with stand-ins for what was missing before. */
function readAll(
  table: FileTable,
  entry: Entry,
  asked: Pick<ReadCellFiles, 'testVisuals' | 'worlds' | 'scenes'> & Pick<OpenRequest, 'joints'>,
): { readonly description: CellDescription } | { readonly unopened: Unopened } {
  const missing = new Map<string, MissingFile>();
  for (;;) {
    try {
      const description = readEntry(table, entry, { survey: missing.size > 0, ...asked });
      if (missing.size === 0) return { description };
      return unopened([...missing.values()]);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { fault } = error;
      const asked = table.lastMisses[0];
      const reference = referenceIn(fault) ?? asked;
      const isMissing = MISSING.includes(fault.code) && asked !== undefined;
      if (isMissing && table.findByEnd(reference, asked)) continue;
      if (!isMissing || missing.has(asked)) {
        // Behind stand-ins much is wrong that will not be once the files are there.
        return missing.size > 0 ? unopened([...missing.values()]) : broken(fault);
      }
      missing.set(asked, missingFile(fault, reference, true));
      const bytes = standInFor(asked);
      if (!bytes) return unopened([...missing.values()]);
      table.standIn(asked, bytes);
    }
  }
}

/** `survey`: with stand-ins for what is missing. `visuals`: with what is only drawn. */
export function readEntry(
  table: FileTable,
  entry: Entry,
  reading: {
    readonly testVisuals: boolean;
    readonly worlds?: readonly WorldSource[];
    readonly scenes?: readonly string[];
    /** For objects that a scene takes or lets go. */
    readonly joints?: OpenRequest['joints'];
    readonly survey?: boolean;
    readonly visuals?: boolean;
  },
): CellDescription {
  const { survey = false, ...asked } = reading;
  const { files, packages } = table;
  const readFile = table.reader(survey);
  return describeSource({ ...entry, files, packages, ...asked }, { readFile });
}

/** The reference as the file writes it: readers quote it. */
export function referenceIn({ message }: Fault): string | undefined {
  return (
    /"((?:[^"\\]|\\.)*)" was not found/.exec(message)?.[1] ??
    /(?:there is no file|the file) "((?:[^"\\]|\\.)*)"/.exec(message)?.[1]
  );
}

export function missingFile(
  { file, line }: Fault,
  reference: string,
  needed: boolean,
): MissingFile {
  return {
    reference,
    ...(file !== undefined && { from: file }),
    ...(line !== undefined && { line }),
    needed,
  };
}

function unopened(missing: readonly MissingFile[]): { readonly unopened: Unopened } {
  return { unopened: { kind: 'missing', missing, candidates: [] } };
}

function broken(error: Fault): { readonly unopened: Unopened } {
  return { unopened: { kind: 'broken', missing: [], candidates: [], error } };
}

function noEntry(files: Files): Fault {
  const names = [...files.keys()];
  return {
    code: 'files/no-cell',
    message:
      names.length === 0
        ? 'there are no files'
        : 'none of the files is a cell file, a URDF or a planning scene',
    hint: 'a cell file begins with "surepath: 1"; a robot is a .urdf or .xacro file',
  };
}

/**
 * From files to the description of a cell. The same readers, in the same way, as `surepath check` uses
 * them: what a cell is read from is part of its certificates. Visual geometry is read apart and never
 * enters a verdict.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import { cellFromScene, cellFromUrdf, type Resolver, readCell } from '../../src/formats/index.ts';
import { type Fault, InputError } from '../../src/math/index.ts';
import { chooseEntry, type Entry } from './entry.ts';
import { FileTable } from './files.ts';
import type { Files, MissingFile, OpenRequest, Unopened } from './protocol.ts';
import { standInFor } from './standIns.ts';

export interface ReadCellFiles {
  readonly entry: Entry;
  /** As the command line reads it: without visuals. */
  readonly description: CellDescription;
  /** The same with visuals, and the same collision geometry, for drawing. */
  readonly shown: CellDescription;
  /** Files that were read for drawing, by the names under which they are referred to. */
  readonly drawnFiles: Files;
  /** What is only drawn and was not found. */
  readonly missing: readonly MissingFile[];
  readonly notes: readonly Fault[];
}

export type Reading = { readonly read: ReadCellFiles } | { readonly unopened: Unopened };

const MISSING = ['cell/missing-file', 'urdf/missing-mesh', 'gltf/missing-file'];

/** Reads a cell from files. Never throws for bad input: that is an answer. */
export function readCellFiles(request: OpenRequest, visuals: boolean): Reading {
  const choice = chooseEntry(request.files, request);
  if ('candidates' in choice) {
    const { candidates, asks } = choice;
    return { unopened: { kind: 'ambiguous', missing: [], candidates, asks } };
  }
  if ('robotFor' in choice) {
    return unopened([{ reference: '*.urdf', from: choice.robotFor, needed: true }]);
  }
  if ('none' in choice) return broken(noEntry(request.files));
  const entry = choice.chosen;
  const table = new FileTable(request.files, request.packages);
  const absent = [entry.file, entry.robot, entry.srdf].filter(
    (file) => file !== undefined && !request.files.has(file),
  ) as string[];
  if (absent.length > 0) {
    return unopened(absent.map((reference) => ({ reference, needed: true })));
  }
  const found = readAll(table, entry);
  if ('unopened' in found) return found;
  const { description } = found;
  const notes = table.aliases.map(
    ({ asked, found: path }): Fault => ({
      code: 'files/found-elsewhere',
      message: `"${asked}" is taken from "${path}"`,
    }),
  );
  const drawing = visuals
    ? withVisuals(table, entry, description)
    : { shown: description, missing: [], drawnFiles: new Map() };
  return { read: { entry, description, notes, ...drawing } };
}

/** All that is missing is found out in one go, with stand-ins for what was missing before. */
function readAll(
  table: FileTable,
  entry: Entry,
): { readonly description: CellDescription } | { readonly unopened: Unopened } {
  const missing = new Map<string, MissingFile>();
  for (;;) {
    try {
      const description = readEntry(table, entry, table.resolver(missing.size > 0), false);
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

function readEntry(
  { files }: FileTable,
  entry: Entry,
  resolver: Resolver,
  visuals: boolean,
): CellDescription {
  const { file } = entry;
  const bytes = files.get(file)!;
  const srdf =
    entry.srdf === undefined ? undefined : { file: entry.srdf, bytes: files.get(entry.srdf)! };
  if (entry.kind === 'cell') return readCell(bytes, { file, resolver, visuals });
  if (entry.kind === 'urdf') {
    return cellFromUrdf(bytes, { file, resolver, visuals, ...(srdf && { srdf }) });
  }
  const robot = { file: entry.robot!, bytes: files.get(entry.robot!)! };
  return cellFromScene(bytes, { file, resolver, robot, srdf, visuals });
}

/** Visuals of the links, beside the collision geometry that was read before. */
function withVisuals(
  table: FileTable,
  entry: Entry,
  description: CellDescription,
): Pick<ReadCellFiles, 'shown' | 'missing' | 'drawnFiles'> {
  for (let round = 0; ; round++) {
    const missing: MissingFile[] = [];
    let found = false;
    const drawn = readEntry(table, entry, table.resolver(), true);
    for (const note of drawn.notes) {
      const reference = note.code === 'urdf/missing-mesh' ? referenceIn(note) : undefined;
      if (reference === undefined) continue;
      // What the reader asked for first, as its hint says; found by its end it need not be missing.
      const asked = /looked for ([^,;]*)/.exec(note.hint ?? '')?.[1];
      if (round === 0 && asked !== undefined && table.findByEnd(reference, asked)) found = true;
      else if (!missing.some((each) => each.reference === reference)) {
        missing.push(missingFile(note, reference, false));
      }
    }
    if (!found) return { shown: graft(description, drawn), missing, drawnFiles: drawn.files };
  }
}

function graft(description: CellDescription, drawn: CellDescription): CellDescription {
  const made = new Map<object, CellDescription['robots'][number]['robot']>();
  const robots = description.robots.map((instance, i) => {
    const { robot } = instance;
    const source = drawn.robots[i].robot;
    // Robots of one kind go on sharing what they share.
    let joined = made.get(robot);
    if (!joined) {
      const links = robot.links.map((link, k) => ({ ...link, visuals: source.links[k].visuals }));
      joined = { ...robot, links };
      made.set(robot, joined);
    }
    return { ...instance, robot: joined };
  });
  return { ...description, robots };
}

/** The reference as the file writes it: readers quote it. */
function referenceIn({ message }: Fault): string | undefined {
  return (
    /"((?:[^"\\]|\\.)*)" was not found/.exec(message)?.[1] ??
    /(?:there is no file|the file) "((?:[^"\\]|\\.)*)"/.exec(message)?.[1]
  );
}

function missingFile({ file, line }: Fault, reference: string, needed: boolean): MissingFile {
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
  const xacro = names.find((name) => /\.xacro$/i.test(name));
  return {
    code: 'files/no-cell',
    message:
      names.length === 0
        ? 'there are no files'
        : 'none of the files is a cell file, a URDF or a planning scene',
    hint: xacro
      ? `make a URDF of ${xacro} first: xacro ${xacro} > robot.urdf`
      : 'a cell file begins with "surepath: 1"; a robot is a .urdf file',
  };
}

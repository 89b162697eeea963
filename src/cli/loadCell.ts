/**
 * The CELL argument: a cell file, a URDF, a MoveIt planning scene together with --robot, or an exported model. Reads
 * from disk; src/jobs opens it.
 */
import { resolve as resolvePath } from 'node:path';
import { openRecorded } from '../batch/index.ts';
import type { CellDescription } from '../cell/index.ts';
import {
  type CellSource,
  describeSource,
  firstOfKind,
  type JobContext,
  kindOfCell,
  type OpenCell,
  openCell,
} from '../jobs/index.ts';
import { type Fault, formatFault } from '../math/index.ts';
import { PackedStore } from '../parallel/index.ts';
import { CompiledFolder, cacheFolder } from '../serve/index.ts';
import { bagCell, isBag } from './bag.ts';
import { numberIn, readBytes, readReferred, usageFault } from './command.ts';

/** Options that every command with a CELL takes; for parseArgs. */
export const CELL_OPTIONS = {
  robot: { type: 'string' },
  srdf: { type: 'string' },
  packages: { type: 'string', multiple: true },
  joints: { type: 'string', multiple: true },
  visuals: { type: 'boolean' },
  'no-cache': { type: 'boolean' },
} as const;

export const CELL_HELP = `CELL is a cell file (YAML or JSON), a URDF, a MoveIt planning scene with --robot, a bag (MCAP), or a
model that "surepath verify --export" wrote.

  --robot FILE          URDF of the robot, for a planning scene
  --srdf FILE           SRDF: disabled pairs, groups, named states
  --packages NAME=DIR   folder of a package, for package:// references; may be repeated
  --joints NAME=VALUE   value of a joint that nothing else gives a value; may be repeated
  --visuals             test links that have no collision geometry by their visual geometry; without
                        it they are not tested, and every verdict names them
  --no-cache            compile all meshes anew. Else what was decided about them is kept in the folder
                        that the variable SUREPATH_CACHE names (off: nowhere), by default
                        ~/.cache/surepath, and looked at before it is used again
`;

/** Options that change what is asked of a cell; whoever verifies an answer gives the same. */
export const ADJUST_OPTIONS = {
  clearance: { type: 'string' },
  'recheck-never': { type: 'boolean' },
  'allow-nothing': { type: 'boolean' },
} as const;

export const ADJUST_HELP = `  --clearance M         metres that bodies must keep apart, default as in the cell file; pairs that
                        have a clearance of their own keep it
  --recheck-never       test the pairs that the SRDF disables as "Never" like any other pair
  --allow-nothing       give a verdict even if no pair of bodies is tested, which is an error otherwise
`;

export interface CellArguments {
  readonly robot?: string | undefined;
  readonly srdf?: string | undefined;
  readonly packages?: string[] | undefined;
  readonly joints?: string[] | undefined;
  readonly clearance?: string | undefined;
  readonly 'recheck-never'?: boolean | undefined;
  readonly 'allow-nothing'?: boolean | undefined;
  readonly visuals?: boolean | undefined;
  readonly 'no-cache'?: boolean | undefined;
}

/** The cell with the options that belong to it, to be typed again. */
export function cellArguments(cellFile: string, args: CellArguments): string {
  const words = [cellFile];
  for (const option of ['robot', 'srdf', 'clearance'] as const) {
    const value = args[option];
    if (value !== undefined) words.push(`--${option}`, value);
  }
  for (const option of ['packages', 'joints'] as const) {
    for (const entry of args[option] ?? []) words.push(`--${option}`, entry);
  }
  for (const option of ['visuals', 'recheck-never', 'allow-nothing'] as const) {
    if (args[option]) words.push(`--${option}`);
  }
  return typed(words);
}

/** Words as they are typed in a shell. */
export function typed(words: readonly string[]): string {
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  return words.map((word) => (/^[\w./=:@+-]+$/.test(word) ? word : quoted(word))).join(' ');
}

/** Whether a file is a mesh by its name: `info` takes either. */
export function looksLikeMesh(file: string): boolean {
  return /\.(stl|obj|ply|dae|glb|gltf)$/i.test(file);
}

/** Files that files refer to, from disk. */
export const DISK: JobContext = { readFile: (path) => readReferred(resolvePath(path)) };

export interface LoadOptions {
  /** Only `info` and reports read visual meshes: they can cost more than all else. Default false. */
  readonly visuals?: boolean;
  /** Seconds that it may take, and a little longer. */
  readonly timeLimit_s?: number | undefined;
}

export function loadCell(
  command: string,
  file: string,
  args: CellArguments,
  { visuals = false, timeLimit_s }: LoadOptions = {},
): OpenCell {
  const folder = cacheOf(args);
  const store = folder === null ? undefined : new PackedStore(new CompiledFolder(folder));
  const source = { ...cellSource(command, file, args, visuals), timeLimit_s };
  const open = openCell(source, { ...DISK, store });
  if (store) compiledEntries.set(open, store.entries);
  return open;
}

/** What was decided about the meshes of cells that were loaded, for workers that open them, too. */
const compiledEntries = new WeakMap<OpenCell, ReadonlyMap<string, Uint8Array>>();

/** What was decided about the meshes of a cell that was loaded here. */
export function compiledOf(open: OpenCell): ReadonlyMap<string, Uint8Array> | undefined {
  return compiledEntries.get(open);
}

/** A cell that is opened here and elsewhere: also its bundle, all that it was read from. */
export function loadRecorded(command: string, file: string, args: CellArguments) {
  const folder = cacheOf(args);
  const store = folder === null ? undefined : new CompiledFolder(folder);
  return openRecorded(cellSource(command, file, args, false), { ...DISK, store });
}

/** The folder where compiled meshes are kept; null for nowhere. */
export function cacheOf(args: Pick<CellArguments, 'no-cache'>): string | null {
  return args['no-cache'] ? null : cacheFolder();
}

/** What the files and the options say, not compiled yet. */
export function loadDescription(
  command: string,
  file: string,
  args: CellArguments,
  visuals = false,
): CellDescription {
  return describeSource(cellSource(command, file, args, visuals), DISK);
}

/** Notes, to stderr; only the first few of a kind. */
export function printNotes(notes: readonly Fault[]): void {
  for (const note of firstOfKind(notes)) {
    process.stderr.write(`surepath: note: ${formatFault(note)}\n`);
  }
}

/** What the arguments name, with the contents of the files that they name. */
export function cellSource(
  command: string,
  file: string,
  args: CellArguments,
  visuals = false,
): CellSource {
  const { clearance } = args;
  const asked =
    clearance === undefined ? undefined : numberIn(command, 'clearance', clearance, 0, 100);
  const packages = (args.packages ?? []).map((entry) => split(command, 'packages', entry));
  return {
    ...(isBag(file) ? bagCell(file, args) : namedFiles(command, file, args)),
    visuals,
    packages: Object.fromEntries(packages),
    joints: Object.fromEntries(jointValues(command, args.joints ?? [])),
    testVisuals: args.visuals,
    clearance: asked,
    recheckNever: args['recheck-never'],
    allowNothing: args['allow-nothing'],
  };
}

/** The files that the arguments name. */
function namedFiles(
  command: string,
  file: string,
  { robot, srdf }: CellArguments,
): Pick<CellSource, 'file' | 'robot' | 'srdf' | 'files' | 'kind'> {
  const bytes = readBytes(file);
  const kind = kindOfCell(bytes, file);
  const files = new Map([[file, bytes]]);
  if (srdf !== undefined) files.set(srdf, readBytes(srdf));
  if (kind === 'cell' && (robot !== undefined || srdf !== undefined)) {
    throw usageFault(
      command,
      'a cell file names its robots itself: --robot and --srdf are not for it',
    );
  }
  if (kind === 'model' && (robot !== undefined || srdf !== undefined)) {
    throw usageFault(command, 'an exported model is complete: --robot and --srdf are not for it');
  }
  if (kind === 'scene') {
    if (robot === undefined) {
      throw usageFault(
        command,
        `${file} is a planning scene: name its robot with --robot robot.urdf`,
      );
    }
    files.set(robot, readBytes(robot));
  }
  return { file, robot, srdf, files, kind };
}

/** Values given with --joints. */
export function jointValues(command: string, entries: string[]): Map<string, number> {
  return new Map(
    entries
      .flatMap((entry) => entry.split(','))
      .map((entry) => {
        const [name, text] = split(command, 'joints', entry);
        const value = text.trim() === '' ? Number.NaN : Number(text);
        if (Number.isFinite(value)) return [name, value];
        throw usageFault(command, `--joints takes NAME=VALUE with a number; found "${entry}"`);
      }),
  );
}

function split(command: string, option: string, entry: string): [string, string] {
  const at = entry.indexOf('=');
  if (at > 0) return [entry.slice(0, at), entry.slice(at + 1)];
  throw usageFault(command, `--${option} takes NAME=VALUE; found "${entry}"`);
}

/**
 * The CELL argument: a cell file, a URDF, an MJCF model, a MoveIt planning scene together with --robot, or an exported model. Reads
 * from disk; src/jobs opens it.
 */
import { openRecorded } from '../batch/index.ts';
import { type CellDescription, visualOnlyLinks } from '../cell/index.ts';
import {
  type CellSource,
  describeSource,
  firstOfKind,
  type OpenCell,
  openCell,
  type PairChoice,
  type WorldSource,
} from '../jobs/index.ts';
import { type Fault, formatFault, InputError } from '../math/index.ts';
import { cellSourceOf, DISK, isFolder, type LoadCellOptions } from '../node/index.ts';
import { PackedStore } from '../parallel/index.ts';
import { CompiledFolder, cacheFolder } from '../serve/index.ts';
import { cellOfBag, isBag } from './bag.ts';
import { numberIn, readBytes, usageFault } from './command.ts';

export { DISK } from '../node/index.ts';

/** Options that every command with a CELL takes; for parseArgs. */
export const CELL_OPTIONS = {
  robot: { type: 'string' },
  srdf: { type: 'string' },
  packages: { type: 'string', multiple: true },
  'xacro-arg': { type: 'string', multiple: true },
  joints: { type: 'string', multiple: true },
  pairs: { type: 'string' },
  visuals: { type: 'boolean' },
  scene: { type: 'string', multiple: true },
  world: { type: 'string', multiple: true },
  'point-radius': { type: 'string' },
  unknown: { type: 'string' },
  'no-cache': { type: 'boolean' },
} as const;

export const CELL_HELP = `CELL is a cell file (YAML or JSON), a URDF or xacro file, an MJCF model (MuJoCo), a MoveIt planning
scene with --robot, a folder (a MoveIt configuration, or a package with the description of a robot),
a bag (MCAP), or a model that "surepath verify --export" wrote. Packages are found by package.xml:
upward from the file, in ROS_PACKAGE_PATH, in AMENT_PREFIX_PATH, and in the workspace around the file.

  --robot FILE          URDF or xacro file of the robot, for a planning scene
  --srdf FILE           SRDF: disabled pairs, groups, named states
  --packages NAME=DIR   folder of a package, for package:// and $(find ...); may be repeated
  --packages DIR        folder in which packages are looked for, by their package.xml; may be repeated
  --xacro-arg NAME=VALUE
                        value of an argument of a xacro file; may be repeated. "surepath info
                        FILE.xacro" lists the arguments
  --joints NAME=VALUE   value of a joint that nothing else gives a value; may be repeated
  --pairs WHICH         of a robot without an SRDF: "suggested" (default for a URDF or a scene) takes
                        links that are adjacent or always in contact for harmless, and every verdict
                        names these pairs; "all" tests all pairs of links
  --visuals             test links that have no collision geometry by their visual geometry; without
                        it they are not tested, and every verdict names them
  --scene FILE          a MoveIt planning scene that joins the cell: a difference (is_diff) adds, moves,
                        removes and attaches objects of the cell; may be repeated, in their order
  --world FILE          an octomap (.bt, .ot), a point cloud (.pcd, .ply, .xyz, ...) or a height map (an
                        ESRI ASCII grid) that joins the cell, in the cell's frame; may be repeated
  --point-radius M      metres around every point of these clouds that are taken for occupied
  --unknown WHAT        unknown cells of these worlds are taken for "free", the default, which every
                        verdict says, or for "occupied"
  --no-cache            compile all meshes anew. Else what was decided about them is kept in the folder
                        that the variable SUREPATH_CACHE names (off: nowhere), by default
                        ~/.cache/surepath, and looked at before it is used again
`;

/** Options that change what is asked of a cell; whoever verifies an answer gives the same. */
export const ADJUST_OPTIONS = {
  clearance: { type: 'string' },
  'self-clearance': { type: 'string' },
  'recheck-never': { type: 'boolean' },
  'allow-nothing': { type: 'boolean' },
} as const;

export const ADJUST_HELP = `  --clearance M         metres that robots, and what they carry, must keep from obstacles and other
                        robots; default as in the cell file, or 0. Pairs with a clearance of their own
                        keep it
  --self-clearance M    metres that links of one robot, and what it carries, must keep from each
                        other; default as in the cell file
  --recheck-never       test the pairs that the SRDF disables as "Never" like any other pair
  --allow-nothing       give a verdict even if no pair of bodies is tested, which is an error otherwise
`;

export interface CellArguments {
  readonly robot?: string | undefined;
  readonly srdf?: string | undefined;
  readonly packages?: string[] | undefined;
  readonly 'xacro-arg'?: string[] | undefined;
  readonly joints?: string[] | undefined;
  readonly pairs?: string | undefined;
  readonly clearance?: string | undefined;
  readonly 'self-clearance'?: string | undefined;
  readonly 'recheck-never'?: boolean | undefined;
  readonly 'allow-nothing'?: boolean | undefined;
  readonly visuals?: boolean | undefined;
  readonly scene?: string[] | undefined;
  readonly world?: string[] | undefined;
  readonly 'point-radius'?: string | undefined;
  readonly unknown?: string | undefined;
  readonly 'no-cache'?: boolean | undefined;
}

/** The cell with the options that belong to it, to be typed again. */
export function cellArguments(cellFile: string, args: CellArguments): string {
  const words = [cellFile];
  const named = [
    'robot',
    'srdf',
    'pairs',
    'clearance',
    'self-clearance',
    'point-radius',
    'unknown',
  ] as const;
  for (const option of named) {
    const value = args[option];
    if (value !== undefined) words.push(`--${option}`, value);
  }
  for (const option of ['packages', 'xacro-arg', 'joints', 'scene', 'world'] as const) {
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

/** A cell that certificates are held against: its files are the least that is asked, options only ask for more. */
export function loadRequired(
  command: string,
  file: string,
  args: CellArguments,
): Pick<OpenCell, 'description' | 'byVisuals'> {
  const source = { ...cellSource(command, file, args), atLeast: true };
  const description = describeSource(source, DISK);
  const isSeenOnly = visualOnlyLinks(description, 'ignored').length > 0;
  if (source.kind === 'model' || !isSeenOnly) return { description, byVisuals: undefined };
  return {
    description,
    byVisuals: () => describeSource({ ...source, testVisuals: true }, DISK),
  };
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
  const { robot, srdf } = args;
  const length = (option: 'clearance' | 'self-clearance') => {
    const text = args[option];
    return text === undefined ? undefined : numberIn(command, option, text, 0, 100);
  };
  const worlds = worldSources(command, args);
  const xacro = xacroArguments(command, args);
  const options: LoadCellOptions = {
    ...{ robot, srdf, xacro, visuals, ...packageArguments(args) },
    joints: Object.fromEntries(jointValues(command, args.joints ?? [])),
    pairs: pairChoice(command, args.pairs),
    testVisuals: args.visuals,
    ...(worlds.length > 0 && { worlds }),
    ...(args.scene && { scenes: args.scene }),
    clearance: length('clearance'),
    selfClearance: length('self-clearance'),
    recheckNever: args['recheck-never'],
    allowNothing: args['allow-nothing'],
  };
  if (isBag(file)) return bagSource(file, options);
  const source = cellSourceOf(file, options);
  const { kind } = source;
  if (kind === 'cell' && (robot !== undefined || srdf !== undefined)) {
    throw usageFault(
      command,
      'a cell file names its robots itself: --robot and --srdf are not for it',
    );
  }
  if (kind === 'model' && args.pairs === 'suggested') {
    throw usageFault(command, 'an exported model is complete: --pairs suggested is not for it');
  }
  if ((kind === 'cell' || kind === 'model' || kind === 'mjcf') && Object.keys(xacro).length > 0) {
    const advice = kind === 'cell' ? ': write them in it, robots: - xacro: {name: value}' : '';
    throw usageFault(command, `--xacro-arg is for a xacro file, and this is none${advice}`);
  }
  if (kind === 'model' && (robot !== undefined || srdf !== undefined)) {
    throw usageFault(command, 'an exported model is complete: --robot and --srdf are not for it');
  }
  if (kind === 'mjcf' && (robot !== undefined || srdf !== undefined)) {
    throw usageFault(
      command,
      'an MJCF model says itself which pairs are tested: --robot and --srdf are not for it',
    );
  }
  if (kind === 'scene' && robot === undefined) {
    throw usageFault(
      command,
      `${file} is a planning scene: name its robot with --robot robot.urdf`,
    );
  }
  return source;
}

/** What a bag holds, with what is asked beyond it. */
function bagSource(file: string, options: LoadCellOptions): CellSource {
  const named = cellOfBag(file, options);
  const files = new Map(named.files);
  for (const world of options.worlds ?? []) files.set(world.file, readBytes(world.file));
  for (const scene of options.scenes ?? []) files.set(scene, readBytes(scene));
  return { ...options, ...named, files };
}

/** What --packages says: NAME=DIR is a package, DIR a folder in which they are looked for. */
export function packageArguments({ packages = [] }: Pick<CellArguments, 'packages'>): {
  readonly packages: Record<string, string>;
  readonly packageRoots: readonly string[];
} {
  const isNamed = (entry: string) => /^[\w.-]+=/.test(entry);
  for (const root of packages) {
    if (isNamed(root) || isFolder(root)) continue;
    const hint = '--packages takes NAME=DIR, or a folder that has packages';
    const message = 'there is no such folder';
    throw new InputError({ code: 'file/unreadable', message, file: root, hint });
  }
  return {
    packages: Object.fromEntries(
      packages.filter(isNamed).map((entry) => {
        const at = entry.indexOf('=');
        return [entry.slice(0, at), entry.slice(at + 1)];
      }),
    ),
    packageRoots: packages.filter((entry) => !isNamed(entry)),
  };
}

/** Values given with --xacro-arg. */
export function xacroArguments(command: string, args: CellArguments): Record<string, string> {
  const given = args['xacro-arg'] ?? [];
  return Object.fromEntries(given.map((entry) => split(command, 'xacro-arg', entry)));
}

/** Worlds given with --world, and how they are to be taken. */
export function worldSources(command: string, args: CellArguments): WorldSource[] {
  const { world = [], unknown, 'point-radius': radius } = args;
  if (world.length === 0 && (unknown !== undefined || radius !== undefined)) {
    const option = unknown !== undefined ? '--unknown' : '--point-radius';
    const hint = 'in a cell file every world says so itself';
    throw usageFault(command, `${option} is about worlds that --world names; ${hint}`);
  }
  if (unknown !== undefined && unknown !== 'free' && unknown !== 'occupied') {
    throw usageFault(command, `--unknown takes free or occupied; found "${unknown}"`);
  }
  const metres =
    radius === undefined ? undefined : numberIn(command, 'point-radius', radius, 1e-6, 100);
  return world.map((file) => ({ file, unknown, radius: metres }));
}

/** What --pairs says. */
export function pairChoice(command: string, text: string | undefined): PairChoice | undefined {
  if (text === undefined || text === 'all' || text === 'suggested') return text;
  throw usageFault(command, `--pairs takes "suggested" or "all"; found "${text}"`);
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

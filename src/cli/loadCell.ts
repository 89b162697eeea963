/**
 * The CELL argument: a cell file, a URDF, or a MoveIt planning scene together with --robot. Reads
 * from disk; everything that is parsed is parsed by src/formats.
 */
import { resolve as resolvePath } from 'node:path';
import {
  type Adjustments,
  adjustCell,
  buildCell,
  type Cell,
  type CellDescription,
  refuseIdle,
} from '../cell/index.ts';
import {
  aboutFile,
  cellFromScene,
  cellFromUrdf,
  type Resolver,
  readCell,
} from '../formats/index.ts';
import { type Fault, formatFault, InputError } from '../math/index.ts';
import { numberIn, readBytes, readReferred, usageFault } from './command.ts';

/** Options that every command with a CELL takes; for parseArgs. */
export const CELL_OPTIONS = {
  robot: { type: 'string' },
  srdf: { type: 'string' },
  packages: { type: 'string', multiple: true },
  joints: { type: 'string', multiple: true },
  visuals: { type: 'boolean' },
} as const;

export const CELL_HELP = `CELL is a cell file (YAML or JSON), a URDF, or a MoveIt planning scene with --robot.

  --robot FILE          URDF of the robot, for a planning scene
  --srdf FILE           SRDF: disabled pairs, groups, named states
  --packages NAME=DIR   folder of a package, for package:// references; may be repeated
  --joints NAME=VALUE   value of a joint that nothing else gives a value; may be repeated
  --visuals             test links that have no collision geometry by their visual geometry; without
                        it they are not tested, and every verdict names them
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
}

export interface LoadedCell {
  readonly cell: Cell;
  /** Values given with --joints. */
  readonly joints: ReadonlyMap<string, number>;
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
  return words.map((word) => (/^[\w./=:@+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

/** Whether a file is a mesh by its name: `info` takes either. */
export function looksLikeMesh(file: string): boolean {
  return /\.(stl|obj|ply|dae|glb|gltf)$/i.test(file);
}

export interface LoadOptions {
  /** Only `info` and reports read visual meshes: they can cost more than all else. Default false. */
  readonly visuals?: boolean;
  /** Called now and then while the cell is prepared; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

export function loadCell(
  command: string,
  file: string,
  args: CellArguments,
  { visuals = false, pause }: LoadOptions = {},
): LoadedCell {
  const description = loadDescription(command, file, args, visuals);
  const cell = aboutFile(file, () => buildCell(description, { pause }));
  refuseIdle(cell);
  return { cell, joints: jointValues(command, args.joints ?? []) };
}

/** What the files and the options say, not compiled yet. */
export function loadDescription(
  command: string,
  file: string,
  args: CellArguments,
  visuals = false,
): CellDescription {
  const adjustments: Adjustments = {
    recheckNever: args['recheck-never'],
    allowNothing: args['allow-nothing'],
    clearance:
      args.clearance === undefined
        ? undefined
        : numberIn(command, 'clearance', args.clearance, 0, 100),
  };
  return adjustCell(describe(command, file, args, visuals), adjustments);
}

/** Notes of one kind that are shown. */
const SHOWN = 3;

/** Notes, to stderr; only the first few of a kind. */
export function printNotes(notes: readonly Fault[]): void {
  for (const note of firstOfKind(notes)) {
    process.stderr.write(`surepath: note: ${formatFault(note)}\n`);
  }
}

/** The first few notes of each kind, and how many more there are. */
export function firstOfKind(notes: readonly Fault[]): Fault[] {
  const seen = new Map<string, number>();
  const shown = notes.filter(({ code }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return count <= SHOWN;
  });
  for (const [code, count] of seen) {
    if (count > SHOWN) shown.push({ code, message: `${count - SHOWN} more of ${code}` });
  }
  return shown;
}

function describe(
  command: string,
  file: string,
  args: CellArguments,
  visuals: boolean,
): CellDescription {
  const bytes = readBytes(file);
  const resolver = diskResolver(command, args.packages ?? []);
  const kind = kindOf(bytes, file);
  const testVisuals = args.visuals ?? false;
  const srdf =
    args.srdf === undefined ? undefined : { file: args.srdf, bytes: readBytes(args.srdf) };
  if (kind === 'urdf') {
    const options = { file, resolver, visuals, testVisuals };
    return cellFromUrdf(bytes, { ...options, ...(srdf ? { srdf } : {}) });
  }
  if (kind === 'cell') {
    if (args.robot !== undefined || srdf) {
      throw usageFault(
        command,
        'a cell file names its robots itself: --robot and --srdf are not for it',
      );
    }
    return readCell(bytes, { file, resolver, visuals, testVisuals });
  }
  if (args.robot === undefined) {
    throw usageFault(
      command,
      `${file} is a planning scene: name its robot with --robot robot.urdf`,
    );
  }
  const robot = { file: args.robot, bytes: readBytes(args.robot) };
  return cellFromScene(bytes, { file, resolver, robot, srdf, visuals, testVisuals });
}

function kindOf(bytes: Uint8Array, file: string): 'urdf' | 'cell' | 'scene' {
  if (/\.(urdf|xml|xacro)$/i.test(file)) return 'urdf';
  const text = new TextDecoder().decode(bytes.subarray(0, 1 << 20));
  if (/^\s*</.test(text)) return 'urdf';
  if (/(^|\n)\s*\{?\s*["']?surepath["']?\s*:/.test(text)) return 'cell';
  if (/["']?(world|robot_state|robot_model_name|allowed_collision_matrix)["']?\s*:/.test(text)) {
    return 'scene';
  }
  throw new InputError({
    code: 'cell/unknown-kind',
    message: 'this is neither a cell file, nor a URDF, nor a MoveIt planning scene',
    file,
    hint: 'a cell file begins with "surepath: 1"; mesh files are named .stl, .obj, .ply, .dae, .gltf or .glb',
  });
}

function diskResolver(command: string, packages: string[]): Resolver {
  const folders = Object.fromEntries(packages.map((entry) => split(command, 'packages', entry)));
  return {
    files: (path) => readReferred(resolvePath(path)),
    packages: folders,
  };
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

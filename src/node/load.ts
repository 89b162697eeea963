/**
 * Cells and paths from files of this disk: cell files, URDF and xacro files, MoveIt's planning scenes with their robot, folders
 * (a MoveIt configuration, a description package), exported models. Packages are found as ROS finds them.
 */
import type { Cell, CompiledStore } from '../cell/index.ts';
import { type PathFile, resolveReference } from '../formats/index.ts';
import {
  type CellSource,
  kindOfCell,
  type Motion,
  type OpenCell,
  openCell,
  openMotion,
  type RobotFolder,
  readRobotFolder,
} from '../jobs/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import type { Path, WrapRule } from '../motion/index.ts';
import { DISK, filesBelow, isFolder, readBytes, readReferred } from './disk.ts';
import { findPackage } from './packages.ts';

/** What is asked of a cell beyond its file, as `CellSource` of `surepath/jobs` says it; files are read from disk. */
export type LoadCellOptions = Omit<CellSource, 'file' | 'files' | 'kind' | 'jointLimits'>;

/**
 * What a file or folder names, with its contents, for `openCell` of `surepath/jobs` and `DISK`. Throws an InputError for
 * what is no cell.
 */
export function cellSourceOf(given: string, options: LoadCellOptions = {}): CellSource {
  const asked = isFolder(given) ? folderSource(given, options) : { file: given, ...options };
  const { file, robot, srdf, jointLimits } = asked as CellSource;
  const bytes = readBytes(file);
  const files = new Map([[file, bytes]]);
  const worlds = (asked.worlds ?? []).map((world) => world.file);
  for (const name of [robot, srdf, jointLimits, ...worlds, ...(asked.scenes ?? [])]) {
    if (name !== undefined) files.set(name, readBytes(name));
  }
  return { ...asked, files, kind: kindOfCell(bytes, file) };
}

/** Which files of a folder are the robot. Throws an InputError where that is not clear. */
export function robotFolderOf(given: string, srdfGiven = false): RobotFolder {
  const folder = given.replace(/\/+$/, '');
  const read = (name: string) => readReferred(`${folder}/${name}`);
  return readRobotFolder({ folder, names: filesBelow(given), read, srdfGiven });
}

/** The files of a robot's folder. What options say comes first. */
function folderSource(folder: string, options: LoadCellOptions): Omit<CellSource, 'files'> {
  const at = (name: string) => `${folder.replace(/\/+$/, '')}/${name}`;
  const found = robotFolderOf(folder, options.srdf !== undefined);
  const { srdf, jointLimits } = found;
  return {
    ...options,
    file: referred(at('package.xml'), found.urdf, options),
    srdf: options.srdf ?? (srdf === undefined ? undefined : at(srdf)),
    ...(jointLimits !== undefined && { jointLimits: at(jointLimits) }),
    xacro: { ...found.xacro, ...options.xacro },
  };
}

/** A file that a folder refers to, in it or in another package. */
function referred(from: string, reference: string, options: LoadCellOptions): string {
  const { packages = {}, packageRoots = [] } = options;
  const find = (name: string, file: string) => findPackage(name, file, packageRoots);
  const resolver = { files: (path: string) => readReferred(path), packages, findPackage: find };
  const { path, bytes, looked } = resolveReference(resolver, reference, from);
  if (bytes) return path;
  throw new InputError({
    code: 'folder/missing-urdf',
    message: `the URDF ${JSON.stringify(reference)} was not found`,
    file: from.replace(/\/package\.xml$/, ''),
    hint: `${looked.length > 0 ? `looked in ${looked.join(', ')}; ` : ''}--packages DIR names a folder that has the package`,
  });
}

/**
 * Opens a cell file, URDF, xacro file, planning scene, model, or a folder with a robot. `store` keeps what was decided about meshes.
 * Throws an InputError with the place of what is wrong.
 */
export function loadCell(
  file: string,
  options: LoadCellOptions & { readonly store?: CompiledStore | undefined } = {},
): OpenCell {
  const { store, ...asked } = options;
  return openCell(cellSourceOf(file, asked), { ...DISK, store });
}

export interface LoadPathOptions {
  /** How a continuous joint gets from one waypoint to the next. Default `literal`: as the numbers say. */
  readonly wrap?: WrapRule | undefined;
  /** The motion that is meant, whatever the file says. */
  readonly interpolation?: 'straight' | 'controller' | undefined;
  /** Words for what to do about a fault. */
  readonly hints?: { readonly times?: string };
  /** What was found in a file that holds more than a path, such as a bag: it is not read again. */
  readonly found?: PathFile | undefined;
}

/** A path from a file, in a cell that covers it. */
export interface LoadedPath {
  /** The cell in which the path is meant: `checkPath(createChecker(cell), path)`. */
  readonly cell: Cell;
  readonly path: Path;
  /** As data, for jobs. */
  readonly motion: Motion;
  readonly times: readonly number[] | undefined;
  /** Degrees of freedom in the order of the file's joints. */
  readonly order: readonly number[];
  /** Those of the file's joints alone. */
  readonly named: readonly number[];
  readonly notes: readonly Fault[];
  /** The file's contents, if there is one: what is piped in can be read once. */
  readonly bytes?: Uint8Array;
}

/** Reads a path (JSON, CSV, YAML trajectory, tracks) for an open cell. */
export function loadPath(open: OpenCell, file: string, options: LoadPathOptions = {}): LoadedPath {
  return pathFrom(open, file, readBytes(file), options);
}

/** The same for contents that are at hand. */
export function pathFrom(
  open: OpenCell,
  file: string,
  bytes: Uint8Array,
  { wrap = 'literal', interpolation, hints, found }: LoadPathOptions = {},
): LoadedPath {
  const asked = { file, bytes, wrap, interpolation, found, ...(hints && { hints }) };
  const { motion, order, named, notes } = openMotion(open, asked, DISK);
  const { cell, path } = open.question({ motion, wrap });
  const loaded = { cell, path, motion, times: path.times, order, named, notes };
  return found ? loaded : { ...loaded, bytes };
}

/**
 * The cell that `surepath studio` was given, for the page: `session.json` lists its files under names
 * without a way out of their common folder. Exactly the files that loading the cell reads are in it,
 * the paths that were given, and those in the folder `paths` beside the cell.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readMotion } from '../../formats/index.ts';
import { describeSource, type JobContext, type WorldSource } from '../../jobs/index.ts';
import { buildKinematics, configurationFrom } from '../../kinematics/index.ts';
import { headOf, InputError } from '../../math/index.ts';
import { numberIn, readBytes } from '../command.ts';
import { type CellArguments, cellSource, DISK, jointValues, worldSources } from '../loadCell.ts';
import { pathsBeside } from './gallery.ts';

export interface SessionFile {
  /** The name for the page, with slashes. */
  readonly path: string;
  /** Where it is, on disk, with all links followed. */
  readonly real: string;
  readonly size: number;
  /** It is only drawn: the page can do without it at first. */
  readonly drawn?: true;
  /** A bag: the page asks for it when its cell is open. */
  readonly bag?: true;
}

/** What was named on the command line. */
export interface SessionCell {
  readonly name: string;
  /** These are names of `files`. Without an entry the page begins with its bag alone. */
  readonly entry?: string;
  readonly robot?: string;
  readonly srdf?: string;
  /** Folders of packages, named like files. */
  readonly packages?: Readonly<Record<string, string>>;
  /** MoveIt's joint_limits.yaml. */
  readonly jointLimits?: string;
  /** Values of xacro arguments. */
  readonly xacro?: Readonly<Record<string, string>>;
  /** Values of joints that paths give none. */
  readonly joints?: Readonly<Record<string, number>>;
  /** Links without collision geometry are tested by their visuals. */
  readonly visuals?: true;
  /** Worlds that join the cell. */
  readonly worlds?: readonly WorldSource[];
  /** Planning scenes that join it, one after the other. */
  readonly scenes?: readonly string[];
  /** Metres that are asked for, instead of what the cell says. */
  readonly clearance?: number;
  /** Paths that were named, to be opened with the cell. */
  readonly open: readonly string[];
  /** A bag whose motions are offered. */
  readonly bag?: string;
  readonly files: readonly SessionFile[];
}

/** A bag without a cell: its own robot, in its own scene. */
export function sessionBag(bag: string): SessionCell {
  const path = basename(bag);
  return { name: path, open: [], bag: path, files: [bagFile(path, bag)] };
}

function bagFile(path: string, file: string): SessionFile {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    const part = /#|@\d+$/.test(file);
    throw new InputError({
      code: 'studio/bag',
      message: 'there is no such bag',
      file,
      hint: part
        ? 'name the file alone: the page lists its motions to choose from'
        : 'look whether the name is right',
    });
  }
  return { path, real: realpathSync(file), size: stat.size, bag: true };
}

/** Loads the cell to find out what belongs to it. Throws InputError if it cannot be loaded. */
export function sessionCell(
  file: string,
  args: CellArguments,
  paths: readonly string[],
  bag?: string,
): SessionCell {
  const { clearance: asked, ...cellArgs } = args;
  const source = cellSource('studio', file, cellArgs);
  const packages = new Map(
    Object.entries(source.packages ?? {}).map(([key, path]) => [key, resolve(path)]),
  );
  // The page has no disk to look for packages on.
  const findPackage: JobContext['findPackage'] = (name, from, roots) => {
    const found = DISK.findPackage!(name, from, roots);
    if (found.folder !== undefined) packages.set(name, resolve(found.folder));
    return found;
  };
  const { files: needed } = describeSource(source, { ...DISK, findPackage });
  const { files: read, robots } = describeSource(
    { ...source, visuals: true },
    { ...DISK, findPackage },
  );
  const worlds = worldSources('studio', args);
  const joints = jointValues('studio', args.joints ?? []);
  const { robot, srdf, jointLimits, xacro = {} } = source;
  // A name that no joint has is told now, and not by the page.
  configurationFrom(buildKinematics(robots), joints);
  const given = paths.flatMap((path) => [path, ...partsOf(path)]);
  const folder = dirname(source.file);
  const beside = pathsBeside(folder).map((name) => join(folder, 'paths', name));
  const whole = (list: Iterable<string>) => new Set([...list].map((each) => resolve(each)));
  const first = whole([...needed.keys(), ...given, ...beside]);
  const disk = [...whole([...first, ...read.keys()])];
  const root = rootOf(disk, [...packages.values()], references(read, packages));
  const name = (path: string) => below(root, resolve(path));
  return {
    name: nameOf(file),
    entry: name(source.file),
    ...(robot === undefined ? {} : { robot: name(robot) }),
    ...(srdf === undefined ? {} : { srdf: name(srdf) }),
    ...(jointLimits === undefined ? {} : { jointLimits: name(jointLimits) }),
    ...(packages.size === 0
      ? {}
      : { packages: Object.fromEntries([...packages].map(([key, path]) => [key, name(path)])) }),
    ...(Object.keys(xacro).length === 0 ? {} : { xacro }),
    ...(joints.size === 0 ? {} : { joints: Object.fromEntries(joints) }),
    ...(args.visuals ? { visuals: true } : {}),
    ...(worlds.length > 0
      ? { worlds: worlds.map((world) => ({ ...world, file: name(world.file) })) }
      : {}),
    ...(args.scene ? { scenes: args.scene.map(name) } : {}),
    ...(asked === undefined ? {} : { clearance: numberIn('studio', 'clearance', asked, 0, 100) }),
    open: paths.map(name),
    ...(bag !== undefined && { bag: basename(bag) }),
    files: [
      ...disk.map((path) => ({
        path: name(path),
        real: realpathSync(path),
        size: statSync(path).size,
        ...(first.has(path) ? {} : { drawn: true as const }),
      })),
      ...(bag === undefined ? [] : [bagFile(basename(bag), bag)]),
    ].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** `session.json`; without a cell the page opens the one it opens by itself. `gate`: where its gate is. */
export function sessionJson(cell: SessionCell | null, gate?: string): string {
  const head = { version: 1, ...(gate !== undefined && { gate }) };
  if (!cell) return `${JSON.stringify({ ...head, cell: null })}\n`;
  const files = cell.files.map(({ path, size, drawn, bag }) => ({
    path,
    size,
    url: `.${fileUrl(path)}`,
    ...(drawn && { drawn }),
    ...(bag && { bag }),
  }));
  return `${JSON.stringify({ ...head, cell: { ...cell, files } })}\n`;
}

/** The address of a file of the cell on the server. */
export function fileUrl(path: string): string {
  return `/files/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** A file of tracks names other files. */
function partsOf(file: string): string[] {
  const parts: string[] = [];
  const files = (path: string) => {
    try {
      const bytes = readFileSync(path);
      parts.push(path);
      return bytes;
    } catch {
      return undefined;
    }
  };
  readMotion(readBytes(file), { file, resolver: { files } });
  return parts;
}

/** The folder's name says more than "cell". */
function nameOf(file: string): string {
  const name = basename(file).replace(/\.[^.]*$/, '');
  return name === 'cell' ? basename(dirname(resolve(file))) || name : name;
}

/**
 * The names that `package://` references use: a reader goes up from the referring file until it finds
 * them, so the folder that it found must not be cut off.
 */
function references(
  files: ReadonlyMap<string, Uint8Array>,
  packages: ReadonlyMap<string, string>,
): string[] {
  const found = new Set<string>();
  const paths = [...files.keys()].map((path) => slashes(resolve(path)));
  for (const [path, bytes] of files) {
    if (!/\.(urdf|xml|xacro|ya?ml|json)$/i.test(path)) continue;
    const text = headOf(bytes, bytes.length);
    for (const [, name, rest] of text.matchAll(/(?:package|model):\/\/([^/"'\s]+)\/([^"'\s<]+)/g)) {
      if (packages.has(name)) continue;
      for (const each of paths) {
        if (each.endsWith(`/${name}/${rest}`)) {
          found.add(each.slice(0, -name.length - rest.length - 1));
        } else if (each.endsWith(`/${rest}`)) found.add(each.slice(0, -rest.length));
      }
    }
  }
  return [...found].map((folder) => resolve(folder));
}

/**
 * The folder that names begin in: the working folder if it holds everything, so that a certificate
 * names files as the command line would; else the smallest folder that does.
 */
function rootOf(files: string[], packages: string[], referred: string[]): string {
  const folders = [...files.map((file) => dirname(file)), ...packages, ...referred];
  const working = process.cwd();
  if (folders.every((folder) => isBelow(working, folder))) return working;
  let root = folders[0];
  while (!folders.every((folder) => isBelow(root, folder))) {
    const up = dirname(root);
    if (up === root) {
      throw new InputError({
        code: 'studio/drives',
        message: 'the files of the cell have no folder in common',
        hint: 'copy them to one drive',
      });
    }
    root = up;
  }
  return root;
}

function isBelow(root: string, path: string): boolean {
  const [a, b] = [slashes(root), slashes(path)];
  return b === a || b.startsWith(a.endsWith('/') ? a : `${a}/`);
}

function below(root: string, path: string): string {
  const a = slashes(root);
  return slashes(path).slice(a.endsWith('/') ? a.length : a.length + 1);
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

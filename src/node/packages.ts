/**
 * Where the packages of ROS are on this disk: upward from the file that names one, in folders that were given, in ROS_PACKAGE_PATH
 * and AMENT_PREFIX_PATH, and in the workspace around the file. Every search is bounded, and says where it looked.
 */
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type PackageSearch, packageName } from '../formats/index.ts';

/** Larger trees are no workspaces. */
const MOST_FOLDERS = 5000;
const MOST_DEPTH = 8;
/** Files that say that nothing below is a package. */
const IGNORED = ['CATKIN_IGNORE', 'COLCON_IGNORE', 'AMENT_IGNORE'];
const SKIPPED = new Set(['node_modules', '__pycache__', 'build', 'log']);

/** Looks for the folder of the package `name`, which the file `from` refers to; `roots` are searched besides. */
export function findPackage(name: string, from: string, roots: readonly string[]): PackageSearch {
  const looked: string[] = [];
  for (const [where, find] of places(from, roots)) {
    looked.push(where);
    const folder = find(name);
    if (folder !== undefined) return { folder: shown(folder, from), looked };
  }
  return { looked };
}

type Place = readonly [where: string, find: (name: string) => string | undefined];

function* places(from: string, roots: readonly string[]): Generator<Place> {
  const start = dirname(resolve(from));
  yield [`the folders above ${from}`, (name) => upward(start, name)];
  for (const root of roots) yield [root, (name) => packagesBelow(resolve(root)).get(name)];
  for (const root of listed('ROS_PACKAGE_PATH')) {
    yield [`${root} (ROS_PACKAGE_PATH)`, (name) => packagesBelow(resolve(root)).get(name)];
  }
  for (const prefix of listed('AMENT_PREFIX_PATH')) {
    yield [`${prefix} (AMENT_PREFIX_PATH)`, (name) => installed(prefix, name)];
  }
  const workspace = workspaceOf(start);
  if (workspace !== undefined) {
    yield [`the workspace ${workspace}`, (name) => packagesBelow(workspace).get(name)];
  }
}

function listed(variable: string): string[] {
  return (process.env[variable] ?? '').split(delimiter).filter((each) => each !== '');
}

/** The name that a folder's package.xml gives; undefined if it is no package. */
function nameIn(folder: string): string | undefined {
  try {
    return packageName(readFileSync(join(folder, 'package.xml')));
  } catch {
    return undefined;
  }
}

/** A folder above that is the package, or holds it. */
function upward(start: string, name: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    if (nameIn(folder) === name) return folder;
    const beside = join(folder, name);
    if (nameIn(beside) === name) return beside;
    if (dirname(folder) === folder) return undefined;
  }
}

function installed(prefix: string, name: string): string | undefined {
  const folder = join(prefix, 'share', name);
  return existsSync(join(folder, 'package.xml')) ? folder : undefined;
}

/** The folder `src` around the package that a file is in, else the folder that the package is in. */
function workspaceOf(start: string): string | undefined {
  let own: string | undefined;
  for (let folder = start; own === undefined; folder = dirname(folder)) {
    if (nameIn(folder) !== undefined) own = folder;
    else if (dirname(folder) === folder) return undefined;
  }
  for (let folder = dirname(own); dirname(folder) !== folder; folder = dirname(folder)) {
    if (basename(folder) === 'src') return folder;
  }
  return dirname(own) === dirname(dirname(own)) ? undefined : dirname(own);
}

/** Until the turn of the event loop ends: a cell, which is read in one turn, has many references to few packages; a later one finds the disk as it is then. */
const KNOWN = new Map<string, ReadonlyMap<string, string>>();

/** All packages in a folder and below it, by name; the first of a name counts. */
export function packagesBelow(root: string): ReadonlyMap<string, string> {
  const known = KNOWN.get(root);
  if (known) return known;
  const found = new Map<string, string>();
  const open = [{ folder: root, depth: 0 }];
  for (let count = 0; open.length > 0 && count < MOST_FOLDERS; count++) {
    const { folder, depth } = open.shift()!;
    const entries = entriesOf(folder);
    if (entries.some((entry) => IGNORED.includes(entry.name))) continue;
    const name = entries.some((each) => each.name === 'package.xml') ? nameIn(folder) : undefined;
    if (name !== undefined) {
      // A package holds no others.
      if (!found.has(name)) found.set(name, folder);
      continue;
    }
    if (depth >= MOST_DEPTH) continue;
    for (const entry of entries) {
      const { name: own } = entry;
      if (!entry.isDirectory() || own.startsWith('.') || SKIPPED.has(own)) continue;
      open.push({ folder: join(folder, own), depth: depth + 1 });
    }
  }
  if (KNOWN.size === 0) setImmediate(() => KNOWN.clear());
  KNOWN.set(root, found);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** As the file that refers to it is named: relative names stay so. */
function shown(folder: string, from: string): string {
  if (isAbsolute(from)) return slashes(folder);
  return slashes(relative(process.cwd(), folder)) || '.';
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/**
 * Where the files that a file refers to come from. Readers never touch a disk or a network: they
 * ask a resolver, so that the same code serves Node, browsers and tests.
 */
import { headOf } from '../math/index.ts';

/** Bytes of a file by its path or address, or undefined if there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** A function, or the files themselves by path. */
export type FileSource = ReadFile | ReadonlyMap<string, Uint8Array> | Record<string, Uint8Array>;

export interface Resolver {
  readonly files: FileSource;
  /** Folder of each package, for `package://name/path` references. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Looks for a package whose folder is not given, on a disk, say, for the file `from`. Default: nowhere. */
  readonly findPackage?: ((name: string, from: string) => PackageSearch) | undefined;
  /** Variables that xacro files may ask for with `$(env NAME)`. Default: there are none. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
}

/** Where a package is, or where it is not. */
export interface PackageSearch {
  readonly folder?: string | undefined;
  /** The places that were looked at, in words. */
  readonly looked: readonly string[];
}

export interface Resolved {
  /** The path that had the file, or the first that was tried. */
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  /** Every path that was tried, for messages. */
  readonly tried: readonly string[];
  /** Where a package was looked for, in words. */
  readonly looked: readonly string[];
}

/**
 * Finds the file that `reference` names in the file `from`. `package://name/rest` is looked for in
 * the package's folder if one is given, or found; else in `from`'s folder and the folders above it, with and
 * without the package's name, but not in a folder whose package.xml has another name; `file://` is a path;
 * everything else is relative to `from`'s folder.
 */
export function resolve(resolver: Resolver, reference: string, from: string): Resolved {
  const tried: string[] = [];
  const { paths, looked } = candidates(resolver, reference, from);
  for (const path of paths) {
    if (tried.includes(path)) continue;
    tried.push(path);
    const bytes = read(resolver.files, path);
    if (bytes) return { path, bytes, tried, looked };
  }
  return { path: tried[0], bytes: undefined, tried, looked };
}

/** Where a file was looked for, as a hint. */
export function lookedFor({ tried, looked }: Pick<Resolved, 'tried' | 'looked'>): string {
  const paths = `looked for ${tried.slice(0, 4).join(', ')}${tried.length > 4 ? ', ...' : ''}`;
  if (looked.length === 0) return paths;
  return `${paths}; for the package in ${looked.join(', ')}`;
}

/** The name that a package.xml gives; undefined if it gives none. */
export function packageName(xml: Uint8Array): string | undefined {
  const text = headOf(xml, 1 << 16).replace(/<!--[\s\S]*?-->/g, '');
  const name = /<name>\s*([^<\s]+)\s*<\/name>/.exec(text)?.[1];
  // What stands for bytes that are no UTF-8: another package may have the same.
  return name?.includes('\ufffd') ? undefined : name;
}

function read(files: FileSource, path: string): Uint8Array | undefined {
  if (typeof files === 'function') return files(path);
  if (files instanceof Map) return files.get(path);
  const record = files as Record<string, Uint8Array>;
  return Object.hasOwn(record, path) ? record[path] : undefined;
}

interface Candidates {
  readonly paths: readonly string[];
  readonly looked: readonly string[];
}

function candidates(resolver: Resolver, given: string, from: string): Candidates {
  // What xacro files write before a $(find ...).
  const reference = given.replace(/^(?:file:\/\/)+(?=(?:package|file):\/\/)/, '');
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  const only = (path: string) => ({ paths: [normalPath(path)], looked: [] });
  if (reference.startsWith('file://')) return only(reference.slice(7));
  const packaged = /^(?:package|model):\/\/([^/]*)\/?(.*)$/.exec(reference);
  if (!packaged) return only(reference.startsWith('/') ? reference : join(folder, reference));
  const [, name, rest] = packaged;
  const { packages = {}, findPackage } = resolver;
  const known = Object.hasOwn(packages, name) ? packages[name] : undefined;
  if (known !== undefined) return only(join(known, rest));
  const found = findPackage?.(name, from);
  if (found?.folder !== undefined) return only(join(found.folder, rest));
  const paths: string[] = [];
  // Up to the top: the package may be any folder that the referring file lies in.
  for (let up = folder; ; up = up.slice(0, Math.max(0, up.lastIndexOf('/')))) {
    const xml = read(resolver.files, normalPath(join(up, 'package.xml')));
    const own = xml && packageName(xml);
    if (own === name) return only(join(up, rest));
    paths.push(normalPath(join(up, `${name}/${rest}`)));
    if (own === undefined) paths.push(normalPath(join(up, rest)));
    if (up === '') break;
  }
  return { paths, looked: found?.looked ?? [] };
}

function join(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** Without `.` and `..` where they can be removed, and without doubled slashes. */
export function normalPath(path: string): string {
  const rooted = path.startsWith('/');
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts[parts.length - 1];
    if (part === '..' && last !== undefined && last !== '..') parts.pop();
    else if (part !== '..' || !rooted) parts.push(part);
  }
  return (rooted ? '/' : '') + parts.join('/');
}

/**
 * Where the files that a file refers to come from. Readers never touch a disk or a network: they
 * ask a resolver, so that the same code serves Node, browsers and tests.
 */

/** Bytes of a file by its path or address, or undefined if there is none. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** A function, or the files themselves by path. */
export type FileSource = ReadFile | ReadonlyMap<string, Uint8Array> | Record<string, Uint8Array>;

export interface Resolver {
  readonly files: FileSource;
  /** Folder of each package, for `package://name/path` references. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Variables that xacro files may ask for with `$(env NAME)`. Default: there are none. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
}

export interface Resolved {
  /** The path that had the file, or the first that was tried. */
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  /** Every path that was tried, for messages. */
  readonly tried: readonly string[];
}

/**
 * Finds the file that `reference` names in the file `from`. `package://name/rest` is looked for in
 * the package's folder if one is given, else in `from`'s folder and the folders above it, with and
 * without the package's name; `file://` is a path; everything else is relative to `from`'s folder.
 */
export function resolve(resolver: Resolver, reference: string, from: string): Resolved {
  const tried: string[] = [];
  for (const path of candidates(resolver, reference, from)) {
    if (tried.includes(path)) continue;
    tried.push(path);
    const bytes = read(resolver.files, path);
    if (bytes) return { path, bytes, tried };
  }
  return { path: tried[0], bytes: undefined, tried };
}

function read(files: FileSource, path: string): Uint8Array | undefined {
  if (typeof files === 'function') return files(path);
  if (files instanceof Map) return files.get(path);
  const record = files as Record<string, Uint8Array>;
  return Object.hasOwn(record, path) ? record[path] : undefined;
}

function candidates(resolver: Resolver, reference: string, from: string): string[] {
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  if (reference.startsWith('file://')) return [normalize(reference.slice(7))];
  const packaged = /^(?:package|model):\/\/([^/]*)\/?(.*)$/.exec(reference);
  if (!packaged) {
    return [normalize(reference.startsWith('/') ? reference : join(folder, reference))];
  }
  const [, name, rest] = packaged;
  const { packages = {} } = resolver;
  const given = Object.hasOwn(packages, name) ? packages[name] : undefined;
  if (given !== undefined) return [normalize(join(given, rest))];
  const list: string[] = [];
  // Up to the top: the package may be any folder that the referring file lies in.
  for (let up = folder; ; up = up.slice(0, Math.max(0, up.lastIndexOf('/')))) {
    list.push(normalize(join(up, `${name}/${rest}`)), normalize(join(up, rest)));
    if (up === '') break;
  }
  return list;
}

function join(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** Without `.` and `..` where they can be removed, and without doubled slashes. */
function normalize(path: string): string {
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

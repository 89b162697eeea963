/**
 * The embedded cells as the studio offers them: `gallery.json`, made once when the studio is built.
 * Files are named by their paths below the folder of cells, since cells share robots.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readCell } from '../../formats/index.ts';

export interface GalleryFile {
  /** Below the folder of cells, with slashes: two-arms/cell.yaml. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface GalleryCell {
  readonly name: string;
  /** The first comment of the cell file. */
  readonly title: string;
  /** The cell file, one of `files`. */
  readonly entry: string;
  /** Everything that opening it reads, and its paths. */
  readonly files: readonly GalleryFile[];
}

export interface Gallery {
  readonly version: 1;
  /** Opened when nothing else is asked for. */
  readonly default: string;
  readonly cells: readonly GalleryCell[];
  /** What the page shows when nothing else is asked for: a motion that sampling at so many radians calls free. */
  readonly story?: { readonly cell: string; readonly path: string; readonly resolution: number };
}

const DEFAULT = 'two-arms';
const STORY = { cell: 'two-arms', path: 'two-arms/paths/sampled.json', resolution: 0.1 } as const;

/** Files that hold paths, by their names. */
export const PATH_FILE = /\.(json|ya?ml|csv)$/i;

/** Names of the cells below a folder. */
export function cellNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && isFile(join(folder, each.name, 'cell.yaml')))
    .map((each) => each.name)
    .sort();
}

/** Reads all cells below `folder`: takes seconds, so the result is kept in a file. */
export function makeGallery(folder: string): Gallery {
  const names = cellNames(folder);
  const cells = names.map((name) => galleryCell(folder, name));
  const isTold = cells.some(({ files }) => files.some(({ path }) => path === STORY.path));
  return { version: 1, default: DEFAULT, cells, ...(isTold && { story: STORY }) };
}

function galleryCell(folder: string, name: string): GalleryCell {
  const entry = `${name}/cell.yaml`;
  const bytes = readFileSync(join(folder, entry));
  const files = (path: string) => {
    const whole = join(folder, path);
    return isFile(whole) ? readFileSync(whole) : undefined;
  };
  const read = readCell(bytes, { file: entry, resolver: { files } }).files;
  const paths = pathsBeside(join(folder, name)).map((file) => `${name}/paths/${file}`);
  const all = [...new Set([...read.keys(), ...paths])].sort();
  return {
    name,
    title: /^#\s*(.*)/.exec(bytes.toString('utf8'))?.[1] ?? name,
    entry,
    files: all.map((path) => ({ path, size: statSync(join(folder, path)).size })),
  };
}

/** Names of the path files in the folder `paths` of a cell's folder; links are left aside. */
export function pathsBeside(folder: string): string[] {
  try {
    return readdirSync(join(folder, 'paths'), { withFileTypes: true })
      .filter((each) => each.isFile() && PATH_FILE.test(each.name))
      .map((each) => each.name)
      .sort();
  } catch {
    return [];
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

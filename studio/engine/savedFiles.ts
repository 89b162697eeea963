/** Files on their way to a folder: all inside it, each at a place of its own. */
import { encodeUtf8 } from '../../src/math/index.ts';

export interface WrittenCell {
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export class SavedFiles {
  /** The cell file. */
  readonly entry: string;
  private readonly files: Map<string, Uint8Array>;
  private readonly folder: string;

  constructor(entry: string, files: Iterable<readonly [string, Uint8Array]>) {
    this.files = new Map(files);
    this.folder = entry.includes('/') ? entry.slice(0, entry.lastIndexOf('/') + 1) : '';
    this.entry = entry;
  }

  /** How the cell file names one of the files. */
  relative(path: string): string {
    if (path.startsWith('/')) return path;
    const from = this.folder.split('/').filter(Boolean);
    const to = path.split('/').filter(Boolean);
    let common = 0;
    while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
    return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
  }

  /** Adds a file beside the cell file, under this name or one like it; how the cell file names it. */
  add(wanted: string, contents: Uint8Array | string): string {
    const bytes = typeof contents === 'string' ? encodeUtf8(contents) : contents;
    const name = wanted.replace(/[^\w./-]+/g, '_').replace(/(^|\/)\.+/g, '$1');
    const [, stem, ending] = /^(.*?)(\.[^./]*)?$/.exec(name)!;
    for (let k = 1; ; k++) {
      const own = k === 1 ? name : `${stem}_${k}${ending ?? ''}`;
      const known = this.files.get(this.folder + own);
      if (!known) this.files.set(this.folder + own, bytes);
      if (!known || isSame(known, bytes)) return own;
    }
  }

  /** With the cell file's text. Paths that lead out of the folder are moved into it, all alike. */
  finish(text: string): WrittenCell {
    const { files, entry } = this;
    files.set(entry, encodeUtf8(text));
    let up = 0;
    for (const path of files.keys()) {
      up = Math.max(up, path.split('/').filter((part) => part === '..').length);
    }
    const place = (path: string) => {
      const parts = Array.from({ length: up }, (_, i) => (i + 1 === up ? 'cell' : `folder_${i}`));
      for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else if (part !== '' && part !== '.') parts.push(part);
      }
      return parts.join('/');
    };
    const placed = [...files].map(([path, bytes]) => [place(path), bytes] as const);
    return { entry: place(entry), files: new Map(placed) };
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

/**
 * The files that a gate may read: those inside of the folders it was given, and nothing else, whatever a request or a
 * file in them says. Links are followed first and judged where they end.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { InputError } from '../math/index.ts';

/** Bytes of one file. */
const MOST_BYTES = 1 << 28;

/** The folders of `roots`, as they really are. Throws an InputError for what is no folder. */
export function realFolders(roots: readonly string[]): string[] {
  return roots.map((root) => {
    try {
      return realpathSync(`${resolve(root)}${sep}`);
    } catch {
      throw new InputError({
        code: 'file/unreadable',
        message: 'there is no such folder',
        file: root,
      });
    }
  });
}

/**
 * Reads files inside of folders; undefined for all others, as if they were not there. Paths are relative to the first
 * folder, or absolute.
 */
export function readerIn(folders: readonly string[]): (path: string) => Uint8Array | undefined {
  return (path) => {
    if (folders.length === 0 || path.includes('\0')) return undefined;
    try {
      const real = realpathSync(resolve(folders[0], path));
      if (!folders.some((folder) => isInside(real, folder))) return undefined;
      return readRegular(real);
    } catch {
      return undefined;
    }
  };
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** No devices, no pipes: what is read is a file when it is open, whatever it was when it was judged. */
function readRegular(path: string): Uint8Array | undefined {
  // A pipe that nobody writes to must not keep a worker waiting.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile() || stat.size > MOST_BYTES) return undefined;
    // A link that came in between leads elsewhere.
    if (realpathSync(path) !== path) return undefined;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

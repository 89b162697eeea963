/** Files of this disk, and what else a cell is read with here. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JobContext } from '../jobs/index.ts';
import { InputError } from '../math/index.ts';
import { findPackage } from './packages.ts';

/** Throws an InputError for what cannot be read. */
export function readBytes(file: string): Uint8Array {
  try {
    return readRegular(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const what =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'this is a folder, a file was expected'
          : message;
    throw new InputError({ code: 'file/unreadable', message: what, file });
  }
}

/** A file that a file refers to, or undefined. */
export function readReferred(file: string): Uint8Array | undefined {
  try {
    return readRegular(file);
  } catch {
    return undefined;
  }
}

/** Devices never end. What is piped in does, and is no file of a size. */
function readRegular(file: string): Uint8Array {
  const stat = statSync(file);
  if (stat.isCharacterDevice() || stat.isBlockDevice()) {
    throw new Error('this is a device, a file was expected');
  }
  return readFileSync(file);
}

/** What jobs read from: files and variables of this machine, and its packages. */
export const DISK: JobContext = {
  readFile: (path) => readReferred(resolve(path)),
  environment: (name) => process.env[name],
  findPackage,
};

/** Whether there is a folder of this name. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** No robot has more; a home folder named by mistake ends here. */
const MOST_FILES = 20_000;
const MOST_DEPTH = 4;

/** Files of a folder and of those below it, as paths with slashes that are relative to it. */
export function filesBelow(folder: string): string[] {
  const names: string[] = [];
  const open = [{ path: '', depth: 0 }];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const entry of readdirSync(join(folder, next.path), { withFileTypes: true })) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`;
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      if (!entry.isDirectory()) names.push(path);
      else if (!isHidden && next.depth < MOST_DEPTH) open.push({ path, depth: next.depth + 1 });
      if (names.length <= MOST_FILES) continue;
      const message = `the folder has more than ${MOST_FILES} files`;
      throw new InputError({ code: 'folder/too-large', message, file: folder });
    }
  }
  return names.sort();
}

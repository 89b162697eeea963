/** Files that are written piece by piece, at known places. Faults of the file system name the file. */
import { openSync, writeSync } from 'node:fs';
import { InputError } from '../math/index.ts';

export function openFile(file: string, how: string): number {
  try {
    return openSync(file, how);
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** All of some bytes. */
export function writeAt(
  { file, handle }: { readonly file: string; readonly handle: number },
  bytes: Uint8Array,
  at: number,
): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(handle, bytes, done, bytes.length - done, at + done);
    }
  } catch (error) {
    throw unwritable(file, error);
  }
}

export function unwritable(file: string, error: unknown): InputError {
  return new InputError({ code: 'file/unwritable', message: (error as Error).message, file });
}

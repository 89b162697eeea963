/** What a file system says about a folder of batches, as faults. */
import { InputError } from '../../math/index.ts';

/** A full disk, missing rights, a file in the place of a folder. */
export function cannotKeep(folder: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  return new InputError({
    code: 'batch/store',
    message: `this folder cannot keep the batch: ${(error as Error).message}`,
    file: folder,
    hint: isFull(error)
      ? 'give it room, then run the same command again: what is done is kept'
      : 'name a folder with --store that can be written',
  });
}

export function cannotRead(folder: string, error: unknown): InputError {
  return new InputError({
    code: 'batch/store',
    message: `this folder cannot be read: ${(error as Error).message}`,
    file: folder,
    hint: 'are the rights of the user right, and is the disk there?',
  });
}

/** Whether the file or folder is not there. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What experiments write: whole or not at all, and where it cannot be written that is said at once. */
import {
  accessSync,
  constants,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from 'surepath/math';

/** Made now, so that a folder in which these files cannot be written is found out before the work. */
export function folderFor(folder: string, names: readonly string[]): string {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there && !there.isDirectory()) {
    throw unwritable(folder, 'this is a file, a folder was expected');
  }
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, (error as Error).message);
  }
  for (const name of names) requireWritable(join(folder, name));
  return folder;
}

function requireWritable(file: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw unwritable(file, 'this is a folder, a file was expected');
  try {
    accessSync(there ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw unwritable(file, (error as Error).message);
  }
}

/** Whole or not at all, even if stopped in the middle. */
export function replaceFile(file: string, text: string): void {
  const next = `${file}.${process.pid}.new`;
  try {
    writeFileSync(next, text);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw unwritable(file, (error as Error).message);
  }
}

/** As JSON with a line for every entry; its folder is made if need be. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, `${JSON.stringify(value, null, 1)}\n`);
}

function unwritable(file: string, message: string): InputError {
  return new InputError({ code: 'file/unwritable', message, file });
}

/**
 * Programs of a cell and their certificates, as files. A program is a path or a trajectory; its certificate has its name
 * with `.certificate.json` behind it, in the folder for certificates.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../math/index.ts';

/** A program and where its certificate is, or will be. */
export interface ProgramFile {
  /** As it was found. */
  readonly file: string;
  /** Without its folder. */
  readonly name: string;
  readonly certificate: string;
}

const ENDING = '.certificate.json';
/** What programs are written in. */
const PROGRAM = /\.(json|ya?ml|csv)$/i;
/** What a cell file beside programs is called. */
const CELL_NAMES = ['cell.yaml', 'cell.yml', 'cell.json'];

/** The name of a program's certificate. */
export function certificateName(program: string): string {
  return `${basename(program)}${ENDING}`;
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** What the arguments name: folders, files, and names with `*`. */
export interface FoundPrograms {
  readonly programs: readonly ProgramFile[];
  /** Whether all programs of a folder are there, so that a certificate of none of them is of one that is gone. */
  readonly complete: boolean;
}

/** All programs, sorted by name. Throws an InputError where there are none, or two of one name. */
export function findPrograms(
  args: readonly string[],
  { cellFile, certificates }: { readonly cellFile: string; readonly certificates: string },
): FoundPrograms {
  const found = new Set<string>();
  for (const arg of args) for (const file of programsOf(arg)) found.add(file);
  const cell = resolve(cellFile);
  const files = [...found].filter((file) => resolve(file) !== cell);
  if (files.length === 0) {
    throw new InputError({
      code: 'programs/none',
      message: `there are no programs in ${args.join(', ')}`,
      hint: 'programs are paths and trajectories: .json, .yaml, .yml or .csv',
    });
  }
  const byName = new Map<string, string>();
  for (const file of files) {
    const name = basename(file);
    const other = byName.get(name);
    if (other !== undefined) {
      throw new InputError({
        code: 'programs/same-name',
        message: `${other} and ${file} would have the same certificate, ${certificateName(name)}`,
        hint: 'give programs different names, or check folders one by one, each with a folder for certificates',
      });
    }
    byName.set(name, file);
  }
  const programs = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, file]) => ({
      file,
      name,
      certificate: join(certificates, certificateName(name)),
    }));
  return { programs, complete: args.some(isFolder) };
}

function programsOf(arg: string): string[] {
  if (isFolder(arg)) {
    return namesIn(arg)
      .filter((name) => PROGRAM.test(name) && !name.endsWith(ENDING) && !CELL_NAMES.includes(name))
      .map((name) => join(arg, name))
      .filter(isFile);
  }
  if (!basename(arg).includes('*') || isFile(arg)) return [arg];
  const [head, ...rest] = basename(arg).split('*');
  const tail = rest.at(-1)!;
  const folder = dirname(arg);
  const fits = (name: string) => {
    if (!name.startsWith(head) || !name.endsWith(tail)) return false;
    let at = head.length;
    for (const part of rest.slice(0, -1)) {
      const next = name.indexOf(part, at);
      if (next < 0) return false;
      at = next + part.length;
    }
    return at <= name.length - tail.length;
  };
  const inside = isFolder(folder) ? namesIn(folder) : [];
  return inside
    .filter((name) => fits(name) && !name.endsWith(ENDING))
    .map((name) => join(folder, name))
    .filter(isFile);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new InputError({
      code: 'file/unreadable',
      message: (error as Error).message,
      file: folder,
    });
  }
}

/** The cell file beside the programs, or in the folder above. Throws an InputError where there is none. */
export function cellBeside(args: readonly string[]): string {
  const folders = args.map((arg) => (isFolder(arg) ? arg : dirname(arg)));
  const places = folders.flatMap((folder) => [folder, join(folder, '..')]);
  for (const place of places) {
    for (const name of CELL_NAMES) if (isFile(join(place, name))) return join(place, name);
  }
  throw new InputError({
    code: 'programs/no-cell',
    message: `there is no cell.yaml beside the programs, nor in the folder above`,
    hint: 'name the cell with --cell CELL',
  });
}

/** Certificates of programs that are not there any more. */
export function staleCertificates(folder: string, programs: readonly ProgramFile[]): string[] {
  if (!isFolder(folder)) return [];
  const known = new Set(programs.map(({ name }) => certificateName(name)));
  return namesIn(folder)
    .filter((name) => name.endsWith(ENDING) && !known.has(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Has the folder for certificates there, and says at once if nothing can be written to it. */
export function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.surepath-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Writes a file beside its place and moves it there: whoever reads it meanwhile reads the old one or the new one. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  const beside = `${file}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const what = code === 'ENOENT' ? 'the folder to write it to does not exist' : message;
  return new InputError({ code: 'file/unwritable', message: what, file });
}

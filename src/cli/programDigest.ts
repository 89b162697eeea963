/**
 * Digests of what is installed, for records: SHA-256 over lines of digest and name of files, sorted by name, as sha256sum writes them. Of a
 * built package that is some milliseconds.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeUtf8 } from '../math/index.ts';

/** The folder that this file is two levels below of: `dist`, or `src` where sources are run. */
export const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
/** The conformance suite, which is no part of the program. */
export const SUITE = 'conformance';

let known: string | null = null;

/** Of the program, in hexadecimal; the same for the same files, wherever they are. */
export function programDigest(): string {
  known ??= digestOf(namedFiles(PROGRAM).filter(([name]) => !name.startsWith(`${SUITE}/`)));
  return known;
}

/** A file by its name, and where it is. */
export type NamedFile = readonly [name: string, path: string];

/** All files below a folder, by their paths from there with slashes. */
export function namedFiles(folder: string): NamedFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file): NamedFile => [file.replaceAll('\\', '/'), join(folder, file)])
    .filter(([, path]) => statSync(path).isFile());
}

/** Over lines `digest  name`, sorted by the code units of the names. */
export function digestOf(files: readonly NamedFile[]): string {
  const sum = createHash('sha256');
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [name, path] of sorted) {
    const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
    sum.update(encodeUtf8(`${digest}  ${name}\n`));
  }
  return sum.digest('hex');
}

/**
 * A digest of the program itself, for records: SHA-256 over the names and contents of all of its scripts, sorted by name. Of a
 * built package that is some milliseconds.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that this file is two levels below of: `dist`, or `src` where sources are run. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));

let known: string | null = null;

/** SHA-256 in hexadecimal; the same for the same files, wherever they are. */
export function programDigest(): string {
  if (known !== null) return known;
  const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|ts|wasm)$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) {
    const bytes = readFileSync(join(ROOT, name));
    hash.update(`${name.split(sep).join('/')}\0${bytes.length}\0`);
    hash.update(bytes);
  }
  known = hash.digest('hex');
  return known;
}

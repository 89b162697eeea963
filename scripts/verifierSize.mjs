// @ts-check
/**
 * How large the verifier is: the files that `RequiredVerifier`, `verify` and `parseCertificate` reach through their imports, types
 * included, and their lines, to the nearest hundred.
 *
 *   node scripts/verifierSize.mjs            by floor, as docs/certificate.md quotes it
 *   node scripts/verifierSize.mjs --files    every file
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const STARTS = ['src/verifier/required.ts', 'src/verifier/verify.ts', 'src/verifier/parse.ts'];

/** @param {string} root */
export function sizeOf(root) {
  /** @type {Map<string, number>} */
  const lines = new Map();
  const open = [...STARTS];
  for (const file of open) {
    if (lines.has(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    lines.set(file, text.split('\n').length - 1);
    for (const [, name] of text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.[^']+)'/g)) {
      open.push(relative(root, resolve(root, dirname(file), name)));
    }
  }
  const files = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  /** @param {string} floor */
  const ofFloor = (floor) => files.filter(([file]) => floor === '' || file.split('/')[1] === floor);
  /** @param {string} name @param {readonly (readonly [string, number])[]} own */
  const row = (name, own) => {
    const sum = own.reduce((total, [, count]) => total + count, 0);
    return `| ${name} | ${own.length} | ${100 * Math.round(sum / 100)} |`;
  };
  const floors = [...new Set(files.map(([file]) => file.split('/')[1]))];
  const rows = floors.map((floor) => row(`\`${floor}\``, ofFloor(floor)));
  return { files, text: [...rows, row('together', files)].join('\n') };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, text } = sizeOf(fileURLToPath(new URL('..', import.meta.url)));
  if (process.argv.includes('--files')) for (const [file, count] of files) console.log(count, file);
  console.log(text);
}

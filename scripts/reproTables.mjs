// Puts the tables of a run into docs/repro-tables.md:
//   npm run repro -- checking planning --out report && node scripts/reproTables.mjs report
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../docs/repro-tables.md', import.meta.url));
const BEGIN = '<!-- begin: tables -->';
const END = '<!-- end: tables -->';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/reproTables.mjs FOLDER, with tables.md of npm run repro');
  process.exit(2);
}
const page = readFileSync(PAGE, 'utf8');
const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
if (begin < 0 || end < begin)
  throw new Error(`docs/repro-tables.md has no place for tables: ${BEGIN}`);
const tables = readFileSync(join(folder, 'tables.md'), 'utf8');
writeFileSync(PAGE, `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n${page.slice(end)}`);

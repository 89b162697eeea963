/**
 * Adds to the corpus of certificates (test/corpus) what it does not have yet, from the recipes of
 * test/helpers/corpus. What is there stays as it is: no file is written that exists, no entry of the manifest is
 * changed.
 *
 *   node scripts/makeCorpus.mjs [--list]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileTests, ROOT } from './compileTests.mjs';

const FOLDER = join(ROOT, 'test/corpus/certificates');
const MANIFEST = join(FOLDER, 'manifest.json');

const load = compileTests(['test/helpers/corpus/make.ts']);
const { makeEntry, NAMES } = await load('test/helpers/corpus/make.js');
const entries = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : [];
const known = new Set(entries.map(({ name }) => name));
const missing = NAMES.filter((name) => !known.has(name));
if (process.argv.includes('--list')) {
  console.log(missing.join('\n'));
  process.exit(0);
}
const failed = [];
for (const name of missing) {
  try {
    const { entry, files } = makeEntry(name);
    for (const file of files.keys()) {
      if (existsSync(join(FOLDER, file))) throw new Error(`${file} exists, but is in no manifest`);
    }
    for (const [file, bytes] of files) {
      mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
      writeFileSync(join(FOLDER, file), bytes, { flag: 'wx' });
    }
    entries.push(entry);
    // The file of the manifest grows with every entry: a line for each.
    writeFileSync(MANIFEST, `[\n${entries.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
    console.log(`${name}: ${files.size} files`);
  } catch (error) {
    failed.push(name);
    console.error(`${name}: ${error.message}`);
  }
}
process.exit(failed.length > 0 ? 1 : 0);

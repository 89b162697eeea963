// @ts-check
// Writes the example cells and the environments of docs/environments.md:
//   node scripts/makeCells.mjs [FOLDER], by default into `cells`.
// The files are the same on every machine; tests compare them with those in the repository.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeObj, writeStl } from '../dist/formats/index.js';
import { cellFiles, cells } from './cells/files.mjs';
import { linkageFiles, linkagesFolder } from './cells/linkages.mjs';
import { environmentFiles, environmentFolders } from './environments/files.mjs';

const target = process.argv[2] ?? fileURLToPath(new URL('../cells', import.meta.url));

const files = new Map([
  ...cellFiles({ writeStl, writeObj }),
  ...linkageFiles(),
  ...environmentFiles(),
]);
const folders = [...cells.map(({ folder }) => folder), linkagesFolder, ...environmentFolders];
for (const folder of folders) rmSync(join(target, folder), { recursive: true, force: true });
let size = 0;
for (const [path, bytes] of files) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), bytes);
  size += bytes.length;
}
console.log(`${files.size} files, ${(size / 1e6).toFixed(2)} MB, in ${target}`);

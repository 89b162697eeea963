// @ts-check
/** Draws who imports whom into docs/architecture.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileTests, ROOT } from './compileTests.mjs';

const { withPicture } = await compileTests(['test/helpers/importGraph.ts'])(
  'test/helpers/importGraph.js',
);
const file = join(ROOT, 'docs/architecture.md');
writeFileSync(file, withPicture(ROOT, readFileSync(file, 'utf8')));

// @ts-check
/**
 * Writes docs/safety/requirements.md from the conformance suite: what is required, which argument it rests on, which checks of the suite and which
 * tests judge it. Needs a build.
 *
 *   node scripts/requirements.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requirementsPage } from './requirementsPage.mjs';

const PAGE = fileURLToPath(new URL('../docs/safety/requirements.md', import.meta.url));
const { suite } = await import(new URL('../dist/conformance/suite.js', import.meta.url).href);
const page = requirementsPage(suite);
if (readFileSync(PAGE, 'utf8') === page)
  console.log('docs/safety/requirements.md is as it should be');
else {
  writeFileSync(PAGE, page);
  console.log('docs/safety/requirements.md is written');
}

/**
 * Lets the forger of the tests loose on the verifier of certificates for as long as it is told: it looks
 * for slabs and certificates of paths that collide which the verifier accepts all the same.
 *
 *   node scripts/forge.mjs [--seed 1] [--minutes 1] [--paths 1000000] [--only seed:index]
 *
 * Prints a line every ten seconds, what was tried by kind at the end, and everything that was accepted with
 * the numbers that reproduce it: `--only seed:index` forges for that path alone. Ends with 1 if anything
 * was accepted.
 */
import { parseArgs } from 'node:util';
import { compileTests } from './compileTests.mjs';

const PATHS_PER_CELL = 60;
const REPORT_MS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    paths: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
  },
});
const [seed, minutes, paths] = [values.seed, values.minutes, values.paths].map(Number);
if (!Number.isInteger(seed) || !(minutes > 0) || !(paths > 0)) {
  console.error('--seed is an integer, --minutes and --paths are positive numbers');
  process.exit(2);
}

const load = compileTests(['test/helpers/forger/forger.ts']);
const { Forger } = await load('test/helpers/forger/forger.js');
const forger = new Forger();
let told = 0;
function tell() {
  for (; told < forger.acceptances.length; told++) {
    console.log(`ACCEPTED ${JSON.stringify(forger.acceptances[told])}`);
  }
}

if (values.only) {
  const [only, index] = values.only.split(':').map(Number);
  forger.run(only, index, 1);
} else {
  const end = performance.now() + minutes * 60_000;
  let report = performance.now() + REPORT_MS;
  console.log(`cells from ${1000 * seed} on, ${minutes} min`);
  for (let next = 1000 * seed; performance.now() < end && forger.paths < paths; next++) {
    forger.run(next, 0, PATHS_PER_CELL);
    tell();
    if (performance.now() < report) continue;
    console.log(forger.summary().split('\n')[0]);
    report += REPORT_MS;
  }
}
tell();
console.log(forger.summary());
process.exit(forger.acceptances.length === 0 ? 0 : 1);

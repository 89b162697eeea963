/**
 * The campaign of test/helpers/kept for as long as it is told to run: what is kept between questions is asked long random
 * sequences of them, and every answer compared with one that is made anew (docs/kept-state.md).
 *
 *   node scripts/keptState.mjs [--answers 1000000 | --minutes 60] [--seed 1000] [--summary run.json] [--desks openCells,studio]
 *   node scripts/keptState.mjs --only SEED
 *
 * A seed is one small cell, and takes part of a second. `--summary FILE` is read before and written after every ten seconds: a
 * run with the file of another one continues with the seed after its last, so that counts add up. Prints every difference with
 * its seed, and ends with 1 if there was one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileTests } from './compileTests.mjs';

const REPORT_MS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1000' },
    answers: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string' },
    summary: { type: 'string' },
    desks: { type: 'string' },
    only: { type: 'string' },
  },
});
const most = Number(values.answers);
const minutes = Number(values.minutes ?? (most < Infinity ? 'Infinity' : '1'));
const only = values.only === undefined ? null : Number(values.only);
if (!(most > 0 && minutes > 0 && Number.isInteger(only ?? Number(values.seed)))) {
  console.error('--answers and --minutes are positive numbers, --seed and --only integers');
  process.exit(2);
}

const load = compileTests(['test/helpers/kept/campaign.ts', 'test/helpers/kept/tally.ts']);
const { runSeed, DESK_NAMES } = await load('test/helpers/kept/campaign.js');
const { Tally } = await load('test/helpers/kept/tally.js');
const desks = values.desks?.split(',') ?? DESK_NAMES;
const tally = new Tally();
let first = only ?? Number(values.seed);
let next = first;
if (values.summary && existsSync(values.summary)) {
  const before = JSON.parse(readFileSync(values.summary, 'utf8'));
  for (const [kind, count] of Object.entries(before.answers)) tally.answers.set(kind, count);
  tally.differences.push(...before.differences);
  ({ first } = before);
  next = before.next;
}
let told = tally.differences.length;

function summary() {
  return { first, next, total: tally.total, answers: Object.fromEntries(tally.answers) };
}

function write() {
  console.log(
    `seeds ${first} to ${next - 1}: ${tally.total} answers, ${tally.differences.length} differences`,
  );
  if (!values.summary) return;
  const all = { ...summary(), differences: tally.differences };
  writeFileSync(values.summary, `${JSON.stringify(all, null, 1)}\n`);
}

const end = performance.now() + minutes * 60_000;
let report = performance.now() + REPORT_MS;
do {
  await runSeed(next++, tally, desks);
  for (; told < tally.differences.length; told++) {
    console.log(`DIFFERENCE ${JSON.stringify(tally.differences[told])}`);
  }
  if (performance.now() > report) {
    write();
    report = performance.now() + REPORT_MS;
  }
} while (only === null && tally.total < most && performance.now() < end);
write();
console.log(JSON.stringify(summary().answers));
process.exit(tally.differences.length === 0 ? 0 : 1);

/**
 * Plants faults in the code, one at a time, and looks whether the test that is named with each of them notices:
 * the lists are in test/helpers/mutants.
 *
 *   npm run test:mutants -- [--only AREA,ROW,AREA/NUMBER,...] [--jobs 2] [--seconds 60] [--json] [--write]
 *
 *   --only     areas (files of test/helpers/mutants), rows such as A6, single faults such as kernel/3
 *   --jobs     processes side by side, each with its own copy of the tree in the temporary folder
 *   --seconds  after so long a test has not noticed
 *   --json     the results as JSON; progress goes to stderr
 *   --write    writes the result to docs/algorithms.md; with all faults only
 *
 * First every named test runs once without a fault. A fault is caught if its test fails; NOT CAUGHT if it passes or does not end;
 * broken if its text is not there exactly once, if the code does not load or crashes, or if the test fails anyway. Ends with 1 if
 * fewer than 95 of 100 are caught or any is broken.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileTests, ROOT } from './compileTests.mjs';
import { Desk } from './mutants/desk.mjs';
import { label, summary, written } from './mutants/table.mjs';

const LEAST_CAUGHT = 0.95;
const LISTS = 'test/helpers/mutants';
const PAGE = join(ROOT, 'docs/algorithms.md');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

function usage(message) {
  console.error(message);
  process.exit(2);
}
const jobs = Number(values.jobs);
const seconds = Number(values.seconds);
if (!(Number.isInteger(jobs) && jobs > 0)) usage('--jobs is a positive integer');
if (!(seconds > 0)) usage('--seconds is a positive number');
if (values.write && values.only) usage('--write is for all faults: without --only');

async function chosen() {
  const files = readdirSync(join(ROOT, LISTS)).map((file) => `${LISTS}/${file}`);
  const load = compileTests(files);
  const { listedMutants } = await load(`${LISTS}/lists.js`);
  const all = await listedMutants();
  if (!values.only) return all;
  const names = values.only.split(',');
  const namesOf = ({ area, row, number }) => [area, row, `${area}/${number}`];
  for (const name of names) {
    if (!all.some((mutant) => namesOf(mutant).includes(name))) usage(`no fault belongs to ${name}`);
  }
  return all.filter((mutant) => namesOf(mutant).some((name) => names.includes(name)));
}

const desks = Array.from({ length: jobs }, () => new Desk(ROOT, seconds));
process.on('exit', () => {
  for (const desk of desks) desk.close();
});

/** Every question to whichever desk is idle; answers in the order of the questions. */
async function askAll(questions, tell) {
  const answers = new Array(questions.length);
  let next = 0;
  await Promise.all(
    desks.map(async (desk) => {
      while (next < questions.length) {
        const i = next++;
        answers[i] = await desk.ask(questions[i]);
        tell(i, answers[i]);
      }
    }),
  );
  return answers;
}

const progress = (text) => (values.json ? console.error(text) : console.log(text));

const mutants = await chosen();
// Faults of one test one after another: what vite compiled for it is at hand.
mutants.sort((a, b) => (a.test === b.test ? 0 : a.test < b.test ? -1 : 1));
const tests = [...new Set(mutants.map(({ test }) => test))];

progress(`${tests.length} tests without faults`);
const plain = await askAll(
  tests.map((test) => ({ test })),
  (i, { outcome, why, seconds }) => {
    const fails = outcome === 'passed' ? '' : ` FAILS WITHOUT A FAULT: ${why}`;
    progress(`  ${tests[i]} ${seconds.toFixed(1)} s${fails}`);
  },
);
const plainOf = new Map(tests.map((test, i) => [test, plain[i]]));

function verdictOf(mutant, { outcome }) {
  if (plainOf.get(mutant.test).outcome !== 'passed') return 'broken';
  if (outcome === 'failed') return 'caught';
  return outcome === 'broken' ? 'broken' : 'NOT CAUGHT';
}

progress(`${mutants.length} faults`);
const answers = await askAll(
  mutants.map(({ test, file, text, becomes }) => ({ test, fault: { file, text, becomes } })),
  (i, answer) => {
    const mutant = mutants[i];
    const verdict = verdictOf(mutant, answer);
    const why = answer.why ? `\n      ${answer.why}` : '';
    progress(
      `  ${verdict} ${label(mutant)} ${mutant.fault} [${mutant.test}, ${answer.seconds.toFixed(1)} s]${why}`,
    );
  },
);
const results = answers.map(({ why, seconds }, i) => ({
  mutant: mutants[i],
  verdict: verdictOf(mutants[i], answers[i]),
  why: plainOf.get(mutants[i].test).outcome === 'passed' ? why : 'the test fails without it',
  seconds,
}));
results.sort(
  (a, b) => a.mutant.area.localeCompare(b.mutant.area) || a.mutant.number - b.mutant.number,
);

console.log(values.json ? JSON.stringify(results, null, 2) : `\n${summary(results)}`);
if (values.write) writeFileSync(PAGE, written(readFileSync(PAGE, 'utf8'), results));
const caught = results.filter(({ verdict }) => verdict === 'caught').length;
const sound = results.every(({ verdict }) => verdict !== 'broken');
process.exit(sound && caught >= LEAST_CAUGHT * results.length ? 0 : 1);

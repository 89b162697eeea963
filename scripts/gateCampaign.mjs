/**
 * Random programs of edits, questions and mishaps against the gate, for as long as they are told to run: every answer is
 * compared with that of a cell which is opened anew for the version it names (test/helpers/gate/campaign).
 *
 *   node scripts/gateCampaign.mjs [--answers 20000 | --minutes 10] [--seed 1] [--from 0] [--summary run.json]
 *   node scripts/gateCampaign.mjs --only SEED:PROGRAM
 *
 *   --from N          programs of the seed begin with number N: a run goes on where another ended
 *   --without LIST    disk, spellings, allow, pins, kills, restarts: what programs shall not do
 *   --commands 60     of a program, at most
 *   --threads         real workers behind HTTP and WebSockets, from the build in dist
 *   --most 5          contradictions after which it ends
 *   --no-shrink       programs that fail are told as they are
 *
 * Prints a line every ten seconds, and every contradiction with the numbers that reproduce it and the shortest program that
 * was found. Ends with 1 if there was one. `--summary FILE` writes counts by kind, the version and the result.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileTests, ROOT } from './compileTests.mjs';

const REPORT_MS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    answers: { type: 'string' },
    minutes: { type: 'string' },
    without: { type: 'string', default: '' },
    commands: { type: 'string' },
    threads: { type: 'boolean', default: false },
    most: { type: 'string', default: '5' },
    'no-shrink': { type: 'boolean', default: false },
    summary: { type: 'string' },
    only: { type: 'string' },
  },
});

function usage(message) {
  console.error(message);
  process.exit(2);
}

function whole(name, text) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) usage(`${name} is a whole number`);
  return number;
}

const only = values.only?.split(':').map((text) => whole('--only SEED:PROGRAM', text));
if (only && only.length !== 2) usage('--only is SEED:PROGRAM');
const seed = only ? only[0] : whole('--seed', values.seed);
const first = only ? only[1] : whole('--from', values.from);
const answers = Number(values.answers ?? 'Infinity');
const minutes = Number(values.minutes ?? (values.answers ? 'Infinity' : '1'));
if (!(answers > 0 && minutes > 0)) usage('--answers and --minutes are positive numbers');
const most = whole('--most', values.most);
const commands = values.commands === undefined ? undefined : whole('--commands', values.commands);

/** What the sources were compiled from: a run of hours must not be named after a later commit. */
function version() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', 'src', 'test', 'scripts') !== '';
    return git('rev-parse', 'HEAD') + (changed ? ' and changes' : '');
  } catch {
    return 'unknown';
  }
}

const compiledFrom = version();
const load = compileTests(
  ['gateCampaign', 'inlineGate', 'threadGate', 'randomCommands'].map(
    (name) => `test/helpers/gate/campaign/${name}.ts`,
  ),
);
const { GateCampaign } = await load('test/helpers/gate/campaign/gateCampaign.js');
const { inlineGate } = await load('test/helpers/gate/campaign/inlineGate.js');
const { threadGate } = await load('test/helpers/gate/campaign/threadGate.js');
const { ALL_ABILITIES } = await load('test/helpers/gate/campaign/randomCommands.js');

const without = values.without.split(',').filter((word) => word !== '');
for (const word of without) {
  if (!(word in ALL_ABILITIES)) usage(`--without is of ${Object.keys(ALL_ABILITIES).join(', ')}`);
}
const abilities = Object.fromEntries(without.map((word) => [word, false]));
const campaign = new GateCampaign({
  ...{ seed, abilities, commands, shrinks: !values['no-shrink'] },
  ...{ start: values.threads ? threadGate : inlineGate, isLive: values.threads },
});

function writeSummary() {
  if (!values.summary) return;
  const { programs, answers: given, counts, contradictions } = campaign;
  const summary = {
    version: compiledFrom,
    node: process.version,
    ...{ seed, first, next, programs, answers: given, without, threads: values.threads },
    seconds: Math.round((performance.now() - started) / 1000),
    contradictions,
    counts: Object.fromEntries([...counts].sort((a, b) => b[1] - a[1])),
  };
  writeFileSync(values.summary, `${JSON.stringify(summary, null, 1)}\n`);
}

const started = performance.now();
const before = process.cpuUsage();
let report = started + REPORT_MS;
let told = 0;
let next = first;
console.log(`seed ${seed}, programs from ${first}, version ${compiledFrom}`);
for (;;) {
  await campaign.run(next++);
  for (; told < campaign.contradictions.length; told++) {
    const { program, what, commands: text } = campaign.contradictions[told];
    console.log(
      `CONTRADICTION in ${program}, after ${campaign.answers} answers: ${what}\n  ${text}`,
    );
  }
  const now = performance.now();
  // Signals are looked at between two turns of the event loop only.
  await new Promise((resume) => setImmediate(resume));
  if (now > report) {
    const { user, system } = process.cpuUsage(before);
    const rate = Math.round((1e6 * campaign.answers) / (user + system));
    console.log(`${campaign.summary()}; ${rate} per second of one core`);
    writeSummary();
    report = now + REPORT_MS;
  }
  const isDone = campaign.answers >= answers || now > started + minutes * 60_000;
  if (only || isDone || campaign.contradictions.length >= most) break;
}
console.log(`${campaign.summary()}; the next program is ${next}`);
console.log(
  [...campaign.counts]
    .sort((a, b) => b[1] - a[1])
    .map(([k, n]) => `${n} ${k}`)
    .join(', '),
);
writeSummary();
campaign.end();
process.exit(campaign.contradictions.length === 0 ? 0 : 1);

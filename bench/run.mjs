// @ts-check
// Runs the benchmark suites, prints their tables and writes their numbers as JSON.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pairNames } from './data.mjs';
import { machine, short, table } from './harness.mjs';

// A suite is a module with `run(options)`, which returns results, and `format(results)`, which makes
// text of them; without `format` the results are rows of { name, microseconds, note }.
const suites = [
  { name: 'static', title: 'Static queries between two meshes', file: './static.mjs' },
  { name: 'robot', title: 'Static check of one configuration of a robot', file: './robot.mjs' },
  { name: 'edges', title: 'Straight motions of a robot', file: './edges.mjs' },
  { name: 'planning', title: 'Motion planning', file: './planning.mjs' },
  { name: 'grazing', title: 'A tool that grazes a floor', file: './grazing.mjs' },
  { name: 'gjk', title: 'Distance between convex shapes', file: './gjk.mjs' },
  { name: 'studio', title: 'Opening a cell in the studio', file: './studio.mjs' },
  { name: 'reach', title: 'Kinematics and the quality of motion bounds', file: './reach.mjs' },
];

const usage = `node bench/run.mjs [options]

  --quick          three short rounds instead of seven
  --rounds N       number of rounds
  --suite NAMES    ${suites.map(({ name }) => name).join(', ')} (all)
  --only NAMES     only engines whose name contains one of these, like surepath,fcl
  --pair NAMES     pairs of meshes for the static suite (reference, or made without the data):
${Object.entries(pairNames)
  .map(([name, what]) => `                     ${name.padEnd(11)}${what}`)
  .join('\n')}
  --robot NAMES    robots and cells for the edges suite: panda, ur5, cage, two-arms,
                   workshop, car-six-irb2400; robots for the planning suite: panda, ur5
  --family NAMES   of problems for the planning suite: bookshelf_small, table_pick,
                   table_under_pick, cage
  --problems N     of every family (40)
  --seeds N        per problem (1)
  --json FILE      where the numbers go (bench/results/static.json)
  --help           this text

Lists are separated by commas. Times are CPU time, the minimum over rounds that alternate between
engines. FCL takes part where libfcl-dev and g++ are installed, OMPL where libompl-dev is as well; they are
compiled on first use.`;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    suite: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    pair: { type: 'string', default: '' },
    robot: { type: 'string', default: '' },
    family: { type: 'string', default: '' },
    problems: { type: 'string' },
    seeds: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const list = (/** @type {string} */ text) => text.split(',').filter(Boolean);
const options = {
  quick: values.quick,
  rounds: Number(values.rounds ?? (values.quick ? 3 : 7)),
  only: list(values.only.toLowerCase()),
  pairs: list(values.pair),
  robots: list(values.robot),
  // Of the planning suite, which has numbers of rounds of its own.
  families: list(values.family),
  ...(values.problems === undefined ? {} : { problems: Number(values.problems) }),
  ...(values.seeds === undefined ? {} : { seeds: Number(values.seeds) }),
  roundsGiven: values.rounds !== undefined,
};
const chosen = list(values.suite);
const on = machine();
console.log(`${on.cpu}; node ${on.node}; ${on.compiler}; load ${short(on.loadBefore)}\n`);

/** @type {Record<string, unknown>} */
const numbers = {};
for (const { name, title, file } of suites) {
  const url = new URL(file, import.meta.url);
  if ((chosen.length && !chosen.includes(name)) || !existsSync(url)) continue;
  const suite = await import(url.href);
  const results = await suite.run(options);
  numbers[name] = results;
  console.log(`\n${title}\n\n${suite.format ? suite.format(results) : rowsAsText(results)}\n`);
}

const json = values.json ?? fileURLToPath(new URL('results/static.json', import.meta.url));
mkdirSync(dirname(json), { recursive: true });
writeFileSync(json, `${JSON.stringify({ machine: on, options, suites: numbers }, null, 1)}\n`);
console.log(`numbers in ${json}`);

/** @param {{ name: string, microseconds: number, note?: string }[]} rows */
function rowsAsText(rows) {
  return table(
    ['name', 'us', 'note'],
    rows.map((row) => [row.name, short(row.microseconds), row.note ?? '']),
    [1],
  );
}

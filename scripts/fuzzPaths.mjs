/**
 * Checks random motions for as long as it is told, and compares every verdict with dense sampling:
 * by the independent check of the tests for cells of thin things, by static checks for robots.
 *
 *   node scripts/fuzzPaths.mjs [--seed 1] [--minutes 1] [--method ladder|adaptive|refined]
 *     [--cells thin|curved|panda|ur5|two-arms|cage] [--motions straight|polynomial]
 *     [--options '{"distance": "greedy"}']
 *
 * Prints a line every ten seconds and every contradiction with the numbers that reproduce it:
 * `--only seed:index` checks that segment alone. Ends with 1 if there was one. The oracles are
 * TypeScript of test/oracles; they are compiled to node_modules/.cache first.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileTests, ROOT } from './compileTests.mjs';

const CELLS = ['thin', 'curved', 'panda', 'ur5', 'two-arms', 'cage'];
const MOTIONS = ['straight', 'polynomial'];
const SEGMENTS_PER_CELL = 80;
const REPORT_MS = 10_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1' },
    method: { type: 'string', default: 'ladder' },
    cells: { type: 'string', default: 'thin' },
    motions: { type: 'string', default: 'straight' },
    options: { type: 'string', default: '{}' },
    only: { type: 'string' },
  },
});
if (!CELLS.includes(values.cells)) {
  console.error(`--cells is one of ${CELLS.join(', ')}; found ${values.cells}`);
  process.exit(2);
}
if (!MOTIONS.includes(values.motions)) {
  console.error(`--motions is one of ${MOTIONS.join(', ')}; found ${values.motions}`);
  process.exit(2);
}
const seed = Number(values.seed);
const minutes = Number(values.minutes);
if (!Number.isInteger(seed) || !(minutes > 0)) {
  console.error('--seed is an integer and --minutes a positive number');
  process.exit(2);
}
const { motions } = values;
const options = { ...JSON.parse(values.options), method: values.method };

const names = ['pathCampaign', 'thinCells', 'curvedCells', 'sampledCampaign', 'benchmarkScenes'];
const load = compileTests(names.map((name) => `test/oracles/${name}.ts`));
const { createChecker } = await load('src/check/index.js');
const makeChecker = (cell) => createChecker(cell, options);

/** Cells of thin things: a cell per seed. */
async function* thinRounds() {
  const { Campaign } = await load('test/oracles/pathCampaign.js');
  const { thinCell } = await load('test/oracles/thinCells.js');
  const { curvedCell } = await load('test/oracles/curvedCells.js');
  const make = values.cells === 'curved' ? curvedCell : thinCell;
  const campaign = new Campaign({ checker: makeChecker, steps: 400, motions });
  if (values.only) {
    const [only, index] = values.only.split(':').map(Number);
    campaign.run(make(only), index, 1);
    yield campaign;
    return;
  }
  for (let next = 1000 * seed; ; next++) {
    const thin = make(next);
    for (let first = 0; first < SEGMENTS_PER_CELL; first += 10) {
      campaign.run(thin, first, 10);
      yield campaign;
    }
  }
}

/** One robot in scenes of the benchmark, or in an example cell. */
async function* robotRounds() {
  const { SampledCampaign } = await load('test/oracles/sampledCampaign.js');
  const scenes = values.cells === 'panda' || values.cells === 'ur5' ? await benchmark() : [example];
  const campaigns = [];
  const total = {
    segments: 0,
    contradictions: [],
    verdicts: new Map(),
    summary() {
      const counts = [...this.verdicts].map(([verdict, count]) => `${count} ${verdict}`);
      return `${this.segments} segments: ${counts.join(', ')}; ${this.contradictions.length} contradictions`;
    },
  };
  const add = (campaign, index) => {
    const [known, found] = [campaign.verdicts, campaign.contradictions.length];
    const before = new Map(known);
    campaign.run(index);
    total.segments++;
    for (const [verdict, count] of known) {
      const more = count - (before.get(verdict) ?? 0);
      total.verdicts.set(verdict, (total.verdicts.get(verdict) ?? 0) + more);
    }
    total.contradictions.push(...campaign.contradictions.slice(found));
  };
  const campaignOf = (s) => {
    if (!campaigns[s]) {
      const cell = scenes[s]();
      campaigns[s] = new SampledCampaign(cell, makeChecker(cell), 1000 * seed + s, motions);
    }
    return campaigns[s];
  };
  if (values.only) {
    const [only, index] = values.only.split(':').map(Number);
    const cell = scenes[only % 1000]();
    add(new SampledCampaign(cell, makeChecker(cell), only, motions), index);
    yield total;
    return;
  }
  for (let index = 0; ; index++) {
    for (let s = 0; s < scenes.length; s++) {
      add(campaignOf(s), index);
      yield total;
    }
  }
}

async function benchmark() {
  const { sceneCell } = await load('test/oracles/benchmarkScenes.js');
  const oracle = join(process.env.SUREPATH_DATA, `oracle/static_${values.cells}.json`);
  const { joints } = JSON.parse(readFileSync(oracle, 'utf8')).meta;
  return ['bookshelf_small', 'cage', 'table_pick', 'table_under_pick'].flatMap((family) =>
    [1, 7, 13].map((scene) => () => sceneCell(values.cells, family, scene, joints)),
  );
}

const { readCell } = await load('src/formats/index.js');
const { buildCell } = await load('src/cell/index.js');

function example() {
  const file = join(ROOT, 'cells', values.cells, 'cell.yaml');
  const files = (path) => (existsSync(path) ? readFileSync(path) : undefined);
  return buildCell(readCell(readFileSync(file), { file, resolver: { files } }));
}

const end = performance.now() + minutes * 60_000;
let next = performance.now() + REPORT_MS;
let told = 0;
let last;
console.log(
  `${values.cells}, ${motions}, ${JSON.stringify(options)}, seed ${seed}, ${minutes} min`,
);
for await (const campaign of ['thin', 'curved'].includes(values.cells)
  ? thinRounds()
  : robotRounds()) {
  last = campaign;
  for (; told < campaign.contradictions.length; told++) {
    console.log(`CONTRADICTION ${JSON.stringify(campaign.contradictions[told])}`);
  }
  if (performance.now() > next) {
    console.log(campaign.summary());
    next += REPORT_MS;
  }
  if (performance.now() > end) break;
}
console.log(last.summary());
process.exit(last.contradictions.length === 0 ? 0 : 1);

/**
 * The campaigns of the tests for as long as they are told to run: random motions of random cells, every
 * verdict compared with the independent check of test/helpers/oracles, or, for robots and scenes from files, with
 * dense static checks.
 *
 *   node scripts/campaign.mjs [--segments 1000000 | --minutes 60] [--seed 1] [--summary run.json]
 *   node scripts/campaign.mjs --only SEED:NUMBER
 *
 *   --cells any       everything that cell files can say, all kinds of motions (the default)
 *           thin, curved, panda, ur5, two-arms, cage
 *   --per-cell 160    motions of each cell
 *   --method, --motions straight|polynomial, --options JSON: for all cells but `any`
 *
 * Prints a line every ten seconds, and every contradiction with the numbers that reproduce it: `--only`
 * checks that one alone. Ends with 1 if there was one. `--summary FILE` writes counts by kind, the version
 * and the result. The oracles are TypeScript; they are compiled to node_modules/.cache first.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileTests, ROOT } from './compileTests.mjs';

const CELLS = ['any', 'thin', 'curved', 'panda', 'ur5', 'two-arms', 'cage'];
const MOTIONS = ['straight', 'polynomial'];
const REPORT_MS = 10_000;
/** Tests of pairs after which a cell is left: cheap cells get more motions than costly ones. */
const MOST_WORK = 20_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    segments: { type: 'string' },
    minutes: { type: 'string' },
    cells: { type: 'string', default: 'any' },
    'per-cell': { type: 'string', default: '160' },
    method: { type: 'string', default: 'ladder' },
    motions: { type: 'string', default: 'straight' },
    options: { type: 'string', default: '{}' },
    summary: { type: 'string' },
    only: { type: 'string' },
  },
});

function usage(message) {
  console.error(message);
  process.exit(2);
}
if (!CELLS.includes(values.cells)) usage(`--cells is one of ${CELLS.join(', ')}`);
if (!MOTIONS.includes(values.motions)) usage(`--motions is one of ${MOTIONS.join(', ')}`);
const seed = Number(values.seed);
const perCell = Number(values['per-cell']);
const segments = Number(values.segments ?? 'Infinity');
const minutes = Number(values.minutes ?? (values.segments ? 'Infinity' : '1'));
if (!Number.isInteger(seed)) usage('--seed is an integer');
if (!(perCell > 0 && segments > 0 && minutes > 0)) {
  usage('--segments, --minutes and --per-cell are positive numbers');
}
const only = values.only?.split(':').map(Number);
if (only && !(only.length === 2 && only.every(Number.isInteger))) usage('--only is SEED:NUMBER');
const { motions } = values;
const options = { ...JSON.parse(values.options), method: values.method };

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
  ['standingCampaign', 'anyCells', 'curvedCells', 'sampledCampaign', 'benchmarkScenes'].map(
    (name) => `test/helpers/oracles/${name}.ts`,
  ),
);
const { EdgeChecker } = await load('src/plan/index.js');
const makeChecker = (cell) => new EdgeChecker(cell, options);

/** A cell per seed, motions in small batches. */
function* rounds(campaign, cellOf) {
  if (only) {
    const cell = cellOf(only[0]);
    console.log([cell.family, ...(cell.kinds ?? [])].join(', '));
    campaign.run(cell, only[1], 1);
    yield campaign;
    return;
  }
  for (let next = 1_000_000 * seed; ; next++) {
    const cell = cellOf(next);
    for (let index = 0; index < perCell; index++) {
      campaign.run(cell, index, 1);
      yield campaign;
      if (campaign.work > MOST_WORK) break;
    }
  }
}

async function anyRounds() {
  const { StandingCampaign } = await load('test/helpers/oracles/standingCampaign.js');
  const { anyCell } = await load('test/helpers/oracles/anyCells.js');
  return rounds(new StandingCampaign(), anyCell);
}

async function thinRounds() {
  const { Campaign } = await load('test/helpers/oracles/pathCampaign.js');
  const { thinCell } = await load('test/helpers/oracles/thinCells.js');
  const { curvedCell } = await load('test/helpers/oracles/curvedCells.js');
  const campaign = new Campaign({ checker: makeChecker, steps: 400, motions });
  return rounds(campaign, values.cells === 'curved' ? curvedCell : thinCell);
}

/** One robot in scenes of the benchmark, or in an example cell. */
async function robotRounds() {
  const { SampledCampaign } = await load('test/helpers/oracles/sampledCampaign.js');
  const scenes = ['panda', 'ur5'].includes(values.cells) ? await benchmark() : [await example()];
  const total = new Total();
  const campaignOf = (number) => {
    const cell = scenes[number % 1000]();
    return new SampledCampaign(cell, makeChecker(cell), number, motions);
  };
  return (function* () {
    if (only) {
      total.add(campaignOf(only[0]), only[1]);
      yield total;
      return;
    }
    const campaigns = scenes.map((_, s) => campaignOf(1000 * seed + s));
    for (let index = 0; ; index++) {
      for (const campaign of campaigns) {
        total.add(campaign, index);
        yield total;
      }
    }
  })();
}

/** Of the campaigns of several scenes. */
class Total {
  segments = 0;
  contradictions = [];
  verdicts = new Map();

  add(campaign, index) {
    const [known, found] = [campaign.verdicts, campaign.contradictions.length];
    const before = new Map(known);
    campaign.run(index);
    this.segments++;
    for (const [verdict, count] of known) {
      const more = count - (before.get(verdict) ?? 0);
      this.verdicts.set(verdict, (this.verdicts.get(verdict) ?? 0) + more);
    }
    this.contradictions.push(...campaign.contradictions.slice(found));
  }

  summary() {
    const counts = [...this.verdicts].map(([verdict, count]) => `${count} ${verdict}`);
    return `${this.segments} segments: ${counts.join(', ')}; ${this.contradictions.length} contradictions`;
  }
}

async function benchmark() {
  const { sceneCell } = await load('test/helpers/oracles/benchmarkScenes.js');
  const oracle = join(process.env.SUREPATH_DATA, `oracle/static_${values.cells}.json`);
  const { joints } = JSON.parse(readFileSync(oracle, 'utf8')).meta;
  return ['bookshelf_small', 'cage', 'table_pick', 'table_under_pick'].flatMap((family) =>
    [1, 7, 13].map((scene) => () => sceneCell(values.cells, family, scene, joints)),
  );
}

async function example() {
  const { readCell } = await load('src/formats/index.js');
  const { buildCell } = await load('src/cell/index.js');
  const file = join(ROOT, 'cells', values.cells, 'cell.yaml');
  const files = (path) => (existsSync(path) ? readFileSync(path) : undefined);
  return () => buildCell(readCell(readFileSync(file), { file, resolver: { files } }));
}

function writeSummary(campaign, started) {
  if (!values.summary) return;
  const { contradictions, verdicts, kinds, boundaries, delays, ...counts } = campaign;
  const { certified, uncertified, near, clear, contained, cells } = counts;
  const summary = {
    version: compiledFrom,
    node: process.version,
    cells: values.cells,
    seed,
    seconds: Math.round((performance.now() - started) / 1000),
    segments: campaign.segments,
    verdicts: verdicts instanceof Map ? Object.fromEntries(verdicts) : verdicts,
    contradictions,
    ...(values.cells === 'any' && {
      cellsMade: cells,
      certified,
      uncertified,
      free: { near, clear },
      contained,
      boundaries,
      delays: { questions: delays.questions, verdicts: Object.fromEntries(delays.verdicts) },
      kinds: Object.fromEntries(Object.entries(kinds).sort((a, b) => b[1] - a[1])),
    }),
  };
  writeFileSync(values.summary, `${JSON.stringify(summary, null, 1)}\n`);
}

const started = performance.now();
const before = process.cpuUsage();
const end = started + minutes * 60_000;
let next = started + REPORT_MS;
let breath = started;
let told = 0;
let last;
console.log(`${values.cells}, seed ${seed}, version ${compiledFrom}`);
const all =
  values.cells === 'any'
    ? anyRounds()
    : values.cells === 'thin' || values.cells === 'curved'
      ? thinRounds()
      : robotRounds();
for (const campaign of await all) {
  last = campaign;
  for (; told < campaign.contradictions.length; told++) {
    console.log(`CONTRADICTION ${JSON.stringify(campaign.contradictions[told])}`);
  }
  const now = performance.now();
  // Signals are looked at between two turns of the event loop only.
  if (now > breath) {
    await new Promise((resume) => setImmediate(resume));
    breath = now + 200;
  }
  if (now > next) {
    const { user, system } = process.cpuUsage(before);
    const rate = Math.round((1e6 * campaign.segments) / (user + system));
    console.log(`${campaign.summary()}; ${rate} per second of one core`);
    writeSummary(campaign, started);
    next += REPORT_MS;
  }
  if (now > end || campaign.segments >= segments) break;
}
console.log(last.summary());
if (last.kinds) {
  const kinds = Object.entries(last.kinds).sort((a, b) => b[1] - a[1]);
  console.log(kinds.map(([kind, n]) => `${n} ${kind}`).join(', '));
  console.log(
    Object.entries(last.boundaries)
      .map(([side, n]) => `${n} ${side}`)
      .join(', '),
  );
  console.log(last.delays.summary());
}
writeSummary(last, started);
process.exit(last.contradictions.length === 0 ? 0 : 1);

// @ts-check
// Static queries between two meshes at many placements. Every engine sees the same meshes and the
// same placements in the same run; rounds go round-robin over all engines and the minimum counts.
// Where a query is so slow that a round would take too long, only every n-th placement is asked,
// and the engines it is compared with are measured on those placements too.

import { hasReference, loadPair, setTruth } from './data.mjs';
import { surepath } from './engines/surepath.mjs';
import { fclEngine } from './fcl/engine.mjs';
import { short, table } from './harness.mjs';
import { judge } from './judge.mjs';
import { rapier } from './peers/rapier.mjs';
import { threeMeshBvh } from './peers/threeMeshBvh.mjs';

/** @typedef {import('./harness.mjs').Query} Query */
/**
 * One engine's way to answer one query on every stride-th placement.
 * @typedef {object} Cell
 * @property {import('./harness.mjs').Engine} engine
 * @property {Query} query
 * @property {string} variant
 * @property {import('./harness.mjs').Run} run
 * @property {number} stride
 * @property {number} repeats
 * @property {number} rounds how many it may take
 * @property {number[]} samples CPU microseconds per query
 * @property {Float64Array} answers
 */

/** @type {Query[]} */
const queries = ['collide', 'distance', 'distanceOnly', 'approximate', 'greedy', 'tolerance'];
const baselines = ['FCL', 'FCL native'];
const strides = [1, 2, 5, 10, 20, 50, 100, 200];
/** A ratio is taken to the baseline's time for this query. @type {Record<Query, Query>} */
const comparedWith = {
  collide: 'collide',
  distance: 'distance',
  distanceOnly: 'distance',
  approximate: 'distance',
  greedy: 'collide',
  tolerance: 'collide',
};

/**
 * @param {{ rounds: number, quick: boolean, only: string[], pairs: string[] }} options
 */
export async function run(options) {
  const all = [surepath, fclEngine(false), fclEngine(true), threeMeshBvh, rapier];
  const wanted = options.only.length
    ? all.filter(({ name }) => options.only.some((part) => name.toLowerCase().includes(part)))
    : all;
  const engines = [];
  for (const engine of wanted) {
    const reason = await engine.available();
    if (reason) console.log(`${engine.name}: ${reason}`);
    else engines.push(engine);
  }
  const pairs = options.pairs.length ? options.pairs : [hasReference() ? 'reference' : 'made'];
  const results = [];
  for (const pair of engines.length ? pairs : []) {
    results.push(await measurePair(pair, engines, options));
  }
  return results;
}

/**
 * @param {string} pair
 * @param {import('./harness.mjs').Engine[]} engines
 * @param {{ rounds: number, quick: boolean }} options
 */
async function measurePair(pair, engines, { rounds, quick }) {
  const data = await withTruth(loadPair(pair), engines);
  const prepared = [];
  /** @type {Cell[]} */
  const cells = [];
  for (const engine of engines) {
    const ready = await engine.prepare(data);
    prepared.push(ready);
    for (const query of queries) {
      const variants = Object.entries(ready.queries[query] ?? {}).map(([variant, run]) =>
        makeCell(engine, query, variant, run, data),
      );
      cells.push(...(await planned(variants, data, quick ? 1e6 : 4e6)));
    }
  }
  cells.push(...comparable(cells, data));
  for (let round = 0; round < rounds; round++) {
    for (const cell of cells) {
      if (round < cell.rounds) {
        cell.samples.push(await cell.run(cell.answers, cell.stride, cell.repeats));
      }
    }
  }
  for (const { close } of prepared) close?.();
  const truth = /** @type {Float64Array} */ (data.truth);
  const touching = truth.filter((d) => d === 0).length;
  return {
    pair,
    meshes: [data.meshA.name, data.meshB.name],
    placements: truth.length,
    touching,
    truthFrom: data.truthFrom,
    rows: summarize(cells, data),
  };
}

/**
 * The truth is the oracle's or, without one, that of the first engine with exact distances.
 * @param {import('./data.mjs').Data} data
 * @param {import('./harness.mjs').Engine[]} engines
 */
async function withTruth(data, engines) {
  if (data.truth) return data;
  const engine = engines.find(({ name }) => baselines.includes(name)) ?? engines[0];
  const { queries, close } = await engine.prepare(data);
  const run = Object.values(queries.distance ?? {})[0];
  if (!run) throw new Error(`${engine.name} has no distance query to take the truth from`);
  const truth = new Float64Array(data.placements.length);
  await run(truth, 1, 1);
  close?.();
  return setTruth(
    data,
    truth.map((d) => Math.max(d, 0)),
    engine.name,
  );
}

/**
 * @param {import('./harness.mjs').Engine} engine
 * @param {Query} query
 * @param {string} variant
 * @param {import('./harness.mjs').Run} run
 * @param {import('./data.mjs').Data} data
 * @returns {Cell}
 */
function makeCell(engine, query, variant, run, data, stride = 1) {
  const answers = new Float64Array(Math.ceil(data.placements.length / stride));
  const rounds = Number.POSITIVE_INFINITY;
  return { engine, query, variant, run, stride, repeats: 1, rounds, samples: [], answers };
}

/**
 * Tries one query of one engine briefly: warms it up, drops variants far behind the best, and
 * chooses stride and repeats so that a sample takes between 50 ms and the budget where possible.
 * @param {Cell[]} variants
 * @param {import('./data.mjs').Data} data
 * @param {number} budget in microseconds
 */
async function planned(variants, data, budget) {
  const costs = variants.map(() => Number.POSITIVE_INFINITY);
  // Several passes, or the first variant would pay for the warming up of code that all share.
  for (let pass = 0; pass < 4; pass++) {
    for (const [v, cell] of variants.entries()) {
      const few = makeCell(cell.engine, cell.query, cell.variant, cell.run, data, 200);
      const known = costs[v] * few.answers.length;
      if (pass > 0 && known > 1e6) continue;
      const repeats = Math.min(20, Math.max(1, Math.floor(5e4 / known)));
      costs[v] = Math.min(costs[v], await few.run(few.answers, 200, repeats));
    }
  }
  const best = Math.min(...costs);
  return variants.flatMap((cell, v) => {
    const total = costs[v] * data.placements.length;
    // A few placements are a small sample: what is cheap to measure is measured.
    if (costs[v] > (total <= budget ? 10 : 3) * best) return [];
    const stride = strides.find((s) => total / s <= budget) ?? strides[strides.length - 1];
    const plan = makeCell(cell.engine, cell.query, cell.variant, cell.run, data, stride);
    plan.repeats = Math.max(1, Math.ceil(5e4 / (total / stride)));
    plan.rounds = Math.max(1, Math.floor((8 * budget) / (total / stride)));
    return [plan];
  });
}

/** Cells of the baselines for the strides that others need and the baselines did not choose. */
function comparable(/** @type {Cell[]} */ cells, /** @type {import('./data.mjs').Data} */ data) {
  /** @type {Map<string, Cell>} */
  const extra = new Map();
  for (const { query, stride } of cells) {
    for (const base of cells) {
      if (!baselines.includes(base.engine.name) || base.query !== comparedWith[query]) continue;
      const { engine, variant, run } = base;
      const same = (/** @type {Cell} */ c) =>
        c.engine === engine && c.query === base.query && c.variant === variant;
      if (cells.some((c) => same(c) && c.stride === stride)) continue;
      const cell = makeCell(engine, base.query, variant, run, data, stride);
      cell.repeats = Math.max(1, Math.floor(stride / 4));
      extra.set(`${engine.name}/${base.query}/${variant}/${stride}`, cell);
    }
  }
  return [...extra.values()];
}

/** One row per query and engine: the fastest variant, compared with the baselines. */
function summarize(/** @type {Cell[]} */ cells, /** @type {import('./data.mjs').Data} */ data) {
  const time = (/** @type {Cell} */ cell) => Math.min(...cell.samples);
  const fastest = (/** @type {Cell[]} */ some) =>
    some.reduce((best, cell) => (!best || time(cell) < time(best) ? cell : best), some[0]);
  const rows = [];
  for (const query of queries) {
    for (const engine of new Set(cells.map((c) => c.engine))) {
      const own = cells.filter((c) => c.engine === engine && c.query === query);
      if (!own.length) continue;
      const finest = Math.min(...own.map((c) => c.stride));
      const variants = own.filter((c) => c.stride === finest);
      const judged = new Map(variants.map((cell) => [cell, judge(cell, data)]));
      const sound = variants.filter((c) => judged.get(c)?.sound);
      const best = fastest(sound.length ? sound : variants);
      const verdict = /** @type {import('./judge.mjs').Judgement} */ (judged.get(best));
      const ratios = baselines.map((name) => {
        const base = fastest(
          cells.filter(
            (c) =>
              c.engine.name === name && c.query === comparedWith[query] && c.stride === best.stride,
          ),
        );
        return base && verdict.sound ? time(best) / time(base) : undefined;
      });
      rows.push({
        query,
        engine: engine.name,
        variant: best.variant,
        supported: verdict.sound,
        microseconds: verdict.sound ? time(best) : undefined,
        toFcl: ratios[0],
        toFclNative: ratios[1],
        agreement: verdict,
        placementsAsked: best.answers.length,
        rounds: best.samples.length,
        variants: variants.map((c) => ({ variant: c.variant, samples: c.samples })),
      });
    }
  }
  return rows;
}

/** The results as text. */
export function format(/** @type {Awaited<ReturnType<typeof run>>} */ results) {
  return results
    .map(({ meshes, placements, touching, truthFrom, rows }) => {
      const lines = rows.map((row) => [
        row.query,
        row.engine,
        row.variant,
        row.supported ? short(row.microseconds) : 'not supported',
        short(row.toFcl),
        short(row.toFclNative),
        row.engine === truthFrom ? `(taken as truth) ${row.agreement.text}` : row.agreement.text,
        row.placementsAsked < placements ? `${row.placementsAsked} placements` : '',
      ]);
      const head = ['query', 'engine', 'variant', 'us/query', '/FCL', '/native', 'agreement', ''];
      return [
        `${meshes.join(' and ')} triangles, ${placements} placements, ${touching} touching; ` +
          `truth from ${truthFrom}`,
        '',
        table(head, lines, [3, 4, 5]),
        '',
        'us/query: CPU microseconds, minimum over rounds, fastest variant. /FCL: over the time of',
        'the packaged FCL, /native: of FCL compiled for this processor; greedy and tolerance over',
        'its collide, distanceOnly and approximate over its distance, on the same placements.',
      ].join('\n');
    })
    .join('\n\n');
}

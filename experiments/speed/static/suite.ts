/**
 * Static queries between two meshes at many placements. Every engine sees the same meshes and the same
 * placements in the same run; rounds go round-robin over all engines and the minimum counts. Where a query
 * is so slow that a round would take too long, only every n-th placement is asked, and the engines it is
 * compared with are measured on those placements too.
 */
import { fclEngine } from '../fcl/staticEngine.ts';
import { rapier } from '../peers/rapier.ts';
import { threeMeshBvh } from '../peers/threeMeshBvh.ts';
import { isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { type Engine, QUERIES, type Query } from './engine.ts';
import { hasReference, type KnownPair, loadPair, type MeshPair, withTruth } from './pairs.ts';
import { BASELINES, COMPARED_WITH, format, type PairResults, summarize } from './report.ts';
import { surepath } from './surepath.ts';
import { makeTrial, type Trial } from './trial.ts';

export const suite: Suite<PairResults[]> = { run, format };

const STRIDES = [1, 2, 5, 10, 20, 50, 100, 200];
/** CPU microseconds that a sample should take at least, and at most. */
const SHORTEST = 5e4;
const LONGEST = 4e6;
const LONGEST_QUICK = 1e6;

async function run(options: SpeedOptions): Promise<PairResults[]> {
  const all = [surepath, fclEngine(false), fclEngine(true), threeMeshBvh, rapier];
  const engines: Engine[] = [];
  for (const engine of all.filter(({ name }) => isWanted(options, name))) {
    const reason = await engine.available();
    if (reason) console.log(`${engine.name}: ${reason}`);
    else engines.push(engine);
  }
  const pairs = options.pairs.length ? options.pairs : [hasReference() ? 'reference' : 'made'];
  const results: PairResults[] = [];
  for (const pair of engines.length ? pairs : []) {
    results.push(await measurePair(pair, engines, options));
  }
  return results;
}

async function measurePair(
  pair: string,
  engines: readonly Engine[],
  { rounds, quick }: SpeedOptions,
): Promise<PairResults> {
  const data = await known(loadPair(pair), engines);
  const closing: (() => void)[] = [];
  const trials: Trial[] = [];
  for (const engine of engines) {
    const { queries, close } = await engine.prepare(data);
    if (close) closing.push(close);
    for (const query of QUERIES) {
      const variants = Object.entries(queries[query] ?? {}).map(([variant, ask]) =>
        makeTrial({ engine, query, variant, ask }, data),
      );
      trials.push(...(await planned(variants, data, quick ? LONGEST_QUICK : LONGEST)));
    }
  }
  trials.push(...comparable(trials, data));
  for (let round = 0; round < rounds; round++) {
    for (const trial of trials) {
      if (round >= trial.rounds) continue;
      trial.samples.push(await trial.ask(trial.answers, trial.stride, trial.repeats));
    }
  }
  for (const close of closing) close();
  return {
    pair,
    meshes: [data.meshA.name, data.meshB.name],
    placements: data.truth.length,
    touching: data.truth.filter((d) => d === 0).length,
    truthFrom: data.truthFrom,
    rows: summarize(trials, data),
  };
}

/** The truth is the oracle's or, without one, that of the first engine with exact distances. */
async function known(pair: MeshPair | KnownPair, engines: readonly Engine[]): Promise<KnownPair> {
  if ('truth' in pair) return pair;
  const engine = engines.find(({ name }) => BASELINES.includes(name)) ?? engines[0];
  const { queries, close } = await engine.prepare(pair);
  const ask = Object.values(queries.distance ?? {})[0];
  if (!ask) throw new Error(`${engine.name} has no distance query to take the truth from`);
  const truth = new Float64Array(pair.placements.length);
  await ask(truth, 1, 1);
  close?.();
  const distances = truth.map((d) => Math.max(d, 0));
  return withTruth(pair, distances, engine.name);
}

/**
 * Tries one query of one engine briefly: warms it up, drops variants far behind the best, and chooses
 * stride and repeats so that a sample takes between 50 ms and the budget, in CPU microseconds, where possible.
 */
async function planned(
  variants: readonly Trial[],
  data: KnownPair,
  budget: number,
): Promise<Trial[]> {
  const costs = variants.map(() => Number.POSITIVE_INFINITY);
  // Several passes, or the first variant would pay for the warming up of code that all share.
  for (let pass = 0; pass < 4; pass++) {
    for (const [v, trial] of variants.entries()) {
      const few = makeTrial(trial, data, 200);
      const known = costs[v] * few.answers.length;
      if (pass > 0 && known > 1e6) continue;
      const repeats = Math.min(20, Math.max(1, Math.floor(SHORTEST / known)));
      costs[v] = Math.min(costs[v], await few.ask(few.answers, 200, repeats));
    }
  }
  const best = Math.min(...costs);
  return variants.flatMap((trial, v) => {
    const total = costs[v] * data.placements.length;
    // A few placements are a small sample: what is cheap to measure is measured.
    if (costs[v] > (total <= budget ? 10 : 3) * best) return [];
    const stride = STRIDES.find((s) => total / s <= budget) ?? STRIDES[STRIDES.length - 1];
    const plan = makeTrial(trial, data, stride);
    plan.repeats = Math.max(1, Math.ceil(SHORTEST / (total / stride)));
    plan.rounds = Math.max(1, Math.floor((8 * budget) / (total / stride)));
    return [plan];
  });
}

/** Trials of the baselines for the strides that others need and the baselines did not choose. */
function comparable(trials: readonly Trial[], data: KnownPair): Trial[] {
  const extra = new Map<string, Trial>();
  const isThere = (base: Trial, query: Query, stride: number) =>
    trials.some(
      (t) =>
        t.engine === base.engine &&
        t.query === query &&
        t.variant === base.variant &&
        t.stride === stride,
    );
  for (const { query, stride } of trials) {
    for (const base of trials) {
      const { engine, variant } = base;
      if (!BASELINES.includes(engine.name) || base.query !== COMPARED_WITH[query]) continue;
      if (isThere(base, base.query, stride)) continue;
      const trial = makeTrial(base, data, stride);
      trial.repeats = Math.max(1, Math.floor(stride / 4));
      extra.set(`${engine.name}/${base.query}/${variant}/${stride}`, trial);
    }
  }
  return [...extra.values()];
}

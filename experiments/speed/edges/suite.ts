/**
 * Straight motions of robots: proven free or shown to collide by our methods, sampled every 0.05 rad by
 * FCL. Rounds alternate between a method and FCL, the minimum counts, and where a method is so slow
 * that only some edges are asked about, FCL is measured on the same ones. Also random segments in
 * embedded cells, as in tables III and VI of paper A, and steps of a planner there.
 */
import { missingRobots, ROBOTS } from '../../lab/robots.ts';
import { takeTurns } from '../../lab/rounds.ts';
import { meanOf } from '../../lab/statistics.ts';
import { available, startEdges, writeEdges } from '../fcl/edgeEngine.ts';
import { FCL_BUILDS, type FclBuild } from '../fcl/program.ts';
import { isChosen, isWanted, type SpeedOptions, type Suite } from '../suite.ts';
import { measureCertificates } from './certificates.ts';
import {
  type FclProgram,
  type Group,
  ownContender,
  ownRow,
  peerContenders,
  peerRow,
  ROUND_LIMIT,
  select,
  VARIANTS,
} from './contenders.ts';
import { benchmarkEdges, cellEdges, denseTruth, type EdgeData, RESOLUTION } from './data.ts';
import { type Check, CLASSES, METHODS, prepare, sortEdges } from './methods.ts';
import { format } from './report.ts';
import type { CertificateRow, DataResults, EdgeRow, Missed } from './results.ts';
import { EMBEDDED, embeddedCount, sizeOf } from './sizes.ts';

export const suite: Suite<DataResults[]> = { run, format };

/** Left out where it has to be quick. */
const SLOW = ['adaptive relative', 'adaptive exact'];

/** What takes part. */
interface Plan {
  /** Names of methods. */
  readonly methods: readonly string[];
  readonly programs: readonly FclBuild[];
  readonly rounds: number;
}

async function run(options: SpeedOptions): Promise<DataResults[]> {
  const { rounds, quick, robots } = options;
  const methods = Object.keys(METHODS).filter(
    (name) => isWanted(options, name) && !(quick && SLOW.includes(name)),
  );
  const reason = missingRobots();
  if (reason) console.log(`edges: no MotionBenchMaker scenes; ${reason}`);
  const builds: FclBuild[] = [];
  for (const build of FCL_BUILDS) {
    const missing = await available(build.native);
    if (missing) console.log(`FCL: ${missing}`);
    else builds.push(build);
  }
  const programs = builds.filter(({ name }) => isWanted(options, name));
  const plan = { methods, programs, rounds };
  const results: DataResults[] = [];
  for (const robot of reason ? [] : ROBOTS.filter((name) => isChosen(robots, name))) {
    const data = benchmarkEdges(robot, sizeOf(quick));
    const judge = builds.at(-1);
    const truth = judge && (await denseTruth(data, judge.native));
    results.push(await measureData(data, truth, plan));
  }
  for (const cell of EMBEDDED.filter((name) => isChosen(robots, name))) {
    results.push(await measureData(cellEdges(cell, embeddedCount(quick)), undefined, plan));
  }
  return results;
}

async function measureData(
  data: EdgeData,
  truth: readonly number[] | undefined,
  plan: Plan,
): Promise<DataResults> {
  const checks = new Map<string, Check>();
  for (const name of plan.methods) {
    const check = prepare(data, METHODS[name]);
    if (check) checks.set(name, check);
  }
  const certifying = [...checks.keys()].find((name) => METHODS[name].method !== 'fixed');
  const reference = certifying === undefined ? undefined : checks.get(certifying);
  const { sorted, counts } = sortEdges(data, reference, truth);
  const groups = [...new Set(data.edges.map(({ kind }) => kind))].flatMap((kind) =>
    CLASSES.map((sort) => ({
      kind,
      sort,
      all: data.edges.flatMap((edge, i) => (edge.kind === kind && sorted[i] === sort ? [i] : [])),
    })),
  );
  const file = plan.programs.length ? writeEdges(data.name, data.cells, data.edges) : '';
  const programs: FclProgram[] = [];
  for (const { name, native } of plan.programs) {
    programs.push({ name, running: await startEdges(file, native) });
  }
  const rows: EdgeRow[] = [];
  // The default on its own, as it is used: what V8 learns from other methods would slow it down.
  const entries = [...checks];
  const certificates: CertificateRow[] = [];
  for (const phase of [entries.slice(0, 1), entries.slice(1)]) {
    const alone = checks.size === 0 && rows.length === 0;
    for (const group of groups) {
      if (group.all.length === 0) continue;
      rows.push(...(await measureGroup(group, phase, programs, plan.rounds, alone)));
    }
    // Before other methods take part, for the same reason.
    const ladder = phase.find(([name]) => name === 'ladder')?.[1];
    for (const { kind, sort, all } of groups) {
      if (!ladder || sort !== 'free' || all.length === 0) continue;
      const costs = await measureCertificates(data, ladder, all, plan.rounds);
      certificates.push({ kind, ...costs });
    }
  }
  const missed = await missedBySampling(programs[0], groups);
  for (const { running } of programs) running.close();
  return {
    name: data.name,
    scenes: data.scenes,
    pairs: data.cells.map(({ tested }) => tested.length),
    edges: groups.map(({ kind, sort, all }) => ({ kind, sort, count: all.length })),
    sortedBy: certifying ?? (truth ? 'sampling every 0.0005 rad' : 'sampling every 0.05 rad'),
    leftOut: counts,
    missed,
    rows,
    certificates,
  };
}

/** Some methods and FCL in turns on the edges of one class; FCL on all of them where it is alone. */
async function measureGroup(
  group: Group,
  methods: readonly (readonly [string, Check])[],
  programs: readonly FclProgram[],
  rounds: number,
  alone: boolean,
): Promise<EdgeRow[]> {
  const ours = methods.map(([name, check]) => ownContender(name, check, group));
  // FCL is asked once about each list of edges.
  const lists = new Map(ours.map(({ chosen }) => [chosen.join(), chosen]));
  if (alone) lists.set(group.all.join(), group.all);
  const peers = programs.flatMap((program) =>
    [...lists.values()].flatMap((chosen) => peerContenders(program, chosen)),
  );
  await takeTurns([...ours, ...peers], rounds, 4 * ROUND_LIMIT);
  if (ours.length === 0) return peers.length > 0 ? [peerRow(group, peers)] : [];
  return ours.map((own) => ownRow(group, own, peers));
}

/** How many edges sampling at 0.05 rad takes for free, and how many samples it needs. */
async function missedBySampling(
  program: FclProgram | undefined,
  groups: readonly Group[],
): Promise<Missed[]> {
  if (!program) return [];
  const { running } = program;
  const missed: Missed[] = [];
  for (const { kind, sort, all } of groups) {
    await select(running, all);
    await running.ask(`check ${VARIANTS[0]} ${RESOLUTION} 1`);
    const answers = await running.ask<number[]>('answers');
    const counts = await running.ask<number[]>('counts');
    missed.push({ kind, sort, free: answers.filter((t) => t < 0).length, samples: meanOf(counts) });
  }
  return missed;
}

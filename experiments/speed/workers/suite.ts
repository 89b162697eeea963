/**
 * What several workers are worth: 100,000 edges through crews of one and two (and as many as there are cores), in turns, by
 * the clock on the wall. First cold, from the start of the threads on: each opens the cell, and its code is compiled. Then every worker is
 * warm. Lines must be the same bytes. What two processes do, which share nothing but the machine, is the most that can be expected.
 */
import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import type { Cell } from 'surepath/cell';
import { openCompiled } from 'surepath/jobs';
import { Crew, packCell } from 'surepath/parallel';
import { crewThreads } from 'surepath/serve';
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { leastBy } from '../../lab/statistics.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { cellsFor, randomEdges } from './edges.ts';
import { twoProcesses } from './hardware.ts';
import { type Pass, passThrough, tasksOf } from './pass.ts';

const EDGES = 100_000;
const QUICK_EDGES = 10_000;
const ROUNDS = 3;
/** Edges after which a worker is warm: its code is compiled as well as it will be. */
const WARM_EDGES = 20_000;

interface CrewResult {
  readonly workers: number;
  /** The first pass, with all that has to be started. */
  readonly cold: Pass;
  /** The best of those that followed. */
  readonly best: Pass;
  readonly perSecond: number;
  /** Microseconds of CPU for an edge, all threads together: the least of rounds. */
  readonly cpuPerEdge: number;
  /** Throughput against one worker in the thread that asks: the median of rounds, and each. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

interface Results {
  readonly cell: string;
  readonly edges: number;
  readonly crews: readonly CrewResult[];
  /** What two processes with one worker each do against one of them. */
  readonly hardware: number;
  /** Processes that waited for a core, at the beginning and in the end: the measurement itself is one or two. */
  readonly load: readonly [number, number];
  /** Whether all passes gave the same bytes. */
  readonly same: boolean;
}

interface CrewPasses {
  readonly workers: number;
  readonly crew: Crew;
  readonly key: string;
  readonly cold: Pass;
  readonly passes: Pass[];
}

async function run({ quick, rounds, roundsGiven, count }: SpeedOptions): Promise<Results> {
  const [{ name, cell }] = cellsFor(1);
  const edges = count ?? (quick ? QUICK_EDGES : EDGES);
  const ends = randomEdges(cell, edges, 1);
  const before = loadavg()[0];
  const warm = Math.min(edges, WARM_EDGES);
  const hardware = await twoProcesses({ edges: Math.ceil(edges / 2), warm });
  const digests = new Set<string>();
  const pass = async (crew: Crew, key: string): Promise<Pass> => {
    const hash = createHash('sha256');
    const done = await passThrough(crew, tasksOf(key, cell, ends), (a) => hash.update(a.bytes));
    digests.add(hash.digest('hex'));
    return done;
  };
  const crews: CrewPasses[] = [];
  try {
    for (const workers of new Set([1, 2, Math.max(2, availableParallelism())])) {
      const crew = new Crew({ size: workers, spawn: crewThreads() });
      const key = crew.bring(packCell(openCompiled(cell)));
      crews.push({ workers, crew, key, cold: await pass(crew, key), passes: [] });
      await warmUp(crew, key, cell, ends.subarray(0, 2 * cell.tree.dofs.length * warm));
    }
    for (let round = 0; round < (roundsGiven ? rounds : ROUNDS); round++) {
      for (const { crew, key, passes } of crews) passes.push(await pass(crew, key));
    }
  } finally {
    await Promise.all(crews.map(({ crew }) => crew.close()));
  }
  const results = crews.map((each) => resultOf(each, crews[0], edges));
  const load = [before, loadavg()[0]] as const;
  return { cell: name, edges, crews: results, hardware, load, same: digests.size === 1 };
}

/** Every worker has done that many edges, in small pieces, so that each gets its share. */
async function warmUp(crew: Crew, key: string, cell: Cell, some: Float64Array): Promise<void> {
  for (let i = 0; i < crew.size; i++) await passThrough(crew, tasksOf(key, cell, some, 250));
}

function resultOf(
  { workers, cold, passes }: CrewPasses,
  one: CrewPasses,
  edges: number,
): CrewResult {
  const best = leastBy(passes, ({ seconds }) => seconds);
  const ratios = passes.map(({ seconds }, round) => one.passes[round].seconds / seconds);
  const sorted = [...ratios].sort((a, b) => a - b);
  const ratio = sorted[Math.floor(sorted.length / 2)];
  const cpuPerEdge = (1e6 * leastBy(passes, ({ cpu }) => cpu).cpu) / edges;
  return { workers, cold, best, perSecond: edges / best.seconds, cpuPerEdge, ratio, ratios };
}

function format({ cell, edges, crews, hardware, load, same }: Results): string {
  const [one] = crews;
  const rows = crews.map(({ workers, cold, best, perSecond, cpuPerEdge, ratio, ratios }) => [
    String(workers),
    short(best.seconds),
    grouped(Math.round(perSecond)),
    short(ratio),
    ratios.map(short).join(' '),
    short(cpuPerEdge),
    workers === 1 ? '' : short(best.busy / best.seconds),
    short(cold.seconds),
    short(one.cold.seconds / cold.seconds),
  ]);
  const head = [
    ...['workers', 's', 'edges/s', 'ratio', 'of rounds', 'CPU us/edge', 'dealing busy'],
    ...['cold s', 'cold ratio'],
  ];
  return [
    `${cell}: ${grouped(edges)} random edges, ${grouped(one.best.free)} of them free; by the clock on the wall, in turns`,
    `load ${short(load[0])} before, ${short(load[1])} after; warm but for the last two columns, which include starting threads`,
    '',
    textTable(head, rows, [0, 1, 2, 3, 5, 6, 7, 8]),
    '',
    `two processes that share nothing do ${short(hardware)} times as much as one`,
    same ? 'the same bytes in every pass' : 'THE BYTES DIFFER',
  ].join('\n');
}

export const suite: Suite<Results> = { run, format };

/**
 * What several workers are worth: 100,000 edges through crews of one and two (and as many as there are cores), in turns, by
 * the clock on the wall. All crews are warm before; their lines must be the same bytes.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { openCompiled } from 'surepath/jobs';
import { Crew, packCell } from 'surepath/parallel';
import { crewThreads } from 'surepath/serve';
import { textTable } from '../../lab/columns.ts';
import { grouped, short } from '../../lab/numbers.ts';
import { leastBy } from '../../lab/statistics.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { cellsFor, randomEdges } from './edges.ts';
import { type Pass, passThrough, tasksOf } from './pass.ts';

const EDGES = 100_000;
const QUICK_EDGES = 10_000;
const ROUNDS = 3;

interface CrewResult {
  readonly workers: number;
  /** The best pass. */
  readonly best: Pass;
  readonly perSecond: number;
  /** Throughput against one worker in the thread that asks: the median of rounds, and each. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

interface Results {
  readonly cell: string;
  readonly edges: number;
  readonly crews: readonly CrewResult[];
  /** Whether all passes gave the same bytes. */
  readonly same: boolean;
}

async function run({ quick, rounds, roundsGiven, count }: SpeedOptions): Promise<Results> {
  const [{ name, cell }] = cellsFor(1);
  const edges = count ?? (quick ? QUICK_EDGES : EDGES);
  const ends = randomEdges(cell, edges, 1);
  const sizes = [...new Set([1, 2, Math.max(2, availableParallelism())])];
  const crews = sizes.map((size) => {
    const crew = new Crew({ size, spawn: crewThreads() });
    return { crew, cell: crew.bring(packCell(openCompiled(cell))) };
  });
  const passes: Pass[][] = sizes.map(() => []);
  const digests = new Set<string>();
  try {
    // Every thread has opened the cell, and its code is warm.
    for (const { crew, cell: key } of crews) {
      const some = ends.subarray(0, 2 * cell.tree.dofs.length * Math.min(edges, 4000 * crew.size));
      await passThrough(crew, tasksOf(key, cell, some, 250));
    }
    for (let round = 0; round < (roundsGiven ? rounds : ROUNDS); round++) {
      for (const [i, { crew, cell: key }] of crews.entries()) {
        const hash = createHash('sha256');
        const tasks = tasksOf(key, cell, ends);
        passes[i].push(await passThrough(crew, tasks, ({ bytes }) => hash.update(bytes)));
        digests.add(hash.digest('hex'));
      }
    }
  } finally {
    await Promise.all(crews.map(({ crew }) => crew.close()));
  }
  const results = sizes.map((workers, i): CrewResult => {
    const best = leastBy(passes[i], ({ seconds }) => seconds);
    const ratios = passes[i].map(({ seconds }, round) => passes[0][round].seconds / seconds);
    const sorted = [...ratios].sort((a, b) => a - b);
    const ratio = sorted[Math.floor(sorted.length / 2)];
    return { workers, best, perSecond: edges / best.seconds, ratio, ratios };
  });
  return { cell: name, edges, crews: results, same: digests.size === 1 };
}

function format({ cell, edges, crews, same }: Results): string {
  const rows = crews.map(({ workers, best, perSecond, ratio, ratios }) => [
    String(workers),
    short(best.seconds),
    grouped(Math.round(perSecond)),
    short(ratio),
    ratios.map(short).join(' '),
    workers === 1 ? '' : short(best.busy / best.seconds),
  ]);
  const head = ['workers', 's', 'edges/s', 'ratio', 'of rounds', 'dealing busy'];
  return [
    `${cell}: ${grouped(edges)} random edges, ${grouped(crews[0].best.free)} of them free; by the clock on the wall, in turns`,
    '',
    textTable(head, rows, [0, 1, 2, 3, 5]),
    '',
    same ? 'the same bytes in every pass' : 'THE BYTES DIFFER',
  ].join('\n');
}

export const suite: Suite<Results> = { run, format };

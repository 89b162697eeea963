/**
 * A million random segments through a crew, and somebody independent who looks at configurations along all that are called
 * free: both ends, the middle, and random times. None of them may collide.
 */
import { availableParallelism } from 'node:os';
import { type Cell, StaticChecker } from 'surepath/cell';
import { openCompiled } from 'surepath/jobs';
import { Random } from 'surepath/math';
import { Crew, packCell } from 'surepath/parallel';
import { crewThreads } from 'surepath/serve';
import { textTable } from '../../lab/columns.ts';
import { grouped } from '../../lab/numbers.ts';
import type { SpeedOptions, Suite } from '../suite.ts';
import { cellsFor, randomEdges } from '../workers/edges.ts';
import { passThrough, tasksOf } from '../workers/pass.ts';
import { type Referee, refereeFor } from './referee.ts';

const SEGMENTS = 1_000_000;
const QUICK = 8000;
const FAMILIES = 4;
/** Segments at a time: what the referee is asked about fits into the memory. */
const AT_A_TIME = 25_000;
/** Witnesses of contact that the referee is asked about, of as many segments. */
const WITNESSES = 500;
/** Random times on every segment that is called free. */
const TIMES = 3;

interface CellResult {
  readonly cell: string;
  readonly segments: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly looks: number;
  /** Witnesses of contact that the referee was asked about, and how many it confirms: whether it sees anything. */
  readonly witnesses: number;
  readonly confirmed: number;
  /** Called free, and the referee says that a configuration collides; with our distance there. */
  readonly contested: readonly { readonly q: number[]; readonly distance: number }[];
}

interface Results {
  readonly referee: string;
  readonly workers: number;
  readonly seconds: number;
  readonly cells: readonly CellResult[];
}

async function run({ quick, count }: SpeedOptions): Promise<Results> {
  const segments = count ?? (quick ? QUICK : SEGMENTS);
  const workers = availableParallelism();
  const referee = await refereeFor();
  const named = cellsFor(FAMILIES);
  const start = performance.now();
  const cells: CellResult[] = [];
  for (const [i, { name, cell }] of named.entries()) {
    const share =
      Math.floor(((i + 1) * segments) / named.length) - Math.floor((i * segments) / named.length);
    const crew = new Crew({ size: workers, spawn: crewThreads() });
    try {
      const key = crew.bring(packCell(openCompiled(cell)));
      cells.push({
        cell: name,
        ...(await judged(crew, key, cell, { share, seed: 100 * i, referee })),
      });
    } finally {
      await crew.close();
    }
    console.log(`${name}: ${grouped(share)} segments done`);
  }
  const seconds = (performance.now() - start) / 1000;
  return { referee: referee.name, workers, seconds, cells };
}

async function judged(
  crew: Crew,
  key: string,
  cell: Cell,
  { share, seed, referee }: { share: number; seed: number; referee: Referee },
): Promise<Omit<CellResult, 'cell'>> {
  const verdicts: Record<string, number> = {};
  const contested: { q: number[]; distance: number }[] = [];
  const checker = new StaticChecker(cell);
  let looks = 0;
  let witnesses = 0;
  let confirmed = 0;
  for (let done = 0; done < share; done += AT_A_TIME) {
    const n = Math.min(AT_A_TIME, share - done);
    const ends = randomEdges(cell, n, seed + done, true);
    const free: number[] = [];
    const seen: Float64Array[] = [];
    let edge = 0;
    await passThrough(crew, tasksOf(key, cell, ends), ({ bytes }) => {
      for (const line of new TextDecoder().decode(bytes).trimEnd().split('\n')) {
        const verdict = /^\{"verdict":"([^"]+)"/.exec(line)?.[1] ?? 'none';
        verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
        if (verdict === 'free') free.push(edge);
        else if (verdict === 'colliding' && seen.length < WITNESSES) {
          seen.push(Float64Array.from(JSON.parse(line).configuration));
        }
        edge++;
      }
    });
    witnesses += seen.length;
    confirmed += (
      await referee.collidingAmong(
        cell,
        seen.flatMap((q) => [q, q]),
      )
    ).length;
    const configurations = lookedAt(cell, ends, free, new Random(seed + done + 1));
    looks += configurations.length;
    for (const hit of await referee.collidingAmong(cell, configurations)) {
      const q = configurations[hit];
      contested.push({ q: [...q], distance: checker.check(q).closest?.distance ?? 0 });
    }
  }
  return { segments: share, verdicts, looks, witnesses, confirmed, contested };
}

/** Ends, middle and random times of some segments. */
function lookedAt(
  cell: Cell,
  ends: Float64Array,
  edges: readonly number[],
  random: Random,
): Float64Array[] {
  const dofs = cell.tree.dofs.length;
  return edges.flatMap((i) => {
    const from = ends.subarray(2 * i * dofs, (2 * i + 1) * dofs);
    const to = ends.subarray((2 * i + 1) * dofs, (2 * i + 2) * dofs);
    const times = [0, 1, 0.5, ...Array.from({ length: TIMES }, () => random.unit())];
    return times.map((t) => (t === 1 ? to.slice() : from.map((x, d) => x + t * (to[d] - x))));
  });
}

function format({ referee, workers, seconds, cells }: Results): string {
  const words = ['free', 'colliding', 'too-close', 'undecided'];
  const rows = cells.map(({ cell, segments, verdicts, looks, witnesses, confirmed, contested }) => [
    cell,
    grouped(segments),
    ...words.map((word) => grouped(verdicts[word] ?? 0)),
    `${grouped(confirmed)} of ${grouped(witnesses)}`,
    grouped(looks),
    grouped(contested.length),
  ]);
  const wrong = cells.flatMap(({ contested }) => contested);
  const all = cells.reduce((sum, { segments }) => sum + segments, 0);
  return [
    `${grouped(all)} random segments through ${workers} workers in ${grouped(Math.round(seconds))} s, judge and all`,
    `configurations along every free one (ends, middle, ${TIMES} random times) by ${referee}`,
    '',
    textTable(
      ['cell', 'segments', ...words, 'contacts seen', 'looked at', 'wrong'],
      rows,
      [1, 2, 3, 4, 5, 6, 7, 8],
    ),
    '',
    wrong.length === 0 ? 'no wrong free' : `WRONG FREE: ${JSON.stringify(wrong.slice(0, 5))}`,
  ].join('\n');
}

export const suite: Suite<Results> = { run, format };

/**
 * The same motion, planned with samples and with proofs. The sampling planner is RRT-Connect as well, on
 * the same space and with the same seeds; it smooths as it plans, by samples. Whatever comes out is then
 * checked with proofs.
 */

import type { Cell } from '../../cell/index.ts';
import { checkPath, createChecker, firstContact } from '../../check/index.ts';
import { pairNames } from '../../jobs/index.ts';
import { Random } from '../../math/index.ts';
import { buildPath, type Path } from '../../motion/index.ts';
import { PlanningSpace, RrtConnect, smoothPath } from '../../plan/index.ts';
import { column, columnLower, columnUpper } from '../../words/index.ts';
import { tellProgress } from '../out.ts';
import { FROM, type Print, poseOf, TO } from './demoStates.ts';

const SEEDS = 10;
/** Between samples, all joints together, in radians. */
const RESOLUTION = 0.1;

interface Outcome {
  readonly milliseconds: number;
  readonly length: number;
  readonly path: Path;
  readonly verdict: string;
}

/** Returns whether all paths that are said to be proven are. */
export function printComparison(cell: Cell, print: Print): boolean {
  const space = new PlanningSpace(cell);
  const ladder = createChecker(cell);
  const samples = createChecker(cell, { method: 'fixed', resolution: RESOLUTION });
  const [from, to] = [poseOf(cell, FROM), poseOf(cell, TO)];
  const solver = (planner: RrtConnect, checker: typeof ladder) => (seed: number) => {
    const begin = performance.now();
    const random = new Random(seed);
    const { waypoints } = planner.plan({ from, goals: [to], random, timeLimit_ms: 60_000 });
    if (!waypoints) return null;
    const smoothed = smoothPath(space, waypoints, { random, checker });
    const milliseconds = performance.now() - begin;
    const path = buildPath(cell.tree, smoothed.waypoints);
    const { verdict } = checkPath(ladder, path);
    return { milliseconds, length: smoothed.length, path, verdict };
  };
  const bySamples = solver(new RrtConnect(space, { resolution: RESOLUTION }), samples);
  const byProofs = solver(new RrtConnect(space), ladder);
  const share = column((100 * RESOLUTION) / space.diagonal, 1);
  print(
    `The same with samples every ${RESOLUTION} rad in place of proofs, and what a proof says of it. That is ${share} % of the`,
  );
  print(`space's diagonal; 1 % is a common default. ${SEEDS} seeds:`);
  const head = row('time', 'length', 'verdict');
  print(`        ${'with proofs'.padEnd(head.length)} with samples`);
  print(`  seed  ${head} ${head}`.trimEnd());
  const sampled: (Outcome | null)[] = [];
  const proven: (Outcome | null)[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    if (process.stderr.isTTY) tellProgress(`seed ${seed} of ${SEEDS}`);
    const [a, b] = [byProofs(seed), bySamples(seed)];
    if (process.stderr.isTTY) tellProgress('');
    proven.push(a);
    sampled.push(b);
    const where = b?.verdict === 'colliding' ? contactText(cell, b.path) : '';
    print(`  ${String(seed).padStart(4)}  ${cells(a)} ${cells(b)} ${where}`.trimEnd());
  }
  const bad = (list: readonly (Outcome | null)[]) =>
    list.filter((each) => each && each.verdict !== 'free').length;
  print(
    `${bad(sampled)} of the ${SEEDS} sampled paths are not free, ${bad(proven)} of the ${SEEDS} proven ones. Contact lies between two samples;`,
  );
  print(
    'a finer resolution makes that rarer and takes longer, and never shows that there is none.',
  );
  return bad(proven) === 0 && !proven.includes(null);
}

function row(time: string, length: string, verdict: string): string {
  return `${time.padStart(6)} ${length.padStart(8)}  ${verdict.padEnd(10)}`;
}

function cells(outcome: Outcome | null): string {
  if (!outcome) return row('-', '-', 'no path');
  const { milliseconds, length, verdict } = outcome;
  return row(`${column(milliseconds / 1000, 2)} s`, column(length, 2), verdict);
}

/** Which bodies, and on which part of the path. */
function contactText(cell: Cell, path: Path): string {
  const { contact, unsafe } = firstContact(cell, path);
  if (!contact) return '';
  const names = pairNames(cell, contact.pair).join(' and ');
  const { segment, from } = contact;
  const end = unsafe.find((piece) => piece.segment === segment)?.to ?? from;
  const [a, b] = [path.waypoints[segment], path.waypoints[segment + 1]];
  const most = Math.max(...a.map((x, d) => Math.abs(b[d] - x)));
  const radians = columnUpper((end - from) * most, 3);
  return `${names}, segment ${segment}, t = ${columnLower(from, 3)}, for ${radians} rad`;
}

/** `surepath check CELL --configurations FILE`: static checks of single configurations. */
import {
  assumptionsOf,
  type Cell,
  type PairFinding,
  StaticChecker,
  type StaticResult,
} from '../../cell/index.ts';
import { readConfigurations, rowsOf } from '../../formats/index.ts';
import type { Fault } from '../../math/index.ts';
import { type LeftLimit, limitsLeftAt } from '../../motion/index.ts';
import {
  assumingText,
  closestText,
  microseconds as inMicroseconds,
  limitText,
  nearerText,
} from '../../words/index.ts';
import { printJson, readBytes } from '../command.ts';
import { firstOfKind, type LoadedCell, printNotes } from '../loadCell.ts';
import { exitWithLimits, limitsJson } from './checkLimits.ts';
import { pairNames } from './checkWitness.ts';

/** Configurations listed for people; --json has them all. */
const LISTED = 20;

/** Returns the exit code. */
export function checkConfigurations(
  { cell, joints }: LoadedCell,
  file: string,
  { json, limits: asked }: { readonly json: boolean; readonly limits: boolean },
): number {
  const { list, notes } = readList(cell, file, joints);
  if (!json) printNotes([...cell.notes, ...notes]);
  let checker = new StaticChecker(cell);
  const start = process.hrtime.bigint();
  const checked = list.map((q) => {
    checker = checker.for(q);
    return checker.check(q);
  });
  const microseconds = Number(process.hrtime.bigint() - start) / 1000 / Math.max(1, list.length);
  const limits = limitsLeftAt(cell, list);
  const results = checked.map((result, i) => ({ ...result, limits: limits[i] }));
  const assumptions = assumptionsOf(cell);
  if (json) {
    printJson({
      results: results.map((r) => toJson(r, cell)),
      assumptions,
      ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
      stats: { pairs: cell.tested.length, microsecondsPerConfiguration: microseconds },
    });
  } else {
    process.stdout.write(toText(results, cell, assumptions, microseconds));
  }
  const code = results.some((r) => r.colliding || r.tooClose !== null) ? 1 : 0;
  const isLeft = results.some((r) => r.limits.length > 0);
  return exitWithLimits(code, isLeft, asked);
}

function readList(
  cell: Cell,
  file: string,
  given: ReadonlyMap<string, number>,
): { list: Float64Array[]; notes: readonly Fault[] } {
  const bytes = readBytes(file);
  const { joints, configurations } = readConfigurations(bytes, { file });
  if (configurations.length === 0) return { list: [], notes: [] };
  const first = configurations[0];
  const rows = rowsOf(cell, { joints, first, given, file, bytes, what: 'configuration 0' });
  return { list: configurations.map((row) => rows.configuration(row)), notes: rows.notes };
}

type Result = StaticResult & { readonly limits: readonly LeftLimit[] };

function names({ pair }: PairFinding, cell: Cell): [string, string] {
  return pairNames(cell, pair);
}
function toJson(result: Result, cell: Cell) {
  const { colliding, tooClose, closest, limits } = result;
  return {
    colliding,
    ...(tooClose
      ? {
          tooClose: {
            pair: names(tooClose, cell),
            distance: tooClose.distance,
            clearance: tooClose.pair.clearance,
          },
        }
      : {}),
    ...(closest
      ? {
          pair: names(closest, cell),
          distance: closest.distance,
          lower: closest.lower,
          ...(closest.contained ? { contained: true } : {}),
          ...(closest.points ? { points: closest.points.map((p) => [...p]) } : {}),
        }
      : {}),
    ...(limits.length > 0 ? { beyondLimits: limits.map(({ joint }) => joint) } : {}),
    // Of a configuration there is neither a segment nor a time.
    limits: limitsJson(limits).map(({ joint, kind, value, limit, by, unit }) => ({
      ...{ joint, kind, value, limit, by, unit },
    })),
  };
}

function toText(
  results: readonly Result[],
  cell: Cell,
  assumptions: readonly string[],
  microseconds: number,
): string {
  const colliding = results.filter((r) => r.colliding).length;
  const lines: string[] = [];
  results.slice(0, LISTED).forEach((r, i) => {
    const texts = r.limits.map((left) => limitText(left, ''));
    const beyond = texts.length > 0 ? `; leaves limits: ${texts.join(', ')}` : '';
    if (!r.closest) lines.push(`${i}  free: no pair is tested${beyond}`);
    else {
      const shown = r.tooClose ?? r.closest;
      const [a, b] = names(shown, cell);
      const inside = shown.contained ? ' (one inside the other)' : '';
      const pair = `${a} and ${b}`;
      const what = r.colliding
        ? `colliding: ${pair}${inside}`
        : r.tooClose
          ? nearerText(pair, shown.distance, shown.pair.clearance)
          : closestText(pair, shown.distance);
      lines.push(`${i}  ${what}${beyond}`);
    }
  });
  if (results.length > LISTED)
    lines.push(`... and ${results.length - LISTED} more; --json has all`);
  lines.push(
    `${results.length} configurations: ${colliding} colliding, ${results.length - colliding} not`,
    `${cell.tested.length} pairs tested, ${inMicroseconds(microseconds)} per configuration`,
  );
  if (assumptions.length > 0) lines.push(assumingText(assumptions));
  if (colliding > 0 && cell.description.robots.some((robot) => !robot.semantics)) {
    lines.push('without an SRDF links that share a joint are tested too, and often touch;');
    lines.push('"surepath info CELL --suggest" proposes one');
  }
  return `${lines.join('\n')}\n`;
}

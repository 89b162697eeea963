/** `surepath check CELL --configurations FILE`: static checks of single configurations. */
import { type Cell, type PairFinding, StaticChecker, type StaticResult } from '../../cell/index.ts';
import { readConfigurations } from '../../formats/index.ts';
import { configurationFrom } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import {
  about,
  type Command,
  metres,
  parse,
  printJson,
  readBytes,
  usageFault,
} from '../command.ts';
import { CELL_HELP, CELL_OPTIONS, loadCell, printNotes } from '../loadCell.ts';

/** Configurations listed for people; --json has them all. */
const LISTED = 20;

export const checkCommand: Command = {
  name: 'check',
  summary: 'does a robot collide? static checks of configurations',
  help: `usage: surepath check CELL --configurations FILE [options]

Checks every configuration of FILE, {"joints": [names], "configurations": [[values]]}: does any
tested pair of bodies collide, and if not, which pair is closest and how far apart. Free is proven
for the true meshes, in floating point; solids count, so that a body inside another collides.

${CELL_HELP}
  --configurations FILE what to check
  --json                one JSON object on stdout: {"results": [{"colliding", "pair", "distance"}]};
                        "distance" is the smallest over the tested pairs, 0 where they collide

Exit code: 0 if every configuration is free, 1 if one collides or is too close, 2 for bad input.
`,
  run(args) {
    const { values, positionals } = parse('check', args, {
      ...CELL_OPTIONS,
      configurations: { type: 'string' },
      json: { type: 'boolean' },
    });
    if (positionals.length !== 1) throw usageFault('check', 'check takes one cell');
    if (values.configurations === undefined) {
      throw usageFault('check', 'check needs --configurations FILE');
    }
    const { cell, joints } = loadCell('check', positionals[0], values);
    if (!values.json) printNotes(cell.notes);
    const list = readList(cell, values.configurations, joints);
    const checker = new StaticChecker(cell);
    const start = process.hrtime.bigint();
    const results = list.map((q) => ({
      ...checker.check(q),
      limits: checker.limitViolations(q),
    }));
    const microseconds = Number(process.hrtime.bigint() - start) / 1000 / Math.max(1, list.length);
    const assumptions = assumptionsOf(cell);
    if (values.json) {
      printJson({
        results: results.map((r) => toJson(r, cell)),
        assumptions,
        stats: { pairs: cell.tested.length, microsecondsPerConfiguration: microseconds },
      });
    } else {
      process.stdout.write(toText(results, cell, assumptions, microseconds));
    }
    return results.some((r) => r.colliding || r.tooClose !== null) ? 1 : 0;
  },
};

function readList(cell: Cell, file: string, joints: ReadonlyMap<string, number>): Float64Array[] {
  const { joints: names, configurations } = readConfigurations(readBytes(file), { file });
  return configurations.map((row, i) => {
    const own = new Map(names.map((name, k) => [name, row[k]]));
    const { q, missing } = about(file, () =>
      configurationFrom(cell.tree, own, joints, cell.description.state),
    );
    if (missing.length === 0) return q;
    throw new InputError({
      code: 'configuration/missing',
      message: `configuration ${i} has no value for ${missing.join(', ')}`,
      file,
      hint: 'name them in "joints", hold them in the cell file, or give --joints NAME=VALUE',
    });
  });
}

/** What somebody declared and every verdict rests on, counted by reason. */
export function assumptionsOf(cell: Cell): string[] {
  const counts = new Map<string, number>();
  for (const { assumed, reason, detail } of cell.pairs) {
    if (!assumed) continue;
    const what =
      reason === 'disabled' ? `the SRDF disables as ${detail || 'given'}` : `allowed: ${detail}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, n]) => `${n} ${n === 1 ? 'pair' : 'pairs'} ${what}`);
}

type Result = StaticResult & { readonly limits: readonly { readonly dof: string }[] };

function names({ pair }: PairFinding, cell: Cell): [string, string] {
  return [cell.bodies[pair.a].name, cell.bodies[pair.b].name];
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
    ...(limits.length > 0 ? { beyondLimits: limits.map((v) => v.dof) } : {}),
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
    const beyond =
      r.limits.length > 0 ? `; beyond limits: ${r.limits.map((v) => v.dof).join(', ')}` : '';
    if (!r.closest) lines.push(`${i}  free: no pair is tested${beyond}`);
    else {
      const shown = r.tooClose ?? r.closest;
      const [a, b] = names(shown, cell);
      const inside = shown.contained ? ' (one inside the other)' : '';
      const apart = `${a} and ${b}, ${metres(shown.distance)}`;
      const what = r.colliding
        ? `colliding: ${a} and ${b}${inside}`
        : r.tooClose
          ? `too close: ${apart}, asked for ${metres(shown.pair.clearance)}`
          : `free: closest are ${apart}`;
      lines.push(`${i}  ${what}${beyond}`);
    }
  });
  if (results.length > LISTED)
    lines.push(`... and ${results.length - LISTED} more; --json has all`);
  lines.push(
    `${results.length} configurations: ${colliding} colliding, ${results.length - colliding} not`,
    `${cell.tested.length} pairs tested, ${microseconds.toFixed(0)} us per configuration`,
  );
  if (assumptions.length > 0) lines.push(`assuming ${assumptions.join('; ')}`);
  if (colliding > 0 && cell.description.robots.some((robot) => !robot.semantics)) {
    lines.push('without an SRDF links that share a joint are tested too, and often touch;');
    lines.push('"surepath info CELL --suggest" proposes one');
  }
  return `${lines.join('\n')}\n`;
}

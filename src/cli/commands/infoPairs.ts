/** `surepath info CELL --suggest` and `--audit`: what an SRDF would say, or says wrongly. */
import { auditPairs, type Cell, suggestPairs } from '../../cell/index.ts';
import { Random } from '../../math/index.ts';
import { valueText } from '../../words/index.ts';
import { printJson } from '../command.ts';

export function printSuggestions(cell: Cell, samples: number, seed: number, json: boolean): void {
  const suggestions = suggestPairs(cell, { samples, random: new Random(seed) });
  if (json) {
    printJson({ suggestions, samples, seed });
    return;
  }
  const rows = suggestions.map(
    ({ link1, link2, reason }) =>
      `  <disable_collisions link1="${link1}" link2="${link2}" reason="${reason}"/>`,
  );
  process.stdout.write(`${rows.join('\n')}\n`);
  const count = (reason: string) => suggestions.filter((s) => s.reason === reason).length;
  process.stderr.write(
    `surepath: ${count('Adjacent')} adjacent, ${count('Default')} touching at zero, ${count('Always')} colliding in all of ${samples} samples, ${count('Never')} proven never to collide\n`,
  );
}

/** Exit code 1 if a pair declared `Never` was seen to collide. */
export function printAudit(cell: Cell, samples: number, seed: number, json: boolean): number {
  const findings = auditPairs(cell, { samples, random: new Random(seed) });
  const wrong = findings.filter((f) => f.configuration !== null);
  const joints = cell.tree.dofs.map((dof) => dof.name);
  if (json) {
    printJson({
      joints,
      pairs: findings.map((f) => ({
        pair: [f.link1, f.link2],
        declared: f.declared,
        verdict: f.configuration ? 'collides' : f.proven ? 'never, proven' : 'not seen to collide',
        ...(f.configuration ? { configuration: [...f.configuration] } : {}),
      })),
      samples,
      seed,
    });
    return wrong.length > 0 ? 1 : 0;
  }
  const lines = wrong.map(
    (f) =>
      `${f.link1} and ${f.link2} are disabled as ${f.declared}, but collide at\n  ${joints.map((name, d) => `${name}=${valueText(f.configuration![d])}`).join(' ')}`,
  );
  const proven = findings.filter((f) => f.proven).length;
  const rest = findings.length - wrong.length - proven;
  lines.push(
    `${findings.length} pairs disabled as Never: ${wrong.length} collide somewhere, ${proven} proven never to, ${rest} not seen to in ${samples} samples`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return wrong.length > 0 ? 1 : 0;
}

/** `surepath info CELL --suggest` and `--audit`: what an SRDF would say, or says wrongly. */

import { auditPairs, type Cell, suggestPairs, touchingAtRest } from '../../cell/index.ts';
import { suggestSemantics, writeSrdf } from '../../formats/index.ts';
import { InputError, Random } from '../../math/index.ts';
import { restingRemark, sampledRemark, valueText } from '../../words/index.ts';
import { printJson, printText, tellText } from '../out.ts';

import { writeWhole } from '../programs.ts';

export interface SuggestSettings {
  readonly samples: number;
  readonly seed: number;
  readonly json: boolean;
  /** Where the SRDF is written; default: to stdout. */
  readonly out: string | undefined;
  readonly cellFile: string;
}

/** Prints or writes an SRDF for the robot of a cell, with what is known of its pairs. */
export function suggestSrdf(cell: Cell, settings: SuggestSettings): void {
  const { samples, seed, json, out, cellFile } = settings;
  const { robots } = cell.description;
  if (robots.length > 1) {
    throw new InputError({
      code: 'info/several-robots',
      message: `an SRDF is about one robot; this cell has ${robots.length}`,
      file: cellFile,
      hint: 'surepath info ROBOT.urdf --suggest, for each of them',
    });
  }
  const [{ name: scope, robot, semantics }] = robots;
  const suggestions = suggestPairs(cell, { samples, random: new Random(seed) });
  const plain = (name: string) => (scope === '' ? name : name.slice(scope.length + 1));
  const pairs = suggestions.map(({ link1, link2, reason }) => ({
    link1: plain(link1),
    link2: plain(link2),
    reason,
  }));
  const disabled = [...(semantics?.disabledPairs ?? []), ...pairs];
  const whole = semantics
    ? { ...semantics, disabledPairs: disabled }
    : suggestSemantics(robot, disabled);
  const seen = suggestions.filter(({ reason, proven }) => reason === 'Always' && !proven);
  const resting = touchingAtRest(cell).filter(
    ([p, q]) => !suggestions.some(({ link1, link2 }) => link1 === p && link2 === q),
  );
  const srdf = writeSrdf(whole, [
    ...seen.map(({ link1, link2 }) => sampledRemark([plain(link1), plain(link2)], samples)),
    ...resting.map(([p, q]) => restingRemark([plain(p), plain(q)])),
  ]);
  if (out !== undefined) writeWhole(out, srdf);
  if (json) printJson({ suggestions, samples, seed, ...(out === undefined ? { srdf } : { out }) });
  else if (out === undefined) process.stdout.write(srdf);
  const count = (reason: string) => suggestions.filter((s) => s.reason === reason).length;
  const always = count('Always');
  const proven = always - seen.length;
  tellText(
    `surepath: ${count('Adjacent')} adjacent, ${always} always in contact (${proven} proven, ${seen.length} in all of ${samples} samples), ${count('Never')} proven never to collide\n`,
  );
  if (out !== undefined) tellText(`surepath: wrote ${out}\n`);
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
  printText(`${lines.join('\n')}\n`);
  return wrong.length > 0 ? 1 : 0;
}

/** Witnesses and open intervals, for people and for programs. */
import type { Cell } from '../../cell/index.ts';
import type { Witness } from '../../check/index.ts';
import { type Place, pairNames } from '../../jobs/index.ts';
import { type FoundPair, pointsText, valueText, witnessText } from '../../words/index.ts';

/** What words need to know of a witness. */
export function foundOf({ verdict, violated, pair, finding }: Witness, cell: Cell): FoundPair {
  const { contained, distance } = finding;
  const { clearance, tracking } = pair;
  return {
    ...{ pair: pairNames(cell, pair), verdict, violated },
    ...{ contained, distance, clearance, tracking },
  };
}

/** `colliding: A and B`, or how near they are and how near they may be. */
export function witnessLine(witness: Witness, { cell, delta }: Place): string {
  return witnessText(foundOf(witness, cell), delta);
}

/** Where in space, and all joint values; indented lines. */
export function witnessDetails({ finding, configuration }: Witness, place: Place): string[] {
  const lines: string[] = [];
  if (finding.points) lines.push(`  ${pointsText(finding.points, finding.distance)}`);
  if (finding.contained) {
    lines.push(
      '  if the outer one is a guard and not a solid, say so: "solid: false" in the cell file',
    );
  }
  return [...lines, ...valueLines(configuration, place)];
}

/** All joint values. */
export function valueLines(configuration: Float64Array, { cell, order }: Place): string[] {
  const values = order.map((d) => `${cell.tree.dofs[d].name}=${valueText(configuration[d])}`);
  return wrapped('  with ', values);
}

/** Words in lines of at most 100 characters, the first after a lead, the others as far in. */
export function wrapped(lead: string, words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = lead;
  for (const word of words) {
    if (line.length > lead.length && line.length + 1 + word.length > 100) {
      lines.push(line);
      line = ' '.repeat(lead.length);
    }
    line += line.length > lead.length ? ` ${word}` : word;
  }
  return [...lines, line];
}

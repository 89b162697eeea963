/** Witnesses and open intervals, for people and for programs. */
import type { Cell, Pair } from '../../cell/index.ts';
import type { OpenInterval, Witness } from '../../check/index.ts';
import { mm, mmBelow, mmUpper } from '../../math/index.ts';

/** What is needed to say where something happens. */
export interface Place {
  readonly cell: Cell;
  /** Degrees of freedom in the order in which values are listed. */
  readonly order: readonly number[];
  readonly delta: number;
}

export function pairNames({ bodies }: Cell, { a, b }: Pair): [string, string] {
  return [bodies[a].name, bodies[b].name];
}

export function jointNames({ cell, order }: Place): string[] {
  return order.map((d) => cell.tree.dofs[d].name);
}

/** All of it but the verdict. */
export function witnessJson(witness: Witness, place: Place) {
  const { verdict, violated, t, pair, configuration, finding } = witness;
  return {
    ...(verdict === 'too-close' ? { violated } : {}),
    t,
    pair: pairNames(place.cell, pair),
    configuration: place.order.map((d) => configuration[d]),
    distance: finding.distance,
    ...(finding.contained ? { contained: true } : {}),
    ...(finding.points ? { points: finding.points.map((p) => [...p]) } : {}),
  };
}

export function openJson({ pair, from, to }: OpenInterval, { cell }: Place) {
  return { from, to, pair: pairNames(cell, pair) };
}

/** `colliding: A and B`, or how near they are and how near they may be. */
export function witnessText(witness: Witness, { cell, delta }: Place): string {
  const { verdict, pair, finding } = witness;
  const names = pairNames(cell, pair).join(' and ');
  if (verdict === 'colliding') {
    return `colliding: ${names}${finding.contained ? ', one inside the other' : ''}`;
  }
  const kept = pair.clearance + pair.tracking;
  const distance = isShort(witness) ? mmBelow(finding.distance, kept) : mmUpper(finding.distance);
  const apart = `too-close: ${names}, ${distance} apart`;
  const clearance = pair.clearance > 0 ? [`a clearance of ${mm(pair.clearance)}`] : [];
  if (witness.violated) return `${apart}; asked for ${clearance[0]}`;
  const tracking = pair.tracking > 0 ? [`${mm(pair.tracking)} for tracking`] : [];
  const needed = [...clearance, ...tracking].join(' and ');
  if (isShort(witness)) return `${apart}; needs ${needed}`;
  return `${apart}; ${needed ? `not proven to keep ${needed}` : 'contact is not excluded'} (delta ${mm(delta)})`;
}

/** Nearer than the clearance and what tracking needs: no smaller delta could help. */
export function isShort({ pair, finding }: Witness): boolean {
  return finding.distance < pair.clearance + pair.tracking;
}

/** Where in space, and all joint values; indented lines. */
export function witnessDetails(witness: Witness, place: Place): string[] {
  const { finding, configuration } = witness;
  const lines: string[] = [];
  if (finding.points) {
    const [p, q] = finding.points.map((x) => `(${[...x].map((c) => c.toFixed(4)).join(', ')})`);
    lines.push(
      finding.distance === 0 ? `  at the point ${p} m` : `  at the points ${p} and ${q} m`,
    );
  }
  if (finding.contained) {
    lines.push(
      '  if the outer one is a guard and not a solid, say so: "solid: false" in the cell file',
    );
  }
  const values = place.order.map(
    (d) => `${place.cell.tree.dofs[d].name}=${Number(configuration[d].toFixed(6))}`,
  );
  lines.push(...wrapped('  with ', values));
  return lines;
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

export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

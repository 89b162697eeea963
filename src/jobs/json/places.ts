/** Where something happens, as JSON: pairs by their names, witnesses, open intervals, limits of joints, notes. */
import { type Cell, type CellDescription, keptClearance, type Pair } from '../../cell/index.ts';
import type { CheckStats, OpenInterval, Witness } from '../../check/index.ts';
import type { Fault } from '../../math/index.ts';
import type { LeftLimit } from '../../motion/index.ts';

/** What is needed to say where something happens. */
export interface Place {
  readonly cell: Cell;
  /** Degrees of freedom in the order in which values are listed. */
  readonly order: readonly number[];
  readonly delta: number;
}

/** What is asked to be kept: to the surroundings, and within a robot where that is another. */
export function clearanceJson(description: CellDescription) {
  const { clearance, self } = keptClearance(description);
  return { clearance, ...(self === undefined ? {} : { selfClearance: self }) };
}

/** Names of two bodies. */
export function pairNames({ bodies }: Pick<Cell, 'bodies'>, { a, b }: Pair): [string, string] {
  return [bodies[a].name, bodies[b].name];
}

/** Names of joints in the order in which values are listed. */
export function jointNames({ cell, order }: Pick<Place, 'cell' | 'order'>): string[] {
  return order.map((d) => cell.tree.dofs[d].name);
}

/** All of a witness but the verdict. */
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

/** A pair on an interval about which nothing is proven. */
export function openJson({ pair, from, to }: OpenInterval, { cell }: Place) {
  return { from, to, pair: pairNames(cell, pair) };
}

/** Limits of joints that are left: one object per joint and kind; null where a number is infinite. */
export function limitsJson(left: readonly LeftLimit[]) {
  return left.map(({ joint, kind, value, limit, jump, unit, segment, t, time, held, segments }) => {
    const known = Number.isFinite(value);
    const where = { segment, t, ...(time === undefined ? {} : { time }), segments };
    return {
      joint,
      kind,
      value: known ? value : null,
      limit,
      by: known ? Math.abs(value - limit) : null,
      unit: kind === 'position' ? unit : kind === 'velocity' ? `${unit}/s` : `${unit}/s^2`,
      ...(jump === undefined ? {} : { jump }),
      ...(held ? { held } : where),
    };
  });
}

/** What a check cost, of so many pairs. */
export function statsJson(pairs: number, stats: CheckStats, milliseconds: number) {
  const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = stats;
  return { pairs, configurations, tests, gjkCalls, nodePairs, trianglePairs, milliseconds };
}

/** Notes of one kind that are shown. */
const SHOWN = 3;

/** The first few notes of each kind, and how many more there are. */
export function firstOfKind(notes: readonly Fault[]): Fault[] {
  const seen = new Map<string, number>();
  const shown = notes.filter(({ code }) => {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    return count <= SHOWN;
  });
  for (const [code, count] of seen) {
    if (count > SHOWN) shown.push({ code, message: `${count - SHOWN} more of ${code}` });
  }
  return shown;
}

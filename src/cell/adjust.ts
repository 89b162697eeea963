/**
 * Changes of a cell's description that somebody asks for on top of its files, before it is compiled.
 * What they change is part of the question: a certificate holds for the cell as changed.
 */
import { type CellDescription, type Clearances, withClearances } from '../model/index.ts';

export interface Adjustments extends Clearances {
  /** Pairs that an SRDF disables as `Never` are tested like any other. Default false. */
  readonly recheckNever?: boolean | undefined;
  /** A verdict may be given though no pair is tested. Default: as the cell says. */
  readonly allowNothing?: boolean | undefined;
}

/** Whether the reason that an SRDF gives for a pair is a claim about all configurations. */
export function isNever(reason: string): boolean {
  return /never/i.test(reason);
}

/** The description with changes. Throws an InputError for a clearance that is none. */
export function adjustCell(
  description: CellDescription,
  { clearance, selfClearance, recheckNever = false, allowNothing = false }: Adjustments,
): CellDescription {
  let adjusted = withClearances(description, { clearance, selfClearance });
  if (recheckNever) adjusted = { ...adjusted, robots: adjusted.robots.map(withoutNever) };
  if (allowNothing) adjusted = { ...adjusted, allowNothing };
  return adjusted;
}

function withoutNever(
  instance: CellDescription['robots'][number],
): CellDescription['robots'][number] {
  const { semantics } = instance;
  if (!semantics) return instance;
  const disabledPairs = semantics.disabledPairs.filter(({ reason }) => !isNever(reason));
  return { ...instance, semantics: { ...semantics, disabledPairs } };
}

/**
 * Changes of a cell's description that somebody asks for on top of its files, before it is compiled.
 * What they change is part of the question: a certificate holds for the cell as changed.
 */
import {
  type CellDescription,
  type Clearances,
  withClearances,
  withClearancesAtLeast,
  withoutNever,
} from '../model/index.ts';

export interface Adjustments extends Clearances {
  /** Pairs that an SRDF disables as `Never` are tested like any other. Default false. */
  readonly recheckNever?: boolean | undefined;
  /** A verdict may be given though no pair is tested. Default: as the cell says. */
  readonly allowNothing?: boolean | undefined;
  /** Clearances are only raised: what the files ask for is the least. Default false. */
  readonly atLeast?: boolean | undefined;
}

/** The description with changes. Throws an InputError for a clearance that is none. */
export function adjustCell(
  description: CellDescription,
  { clearance, selfClearance, recheckNever = false, allowNothing = false, atLeast }: Adjustments,
): CellDescription {
  const asked = { clearance, selfClearance };
  let adjusted = (atLeast ? withClearancesAtLeast : withClearances)(description, asked);
  if (recheckNever) adjusted = withoutNever(adjusted);
  if (allowNothing) adjusted = { ...adjusted, allowNothing };
  return adjusted;
}

/** Pairs that an SRDF disables as "Never in collision": a claim about all configurations, which samples suggested and nobody proved. */
import type { CellDescription } from './description.ts';

/** Whether the reason that an SRDF gives for a pair is a claim about all configurations. */
export function isNever(reason: string): boolean {
  return /never/i.test(reason);
}

/** The description in which these pairs are tested like any other. */
export function withoutNever(description: CellDescription): CellDescription {
  const robots = description.robots.map((instance) => {
    const { semantics } = instance;
    if (!semantics) return instance;
    const disabledPairs = semantics.disabledPairs.filter(({ reason }) => !isNever(reason));
    return { ...instance, semantics: { ...semantics, disabledPairs } };
  });
  return { ...description, robots };
}

/**
 * Of which pairs of bodies other things are asked: tested now or no longer and why, another clearance. Of bodies that
 * only one of the cells has, pairs are counted. Costs, for each cell, bodies that move times bodies.
 */
import { buildModel, type CellDescription, type CellModel, PairRules } from '../../model/index.ts';
import type { PairChange, PairFacts } from '../../words/index.ts';

export interface PairDifference {
  /** Of bodies that both cells have. */
  readonly changed: readonly PairChange[];
  /** How many pairs are tested in each. */
  readonly tested: { readonly before: number; readonly after: number };
  /** Tested pairs of bodies that only the second cell has, and that only the first one had. */
  readonly added: number;
  readonly removed: number;
}

/** What changed about pairs. Throws an InputError for a cell that is not sound. */
export function pairDifference(before: CellDescription, after: CellDescription): PairDifference {
  const [was, is] = [rulesOf(before), rulesOf(after)];
  const changed: PairChange[] = [];
  const movers = [...is.rules.movers].map((m) => is.model.bodies[m].name);
  const gone = [...was.rules.movers]
    .map((m) => was.model.bodies[m].name)
    .filter((name) => !movers.includes(name));
  // A pair of two bodies that stand still in both cells is static in both.
  const first = new Set<string>();
  for (const mover of [...movers, ...gone]) {
    first.add(mover);
    const [a, b] = [was.model.bodyOf.get(mover), is.model.bodyOf.get(mover)];
    if (a === undefined || b === undefined) continue;
    for (const { name } of is.model.bodies) {
      const [p, q] = [was.model.bodyOf.get(name), is.model.bodyOf.get(name)!];
      if (p === undefined || first.has(name)) continue;
      const [then, now] = [was.factsOf(a, p), is.factsOf(b, q)];
      if (!sameFacts(then, now)) {
        changed.push({ pair: [mover, name], before: then, after: now });
      }
    }
  }
  return {
    changed,
    tested: { before: was.tested, after: is.tested },
    added: testedOf(is, was.model),
    removed: testedOf(was, is.model),
  };
}

interface Ruled {
  readonly model: CellModel;
  readonly rules: PairRules;
  readonly tested: number;
  readonly factsOf: (a: number, b: number) => PairFacts;
}

function rulesOf(description: CellDescription): Ruled {
  const model = buildModel(description);
  const rules = new PairRules(description, model.bodies, model.tree, model.bodyOf);
  const factsOf = (a: number, b: number) => {
    const { reason, detail, clearance } = rules.of(Math.min(a, b), Math.max(a, b));
    return { reason, detail, clearance };
  };
  return { model, rules, tested: rules.counts().get(null) ?? 0, factsOf };
}

/** What is asked of a pair that is not tested matters only as far as why. */
function sameFacts(a: PairFacts, b: PairFacts): boolean {
  if (a.reason !== b.reason || a.detail !== b.detail) return false;
  return a.reason !== null || a.clearance === b.clearance;
}

/** Tested pairs with a body that another cell does not have. */
function testedOf({ model: { bodies }, rules }: Ruled, other: CellModel): number {
  let n = 0;
  const isNew = bodies.map(({ name }) => !other.bodyOf.has(name));
  if (!isNew.includes(true)) return 0;
  for (const m of rules.movers) {
    for (let b = 0; b < bodies.length; b++) {
      if (b === m || !(isNew[m] || isNew[b])) continue;
      // Two that move meet once.
      if (rules.isMover(b) && b < m) continue;
      if (rules.reasonOf(Math.min(m, b), Math.max(m, b)) === null) n++;
    }
  }
  return n;
}

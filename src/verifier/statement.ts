/**
 * What a certificate says about a cell besides its proof: every pair with what is done about it, and
 * what is assumed. Makers write it, verifiers derive it anew and compare.
 */
import {
  type Body,
  type CellDescription,
  isNothingTested,
  modelAssumptions,
  type Pair,
} from '../cell/index.ts';
import { scopedName } from '../kinematics/index.ts';
import { NOTHING_TESTED } from '../words/index.ts';
import type { PairEntry } from './format.ts';

/**
 * The pairs as a certificate lists them. One that the cell excludes because swept balls are disjoint
 * is tested: a certificate shows by slabs what can be shown. Of what can be shown, that which does not
 * concern the certificate is shown elsewhere.
 */
export function pairEntries(
  pairs: readonly Pair[],
  concerns: (pair: Pair) => boolean = () => true,
): PairEntry[] {
  return pairs.map((pair) => {
    const { a, b, reason, detail, clearance, tracking } = pair;
    if (reason === null || reason === 'swept') {
      if (concerns(pair)) return { a, b, excluded: null, detail: '', clearance, tracking };
      return { a, b, excluded: 'elsewhere', detail: '', clearance: 0, tracking: 0 };
    }
    return { a, b, excluded: reason, detail, clearance: 0, tracking: 0 };
  });
}

/** What the proof rests on and does not show, in words: declared pairs, joints held fixed, the model. */
export function assumptionsOf(
  description: CellDescription,
  bodies: readonly Body[],
  pairs: readonly PairEntry[],
): string[] {
  const found: string[] = [];
  for (const { a, b, excluded, detail } of pairs) {
    if (excluded !== 'disabled' && excluded !== 'allowed') continue;
    const why = detail === '' ? excluded : `${excluded}, ${detail}`;
    found.push(`"${bodies[a].name}" and "${bodies[b].name}" are not tested (${why})`);
  }
  for (const { name, held } of description.robots) {
    for (const joint of [...held.keys()].sort()) {
      found.push(`"${scopedName(name, joint)}" is held at ${held.get(joint)!.join(', ')}`);
    }
  }
  if (isNothingTested(pairs.map(({ excluded }) => ({ reason: excluded })))) {
    found.push(NOTHING_TESTED);
  }
  return [...found, ...modelAssumptions(description, bodies)];
}

/**
 * What a certificate says about a cell besides its proof: every pair with what is done about it, and
 * what is assumed. Makers write it, verifiers derive it anew and compare.
 */
import { scopedName } from '../kinematics/assemble.ts';
import { modelAssumptions } from '../model/assumptions.ts';
import type { BodyModel } from '../model/bodies.ts';
import type { CellDescription } from '../model/description.ts';
import type { PairModel } from '../model/pairs.ts';
import { NOTHING_TESTED } from '../words/assumptions.ts';
import type { PairEntry } from './format.ts';

/** Numbers of two bodies, of which it is asked whether a certificate is about them. */
export type ConcernedPair = Pick<PairModel, 'a' | 'b'>;

/**
 * A pair as a certificate lists it. Of what can be shown, that which does not concern the certificate
 * is shown elsewhere. How far straying joints bring two bodies together is for makers to say.
 */
export function pairEntry<P extends PairModel & { readonly tracking?: number }>(
  pair: P,
  concerns: (pair: P) => boolean = () => true,
): PairEntry {
  const { a, b, reason, detail, clearance, tracking = 0 } = pair;
  if (reason !== null) return { a, b, excluded: reason, detail, clearance: 0, tracking: 0 };
  if (concerns(pair)) return { a, b, excluded: null, detail: '', clearance, tracking };
  return { a, b, excluded: 'elsewhere', detail: '', clearance: 0, tracking: 0 };
}

/** What is assumed about pairs: those that somebody declared harmless, in order; whether none is tested at all. */
export interface AssumedPairs {
  readonly declared: readonly Pick<PairModel, 'a' | 'b' | 'reason' | 'detail'>[];
  readonly nothing: boolean;
}

/** What the proof rests on and does not show, in words: declared pairs, joints held fixed, the model. */
export function assumptionsOf(
  description: CellDescription,
  bodies: readonly BodyModel[],
  { declared, nothing }: AssumedPairs,
): string[] {
  const found: string[] = [];
  for (const { a, b, reason, detail } of declared) {
    const why = detail === '' ? reason : `${reason}, ${detail}`;
    found.push(`"${bodies[a].name}" and "${bodies[b].name}" are not tested (${why})`);
  }
  for (const { name, held } of description.robots) {
    for (const joint of [...held.keys()].sort()) {
      found.push(`"${scopedName(name, joint)}" is held at ${held.get(joint)!.join(', ')}`);
    }
  }
  if (nothing) found.push(NOTHING_TESTED);
  return [...found, ...modelAssumptions(description, bodies)];
}

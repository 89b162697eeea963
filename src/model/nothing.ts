/**
 * Where nothing is tested nothing can be shown: a robot without collision geometry, or a cell whose pairs
 * are all declared harmless, is free of collision in name only. That is an error, unless somebody asks for it.
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from './description.ts';
import { visualOnlyLinks } from './visualOnly.ts';

/**
 * Whether no pair is tested. Pairs that swept balls prove apart, and those that a certificate shows
 * elsewhere, are: of them something is shown.
 */
export function isNothingTested(pairs: readonly { readonly reason: string | null }[]): boolean {
  return pairs.every(({ reason }) => reason !== null && !SHOWN.includes(reason));
}

const SHOWN: readonly string[] = ['swept', 'elsewhere'];

/** What is asked about it. */
interface Asked {
  readonly description: CellDescription;
  readonly bodies: readonly unknown[];
  readonly pairs: readonly Judged[];
}

interface Judged {
  readonly reason: string | null;
  readonly assumed: boolean;
}

/** Throws if no pair of the cell is tested and it does not allow that. */
export function requireTests({ description, pairs, bodies }: Asked): void {
  if (description.allowNothing || !isNothingTested(pairs)) return;
  const seen = visualOnlyLinks(description, 'ignored').length > 0;
  const hint = seen
    ? 'links without collision geometry are tested by their visuals with --visuals, or "visual: collide" in the cell file'
    : 'surepath info CELL --pairs says why each pair is left out';
  throw new InputError({
    code: 'cell/nothing-tested',
    message: `no pair of bodies is tested, so there is nothing to prove: ${whyNot(bodies.length, pairs)}`,
    hint: `${hint}; --allow-nothing, or "allow_nothing: true" in the cell file, gives a verdict all the same`,
  });
}

function whyNot(bodies: number, pairs: readonly Judged[]): string {
  if (bodies === 0) return 'nothing in the cell has collision geometry';
  if (bodies === 1) return 'only one body in the cell has collision geometry';
  const assumed = pairs.filter((pair) => pair.assumed).length;
  if (assumed === 0) return `none of its ${bodies} bodies moves against another`;
  const others = pairs.length - assumed;
  const of = (n: number) => (n === 1 ? '1 pair is' : `${n} pairs are`);
  const rest = others > 0 ? `, and of ${others} neither moves against the other` : '';
  return `${of(assumed)} declared harmless${rest}`;
}

/**
 * Where nothing is tested nothing can be shown: a robot without collision geometry, or a cell whose pairs
 * are all declared harmless, is free of collision in name only. That is an error, unless somebody asks for it.
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from './description.ts';
import type { PairRules } from './pairs.ts';
import { visualOnlyLinks } from './visualOnly.ts';

/** Pairs as they are judged here: a list of them, or the rules that they follow, which are many. */
export type JudgedPairs<P extends { readonly reason: string | null }> =
  | PairList<P>
  | { readonly rules: Pick<PairRules, 'counts'> };

interface PairList<P> {
  readonly length: number;
  every(test: (pair: P) => boolean): boolean;
  filter(test: (pair: P) => boolean): { readonly length: number };
}

/**
 * Whether no pair is tested. Pairs that swept balls prove apart, and those that a certificate shows
 * elsewhere, are: of them something is shown.
 */
export function isNothingTested(pairs: JudgedPairs<{ readonly reason: string | null }>): boolean {
  if (isRuled(pairs)) return (pairs.rules.counts().get(null) ?? 0) === 0;
  return pairs.every(({ reason }) => reason !== null && !SHOWN.includes(reason));
}

function isRuled(pairs: object): pairs is { readonly rules: Pick<PairRules, 'counts'> } {
  return 'rules' in pairs;
}

const SHOWN: readonly string[] = ['swept', 'elsewhere'];

/** What is asked about it. */
interface Asked {
  readonly description: CellDescription;
  readonly bodies: readonly unknown[];
  readonly pairs: JudgedPairs<Judged>;
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
    : 'surepath info CELL --pairs says why each pair is left out, and with --pairs all no pair of a robot without an SRDF is taken for harmless';
  throw new InputError({
    code: 'cell/nothing-tested',
    message: `no pair of bodies is tested, so there is nothing to prove: ${whyNot(bodies.length, pairs)}`,
    hint: `${hint}; --allow-nothing, or "allow_nothing: true" in the cell file, gives a verdict all the same`,
  });
}

function whyNot(bodies: number, pairs: JudgedPairs<Judged>): string {
  if (bodies === 0) return 'nothing in the cell has collision geometry';
  if (bodies === 1) return 'only one body in the cell has collision geometry';
  const assumed = assumedCount(pairs);
  if (assumed === 0) return `none of its ${bodies} bodies moves against another`;
  const others = (bodies * (bodies - 1)) / 2 - assumed;
  const of = (n: number) => (n === 1 ? '1 pair is' : `${n} pairs are`);
  const rest = others > 0 ? `, and of ${others} neither moves against the other` : '';
  return `${of(assumed)} declared harmless${rest}`;
}

function assumedCount(pairs: JudgedPairs<Judged>): number {
  if (!isRuled(pairs)) return pairs.filter((pair) => pair.assumed).length;
  const counts = pairs.rules.counts();
  return (counts.get('disabled') ?? 0) + (counts.get('allowed') ?? 0);
}

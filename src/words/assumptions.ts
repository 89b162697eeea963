/**
 * What a verdict rests on and does not show, in words. Sentences about the model stand in certificates too, where
 * the verifier compares them: whoever changes one makes certificates that were written with it invalid.
 */

import { lengthText } from './plain.ts';
import { visibleName } from './visible.ts';

/** Where there is nothing to assume. */
export const NO_ASSUMPTIONS = 'None: no pair of bodies is declared harmless, no joint is held.';

/** What a verdict says where nothing was tested and nobody minds. */
export const NOTHING_TESTED = 'no pair of bodies is tested: nothing is shown';

/** In every sentence about links that are tested by what they look like. */
export const BY_VISUALS = 'tested by';

/** All assumptions in one line. */
export function assumingText(assumptions: readonly string[]): string {
  return `assuming ${assumptions.map(visibleName).join('; ')}`;
}

/** What pairs are called that nobody declared, and that are taken for harmless all the same. */
const SUGGESTED = 'assumed harmless without an SRDF';

/**
 * Why a pair of links of a robot without an SRDF is not tested. It stands in the model: whoever changes it makes
 * certificates that were written with it invalid.
 */
export function suggestedText(
  reason: 'Adjacent' | 'Always',
  proven: boolean,
  samples: number,
): string {
  if (reason === 'Adjacent') return `${SUGGESTED}: adjacent links`;
  const how = proven ? 'at all joint values, which is proven' : `in all of ${samples} samples`;
  return `${SUGGESTED}: in contact ${how}`;
}

/** Whether that is why. */
export function isSuggested(detail: string): boolean {
  return detail.startsWith(SUGGESTED);
}

/** Whether what is said of a pair says that it may touch. */
export function isSentence(detail: string): boolean {
  return detail.startsWith('allowed by') || isSuggested(detail);
}

/** Why a pair is taken for harmless: `the SRDF disables as Never`, `allowed: it may touch`. */
export function declaredReason(reason: 'disabled' | 'allowed', detail: string): string {
  if (reason === 'disabled') return `the SRDF disables as ${detail || 'given'}`;
  return isSentence(detail) ? detail : `allowed: ${detail}`;
}

/** Pairs that somebody declared, of one reason. */
export function declaredText(pairs: number, why: string): string {
  return `${pairs} ${pairs === 1 ? 'pair' : 'pairs'} ${why}`;
}

/** The same with the names of all of them: of pairs that nobody declared. */
export function suggestedPairsText(
  pairs: readonly (readonly [string, string])[],
  why: string,
): string {
  const names = pairs.map(([a, b]) => `"${a}" and "${b}"`).join(', ');
  return `${declaredText(pairs.length, why)} (${names})`;
}

/** A joint that does not move, and where. */
export function heldText(joint: string, values: readonly number[]): string {
  return `${joint} held at ${values.join(', ')}`;
}

/** Space of which nobody knows what is in it, and that is taken for free. In verdicts alone: a certificate is about the obstacles. */
export function unknownFreeText(name: string, space: 'octomap' | 'heights'): string {
  const what = space === 'octomap' ? 'unknown cells of the octomap' : 'gaps of the height map';
  return `${what} "${name}" are taken for free`;
}

/** Links that have visuals and no collision geometry, and what becomes of them; none, no sentence. */
export function visualsText(names: readonly string[], what: 'ignored' | 'tested'): string[] {
  if (names.length === 0) return [];
  const [one, several] =
    what === 'ignored'
      ? [', only a visual: it is not tested', ', only visuals: they are not tested']
      : [`: it is ${BY_VISUALS} its visual`, `: they are ${BY_VISUALS} their visuals`];
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop()!;
  return quoted.length === 0
    ? [`the link ${last} has no collision geometry${one}`]
    : [`the links ${quoted.join(', ')} and ${last} have no collision geometry${several}`];
}

/** A body that looks like a solid and is not one. `width` is null where nothing is open but edges of several triangles. */
export function surfaceText(
  name: string,
  edges: number,
  parts: number,
  width: number | null,
): string {
  const count = `${edges} open ${edges === 1 ? 'edge' : 'edges'}`;
  const places = parts === 1 ? '' : ` of ${parts} parts`;
  const how = width === null ? 'all between several triangles' : `${lengthText(width)} wide`;
  return `"${name}" is treated as a surface: ${count}${places}, ${how}`;
}

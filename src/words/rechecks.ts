/** What became of an older certificate, in words: how much of it is kept, which pairs needed more, or why it is of no use. */
import { count } from './plain.ts';

/** How much of an older certificate is in the new one. */
export interface KeptSteps {
  readonly segments: { readonly kept: number; readonly mended: number; readonly anew: number };
  readonly slabs: {
    readonly kept: number;
    readonly anew: number;
    readonly dropped: number;
    readonly failed: number;
  };
}

/** A pair that needed more than what is old. */
export interface KeptPair {
  readonly bodies: readonly [string, string];
  readonly segments: readonly number[];
  readonly failed: number;
  readonly anew: number;
}

/** `kept: 47 of 49 segments as they were, 2 partly; 264 slabs kept, 7 new, 4 dropped`. */
export function keptStepsText({ segments, slabs }: KeptSteps): string {
  const { kept, mended, anew } = segments;
  const parts = [`${kept} of ${count(kept + mended + anew, 'segment')} as they were`];
  if (mended > 0) parts.push(`${mended} in part`);
  if (anew > 0) parts.push(`${anew} without anything old`);
  return `still proven: ${parts.join(', ')}; ${count(slabs.kept, 'slab')} kept, ${slabs.anew} new, ${slabs.dropped} dropped`;
}

/** Why something of a pair had to be proven anew; `isProven`: whether that came to an end. */
export function keptPairText(
  { bodies, segments, failed, anew }: KeptPair,
  isProven: boolean,
): string {
  const where =
    segments.length === 1 ? `segment ${segments[0]}` : `segments ${segmentList(segments)}`;
  const why =
    failed > 0
      ? `${count(failed, 'old step')} ${failed === 1 ? 'does' : 'do'} not hold here any more`
      : 'nothing old shows them apart here';
  const steps = isProven ? `; ${anew > 0 ? count(anew, 'new step') : 'the others'} will do` : '';
  return `${bodies.join(' and ')}, ${where}: ${why}${steps}`;
}

/** Numbers of segments for people: a few of them. */
const LISTED = 6;

function segmentList(segments: readonly number[]): string {
  const first = segments.slice(0, LISTED).join(', ');
  return segments.length > LISTED ? `${first} and ${segments.length - LISTED} more` : first;
}

/** What is known of a path while it is rechecked: the part of it that is still proven, from 0 to 1; null before that is known. */
export function keptShareText(share: number | null): string {
  if (share === null)
    return 'the cell has changed: what is still proven of the path is being looked at';
  if (share >= 1) return 'still proven after the edit: all of the path; the verdict is on its way';
  // Rounded down: what is said to be proven is.
  const percent = Math.floor(100 * share);
  if (percent < 1)
    return 'hardly anything of the path is still proven after the edit; the rest is being proven';
  return `still proven after the edit: ${percent} % of the path; the rest is being proven`;
}

/** Why all of it is proven anew. */
export function notUsedText(reason: string): string {
  return `nothing of the certificate is of use: ${reason}; all is proven anew`;
}

/** That a new certificate is there and nobody asked for it to be written. */
export function unwrittenText(size: string): string {
  return `a new certificate is ready (${size}); --certificate FILE writes it`;
}

/** Certificates in words: that one is written, or why not; that one is verified, or why not. */
import { kilobytes, metresUpper, secondsAsked, tText } from './numbers.ts';
import { count, milliseconds } from './plain.ts';
import { type Kept, keptText } from './verdicts.ts';

/** `12 kB, 34 slabs`. */
export function certificateSize(bytes: number, slabs: number): string {
  return `${kilobytes(bytes)}, ${count(slabs, 'slab')}`;
}

/** That a certificate is written. */
export function certificateText(file: string, bytes: number, slabs: number): string {
  return `certificate ${file}: ${certificateSize(bytes, slabs)}`;
}

/** That none is written, and why. */
export function noCertificateText(reason: string): string {
  return `no certificate is written: ${reason}`;
}

/** What a certificate is about: a path. */
export function certifiedPath(waypoints: number, file: string): string {
  return `the path of ${count(waypoints, 'waypoint')} in ${file} is`;
}

/** What a certificate is about: robots that may start late. */
export function certifiedTracks(
  names: readonly string[],
  delays: ArrayLike<number>,
  file: string,
): string {
  const late = names.map((name, k) => `${name} up to ${secondsAsked(delays[k])} late`);
  return `the tracks in ${file}, ${late.join(', ')}, are`;
}

/** That a certificate holds. */
export function verifiedText(subject: string, kept: Kept): string {
  return `verified: ${subject} free in this cell${keptText(kept)}`;
}

/** That a certificate does not hold, and why. */
export function rejectedText(reason: string): string {
  return `rejected: ${reason}`;
}

/** What the verifier went through. */
export function checkedText(
  { segments, pairs, slabs }: { segments: number; pairs: number; slabs: number },
  ms: number,
): string {
  return `${count(segments, 'segment')}, ${count(pairs, 'pair')}, ${count(slabs, 'slab')} checked in ${milliseconds(ms, 0)}`;
}

/** Why there is no step of a proof for a pair at a place. */
export function noStepText(
  pair: string,
  t: number,
  lacking: 'apart' | 'taken' | 'tests',
  roundingUpper: number,
): string {
  const who = `${pair} at t = ${tText(t)}`;
  if (lacking === 'tests') return `no proof was found for ${who} within the budget of tests`;
  if (lacking === 'apart') return `no proof was found that separates ${who}`;
  return `the verifier takes no step between ${who}, where it allows for ${metresUpper(roundingUpper, 2)} of rounding`;
}

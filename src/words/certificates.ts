/** Certificates in words: that one is written, or why not; that one is verified, or why not. */
import { kilobytes, metresUpper, mm, secondsAsked, tText } from './numbers.ts';
import { count, milliseconds } from './plain.ts';
import { type Kept, keptText } from './verdicts.ts';

/** How many steps a proof has: slabs, glances at all bodies, and sweeps past a crowd. */
export interface ProofSteps {
  readonly slabs: number;
  readonly glances?: number;
  readonly sweeps?: number;
}

/** `34 slabs`, `34 slabs, 8 glances`, and `34 slabs, 8 glances, 12 sweeps` past a crowd. */
function stepsText({ slabs, glances = 0, sweeps = 0 }: ProofSteps): string {
  const steps = [count(slabs, 'slab')];
  if (glances > 0) steps.push(count(glances, 'glance'));
  if (sweeps > 0) steps.push(count(sweeps, 'sweep'));
  return steps.join(', ');
}

/** `12 kB, 34 slabs, 8 glances`. */
export function certificateSize(bytes: number, steps: ProofSteps): string {
  return `${kilobytes(bytes)}, ${stepsText(steps)}`;
}

/** That a certificate is written. */
export function certificateText(file: string, bytes: number, steps: ProofSteps): string {
  return `certificate ${file}: ${certificateSize(bytes, steps)}`;
}

/** What a picture of a proof shows: pairs with their slabs, and what has none because sweeps show it far away. */
export function coverText(pairs: number, slabs: number, sweeps: number, stayFree: boolean): string {
  const shown = `${count(pairs, 'pair')} of bodies${stayFree ? ' that stay free all along' : ''}, ${count(slabs, 'step')} of proof.`;
  if (sweeps === 0) return shown;
  return `${shown} Where a body and an obstacle that stay free have none, one of ${count(sweeps, 'sweep')} shows that they are far apart.`;
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

/** That a model is written, and by which digest certificates name it. */
export function exportedText(file: string, digest: string): string {
  return `model ${file}: digest ${digest}`;
}

/** That a certificate holds, and the clearance that it shows, also where that is none. */
export function verifiedText(subject: string, kept: Kept): string {
  const { clearance, self = clearance } = kept;
  const none = clearance === 0 && self === 0 ? ', with a clearance of 0 mm' : '';
  return `verified: ${subject} free in this cell${none}${keptText(kept)}`;
}

/** That files are missing to say anything; without names, those of the cell. */
export function missingText(files: readonly string[]): string {
  if (files.length === 0) return 'the cell that the certificate is about is missing';
  return `missing: ${files.join(', ')}`;
}

/** That a question asks for less than the cell: who verifies takes what the cell asks for as the least. */
export function loweredText(what: string, asked: number, least: number): string {
  return `${what} of ${mm(asked)} is less than the ${mm(least)} that the cell asks for: a certificate of it is no proof for this cell`;
}

/** That a certificate does not hold, and why. */
export function rejectedText(reason: string): string {
  return `rejected: ${reason}`;
}

interface CheckedParts extends ProofSteps {
  readonly segments: number;
  readonly pairs: number;
}

/** What the verifier went through, and how long that took. */
export function checkedText(checked: CheckedParts, ms: number): string {
  return `${partsText(checked)} checked in ${milliseconds(ms, 0)}`;
}

/** What a certificate consists of. */
export function partsText({ segments, pairs, ...steps }: CheckedParts): string {
  return `${count(segments, 'segment')}, ${count(pairs, 'pair')}, ${stepsText(steps)}`;
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

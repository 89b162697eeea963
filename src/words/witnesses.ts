/** Two bodies that are not free of each other, in words: who, how near, what they would need, where contact begins. */
import {
  metres,
  metresBelow,
  metresUpper,
  mm,
  mmBelow,
  mmUpper,
  openSpan,
  tProven,
} from './numbers.ts';
import { column, nearest } from './plain.ts';

/** What was found of a pair at one configuration, and what it was asked to keep. */
export interface FoundPair {
  readonly pair: readonly [string, string];
  readonly verdict: 'colliding' | 'too-close';
  /** Nearer than the clearance: shown, not feared. */
  readonly violated: boolean;
  /** One is inside the other. */
  readonly contained: boolean;
  readonly distance: number;
  readonly clearance: number;
  readonly tracking: number;
}

/** Nearer than the clearance and what tracking needs: no smaller delta could help. */
export function isShort({
  distance,
  clearance,
  tracking,
}: Pick<FoundPair, 'distance' | 'clearance' | 'tracking'>): boolean {
  return distance < clearance + tracking;
}

/** `a clearance of 5 mm and 0.2 mm for tracking`; empty if a pair has to keep nothing. */
export function neededText({
  clearance,
  tracking,
}: Pick<FoundPair, 'clearance' | 'tracking'>): string {
  return [
    ...(clearance > 0 ? [`a clearance of ${mm(clearance)}`] : []),
    ...(tracking > 0 ? [`${mmUpper(tracking)} for tracking`] : []),
  ].join(' and ');
}

/** What a pair has to keep, as one length: as asked for, unless tracking adds its bound. */
export function requiredText({
  clearance,
  tracking,
}: Pick<FoundPair, 'clearance' | 'tracking'>): string {
  return tracking > 0 ? mmUpper(clearance + tracking) : mm(clearance);
}

/** How near bodies were seen that are too near: never a number that would be enough. */
export function tooNearText(
  found: Pick<FoundPair, 'distance' | 'clearance' | 'tracking'> & { readonly violated?: boolean },
): string {
  const { distance, clearance, tracking, violated } = found;
  if (!isShort(found)) return mmUpper(distance);
  return mmBelow(distance, violated ? clearance : clearance + tracking);
}

/** Who and how near; the verdict's own word is before it, or elsewhere. */
export function foundText(found: FoundPair, delta: number): string {
  const names = found.pair.join(' and ');
  if (found.verdict === 'colliding') {
    return `${names}${found.contained ? ', one inside the other' : ''}`;
  }
  const { clearance, violated } = found;
  const apart = `${names}, ${tooNearText(found)} apart`;
  if (violated) return `${apart}; asked for a clearance of ${mm(clearance)}`;
  const needed = neededText(found);
  if (isShort(found)) return `${apart}; needs ${needed}`;
  const what = needed ? `not proven to keep ${needed}` : 'contact is not excluded';
  return `${apart}; ${what} (delta ${mm(delta)})`;
}

/** `colliding: A and B`, or how near they are and how near they may be. */
export function witnessText(found: FoundPair, delta: number): string {
  return `${found.verdict}: ${foundText(found, delta)}`;
}

/** A point in the world, to a tenth of a millimetre. */
export function pointText(point: ArrayLike<number>): string {
  return `(${Array.from(point, (x) => column(x, 4)).join(', ')})`;
}

/** Where in space: one point of a contact, else one on each body. */
export function pointsText(points: readonly ArrayLike<number>[], distance: number): string {
  const [p, q] = points.map(pointText);
  return distance === 0 ? `at the point ${p} m` : `at the points ${p} and ${q} m`;
}

/** A joint's value at a witness: six decimals are enough to stand there again. */
export function valueText(value: number): string {
  return nearest(value, 6);
}

/** Where contact begins, or how far the path is proven free; `where` names the segment if nothing else does. */
export function contactText(
  { from, to }: { readonly from: number; readonly to: number | null },
  where = '',
): string {
  if (to === null) {
    return `proven free up to t = ${tProven(from)}${where}; from there on too close to tell`;
  }
  const [begin, end] = openSpan(from, to);
  return `contact begins${where} between t = ${begin} (proven free up to there) and t = ${end}`;
}

/** A start or goal that is not free, in a message. */
export function blockedText(found: Omit<FoundPair, 'verdict' | 'violated'>): string {
  const needs = neededText(found);
  const what = needs === '' ? 'contact is not excluded' : `needed are ${needs}`;
  return `are too close: ${tooNearText(found)} apart; ${what}`;
}

/** At one configuration, in metres: a pair nearer than its clearance. */
export function nearerText(pair: string, distance: number, clearance: number): string {
  return `too close: ${pair}, ${metresBelow(distance, clearance)}, asked for ${metres(clearance)}`;
}

/** At one configuration, in metres: the closest pair of those that are free. */
export function closestText(pair: string, distance: number): string {
  return `free: closest are ${pair}, ${metresUpper(distance)}`;
}

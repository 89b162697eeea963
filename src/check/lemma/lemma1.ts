/**
 * Lemma 1 [A II-B], on which all bisection rests.
 *
 * A quantity of two bodies changes along a motion by no more than the lengths of the curves that their points trace
 * against each other: their distance does, and so does what goes on below it, minus the depth of one in the other. Let
 * it be at least eta_a at one end of an interval of time and at least eta_b at the other, and let lambda be an upper
 * bound of those lengths between the ends. Then nowhere in the interval is it less than
 *
 *     (eta_a + eta_b - lambda) / 2,
 *
 * since at a time up to which lambda_1 is traced, and lambda_2 after it, it is at least eta_a - lambda_1 and at least
 * eta_b - lambda_2, and so at least their mean; nor less than eta_a - lambda, nor than eta_b - lambda. Where that is not
 * enough for what somebody is after, the interval is divided at a place inside: there the quantity is looked at, and
 * what is found says something about the ends, too.
 *
 * Values are proven lower bounds and lengths proven upper bounds; docs/proofs/free.md has the argument.
 */
import { U } from '../../math/index.ts';

/** More than the rounding of sums of a few values and lengths. */
export const SUMS = 16 * U;

/** Intervals of t are not divided below this. */
export const MIN_WIDTH = 2 ** -40;

/** Metres. Nobody needs more; lengths of curves may be infinite. */
export const FAR = 1e6;

/** The least that the quantity can be anywhere in an interval, but for the rounding of these sums. */
export function leastBetween(etaFrom: number, etaTo: number, lambda: number): number {
  const both = 0.5 * (etaFrom + etaTo - lambda);
  const alone = Math.max(etaFrom, etaTo) - lambda;
  return Math.max(both, alone);
}

/** Whether the quantity is surely more than `need` everywhere in an interval, by both ends or by one alone. */
export function isCovered(etaFrom: number, etaTo: number, lambda: number, need: number): boolean {
  const surely = lambda + SUMS * (lambda + etaFrom + etaTo + 2 * need);
  if (etaFrom - need + (etaTo - need) > surely) return true;
  return Math.max(etaFrom, etaTo) - need > surely;
}

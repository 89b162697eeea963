/**
 * Lengths and angles of a description that are none: a clearance or a tolerance below 0, or no number. Files cannot
 * say so, programs can; and what is compared with no number is never nearer than it.
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from './description.ts';

/** Throws an InputError for the first amount that is not a finite number of at least 0. */
export function requireAmounts({ robots, clearance }: CellDescription): void {
  requireAmount('the default clearance', clearance.default);
  for (const { between, distance } of clearance.pairs) {
    requireAmount(`the clearance between "${between.join('" and "')}"`, distance);
  }
  for (const { robot, tracking } of robots) {
    for (const [joint, tolerance] of tracking) {
      requireAmount(`the tracking tolerance of "${joint}" of "${robot.name}"`, tolerance);
    }
  }
}

/** A length or an angle is at least 0, a factor more than 0. */
export function requireAmount(what: string, amount: number, factor = false): void {
  if (Number.isFinite(amount) && (factor ? amount > 0 : amount >= 0)) return;
  throw new InputError({
    code: 'cell/amount',
    message: `${what} is ${amount}; expected a number of ${factor ? 'more than' : 'at least'} 0`,
  });
}

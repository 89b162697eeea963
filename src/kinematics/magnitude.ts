/**
 * How large the value of a joint may be. From 1e12 on neighbouring doubles are more than 1e-4 apart, radians
 * or metres: as much as bodies have to be told apart by. Such a value says nothing about where a joint is.
 */
import { InputError } from '../math/fault.ts';

/** Radians or metres; the same as for coordinates. */
export const MOST_VALUE = 1e12;

/** Throws for a value that is beyond it; `where` begins the sentence: `waypoint 3: `. */
export function requireMagnitude(name: string, value: number, where = ''): void {
  if (!(Math.abs(value) > MOST_VALUE)) return;
  throw new InputError({
    code: 'configuration/magnitude',
    message: `${where}the value of "${name}" is ${value}; beyond ${MOST_VALUE} numbers are too coarse to say where a joint is`,
    hint: 'values are radians and metres; whole turns can be left out',
  });
}

/**
 * Loops whose followers move in proportion: parallelograms. With factors 1 and -1 all vectors that turn together add up
 * to nothing, whatever the driver's value: the loop is closed everywhere, and no table is needed.
 */
import {
  areaOf,
  gapAt,
  length,
  type PlanarLoop,
  ratesAt,
  turnedTerm,
  type Values,
} from './closure.ts';
import type { DriverRange } from './tabulate.ts';
import type { End } from './track.ts';

/** Metres by which opposite sides may differ: a file's rounding. */
const EQUAL = 1e-9;
/** Radians between two looks for a dead centre: the area is one sine of the driver, with a period of a turn. */
const LOOK = 0.05;

/** Factor and offset of both followers; null for a loop that is not of this kind. */
export function linearFollowers(
  loop: PlanarLoop,
  start: Values,
): readonly { readonly multiplier: number; readonly offset: number }[] | null {
  if (!loop.turns.every((turn) => turn)) return null;
  const rates = ratesAt(loop, start);
  if (!rates?.every((rate) => Math.abs(Math.abs(rate) - 1) < 1e-3)) return null;
  const factors = [1, rates[0] > 0 ? 1 : -1, rates[1] > 0 ? 1 : -1];
  // Vectors by how often they turn with the driver.
  const sums = new Map<number, [number, number]>();
  for (const term of loop.terms) {
    const often = term.signs.reduce((sum, s, k) => sum + s * factors[k], 0);
    const [re, im] = turnedTerm(term, start);
    const sum = sums.get(often) ?? [0, 0];
    sums.set(often, [sum[0] + re, sum[1] + im]);
  }
  const all = [...sums.values()].reduce((sum, v) => sum + length(v), 0);
  if (!(all <= EQUAL)) return null;
  return [1, 2].map((k) => ({
    multiplier: factors[k],
    offset: start[k] - factors[k] * start[0] + 0,
  }));
}

/** The first value of the range at which a parallelogram lies flat and might fold the other way; or null. */
export function flatWithin(
  loop: PlanarLoop,
  start: Values,
  factors: readonly { readonly multiplier: number }[],
  { lower, upper }: DriverRange,
): End | null {
  const at = (x: number): Values => [
    x,
    start[1] + factors[0].multiplier * (x - start[0]),
    start[2] + factors[1].multiplier * (x - start[0]),
  ];
  const area = (x: number) => areaOf(gapAt(loop, at(x)));
  const side = area(start[0]) > 0;
  const thin = 1e-9 * loop.size * loop.size;
  const count = Math.max(1, Math.ceil((upper - lower) / LOOK));
  for (let i = 0; i <= count; i++) {
    const x = lower + ((upper - lower) * i) / count;
    const here = area(x);
    if (here > 0 === side && Math.abs(here) > thin) continue;
    // Between it and where the loop is assembled, the flat one.
    let [flat, sound] = [x, start[0]];
    for (let k = 0; k < 60; k++) {
      const middle = (flat + sound) / 2;
      if (area(middle) > 0 === side && Math.abs(area(middle)) > thin) sound = middle;
      else flat = middle;
    }
    return { at: flat, why: 'dead centre' };
  }
  return null;
}

/**
 * Follows a loop from where it is assembled: the followers at other values of the driver, on the same branch, by
 * Newton's method in small steps. What is found is a table to be proven, not a proof; where it ends it says why.
 */
import {
  areaOf,
  closeFrom,
  gapAt,
  length,
  type PlanarLoop,
  ratesAt,
  type Values,
} from './closure.ts';

/** Steps do not get smaller than this part of the way. */
const LEAST_STEP = 1e-9;

/** Where following ended: a dead centre, or a value beyond which the loop cannot be closed. */
export interface End {
  readonly at: number;
  readonly why: 'dead centre' | 'cannot be closed';
}

/** One step to another value of the driver; null if the loop is not closed there, or on another branch. */
export function stepTo(loop: PlanarLoop, from: Values, x: number): Values | null {
  const rates = ratesAt(loop, from);
  if (!rates) return null;
  const h = x - from[0];
  const guess: Values = [x, from[1] + rates[0] * h, from[2] + rates[1] * h];
  const found = closeFrom(loop, guess);
  if (!found) return null;
  const same = areaOf(gapAt(loop, from)) > 0 === areaOf(gapAt(loop, found)) > 0;
  // One that is far from where it was going is another way to close it.
  const unit = (k: number) => (loop.turns[k] ? 1 : loop.size);
  const near = [1, 2].every((k) => {
    const most = Math.abs(guess[k] - from[k]) + (Math.abs(h) / unit(0)) * unit(k);
    return Math.abs(found[k] - guess[k]) <= 0.25 * most;
  });
  return same && near ? found : null;
}

/** The followers at every one of the values of the driver, which go one way from `from`; or where that ends. */
export function track(
  loop: PlanarLoop,
  from: Values,
  values: readonly number[],
): { readonly found: readonly Values[]; readonly end: End | null } {
  const found: Values[] = [];
  const whole = Math.abs((values[values.length - 1] ?? from[0]) - from[0]);
  let at = from;
  for (const goal of values) {
    let step = goal - at[0];
    while (at[0] !== goal) {
      const x = Math.abs(goal - at[0]) <= Math.abs(step) ? goal : at[0] + step;
      const next = stepTo(loop, at, x);
      if (next) {
        at = next;
        step *= 2;
        continue;
      }
      step = (x - at[0]) / 2;
      if (Math.abs(step) <= LEAST_STEP * whole || at[0] + step === at[0]) {
        return { found, end: endAt(loop, at, x, whole) };
      }
    }
    found.push(at);
  }
  return { found, end: null };
}

/** Why it does not get beyond: a little farther on, there is no way to close the loop at all, or there is. */
function endAt(loop: PlanarLoop, at: Values, x: number, whole: number): End {
  const way = x > at[0] ? 1 : -1;
  const beyond = at[0] + way * Math.max(1e-3 * whole, 1e-6);
  const closes = waysToClose(loop, [beyond, at[1], at[2]]).length > 0;
  return { at: at[0], why: closes ? 'dead centre' : 'cannot be closed' };
}

/** All ways to close the loop at a value of the driver that Newton's method finds from a grid about `near`. */
export function waysToClose(loop: PlanarLoop, near: Values): Values[] {
  const found: Values[] = [];
  const starts = (k: 1 | 2) =>
    Array.from({ length: 9 }, (_, i) => {
      const part = (i - 4) / 4;
      return near[k] + part * (loop.turns[k] ? 3 : loop.size / 2);
    });
  for (const y of starts(1)) {
    for (const z of starts(2)) {
      const closed = closeFrom(loop, [near[0], y, z]);
      if (!closed || length(gapAt(loop, closed).gap) > 1e-9 * loop.size) continue;
      const q: Values = [
        near[0],
        between(loop.turns[1], closed[1]),
        between(loop.turns[2], closed[2]),
      ];
      const same = (other: Values) =>
        [1, 2].every((k) => Math.abs(between(loop.turns[k], q[k] - other[k])) < 1e-6);
      if (!found.some(same)) found.push(q);
    }
  }
  return found;
}

/** A value or a difference of values without whole turns. */
function between(turns: boolean, difference: number): number {
  return turns ? difference - TURN * Math.round(difference / TURN) : difference;
}

/** A whole turn, rounded. */
export const TURN = 2 * Math.PI;

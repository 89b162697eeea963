/** What is told about two bodies that came near. */
import type { Triple } from '../geometry/index.ts';
import type { History } from './history.ts';
import type { BoundsUsed, Look, Mover } from './look.ts';
import type { BodyAtImpact, Impact } from './settings.ts';

/** A look that found two bodies within `within` metres of each other. */
export interface Found {
  readonly a: number;
  readonly b: number;
  readonly time: number;
  readonly within: number;
  /** When they were last seen farther apart; not a number if never. */
  readonly seen: number;
}

/**
 * The impact that the last look found. To bracket it from below, the bodies are looked at again where they were last
 * seen apart.
 */
export function impactOf(
  { a, b, time, within, seen }: Found,
  [first, second]: readonly [Mover, Mover],
  look: Look,
  bounds: BoundsUsed,
): Impact {
  const { normal, points } = look;
  const impact = {
    a,
    b,
    hit: time,
    within,
    lower: Math.max(0, look.lower),
    upper: look.upper,
    normal: triple(normal, 0),
    pointA: triple(points, 0),
    pointB: triple(points, 3),
  };
  if (!(seen < time)) return { ...impact, free: time };
  look.at(seen, first, second);
  const free = look.apartUntil(seen, first, second, { target: within, until: time, bounds });
  return { ...impact, free };
}

/** A body for a response. */
export function bodyAt(history: History, mover: Mover, number: number, time: number): BodyAtImpact {
  return { number, ...mover, state: history.stateAt(number, time) };
}

function triple(v: Float64Array, o: number): Triple {
  return [v[o], v[o + 1], v[o + 2]];
}

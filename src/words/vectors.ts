/** Collision vectors between classes, in words. What is proven is rounded down, what was seen and depths up. */
import { mmLower, mmUpper } from './numbers.ts';
import { column } from './plain.ts';

/** What was found between two classes. */
export interface FoundVector {
  readonly status:
    | 'apart'
    | 'colliding'
    | 'too-near-to-tell'
    | 'beyond'
    | 'undecided'
    | 'not-asked';
  readonly bodies: readonly [string, string] | null;
  /** Proven. */
  readonly lower: number;
  /** Seen. */
  readonly distance: number;
  /** At most so deep; null if unknown. */
  readonly depth: number | null;
}

/** Beside an arrow: what is proven, or how deep they are in each other at most. */
export function vectorLabel({ status, lower, depth }: FoundVector): string {
  if (status === 'colliding') return depth === null ? 'overlap' : `overlap, ≤ ${mmUpper(depth)}`;
  return `≥ ${mmLower(lower)}`;
}

/** A sentence about two classes. */
export function vectorText(found: FoundVector): string {
  const { status, bodies, lower, distance, depth } = found;
  const names = bodies ? `${bodies[0]} – ${bodies[1]}` : '';
  switch (status) {
    case 'apart':
      return `${names}: at least ${mmLower(lower)} apart (proven), ${mmUpper(distance)} seen`;
    case 'colliding':
      return depth === null
        ? `${names}: in collision`
        : `${names}: in collision, parted by at most ${mmUpper(depth)}`;
    case 'too-near-to-tell':
      return `${names}: too near to tell, ${mmUpper(distance)} seen`;
    case 'beyond':
      return `at least ${mmLower(lower)} apart (proven)`;
    case 'undecided':
      return 'not decided in time';
    case 'not-asked':
      return 'not asked';
  }
}

/** How long steps took: microseconds. */
export function stepTimesText(steps: {
  readonly count: number;
  readonly median: number;
  readonly most: number;
}): string {
  const { count, median, most } = steps;
  return `${column(median, 1)} µs median, ${column(most, 1)} µs at the 99th percentile of ${count} steps`;
}

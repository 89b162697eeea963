/** Checkers by name: one place that knows all methods and what they can be told. */
import { type Cell, requireTests } from '../cell/index.ts';
import { InputError } from '../math/index.ts';
import {
  AdaptiveChecker,
  COVERINGS,
  type Covering,
  ORDERS,
  type Order,
} from './bisection/adaptive.ts';
import { FixedChecker } from './fixed.ts';
import { Ladder, ladderFinisher } from './ladder/ladder.ts';
import { DISTANCES, type DistanceQuestion } from './lemma/bodyDistance.ts';
import { RefinedChecker } from './refined/refined.ts';
import type { Checker, Method } from './request.ts';

export interface CheckerOptions {
  /** Default: `ladder`. */
  readonly method?: Method;
  /**
   * `adaptive`: `greedy` is the paper's GREEDY-DIST; `threshold` asks only whether the distance is
   * enough to cover both halves [E1]; `relative` and `exact` ask for the distance itself, up to
   * `relativeError` or to rounding. Default: threshold.
   */
  readonly distance?: DistanceQuestion;
  /** `adaptive` with `relative`: 0 <= relativeError < 1. Default 0.5. */
  readonly relativeError?: number;
  /**
   * `adaptive` and `refined`: how the motion of bodies is bounded. 1: by reach over all joint values of
   * the cell [A IV]; 2: by reach measured within the interval, and by `refined` for parts of bodies.
   * Default 2.
   */
  readonly bounds?: 1 | 2;
  /**
   * `adaptive`: `midpoint` bisects, so that all pairs share configurations; `both-circles` looks where the covers of
   * both ends end, and again at what remains between; `circles` goes from one end to the other, where the cover of what
   * is proven ends; `middle` takes the middle of what is not covered. Default: midpoint.
   */
  readonly covering?: Covering;
  /**
   * `adaptive`: which interval is looked at next. `uncovered`: the one of which most is not covered; `length`: the
   * longest, measured in joint values. A proof takes all of them in any case; contacts are found sooner by the first
   * [A II-C]. `circles` goes along the motion whatever is asked for here. Default: uncovered.
   */
  readonly order?: Order;
  /**
   * `adaptive` and `refined`: whether balls and convex hulls are compared before trees of volumes; the
   * papers have trees alone. Default true.
   */
  readonly hulls?: boolean;
  /**
   * `fixed`: the largest step between samples, as the Euclidean length of the change of all joint
   * values together (radians and metres count alike). With 0 a motion is bisected until something is found, or a
   * limit ends it undecided. Default 0.05.
   */
  readonly resolution?: number;
}

/**
 * Prepares a method for a cell. Throws an InputError for an option that makes no sense, and for a cell in
 * which nothing is tested.
 */
export function createChecker(cell: Cell, options: CheckerOptions = {}): Checker {
  requireTests(cell);
  const { method = 'ladder', relativeError = 0.5, resolution = 0.05 } = options;
  oneOf('distance', options.distance, DISTANCES);
  oneOf('bounds', options.bounds, [1, 2]);
  oneOf('covering', options.covering, COVERINGS);
  oneOf('order', options.order, ORDERS);
  if (!(relativeError >= 0 && relativeError < 1)) {
    throw badOption('relativeError', 'at least 0 and below 1', relativeError);
  }
  if (!(resolution >= 0)) throw badOption('resolution', 'at least 0', resolution);
  switch (method) {
    case 'adaptive':
      return new AdaptiveChecker(cell, ladderFinisher, { ...options, relativeError });
    case 'refined':
      return new RefinedChecker(cell, ladderFinisher, options);
    case 'fixed':
      return new FixedChecker(cell, resolution);
    case 'ladder':
      return new Ladder(cell);
  }
}

/** Options may come from files and forms: a word that nobody knows is no default. */
function oneOf<T>(name: string, found: T | undefined, known: readonly T[]): void {
  if (found === undefined || known.includes(found)) return;
  throw badOption(name, `one of ${known.join(', ')}`, found);
}

function badOption(name: string, expected: string, found: unknown): InputError {
  return new InputError({
    code: 'check/option',
    message: `${name} must be ${expected}; found ${found}`,
  });
}

/**
 * Retraction of linkages [A V-E, B 4.3]: from where they stand, through rings or a lattice, to below a height, by
 * random walks (randomWalk.ts). Two kinds of steps:
 *
 * - `plain` is the papers' walk: any joint of any linkage, to any value, as long as that is free.
 * - `drawn` is ours: steps that raise an energy (BelowHeight.energy) are mostly left aside before they are
 *   tested, and steps are as long as they mostly are free. Who has not got out after a while begins anew: how
 *   long it takes varies a lot, and what is hung up seldom gets free.
 *
 * All walk together, or one after the other, the outermost first.
 */

import { InputError } from '../../math/index.ts';
import type { PlanningSpace } from '../space.ts';
import type { BelowHeight } from './belowHeight.ts';
import { longestLever, randomWalk, type WalkRequest, type WalkResult } from './randomWalk.ts';

/** Segments after which who is drawn begins anew. */
const PATIENCE = 5000;
const TIME_MS = 60_000;
/** Drawn: the largest change of a joint in a step, weighted, before it adapts. */
const DRAWN_STEP = 2;
/** And how far that may take any point, as a part of the longest way from a joint to a point. */
const DRAWN_TRAVEL = 0.2;

/** How steps are chosen: `plain` as in the papers, `drawn` by an energy. */
export type RetractSteps = 'plain' | 'drawn';

/** Who walks: all linkages, each joint as likely as any other; or one after the other until it is out. */
export type RetractOrder = 'together' | 'in-turn';

/** All words for steps. */
export const RETRACT_STEPS: readonly RetractSteps[] = ['plain', 'drawn'];
/** All words for the order. */
export const RETRACT_ORDERS: readonly RetractOrder[] = ['together', 'in-turn'];

export interface RetractRequest
  extends Pick<WalkRequest, 'from' | 'random' | 'signal' | 'onProgress' | 'pairs'> {
  /** Default `drawn`. */
  readonly steps?: RetractSteps;
  /** Default: plain steps together, drawn ones in turn, which is all they can. */
  readonly order?: RetractOrder;
  /** Segments after which a walk begins anew. Default: 5,000 for drawn steps; plain ones go on. */
  readonly patience?: number;
  /** Segments to test before giving up, all together. Default: no limit. */
  readonly maxSegments?: number;
  /** Milliseconds after which to give up. Results then depend on the machine. Default 60,000. */
  readonly timeLimit_ms?: number;
}

/** Tested are all segments; waypoints, taken and length do without the walks that led nowhere. */
export interface RetractResult extends WalkResult {
  /** How often a walk began anew. */
  readonly restarts: number;
}

/** What one walk is for, and how its steps are chosen. */
type Leg = Pick<WalkRequest, 'done' | 'movable' | 'prefer' | 'adapt' | 'step' | 'travel'>;

/** Until all robots lie below the height, or until a limit. Throws an InputError if the start is not free. */
export function retract(
  space: PlanningSpace,
  below: BelowHeight,
  request: RetractRequest,
): RetractResult {
  const begin = performance.now();
  const { from, random, signal, onProgress, pairs = 'moved', steps = 'drawn' } = request;
  const { patience = steps === 'drawn' ? PATIENCE : Number.POSITIVE_INFINITY } = request;
  const { maxSegments = Number.POSITIVE_INFINITY, timeLimit_ms = TIME_MS } = request;
  const waypoints: Float64Array[] = [from.slice()];
  let [tested, taken, length, restarts, pairTests, checkingMilliseconds] = [0, 0, 0, 0, 0, 0];
  const result = () => {
    const reached = below.all(waypoints[waypoints.length - 1]);
    const times = { milliseconds: performance.now() - begin, checkingMilliseconds };
    return { reached, waypoints, length, tested, taken, restarts, pairTests, ...times };
  };
  for (const leg of legsOf(space, below, request)) {
    for (;;) {
      const walk = randomWalk(space, {
        ...leg,
        ...{ from: waypoints[waypoints.length - 1], random, pairs },
        maxSegments: Math.min(patience, maxSegments - tested),
        timeLimit_ms: begin + timeLimit_ms - performance.now(),
        ...(signal ? { signal } : {}),
        onProgress: (now) => {
          onProgress?.({ tested: tested + now.tested, taken: taken + now.taken });
        },
      });
      tested += walk.tested;
      pairTests += walk.pairTests;
      checkingMilliseconds += walk.checkingMilliseconds;
      const ended = !walk.reached && walk.tested < patience;
      if (walk.reached || ended || tested >= maxSegments) {
        taken += walk.taken;
        length += walk.length;
        for (const q of walk.waypoints.slice(1)) waypoints.push(q);
      }
      if (walk.reached) break;
      if (ended || tested >= maxSegments) return result();
      restarts++;
    }
  }
  return result();
}

/** One walk for all, or one for each. */
function legsOf(space: PlanningSpace, below: BelowHeight, request: RetractRequest): Leg[] {
  const { steps = 'drawn' } = request;
  const { order = steps === 'drawn' ? 'in-turn' : 'together' } = request;
  if (order === 'together') {
    if (steps === 'drawn') throw drawnTogether();
    return [{ done: (q) => below.all(q) }];
  }
  return below.outermostFirst.map((robot) => ({
    done: (q) => below.isOut(robot, q),
    movable: () => below.dofsOf(robot),
    ...(steps === 'plain'
      ? {}
      : {
          prefer: (q) => below.energy(robot, q),
          adapt: true,
          step: DRAWN_STEP,
          travel: DRAWN_TRAVEL * longestLever(space.cell),
        }),
  }));
}

function drawnTogether(): InputError {
  return new InputError({
    code: 'retract/order',
    message: 'linkages that are drawn walk one after the other: the energy is that of one',
    hint: 'leave out the order, or take plain steps',
  });
}

/**
 * Retraction of linkages [A V-E]: from where they stand, through rings or a lattice, to below a height. One
 * after the other walks at random (randomWalk.ts), drawn down and outwards, with steps as long as they
 * mostly are free, the outermost first. Who has not got out after a while begins anew: how long it takes
 * varies a lot, and what is hung up seldom gets free.
 */

import type { PlanningSpace } from '../space.ts';
import type { BelowHeight } from './belowHeight.ts';
import { randomWalk, type WalkRequest, type WalkResult } from './randomWalk.ts';

const PATIENCE = 5000;
const TIME_MS = 60_000;

export interface RetractRequest
  extends Pick<WalkRequest, 'from' | 'random' | 'signal' | 'onProgress'> {
  /** Segments after which a linkage begins anew. Default 5,000. */
  readonly patience?: number;
  /** Segments to test before giving up, all together. Default: no limit. */
  readonly maxSegments?: number;
  /** Milliseconds after which to give up. Results then depend on the machine. Default 60,000. */
  readonly timeLimit_ms?: number;
}

/** Tested are all segments; waypoints, taken and length do without the walks that led nowhere. */
export interface RetractResult extends WalkResult {
  /** How often a linkage began anew. */
  readonly restarts: number;
}

/** Until all robots lie below the height, or until a limit. Throws an InputError if the start is not free. */
export function retract(
  space: PlanningSpace,
  below: BelowHeight,
  request: RetractRequest,
): RetractResult {
  const begin = performance.now();
  const { from, random, signal, onProgress, patience = PATIENCE } = request;
  const { maxSegments = Number.POSITIVE_INFINITY, timeLimit_ms = TIME_MS } = request;
  const waypoints: Float64Array[] = [from.slice()];
  let [tested, taken, length, restarts, checkingMilliseconds] = [0, 0, 0, 0, 0];
  const result = () => {
    const reached = below.all(waypoints[waypoints.length - 1]);
    const milliseconds = performance.now() - begin;
    return {
      reached,
      waypoints,
      length,
      tested,
      taken,
      restarts,
      milliseconds,
      checkingMilliseconds,
    };
  };
  for (const robot of below.outermostFirst) {
    for (;;) {
      const walk = randomWalk(space, {
        from: waypoints[waypoints.length - 1],
        done: (q) => below.isOut(robot, q),
        movable: () => below.dofsOf(robot),
        prefer: (q) => below.energy(robot, q),
        adapt: true,
        random,
        maxSegments: Math.min(patience, maxSegments - tested),
        timeLimit_ms: begin + timeLimit_ms - performance.now(),
        ...(signal ? { signal } : {}),
        onProgress: (now) => {
          onProgress?.({ tested: tested + now.tested, taken: taken + now.taken });
        },
      });
      tested += walk.tested;
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

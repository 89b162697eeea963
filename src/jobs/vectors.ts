/** Collision vectors between classes of bodies at a configuration: what a monitor answers at one step. */
import { requireTests } from '../cell/index.ts';
import type { VectorStatus } from '../monitor/index.ts';
import type { JobContext } from './context.ts';
import type { CellAdjustments, MonitorChoice, OpenCell } from './openCell.ts';

export interface VectorsRequest extends CellAdjustments, MonitorChoice {
  readonly configuration: Float64Array;
  /** Metres: vectors are exact below it; of others it is only told that they are longer. Default: all are exact. */
  readonly threshold?: number | undefined;
}

/** The vector between two classes. */
export interface VectorAnswer {
  /** Names of the classes. */
  readonly classes: readonly [string, string];
  /** `undecided`: the time was over. */
  readonly status: Exclude<VectorStatus, 'not-asked'> | 'undecided';
  /** Numbers of the bodies, where there is a vector. */
  readonly bodies: readonly [number, number] | null;
  /** Proven; infinite where there is nothing that could be near. Of what is undecided nothing is proven: -Infinity. */
  readonly lower: number;
  readonly distance: number;
  /** Points of the bodies in the world, and the way from s to r. */
  readonly r: Float64Array | null;
  readonly s: Float64Array | null;
  readonly vector: Float64Array | null;
  /**
   * Where bodies collide: the first, moved along the direction by so much, is apart from the second, or touches it. An upper
   * bound of how deep they are in each other; infinite, and no direction, where none is known.
   */
  readonly depth: number;
  readonly direction: Float64Array | null;
}

export interface VectorsAnswer {
  readonly vectors: readonly VectorAnswer[];
  /** Number of the shortest; -1 if none has a length. */
  readonly nearest: number;
  /** Tested pairs of bodies that no pair of classes covers. */
  readonly leftOut: number;
  /** What is not looked at, in words. */
  readonly notes: readonly string[];
}

/** Collision vectors at a configuration. The monitor is kept: steps of a motion cost little. */
export function vectors(
  open: OpenCell,
  request: VectorsRequest,
  { signal, deadline = Infinity }: JobContext = {},
): VectorsAnswer {
  const { configuration: q, threshold } = request;
  const asked = open.with(request);
  requireTests(asked.cell);
  const monitor = asked.monitorFor(q, request);
  const { cell, classes, leftOut, notes } = monitor;
  const names = monitor.pairs.map(({ a, b }) => [classes[a].name, classes[b].name] as const);
  if (signal?.aborted || performance.now() > deadline) {
    const nothing = { bodies: null, lower: -Infinity, distance: Infinity, depth: 0 };
    const nowhere = { r: null, s: null, vector: null, direction: null };
    const late = { status: 'undecided', ...nothing, ...nowhere } as const;
    return {
      vectors: names.map((each) => ({ classes: each, ...late })),
      nearest: -1,
      leftOut,
      notes,
    };
  }
  const answer = monitor.step(q, threshold);
  const list = answer.vectors.map((found, p): VectorAnswer => {
    const { bodyA, bodyB, lower, distance, r, s, vector, status, depth, direction } = found;
    if (status === 'not-asked') throw new Error(`pair ${p} of ${cell.bodies.length} was left out`);
    const has = bodyA >= 0;
    return {
      ...{ classes: names[p], status, lower, distance },
      bodies: has ? [bodyA, bodyB] : null,
      r: has ? r.slice() : null,
      s: has ? s.slice() : null,
      vector: has ? vector.slice() : null,
      depth,
      direction: depth > 0 && depth < Infinity ? direction.slice() : null,
    };
  });
  const nearest = answer.nearest === null ? -1 : answer.vectors.indexOf(answer.nearest);
  return { vectors: list, nearest, leftOut, notes };
}

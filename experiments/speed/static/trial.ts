/** One engine's way to answer one query on every stride-th placement. */
import type { Engine, Query, Run } from './engine.ts';
import type { MeshPair } from './pairs.ts';

export interface Way {
  readonly engine: Engine;
  readonly query: Query;
  readonly variant: string;
  readonly ask: Run;
}

export interface Trial extends Way {
  readonly stride: number;
  repeats: number;
  /** How many it may take. */
  rounds: number;
  /** CPU microseconds per query. */
  readonly samples: number[];
  readonly answers: Float64Array;
}

export function makeTrial(
  { engine, query, variant, ask }: Way,
  { placements }: MeshPair,
  stride = 1,
): Trial {
  const answers = new Float64Array(Math.ceil(placements.length / stride));
  const rounds = Number.POSITIVE_INFINITY;
  return { engine, query, variant, ask, stride, repeats: 1, rounds, samples: [], answers };
}

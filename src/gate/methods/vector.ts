/** Collision vectors between classes of bodies. */
import {
  cellFacts,
  firstOfKind,
  type JobContext,
  type VectorAnswer,
  vectors,
} from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import type { OpenVersion } from '../desk.ts';
import type { Params, Result } from '../protocol/index.ts';
import { nameOf } from '../records.ts';
import { configurationOf } from '../values.ts';

export function vector(
  { record, open }: OpenVersion,
  params: Params<'vector'>,
  context: JobContext,
): Result<'vector'> {
  const { threshold, classes } = params;
  const { q, notes } = configurationOf(open, params.q, '/q');
  const pairs = params.pairs?.map(([a, b]) => [a, b] as const);
  const answer = vectors(open, { configuration: q, threshold, classes, pairs }, context);
  const told: Fault[] = [
    ...notes,
    ...answer.notes.map((message) => ({ code: 'monitor/left-out', message })),
  ];
  return {
    ...nameOf(record),
    vectors: answer.vectors.map((each) => vectorJson(each, open.cell)),
    nearest: answer.nearest < 0 ? null : answer.nearest,
    leftOut: answer.leftOut,
    assumptions: cellFacts(open.cell).assumptions,
    ...(told.length > 0 ? { notes: firstOfKind(told) } : {}),
  };
}

type VectorJson = Result<'vector'>['vectors'][number];

function vectorJson(
  { classes, status, bodies, lower, distance, r, s, vector: v, depth, direction }: VectorAnswer,
  cell: OpenVersion['open']['cell'],
): VectorJson {
  return {
    ...{ classes, status },
    lower: Number.isFinite(lower) ? lower : null,
    distance: Number.isFinite(distance) ? distance : null,
    ...(bodies ? { pair: bodies.map((body) => cell.bodies[body].name) } : {}),
    ...(r ? pointOf('r', r) : {}),
    ...(s ? pointOf('s', s) : {}),
    ...(v ? pointOf('vector', v) : {}),
    ...(direction ? { depth, ...pointOf('direction', direction) } : {}),
  };
}

/** Where an approach lost a point, there is none. */
function pointOf(key: string, point: Float64Array) {
  return point.every(Number.isFinite) ? { [key]: [...point] } : {};
}

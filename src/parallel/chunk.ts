/**
 * A chunk: some edges that are checked together, in a cell, with settings. What comes of it are bytes, one line of JSON for
 * each edge in order, without times or counts of work: the same bytes whoever checks it, whenever, and whatever was checked
 * before. So a chunk can be named by what it asks, and what has been done twice be stored once (batch/digest.ts).
 */
import { DEFAULT_BUDGET, DEFAULT_DELTA, type Verdict } from '../check/index.ts';
import {
  type CellAdjustments,
  checkEdgesOneByOne,
  type EdgeAnswer,
  type EdgeData,
  type EdgesRequest,
  edgeJson,
  type JobContext,
  type MethodSettings,
  type OpenCell,
  type Place,
} from '../jobs/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { LineWriter } from './lines.ts';

/** Edges in a chunk, unless told otherwise. */
export const DEFAULT_CHUNK = 1000;
/** Edges that a chunk has at most. */
export const MOST_CHUNK = 10_000;

/** Edges between full configurations of a cell, numbers in the order of its degrees of freedom. */
export interface EdgeChunk {
  /** From and to of each edge, one edge after the other. */
  readonly ends: Float64Array;
  /** Edges that are arcs, in order: what they go through, one configuration, or two for a whole circle. */
  readonly vias?: readonly { readonly edge: number; readonly via: readonly Float64Array[] }[];
}

/** How the edges of chunks are checked. Nothing in it depends on a machine or on other chunks. */
export interface ChunkSettings
  extends CellAdjustments,
    MethodSettings,
    Pick<EdgesRequest, 'delta' | 'all' | 'wrap' | 'edgeBudget'> {
  /** Degrees of freedom in the order in which answers list values. Default: as they are. */
  readonly listed?: readonly number[] | undefined;
}

/** One chunk to be checked. */
export interface ChunkRequest {
  readonly chunk: EdgeChunk;
  readonly settings: ChunkSettings;
  /** Number of the first edge, for faults and notes. Default 0. */
  readonly first?: number | undefined;
}

/** What came of a chunk. */
export interface ChunkAnswer {
  /** A line of JSON for each edge, in order, each with its end of line. */
  readonly bytes: Uint8Array;
  readonly edges: number;
  /** How many edges have each verdict. */
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  /** Edges that leave limits of joints. */
  readonly leaving: number;
  /** Tests of pairs that were made. */
  readonly tests: number;
  /** About turns that are ambiguous, by the number of the edge. */
  readonly notes: readonly Fault[];
}

/** Checks a chunk. Throws an InputError for edges that are none, and where it is stopped. */
export function checkChunk(
  open: OpenCell,
  { chunk, settings, first = 0 }: ChunkRequest,
  { signal }: JobContext = {},
): ChunkAnswer {
  const { listed, ...asked } = settings;
  const request = { ...asked, edgeBudget: asked.edgeBudget ?? DEFAULT_BUDGET };
  const { cell } = open;
  const edges = edgesOf(chunk, cell.tree.dofs.length);
  const place: Place = {
    cell,
    order: listed ?? cell.tree.dofs.map((_, d) => d),
    delta: request.delta ?? DEFAULT_DELTA,
  };
  const lines = new LineWriter();
  const verdicts: Partial<Record<Verdict, number>> = {};
  let leaving = 0;
  const take = (answer: EdgeAnswer): void => {
    const { verdict, limits } = answer;
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (limits.length > 0) leaving++;
    lines.add(edgeJson(answer, place, request.all ?? false));
  };
  const context = signal ? { signal } : {};
  const sum = checkEdgesOneByOne(open, { ...request, edges, first }, take, context);
  // What was cut short is no answer: it would depend on when that was.
  if (signal?.aborted) throw stoppedEarly();
  const { stats, notes } = sum;
  const bytes = lines.bytes();
  return { bytes, edges: edges.length, verdicts, leaving, tests: stats.tests, notes };
}

/** Where there is no answer that would not depend on when it was stopped. */
export function stoppedEarly(): InputError {
  return new InputError({ code: 'job/stopped', message: 'the chunk was stopped' });
}

/** The edges of a chunk, one by one. Throws an InputError where numbers are missing or none. */
export function edgesOf({ ends, vias = [] }: EdgeChunk, dofs: number): EdgeData[] {
  if (ends.length % (2 * dofs) !== 0) {
    throw badChunk(`${ends.length} numbers are no whole edges of ${2 * dofs} numbers each`);
  }
  const count = ends.length / (2 * dofs);
  if (count > MOST_CHUNK) throw badChunk(`${count} edges are too many: ${MOST_CHUNK} at most`);
  for (let i = 0; i < ends.length; i++) {
    if (Number.isFinite(ends[i])) continue;
    const edge = Math.floor(i / (2 * dofs));
    throw badChunk(`edge ${edge} of the chunk: ${ends[i]} is no value of a joint`);
  }
  const edges: EdgeData[] = Array.from({ length: count }, (_, i) => ({
    from: ends.subarray(2 * i * dofs, (2 * i + 1) * dofs),
    to: ends.subarray((2 * i + 1) * dofs, (2 * i + 2) * dofs),
  }));
  for (const { edge, via } of vias) {
    const known = edges[edge];
    const fine = via.every((q) => q.length === dofs && q.every(Number.isFinite));
    if (!known || !fine) throw badChunk(`the arc of edge ${edge} of the chunk is none`);
    edges[edge] = { ...known, via };
  }
  return edges;
}

function badChunk(message: string): InputError {
  return new InputError({ code: 'chunk/edges', message });
}

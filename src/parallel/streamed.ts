/**
 * Part of a stream of edges or configurations, as bytes in and bytes out: a worker reads rows, checks them and writes lines,
 * so that whoever deals out the parts only passes bytes on. What comes out depends on cell, settings and part alone.
 */
import {
  type PieceRows,
  type Rows,
  readDoubles,
  readLines,
  rowsOf,
  type StreamedRows,
  type StreamPiece,
} from '../formats/index.ts';
import {
  checkConfigurations,
  configurationLine,
  type JobContext,
  type OpenCell,
} from '../jobs/index.ts';
import {
  type ChunkAnswer,
  type ChunkSettings,
  checkChunk,
  type EdgeChunk,
  stoppedEarly,
} from './chunk.ts';
import { LineWriter } from './lines.ts';

/** One part of a stream, to be checked. */
export interface StreamedRequest extends StreamPiece {
  readonly what: StreamedRows;
  readonly format: 'lines' | 'doubles';
  /** Names of the joints that rows have values of. Default: all degrees of freedom, in the order of the cell. */
  readonly joints: readonly string[] | null;
  /** Number of its first row in the stream, from 0. */
  readonly first: number;
  /** Of edges. */
  readonly settings: ChunkSettings;
}

/** Checks a part of a stream. Throws an InputError with line or byte for what is no row. */
export function checkStreamed(
  open: OpenCell,
  request: StreamedRequest,
  context: JobContext = {},
): ChunkAnswer {
  const { what, settings, first } = request;
  const read = readStreamed(open, request);
  if (read === null) return NOTHING;
  if (what === 'configurations') return checkRows(open, read.chunk.ends, context);
  const listed = read.rows.order;
  return checkChunk(open, { chunk: read.chunk, settings: { ...settings, listed }, first }, context);
}

const NOTHING: ChunkAnswer = {
  ...{ bytes: new Uint8Array(0), edges: 0, verdicts: {}, leaving: 0, tests: 0, notes: [] },
};

/** The rows of a part as full configurations of the cell; null if it has none. */
export function readStreamed(
  open: OpenCell,
  request: Omit<StreamedRequest, 'first' | 'settings'>,
): { readonly chunk: EdgeChunk; readonly rows: Rows } | null {
  const { what, format, file, bytes } = request;
  const joints = request.joints ?? open.cell.tree.dofs.map(({ name }) => name);
  const read = format === 'lines' ? readLines : readDoubles;
  const { values, vias } = read(request, what, joints);
  if (values.length === 0) return null;
  const whole = what === 'edges' ? 'the edges' : 'configuration 0';
  const rows = rowsOf(open.cell, {
    ...{ joints, first: values.subarray(0, joints.length), given: open.joints, file },
    // Where a name stands is of interest in the head of a stream alone.
    bytes: format === 'lines' ? bytes : new Uint8Array(0),
    what: whole,
  });
  return { chunk: chunkOf({ values, vias }, joints.length, rows), rows };
}

function chunkOf({ values, vias }: PieceRows, perRow: number, rows: Rows): EdgeChunk {
  const count = values.length / perRow;
  let ends: Float64Array | null = null;
  for (let i = 0; i < count; i++) {
    const q = rows.configuration(values.subarray(i * perRow, (i + 1) * perRow));
    ends ??= new Float64Array(count * q.length);
    ends.set(q, i * q.length);
  }
  const full = vias.map(({ edge, via }) => ({
    edge,
    via: via.map((row) => rows.configuration(row)),
  }));
  return { ends: ends!, vias: full };
}

/** Configurations: lines and counts, as of edges. */
function checkRows(open: OpenCell, values: Float64Array, { signal }: JobContext): ChunkAnswer {
  const { cell } = open;
  const size = cell.tree.dofs.length;
  const configurations = Array.from({ length: values.length / size }, (_, i) =>
    values.subarray(i * size, (i + 1) * size),
  );
  const { results } = checkConfigurations(open, { configurations }, signal ? { signal } : {});
  if (signal?.aborted) throw stoppedEarly();
  const verdicts: { free?: number; colliding?: number; 'too-close'?: number } = {};
  const lines = new LineWriter();
  let leaving = 0;
  for (const result of results) {
    const verdict = result.colliding ? 'colliding' : result.tooClose ? 'too-close' : 'free';
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    if (result.limits.length > 0) leaving++;
    lines.add(configurationLine(result, cell));
  }
  const bytes = lines.bytes();
  return { bytes, edges: results.length, verdicts, leaving, tests: 0, notes: [] };
}

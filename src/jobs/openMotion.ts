/**
 * Files of motions, edges and configurations as plain data of a cell that is open. Joints that a file does not
 * mention stand where the cell has them; a joint without any value is a fault, with file, line and column.
 */
import {
  aboutArcs,
  aboutFile,
  type FileInterpolation,
  interpolationOf,
  ownJoints,
  type PathFile,
  type Rows,
  readConfigurations,
  readEdges,
  readMotion,
  rowsOf,
  type TracksFile,
  trackRowsOf,
  wholeMotion,
} from '../formats/index.ts';
import type { Fault } from '../math/index.ts';
import type { WrapRule } from '../motion/index.ts';
import { assumedOfText } from '../words/index.ts';
import type { JobContext } from './context.ts';
import { combineMotion, type Motion, pathOfMotion, trackOf } from './motion.ts';
import type { OpenCell } from './openCell.ts';

/** A file with rows of joint values. */
export interface RowsSource {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** What to do about what is missing, in the words of the caller. */
  readonly hints?: {
    /** A joint without a value. */
    readonly values?: string;
    /** A motion without times. */
    readonly times?: string;
  };
}

export interface OpenMotionRequest extends RowsSource {
  /** Files that tracks refer to, by path; the context may know others. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** What the file holds, where that is known: `bytes` may be empty then. */
  readonly found?: PathFile | undefined;
  /** Default literal. */
  readonly wrap?: WrapRule;
  /** The motion that is meant, whatever the file says. */
  readonly interpolation?: Exclude<FileInterpolation, 'blend'> | undefined;
}

export interface OpenMotionAnswer {
  readonly motion: Motion;
  /** Degrees of freedom in the order of the file's joints, then the others. */
  readonly order: readonly number[];
  /** Those of the file's joints alone. */
  readonly named: readonly number[];
  /** Standing joints, ignored values, and what the path has to say. */
  readonly notes: readonly Fault[];
}

/** Reads a path, or tracks of several robots. */
export function openMotion(
  open: OpenCell,
  request: OpenMotionRequest,
  { readFile }: JobContext = {},
): OpenMotionAnswer {
  const { file, bytes, files } = request;
  const resolver = { files: (path: string) => readFile?.(path) ?? files?.get(path) };
  const found = request.found ?? readMotion(bytes, { file, resolver });
  return 'tracks' in found ? ofTracks(open, found, request) : ofPath(open, found, request);
}

function ofPath(open: OpenCell, read: PathFile, request: OpenMotionRequest): OpenMotionAnswer {
  const { file, wrap, hints } = request;
  const found = ownJoints(open.cell.tree, read);
  const { joints, waypoints } = found;
  const rows = rowsFrom(open, request, joints, waypoints[0], 'the path');
  const motion = motionFrom(found, rows, { name: file, request });
  const path = aboutFile(file, () =>
    aboutArcs(found.viaPlace, () => pathOfMotion(open.cell.tree, motion, wrap, hints?.times)),
  );
  const { assumptions } = found;
  const made = {
    ...{ ...motion, file },
    ...(path.labels && { labels: path.labels }),
    ...(assumptions && { assumptions }),
    ...(rows.standing.length > 0 && { unnamed: rows.standing }),
  };
  open.keep({ motion: made, wrap }, path);
  return {
    motion: made,
    ...{ order: rows.order, named: rows.named },
    notes: [...found.notes, ...rows.notes, ...path.notes],
  };
}

function ofTracks(
  open: OpenCell,
  { tracks: found }: TracksFile,
  request: OpenMotionRequest,
): OpenMotionAnswer {
  const { file, bytes, wrap = 'literal', hints } = request;
  const { tree } = open.cell;
  const rows = trackRowsOf(open.cell, found, {
    ...{ file, bytes, given: open.joints },
    ...(hints?.values === undefined ? {} : { hint: hints.values }),
  });
  const tracks = rows.tracks.map(({ name, dofs, ...own }, i) => {
    const { path, offset } = found[i];
    return { name, offset, dofs, motion: motionFrom(path, own, { name, request }) };
  });
  const { standing } = rows;
  const motion: Motion = { name: file, waypoints: [standing], tracks, standing };
  const paths = tracks.map((track, i) =>
    aboutFile(found[i].file, () =>
      aboutArcs(found[i].path.viaPlace, () => trackOf(tree, track, wrap, hints?.times)),
    ),
  );
  const path = aboutFile(file, () => combineMotion(tree, motion, paths));
  const assumptions = found.flatMap(({ path: { assumptions: all = [] } }, i) =>
    all.map((text) => assumedOfText(tracks[i].name, text)),
  );
  // The knots of all tracks, for whoever draws them.
  const made: Motion = {
    ...motion,
    ...(assumptions.length > 0 && { assumptions }),
    ...(rows.unnamed.length > 0 && { unnamed: rows.unnamed }),
    waypoints: path.waypoints,
    ...(path.times && { times: path.times }),
    ...(path.labels && { labels: path.labels }),
    file,
  };
  open.keep({ motion: made, wrap }, path);
  const own = found.flatMap((each) => each.path.notes);
  const { order, named } = rows;
  return { motion: made, order, named, notes: [...own, ...rows.notes, ...path.notes] };
}

function motionFrom(
  found: PathFile,
  rows: Pick<Rows, 'configuration' | 'rates'>,
  { name, request }: { readonly name: string; readonly request: OpenMotionRequest },
): Motion {
  const interpolation = request.interpolation ?? interpolationOf(found);
  return { name, ...wholeMotion(found, rows), interpolation };
}

function rowsFrom(
  { cell, joints: given }: OpenCell,
  { file, bytes, hints }: RowsSource,
  joints: readonly string[],
  first: Float64Array,
  what: string,
): Rows {
  const hint = hints?.values === undefined ? {} : { hint: hints.values };
  return rowsOf(cell, { joints, first, given, file, bytes, what, ...hint });
}

// ------------------------------------------------------------------------- edges and configurations

/** A motion between two full configurations: straight, or an arc by way of one more, or a whole circle by way of two. */
export interface EdgeData {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly via?: readonly Float64Array[] | undefined;
}

export interface OpenEdgesAnswer {
  readonly edges: readonly EdgeData[];
  readonly order: readonly number[];
  readonly notes: readonly Fault[];
}

/** Reads a list of motions that need not hang together. */
export function openEdges(open: OpenCell, source: RowsSource): OpenEdgesAnswer {
  const { joints, edges } = readEdges(source.bytes, { file: source.file });
  if (edges.length === 0) return { edges: [], order: [], notes: [] };
  const rows = rowsFrom(open, source, joints, edges[0].from, 'the edges');
  return {
    edges: edges.map(({ from, to, via }) => ({
      from: rows.configuration(from),
      to: rows.configuration(to),
      ...(via && { via: via.map((row) => rows.configuration(row)) }),
    })),
    order: rows.order,
    notes: rows.notes,
  };
}

export interface OpenConfigurationsAnswer {
  readonly configurations: readonly Float64Array[];
  readonly notes: readonly Fault[];
}

/** Reads a list of configurations. */
export function openConfigurations(open: OpenCell, source: RowsSource): OpenConfigurationsAnswer {
  const { joints, configurations } = readConfigurations(source.bytes, { file: source.file });
  if (configurations.length === 0) return { configurations: [], notes: [] };
  const rows = rowsFrom(open, source, joints, configurations[0], 'configuration 0');
  return {
    configurations: configurations.map((row) => rows.configuration(row)),
    notes: rows.notes,
  };
}

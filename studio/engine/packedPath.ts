/**
 * Long paths between page and workers: rows of numbers as one array. To copy three hundred thousand small arrays takes
 * seconds on the page, one large array none; every number stays what it was, to the bit.
 */
import type { PathData } from './protocol.ts';

/** Rows up to which nothing is gained. */
const FEW = 256;
const LISTS = ['waypoints', 'velocities', 'accelerations'] as const;
type Rows = readonly (Float64Array | null)[];

interface PackedRows {
  readonly packed: true;
  /** Numbers of a row. */
  readonly size: number;
  readonly count: number;
  readonly numbers: Float64Array;
  /** 1 where there is no row; left out where all are there. */
  readonly absent?: Uint8Array;
}

/** The page asks about one path again and again. */
const known = new WeakMap<object, PathData>();

/** A request or an answer with its path packed, if that is long. */
export function withPackedPath(message: unknown): unknown {
  const path = pathOf(message);
  if (!path || !isLong(path)) return message;
  let packed = known.get(path);
  if (!packed) {
    packed = changed(path, (rows) => packRows(rows as Rows));
    known.set(path, packed);
  }
  return { ...(message as object), path: packed };
}

/** The same with its path as it was. */
export function withPath(message: unknown): unknown {
  const path = pathOf(message);
  if (!path) return message;
  const isPacked = LISTS.some((key) => arePacked(path[key])) || path.tracks?.some(hasPacked);
  return isPacked ? { ...(message as object), path: changed(path, unpackRows) } : message;
}

function pathOf(message: unknown): PathData | null {
  if (typeof message !== 'object' || message === null || !('path' in message)) return null;
  const { path } = message;
  return typeof path === 'object' && path !== null ? (path as PathData) : null;
}

function isLong({ waypoints, tracks }: PathData): boolean {
  return waypoints.length > FEW || (tracks ?? []).some(({ motion }) => isLong(motion));
}

function hasPacked({ motion }: { readonly motion: PathData }): boolean {
  return LISTS.some((key) => arePacked(motion[key]));
}

/** A path with all its lists of rows made into something else. */
function changed(path: PathData, change: (rows: unknown) => unknown): PathData {
  const next: Record<string, unknown> = { ...path };
  for (const key of LISTS) if (path[key] !== undefined) next[key] = change(path[key]);
  if (path.tracks) {
    next.tracks = path.tracks.map((track) => ({ ...track, motion: changed(track.motion, change) }));
  }
  return next as unknown as PathData;
}

/** As one array; what has rows of several lengths stays as it is. */
function packRows(rows: Rows): PackedRows | Rows {
  const size = rows.find((row) => row !== null)?.length ?? 0;
  if (rows.length <= FEW || rows.some((row) => row !== null && row.length !== size)) return rows;
  const numbers = new Float64Array(rows.length * size);
  let absent: Uint8Array | undefined;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (row) numbers.set(row, i * size);
    else {
      absent ??= new Uint8Array(rows.length);
      absent[i] = 1;
    }
  }
  return { packed: true, size, count: rows.length, numbers, ...(absent && { absent }) };
}

function arePacked(rows: unknown): rows is PackedRows {
  return typeof rows === 'object' && rows !== null && 'packed' in rows;
}

/** Each row an array of its own: one that is sent alone must not take all others with it. */
function unpackRows(rows: unknown): unknown {
  if (!arePacked(rows)) return rows;
  const { size, count, numbers, absent } = rows;
  // What a browser kept may be anything.
  const isWhole = numbers instanceof Float64Array && numbers.length === size * count;
  if (!isWhole || (size === 0 && count > 0)) throw new Error('these are no rows of numbers');
  const all = new Array<Float64Array | null>(count);
  for (let i = 0; i < count; i++) {
    all[i] = absent?.[i] ? null : numbers.slice(i * size, i * size + size);
  }
  return all;
}

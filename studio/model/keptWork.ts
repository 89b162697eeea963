/** Work that is kept over a reload, as text, numbers and files, and read again. Uses nothing that only a browser has. */
import { withPackedPath, withPath } from '../engine/packedPath.ts';
import type { Files, OpenRequest, PathData } from '../engine/protocol.ts';
import { readSnapshot, type Snapshot, snapshotText } from './snapshot.ts';
import type { Source, State } from './state.ts';

/** A cell whose files are larger, or a path of more numbers, is not kept. */
const MOST_BYTES = 64e6;
const MOST_NUMBERS = 2e6;

/** What was kept of a tab. */
export interface KeptWork {
  readonly snapshot: Snapshot;
  readonly request: OpenRequest;
  readonly source: Source;
  /** Of the cell. */
  readonly name: string;
  /** Of the cell as it was checked. */
  readonly digest: string;
  readonly when: number;
}

/** What is kept of a tab, unread. */
export interface KeptEntries {
  /** The state as text, without the path. */
  readonly state: string;
  /** The path, long ones as one array: three hundred thousand waypoints as text would stop the page for seconds. */
  readonly path: unknown;
  /** All files of the cell. */
  readonly files: Files;
}

/** Whether it is small enough to be kept. */
export function fits({ files, path, edits }: Readonly<State>): boolean {
  let bytes = 0;
  for (const { byteLength } of files.values()) bytes += byteLength;
  for (const edit of edits) {
    if (edit.kind === 'add' && edit.shape.kind === 'mesh') bytes += edit.shape.bytes.byteLength;
  }
  const { waypoints = [] } = path ?? {};
  return bytes <= MOST_BYTES && waypoints.length * (waypoints[0]?.length ?? 0) <= MOST_NUMBERS;
}

/** The state without its path. */
export function stateText(
  { cell, source }: Readonly<State>,
  snapshot: Snapshot,
  asked: Omit<OpenRequest, 'files'>,
): string {
  const { name, digest } = cell!;
  return snapshotText({ name, digest, source, asked, snapshot: { ...snapshot, path: null } });
}

/** A path as it is kept. */
export function keptPath(path: PathData | null): unknown {
  return (withPackedPath({ path }) as { readonly path: unknown }).path;
}

/** Throws where something is not as it was written. */
export function readWork({
  state,
  path,
  files,
  when,
}: KeptEntries & { readonly when: number }): KeptWork {
  const { name, digest, source, asked, snapshot } = JSON.parse(state);
  const isSource = ['gallery', 'session', 'files'].includes(source.kind);
  if (typeof name !== 'string' || typeof digest !== 'string' || !isSource) throw new Error(state);
  return {
    ...{ name, digest, source, when },
    request: { ...asked, files },
    snapshot: readSnapshot({ ...snapshot, ...(withPath({ path }) as object) }),
  };
}

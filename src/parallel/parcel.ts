/**
 * A cell on its way to a worker: the description that was read, and what was decided about its meshes, so that a worker
 * neither reads files nor compiles large meshes anew. Plain data; sent once to each worker, and opened once there.
 */
import type { CompiledStore } from '../cell/index.ts';
import { type OpenCell, openDescription } from '../jobs/index.ts';

/** What a worker needs to open a cell. */
export interface CellParcel {
  readonly file: string;
  readonly description: OpenCell['description'];
  readonly joints: OpenCell['joints'];
  /** Entries of compiled meshes by name, if somebody kept them. */
  readonly compiled: ReadonlyMap<string, Uint8Array>;
  /** The cell itself, for a worker in the same thread. */
  readonly open?: OpenCell | undefined;
}

/** How a cell is packed. */
export interface PackOptions {
  /** What was kept when it was opened. Default: nothing, so that workers compile its meshes. */
  readonly compiled?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Send the files that it was read from, which certificates name by their digests. Default false: they may be large. */
  readonly files?: boolean | undefined;
}

/** Packs an open cell. */
export function packCell(
  open: OpenCell,
  { compiled, files = false }: PackOptions = {},
): CellParcel {
  const description = files ? open.description : { ...open.description, files: new Map() };
  return {
    file: open.file,
    description,
    joints: open.joints,
    compiled: compiled ?? new Map(),
    open,
  };
}

/** The cell of a parcel, compiled here. */
export function unpackCell({ file, description, joints, compiled, open }: CellParcel): OpenCell {
  if (open) return open;
  const store: CompiledStore = { get: (key) => compiled.get(key) ?? null, put: () => {} };
  return openDescription({ file, description, joints }, { store });
}

/** A store that keeps what is asked for and what is made, for a parcel, in front of another store. */
export class PackedStore implements CompiledStore {
  readonly entries = new Map<string, Uint8Array>();
  private readonly behind: CompiledStore | undefined;

  constructor(behind?: CompiledStore) {
    this.behind = behind;
  }

  get(key: string): Uint8Array | null {
    const entry = this.entries.get(key) ?? this.behind?.get(key) ?? null;
    if (entry) this.entries.set(key, entry);
    return entry;
  }

  put(key: string, entry: Uint8Array): void {
    this.entries.set(key, entry);
    this.behind?.put(key, entry);
  }
}

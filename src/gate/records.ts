/**
 * Cells as data: the files and the edits that a version is made of, and the digest of the cell that they make. Every worker
 * makes the same cell of the same record, and refuses to answer if the digest of its cell differs from the record's.
 * Records are immutable: an accepted request is answered about the version it was accepted for, whatever is edited later.
 */
import {
  GateError,
  otherRun,
  RPC,
  unknownCell,
  versionConflict,
  versionWithoutRun,
} from './errors.ts';
import type { Edit, Params, Result } from './protocol/index.ts';

/** What a cell was opened from: the request, and every file that was read for it. */
export interface RecordedSource {
  readonly request: Omit<Params<'open'>, 'files' | 'budget_ms' | 'supersede' | 'gate'>;
  /** Contents by the path that the readers asked for. Nothing is read from the disk after the first opening. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** An edit, and the version that it made. */
export interface RecordedEdit {
  readonly version: number;
  readonly edit: Edit;
}

/** Facts about a version that an answer tells even if no worker got to it in time. */
export interface CellFacts {
  readonly joints: readonly string[];
  readonly clearance: number;
  readonly assumptions: readonly string[];
}

/** Names one version of a cell: no other run, cell or version has the same name, and no other cell the same digest. */
export interface VersionName {
  /** The run of the gate. */
  readonly gate: string;
  readonly cell: string;
  readonly version: number;
  /** SHA-256 of the cell (digest.ts). */
  readonly digest: string;
}

/** The name of a record, as answers begin with it. */
export function nameOf({ gate, cell, version, digest }: VersionName): VersionName {
  return { gate, cell, version, digest };
}

/** One version of a cell: plain data that survives a structured clone. */
export interface CellRecord extends VersionName {
  readonly source: RecordedSource;
  /**
   * In order, each with the version that it made. An edit whose effect a later one replaces is left out. All of them lead
   * from the files to this version; those with versions above v lead from version v to this one.
   */
  readonly edits: readonly RecordedEdit[];
}

/** A version that a request made. */
export type CellChange = {
  readonly cell: string;
  readonly version: number;
  readonly digest: string;
  readonly facts: CellFacts;
} & (
  | { readonly kind: 'opened'; readonly source: RecordedSource }
  | { readonly kind: 'edited'; readonly edits: readonly Edit[] }
);

export interface BookLimits {
  /** Cells that may be open. Default 64. */
  readonly cells?: number;
  /** Edits that a cell may have, those left out that later ones make meaningless. Default 100,000. */
  readonly edits?: number;
  /** Earlier versions of a cell that may still be asked about. Default 8. */
  readonly versions?: number;
}

interface Held {
  /** The newest last. */
  readonly versions: readonly (CellRecord & { readonly facts: CellFacts })[];
  /** The file that `cells` names. */
  readonly file: string;
}

/** The cells that are open, where requests come in. */
export class CellBook {
  /** The id of this run of the gate: names of cells and versions mean nothing in another one. */
  readonly gate: string;
  private readonly limits: Required<BookLimits>;
  private readonly held = new Map<string, Held>();
  private opened = 0;
  /** The cell that is meant where none is named. */
  private only: string | undefined;

  constructor(gate: string, { cells = 64, edits = 100_000, versions = 8 }: BookLimits = {}) {
    this.gate = gate;
    this.limits = { cells, edits, versions };
  }

  /** A name for a cell that is about to be opened. Throws a GateError if there are too many. */
  nextId(): string {
    if (this.held.size >= this.limits.cells) {
      throw new GateError(RPC.tooLarge, `${this.held.size} cells are open, which is the most`, {
        code: 'gate/too-many-cells',
        hint: 'close one',
      });
    }
    this.opened++;
    return `cell-${this.opened}`;
  }

  /** From now on this cell is meant where none is named. */
  setDefault(cell: string): void {
    this.only = cell;
  }

  /** The cell of a request that names one, or none. */
  idOf(cell: string | undefined): string {
    const id = cell ?? this.only;
    if (id === undefined || !this.held.has(id)) throw unknownCell(cell);
    return id;
  }

  /**
   * The record that a request is about. Throws a GateError for a cell that is not open, or a version that is not held.
   * An edit must expect the current version, if it expects one.
   */
  recordFor(
    params: { cell?: string | undefined; version?: number | undefined },
    isEdit = false,
  ): CellRecord & { readonly facts: CellFacts } {
    const { versions } = this.held.get(this.idOf(params.cell))!;
    const current = versions[versions.length - 1];
    const { version = current.version } = params;
    const found = isEdit ? [current] : versions;
    const record = found.find((each) => each.version === version);
    if (!record) throw versionConflict(version, current.version);
    if (isEdit && record.edits.length >= this.limits.edits) {
      throw new GateError(
        RPC.tooLarge,
        `the cell has ${record.edits.length} edits, which is the most`,
        {
          code: 'gate/too-many-edits',
          hint: 'open it anew',
        },
      );
    }
    return record;
  }

  /**
   * Refuses a request that names another run of the gate, and one that names a version but no run: after a restart the
   * same names stand for other cells.
   */
  requireRun({ gate, version }: { gate?: string | undefined; version?: number | undefined }): void {
    if (gate === undefined ? version !== undefined : gate !== this.gate) {
      throw gate === undefined ? versionWithoutRun() : otherRun(gate, this.gate);
    }
  }

  /** Takes down a version that a request made. An edit must have made the next one. */
  apply(change: CellChange): void {
    const { cell, version, facts } = change;
    const held = this.held.get(cell);
    if (change.kind === 'opened') {
      const record = { ...openedRecord(this.gate, change), facts };
      this.held.set(cell, { versions: [record], file: change.source.request.file });
      return;
    }
    if (!held) throw unknownCell(cell);
    const current = held.versions[held.versions.length - 1];
    if (version !== current.version + 1) throw versionConflict(version, current.version);
    const record = { ...editedRecord(current, change), facts };
    const kept = held.versions.slice(-this.limits.versions);
    this.held.set(cell, { ...held, versions: [...kept, record] });
  }

  close(cell: string | undefined): Result<'close'> {
    const id = this.idOf(cell);
    this.held.delete(id);
    if (this.only === id) this.only = undefined;
    return { gate: this.gate, closed: id };
  }

  list(): Result<'cells'> {
    const cells = [...this.held].map(([cell, { versions, file }]) => {
      const { version, digest } = versions[versions.length - 1];
      return { cell, version, digest, file };
    });
    return { gate: this.gate, cells };
  }
}

/** Version 1 of a cell. */
export function openedRecord(
  gate: string,
  { cell, version, digest, source }: Extract<CellChange, { kind: 'opened' }>,
): CellRecord {
  return { gate, cell, version, digest, source, edits: [] };
}

/** The next version of a record. */
export function editedRecord(
  record: CellRecord,
  { version, digest, edits }: Extract<CellChange, { kind: 'edited' }>,
): CellRecord {
  const made = edits.map((edit) => ({ version, edit }));
  return laterRecord(record, { version, digest, edits: made });
}

/** A later version of a record: by edits that each carry the version that they made. */
export function laterRecord(
  record: CellRecord,
  { version, digest, edits }: Pick<CellRecord, 'version' | 'digest' | 'edits'>,
): CellRecord {
  return { ...record, version, digest, edits: withoutOvertaken([...record.edits, ...edits]) };
}

/** What an edit sets, if a later one that sets the same leaves nothing of it. */
function setBy(edit: Edit): string | null {
  switch (edit.kind) {
    case 'move-obstacle':
      return `move ${edit.obstacle}`;
    case 'clearance':
    case 'tracking':
      return edit.kind;
    default:
      return null;
  }
}

/** Names that an edit is about, if what they were set to before matters to it. */
function looksAt(edit: Edit): readonly string[] {
  switch (edit.kind) {
    case 'attach':
    case 'remove-obstacle':
      return [`move ${edit.obstacle}`];
    default:
      return [];
  }
}

/** Without edits whose effect a later one replaces, with nothing between that looked at it. */
function withoutOvertaken(all: readonly RecordedEdit[]): RecordedEdit[] {
  const later = new Set<string>();
  const kept: RecordedEdit[] = [];
  for (let i = all.length - 1; i >= 0; i--) {
    const set = setBy(all[i].edit);
    if (set === null || !later.has(set)) kept.push(all[i]);
    if (set !== null) later.add(set);
    for (const name of looksAt(all[i].edit)) later.delete(name);
  }
  return kept.reverse();
}

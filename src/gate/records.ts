/**
 * Cells as data: what one was opened from, and its edits in order. Any worker makes the same cell of the same record, so
 * workers may come and go. Records are immutable: a request that was accepted is answered about the version it was
 * accepted for, whatever is edited meanwhile. The book holds them, where requests come in.
 */
import { GateError, RPC, unknownCell, versionConflict } from './errors.ts';
import type { Edit, Params, Result } from './protocol/index.ts';

/** What a cell was opened from: the request, and every file that was read for it. */
export interface RecordedSource {
  readonly request: Omit<Params<'open'>, 'files' | 'budget_ms' | 'supersede'>;
  /** Contents by the path that they were asked for by. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** An edit, and the version that it made. */
export interface RecordedEdit {
  readonly version: number;
  readonly edit: Edit;
}

/** One version of a cell: plain data that survives a structured clone. */
export interface CellRecord {
  readonly cell: string;
  readonly version: number;
  readonly source: RecordedSource;
  /**
   * In order. One that a later one makes meaningless (a move of what is moved again) is left out: who has version v
   * comes to a later one by the edits with versions above v, who has nothing by all of them.
   */
  readonly edits: readonly RecordedEdit[];
}

/** What a request made of the cells that are open. */
export type CellChange =
  | { readonly kind: 'opened'; readonly cell: string; readonly source: RecordedSource }
  | {
      readonly kind: 'edited';
      readonly cell: string;
      readonly version: number;
      readonly edits: readonly Edit[];
    };

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
  readonly versions: readonly CellRecord[];
  /** What is said when somebody asks what is open. */
  readonly file: string;
}

/** The cells that are open, where requests come in. */
export class CellBook {
  private readonly limits: Required<BookLimits>;
  private readonly held = new Map<string, Held>();
  private opened = 0;
  /** The cell that is meant where none is named. */
  private only: string | undefined;

  constructor({ cells = 64, edits = 100_000, versions = 8 }: BookLimits = {}) {
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
  ): CellRecord {
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

  /** Takes down what a request made. Of edits, only those of the version that is current. */
  apply(change: CellChange): void {
    const { cell } = change;
    if (change.kind === 'opened') {
      const { source } = change;
      const record: CellRecord = { cell, version: 1, source, edits: [] };
      this.held.set(cell, { versions: [record], file: source.request.file });
      return;
    }
    const held = this.held.get(cell);
    if (!held) throw unknownCell(cell);
    const current = held.versions[held.versions.length - 1];
    if (change.version !== current.version + 1)
      throw versionConflict(change.version, current.version);
    const record = withEdits(current, change.edits);
    const kept = held.versions.slice(-this.limits.versions);
    this.held.set(cell, { ...held, versions: [...kept, record] });
  }

  close(cell: string | undefined): Result<'close'> {
    const id = this.idOf(cell);
    this.held.delete(id);
    if (this.only === id) this.only = undefined;
    return { closed: id };
  }

  list(): Result<'cells'> {
    const cells = [...this.held].map(([cell, { versions, file }]) => ({
      ...{ cell, version: versions[versions.length - 1].version, file },
    }));
    return { cells };
  }
}

/** The next version of a record. */
export function withEdits(record: CellRecord, edits: readonly Edit[]): CellRecord {
  const version = record.version + 1;
  const all = [...record.edits, ...edits.map((edit) => ({ version, edit }))];
  return { ...record, version, edits: withoutOvertaken(all) };
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

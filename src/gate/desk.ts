/**
 * A worker's desk: the versions of cells that are open in it. A request names a version with its digest. The desk has that
 * version, or makes it: from an earlier one by the edits between, else from the recorded files by all edits. Whatever it
 * makes must have the digest of the record; if not, the desk forgets the cell and refuses.
 */
import { buildCell, setMembers } from '../cell/index.ts';
import { describeSource, type JobContext, OpenCell, openCell, pauseFor } from '../jobs/index.ts';
import { InputError } from '../math/index.ts';
import { digestOfCell } from './digest.ts';
import { GateEditor } from './edits.ts';
import { otherCell } from './errors.ts';
import type { Edit } from './protocol/index.ts';
import type { CellRecord, RecordedSource, VersionName } from './records.ts';

/** A version of a cell, open. */
export interface OpenVersion {
  readonly record: CellRecord;
  readonly open: OpenCell;
}

/** A version that an edit made, not recorded yet. */
export interface MadeVersion {
  readonly name: VersionName;
  readonly open: OpenCell;
}

interface HeldCell {
  readonly editor: GateEditor;
  /** By digest, with the number of the latest version that has it; the one used last comes last. */
  readonly versions: Map<string, { readonly version: number; readonly open: OpenCell }>;
}

export interface DeskLimits {
  /** Cells that are kept; the one unused for longest is dropped first. Default 16. */
  readonly cells?: number;
  /** Versions that are kept of each. Default 3. */
  readonly versions?: number;
  /** Obstacles that a cell may have. Default 100,000. */
  readonly obstacles?: number;
}

export class GateDesk {
  private readonly limits: Required<DeskLimits>;
  /** The cell used last comes last. */
  private readonly held = new Map<string, HeldCell>();

  constructor({ cells = 16, versions = 3, obstacles = 100_000 }: DeskLimits = {}) {
    this.limits = { cells, versions, obstacles };
  }

  /** Opens a cell for the first time: only here the context may read files. */
  open(
    { gate, cell }: Pick<VersionName, 'gate' | 'cell'>,
    source: RecordedSource,
    context: JobContext,
  ): MadeVersion {
    const open = openSource(source, context);
    this.requireRoom(open);
    const held: HeldCell = { editor: new GateEditor(), versions: new Map() };
    const name = { gate, cell, version: 1, digest: digestOf(open, held) };
    this.keep(name, held, open);
    return { name, open };
  }

  /** The version of a record. Throws a GateError if it cannot be made as the record says. */
  at(record: CellRecord, context: JobContext): OpenVersion {
    const held = this.held.get(record.cell) ?? { editor: new GateEditor(), versions: new Map() };
    const open = held.versions.get(record.digest)?.open ?? this.made(record, held, context);
    this.keep(record, held, open);
    return { record, open };
  }

  /** The next version of a cell. Edits that cannot be made leave everything as it was. */
  edit(record: CellRecord, edits: readonly Edit[], context: JobContext): MadeVersion {
    const before = this.at(record, context);
    const held = this.held.get(record.cell)!;
    const open = edited(held.editor, before.open, edits, context);
    this.requireRoom(open);
    const { gate, cell, version } = record;
    const name = { gate, cell, version: version + 1, digest: digestOf(open, held) };
    this.keep(name, held, open);
    return { name, open };
  }

  /** Forgets a cell. */
  drop(cell: string): void {
    this.held.delete(cell);
  }

  /** Makes the version of a record, and compares its digest. */
  private made(record: CellRecord, held: HeldCell, context: JobContext): OpenCell {
    const [base] = [...held.versions.values()]
      .filter(({ version }) => version < record.version)
      .sort((x, y) => y.version - x.version);
    // Only the first opening reads files: every later one has the recorded bytes and nothing else.
    const { readFile: _, findPackage: _find, environment: _variables, ...closed } = context;
    const from = base ?? { version: 1, open: openSource(record.source, closed) };
    const edits = record.edits.filter(({ version }) => version > from.version);
    const open = edited(
      held.editor,
      from.open,
      edits.map(({ edit }) => edit),
      context,
    );
    if (digestOf(open, held) === record.digest) return open;
    this.drop(record.cell);
    throw otherCell(record);
  }

  private requireRoom({ description }: OpenCell): void {
    const count = description.obstacles.length + setMembers(description.sets);
    if (count <= this.limits.obstacles) return;
    throw new InputError({
      code: 'gate/too-many-obstacles',
      message: `the cell would have ${count} obstacles; at most ${this.limits.obstacles} are taken`,
    });
  }

  private keep({ cell, version, digest }: VersionName, held: HeldCell, open: OpenCell): void {
    const { versions } = held;
    versions.delete(digest);
    versions.set(digest, { version, open });
    const [oldestVersion] = versions.keys();
    if (versions.size > this.limits.versions) versions.delete(oldestVersion);
    this.held.delete(cell);
    this.held.set(cell, held);
    const [oldest] = this.held.keys();
    if (this.held.size > this.limits.cells) this.held.delete(oldest);
  }
}

function digestOf(open: OpenCell, { editor }: HeldCell): string {
  return digestOfCell(open, editor.framesOf(open.description));
}

function openSource({ request, files }: RecordedSource, context: JobContext): OpenCell {
  const { visuals, ...source } = request;
  const opened = openCell({ ...source, files, testVisuals: visuals }, context);
  const { file, description, joints, cell } = opened;
  // A later reading of the same cell knows the recorded files alone.
  const byVisuals =
    opened.byVisuals && (() => describeSource({ ...source, files, testVisuals: true }));
  return new OpenCell({ file, description, joints, byVisuals }, cell);
}

function edited(
  editor: GateEditor,
  before: OpenCell,
  edits: readonly Edit[],
  context: JobContext,
): OpenCell {
  if (edits.length === 0) return before;
  const { file, joints, cell } = before;
  const description = editor.apply(before, edits);
  // Bodies of the version before serve again where no obstacle changed.
  const like = description.obstacles === before.description.obstacles ? cell : undefined;
  const pause = pauseFor(context);
  return new OpenCell(
    { file, description, joints },
    buildCell(description, { like, pause, store: context.store }),
  );
}

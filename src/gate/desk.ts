/**
 * A worker's desk: cells that are open there, each at the versions that were asked about lately. A task brings the record
 * of its cell, so a desk that does not have the version makes it: from an earlier one by its edits, or from the files.
 */
import { buildCell, setMembers } from '../cell/index.ts';
import { type JobContext, OpenCell, openCell, pauseFor } from '../jobs/index.ts';
import { InputError } from '../math/index.ts';
import { GateEditor } from './edits.ts';
import type { Edit } from './protocol/index.ts';
import { type CellRecord, type RecordedSource, withEdits } from './records.ts';

/** A version of a cell, open. */
export interface OpenVersion {
  readonly record: CellRecord;
  readonly open: OpenCell;
}

interface HeldCell {
  readonly editor: GateEditor;
  /** The one that was asked about last comes last. */
  readonly versions: OpenVersion[];
}

export interface DeskLimits {
  /** Cells that are kept; one that was not asked about for longest gives way. Default 16. */
  readonly cells?: number;
  /** Versions that are kept of each. Default 3. */
  readonly versions?: number;
  /** Obstacles that a cell may have. Default 100,000. */
  readonly obstacles?: number;
}

export class GateDesk {
  private readonly limits: Required<DeskLimits>;
  /** In the order in which they were asked about. */
  private readonly held = new Map<string, HeldCell>();

  constructor({ cells = 16, versions = 3, obstacles = 100_000 }: DeskLimits = {}) {
    this.limits = { cells, versions, obstacles };
  }

  /** Opens a cell that nobody has yet. */
  open(cell: string, source: RecordedSource, context: JobContext): OpenVersion {
    const open = openSource(source, context);
    this.requireRoom(open);
    return this.keep(
      { editor: new GateEditor(), versions: [] },
      {
        record: { cell, version: 1, source, edits: [] },
        open,
      },
    );
  }

  /** The version of a cell that a record is about. */
  at(record: CellRecord, context: JobContext): OpenVersion {
    const held = this.held.get(record.cell) ?? { editor: new GateEditor(), versions: [] };
    const known = held.versions.find((each) => each.record.version === record.version);
    if (known) return this.keep(held, known);
    const before = held.versions
      .filter((each) => each.record.version < record.version)
      .sort((x, y) => y.record.version - x.record.version)[0];
    const base = before ?? {
      record: { ...record, version: 1, edits: [] },
      open: openSource(record.source, context),
    };
    const edits = record.edits.filter(({ version }) => version > base.record.version);
    const open = edited(
      held.editor,
      base.open,
      edits.map(({ edit }) => edit),
      context,
    );
    return this.keep(held, { record, open });
  }

  /** The next version of a cell. Nothing is kept of edits that cannot be made. */
  edit(record: CellRecord, edits: readonly Edit[], context: JobContext): OpenVersion {
    const before = this.at(record, context);
    const held = this.held.get(record.cell)!;
    const open = edited(held.editor, before.open, edits, context);
    this.requireRoom(open);
    return this.keep(held, { record: withEdits(record, edits), open });
  }

  /** Forgets a cell. */
  drop(cell: string): void {
    this.held.delete(cell);
  }

  private requireRoom({ description }: OpenCell): void {
    const count = description.obstacles.length + setMembers(description.sets);
    if (count <= this.limits.obstacles) return;
    throw new InputError({
      code: 'gate/too-many-obstacles',
      message: `the cell would have ${count} obstacles; at most ${this.limits.obstacles} are taken`,
    });
  }

  private keep(held: HeldCell, version: OpenVersion): OpenVersion {
    const { cell } = version.record;
    const { versions, editor } = held;
    const others = versions.filter((each) => each !== version);
    this.held.delete(cell);
    this.held.set(cell, { editor, versions: [...others.slice(1 - this.limits.versions), version] });
    const [oldest] = this.held.keys();
    if (this.held.size > this.limits.cells) this.held.delete(oldest);
    return version;
  }
}

function openSource({ request, files }: RecordedSource, context: JobContext): OpenCell {
  const { visuals, ...source } = request;
  return openCell({ ...source, files, testVisuals: visuals }, context);
}

function edited(
  editor: GateEditor,
  before: OpenCell,
  edits: readonly Edit[],
  context: JobContext,
): OpenCell {
  const { file, joints, cell } = before;
  const description = editor.apply(before, edits);
  // What is found by where it is serves again, unless there are other obstacles: these may be more, or fewer.
  const like = description.obstacles === before.description.obstacles ? cell : undefined;
  const pause = pauseFor(context);
  return new OpenCell(
    { file, description, joints },
    buildCell(description, { like, pause, store: context.store }),
  );
}

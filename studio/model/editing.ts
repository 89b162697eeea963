/**
 * Changes to the cell. The engine makes the new cell, the store remembers the old one; undo asks the
 * engine for it again. Edits wait for each other, so that each starts from what the last one made.
 */
import type { Change, OpenedCell } from '../engine/protocol.ts';
import { shortened } from './edits.ts';
import { type Host, isCancelled } from './host.ts';
import type { Store } from './state.ts';

export interface EditOptions {
  /** What it is called, as in "Undo: move table". */
  readonly label: string;
  readonly merge?: string;
  /** The obstacle to be selected afterwards. */
  readonly select?: number | null;
}

export class Editor {
  private readonly app: Host;
  /** The cell that the engine has, or will have when what was asked is done. */
  private engineCell: OpenedCell | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(app: Host) {
    this.app = app;
    app.store.subscribe(['cell'], ({ cell }) => this.follow(cell));
  }

  /** The engine has opened this cell: to be called before the store is told. */
  opened(cell: OpenedCell): void {
    this.engineCell = cell;
  }

  /** Makes the changes; says what is wrong with them if they cannot be made. */
  edit(
    changes: readonly Change[],
    { label, merge, select }: EditOptions,
  ): Promise<OpenedCell | null> {
    return this.queue(async () => {
      const before = this.app.store.state.cell;
      if (!before) return null;
      try {
        const cell = await this.app.run('edit', { changes }, { label });
        this.engineCell = cell;
        // Meanwhile the user may have pressed undo, or opened another cell.
        if (this.app.store.state.cell !== before) {
          this.follow(this.app.store.state.cell);
          return null;
        }
        commit(this.app.store, cell, changes, { label, ...(merge ? { merge } : {}) }, select);
        return cell;
      } catch (error) {
        if (!isCancelled(error)) this.app.dialogs.fault(error, 'This change cannot be made');
        // The view may show an obstacle where the hand left it.
        this.app.view.setCell(before, this.app.store.state.visuals);
        return null;
      }
    });
  }

  /** Brings the engine to a cell that undo or redo brought back. */
  private follow(cell: OpenedCell | null): void {
    if (!cell || cell === this.engineCell) return;
    this.engineCell = cell;
    this.queue(async () => {
      if (this.engineCell !== cell) return;
      try {
        await this.app.run(
          'edit',
          { changes: [{ kind: 'restore', id: cell.id }] },
          { label: 'Going back' },
        );
      } catch (error) {
        this.app.dialogs.fault(error, 'This cell could not be brought back');
      }
    });
  }

  private queue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }
}

function commit(
  store: Store,
  cell: OpenedCell,
  changes: readonly Change[],
  { label, merge }: { label: string; merge?: string },
  select: number | null | undefined,
): void {
  const { edits, selection } = store.state;
  store.update(
    {
      cell,
      edits: shortened([...edits, ...changes]),
      selection: select === undefined ? selection : select,
    },
    { undoable: label, ...(merge ? { merge } : {}) },
  );
}

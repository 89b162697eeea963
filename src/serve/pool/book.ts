/**
 * The open cells as the pool knows them: versions and histories, and which changes are under way. Who asks about a cell
 * after somebody asked to change it waits for the change: what a client does in order happens in order.
 */
import type { Bring, Change, HistoryEntry } from './messages.ts';
import type { Task } from './task.ts';

/** One entry for each version, from 1. */
type History = HistoryEntry[];

/** Versions and histories of all open cells. */
export class CellBook {
  private readonly histories = new Map<string, History>();
  private readonly changing = new Map<string, Task[]>();

  /** Ids of the cells that are open. */
  get cells(): string[] {
    return [...this.histories.keys()];
  }

  versionOf(cell: string): number | undefined {
    return this.histories.get(cell)?.length;
  }

  /** What is missing to who has a version of a cell (none: undefined); null where nothing is. */
  bringFor(cell: string, known: number | undefined): Bring | null {
    const history = this.histories.get(cell);
    if (!history || known === history.length) return null;
    return { cell, version: history.length, entries: history.slice(known ?? 0) };
  }

  apply(change: Change): void {
    if ('closed' in change) {
      this.histories.delete(change.cell);
      return;
    }
    const history = this.histories.get(change.cell) ?? [];
    if (change.version !== history.length + 1) {
      throw new Error(`version ${change.version} of ${change.cell} after ${history.length}`);
    }
    history.push(change.entry);
    this.histories.set(change.cell, history);
  }

  /** A change of a cell was accepted. */
  begin(task: Task): void {
    const { cell, mutates } = task.request;
    if (!mutates || cell === null) return;
    const list = this.changing.get(cell);
    if (list) list.push(task);
    else this.changing.set(cell, [task]);
  }

  /** It was answered, whatever became of it. */
  settle(task: Task): void {
    const { cell, mutates } = task.request;
    if (!mutates || cell === null) return;
    const list = this.changing.get(cell)?.filter((each) => each !== task);
    if (list?.length) this.changing.set(cell, list);
    else this.changing.delete(cell);
  }

  /** Whether nothing that was accepted earlier is still changing its cell. */
  mayGo(task: Task): boolean {
    const { cell } = task.request;
    if (cell === null) return true;
    const first = this.changing.get(cell)?.[0];
    return first === undefined || first === task || task.order < first.order;
  }
}

/** Who keeps account of cells and their versions, as the pool needs it; and which changes are under way. */
import type { Bring, CellVersion, Made } from './messages.ts';
import type { Task } from './task.ts';

/** The account of all cells. */
export interface Ledger {
  /**
   * The version that a request is about: the current one if it names none, and for a change no other. Throws what
   * `refusalOf` has words for.
   */
  versionFor(asked: {
    readonly cell: string;
    readonly version?: number | undefined;
    readonly mutates?: boolean | undefined;
  }): CellVersion;
  /** What a worker lacks: it has another version of the cell, or none (undefined). */
  bringFor(about: CellVersion, known: number | undefined): Bring;
  /** A worker made a version. Throws if it is not the next one. */
  enter(made: Made): void;
}

/**
 * Who asks about a cell after somebody asked to change it waits for the change: what a client does in order happens in
 * order.
 */
export class Changes {
  private readonly pending = new Map<string, Task[]>();

  /** A request was accepted. */
  begin(task: Task): void {
    const { cell, mutates } = task.request;
    if (!mutates || cell === null) return;
    const list = this.pending.get(cell);
    if (list) list.push(task);
    else this.pending.set(cell, [task]);
  }

  /** It was answered, whatever became of it. */
  settle(task: Task): void {
    const { cell, mutates } = task.request;
    if (!mutates || cell === null) return;
    const list = this.pending.get(cell)?.filter((each) => each !== task);
    if (list?.length) this.pending.set(cell, list);
    else this.pending.delete(cell);
  }

  /** Whether nothing that was accepted earlier is still changing its cell. */
  letPass(task: Task): boolean {
    const { cell } = task.request;
    if (cell === null) return true;
    const first = this.pending.get(cell)?.[0];
    return first === undefined || first === task || task.order < first.order;
  }
}

/** What a method is given besides its params, and what it gives besides its result. */
import type { JobContext } from '../../jobs/index.ts';
import type { DeskMethod, Params, Result } from '../protocol/index.ts';
import type { CellChange, CellRecord } from '../records.ts';

/**
 * Whom to tell, when to stop, where files are read from. `deadline` is as `performance.now()` counts where the method
 * runs; `readFile` gives files of the folder that is served, undefined for all others.
 */
export interface GateContext extends JobContext {
  /** Name and version of the program, for certificates. */
  readonly program: string;
}

/** A request that was accepted. */
export interface GateTask<K extends DeskMethod = DeskMethod> {
  readonly method: K;
  readonly params: Params<K>;
  /** The version of the cell that it is about; of `open`, the name that the cell is to have. */
  readonly about: CellRecord | string;
}

/** A result, and what it means for the cells that are open: whoever holds the book applies it. */
export interface Outcome<K extends DeskMethod = DeskMethod> {
  readonly result: Result<K>;
  readonly change?: CellChange;
}

/** What a method is given besides its params, and what it returns besides its result. */
import type { JobContext } from '../../jobs/index.ts';
import type { DeskMethod, Params, Result } from '../protocol/index.ts';
import type { CellChange, CellRecord, VersionName } from '../records.ts';

/**
 * Progress, deadline and files. `deadline` is as `performance.now()` counts where the method runs; `readFile` gives files of
 * the folder that is served, undefined for all others.
 */
export interface GateContext extends JobContext {
  /** Name and version of the program, for certificates. */
  readonly program: string;
  /** The folder that relative paths of `readFile` are in, as an absolute path; undefined if none is served. */
  readonly folder?: string | undefined;
}

/** A request that was accepted. */
export interface GateTask<K extends DeskMethod = DeskMethod> {
  readonly method: K;
  readonly params: Params<K>;
  /** The version of the cell that it is about; of `open`, the names that the cell is to have. */
  readonly about: CellRecord | Pick<VersionName, 'gate' | 'cell'>;
}

/** A result, and the version that the request made: the keeper of the book applies it. */
export interface Outcome<K extends DeskMethod = DeskMethod> {
  readonly result: Result<K>;
  readonly change?: CellChange;
}

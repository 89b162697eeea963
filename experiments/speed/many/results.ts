/** What the suite hands back. CPU microseconds, minimum over rounds. */
import type { MemoryReport } from './memory.ts';
import type { Counts, FirstName, TaskName } from './tasks.ts';
import type { Elsewhere } from './world.ts';

export interface SizeResults {
  /** Boxes in the cell. */
  readonly size: number;
  /** What is done once for a cell. */
  readonly firsts: Readonly<Record<FirstName, number>>;
  readonly memory: MemoryReport;
  readonly times: Readonly<Record<TaskName, number>>;
  readonly counts: Counts;
}

/** Worlds whose other boxes are at one kind of place. */
export interface PlaceResults {
  readonly elsewhere: Elsewhere;
  /** The smallest first. */
  readonly sizes: readonly SizeResults[];
}

/** A file with many boxes. */
export interface FileResults {
  readonly name: string;
  readonly bytes: number;
  readonly boxes: number;
  /** To read it, the robot's files included where it names them. */
  readonly read: number;
}

export interface ManyResults {
  readonly near: number;
  readonly places: readonly PlaceResults[];
  readonly files: readonly FileResults[];
}

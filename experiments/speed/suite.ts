/** What a suite of measurements is, and what all suites are told. */
import { textTable } from '../lab/columns.ts';
import { short } from '../lab/numbers.ts';

export interface SpeedOptions {
  readonly quick: boolean;
  readonly rounds: number;
  /** Parts of names of engines, in lower case; all if empty. */
  readonly only: readonly string[];
  /** Of meshes, for the static suite. */
  readonly pairs: readonly string[];
  /** Robots and cells of the edges suite, robots of the planning suite; all if empty. */
  readonly robots: readonly string[];
  /** Of problems, for the planning suite; all if empty. */
  readonly families: readonly string[];
  readonly problems?: number;
  readonly seeds?: number;
  /** Of the largest world, for the suite of many boxes. */
  readonly boxes?: number;
  /** Edges of the suite workers, segments of the suite million. */
  readonly count?: number;
  /** The planning suite has numbers of rounds of its own. */
  readonly roundsGiven: boolean;
}

export interface Suite<Results> {
  run(options: SpeedOptions): Promise<Results>;
  /** The results as text. */
  format(results: Results): string;
}

/** Whether an engine of this name takes part. */
export function isWanted({ only }: Pick<SpeedOptions, 'only'>, name: string): boolean {
  return only.length === 0 || only.some((part) => name.toLowerCase().includes(part));
}

/** Whether something is in a list, or the list is empty. */
export function isChosen(list: readonly string[], name: string): boolean {
  return list.length === 0 || list.includes(name);
}

/** A result that is one number, and what is to be said of it. */
export interface Row {
  readonly name: string;
  readonly microseconds: number;
  readonly note: string;
}

export function formatRows(rows: readonly Row[]): string {
  return textTable(
    ['name', 'us', 'note'],
    rows.map((row) => [row.name, short(row.microseconds), row.note]),
    [1],
  );
}

/** `--workers`: how many workers a command uses, and the crew that comes of it. */
import { availableParallelism } from 'node:os';
import type { OpenCell } from '../jobs/index.ts';
import { Crew, packCell } from '../parallel/index.ts';
import { crewThreads } from '../serve/index.ts';
import { usageFault } from './command.ts';
import { compiledOf } from './loadCell.ts';

/** For parseArgs. */
export const WORKERS_OPTION = { workers: { type: 'string' } } as const;

/** A line of help for a command that takes it. */
export const WORKERS_HELP = `  --workers N           threads that share the work (default: as many as there are cores; 1: none but
                        this one). Answers do not depend on it
`;

/** More would only wait for each other. */
const MOST_WORKERS = 1024;

/** How many are asked for. */
export function workersFrom(command: string, text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  const n = Number(text);
  if (text.trim() !== '' && Number.isInteger(n) && n >= 1 && n <= MOST_WORKERS) return n;
  throw usageFault(
    command,
    `--workers takes a whole number from 1 to ${MOST_WORKERS}; found "${text}"`,
  );
}

/** A crew that knows a cell, and the name of the cell there. To be closed. */
export interface CellCrew {
  readonly crew: Crew;
  readonly cell: string;
}

/** A crew for questions about a cell. Threads are started when there is work for them. */
export function crewFor(open: OpenCell, size: number, pack: { files?: boolean } = {}): CellCrew {
  const crew = new Crew({ size, spawn: crewThreads() });
  const cell = crew.bring(packCell(open, { ...pack, compiled: compiledOf(open) }));
  return { crew, cell };
}

/**
 * What is done with a crew that is started only if somebody summons it, and closed in the end; `summon` is null where one
 * worker is asked for. Promised only where the work is.
 */
export function withCrew<T, R>(
  open: OpenCell,
  size: number,
  work: (summon: (() => CellCrew) | null) => T | Promise<T>,
  done: (result: T) => R,
): R | Promise<R> {
  let summoned: CellCrew | null = null;
  const summon = () => {
    summoned ??= crewFor(open, size);
    return summoned;
  };
  const result = work(size > 1 ? summon : null);
  if (!(result instanceof Promise)) return done(result);
  return result.finally(() => summoned?.crew.close()).then(done);
}

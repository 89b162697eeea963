/**
 * What every job is given besides its request: somebody to tell how far it is, and when to stop. The shape is
 * the same for all jobs, and nothing of it changes what is asked. A job that is stopped, or whose time is over,
 * answers early with what it knows by then, as if its budget had ended: undecided, no path found, not written.
 */
import type { CompiledStore } from '../cell/index.ts';
import type { PackageSearch } from '../formats/index.ts';
import type { Fault } from '../math/index.ts';

/** What a job is at. */
export type JobPhase =
  | 'reading'
  | 'preparing'
  | 'checking'
  | 'contact'
  | 'profile'
  | 'edges'
  | 'delays'
  | 'keeping'
  | 'certifying'
  | 'dividing'
  | 'covering'
  | 'measuring'
  | 'planning'
  | 'walking'
  | 'smoothing'
  | 'timing';

/** How far a job is: plain data, like requests and answers. */
export interface JobProgress {
  readonly phase: JobPhase;
  /** Segments, edges or parts that are settled, of how many; 0 of 0 where nobody knows. */
  readonly done: number;
  readonly of: number;
  readonly tests?: number;
  /** While planning. */
  readonly iterations?: number;
  readonly milestones?: number;
  /** What became of trees or a roadmap since the last time, if somebody asked for it. */
  readonly tree?: TreeEdges;
  /** Of a recheck, once: per segment the times at which something is not proven by what is old (begin, end, ...). */
  readonly left?: readonly (readonly number[])[];
  /** What to tell before the work, which may take long: pairs that nearly touch, ambiguous turns. */
  readonly notes?: readonly Fault[];
}

/** Edges of trees or a roadmap, as ways of a link. */
export interface TreeEdges {
  /** Per edge that is new two positions of the traced link: six numbers. */
  readonly positions: Float32Array;
  /** Per edge 0: from the start, 1: from a goal, 2: neither. */
  readonly sides: Uint8Array;
  /** Per edge 1 if it is taken without a check; it comes again, as 0, when the check finds it free. */
  readonly open: Uint8Array;
  /** Edges that are open no more: checked, or given up. Numbers among all that came open, from 0. */
  readonly closed: Uint32Array;
}

/** What a job is given besides its request: whom to tell, and when to stop. */
export interface JobContext {
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
  /** Looked at often. An AbortSignal will do. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** When the time is over, as performance.now() counts, for who began before the job did. */
  readonly deadline?: number | undefined;
  /** Where what was decided about meshes is looked for and kept. Default: nowhere but in this process. */
  readonly store?: CompiledStore | undefined;
  /** Files that the request does not bring, such as those of a disk. */
  readonly readFile?: ((path: string) => Uint8Array | undefined) | undefined;
  /** Looks for the package `name` that the file `from` refers to, also in the folders `roots`. Default: nowhere. */
  readonly findPackage?:
    | ((name: string, from: string, roots: readonly string[]) => PackageSearch)
    | undefined;
  /** Variables of the environment, for xacro files that ask for them. Default: there are none. */
  readonly environment?: ((name: string) => string | undefined) | undefined;
}

/** What all searches take: how much may be spent. */
export interface LimitSettings {
  /** Number of tests; each search has its own default. */
  readonly budget?: number | undefined;
  /** Milliseconds. What is found then depends on the machine. */
  readonly timeLimit_ms?: number | undefined;
}

/** The limits of a job, from when it begins: each of its searches gets what is left. */
export class JobLimits {
  private readonly settings: LimitSettings;
  private readonly signal: JobContext['signal'];
  private readonly deadline: number;

  constructor(settings: LimitSettings, { signal, deadline = Infinity }: JobContext) {
    this.settings = settings;
    this.signal = signal;
    this.deadline = Math.min(deadline, performance.now() + (settings.timeLimit_ms ?? Infinity));
  }

  /** For the next search. */
  now(): {
    readonly budget?: number;
    readonly timeLimit_ms?: number;
    readonly signal?: { readonly aborted: boolean };
  } {
    const { budget } = this.settings;
    return {
      ...(budget === undefined ? {} : { budget }),
      ...(this.deadline === Infinity
        ? {}
        : { timeLimit_ms: Math.max(0, this.deadline - performance.now()) }),
      ...(this.signal === undefined ? {} : { signal: this.signal }),
    };
  }
}

/** A signal that is also aborted once a time is over, for work that knows no time limit. */
export function signalWith(
  { signal, deadline: end = Infinity }: JobContext,
  timeLimit_ms = Infinity,
): { readonly signal?: { readonly aborted: boolean } } {
  const deadline = Math.min(end, performance.now() + timeLimit_ms);
  if (deadline === Infinity) return signal ? { signal } : {};
  return {
    signal: {
      get aborted() {
        return signal?.aborted === true || performance.now() > deadline;
      },
    },
  };
}

interface Settled {
  readonly settled: number;
  readonly segments: number;
  readonly tests?: number;
}

/** The listener of a search, for a phase of a job; none where nobody listens. */
export function telling(
  { onProgress }: JobContext,
  phase: JobPhase,
): { readonly onProgress?: (progress: Settled) => void } {
  if (!onProgress) return {};
  return {
    onProgress: ({ settled, segments, tests }) =>
      onProgress({ phase, done: settled, of: segments, ...(tests === undefined ? {} : { tests }) }),
  };
}

/** Tells notes before work that may take long; also that there are none. */
export function tellNotes(
  { onProgress }: JobContext,
  phase: JobPhase,
  notes: readonly Fault[],
): void {
  onProgress?.({ phase, done: 0, of: 0, notes });
}

/** Milliseconds since it was made, or since it was last asked. */
export class Stopwatch {
  private readonly start = performance.now();
  private last = this.start;

  lap(): number {
    const before = this.last;
    this.last = performance.now();
    return this.last - before;
  }

  total(): number {
    return performance.now() - this.start;
  }
}

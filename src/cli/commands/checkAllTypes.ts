/** `surepath check-all`: what came of each program, and of all. */
import type { OpenCell, ProveAnswer } from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import type { LoadedPath } from '../loadPath.ts';
import type { ProgramFile } from '../programs.ts';

/** Certificates are written; or not, though what changed is proven; or nothing is proven. */
export type WriteRule = 'write' | 'no-write' | 'frozen';

/** What came of a program. */
export interface Outcome {
  readonly file: ProgramFile;
  /** Null where it cannot be read: then there is a fault and no answer. */
  readonly loaded: LoadedPath | null;
  readonly fault: Fault | null;
  readonly answer: ProveAnswer | null;
  /** Whether its new certificate is in its file. */
  readonly written: boolean;
}

/** What there is to say. */
export interface AllFacts {
  readonly open: OpenCell;
  readonly cellFile: string;
  /** The cell and its options as on the command line. */
  readonly cellArguments: string;
  /** Of certificates. */
  readonly folder: string;
  readonly rule: WriteRule;
  /** Whether leaving limits fails. */
  readonly limits: boolean;
  readonly outcomes: readonly Outcome[];
  /** SHA-256 of the cell's model. */
  readonly model: string;
  /** Certificates of programs that are gone. */
  readonly stale: readonly string[];
  /** Name and version. */
  readonly program: string;
  readonly milliseconds: number;
}

/** In one word. */
export function verdictOf({ answer }: Pick<Outcome, 'answer'>): string {
  return answer === null ? 'unreadable' : (answer.verdict ?? 'not proven');
}

/** Whether a program is as it should be. */
export function isFine(outcome: Outcome, limits: boolean): boolean {
  return verdictOf(outcome) === 'free' && !(limits && leavesLimits(outcome));
}

/** Whether it leaves the limits of joints. */
export function leavesLimits({ answer }: Pick<Outcome, 'answer'>): boolean {
  return (answer?.limits.left.length ?? 0) > 0;
}

/** 0 if all are free and proven; else 1 for what is not free, 2 for what cannot be read, 3 for what is undecided. */
export function exitOf(outcomes: readonly Outcome[], limits: boolean): number {
  const bad = outcomes.filter((outcome) => !isFine(outcome, limits));
  if (bad.length === 0) return 0;
  const words = bad.map(verdictOf);
  if (words.some((word) => word !== 'unreadable' && word !== 'undecided')) return 1;
  return words.includes('unreadable') ? 2 : 3;
}

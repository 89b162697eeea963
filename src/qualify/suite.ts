/**
 * What a conformance suite is: requirements, each with checks that can be run on anybody's machine. The suite itself is no part of the
 * program: its oracles share nothing with what they judge (conformance/), and it is loaded when somebody asks for it.
 */
import type { OpenCell } from '../jobs/index.ts';

/** What a suite may use of the place where it runs. */
export interface Bench {
  /** Names of the embedded cells. */
  readonly cells: readonly string[];
  /** One of them, opened as any user's cell is. */
  open(name: string): OpenCell;
  /** A file of such a cell, by its path below the cell's folder. */
  read(cell: string, file: string): Uint8Array;
}

/** What a check came to. */
export interface Finding {
  /** How many answers were judged. */
  readonly cases: number;
  /** What was wrong, each so that it can be repeated; none if all is well. */
  readonly faults: readonly string[];
  /** Figures for the record. */
  readonly note?: string;
}

export interface Check {
  /** What is done, in words. */
  readonly name: string;
  run(bench: Bench): Finding;
}

export interface Requirement {
  /** Such as R1: never given to another one. */
  readonly id: string;
  /** What must hold. */
  readonly text: string;
  /** Pages with the argument, from the root of the project. */
  readonly pages: readonly string[];
  /** Tests of the project, which judge more than the suite can in minutes. */
  readonly tests: readonly string[];
  readonly checks: readonly Check[];
}

export type Suite = readonly Requirement[];

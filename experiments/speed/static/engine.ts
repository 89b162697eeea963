/** Engines that answer queries about two meshes; all of them are used in the same way. */
import { cpuMicroseconds } from '../../lab/clock.ts';
import type { MeshPair } from './pairs.ts';

/**
 * Answers are numbers: collide 1 or 0; distance and distanceOnly (no nearest points) the exact
 * distance, not above 0 where the meshes touch; approximate a distance at most 1.25 times the true
 * one; greedy a lower bound; tolerance 1 where the distance is at least the placement's mu.
 */
export const QUERIES = [
  'collide',
  'distance',
  'distanceOnly',
  'approximate',
  'greedy',
  'tolerance',
] as const;
export type Query = (typeof QUERIES)[number];

/**
 * Asks about every stride-th placement, all of that `repeats` times, writes the answers and returns CPU
 * microseconds per query.
 */
export type Run = (
  answers: Float64Array,
  stride: number,
  repeats: number,
) => number | Promise<number>;

/** For each query the ways in which an engine can answer it; the fastest counts. */
export type Runs = Partial<Record<Query, Readonly<Record<string, Run>>>>;

export interface Prepared {
  readonly queries: Runs;
  readonly close?: () => void;
}

export interface Engine {
  readonly name: string;
  /** Relative rounding error of its numbers, used when answers are judged. */
  readonly precision: number;
  /** Why it cannot be used here, or undefined. */
  available(): Promise<string | undefined>;
  /** Builds its structures. */
  prepare(data: MeshPair): Promise<Prepared>;
}

/** A run inside this process: asks about one placement after the other. */
export function inProcess(placements: number, ask: (i: number) => number): Run {
  return (answers, stride, repeats) => {
    const start = cpuMicroseconds();
    for (let r = 0; r < repeats; r++) {
      for (let i = 0, k = 0; i < placements; i += stride, k++) answers[k] = ask(i);
    }
    return (cpuMicroseconds() - start) / (repeats * answers.length);
  };
}

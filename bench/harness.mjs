// @ts-check
// What all benchmarks share: the engine interface, CPU time, the machine, tables.

import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/**
 * An engine answers queries about two meshes. All engines are used in the same way.
 *
 * @typedef {object} Engine
 * @property {string} name
 * @property {number} precision relative rounding error of its numbers, used when answers are judged
 * @property {() => Promise<string | undefined>} available why it cannot be used here, or undefined
 * @property {(data: import('./data.mjs').Data) => Promise<Prepared>} prepare builds its structures
 *
 * @typedef {object} Prepared
 * @property {Partial<Record<Query, Record<string, Run>>>} queries per query the ways in which this
 *   engine can answer it; the fastest counts
 * @property {() => void} [close]
 *
 * Asks about every stride-th placement, all of that `repeats` times, writes the answers and
 * returns CPU microseconds per query.
 * @typedef {(answers: Float64Array, stride: number, repeats: number) => number | Promise<number>} Run
 *
 * Answers are numbers: collide 1 or 0; distance and distanceOnly (no nearest points) the exact
 * distance, not above 0 where the meshes touch; approximate a distance at most 1.25 times the true
 * one; greedy a lower bound; tolerance 1 where the distance is at least the placement's mu.
 * @typedef {'collide' | 'distance' | 'distanceOnly' | 'approximate' | 'greedy' | 'tolerance'} Query
 */

/** CPU microseconds, user and system, all threads, that this process has used. */
export function cpuMicroseconds() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * A run inside this process. The batch asks about every stride-th placement once.
 * @param {(answers: Float64Array, stride: number) => void} batch
 * @returns {Run}
 */
export function inProcess(batch) {
  return (answers, stride, repeats) => {
    const start = cpuMicroseconds();
    for (let r = 0; r < repeats; r++) batch(answers, stride);
    return (cpuMicroseconds() - start) / (repeats * answers.length);
  };
}

/** What the numbers were measured on. */
export function machine() {
  return {
    cpu: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} threads`,
    node: process.version,
    compiler: firstLine('g++', ['--version']) ?? 'no g++',
    loadBefore: loadavg()[0],
    date: new Date().toISOString(),
  };
}

/** The first line that a program prints, or undefined where there is no such program. */
export function firstLine(/** @type {string} */ program, /** @type {string[]} */ args) {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      .trim();
  } catch {
    return undefined;
  }
}

/** Three significant digits, so that columns can be compared at a glance. */
export function short(/** @type {number | undefined} */ value) {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value === 0) return '0';
  if (Math.abs(value) < 1e-3) return value.toExponential(1);
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

/** A table of left-aligned text; columns listed in `right` are aligned to the right. */
export function table(
  /** @type {string[]} */ head,
  /** @type {string[][]} */ rows,
  /** @type {number[]} */ right = [],
) {
  const widths = head.map((h, c) => Math.max(h.length, ...rows.map((row) => row[c].length)));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, c) => (right.includes(c) ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((w) => '-'.repeat(w)).join('  '), ...rows.map(line)].join('\n');
}

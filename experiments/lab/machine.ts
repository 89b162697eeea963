/** What the numbers were measured with. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './places.ts';

/** Model and number of threads. */
export function processor(unknown = 'unknown'): string {
  const list = cpus();
  return `${list[0]?.model.trim() || unknown}, ${list.length} threads`;
}

export interface Machine {
  readonly cpu: string;
  readonly node: string;
  readonly compiler: string;
  readonly loadBefore: number;
  readonly date: string;
}

/** With the compiler of the peers, and what else the machine had to do. */
export function machine(): Machine {
  return {
    cpu: processor(),
    node: process.version,
    compiler: firstLine('g++', ['--version']) ?? 'no g++',
    loadBefore: loadavg()[0],
    date: new Date().toISOString(),
  };
}

/** Of the product. */
export function version(): string {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
}

/** The first line that a program prints, or undefined where there is no such program. */
function firstLine(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')[0]
      .trim();
  } catch {
    return undefined;
  }
}

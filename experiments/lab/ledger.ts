/**
 * Parts of long runs, kept as they are done: whoever stops a run, or runs its tables one by one, goes on from there.
 * A line of JSON for each part, with its name, the CPU time it took and what it found; a line that was cut off counts
 * for nothing.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { cpuMilliseconds } from './clock.ts';

interface Part {
  readonly name: string;
  readonly version: string;
  readonly cpu_s: number;
  readonly value: unknown;
}

export interface LedgerOptions {
  /** Where parts are kept; without it, nowhere. */
  readonly file?: string;
  /** Whether parts of before are taken, or the file is begun anew. */
  readonly resume?: boolean;
  /** Of the product: parts of another one are not taken. */
  readonly version?: string;
}

export class Ledger {
  /** Parts that were found done, and the CPU seconds that they took then. */
  taken = 0;
  takenSeconds = 0;
  private readonly file: string | undefined;
  private readonly version: string;
  private gap = '';
  private readonly parts = new Map<string, Part>();

  constructor({ file, resume = false, version = '' }: LedgerOptions = {}) {
    this.file = file;
    this.version = version;
    if (file === undefined || !existsSync(file)) return;
    if (!resume) rmSync(file);
    else {
      const text = readFileSync(file, 'utf8');
      for (const part of partsIn(text)) this.parts.set(part.name, part);
      if (text !== '' && !text.endsWith('\n')) this.gap = '\n';
    }
  }

  /** What the part of this name found, now or before. It must be what JSON can hold, and its name say all it depends on. */
  part<T>(name: string, make: () => T): T {
    const known = this.parts.get(name);
    if (known && known.version === this.version) {
      this.taken++;
      this.takenSeconds += known.cpu_s;
      return known.value as T;
    }
    const begin = cpuMilliseconds();
    const value = make();
    const cpu_s = (cpuMilliseconds() - begin) / 1000;
    const part: Part = { name, version: this.version, cpu_s, value };
    this.parts.set(name, part);
    // A line that was cut off must not swallow this one.
    if (this.file !== undefined) appendFileSync(this.file, `${this.gap}${JSON.stringify(part)}\n`);
    this.gap = '';
    return value;
  }
}

function partsIn(text: string): Part[] {
  return text.split('\n').flatMap((line) => {
    try {
      const part = JSON.parse(line);
      return typeof part?.name === 'string' ? [part as Part] : [];
    } catch {
      return [];
    }
  });
}

/** Answers of what is kept, compared with answers made anew: counts by kind, and what differed. */
import { isDeepStrictEqual } from 'node:util';

/** An answer of something kept that is not the one made anew. */
export interface Difference {
  readonly seed: number;
  readonly kind: string;
  readonly kept: string;
  readonly anew: string;
}

/** Times, and counts of work, say nothing about the question. */
const WORK = /^(milliseconds|preparation|phases|perSecond|steps|looked|stats|prepared)$/;

export class Tally {
  seed = 0;
  readonly answers = new Map<string, number>();
  readonly differences: Difference[] = [];

  /** Counts an answer of a kind, and notes where the two differ. */
  same(kind: string, kept: unknown, anew: unknown): void {
    this.count(kind);
    const [a, b] = [plain(kept), plain(anew)];
    if (!isDeepStrictEqual(a, b)) this.differ(kind, a, b);
  }

  /** The same of answers that need not be equal, by what is wrong with the kept one; null if nothing is. */
  fits(kind: string, wrong: string | null): void {
    this.count(kind);
    if (wrong !== null) this.differ(kind, wrong, '');
  }

  get total(): number {
    return [...this.answers.values()].reduce((sum, n) => sum + n, 0);
  }

  private count(kind: string): void {
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
  }

  private differ(kind: string, kept: unknown, anew: unknown): void {
    this.differences.push({ seed: this.seed, kind, kept: text(kept), anew: text(anew) });
  }
}

/** What a question came to: its answer, or the message of what it throws. */
export function answered(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return { threw: (error as Error).message };
  }
}

/** Without times, counts of work and differences of class. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (value instanceof Map) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, each]) => {
    return !WORK.test(key) && typeof each !== 'function' && each !== undefined;
  });
  return Object.fromEntries(entries.map(([key, each]) => [key, plain(each)]));
}

function text(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 2000);
}

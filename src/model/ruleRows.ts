/**
 * Entries about pairs of names, as they concern one body: a row. Entries that name the other body are found by its
 * number, those with wildcards one after the other; so a file may have an entry for each of many bodies.
 */
import type { Fitting } from './patterns.ts';

/** An entry is about every two bodies of which one fits the first pattern and one the other. */
export interface Entry {
  readonly p: Fitting;
  readonly q: Fitting;
}

/** The entries that concern one body. */
export class RuleRow {
  /** By number of the other body: the first and the last entry that names it. */
  private readonly first = new Map<number, number>();
  private readonly last = new Map<number, number>();
  /** Entries with a pattern for the other, in order. */
  private readonly wild: { readonly index: number; readonly other: Fitting }[] = [];

  constructor(entries: readonly Entry[], body: number) {
    for (let i = 0; i < entries.length; i++) {
      const { p, q } = entries[i];
      if (p.fits(body)) this.add(i, q);
      if (q.fits(body)) this.add(i, p);
    }
  }

  private add(index: number, other: Fitting): void {
    const { only } = other;
    if (only === null) this.wild.push({ index, other });
    else if (only >= 0) {
      if (!this.first.has(only)) this.first.set(only, index);
      this.last.set(only, index);
    }
  }

  /** Whether no entry is about this body and another. */
  get isEmpty(): boolean {
    return this.first.size === 0 && this.wild.length === 0;
  }

  /** Number of the first entry about this body and the other; -1 if there is none. */
  firstOf(other: number): number {
    const named = this.first.get(other) ?? -1;
    for (let k = 0; k < this.wild.length; k++) {
      const { index, other: pattern } = this.wild[k];
      if (named >= 0 && index >= named) break;
      if (pattern.fits(other)) return index;
    }
    return named;
  }

  /** Number of the last entry about this body and the other; -1 if there is none. */
  lastOf(other: number): number {
    const named = this.last.get(other) ?? -1;
    for (let k = this.wild.length - 1; k >= 0; k--) {
      const { index, other: pattern } = this.wild[k];
      if (index <= named) break;
      if (pattern.fits(other)) return index;
    }
    return named;
  }

  /** Calls for every entry that is about this body and one of from ... end - 1. */
  forEachWithin(from: number, end: number, visit: (index: number) => void): void {
    for (const map of [this.first, this.last]) {
      for (const [other, index] of map) if (other >= from && other < end) visit(index);
    }
    for (const { index, other } of this.wild) {
      for (let b = from; b < end; b++) {
        if (!other.fits(b)) continue;
        visit(index);
        break;
      }
    }
  }

  /** Numbers of the bodies that entries name; null if some have wildcards, and may be about anybody. */
  get partners(): Iterable<number> | null {
    return this.wild.length > 0 ? null : this.first.keys();
  }
}

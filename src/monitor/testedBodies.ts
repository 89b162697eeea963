/**
 * Which bodies are tested against which, by their numbers: a row of marks for every body that has partners, as those
 * that move have. Of two bodies one has a row at least; where both have, both say the same.
 */
import { grown } from '../arrays/index.ts';

export class TestedBodies {
  /** By body: its row, or -1. */
  private rowOf: Int32Array<ArrayBuffer>;
  private readonly rows: Uint8Array<ArrayBuffer>[] = [];
  private count: number;

  constructor(count: number) {
    this.count = count;
    this.rowOf = new Int32Array(count).fill(-1);
  }

  has(a: number, b: number): boolean {
    const row = this.rowOf[a];
    if (row >= 0) return this.rows[row][b] === 1;
    const other = this.rowOf[b];
    return other >= 0 && this.rows[other][a] === 1;
  }

  set(a: number, b: number, isTested: boolean): void {
    if (this.rowOf[a] < 0 && this.rowOf[b] < 0) {
      if (!isTested) return;
      this.addRow(a);
    }
    const rowA = this.rowOf[a];
    const rowB = this.rowOf[b];
    if (rowA >= 0) this.rows[rowA][b] = isTested ? 1 : 0;
    if (rowB >= 0) this.rows[rowB][a] = isTested ? 1 : 0;
  }

  /** Calls for every tested pair, once. */
  forEach(visit: (a: number, b: number) => void): void {
    for (let a = 0; a < this.count; a++) {
      if (this.rowOf[a] < 0) continue;
      const row = this.rows[this.rowOf[a]];
      for (let b = 0; b < this.count; b++) {
        if (row[b] === 1 && (this.rowOf[b] < 0 || a < b)) visit(a, b);
      }
    }
  }

  /** A body is tested against nobody. */
  clear(body: number): void {
    for (let b = 0; b < this.count; b++) this.set(body, b, false);
  }

  /** Room for bodies with numbers below `count`; those that are new are tested against nobody. */
  grow(count: number): void {
    if (count <= this.count) return;
    const before = this.rowOf.length;
    this.rowOf = grown(this.rowOf, count);
    this.rowOf.fill(-1, before);
    for (let r = 0; r < this.rows.length; r++) this.rows[r] = grown(this.rows[r], count);
    this.count = count;
  }

  private addRow(body: number): void {
    const row = new Uint8Array(this.rowOf.length);
    for (let b = 0; b < this.count; b++) {
      const other = this.rowOf[b];
      if (other >= 0) row[b] = this.rows[other][body];
    }
    this.rowOf[body] = this.rows.length;
    this.rows.push(row);
  }
}

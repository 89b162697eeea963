/** Random straight motions of a cell whose ends are free and within the limits. */
import { type Cell, StaticChecker, sampleInto } from 'surepath/cell';
import type { Random } from 'surepath/math';
import { distanceBetween } from './configurations.ts';

export interface Ends {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Configurations that are drawn for one that is free. */
const PATIENCE = 100_000;

export class FreeEnds {
  readonly checker: StaticChecker;
  private readonly cell: Cell;
  private readonly random: Random;

  constructor(cell: Cell, random: Random) {
    this.cell = cell;
    this.random = random;
    this.checker = new StaticChecker(cell);
  }

  /** Two free configurations, one after the other; null where there seem to be none. */
  anywhere(): Ends | null {
    const from = this.freeConfiguration();
    const to = from && this.freeConfiguration();
    return to ? { from, to } : null;
  }

  /**
   * From one random configuration toward another, as far as the length says, or all the way; null if an end
   * is not free.
   */
  toward(length: number | undefined): Ends | null {
    const [from, to] = [this.drawn(), this.drawn()];
    if (!this.isFree(from)) return null;
    const scale = length === undefined ? 1 : length / distanceBetween(from, to);
    for (let d = 0; d < from.length; d++) to[d] = from[d] + scale * (to[d] - from[d]);
    if (this.checker.limitViolations(to).length > 0 || !this.isFree(to)) return null;
    return { from, to };
  }

  private freeConfiguration(): Float64Array | null {
    for (let i = 0; i < PATIENCE; i++) {
      const q = this.drawn();
      if (this.isFree(q)) return q;
    }
    return null;
  }

  private drawn(): Float64Array {
    const q = new Float64Array(this.cell.tree.dofs.length);
    sampleInto(this.cell, this.random, q);
    return q;
  }

  private isFree(q: Float64Array): boolean {
    return this.checker.firstCollision(q) < 0;
  }
}

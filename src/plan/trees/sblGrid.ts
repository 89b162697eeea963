/**
 * The milestones of one tree, in a grid over a few coordinates that are drawn anew now and then. Picking a
 * cell first and then a milestone in it prefers milestones that have few others around them.
 */
import type { Random } from '../../math/index.ts';
import type { PlanningSpace } from '../space.ts';
import type { Milestone } from './sblMilestone.ts';

/** Coordinates of the grid, and cells along each. */
const AXES = 2;
const CELLS = 10;
/** Milestones after which the axes are drawn anew. */
const AGE = 200;

export class MilestoneGrid {
  readonly all: Milestone[] = [];
  private readonly space: PlanningSpace;
  private readonly random: Random;
  private axes: number[] = [];
  private cells = new Map<number, Milestone[]>();
  private keys: number[] = [];
  private fresh = 0;

  constructor(space: PlanningSpace, random: Random) {
    this.space = space;
    this.random = random;
    this.draw();
  }

  add(milestone: Milestone): void {
    milestone.index = this.all.length;
    this.all.push(milestone);
    if (++this.fresh > AGE) this.draw();
    else this.place(milestone);
  }

  remove(milestone: Milestone): void {
    // The last one takes its place.
    const last = this.all.pop()!;
    if (last !== milestone) {
      this.all[milestone.index] = last;
      last.index = milestone.index;
    }
    const key = this.keyOf(milestone.q);
    const cell = this.cells.get(key)!;
    cell.splice(cell.indexOf(milestone), 1);
    if (cell.length > 0) return;
    this.cells.delete(key);
    this.keys.splice(this.keys.indexOf(key), 1);
  }

  /** A milestone, with a probability inverse to how many share its cell. There must be one. */
  pick(): Milestone {
    const cell = this.cells.get(this.keys[this.random.below(this.keys.length)])!;
    return cell[this.random.below(cell.length)];
  }

  nearest(q: Float64Array): Milestone {
    let best = this.all[0];
    let least = Number.POSITIVE_INFINITY;
    for (const milestone of this.all) {
      const d = this.space.maxDistance(q, milestone.q);
      if (d < least) {
        least = d;
        best = milestone;
      }
    }
    return best;
  }

  private draw(): void {
    this.fresh = 0;
    const { size } = this.space;
    // No coordinate twice.
    const left = Array.from({ length: size }, (_, d) => d);
    this.axes = Array.from(
      { length: Math.min(AXES, size) },
      () => left.splice(this.random.below(left.length), 1)[0],
    );
    this.cells = new Map();
    this.keys = [];
    for (const milestone of this.all) this.place(milestone);
  }

  private place(milestone: Milestone): void {
    const key = this.keyOf(milestone.q);
    const cell = this.cells.get(key);
    if (cell) cell.push(milestone);
    else {
      this.cells.set(key, [milestone]);
      this.keys.push(key);
    }
  }

  private keyOf(q: Float64Array): number {
    const { lower, upper } = this.space;
    let key = 0;
    for (const d of this.axes) {
      const part = (q[d] - lower[d]) / (upper[d] - lower[d]);
      // Round the circle: without limits values may lie anywhere.
      const cell = Math.floor(CELLS * part) % CELLS;
      key = key * CELLS + (cell < 0 ? cell + CELLS : cell || 0);
    }
    return key;
  }
}

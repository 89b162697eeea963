/** Approaches without a monitor around them, held against brute force. */
import { expect } from 'vitest';
import type { Cell } from '../../../src/cell/index.ts';
import {
  type Approach,
  CellWorld,
  type ClassPair,
  type CollisionClass,
  defaultClasses,
  defaultPairs,
  ExactDistance,
  type HierarchyPlan,
  nothingNear,
  planHierarchies,
  searchFor,
  type VectorSearch,
} from '../../../src/monitor/index.ts';
import { BruteForce, type BruteVector } from './bruteForce.ts';

/** [D 2] Nothing that spares anything. */
export const PLAIN: Approach = {
  primitives: 'none',
  initialization: false,
  hierarchy: 'none',
  update: 'none',
  criterion: 'diameter',
  substitution: 'both',
};

/** Brute force that remembers the last configuration, since all approaches are asked about it. */
export class Remembering extends BruteForce {
  private readonly kept = new Map<number, BruteVector>();
  private at: Float64Array | null = null;

  override vector(
    q: Float64Array,
    pair: ClassPair,
    classes: readonly CollisionClass[],
  ): BruteVector {
    if (this.at !== q) this.kept.clear();
    this.at = q;
    const key = 1000 * pair.a + pair.b;
    const known = this.kept.get(key) ?? super.vector(q, pair, classes);
    this.kept.set(key, known);
    return known;
  }
}

/** An approach without a monitor around it. Structures are sampled coarsely, once for all. */
export class Alone {
  readonly world: CellWorld;
  private readonly search: VectorSearch;
  private readonly nearest = nothingNear();

  constructor(cell: Cell, approach: Partial<Approach>, plans: Map<string, HierarchyPlan>) {
    const classes = defaultClasses(cell);
    this.world = new CellWorld(cell, classes, defaultPairs(cell, classes));
    const { hierarchy = 'none', criterion = 'diameter' } = approach;
    let plan: HierarchyPlan | undefined;
    if (hierarchy === 'static' || hierarchy === 'dynamic') {
      const key = `${hierarchy} ${criterion}`;
      const settings = { hierarchy, criterion, sampling: { degrees: 45 } };
      plan = plans.get(key) ?? planHierarchies(this.world, settings);
      plans.set(key, plan);
    }
    const whole = { ...PLAIN, ...approach };
    this.search = searchFor(whole, this.world, new ExactDistance(this.world), plan);
  }

  /** One step: the least distance, of two bodies that are so far apart, and bounds that hold. */
  compare(oracle: BruteForce, q: Float64Array, threshold = Number.POSITIVE_INFINITY): void {
    const { world, search, nearest } = this;
    world.place(q, 0);
    const size = 1e-9 * Math.max(1, ...world.balls.map(Math.abs).filter(Number.isFinite));
    world.pairs.forEach((pair, p) => {
      const brute = oracle.vector(q, pair, world.classes);
      search.find(p, threshold, nearest);
      const { i, k, lower, upper, points } = nearest;
      expect(lower).toBeLessThanOrEqual(brute.distance);
      if (brute.distance >= threshold) {
        expect([i, k, upper]).toEqual([-1, -1, Number.POSITIVE_INFINITY]);
        expect(lower).toBeGreaterThanOrEqual(Math.min(brute.lower, threshold) - size);
        return;
      }
      expect(Math.abs(upper - brute.distance)).toBeLessThanOrEqual(size);
      expect(lower).toBeGreaterThanOrEqual(brute.lower - size);
      const bodies = [world.bodyOf[i], world.bodyOf[k]].sort((x, y) => x - y);
      const found = brute.all.find((one) => one.pair.a === bodies[0] && one.pair.b === bodies[1])!;
      expect(Math.abs(found.distance - upper)).toBeLessThanOrEqual(size);
      if (upper === 0) return;
      const [x, y, z] = [0, 1, 2].map((c) => points[c] - points[3 + c]);
      expect(Math.abs(Math.hypot(x, y, z) - upper)).toBeLessThanOrEqual(size);
    });
  }

  /** One step of what may lose the direction: bounds that hold, on both sides. */
  compareBounds(oracle: BruteForce, q: Float64Array, threshold = Number.POSITIVE_INFINITY): void {
    const { world, search, nearest } = this;
    world.place(q, 0);
    const size = 1e-9 * Math.max(1, ...world.balls.map(Math.abs).filter(Number.isFinite));
    world.pairs.forEach((pair, p) => {
      const brute = oracle.vector(q, pair, world.classes);
      search.find(p, threshold, nearest);
      expect(nearest.lower).toBeLessThanOrEqual(brute.distance);
      expect(nearest.upper).toBeGreaterThanOrEqual(brute.distance - size);
      if (brute.distance < threshold - size) {
        expect(nearest.i >= 0 || nearest.lower >= threshold).toBe(true);
      }
      if (nearest.i < 0 || Number.isNaN(nearest.points[0])) return;
      expect(Math.abs(nearest.upper - brute.distance)).toBeLessThanOrEqual(size);
    });
  }
}

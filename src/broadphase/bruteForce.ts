/**
 * All pairs, each time: n (n - 1) / 2 comparisons an update. What the other methods are tested against, so it shares
 * nothing with them but the boxes.
 */
import { BodyBoxes, boxesOverlap } from './bodyBoxes.ts';
import { type BroadPhase, newStats } from './broadPhase.ts';
import { MAX_BODIES, type PairChanges } from './pairList.ts';

export class BruteForce implements BroadPhase {
  readonly stats = newStats();
  private readonly bodies = new BodyBoxes();
  private close = new Set<number>();

  get closeCount(): number {
    return this.close.size;
  }

  set(id: number, box: Float64Array, o = 0, fixed = false): void {
    this.bodies.set(id, box, o, fixed);
  }

  remove(id: number): void {
    this.bodies.remove(id);
  }

  update(changes: PairChanges): void {
    const { bodies, stats } = this;
    const { boxes } = bodies;
    const before = this.close;
    const now = new Set<number>();
    changes.clear();
    for (let a = 0; a < bodies.used; a++) {
      if (!bodies.has(a)) continue;
      for (let b = a + 1; b < bodies.used; b++) {
        if (!bodies.has(b) || (bodies.isFixed(a) && bodies.isFixed(b))) continue;
        stats.tests++;
        if (!boxesOverlap(boxes, 6 * a, boxes, 6 * b)) continue;
        now.add(a * MAX_BODIES + b);
        if (!before.has(a * MAX_BODIES + b)) changes.began.push(a, b);
      }
    }
    for (const key of before) {
      if (!now.has(key)) changes.ended.push(Math.floor(key / MAX_BODIES), key % MAX_BODIES);
    }
    changes.sort();
    this.close = now;
    bodies.settle();
  }

  isClose(a: number, b: number): boolean {
    return this.close.has(Math.min(a, b) * MAX_BODIES + Math.max(a, b));
  }

  forEachClose(visit: (a: number, b: number) => void): void {
    for (const key of this.close) visit(Math.floor(key / MAX_BODIES), key % MAX_BODIES);
  }
}

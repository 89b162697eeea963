/**
 * Orders in which a descent takes pairs of nodes. All of them find the same; they differ in how much they look at.
 *
 *   best-first   [D 4] the nearest of all open pairs, an A* search: a pair of members is measured when no other pair
 *                can be nearer by its boxes, and the search ends when the nearest open pair is farther than what was found.
 *   depth-first  parts before anything else, the nearest first; what was found cuts off the rest.
 *   by-levels    [D 3.2] as the paper descends: all pairs that are within the threshold, level by level, until all that is
 *                viewed is beyond it or members collide. Without a threshold that is everything.
 */
import { grown, Heap } from '../../arrays/index.ts';
import { type Descent, LIMIT2 } from './descent.ts';

export type DescentOrder = 'best-first' | 'depth-first' | 'by-levels';

/** Open pairs, for descents one after the other. */
export class OpenPairs {
  private readonly heap = new Heap('any');
  private u = new Int32Array(64);
  private v = new Int32Array(64);
  private gaps2 = new Float64Array(64);
  private count = 0;

  /** Descends in an order, from all pairs of roots. */
  run(descent: Descent, order: DescentOrder): void {
    if (order === 'best-first') this.bestFirst(descent);
    else if (order === 'depth-first') this.depthFirst(descent);
    else this.byLevels(descent);
  }

  private bestFirst(descent: Descent): void {
    const { heap } = this;
    const { state } = descent;
    heap.clear();
    this.count = 0;
    for (let n = 0; n < descent.starts; n++) {
      descent.start(n);
      this.wait(descent);
    }
    while (heap.count > 0) {
      if (heap.keys[0] >= state[LIMIT2]) {
        // All others are farther still.
        descent.leave(heap.keys, 0);
        return;
      }
      const pair = heap.pop();
      const u = this.u[pair];
      const v = this.v[pair];
      if (descent.isLowest(u, v)) {
        if (descent.measureLeaves(u, v)) return;
        continue;
      }
      descent.substitute(u, v);
      this.wait(descent);
    }
  }

  /** Puts what is to be looked at into the heap. */
  private wait(descent: Descent): void {
    for (let n = 0; n < descent.count; n++) {
      const pair = this.add(descent, n);
      this.heap.push(descent.gaps2[n], pair);
    }
  }

  private depthFirst(descent: Descent): void {
    const { state, gaps2 } = descent;
    const starts = descent.starts;
    for (let n = 0; n < starts; n++) {
      this.count = 0;
      descent.start(n);
      this.stack(descent);
      while (this.count > 0) {
        const top = --this.count;
        if (this.gaps2[top] >= state[LIMIT2]) {
          gaps2[0] = this.gaps2[top];
          descent.leave(gaps2, 0);
          continue;
        }
        const u = this.u[top];
        const v = this.v[top];
        if (descent.isLowest(u, v)) {
          if (descent.measureLeaves(u, v)) return;
          continue;
        }
        descent.substitute(u, v);
        this.stack(descent);
      }
    }
  }

  /** Puts what is to be looked at onto the stack, the nearest on top. */
  private stack(descent: Descent): void {
    const { gaps2 } = descent;
    for (let left = descent.count; left > 0; left--) {
      let farthest = 0;
      for (let n = 1; n < descent.count; n++) if (gaps2[n] > gaps2[farthest]) farthest = n;
      this.add(descent, farthest);
      gaps2[farthest] = -1;
    }
  }

  private byLevels(descent: Descent): void {
    this.count = 0;
    for (let n = 0; n < descent.starts; n++) {
      descent.start(n);
      for (let k = 0; k < descent.count; k++) this.add(descent, k);
    }
    for (let at = 0; at < this.count; at++) {
      const u = this.u[at];
      const v = this.v[at];
      if (descent.isLowest(u, v)) {
        if (descent.measureLeaves(u, v)) return;
        continue;
      }
      descent.substitute(u, v);
      for (let k = 0; k < descent.count; k++) this.add(descent, k);
    }
  }

  private add(descent: Descent, n: number): number {
    const at = this.count++;
    if (at === this.u.length) this.grow();
    this.u[at] = descent.u[n];
    this.v[at] = descent.v[n];
    this.gaps2[at] = descent.gaps2[n];
    return at;
  }

  private grow(): void {
    this.u = grown(this.u);
    this.v = grown(this.v);
    this.gaps2 = grown(this.gaps2);
  }
}

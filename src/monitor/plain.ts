/**
 * [D 2] The plain approach: the distance of every two members, at every step. What all others are compared with. With
 * initialization, each begins from what the same one found in the step before.
 */
import {
  beginNearest,
  type MemberDistance,
  type Nearest,
  newCounts,
  takeNearer,
  type VectorSearch,
} from './search.ts';
import type { World } from './world.ts';

export class PlainSearch implements VectorSearch {
  readonly counts = newCounts();
  private readonly world: World;
  private readonly distance: MemberDistance;
  private readonly warm: boolean;

  constructor(world: World, distance: MemberDistance, warm = false) {
    this.world = world;
    this.distance = distance;
    this.warm = warm;
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const { world, distance } = this;
    const { a, b } = world.pairs[pair];
    const own = world.membersOf[a];
    const others = world.membersOf[b];
    beginNearest(nearest);
    for (let x = 0; x < own.length; x++) {
      for (let y = a === b ? x + 1 : 0; y < others.length; y++) {
        const i = own[x];
        const k = others[y];
        if (!world.isTested(i, k)) continue;
        this.counts.distances++;
        distance.measure(i, k, Math.min(threshold, nearest.upper), this.warm);
        takeNearer(nearest, distance, i, k);
      }
    }
  }

  /** Nothing is kept. */
  forget(): void {}
}

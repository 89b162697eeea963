/**
 * Which nodes of two hierarchies have members that are tested against each other: pairs of nodes that have none are
 * not looked at, as those of neighbouring links, or of parts that never come near each other.
 *
 * Each node has a bit for every member below it, and one for every member of the other hierarchy that those are tested
 * against. Bits are 32: beyond that members share them, and pairs are looked at in vain, never left out.
 */
import { grown } from '../../arrays/index.ts';
import type { World } from '../world.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import { NONE } from './nodes.ts';

export class TestedNodes {
  private readonly world: World;
  private readonly x: ClassHierarchy;
  private readonly y: ClassHierarchy;
  /** By node of x: bits of what its members are tested against. */
  private partners = new Int32Array(16);
  /** Versions of the hierarchies that they belong to. */
  private membersX = -1;
  private membersY = -1;
  private shapeX = -1;

  constructor(world: World, x: ClassHierarchy, y: ClassHierarchy) {
    this.world = world;
    this.x = x;
    this.y = y;
  }

  /** After the hierarchies were brought to where the world stands. */
  update(): void {
    const { x, y } = this;
    if (x.members !== this.membersX || y.members !== this.membersY) {
      this.partners = grown(this.partners, x.nodes.used);
      this.markLeaves();
      this.shapeX = -1;
    }
    if (x.shape === this.shapeX) return;
    x.unite(this.partners);
    this.shapeX = x.shape;
  }

  /** Whether members of node u of x may be tested against members of node v of y. */
  isAny(u: number, v: number): boolean {
    return (this.partners[u] & this.y.nodes.bits[v]) !== 0;
  }

  private markLeaves(): void {
    const { x, y, partners, world } = this;
    partners.fill(0);
    for (let u = 0; u < x.nodes.used; u++) {
      const i = x.nodes.member[u];
      if (i === NONE) continue;
      for (let v = 0; v < y.nodes.used; v++) {
        const k = y.nodes.member[v];
        if (k === NONE || k === i) continue;
        if (world.isTested(i, k)) partners[u] |= y.nodes.bits[v];
      }
    }
    this.membersX = x.members;
    this.membersY = y.members;
  }
}

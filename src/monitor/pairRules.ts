/**
 * Which bodies are tested against one that changed, as a cell would have it that is built with the body where it is now:
 * what no joint moves against each other, what somebody allowed by name, what an attached object may touch and what
 * swept balls prove apart is not.
 */
import { type Cell, matches } from '../cell/index.ts';
import { type Straying, strayingOf, sweptGapLower } from '../kinematics/index.ts';
import { carriedBall } from './carried.ts';
import type { CellWorld } from './cellWorld.ts';

/** Declarations that fit a body by its name, with the pattern for the other. */
interface OwnRules {
  readonly allowed: readonly string[];
  readonly clearances: readonly { readonly other: string; readonly distance: number }[];
}

export class ChangedRules {
  private readonly world: CellWorld;
  private readonly cell: Cell;
  private readonly straying: Straying;
  private readonly isSwept: boolean;
  /** By number of an attached body: names or patterns of those that it may touch. */
  private readonly touches = new Map<number, readonly string[]>();

  constructor(world: CellWorld) {
    const { cell } = world;
    this.world = world;
    this.cell = cell;
    this.straying = strayingOf(cell.tree, cell.box, cell.tolerances);
    const { lower, upper } = this.straying.box;
    // A range that is still empty, of a joint without limits, proves nothing about where it will go.
    this.isSwept = !lower.some((low, d) => low > upper[d]);
  }

  /** What a body may touch, by names or patterns. */
  touchesOf(body: number): readonly string[] {
    return this.touches.get(body) ?? [];
  }

  /** What a body may touch from now on, by names or patterns of bodies. */
  setTouches(body: number, touches: readonly string[]): void {
    if (touches.length > 0) this.touches.set(body, touches);
    else this.touches.delete(body);
  }

  /** Those of some bodies that this one, as the world has it mounted, is tested against. */
  partnersOf(body: number, others: Iterable<number>): number[] {
    const { world } = this;
    const rigidRoot = this.straying.tree.rigidRoot;
    const root = rigidRoot[world.bodyFrames[body]];
    const ball = this.ballOf(body);
    const rules = this.ownRules(body);
    const partners: number[] = [];
    for (const other of others) {
      if (other === body || rigidRoot[world.bodyFrames[other]] === root) continue;
      if (this.mayTouch(body, other, rules)) continue;
      if (!this.isApart(body, ball, other, rules)) partners.push(other);
    }
    return partners;
  }

  private ownRules(body: number): OwnRules {
    const { allow, clearance } = this.cell.description;
    const { name } = this.world.bodies[body];
    const allowed: string[] = [];
    const clearances: { other: string; distance: number }[] = [];
    for (const { between } of allow) {
      for (const k of [0, 1]) if (matches(between[k], name)) allowed.push(between[1 - k]);
    }
    for (const { between, distance } of clearance.pairs) {
      for (const k of [0, 1]) {
        if (matches(between[k], name)) clearances.push({ other: between[1 - k], distance });
      }
    }
    return { allowed, clearances };
  }

  private mayTouch(body: number, other: number, { allowed }: OwnRules): boolean {
    const { name } = this.world.bodies[other];
    if (allowed.some((pattern) => matches(pattern, name))) return true;
    if (this.touches.get(body)?.some((pattern) => matches(pattern, name))) return true;
    const own = this.world.bodies[body].name;
    return this.touches.get(other)?.some((pattern) => matches(pattern, own)) ?? false;
  }

  /** Whether swept balls prove two bodies farther apart than they are to keep. */
  private isApart(
    body: number,
    ball: Float64Array,
    other: number,
    { clearances }: OwnRules,
  ): boolean {
    const { world } = this;
    if (!this.isSwept || !Number.isFinite(ball[3])) return false;
    const q = this.ballOf(other);
    if (!Number.isFinite(q[3])) return false;
    const { name } = world.bodies[other];
    let clearance = this.cell.description.clearance.default;
    // The last that fits counts.
    for (const each of clearances) if (matches(each.other, name)) clearance = each.distance;
    const { tree, box } = this.straying;
    const frames = world.bodyFrames;
    return sweptGapLower(tree, frames[body], ball, frames[other], q, box) > clearance;
  }

  /** A ball around a body, in the frame that carries it. */
  private ballOf(body: number): Float64Array {
    const { ball } = this.world.bodies[body];
    const carried = this.world.carried[body];
    return carried === undefined ? ball : carriedBall(ball, carried);
  }
}

/**
 * Distances of slots of two bodies at a configuration. A unit is a pair of pieces, one of each body; its
 * slots are those of the pieces' trees. A primitive without faces has one slot, itself. Bounds are of the
 * bodies as they are, without padding, and for the pose as given, like those of BodyDistance.
 */
import type { Tree } from '../../bvh/index.ts';
import { type Piece, surfaceOf } from '../../cell/index.ts';
import type { TriangleShape } from '../../geometry/index.ts';
import { invertPoseInto } from '../../math/index.ts';
import {
  APART,
  beginSlotPairs,
  COLLIDING,
  convexWorkspace,
  DISTANCE_UPPER,
  GAP_LOWER,
  leafLower,
  ProximityWorkspace,
  shapeBoxLower,
  shapeTriangleDistanceInto,
  slotBoundsInto,
} from '../../proximity/index.ts';
import { BodyDistance } from '../lemma/bodyDistance.ts';
import type { MovingPair } from '../lemma/movingPairs.ts';
import type { CheckStats } from '../request.ts';
import type { SlotLengths } from './refinedReach.ts';

/** What a unit consists of: two trees, a tree and a primitive, two primitives. */
export const TREES = 0;
export const MIXED = 1;
export const CONVEX = 2;

export interface Unit {
  readonly kind: number;
  readonly a: Piece;
  readonly b: Piece;
  readonly treeA: Tree | null;
  readonly treeB: Tree | null;
  readonly lengthsA: SlotLengths;
  readonly lengthsB: SlotLengths;
}

export function unitsOf(
  { a, b }: MovingPair,
  lengthsA: readonly SlotLengths[],
  lengthsB: readonly SlotLengths[],
): Unit[] {
  return a.pieces.flatMap((p, i) =>
    b.pieces.map((q, j) => {
      const convex = p.kind === 'convex' && q.kind === 'convex';
      const treeA = convex ? null : (surfaceOf(p)?.tree ?? null);
      const treeB = convex ? null : (surfaceOf(q)?.tree ?? null);
      const kind = convex ? CONVEX : treeA !== null && treeB !== null ? TREES : MIXED;
      return { kind, a: p, b: q, treeA, treeB, lengthsA: lengthsA[i], lengthsB: lengthsB[j] };
    }),
  );
}

/** Whether a slot has no children. */
export function isLeaf(tree: Tree | null, slot: number): boolean {
  return tree === null || tree.counts[slot] > 0;
}

export class UnitBounds {
  /** Bounds of children, after `children`: as many as it returned. */
  readonly bounds = new Float64Array(8);
  /** Whose children these are. */
  openedA = false;
  firstChild = 0;

  private readonly stats: CheckStats;
  private readonly hulls: BodyDistance;
  private readonly meshes = new ProximityWorkspace();
  private readonly convex = convexWorkspace();
  private readonly meshInShape = new Float64Array(12);
  private readonly triangle: TriangleShape = {
    kind: 'triangle',
    points: new Float64Array(9),
    offset: 0,
  };
  private bInA: Float64Array = new Float64Array(12);
  private unit: Unit | null = null;
  /** Taken off every bound. */
  private placing = 0;

  /** What queries cost is added to `stats`. */
  constructor(stats: CheckStats) {
    this.stats = stats;
    this.hulls = new BodyDistance('greedy', 0, stats);
  }

  /** Declares a new configuration. */
  begin(bInA: Float64Array): void {
    this.bInA = bInA;
    this.unit = null;
  }

  /** Whole pieces, by their balls and hulls: a bound of `enough` is as good as any. */
  whole(unit: Unit, enough: number): number {
    return this.hulls.hullLower(unit.a, unit.b, this.bInA, enough);
  }

  /** Two volumes. Not positive if they are not shown to be apart. */
  volumes(unit: Unit, slotA: number, slotB: number, enough: number): number {
    this.turnTo(unit);
    if (unit.kind === TREES) this.treeBounds(unit, true, slotB, slotA, 1, enough);
    else this.shapeBounds(unit, unit.treeA === null ? slotB : slotA, 1);
    return this.bounds[0];
  }

  /**
   * The children of the larger of two volumes, each with the other volume: their bounds to `bounds`,
   * the side that was opened and its first child likewise. How many there are.
   */
  children(unit: Unit, slotA: number, slotB: number, enough: number): number {
    const { treeA, treeB } = unit;
    this.turnTo(unit);
    const leafA = isLeaf(treeA, slotA);
    const leafB = isLeaf(treeB, slotB);
    const openA = leafB || (!leafA && treeA!.sizes[slotA] >= treeB!.sizes[slotB]);
    const tree = openA ? treeA! : treeB!;
    const slot = openA ? slotA : slotB;
    const count = -tree.counts[slot];
    const first = tree.links[slot];
    this.openedA = openA;
    this.firstChild = first;
    if (unit.kind === TREES) {
      this.treeBounds(unit, openA, openA ? slotB : slotA, first, count, enough);
    } else this.shapeBounds(unit, first, count);
    return count;
  }

  /**
   * The triangles of two leaves, or of a leaf and a primitive; -1 if any are found within `near`. A bound
   * of `enough` is as good as any.
   */
  triangles(unit: Unit, slotA: number, slotB: number, near: number, enough: number): number {
    this.turnTo(unit);
    const { placing } = this;
    if (unit.kind === MIXED) return this.shapeTriangles(unit, slotA, slotB, near);
    const { meshes, stats } = this;
    const { treeA, treeB } = unit;
    const before = meshes.result.trianglePairs;
    const far = enough + placing;
    const lower = leafLower(treeA!, treeB!, slotA, slotB, near + placing, far, meshes);
    stats.trianglePairs += meshes.result.trianglePairs - before;
    return lower < 0 ? -1 : Math.max(0, lower - placing);
  }

  private turnTo(unit: Unit): void {
    if (this.unit === unit) return;
    this.unit = unit;
    const { hulls, bInA, meshInShape } = this;
    const { a, b } = unit;
    this.placing = hulls.placing(a, b, bInA);
    if (unit.kind === TREES) beginSlotPairs(unit.treeA!, unit.treeB!, bInA, 0, this.meshes);
    else {
      hulls.place(a, b, bInA);
      if (unit.treeA === null) meshInShape.set(hulls.pose);
      else invertPoseInto(hulls.pose, 0, meshInShape, 0);
    }
  }

  private treeBounds(
    { treeA, treeB }: Unit,
    openA: boolean,
    fixed: number,
    first: number,
    count: number,
    enough: number,
  ): void {
    const { meshes, bounds, placing } = this;
    const far = enough + placing;
    slotBoundsInto(treeA!, treeB!, openA, fixed, first, count, far, meshes);
    for (let i = 0; i < count; i++) bounds[i] = meshes.bounds[i] - placing;
    this.stats.nodePairs += count;
  }

  private shapeBounds({ a, b, treeA, treeB }: Unit, first: number, count: number): void {
    const { bounds, placing, convex, meshInShape } = this;
    const shape = treeA === null ? a.convex : b.convex;
    const { volumes } = (treeA ?? treeB)!;
    for (let i = 0; i < count; i++) {
      shapeBoxLower(shape, volumes, 6 * (first + i), meshInShape, 0, convex);
      bounds[i] = convex.numbers[GAP_LOWER] - placing;
    }
    this.stats.nodePairs += count;
  }

  private shapeTriangles(unit: Unit, slotA: number, slotB: number, near: number): number {
    const { convex, triangle, meshInShape, stats, placing } = this;
    const { numbers } = convex;
    const { treeA } = unit;
    const shape = treeA === null ? unit.a.convex : unit.b.convex;
    const tree = (treeA ?? unit.treeB)!;
    const slot = treeA === null ? slotB : slotA;
    const first = tree.links[slot];
    let lowest = Number.POSITIVE_INFINITY;
    triangle.points = tree.vertices;
    for (let t = first; t < first + tree.counts[slot]; t++) {
      stats.trianglePairs++;
      triangle.offset = 9 * t;
      const status = shapeTriangleDistanceInto(shape, triangle, meshInShape, 0, convex);
      if (status === COLLIDING || numbers[DISTANCE_UPPER] <= near + placing) return -1;
      const lower = status === APART ? numbers[GAP_LOWER] : 0;
      if (lower < lowest) lowest = lower;
    }
    return Math.max(0, lowest - placing);
  }
}

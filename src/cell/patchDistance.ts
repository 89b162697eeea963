/**
 * Two pieces by their patches: whether they are apart, and their distance up to what is allowed. For the distance pairs
 * of patches wait in the order of what their hulls prove, the first one is divided, its larger patch first. What the first proves is proven for the pieces, since every
 * triangle is in some patch; and where its hulls are nearest, triangles mostly lie on them, which are then not much farther
 * apart. So a few hulls say what a search of fine meshes would take thousands of triangles for.
 *
 * All in A's frame, the pose placing B's. Bounds are GJK's gaps, less the rounding of placing. Patches are made when
 * first asked for; nothing else is allocated.
 */
import { Heap } from '../arrays/index.ts';
import { buildTree, MAX_LEAF, type Tree } from '../bvh/index.ts';
import { invertPoseInto, transformPointInto, U } from '../math/index.ts';
import {
  APART,
  convexWorkspace,
  GAP_LOWER,
  NEEDED,
  POINT_A,
  POINT_B,
  PROVE,
  ProximityWorkspace,
  shapeDistanceInto,
  TOLERANCE,
  tolerance,
  WITNESS,
} from '../proximity/index.ts';
import { type Piece, surfaceOf } from './body.ts';
import type { Nearness } from './nearness.ts';
import { dividesFirst, type Patch, patchesOf } from './patches.ts';

/** Pairs of patches that are divided at the most. */
const MOST_DIVIDED = 64;
/** How often one pair alone is divided to show two pieces apart. */
const MOST_IN_A_ROW = 3;
/** Part of what is allowed that a point of a hull may be off its triangle. */
const POINT_SLACK = 0.4;
/** Of what is allowed, the part that GJK may leave open. */
const CONVERGED = 0.05;
/** Farther than anything: every pair of triangles is near enough. */
const ANY = 1e90;

export class PatchDistance {
  /** Proven lower bound; beyond the cutoff no more than that. */
  lower = 0;
  /** The distance of two triangles, infinite if none were found; in tree order. */
  upper = Number.POSITIVE_INFINITY;
  triangleA = -1;
  triangleB = -1;
  /** Pairs of hulls that were compared. */
  hulls = 0;

  private readonly convex = convexWorkspace();
  private readonly meshes = new ProximityWorkspace();
  private readonly waiting = new Heap('any');
  /** Numbers of the patches of each pair that was ever made. */
  private readonly indexA = new Int32Array(1 + MAX_LEAF * (MOST_DIVIDED + 1));
  private readonly indexB = new Int32Array(1 + MAX_LEAF * (MOST_DIVIDED + 1));
  /** What balls or hulls of a pair prove. */
  private bound = 0;
  private readonly inverse = new Float64Array(12);
  private readonly at = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
  private readonly point = new Float64Array(3);
  private readonly options = { startA: -1, startB: -1 };

  constructor() {
    this.convex.integers[PROVE] = 0;
  }

  /**
   * Measures two pieces that have triangles: `pose` places B's frame in A's, `bInA` their bodies'. True if the bounds are as
   * near to each other as is asked for, or both beyond the cutoff; they hold in any case.
   */
  measure(
    a: Piece,
    b: Piece,
    poses: { readonly pose: Float64Array; readonly bInA: Float64Array },
    placing: number,
    cutoff: number,
    nearness: Nearness,
  ): boolean {
    const { waiting, indexA, indexB } = this;
    const { pose, bInA } = poses;
    const [p, q] = [patchesOf(a), patchesOf(b)];
    const treeA = surfaceOf(a)!.tree;
    const treeB = surfaceOf(b)!.tree;
    this.forget();
    const known = nearness.a === a && nearness.b === b;
    if (known) this.meet(treeA, treeB, bInA, nearness.triangleA, nearness.triangleB);
    invertPoseInto(pose, 0, this.inverse, 0);
    waiting.clear();
    indexA[0] = 0;
    indexB[0] = 0;
    waiting.push(0, 0);
    this.convex.numbers[TOLERANCE] = CONVERGED * nearness.relative;
    let made = 1;
    for (let divided = 0; ; divided++) {
      let least = waiting.keys[0];
      const pair = waiting.pop();
      const patchA = p.get(indexA[pair]);
      const patchB = q.get(indexB[pair]);
      if (this.apart(patchA, patchB, pose)) {
        least = Math.max(least, this.convex.numbers[GAP_LOWER] - placing);
        const foundA = this.near(treeA, a, POINT_A, nearness);
        const foundB = foundA < 0 ? -1 : this.near(treeB, b, POINT_B, nearness);
        if (foundB >= 0) this.meet(treeA, treeB, bInA, foundA, foundB);
      }
      // Those that wait prove more than this one did when it was first of them.
      const others = waiting.count > 0 ? waiting.keys[0] : Number.POSITIVE_INFINITY;
      this.lower = Math.max(this.lower, Math.min(least, others, this.upper, cutoff));
      if (this.isEnough(cutoff, nearness)) return true;
      const first = dividesFirst(patchA, patchB);
      const children = first ? patchA.children : patchB.children;
      if (children.length === 0 || divided >= MOST_DIVIDED) return false;
      const enough = Math.min(this.upper, cutoff) + placing;
      for (let k = 0; k < children.length; k++) {
        indexA[made] = first ? children[k] : indexA[pair];
        indexB[made] = first ? indexB[pair] : children[k];
        this.boundInto(p.get(indexA[made]), q.get(indexB[made]), pose, enough);
        waiting.push(Math.max(least, this.bound - placing), made++);
      }
    }
  }

  /**
   * Whether the surfaces of two pieces are proven farther apart than `needed` by a few of their patches; the whole hulls are
   * known not to show it. Patches are divided as long as that leaves one pair open: where more are left, there is most
   * often a contact to be found. False says nothing.
   */
  isApart(a: Piece, b: Piece, pose: Float64Array, placing: number, needed: number): boolean {
    const [p, q] = [patchesOf(a), patchesOf(b)];
    const enough = (needed + placing) * (1 + 4 * U);
    let i = 0;
    let j = 0;
    this.hulls = 0;
    for (let divided = 0; divided < MOST_IN_A_ROW; divided++) {
      const first = dividesFirst(p.get(i), q.get(j));
      const children = (first ? p.get(i) : q.get(j)).children;
      if (children.length === 0) return false;
      let left = -1;
      for (let k = 0; k < children.length; k++) {
        this.boundInto(
          p.get(first ? children[k] : i),
          q.get(first ? j : children[k]),
          pose,
          enough,
        );
        if (this.bound - placing > needed) continue;
        if (left >= 0) return false;
        left = children[k];
      }
      if (left < 0) return true;
      if (first) i = left;
      else j = left;
    }
    return false;
  }

  private forget(): void {
    this.hulls = 0;
    this.lower = 0;
    this.upper = Number.POSITIVE_INFINITY;
    this.triangleA = -1;
    this.triangleB = -1;
  }

  private isEnough(cutoff: number, { absolute, relative }: Nearness): boolean {
    const { lower } = this;
    if (lower >= cutoff) return true;
    // Where nothing is proven yet they may touch.
    return lower > 0 && this.upper - lower <= Math.max(absolute, relative * lower);
  }

  /** this.bound = what balls or hulls of two patches prove; a bound of `enough` is as good as any. */
  private boundInto(patchA: Patch, patchB: Patch, pose: Float64Array, enough: number): void {
    const { point, convex } = this;
    const { ball } = patchA;
    transformPointInto(pose, 0, patchB.ball, 0, point, 0);
    const x = point[0] - ball[0];
    const y = point[1] - ball[1];
    const z = point[2] - ball[2];
    this.bound = Math.sqrt(x * x + y * y + z * z) - ball[3] - patchB.ball[3];
    if (this.bound >= enough) return;
    convex.numbers[NEEDED] = enough;
    convex.integers[WITNESS] = 0;
    this.hulls++;
    if (shapeDistanceInto(patchA.shape, patchB.shape, pose, 0, convex) !== APART) return;
    this.bound = Math.max(this.bound, convex.numbers[GAP_LOWER]);
  }

  /** Whether two patches are apart; if so the workspace has their gap and their nearest points. */
  private apart(patchA: Patch, patchB: Patch, pose: Float64Array): boolean {
    this.convex.numbers[NEEDED] = Number.POSITIVE_INFINITY;
    this.convex.integers[WITNESS] = 1;
    this.hulls++;
    return shapeDistanceInto(patchA.shape, patchB.shape, pose, 0, this.convex) === APART;
  }

  /** A triangle of a piece near the point at numbers[o], which is in A's frame; -1 if there is none. */
  private near(tree: Tree, piece: Piece, o: number, { absolute, relative }: Nearness): number {
    const { at, convex, inverse } = this;
    const { numbers } = convex;
    if (o === POINT_B) transformPointInto(inverse, 0, numbers, o, at, 9);
    else for (let k = 0; k < 3; k++) at[9 + k] = numbers[o + k];
    if (piece.kind === 'convex') transformPointInto(piece.pose, 0, at, 9, at, 9);
    const slack = POINT_SLACK * Math.max(absolute, relative * numbers[GAP_LOWER]);
    const found = tolerance(tree, POINT, at, slack, this.meshes);
    return found.upper <= slack ? found.triangleA : -1;
  }

  /** Takes two triangles if they are the nearest so far. */
  private meet(a: Tree, b: Tree, bInA: Float64Array, i: number, j: number): void {
    this.options.startA = i;
    this.options.startB = j;
    const { upper } = tolerance(a, b, bInA, ANY, this.meshes, this.options);
    if (!(upper < this.upper)) return;
    this.upper = upper;
    this.triangleA = i;
    this.triangleB = j;
  }
}

/** A point as a tree: one triangle without extent. */
const POINT: Tree = buildTree({
  positions: new Float64Array(3),
  indices: new Uint32Array(3),
});

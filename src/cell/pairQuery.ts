/**
 * Questions about two bodies at a relative pose. The cheap answers come first: balls around the
 * pieces, then their convex hulls, then hulls of their patches, then the meshes themselves. Solids count: a component of one body
 * wholly inside a solid of the other is a collision, looked for where the hulls overlap and the
 * surfaces do not meet.
 *
 * Bounds are proven for the pose as given; how far that is from the true pose is the caller's part.
 */
import { convexCentreInto, pointInSolid } from '../geometry/index.ts';
import { composePosesInto, invertPoseInto, transformPointInto, U } from '../math/index.ts';
import {
  APART,
  apartBy,
  approximateDistance,
  COLLIDING,
  collide,
  convexWorkspace,
  DISTANCE_UPPER,
  distance,
  findContained,
  GAP_LOWER,
  NEEDED,
  POINT_A,
  PROVE,
  type ProximityResult,
  ProximityWorkspace,
  ShapeMeshWorkspace,
  searchShape,
  shapeDistanceInto,
  tolerance,
  UNRESOLVED,
  WITNESS,
} from '../proximity/index.ts';
import {
  type Body,
  type ConvexPiece,
  type MeshPiece,
  type Piece,
  type Surface,
  surfaceOf,
} from './body.ts';
import type { Nearness } from './nearness.ts';
import { PatchDistance } from './patchDistance.ts';
import { vertexInside } from './vertexInside.ts';

/** Rounding of the poses that place pieces in each other's frames, per unit of all lengths. */
const PLACING = 64 * U;

/** Up to this part of the smaller piece's radius one search of the meshes answers two questions. */
const SMALL = 1e-3;

/** Farther than anything: asks about the triangles that are given, and no others. */
const ANY_DISTANCE = 1e90;

/** Scratch and answer of pair queries; the next query overwrites the answer. */
export class PairQuery {
  /** Smallest distance found, 0 where the bodies collide. */
  upper = Number.POSITIVE_INFINITY;
  /** Proven lower bound of the distance. */
  lower = 0;
  /** The pieces that `upper` belongs to; -1 if nothing within the cutoff was found. */
  pieceA = -1;
  pieceB = -1;
  /** Whether one body lies inside a solid of the other, their surfaces apart. */
  contained = false;
  /** The nearest points, in A's frame: 0..2 on A, 3..5 on B. */
  readonly points = new Float64Array(6);

  private readonly meshes = new ProximityWorkspace();
  private readonly mixed = new ShapeMeshWorkspace();
  private readonly convex = convexWorkspace();
  private readonly pose = new Float64Array(12);
  private readonly scratch = new Float64Array(12);
  private readonly point = new Float64Array(3);
  /** Whether the last answer's points are in the body's frame, not in a primitive's. */
  private inBody = false;
  private readonly options = {
    ...{ offset: 0, cutoff: Number.POSITIVE_INFINITY },
    ...{ startA: -1, startB: -1 },
  };
  private readonly patches = new PatchDistance();
  private readonly poses = { pose: this.pose, bInA: this.pose };
  /** Of a question that need not be answered exactly. */
  private nearness: Nearness | null = null;

  /**
   * Is B farther than `margin` (>= 0) from A, or at margin 0 not in collision, even if its points are
   * misplaced by `error`? APART is proven, COLLIDING has a witness (nearer than the margin as
   * placed), UNRESOLVED is within rounding, or, if only hulls are looked at, not settled by them.
   */
  settle(
    a: Body,
    b: Body,
    bInA: Float64Array,
    margin: number,
    error: number,
    hullsOnly = false,
  ): number {
    this.begin();
    let status = APART;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const answer = this.settlePieces(a.pieces[i], b.pieces[j], bInA, margin, error, hullsOnly);
        if (answer === APART) continue;
        this.pieceA = i;
        this.pieceB = j;
        if (answer === COLLIDING) return COLLIDING;
        status = UNRESOLVED;
      }
    }
    return status;
  }

  /** A lower bound of the distance from balls and hulls alone; 0 where the hulls meet. */
  hullGap(a: Body, b: Body, bInA: Float64Array, o: number): number {
    let lowest = Number.POSITIVE_INFINITY;
    const w = this.convex.numbers;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const placing = this.ballGap(a.pieces[i], b.pieces[j], bInA, o);
        if (this.lower >= lowest) continue;
        this.place(a.pieces[i], b.pieces[j], bInA, o);
        w[NEEDED] = lowest;
        const status = this.askConvex(a.pieces[i], b.pieces[j], false);
        const gap = status === APART ? w[GAP_LOWER] - placing : 0;
        lowest = Math.min(lowest, Math.max(gap, this.lower));
      }
    }
    return lowest;
  }

  /**
   * The distance, if it is below the cutoff: `upper`, `lower`, `points`, pieces. Beyond the cutoff
   * `upper` is infinite and `lower` at least the cutoff, up to rounding.
   */
  measure(a: Body, b: Body, bInA: Float64Array, o: number, cutoff: number): void {
    this.begin();
    let lowest = Number.POSITIVE_INFINITY;
    let nearest = cutoff;
    for (let i = 0; i < a.pieces.length; i++) {
      for (let j = 0; j < b.pieces.length; j++) {
        const before = this.upper;
        this.measurePieces(a.pieces[i], b.pieces[j], bInA, o, nearest);
        lowest = Math.min(lowest, this.lower);
        if (this.upper >= before) continue;
        nearest = Math.min(nearest, this.upper);
        this.pieceA = i;
        this.pieceB = j;
        if (this.upper === 0) {
          this.lower = 0;
          return;
        }
      }
    }
    this.lower = lowest;
  }

  /** The same up to what `nearness` allows, where pieces are made of triangles: `upper` may exceed `lower` by that. */
  measureAbout(
    a: Body,
    b: Body,
    bInA: Float64Array,
    o: number,
    cutoff: number,
    nearness: Nearness,
  ): void {
    this.nearness = nearness;
    this.measure(a, b, bInA, o, cutoff);
    this.nearness = null;
  }

  /**
   * Do two pieces share a point, as placed? By their surfaces alone where they are meshes. If so,
   * `points` has where.
   */
  meet(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    this.place(a, b, bInA, o);
    if (a.kind === 'convex' && b.kind === 'convex') {
      this.convex.numbers[NEEDED] = 0;
      if (this.askConvex(a, b, true) !== COLLIDING) return false;
      this.takePoints(a, this.convex.numbers, POINT_A);
      return true;
    }
    if (this.boxHoldsVertex(a, b, this.ballGap(a, b, bInA, o))) return true;
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    this.options.offset = o;
    this.options.cutoff = Number.POSITIVE_INFINITY;
    const both = p !== null && q !== null;
    const result = both
      ? collide(p.tree, q.tree, bInA, this.meshes, this.options)
      : this.askMixed(a, b, 0, Number.POSITIVE_INFINITY);
    if (result.verdict !== 'colliding') return false;
    this.takePoints(both ? null : a, result.points, 0);
    return true;
  }

  /** Does a component of one piece lie inside a solid of the other, their surfaces being apart? */
  contains(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    if (a.kind === 'convex' && b.kind === 'convex') return false;
    return this.isContained(a, b, bInA, o);
  }

  private begin(): void {
    this.upper = Number.POSITIVE_INFINITY;
    this.lower = 0;
    this.pieceA = -1;
    this.pieceB = -1;
    this.contained = false;
  }

  private settlePieces(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    margin: number,
    error: number,
    hullsOnly: boolean,
  ): number {
    const placing = this.ballGap(a, b, bInA, 0);
    const needed = margin + error + placing;
    if (this.lower > needed) return APART;
    this.place(a, b, bInA, 0);
    const w = this.convex.numbers;
    const exact = a.kind === 'convex' && b.kind === 'convex';
    w[NEEDED] = needed * (1 + 4 * U);
    const hulls = this.askConvex(a, b, exact);
    if (hulls === APART && w[GAP_LOWER] > needed) return APART;
    if (exact) {
      if (hulls !== COLLIDING && !(w[DISTANCE_UPPER] <= margin)) return UNRESOLVED;
      this.takePoints(a, w, POINT_A);
      return COLLIDING;
    }
    if (hulls !== APART && this.boxHoldsVertex(a, b, placing)) return COLLIDING;
    if (hullsOnly) return UNRESOLVED;
    if (this.patchesApart(a, b, placing, needed)) {
      return hulls !== APART && this.isContained(a, b, bInA, 0) ? COLLIDING : APART;
    }
    const result = this.askMeshes(a, b, bInA, margin, needed);
    if (result.verdict === 'colliding' || result.upper <= margin) {
      this.takePoints(this.inBody ? null : a, result.points, 0);
      return COLLIDING;
    }
    if (hulls !== APART && this.isContained(a, b, bInA, 0)) return COLLIDING;
    return result.lower > needed ? APART : UNRESOLVED;
  }

  /** Whether patches of two meshes show that their surfaces are farther apart than is needed. */
  private patchesApart(a: Piece, b: Piece, placing: number, needed: number): boolean {
    if (a.kind !== 'mesh' || b.kind !== 'mesh') return false;
    return this.patches.isApart(a, b, this.pose, placing, needed);
  }

  /** Whether one piece is a box, and a vertex of the other, a mesh, is found inside it: it is then at `points`. */
  private boxHoldsVertex(a: Piece, b: Piece, slack: number): boolean {
    const { points, pose, scratch } = this;
    const first = a.kind === 'mesh';
    const mesh = first ? a : b;
    const box = first ? b : a;
    if (mesh.kind !== 'mesh' || box.kind !== 'convex' || box.shape.kind !== 'box') return false;
    if (first) invertPoseInto(pose, 0, scratch, 0);
    const v = vertexInside(mesh.tree, box.shape.half, first ? scratch : pose, slack);
    if (v < 0) return false;
    for (let k = 0; k < 6; k++) points[k] = mesh.tree.vertices[v + (k % 3)];
    if (!first) {
      transformPointInto(pose, 0, points, 0, points, 0);
      transformPointInto(box.pose, 0, points, 0, points, 0);
      for (let k = 0; k < 3; k++) points[3 + k] = points[k];
    }
    return true;
  }

  /** Primitives or hulls; of hulls only whether they are apart, and by how much. */
  private askConvex(a: Piece, b: Piece, exact: boolean): number {
    const { integers } = this.convex;
    integers[WITNESS] = exact ? 1 : 0;
    integers[PROVE] = exact ? 1 : 0;
    return shapeDistanceInto(a.convex, b.convex, this.pose, 0, this.convex);
  }

  /** Two pieces that are not both convex: is their distance more than is needed, or at most the margin? */
  private askMeshes(a: Piece, b: Piece, bInA: Float64Array, margin: number, needed: number) {
    const mu = needed * (1 + 4 * U);
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    this.inBody = p !== null && q !== null;
    if (p === null || q === null) return this.askMixed(a, b, mu, Number.POSITIVE_INFINITY);
    this.options.offset = 0;
    this.options.cutoff = Number.POSITIVE_INFINITY;
    if (mu > SMALL * Math.min(a.ball[3], b.ball[3])) {
      // Many triangles may be so near: a contact is found faster by looking for it alone, and then one of them is enough.
      const hit = collide(p.tree, q.tree, bInA, this.meshes, this.options);
      if (hit.verdict === 'colliding') return hit;
      return tolerance(p.tree, q.tree, bInA, mu, this.meshes, this.options);
    }
    const result = apartBy(p.tree, q.tree, bInA, mu, this.meshes, this.options);
    if (result.lower > needed || result.upper <= margin) return result;
    // It ended at two triangles that are nearer than needed: others may intersect.
    return collide(p.tree, q.tree, bInA, this.meshes, this.options);
  }

  /** A primitive and a mesh; this.pose places the second piece in the first's frame. */
  private askMixed(a: Piece, b: Piece, threshold: number, cutoff: number) {
    const request = this.mixed.request;
    request.threshold = threshold;
    request.relativeError = 0;
    request.cutoff = cutoff;
    if (a.kind === 'convex') {
      searchShape(a.convex, (b as MeshPiece).tree, this.pose, 0, request, this.mixed);
      return this.mixed.result;
    }
    // The mesh in the primitive's frame; points come back in that frame and the other order.
    invertPoseInto(this.pose, 0, this.scratch, 0);
    searchShape((b as ConvexPiece).convex, a.tree, this.scratch, 0, request, this.mixed);
    const { points } = this.mixed.result;
    transformPointInto(this.pose, 0, points, 0, points, 0);
    transformPointInto(this.pose, 0, points, 3, points, 3);
    for (let k = 0; k < 3; k++) {
      const x = points[k];
      points[k] = points[3 + k];
      points[3 + k] = x;
    }
    return this.mixed.result;
  }

  private measurePieces(a: Piece, b: Piece, bInA: Float64Array, o: number, cutoff: number): void {
    const placing = this.ballGap(a, b, bInA, o);
    if (this.lower >= cutoff) return;
    this.place(a, b, bInA, o);
    const w = this.convex.numbers;
    const exact = a.kind === 'convex' && b.kind === 'convex';
    w[NEEDED] = exact ? Number.POSITIVE_INFINITY : cutoff + placing;
    const hulls = this.askConvex(a, b, exact);
    const gap = hulls === APART ? Math.max(0, w[GAP_LOWER] - placing) : 0;
    if (exact) {
      this.lower = gap;
      const upper = hulls === COLLIDING ? 0 : w[DISTANCE_UPPER];
      if (upper < Math.min(cutoff, this.upper)) {
        this.upper = upper;
        this.takePoints(a, w, POINT_A);
      }
      return;
    }
    this.lower = gap;
    if (gap >= cutoff) return;
    let result: ProximityResult | null = null;
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    this.inBody = p !== null && q !== null;
    if (p !== null && q !== null) {
      this.options.offset = o;
      this.options.cutoff = Math.max(cutoff, 1e-300);
      result =
        this.nearness === null
          ? distance(p.tree, q.tree, bInA, this.meshes, this.options)
          : this.distanceAbout(a, b, bInA, placing, this.nearness);
    } else {
      result = this.askMixed(a, b, Number.POSITIVE_INFINITY, Math.max(cutoff, 1e-300));
    }
    const meet = result?.verdict === 'colliding';
    if (result !== null) {
      if (meet || result.upper < Math.min(cutoff, this.upper)) {
        this.upper = result.upper;
        this.takePoints(this.inBody ? null : a, result.points, 0);
      }
      this.lower = Math.max(this.lower, result.lower - placing);
    }
    if (!meet && hulls !== APART && this.isContained(a, b, bInA, o)) {
      this.upper = 0;
      this.lower = 0;
    }
  }

  /**
   * The distance of two pieces of triangles up to what is allowed: by their patches, and where these leave more open by
   * their triangles. Null if it is beyond the cutoff.
   */
  private distanceAbout(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    placing: number,
    nearness: Nearness,
  ) {
    const { options, meshes, patches, poses } = this;
    const { cutoff } = options;
    const p = surfaceOf(a)!.tree;
    const q = surfaceOf(b)!.tree;
    poses.bInA = bInA as Float64Array<ArrayBuffer>;
    const enough = patches.measure(a, b, poses, placing, cutoff, nearness);
    this.lower = Math.max(this.lower, patches.lower);
    options.startA = patches.triangleA;
    options.startB = patches.triangleB;
    if (enough && patches.triangleA < 0) return null;
    const { absolute, relative } = nearness;
    const part = Math.max(relative / (1 + relative), absolute / Math.min(cutoff, patches.upper));
    const result = enough
      ? tolerance(p, q, bInA, ANY_DISTANCE, meshes, options)
      : patches.lower > 0
        ? approximateDistance(p, q, bInA, Math.min(part, 0.5), meshes, options)
        : distance(p, q, bInA, meshes, options);
    options.startA = -1;
    options.startB = -1;
    if (result.triangleA >= 0) {
      nearness.a = a;
      nearness.b = b;
      nearness.triangleA = result.triangleA;
      nearness.triangleB = result.triangleB;
    }
    return result;
  }

  /** Sets `lower` to the gap of the pieces' balls; returns the rounding of placing them. */
  private ballGap(a: Piece, b: Piece, pose: Float64Array, o: number): number {
    const p = a.ball;
    const q = b.ball;
    transformPointInto(pose, o, q, 0, this.point, 0);
    const x = this.point[0] - p[0];
    const y = this.point[1] - p[1];
    const z = this.point[2] - p[2];
    const shift = Math.abs(pose[o + 9]) + Math.abs(pose[o + 10]) + Math.abs(pose[o + 11]);
    const size = extent(p) + extent(q) + shift;
    const placing =
      PLACING * (Number.isFinite(size) ? size : shift + extent0(p) + extent0(q) + 1e3);
    this.lower = Math.max(0, Math.sqrt(x * x + y * y + z * z) - p[3] - q[3] - placing);
    return placing;
  }

  /** this.pose = the second piece's frame in the first's. */
  private place(a: Piece, b: Piece, bInA: Float64Array, o: number): void {
    const { pose, scratch } = this;
    for (let k = 0; k < 12; k++) pose[k] = bInA[o + k];
    if (b.kind === 'convex') {
      composePosesInto(bInA, o, b.pose, 0, pose, 0);
    }
    if (a.kind === 'convex') {
      composePosesInto(a.inverse, 0, pose, 0, scratch, 0);
      pose.set(scratch);
    }
  }

  /** Six numbers at from[o], in the frame of the piece (null: the body), as points in A's frame. */
  private takePoints(piece: Piece | null, from: Float64Array, o: number): void {
    const { points } = this;
    for (let k = 0; k < 6; k++) points[k] = from[o + k];
    if (piece?.kind !== 'convex') return;
    transformPointInto(piece.pose, 0, points, 0, points, 0);
    transformPointInto(piece.pose, 0, points, 3, points, 3);
  }

  /** Surfaces apart: does a component of one piece lie inside a solid of the other? */
  private isContained(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
    let found = false;
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    if (p !== null && q !== null) {
      found = findContained(p.mesh, q.mesh, bInA, o) !== null;
    } else if (p !== null) {
      found = this.centreInside(p, b as ConvexPiece, bInA, o);
    } else if (q !== null) {
      invertPoseInto(bInA, o, this.scratch, 0);
      found = this.centreInside(q, a as ConvexPiece, this.scratch, 0);
    }
    this.contained ||= found;
    return found;
  }

  /** Whether a point of the primitive, whose body `pose` places in the mesh's frame, is in a solid. */
  private centreInside(
    { mesh }: Surface,
    inner: ConvexPiece,
    pose: Float64Array,
    o: number,
  ): boolean {
    if (inner.convex.kind === 'half-space') return false;
    const { point } = this;
    convexCentreInto(inner.convex, point, 0);
    transformPointInto(inner.pose, 0, point, 0, point, 0);
    transformPointInto(pose, o, point, 0, point, 0);
    return mesh.components.some((c) => c.solid && pointInSolid(mesh, c, point, 0) !== 'outside');
  }
}

function extent(ball: Float64Array): number {
  return extent0(ball) + ball[3];
}

function extent0(ball: Float64Array): number {
  return Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
}

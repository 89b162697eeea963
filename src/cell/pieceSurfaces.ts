/**
 * The surfaces of two placed pieces, of which one at least is a mesh: are they apart, how far, do they meet, is one inside of the
 * other? Patches come first, then triangles; a primitive without faces is searched against the mesh's tree.
 */
import { convexCentreInto, pointInSolid } from '../geometry/index.ts';
import { invertPoseInto, POSE_SIZE, transformPointInto, U } from '../math/index.ts';
import {
  apartBy,
  approximateDistance,
  collide,
  distance,
  findContained,
  type ProximityResult,
  ProximityWorkspace,
  ShapeMeshWorkspace,
  searchShape,
  tolerance,
} from '../proximity/index.ts';
import { type ConvexPiece, type MeshPiece, type Piece, type Surface, surfaceOf } from './body.ts';
import type { Nearness } from './nearness.ts';
import { PatchDistance } from './patchDistance.ts';
import type { PlacedPieces } from './placedPieces.ts';

/** Up to this part of the smaller piece's radius one search of the meshes answers two questions. */
const SMALL = 1e-3;

/** Farther than anything: asks about the triangles that are given, and no others. */
const ANY_DISTANCE = 1e90;

export class PieceSurfaces {
  /** Whether the last answer's points are in the body's frame, not in a primitive's. */
  inBody = false;
  /** A bound that patches proved on the way to the last distance. */
  patchesLower = 0;
  private readonly placed: PlacedPieces;
  private readonly meshes = new ProximityWorkspace();
  private readonly mixed = new ShapeMeshWorkspace();
  private readonly options = {
    ...{ offset: 0, cutoff: Number.POSITIVE_INFINITY },
    ...{ startA: -1, startB: -1 },
  };
  private readonly patches = new PatchDistance();
  private readonly poses: { pose: Float64Array; bInA: Float64Array };
  private readonly scratch = new Float64Array(POSE_SIZE);
  private readonly point = new Float64Array(3);

  constructor(placed: PlacedPieces) {
    this.placed = placed;
    this.poses = { pose: placed.pose, bInA: placed.pose };
  }

  /** Whether patches of two meshes show that their surfaces are farther apart than is needed. */
  patchesApart(a: Piece, b: Piece, needed: number): boolean {
    if (a.kind !== 'mesh' || b.kind !== 'mesh') return false;
    return this.patches.isApart(a, b, this.placed.pose, this.placed.placing, needed);
  }

  /** Two pieces that are not both convex: is their distance more than is needed, or at most the margin? */
  settle(a: Piece, b: Piece, bInA: Float64Array, margin: number, needed: number) {
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

  /** Do two pieces, as placed, share a point of their surfaces? */
  meet(a: Piece, b: Piece, bInA: Float64Array, o: number): ProximityResult {
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    this.inBody = p !== null && q !== null;
    if (p === null || q === null) return this.askMixed(a, b, 0, Number.POSITIVE_INFINITY);
    this.options.offset = o;
    this.options.cutoff = Number.POSITIVE_INFINITY;
    return collide(p.tree, q.tree, bInA, this.meshes, this.options);
  }

  /**
   * The distance of two pieces, as placed, if it is below the cutoff; up to what `nearness` allows, where there is one. Null if
   * patches show that it is beyond the cutoff.
   */
  distance(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    o: number,
    cutoff: number,
    nearness: Nearness | null,
  ): ProximityResult | null {
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    const { options } = this;
    this.patchesLower = 0;
    this.inBody = p !== null && q !== null;
    if (p === null || q === null) return this.askMixed(a, b, Number.POSITIVE_INFINITY, cutoff);
    options.offset = o;
    options.cutoff = cutoff;
    return nearness === null
      ? distance(p.tree, q.tree, bInA, this.meshes, options)
      : this.distanceAbout(a, b, bInA, nearness);
  }

  /** A primitive and a mesh; the pose places the second piece in the first's frame. */
  private askMixed(a: Piece, b: Piece, threshold: number, cutoff: number) {
    const { pose } = this.placed;
    const request = this.mixed.request;
    request.threshold = threshold;
    request.relativeError = 0;
    request.cutoff = cutoff;
    if (a.kind === 'convex') {
      searchShape(a.convex, (b as MeshPiece).tree, pose, 0, request, this.mixed);
      return this.mixed.result;
    }
    // The mesh in the primitive's frame; points come back in that frame and the other order.
    invertPoseInto(pose, 0, this.scratch, 0);
    searchShape((b as ConvexPiece).convex, a.tree, this.scratch, 0, request, this.mixed);
    const { points } = this.mixed.result;
    transformPointInto(pose, 0, points, 0, points, 0);
    transformPointInto(pose, 0, points, 3, points, 3);
    for (let k = 0; k < 3; k++) {
      const x = points[k];
      points[k] = points[3 + k];
      points[3 + k] = x;
    }
    return this.mixed.result;
  }

  /**
   * The distance of two pieces of triangles up to what is allowed: by their patches, and where these leave more open by
   * their triangles. Null if it is beyond the cutoff.
   */
  private distanceAbout(
    a: Piece,
    b: Piece,
    bInA: Float64Array,
    nearness: Nearness,
  ): ProximityResult | null {
    const { options, meshes, patches, poses } = this;
    const { cutoff } = options;
    const p = surfaceOf(a)!.tree;
    const q = surfaceOf(b)!.tree;
    poses.bInA = bInA;
    const enough = patches.measure(a, b, poses, this.placed.placing, cutoff, nearness);
    this.patchesLower = patches.lower;
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

  /** Surfaces apart: does a component of one piece lie inside a solid of the other? */
  isContained(a: Piece, b: Piece, bInA: Float64Array, o: number): boolean {
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

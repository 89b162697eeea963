/**
 * The distance of two pieces at a relative pose, begun from what was found last time: hulls first, by a direction that
 * showed them apart, then by their closest features (V-Clip); triangles only where the nearest points of the
 * hulls are not the pieces' own (faceted.ts). Solids count: a component of one piece inside a solid of the other
 * meets it.
 *
 * Bounds are proven for the pose as given. What is asked and answered is left in fields: numbers that cross calls may
 * be boxed, and asking is to allocate nothing.
 */
import { type ConvexPiece, type MeshPiece, type Piece, surfaceOf } from '../cell/index.ts';
import {
  composePosesInto,
  invertPoseInto,
  POSE_SIZE,
  rotateVectorInto,
  transformPointInto,
  U,
} from '../math/index.ts';
import {
  APART,
  COLLIDING,
  convexWorkspace,
  DIRECTION,
  DISTANCE_UPPER,
  FeatureWorkspace,
  GAP_LOWER,
  type KeptTree,
  keptGapInto,
  NEEDED,
  POINT_A,
  type Polyhedron,
  PROVE,
  ProximityWorkspace,
  polyhedronOf,
  ShapeMeshWorkspace,
  searchKept,
  searchShapeKept,
  shapeDistanceInto,
  TrackedPair,
  vClipInto,
  WARM,
  WITNESS,
} from '../proximity/index.ts';
import { isContained } from './containment.ts';
import { type Faceted, isOwn } from './faceted.ts';
import type { PairMemory } from './pairMemory.ts';

/** Rounding of the poses that place pieces in each other's frames, per unit of all lengths. */
const PLACING = 64 * U;
/** Constants of other files are not folded into hot code; those of this one are. */
const [GAP, UPPER, AT, TOWARD] = [GAP_LOWER, DISTANCE_UPPER, POINT_A, DIRECTION];
const [GAP_NEEDED, IS_WARM, WANTS_POINTS, WANTS_PROOF] = [NEEDED, WARM, WITNESS, PROVE];
const [IS_APART, IS_COLLIDING] = [APART, COLLIDING];

type Lent = { -readonly [K in keyof TrackedPair]: TrackedPair[K] };

export class PieceDistance {
  /** Asked: distances from here on are of no interest. Infinite for none. */
  cutoff = 0.5;
  /** Places the body of the second piece in that of the first. */
  readonly bInA = new Float64Array(POSE_SIZE);
  /** Proven lower bound of the distance as placed; as good as the cutoff, up to rounding, where it is beyond. */
  lower = 0.5;
  /** Of the points; 0 where the pieces meet; infinite beyond the cutoff. */
  upper = 0.5;
  /** Nearest points in the frame of the first body: 0..2 on it, 3..5 on the second. */
  readonly points = new Float64Array(6);
  /**
   * Moving the second piece along `direction`, in the frame of the first body, by more than this parts their hulls;
   * less than 0 where these are apart anyway. Infinite where no direction is known.
   */
  depth = 0.5;
  readonly direction = new Float64Array(3);
  /** Pairs of features, iterations of GJK or pairs of volumes that were looked at. */
  work = 0;

  private readonly memory: PairMemory;
  private readonly features = new FeatureWorkspace();
  private readonly convex = convexWorkspace();
  private readonly meshes = new ProximityWorkspace();
  private readonly mixed = new ShapeMeshWorkspace();
  private readonly pair: Lent;
  private readonly pose = new Float64Array(POSE_SIZE);
  private readonly scratch = new Float64Array(POSE_SIZE);
  private placing = 0.5;
  /** The point of the second body that its shift is counted at; how far any of its points has gone. */
  private readonly from = new Float64Array(3);
  private travelled = 0.5;
  /** Whether the hulls are proven apart. */
  private isApart = false;

  constructor(memory: PairMemory) {
    this.memory = memory;
    const nothing: Polyhedron = polyhedronOf(new Float64Array(3));
    this.pair = new TrackedPair(nothing, nothing);
  }

  /** Two pieces with the polyhedra of their hulls, if they have any; `place` in the memory is theirs. */
  ask(a: Piece, b: Piece, p: Faceted | null, q: Faceted | null, place: number): void {
    this.upper = Number.POSITIVE_INFINITY;
    this.lower = 0;
    this.setPlacing(a, b);
    this.place(a, b);
    // Of a mesh a vertex is nearest to a half-space, and it is one of its hull.
    const isConvex =
      (a.kind === 'convex' && b.kind === 'convex') ||
      a.convex.kind === 'half-space' ||
      b.convex.kind === 'half-space';
    if (!isConvex) this.travel(b.ball, place);
    if (p !== null && q !== null) {
      this.loadPair(p, q, place);
      if (this.memory.near[place] === 0 && this.isBeyond()) return;
      if (this.askFeatures(a, p, q, place)) return;
    } else if (this.askShapes(a, b, isConvex, place)) return;
    if (this.lower >= this.cutoff) {
      this.memory.near[place] = 0;
      return;
    }
    this.askTriangles(a, b, place);
    this.memory.near[place] = this.upper < this.cutoff ? 1 : 0;
  }

  /** What was travelled since the last look: counted at the second body's origin where that is near, as joints are. */
  private travel(ball: Float64Array, place: number): void {
    const { from, memory } = this;
    const away = Math.sqrt(ball[0] * ball[0] + ball[1] * ball[1] + ball[2] * ball[2]);
    const isNear = away <= 2 * ball[3];
    for (let k = 0; k < 3; k++) from[k] = isNear ? 0 : ball[k];
    memory.travel(place, this.bInA, from);
    const reach = (isNear ? away + ball[3] : ball[3]) * (1 + 8 * U);
    this.travelled = memory.shifts[place] + memory.turns[place] * reach;
  }

  /** The two polyhedra, and what is remembered of them. */
  private loadPair(p: Faceted, q: Faceted, place: number): void {
    const { pair, memory } = this;
    pair.a = p.polyhedron;
    pair.b = q.polyhedron;
    for (let k = 0; k < 2; k++) pair.features[k] = memory.features[2 * place + k];
    for (let k = 0; k < 3; k++) pair.direction[k] = memory.directions[3 * place + k];
  }

  /** Whether the direction that was kept shows the hulls beyond the cutoff. */
  private isBeyond(): boolean {
    const { pair, features } = this;
    keptGapInto(pair, this.pose, 0, features);
    this.lower = features.result.lower - this.placing;
    return this.lower >= this.cutoff;
  }

  /** By closest features: whether that is the answer. */
  private askFeatures(a: Piece, p: Faceted, q: Faceted, place: number): boolean {
    const { pair, features, memory } = this;
    const { result } = features;
    const status = vClipInto(pair, this.pose, 0, features);
    for (let k = 0; k < 2; k++) memory.features[2 * place + k] = pair.features[k];
    for (let k = 0; k < 3; k++) memory.directions[3 * place + k] = pair.direction[k];
    this.work += result.steps;
    this.isApart = status === IS_APART;
    this.lower = this.isApart ? Math.max(0, result.lower - this.placing) : 0;
    this.depth = this.placing - result.lower;
    this.takeDirection(a, result.direction, 0);
    const isOver = p.isWhole && q.isWhole;
    const isOwnBoth = isOwn(p, result.featureA) && isOwn(q, result.featureB);
    if (!isOver && !(this.isApart && isOwnBoth)) return false;
    const upper = status === IS_COLLIDING ? 0 : result.upper;
    const isNear = upper < this.cutoff;
    memory.near[place] = isNear ? 1 : 0;
    if (isNear) {
      this.upper = upper;
      this.takePoints(a, result.points, 0);
    }
    return true;
  }

  /** Where one of them is round: the hull of a mesh, or the shapes themselves. Whether that is the answer. */
  private askShapes(a: Piece, b: Piece, isConvex: boolean, place: number): boolean {
    const { convex, memory } = this;
    const w = convex.numbers;
    const isNear = memory.near[place] === 1;
    this.loadDirection(place);
    w[GAP_NEEDED] = isConvex && isNear ? Number.POSITIVE_INFINITY : this.cutoff + this.placing;
    convex.integers[WANTS_POINTS] = 1;
    convex.integers[WANTS_PROOF] = isConvex ? 1 : 0;
    const status = shapeDistanceInto(a.convex, b.convex, this.pose, 0, convex);
    this.keepDirection(place);
    this.isApart = status === IS_APART;
    this.lower = this.isApart ? Math.max(0, w[GAP] - this.placing) : 0;
    this.depth = this.placing - w[GAP];
    this.takeDirection(a, w, TOWARD);
    if (!isConvex) return false;
    const upper = status === IS_COLLIDING ? 0 : w[UPPER];
    const isWithin = upper < this.cutoff && this.lower < this.cutoff;
    memory.near[place] = isWithin ? 1 : 0;
    if (isWithin) {
      this.upper = upper;
      this.takePoints(a, w, AT);
    }
    return true;
  }

  /** The triangles of a mesh against those of a mesh, a box or a hull, or against a round shape. */
  private askTriangles(a: Piece, b: Piece, place: number): void {
    const p = surfaceOf(a);
    const q = surfaceOf(b);
    const inBody = p !== null && q !== null;
    const { memory } = this;
    const { result } = inBody ? this.meshes : this.mixed;
    if (inBody) {
      const { request } = this.meshes;
      request.cutoff = Math.max(this.cutoff, 1e-300);
      request.startA = memory.triangles[2 * place];
      request.startB = memory.triangles[2 * place + 1];
      searchKept(p.tree, q.tree, this.bInA, this.treeOf(place, false), this.meshes);
      if (result.triangleA >= 0) {
        memory.triangles[2 * place] = result.triangleA;
        memory.triangles[2 * place + 1] = result.triangleB;
      }
    } else this.askMixed(a, b, place);
    this.work += result.nodePairs;
    const surfaces = result.lower - this.placing;
    this.lower = Math.max(this.lower, surfaces);
    if (result.verdict === 'colliding') {
      this.upper = 0;
      this.lower = 0;
      this.takePoints(inBody ? null : a, result.points, 0);
      return;
    }
    if (result.upper < this.cutoff) {
      this.upper = result.upper;
      this.takePoints(inBody ? null : a, result.points, 0);
    }
    if (this.isApart) return;
    if (!(this.travelled < memory.outside[place]) && isContained(a, b, this.bInA, this.points)) {
      this.upper = 0;
      this.lower = 0;
      memory.outside[place] = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < 3; k++) this.points[3 + k] = this.points[k];
      return;
    }
    // Outside of each other, and so until the surfaces can have met.
    const until = surfaces + this.travelled;
    memory.outside[place] = until - 4 * U * Math.abs(until);
  }

  /** A round shape and a mesh; this.pose places the second piece in the first's frame. */
  private askMixed(a: Piece, b: Piece, place: number): void {
    const { mixed, scratch, memory } = this;
    const { request, result } = mixed;
    const isFirst = a.kind === 'convex';
    const shape = ((isFirst ? a : b) as ConvexPiece).convex;
    const { tree } = (isFirst ? b : a) as MeshPiece;
    if (isFirst) scratch.set(this.pose);
    else invertPoseInto(this.pose, 0, scratch, 0);
    request.cutoff = Math.max(this.cutoff, 1e-300);
    request.startB = memory.triangles[2 * place];
    searchShapeKept(shape, tree, scratch, this.treeOf(place, true), mixed);
    if (result.triangleB >= 0) memory.triangles[2 * place] = result.triangleB;
    if (!isFirst) this.turnPoints();
  }

  private treeOf(place: number, isMixed: boolean): KeptTree {
    const { memory } = this;
    const tree = memory.treeOf(place);
    tree.shift = isMixed ? this.travelled : memory.shifts[place];
    tree.turn = isMixed ? 0 : memory.turns[place];
    tree.error = 2 * this.placing;
    for (let k = 0; k < 3; k++) tree.from[k] = this.from[k];
    return tree;
  }

  /** Points of a primitive and a mesh as those of a mesh and a primitive, in the frame of the mesh. */
  private turnPoints(): void {
    const { points } = this.mixed.result;
    transformPointInto(this.pose, 0, points, 0, points, 0);
    transformPointInto(this.pose, 0, points, 3, points, 3);
    for (let k = 0; k < 3; k++) {
      const x = points[k];
      points[k] = points[3 + k];
      points[3 + k] = x;
    }
  }

  private loadDirection(place: number): void {
    const { directions } = this.memory;
    const { numbers, integers } = this.convex;
    let known = 0;
    for (let k = 0; k < 3; k++) {
      numbers[TOWARD + k] = directions[3 * place + k];
      if (directions[3 * place + k] !== 0) known = 1;
    }
    integers[IS_WARM] = known;
  }

  private keepDirection(place: number): void {
    const { directions } = this.memory;
    const { numbers } = this.convex;
    for (let k = 0; k < 3; k++) directions[3 * place + k] = numbers[TOWARD + k];
  }

  /** What placing pieces in each other's frames may round. */
  private setPlacing(a: Piece, b: Piece): void {
    const { bInA } = this;
    const shift = Math.abs(bInA[9]) + Math.abs(bInA[10]) + Math.abs(bInA[11]);
    const size = sizeOf(a.ball) + sizeOf(b.ball) + shift;
    this.placing = PLACING * size;
  }

  /** this.pose = the second piece's frame in the first's. */
  private place(a: Piece, b: Piece): void {
    const { pose, scratch, bInA } = this;
    if (b.kind === 'convex') composePosesInto(bInA, 0, b.pose, 0, pose, 0);
    else for (let k = 0; k < POSE_SIZE; k++) pose[k] = bInA[k];
    if (a.kind !== 'convex') return;
    composePosesInto(a.inverse, 0, pose, 0, scratch, 0);
    for (let k = 0; k < POSE_SIZE; k++) pose[k] = scratch[k];
  }

  /** Three numbers at from[o], in the frame of the piece, as a direction in that of its body. */
  private takeDirection(piece: Piece, from: Float64Array, o: number): void {
    const { direction } = this;
    for (let k = 0; k < 3; k++) direction[k] = from[o + k];
    if (piece.kind === 'convex') rotateVectorInto(piece.pose, 0, direction, 0);
  }

  /** Six numbers at from[o], in the frame of the piece (null: the body), as points in that of the first body. */
  private takePoints(piece: Piece | null, from: Float64Array, o: number): void {
    const { points } = this;
    for (let k = 0; k < 6; k++) points[k] = from[o + k];
    if (piece === null || piece.kind !== 'convex') return;
    transformPointInto(piece.pose, 0, points, 0, points, 0);
    transformPointInto(piece.pose, 0, points, 3, points, 3);
  }
}

/** How large the numbers of a piece are; of a half-space, which has no end, a kilometre. */
function sizeOf(ball: Float64Array): number {
  const centre = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
  return centre + (ball[3] < Number.POSITIVE_INFINITY ? ball[3] : 1e3);
}

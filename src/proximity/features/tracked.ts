/**
 * What the algorithms on features share: the pair with what was found last, the answer, the scratch of a query,
 * and how a query begins. A pair is kept between calls, which is what coherence means [C 3.2]; a workspace is not,
 * one serves any number of pairs. Nothing is allocated by a query.
 */
import { layout } from '../../arrays/index.ts';
import { supportOffset } from '../../geometry/index.ts';
import { InputError, invertPoseInto, POSE_SIZE } from '../../math/index.ts';
import {
  type ConvexWorkspace,
  convexWorkspace,
  DEFECT_COST,
  DEFECT_ERROR,
  SLACK,
  SLACK_A,
} from '../convex/workspace.ts';
import { FACE, type Polyhedron, VERTEX } from './polyhedron.ts';
import { Returns } from './returns.ts';

/** Two polyhedra, and what the last call found about them: the closest features, and a direction between them. */
export class TrackedPair {
  readonly a: Polyhedron;
  readonly b: Polyhedron;
  /** Features of A and B, 4 times the index plus the kind; -1 for none: then the next call begins anew. */
  readonly features = Int32Array.of(-1, -1);
  /** A unit direction from A to B in A's frame; 0, 0, 0 for none. */
  readonly direction = new Float64Array(3);
  /** The two features that span the witness plane, -1 for none: witnessPlane.ts. */
  readonly plane = Int32Array.of(-1, -1);
  /** The corners of GJK's simplex, and of each the vertices of A and B, as offsets in their positions: warmGjk.ts. */
  corners = 0;
  readonly simplex = new Int32Array(8);

  constructor(a: Polyhedron, b: Polyhedron) {
    this.a = a;
    this.b = b;
  }

  /** The next call begins as if it were the first. */
  forget(): void {
    this.features.fill(-1);
    this.plane.fill(-1);
    this.direction.fill(0);
    this.corners = 0;
  }
}

/** The answer of the last query made with a workspace; the next one overwrites it. */
export class FeatureResult {
  /**
   * Proven lower bound of the distance: the gap along `direction`, less all rounding. Negative where
   * bodies overlap or where nothing is proven.
   */
  lower = 0;
  /** Proven upper bound of the distance, that of the two points; 0 if the bodies share a point. */
  upper = 0;
  /**
   * If they share a point: how deep a point of one lies in the other, at least, and a length by which moving B
   * along `direction` parts them. 0 and Infinity where the algorithm gives none, as Lin-Canny and GJK.
   */
  depthLower = 0;
  depthUpper = Number.POSITIVE_INFINITY;
  /** The points in A's frame: 0..2 on A, 3..5 on B. */
  readonly points = new Float64Array(6);
  /** A unit vector from A to B, A's frame. */
  readonly direction = new Float64Array(3);
  /** The closest features: 4 times the index plus VERTEX, EDGE or FACE. */
  featureA = VERTEX;
  featureB = VERTEX;
  /** Pairs of features looked at; for GJK its iterations. */
  steps = 0;
  /** Whether the walk was given up, or did not close the bounds, and GJK answered. */
  fellBack = false;
}

/** The doubles of a workspace: each file takes those that it needs as constants of its own (arrays/layout.ts). */
export const SLOTS = layout(
  /** Places B in A's frame, then A in B's: at POSES + 12 s is what brings points of the other body into frame s. */
  ['POSES', 2 * POSE_SIZE],
  /** The ends of an edge, a point, and a vector, in the frame of the feature that they are compared with. */
  ['TAIL', 3],
  ['HEAD', 3],
  ['POINT', 3],
  ['TURNED', 3],
  /** Where a clipped edge enters and leaves a region, 0 at its tail and 1 at its head. */
  'ENTER',
  'LEAVE',
  /** How far the ends are inside of a plane. */
  'AT_TAIL',
  'AT_HEAD',
  /** Rounding slack of a gap (convex.md); that of points brought from one frame into the other, and back. */
  'GAP_SLACK',
  'SPREAD',
  /** A point that is outside of a region by less than this counts as inside: noise must not move the walk. */
  'SLOP',
  /** The closest points of two features, A's frame, and the direction between them. */
  ['NEAR_A', 3],
  ['NEAR_B', 3],
  ['LOOKING', 3],
  /** Squared distance of the closest points so far, and of the last two segments. */
  'FOUND',
  'SQUARED',
  /** The last gap along LOOKING, up to GAP_SLACK, and the best; how far a point is off a plane. */
  'GAP',
  'BEST',
  'LEVEL',
  /** The normals of two faces, A's frame. */
  ['NORMALS', 6],
  /** Weights of three corners. */
  ['WEIGHTS', 3],
  /** Two segments, end by end, and where on them their closest points are, from 0 to 1. */
  ['FIRST', 6],
  ['SECOND', 6],
  ['WHERE', 2],
);
const { POSES, TAIL, HEAD, POINT, GAP_SLACK, SPREAD, SLOP, LEVEL } = SLOTS;

export class FeatureWorkspace {
  readonly result = new FeatureResult();
  /** Request, of the witness plane alone: a proven gap of this will do, so that nothing nearer is looked for. */
  needed = 0;
  readonly convex: ConvexWorkspace = convexWorkspace();
  readonly numbers = new Float64Array(SLOTS.size);
  /** The current features of the two bodies. */
  readonly features = new Int32Array(2);
  /** Beyond which planes a clipped edge was cut, as the features there; -1 if it was not. */
  readonly cut = new Int32Array(2);
  readonly returns = new Returns();
  /** The vertices of A and B at the ends of the last gap, as offsets in their positions. */
  readonly extreme = new Int32Array(2);
  /** The corners of two faces, in A's frame; room for as many as the largest face has. */
  rings: [Float64Array, Float64Array] = [new Float64Array(96), new Float64Array(96)];
  private readonly pair: (Polyhedron | undefined)[] = [undefined, undefined];

  /** The body of side s: 0 is A, 1 is B. */
  body(s: number): Polyhedron {
    return this.pair[s] as Polyhedron;
  }

  /** Makes ready for a query about a pair, B placed by the pose at `pose[o]`. */
  begin(pair: TrackedPair, pose: Float64Array, o: number): void {
    const w = this.numbers;
    this.pair[0] = pair.a;
    this.pair[1] = pair.b;
    for (let k = 0; k < POSE_SIZE; k++) w[POSES + k] = pose[o + k];
    invertPoseInto(w, POSES, w, POSES + POSE_SIZE);
    this.setSlacks();
    if (pair.features[0] >= 0) {
      this.features[0] = pair.features[0];
      this.features[1] = pair.features[1];
    } else {
      this.beginAnew(pair);
    }
    this.returns.begin(this.features[0], this.features[1]);
    const { result } = this;
    result.steps = 0;
    result.fellBack = false;
    result.depthLower = 0;
    result.depthUpper = Number.POSITIVE_INFINITY;
  }

  /** What roundings cost, as in gjk.ts; docs/proofs/convex.md. */
  private setSlacks(): void {
    const w = this.numbers;
    const radiusA = this.body(0).table.radius;
    const radiusB = this.body(1).table.radius;
    let sum = 0;
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j <= i; j++) {
        const p = POSES + i;
        const q = POSES + j;
        const entry = w[p] * w[q] + w[p + 3] * w[q + 3] + w[p + 6] * w[q + 6] - (i === j ? 1 : 0);
        sum += (i === j ? 1 : 2) * entry * entry;
      }
    }
    const turned = SLACK + (DEFECT_COST / 3) * (Math.sqrt(sum) + 3 * DEFECT_ERROR);
    const t = POSES + 9;
    const shift = Math.abs(w[t]) + Math.abs(w[t + 1]) + Math.abs(w[t + 2]);
    w[GAP_SLACK] = SLACK_A * (radiusA + shift) + turned * radiusB;
    w[SPREAD] = 2 * turned * (radiusA + radiusB + shift);
    w[SLOP] = 0.25 * w[SPREAD];
    if (!(w[SPREAD] < Number.POSITIVE_INFINITY)) {
      throw new InputError({
        code: 'query/pose',
        message: 'the placement of the second body is not finite',
      });
    }
  }

  /** Without features to begin with: the vertices of A toward B's centre and of B toward A's. */
  private beginAnew({ a, b }: TrackedPair): void {
    const w = this.numbers;
    for (let s = 0; s < 2; s++) {
      const own = s === 0 ? a : b;
      const { centre } = (s === 0 ? b : a).table;
      const m = POSES + POSE_SIZE * s;
      let length = 0;
      for (let k = 0; k < 3; k++) {
        const r = m + 3 * k;
        w[POINT + k] =
          w[r] * centre[0] + w[r + 1] * centre[1] + w[r + 2] * centre[2] + w[m + 9 + k];
        w[POINT + k] -= own.table.centre[k];
        length = Math.max(length, Math.abs(w[POINT + k]));
      }
      if (!(length > 1e-290)) w[POINT] = 1;
      this.features[s] = 4 * (supportOffset(own.table, w, POINT) / 3) + VERTEX;
    }
  }

  /** Room for the rings of two faces. */
  reserve(s: number, f: number): Float64Array {
    const { ringStarts } = this.body(s);
    const needed = 3 * (ringStarts[f + 1] - ringStarts[f]);
    if (this.rings[s].length < needed) this.rings[s] = new Float64Array(2 * needed);
    return this.rings[s];
  }
}

/** w[j..] = the other body's vertex v in frame s. */
export function vertexInto(ws: FeatureWorkspace, s: number, v: number, j: number): void {
  const w = ws.numbers;
  const p = ws.body(1 - s).positions;
  const x = p[3 * v];
  const y = p[3 * v + 1];
  const z = p[3 * v + 2];
  const m = POSES + POSE_SIZE * s;
  w[j] = w[m] * x + w[m + 1] * y + w[m + 2] * z + w[m + 9];
  w[j + 1] = w[m + 3] * x + w[m + 4] * y + w[m + 5] * z + w[m + 10];
  w[j + 2] = w[m + 6] * x + w[m + 7] * y + w[m + 8] * z + w[m + 11];
}

/** The ends of the other body's edge e in frame s, at TAIL and HEAD. */
export function edgeInto(ws: FeatureWorkspace, s: number, e: number): void {
  const { ends } = ws.body(1 - s);
  vertexInto(ws, s, ends[2 * e], TAIL);
  vertexInto(ws, s, ends[2 * e + 1], HEAD);
}

/** w[j..] = a vector of frame s, at v[i], in the other body's frame. */
export function turnedInto(
  w: Float64Array,
  s: number,
  v: Float64Array,
  i: number,
  j: number,
): void {
  const m = POSES + POSE_SIZE * s;
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  w[j] = w[m] * x + w[m + 3] * y + w[m + 6] * z;
  w[j + 1] = w[m + 1] * x + w[m + 4] * y + w[m + 7] * z;
  w[j + 2] = w[m + 2] * x + w[m + 5] * y + w[m + 8] * z;
}

/** LEVEL = how far the point at w[i] lies above the plane of face f, in the body's frame. */
export function heightInto(w: Float64Array, p: Polyhedron, f: number, i: number): void {
  const n = p.normals;
  const o = 3 * p.corners[3 * f];
  w[LEVEL] =
    n[3 * f] * (w[i] - p.positions[o]) +
    n[3 * f + 1] * (w[i + 1] - p.positions[o + 1]) +
    n[3 * f + 2] * (w[i + 2] - p.positions[o + 2]);
}

/** LEVEL = how far POINT is beyond vertex v along the unit vector d[i]. */
export function beyondInto(
  w: Float64Array,
  p: Polyhedron,
  v: number,
  d: Float64Array,
  i: number,
): void {
  w[LEVEL] =
    d[i] * (w[POINT] - p.positions[3 * v]) +
    d[i + 1] * (w[POINT + 1] - p.positions[3 * v + 1]) +
    d[i + 2] * (w[POINT + 2] - p.positions[3 * v + 2]);
}

/** The face of which the plane is lowest below POINT, or least high above it; LEVEL is how far. */
export function highestFace(w: Float64Array, p: Polyhedron): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < p.normals.length / 3; f++) {
    heightInto(w, p, f, POINT);
    if (w[LEVEL] > most) {
      most = w[LEVEL];
      best = f;
    }
  }
  w[LEVEL] = most;
  return 4 * best + FACE;
}

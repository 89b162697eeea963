/**
 * Two hierarchies of hulls [C 3.4]: as long as two hulls are as far apart as is needed their distance stands
 * for all that they contain, and only where they are not are they unwrapped. Every pair of nodes that was
 * looked at remembers its closest features, so along a motion V-Clip goes on where it was. The smallest bound
 * of all that was left aside or tested is proven.
 *
 * Convex pieces are solids, soups are surfaces: soup against soup is the mesh kernel's distance, soup against a
 * convex piece its distance from a solid. A convex piece inside of a closed soup touches none of its triangles,
 * and is not found.
 */

import { APART, COLLIDING, UNRESOLVED } from '../convex/workspace.ts';
import { distance, greedyDistance } from '../mesh/queries.ts';
import { ShapeMeshWorkspace, searchShape } from '../mesh/shapeMesh.ts';
import type { FeatureAlgorithm } from './algorithms.ts';
import type { HullNode, HullTree } from './hullTree.ts';
import { FeatureWorkspace, SLOTS, TrackedPair } from './tracked.ts';
import { vClipInto } from './vClip.ts';

const { POSES, SPREAD } = SLOTS;
/** Where the pose begins that places A in B's frame. */
const BACK = POSES + 12;

/** Two hierarchies, and what is remembered of their nodes. */
export class HullTreePair {
  readonly a: HullTree;
  readonly b: HullTree;
  private readonly tracked = new Map<number, TrackedPair>();

  constructor(a: HullTree, b: HullTree) {
    this.a = a;
    this.b = b;
  }

  /** The two nodes with what was found about them last; made when they are first looked at. */
  of(i: HullNode, j: HullNode): TrackedPair {
    const key = i.index * this.b.nodes.length + j.index;
    let pair = this.tracked.get(key);
    if (!pair) {
      pair = new TrackedPair(i.polyhedron, j.polyhedron);
      this.tracked.set(key, pair);
    }
    return pair;
  }
}

/** The answer of the last query, and what it cost. */
export class HullTreeResult {
  /** Proven lower bound of the distance; 0 proves nothing. */
  lower = 0;
  /** Proven upper bound: that of the nearest pieces that were looked at; Infinity if hulls were enough. */
  upper = Number.POSITIVE_INFINITY;
  /** The pieces it belongs to, and points of them in A's frame; -1 if there are none. */
  pieceA = -1;
  pieceB = -1;
  readonly points = new Float64Array(6);
  /** Pairs of hulls that were looked at, and hulls that were unwrapped. */
  hullPairs = 0;
  unwrapped = 0;
  /** Pairs of pieces of which at least one is a soup, that went to its triangles. */
  soupPairs = 0;
}

export class HullTreeWorkspace {
  readonly result = new HullTreeResult();
  readonly features = new FeatureWorkspace();
  /**
   * Request: hulls that are apart by this much, and by more than nothing, are not unwrapped. 0 asks whether bodies
   * are disjoint, as in the paper; Infinity for the distance.
   */
  needed = 0;
  /** Request: the algorithm for two hulls. */
  algorithm: FeatureAlgorithm = vClipInto;
  readonly mesh = new ShapeMeshWorkspace();
  /** Nodes that wait to be unwrapped, two by two, and the lower bounds of their hulls. */
  readonly open: HullNode[] = [];
  readonly bounds: number[] = [];
  /** The smallest bound of what was left aside or tested. */
  lowest = 0;
}

/** Distance of two bodies, B placed by the pose at `pose[o]`; returns APART, COLLIDING or UNRESOLVED. */
export function hullTreesInto(
  pair: HullTreePair,
  pose: Float64Array,
  o: number,
  ws: HullTreeWorkspace,
): number {
  const { result, open, bounds } = ws;
  result.upper = Number.POSITIVE_INFINITY;
  result.pieceA = -1;
  result.pieceB = -1;
  result.hullPairs = 0;
  result.unwrapped = 0;
  result.soupPairs = 0;
  ws.lowest = Number.POSITIVE_INFINITY;
  open.length = 0;
  bounds.length = 0;
  look(pair, pair.a.nodes[0], pair.b.nodes[0], pose, o, ws);
  while (open.length > 0 && result.upper > 0) {
    const j = open.pop() as HullNode;
    const i = open.pop() as HullNode;
    const lower = bounds.pop() as number;
    if (isEnough(ws, lower)) {
      ws.lowest = Math.min(ws.lowest, lower);
      continue;
    }
    result.unwrapped++;
    // The larger of both, or the one that can be opened.
    const opensA = j.piece >= 0 || (i.piece < 0 && sizeOf(i) >= sizeOf(j));
    const { children } = opensA ? i : j;
    const first = open.length;
    for (let k = 0; k < children.length; k++) {
      if (opensA) look(pair, children[k], j, pose, o, ws);
      else look(pair, i, children[k], pose, o, ws);
    }
    if (open.length === first + 4) nearerLast(ws);
  }
  result.lower = result.upper === 0 ? 0 : Math.max(0, ws.lowest);
  if (result.upper === 0) return COLLIDING;
  return result.lower > 0 ? APART : UNRESOLVED;
}

/**
 * Whether hulls with this bound need not be unwrapped: it is what is needed, or no less than the nearest pieces
 * found.
 */
function isEnough({ needed, result }: HullTreeWorkspace, lower: number): boolean {
  return lower > 0 && lower >= Math.min(needed, result.upper);
}

/** Looks at two hulls: they are left aside, tested if they are pieces, or wait to be unwrapped. */
function look(
  pair: HullTreePair,
  i: HullNode,
  j: HullNode,
  pose: Float64Array,
  o: number,
  ws: HullTreeWorkspace,
): void {
  const { result } = ws;
  const found = ws.features.result;
  result.hullPairs++;
  ws.algorithm(pair.of(i, j), pose, o, ws.features);
  const areLeaves = i.piece >= 0 && j.piece >= 0;
  if (areLeaves && !i.soup && !j.soup) {
    ws.lowest = Math.min(ws.lowest, found.lower);
    offer(ws, i, j, found.upper, found.points);
  } else if (isEnough(ws, found.lower)) {
    ws.lowest = Math.min(ws.lowest, found.lower);
  } else if (areLeaves) {
    result.soupPairs++;
    ws.lowest = Math.min(ws.lowest, askTriangles(ws, i, j, pose, o));
  } else {
    ws.open.push(i, j);
    ws.bounds.push(found.lower);
  }
}

/** Of the last two pairs that wait, the nearer one is next: what it finds may spare the other. */
function nearerLast({ open, bounds }: HullTreeWorkspace): void {
  const n = bounds.length;
  if (bounds[n - 1] <= bounds[n - 2]) return;
  const lower = bounds[n - 1];
  bounds[n - 1] = bounds[n - 2];
  bounds[n - 2] = lower;
  for (let k = 1; k <= 2; k++) {
    const node = open[2 * n - k];
    open[2 * n - k] = open[2 * n - 2 - k];
    open[2 * n - 2 - k] = node;
  }
}

function sizeOf({ polyhedron }: HullNode): number {
  const { core, radius } = polyhedron.table;
  return Math.max(core[0] + core[1] + core[2], 1e-3 * radius);
}

/** Two pieces as the nearest so far, if they are. */
function offer(
  { result }: HullTreeWorkspace,
  i: HullNode,
  j: HullNode,
  upper: number,
  points: Float64Array,
): void {
  if (!(upper < result.upper)) return;
  result.upper = upper;
  result.pieceA = i.piece;
  result.pieceB = j.piece;
  for (let k = 0; k < 6; k++) result.points[k] = points[k];
}

/** Two leaves of which one at least is a soup, whose hulls are no proof: their triangles. Returns the lower bound. */
function askTriangles(
  ws: HullTreeWorkspace,
  i: HullNode,
  j: HullNode,
  pose: Float64Array,
  o: number,
): number {
  const { mesh } = ws;
  const { result } = mesh;
  if (i.soup && j.soup) {
    if (ws.needed < Number.POSITIVE_INFINITY) {
      greedyDistance(i.soup, j.soup, pose, ws.needed, mesh, { offset: o });
    } else {
      distance(i.soup, j.soup, pose, mesh, { offset: o });
    }
    const upper = result.upper + ws.features.numbers[SPREAD];
    offer(ws, i, j, result.verdict === 'colliding' ? 0 : upper, result.points);
    return result.lower;
  }
  const { request } = mesh;
  request.threshold = ws.needed;
  request.relativeError = 0;
  request.cutoff = Number.POSITIVE_INFINITY;
  const w = ws.features.numbers;
  // The solid's frame is the one that counts: with A a soup, A is placed in B's frame, and the answer brought back.
  if (i.shape && j.soup) searchShape(i.shape, j.soup, pose, o, request, mesh);
  else if (j.shape && i.soup) searchShape(j.shape, i.soup, w, BACK, request, mesh);
  if (i.soup) bringBack(w, result.points);
  const isColliding = result.verdict === 'colliding';
  offer(ws, i, j, isColliding ? 0 : result.upper + w[SPREAD], result.points);
  return result.lower - (i.soup ? w[SPREAD] : 0);
}

/** Points of B and of A in B's frame, to those of A and of B in A's. */
function bringBack(w: Float64Array, points: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const swapped = points[k];
    points[k] = points[3 + k];
    points[3 + k] = swapped;
  }
  for (let k = 0; k < 6; k += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    for (let axis = 0; axis < 3; axis++) {
      const m = POSES + 3 * axis;
      points[k + axis] = w[m] * x + w[m + 1] * y + w[m + 2] * z + w[POSES + 9 + axis];
    }
  }
}

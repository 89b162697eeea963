/**
 * Directions along which a forger looks for a gap, in the frame of the common ancestor: between nearest
 * points, centres, along normals of faces and half-spaces, across edges, at random; and uphill from there.
 */
import {
  compiledShape,
  type HullShape,
  hullShape,
  type Shape,
} from '../../../src/geometry/index.ts';
import { composePoses, invertPoseInto, POSE_SIZE } from '../../../src/math/index.ts';
import type { PieceModel } from '../../../src/model/index.ts';
import { shapeDistance } from '../../../src/proximity/index.ts';
import type { ProofPiece } from '../../../src/verifier/bodies.ts';
import { randomDirection } from '../oracles/robots.ts';
import { pick } from '../oracles/thinShapes.ts';
import type { Part, Stage } from './forgeStage.ts';
import { nearestInWorld } from './supports.ts';

type Parts = readonly [Part, Part];
const HERE = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

/** Candidates at the moment at which the stage is placed: `more` of them are drawn at random. */
export function directionsFor(stage: Stage, parts: Parts, more: number): Float64Array[] {
  const { random } = stage;
  const world: ArrayLike<number>[] = [...planeNormals(stage, parts)];
  const middles = ([0, 1] as const).map((side) => middleOf(stage, side, parts[side]));
  world.push([0, 1, 2].map((k) => middles[1][k] - middles[0][k]));
  const nearest = nearestOfPieces(stage, parts) ?? nearestInWorld(stage, parts);
  if (nearest) world.push(nearest);
  for (let k = 0; k < more; k++) {
    const choice = random.below(4);
    const side = random.below(2) as 0 | 1;
    if (choice === 0) world.push(randomDirection(random));
    else if (choice === 3) {
      world.push(cross(edgeOf(stage, 0, parts[0]), edgeOf(stage, 1, parts[1])));
    } else {
      const [u, v] = [edgeOf(stage, side, parts[side]), edgeOf(stage, side, parts[side])];
      world.push(choice === 1 ? u : cross(u, v));
    }
  }
  return world.flatMap((v, k) => {
    const n = inAncestor(stage, v);
    if (n === null) return [];
    // Of what has a sign of its own that one, of the rest both.
    return k < world.length - more ? [n] : [n, n.map((x) => -x)];
  });
}

/** Uphill on the room that the verifier finds: the best direction seen, from one to begin with. */
export function climb(
  stage: Stage,
  parts: Parts,
  t: number,
  start: Float64Array,
  steps: number,
): { readonly n: Float64Array; readonly held: boolean } {
  const [p, q] = [stage.patch(0, parts[0])!, stage.patch(1, parts[1])!];
  let n = start;
  if (stage.holds(t, 0, 0, p, q, n)) return { n, held: true };
  let best = stage.room();
  for (let k = 0, width = 0.5; k < steps; k++, width *= 0.85) {
    const aside = randomDirection(stage.random);
    const next = unit(n.map((x, i) => x + width * aside[i]));
    if (next === null) continue;
    if (stage.holds(t, 0, 0, p, q, next)) return { n: next, held: true };
    const room = stage.room();
    if (!(room > best)) continue;
    best = room;
    n = next;
  }
  return { n, held: false };
}

/** From A's to B's nearest points, if they are apart; the normal of a half-space, if one is part of it. */
export function nearestDirection(stage: Stage, parts: Parts): Float64Array | null {
  const [normal] = planeNormals(stage, parts);
  const world = normal ?? nearestOfPieces(stage, parts) ?? nearestInWorld(stage, parts);
  return world && inAncestor(stage, world);
}

/** Of two pieces, whose shapes are known, precisely; null for other parts, and where the two meet. */
function nearestOfPieces(stage: Stage, parts: Parts): number[] | null {
  const pieces = ([0, 1] as const).map((side) => {
    const { piece, from } = parts[side];
    const own = stage.body(side).pieces;
    return from >= 0 || (piece < 0 && own.length > 1) ? null : own[Math.max(0, piece)].piece;
  });
  const [p, q] = pieces;
  if (!p || !q) return null;
  const placed = pieces.map((piece, side) => {
    const o = POSE_SIZE * stage.body(side as 0 | 1).frame;
    const world = stage.prover.motion.poses.slice(o, o + POSE_SIZE);
    return piece?.kind === 'convex' ? composePoses(world, piece.pose) : world;
  });
  const back = new Float64Array(POSE_SIZE);
  invertPoseInto(placed[0], 0, back, 0);
  const { pointA, pointB } = shapeDistance(convexOf(p), convexOf(q), composePoses(back, placed[1]));
  const n = Array.from(pointB, (x, k) => x - pointA[k]);
  return Math.hypot(...n) > 1e-12 ? turned(placed[0], n) : null;
}

/** Hulls of meshes, made once. */
const hulls = new WeakMap<object, HullShape>();

function convexOf(piece: PieceModel): Shape {
  if (piece.kind === 'convex') return compiledShape(piece.shape);
  let known = hulls.get(piece.mesh);
  if (!known) {
    known = hullShape(piece.mesh.positions);
    hulls.set(piece.mesh, known);
  }
  return known;
}

function pieceAt(stage: Stage, side: 0 | 1, { piece }: Part): ProofPiece {
  const { pieces } = stage.body(side);
  return piece < 0 ? pick(stage.random, pieces) : pieces[piece];
}

/** Outward normals of A's half-spaces, inward ones of B's, in the world. */
function planeNormals(stage: Stage, parts: Parts): number[][] {
  return ([0, 1] as const).flatMap((side) => {
    const { pieces, frame } = stage.body(side);
    const own = parts[side].piece < 0 ? pieces : [pieces[parts[side].piece]];
    return own.flatMap(({ piece }) => {
      if (piece.kind !== 'convex' || piece.shape.kind !== 'half-space') return [];
      const normal = turned(piece.pose, piece.shape.normal);
      const sign = side === 0 ? 1 : -1;
      return [toWorld(stage, frame, normal).map((x) => sign * x)];
    });
  });
}

function middleOf(stage: Stage, side: 0 | 1, part: Part): number[] {
  const { ball } = stage.patch(side, part)!;
  const o = POSE_SIZE * stage.body(side).frame;
  const { poses } = stage.prover.motion;
  return [0, 1, 2].map(
    (k) =>
      poses[o + 9 + k] +
      poses[o + 3 * k] * ball[0] +
      poses[o + 3 * k + 1] * ball[1] +
      poses[o + 3 * k + 2] * ball[2],
  );
}

/** An edge of a part, or an axis of what has none, in the world. */
function edgeOf(stage: Stage, side: 0 | 1, part: Part): number[] {
  const { random } = stage;
  const { frame } = stage.body(side);
  const { piece, corners } = pieceAt(stage, side, part);
  const points = part.from >= 0 ? stage.corners(side, part) : (corners?.at ?? null);
  if (points !== null && random.unit() < 0.7) {
    const at = () => 3 * random.below(points.length / 3);
    const [i, j] = [at(), at()];
    return toWorld(
      stage,
      frame,
      [0, 1, 2].map((k) => points[i + k] - points[j + k]),
    );
  }
  const axis = random.below(3);
  const own = piece.kind === 'convex' ? piece.pose : HERE;
  return toWorld(stage, frame, [own[axis], own[3 + axis], own[6 + axis]]);
}

function toWorld(stage: Stage, frame: number, v: ArrayLike<number>): number[] {
  const o = POSE_SIZE * frame;
  return turned(stage.prover.motion.poses.subarray(o, o + POSE_SIZE), v);
}

function inAncestor(stage: Stage, v: ArrayLike<number>): Float64Array | null {
  const { poses } = stage.prover.motion;
  const o = POSE_SIZE * stage.proof.ancestor;
  return unit(
    Float64Array.from(
      [0, 1, 2],
      (k) => poses[o + k] * v[0] + poses[o + 3 + k] * v[1] + poses[o + 6 + k] * v[2],
    ),
  );
}

function turned(pose: ArrayLike<number>, v: ArrayLike<number>): number[] {
  return [0, 3, 6].map((r) => pose[r] * v[0] + pose[r + 1] * v[1] + pose[r + 2] * v[2]);
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function unit(v: Float64Array): Float64Array | null {
  const length = Math.hypot(v[0], v[1], v[2]);
  return length > 1e-12 && length < Infinity ? v.map((x) => x / length) : null;
}

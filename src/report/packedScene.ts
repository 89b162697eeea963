/**
 * The bodies of a cell, small enough to be part of a page: what was checked, with coordinates in 16
 * bits and, where there is too much of it, fewer triangles. For drawing; no verdict rests on it.
 *
 *   const scene = packScene(cell, { maxBytes: 1_500_000 })     // plain JSON
 *   unpackMesh(scene.meshes[scene.bodies[0].meshes[0]])        // in the frame of the body's mover
 *
 * A mover is a frame that moves bodies: all frames rigidly connected are one. Mover 0 is the world and
 * stands still; where the others are along a path is in packedMotion.ts.
 */
import type { Body, Cell, Piece } from '../cell/index.ts';
import { type Shape, type Triangles, triangulate } from '../geometry/index.ts';
import { POSE_SIZE, transformPointInto } from '../math/index.ts';
import { shortsFromText, shortsToText, wordsFromText, wordsToText } from './bytes.ts';
import { clustered, extentOf } from './decimate.ts';

export interface PackedMesh {
  /** The corner of its box that is lowest in all coordinates, and what one step of each is. */
  readonly low: readonly [number, number, number];
  readonly step: readonly [number, number, number];
  /** Three steps of 16 bits for each vertex; three numbers of vertices for each triangle. */
  readonly positions: string;
  readonly indices: string;
  /** Whether numbers of vertices have 32 bits and not 16. */
  readonly wide: boolean;
}

export interface PackedBody {
  readonly name: string;
  readonly kind: Body['kind'];
  /** The frame that it moves with: an index of `movers`. */
  readonly mover: number;
  /** Indices of `meshes`. */
  readonly meshes: readonly number[];
  /** An open surface and not a solid: only touching it counts. */
  readonly surface: boolean;
  /** Metres by which it is grown, which are not drawn. */
  readonly padding: number;
}

export interface PackedScene {
  /** Frames of the cell that move bodies, the world first. */
  readonly movers: readonly number[];
  readonly meshes: readonly PackedMesh[];
  readonly bodies: readonly PackedBody[];
  /** Of the cell, and as drawn. */
  readonly triangles: { readonly checked: number; readonly drawn: number };
}

export interface PackOptions {
  /** Characters that meshes may take. Default 1.5 million. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 1_500_000;
const STEPS = 0xffff;
/** A circle gets four times as many corners. */
const SUBDIVISIONS = 8;
/** Metres of a plane that are drawn, to each side. */
const PLANE = 3;

export function packScene(cell: Cell, { maxBytes = MAX_BYTES }: PackOptions = {}): PackedScene {
  const movers = moversOf(cell);
  const moverOf = new Map(movers.map((frame, i) => [frame, i]));
  const { rigidRoot } = cell.tree;
  const found: Triangles[] = [];
  const numbers = new Map<object, Map<string, number>>();
  let checked = 0;
  const bodies = cell.bodies.map((body): PackedBody => {
    const meshes = body.pieces.map((piece) => {
      const source = piece.kind === 'mesh' ? piece.mesh : piece;
      const placement = placementOf(cell, body);
      const key = placement.join();
      const known = numbers.get(source) ?? new Map<string, number>();
      numbers.set(source, known);
      const triangles = trianglesOf(piece);
      checked += triangles.indices.length / 3;
      const number = known.get(key) ?? found.length;
      if (number === found.length) {
        known.set(key, number);
        found.push(moved(triangles, placement));
      }
      return number;
    });
    const { name, kind, frame, padding } = body;
    const mover = moverOf.get(rigidRoot[frame])!;
    return { name, kind, mover, meshes, surface: isSurface(body), padding };
  });
  const meshes = withinBytes(found, maxBytes);
  const drawn = bodies.reduce(
    (n, body) => n + body.meshes.reduce((m, i) => m + meshes[i].indices.length / 3, 0),
    0,
  );
  return { movers, meshes: meshes.map(pack), bodies, triangles: { checked, drawn } };
}

/** Vertices and triangles of a packed mesh. */
export function unpackMesh({ low, step, positions, indices, wide }: PackedMesh): {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
} {
  const steps = shortsFromText(positions);
  return {
    positions: Float32Array.from(steps, (n, i) => low[i % 3] + n * step[i % 3]),
    indices: wide ? wordsFromText(indices) : Uint32Array.from(shortsFromText(indices)),
  };
}

/** The world, and every frame that moves against its parent and carries a body. */
function moversOf({ bodies, tree }: Cell): number[] {
  const roots = new Set(bodies.map(({ frame }) => tree.rigidRoot[frame]));
  roots.add(0);
  return [...roots].sort((a, b) => a - b);
}

function placementOf({ tree }: Cell, { frame }: Body): Float64Array {
  return tree.rigidPlacement.subarray(POSE_SIZE * frame, POSE_SIZE * (frame + 1));
}

/** A body is a surface if no part of it is solid. */
function isSurface({ pieces }: Body): boolean {
  return pieces.every(
    (piece) => piece.kind === 'mesh' && piece.mesh.components.every(({ solid }) => !solid),
  );
}

/** In the body's frame. */
function trianglesOf(piece: Piece): Triangles {
  if (piece.kind === 'mesh') return piece.mesh;
  return moved(faces(piece.shape), piece.pose);
}

function faces(shape: Shape): Triangles {
  if (shape.kind !== 'half-space') return triangulate(shape, SUBDIVISIONS);
  // A square of the plane.
  const [x, y, z] = shape.normal;
  const away = Math.abs(x) < 0.8 ? [1, 0, 0] : [0, 1, 0];
  const u = unit([y * away[2] - z * away[1], z * away[0] - x * away[2], x * away[1] - y * away[0]]);
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].flatMap(([a, b]) =>
    shape.normal.map((n, k) => n * shape.offset + PLANE * (a * u[k] + b * v[k])),
  );
  return {
    positions: Float64Array.from(corners),
    indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
  };
}

function unit(v: readonly number[]): number[] {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return v.map((x) => x / length);
}

function moved({ positions, indices }: Triangles, pose: Float64Array): Triangles {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) transformPointInto(pose, 0, positions, i, out, i);
  return { positions: out, indices };
}

/** All meshes as they are if they fit, else with corners joined that are nearer than some size. */
function withinBytes(meshes: readonly Triangles[], maxBytes: number): readonly Triangles[] {
  if (total(meshes) <= maxBytes) return meshes;
  const extent = Math.max(...meshes.map(({ positions }) => extentOf(positions)));
  let fits: Triangles[] = [];
  // By powers of the square root of 2, from fine to coarse.
  for (let size = extent / 4096; size < extent; size *= Math.SQRT2) {
    fits = meshes.map((mesh) => clustered(mesh, size));
    if (total(fits) <= maxBytes) break;
  }
  return fits;
}

function total(meshes: readonly Triangles[]): number {
  return meshes.reduce((sum, mesh) => sum + bytesOf(mesh), 0);
}

function bytesOf({ positions, indices }: Triangles): number {
  const index = isWide(positions) ? 4 : 2;
  return Math.ceil((4 / 3) * (2 * positions.length + index * indices.length)) + 150;
}

function isWide(positions: Float64Array): boolean {
  return positions.length / 3 > STEPS;
}

function pack({ positions, indices }: Triangles): PackedMesh {
  const low: [number, number, number] = [0, 0, 0];
  const step: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3 && positions.length > 0; k++) {
    let high = positions[k];
    low[k] = high;
    for (let i = k; i < positions.length; i += 3) {
      low[k] = Math.min(low[k], positions[i]);
      high = Math.max(high, positions[i]);
    }
    step[k] = (high - low[k]) / STEPS;
  }
  const steps = Uint16Array.from(positions, (x, i) => {
    const k = i % 3;
    return step[k] > 0 ? Math.round((x - low[k]) / step[k]) : 0;
  });
  const wide = isWide(positions);
  return {
    ...{ low, step, wide },
    positions: shortsToText(steps),
    indices: wide ? wordsToText(indices) : shortsToText(indices),
  };
}

/**
 * The bodies of a cell, small enough to be part of a page: what was checked, with coordinates in 16
 * bits and, where there is too much of it, fewer triangles. For drawing; no verdict rests on it.
 *
 *   const scene = packScene(cell, { maxBytes: 1_500_000 })     // plain JSON
 *   unpackMesh(scene.meshes[scene.bodies[0].meshes[0]])        // in the frame of the body's mover
 *
 * Members of sets, such as the points of a scan, are no bodies here: they are packed together (packedSets.ts). Bodies are told by
 * name, and have numbers of their own.
 *
 * A mover is a frame that moves bodies: all frames rigidly connected are one. Mover 0 is the world and
 * stands still; where the others are along a path is in packedMotion.ts.
 */
import type { Body, Cell, Piece } from '../cell/index.ts';
import type { Triangles } from '../geometry/index.ts';
import { POSE_SIZE } from '../math/index.ts';
import { basesOf, drawnBodies } from './drawnBodies.ts';
import {
  charactersOf,
  facesOf,
  moved,
  type PackedMesh,
  packMesh,
  withinBytes,
} from './packedMesh.ts';
import { MOST_MEMBERS, type PackedSet, packSets } from './packedSets.ts';
import {
  type DrawnRobots,
  type PackedVisuals,
  packVisuals,
  visualFrames,
} from './packedVisuals.ts';

/** A body of the picture. */
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
  /** All but members of sets and what is not drawn. */
  readonly bodies: readonly PackedBody[];
  /** Octomaps, clouds and height maps, if there are any. */
  readonly sets?: readonly PackedSet[];
  /** Of the cell, and as drawn. */
  readonly triangles: { readonly checked: number; readonly drawn: number };
  /** Obstacles beside sets that are not drawn, where they are very many: farther away than those that are. */
  readonly undrawn?: number;
  /** What links look like, if that was given: nobody checked it. */
  readonly visuals?: PackedVisuals;
}

export interface PackOptions {
  /** Characters that meshes may take. Default 1.5 million. */
  readonly maxBytes?: number;
  /** Members of sets that are drawn, at most. Default 150,000. */
  readonly maxMembers?: number;
  /** The robots of the cell with their visual geometry, to be packed besides. */
  readonly drawn?: DrawnRobots;
  /** Numbers of bodies of the cell that are drawn one by one in any case. */
  readonly wanted?: Iterable<number>;
}

const MAX_BYTES = 1_500_000;

export function packScene(cell: Cell, options: PackOptions = {}): PackedScene {
  const { maxBytes = MAX_BYTES, maxMembers = MOST_MEMBERS } = options;
  const { drawn: robots = [], wanted = [] } = options;
  const { drawn: numbered, undrawn } = drawnBodies(cell, wanted);
  const shown = numbered.map((number) => cell.bodies[number]);
  const movers = moversOf(cell, [
    ...shown.map(({ frame }) => frame),
    ...visualFrames(cell, robots),
  ]);
  const moverOf = new Map(movers.map((frame, i) => [frame, i]));
  const { rigidRoot } = cell.tree;
  const found: Triangles[] = [];
  const numbers = new Map<object, Map<string, number>>();
  let checked = 0;
  const bodies = shown.map((body): PackedBody => {
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
  const visuals = packVisuals(cell, robots, { bodies, moverOf }, maxBytes, charactersOf(meshes));
  const sets = packSets(cell.description.sets ?? [], basesOf(cell.description), maxMembers);
  return {
    ...{ movers, meshes: meshes.map(packMesh), bodies, triangles: { checked, drawn } },
    ...(sets.length > 0 && { sets }),
    ...(visuals && { visuals }),
    ...(undrawn > 0 && { undrawn }),
  };
}

/** The world, and of these frames every one that moves against its parent. */
function moversOf({ tree }: Cell, frames: readonly number[]): number[] {
  const roots = new Set(frames.map((frame) => tree.rigidRoot[frame]));
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
  return moved(facesOf(piece.shape), piece.pose);
}

/** Cells whose obstacles are put together into one body, or taken apart into their connected parts. */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
} from 'surepath/cell';
import { composePoses, identityPose, transformPointInto } from 'surepath/math';

type Triangles = Extract<
  ObstacleDescription['parts'][number]['geometry'],
  { kind: 'mesh' }
>['triangles'];

const IN_WORLD = identityPose();

/** All obstacles as one body with one tree of volumes. */
export function asOneBody(description: CellDescription): Cell {
  return buildCell({ ...description, obstacles: [obstacle('all', trianglesOf(description))] });
}

/** A body for each set of triangles that hang together by vertices. */
export function partByPart(description: CellDescription): Cell {
  const parts = connectedParts(trianglesOf(description));
  const obstacles = parts.map((part, i) => obstacle(`part_${i + 1}`, part));
  return buildCell({ ...description, obstacles });
}

function obstacle(name: string, triangles: Triangles): ObstacleDescription {
  const geometry = { kind: 'mesh', triangles, reference: name } as const;
  return { name, pose: IN_WORLD, parts: [{ pose: IN_WORLD, geometry }], solid: true };
}

/** In the world. */
function trianglesOf({ obstacles }: CellDescription): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  const point = new Float64Array(3);
  for (const { pose: inWorld, parts } of obstacles) {
    for (const { pose: inObstacle, geometry } of parts) {
      if (geometry.kind !== 'mesh') throw new Error(`an obstacle is no mesh: ${geometry.kind}`);
      const pose = composePoses(inWorld, inObstacle);
      const first = positions.length / 3;
      const { triangles } = geometry;
      for (let v = 0; v < triangles.positions.length; v += 3) {
        transformPointInto(pose, 0, triangles.positions, v, point, 0);
        positions.push(...point);
      }
      for (const i of triangles.indices) indices.push(first + i);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function connectedParts({ positions, indices }: Triangles): Triangles[] {
  // The first vertex of the part that a vertex is in, as far as is known; equal places are one vertex.
  const first = new Map<string, number>();
  const root = Array.from({ length: positions.length / 3 }, (_, v) => {
    const place = positions.subarray(3 * v, 3 * v + 3).join(' ');
    const same = first.get(place) ?? v;
    first.set(place, same);
    return same;
  });
  const rootOf = (v: number): number => {
    let r = v;
    while (root[r] !== r) r = root[r];
    root[v] = r;
    return r;
  };
  for (let t = 0; t < indices.length; t += 3) {
    for (const corner of [1, 2]) {
      const [a, b] = [rootOf(indices[t]), rootOf(indices[t + corner])];
      root[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const parts = new Map<number, number[]>();
  for (let t = 0; t < indices.length; t += 3) {
    const r = rootOf(indices[t]);
    const part = parts.get(r) ?? [];
    parts.set(r, part);
    part.push(...indices.subarray(t, t + 3));
  }
  return [...parts.values()].map((corners) => ({
    positions: Float64Array.from(corners.flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)])),
    indices: Uint32Array.from(corners, (_, i) => i),
  }));
}

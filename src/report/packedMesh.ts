/**
 * Meshes as text, for a page: coordinates in 16 bits, and fewer triangles where there are too many.
 * For drawing only.
 */
import { type Shape, type Triangles, triangulate } from '../geometry/index.ts';
import { transformPointInto } from '../math/index.ts';
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

const STEPS = 0xffff;
/** A circle gets four times as many corners. */
const SUBDIVISIONS = 8;
/** Metres of a plane that are drawn, to each side. */
const PLANE = 3;

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

/** The surface of a shape. */
export function facesOf(shape: Shape): Triangles {
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

export function moved({ positions, indices }: Triangles, pose: Float64Array): Triangles {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) transformPointInto(pose, 0, positions, i, out, i);
  return { positions: out, indices };
}

/** All meshes as they are if they fit, else with corners joined that are nearer than some size. */
export function withinBytes(meshes: readonly Triangles[], maxBytes: number): readonly Triangles[] {
  if (charactersOf(meshes) <= maxBytes) return meshes;
  const extent = meshes.reduce((most, { positions }) => Math.max(most, extentOf(positions)), 0);
  const joined = (step: number) =>
    meshes.map((mesh) => clustered(mesh, (extent / 4096) * Math.SQRT2 ** step));
  // By powers of the square root of 2: the finest that fits.
  let fine = 0;
  let coarse = 23;
  let fits = joined(coarse);
  while (fine < coarse) {
    const middle = (fine + coarse) >> 1;
    const tried = joined(middle);
    if (charactersOf(tried) <= maxBytes) {
      fits = tried;
      coarse = middle;
    } else fine = middle + 1;
  }
  return fits;
}

/** Characters that meshes take. */
export function charactersOf(meshes: readonly Triangles[]): number {
  return meshes.reduce((sum, mesh) => sum + bytesOf(mesh), 0);
}

function bytesOf({ positions, indices }: Triangles): number {
  const index = isWide(positions) ? 4 : 2;
  return Math.ceil((4 / 3) * (2 * positions.length + index * indices.length)) + 150;
}

function isWide(positions: Float64Array): boolean {
  return positions.length / 3 > STEPS;
}

export function packMesh({ positions, indices }: Triangles): PackedMesh {
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

/**
 * A checked triangle mesh: welded, split into connected components, every component
 * classified as solid or surface. Units are metres, the frame is the body's own.
 */
import { type Fault, InputError } from '../math/index.ts';
import { type Component, findComponents } from './components.ts';
import type { Triangles } from './triangles.ts';
import { weld } from './weld.ts';

/** Coordinates beyond this are refused: their squares would leave the range the bounds hold in. */
export const MAX_COORDINATE = 1e12;

export interface Mesh extends Triangles {
  readonly components: readonly Component[];
  /**
   * Triangles without area, up to rounding: repeated or collinear vertices. They stay in the mesh
   * as the segments or points they are, and every query treats them so.
   */
  readonly degenerateTriangles: number;
  /** Vertices that were merged with an equal one. */
  readonly weldedVertices: number;
}

export interface MeshOptions {
  /** `false` makes every component a surface, as for a closed guard around a robot. */
  readonly solid?: boolean;
  /** Named in faults. */
  readonly file?: string;
}

/** Checks, welds and classifies. Throws an InputError that names what is wrong. */
export function buildMesh(triangles: Triangles, options: MeshOptions = {}): Mesh {
  const fault = trianglesFault(triangles);
  if (fault) throw new InputError({ ...fault, file: options.file });
  const { positions, renumber } = weld(triangles.positions);
  const indices = triangles.indices.map((v) => renumber[v]);
  return {
    positions,
    indices,
    components: findComponents(positions, indices, options.solid ?? true),
    degenerateTriangles: countDegenerate(positions, indices),
    weldedVertices: (triangles.positions.length - positions.length) / 3,
  };
}

/** The first thing that is wrong with the arrays of a mesh, or null. */
export function trianglesFault({ positions, indices }: Triangles): Fault | null {
  if (positions.length % 3 !== 0) {
    return {
      code: 'mesh/positions-length',
      message: `a mesh has three coordinates per vertex; ${positions.length} is not a multiple of 3`,
    };
  }
  if (indices.length % 3 !== 0) {
    return {
      code: 'mesh/indices-length',
      message: `a mesh has three vertex numbers per triangle; ${indices.length} is not a multiple of 3`,
    };
  }
  if (indices.length === 0) {
    return { code: 'mesh/no-triangles', message: 'the mesh has no triangles' };
  }
  for (let i = 0; i < positions.length; i++) {
    if (Math.abs(positions[i]) <= MAX_COORDINATE) continue;
    const name = `${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)}`;
    if (Number.isFinite(positions[i])) {
      return {
        code: 'mesh/too-large',
        message: `${name} is ${positions[i]}; coordinates up to ${MAX_COORDINATE} are accepted`,
        hint: 'units are metres',
      };
    }
    return {
      code: 'mesh/non-finite',
      message: `${name} is ${positions[i]}; coordinates must be finite`,
    };
  }
  const vertexCount = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < vertexCount) continue;
    return {
      code: 'mesh/index-out-of-range',
      message: `triangle ${Math.floor(i / 3)} names vertex ${indices[i]}, but the mesh has ${vertexCount} vertices`,
      hint: 'vertices are numbered from 0',
    };
  }
  return null;
}

function countDegenerate(positions: Float64Array, indices: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < indices.length; i += 3) {
    if (hasNoArea(positions, 3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2])) count++;
  }
  return count;
}

/** Twice the area, squared, against what rounding alone could have produced. */
function hasNoArea(p: Float64Array, a: number, b: number, c: number): boolean {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const scale = Math.max(
    Math.abs(ux),
    Math.abs(uy),
    Math.abs(uz),
    Math.abs(vx),
    Math.abs(vy),
    Math.abs(vz),
  );
  return Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz)) <= 4e-16 * scale * scale;
}

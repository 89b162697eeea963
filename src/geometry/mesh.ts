/**
 * A checked triangle mesh: welded, split into connected components, every component
 * classified as solid or surface. Units are metres, the frame is the body's own.
 */
import { type Fault, InputError } from '../math/fault.ts';
import { about, lengthText } from '../words/plain.ts';
import { joinCavities } from './cavities.ts';
import { type Component, findComponents } from './components.ts';
import { findOpenParts, type OpenPart } from './openings.ts';
import type { Triangles } from './triangles.ts';
import { weld } from './weld.ts';

/** Coordinates beyond this are refused: their squares would leave the range the bounds hold in. */
export const MAX_COORDINATE = 1e12;

export interface Mesh extends Triangles {
  readonly components: readonly Component[];
  /** What is open, and where; empty where nothing is, or where nobody asks: `solid: false`. */
  readonly openParts: readonly OpenPart[];
  /** Triangles at the end that were added to close it. */
  readonly capTriangles: number;
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
  /** What is nearly closed is closed by triangles; what is open is a fault. */
  readonly mustBeSolid?: boolean;
  /** Named in faults. */
  readonly file?: string;
}

/** Checks and welds triangles, and finds what of them is solid. Throws an InputError that names what is wrong. */
export function buildMesh(triangles: Triangles, options: MeshOptions = {}): Mesh {
  const fault = trianglesFault(triangles);
  if (fault) throw new InputError({ ...fault, file: options.file });
  const { positions, renumber } = weld(triangles.positions);
  const given = new Uint32Array(triangles.indices.length);
  for (let i = 0; i < given.length; i++) given[i] = renumber[triangles.indices[i]];
  const { solid: solids = true, mustBeSolid = false } = options;
  let indices: Uint32Array = given;
  let components = findComponents(positions, indices, { solids });
  const openParts = solids ? findOpenParts({ positions, indices }, components) : [];
  if (solids && mustBeSolid && openParts.length > 0) {
    indices = withCaps(given, openParts, options.file);
    components = findComponents(positions, indices, { solids, caps: given.length / 3 });
    const open = components.find(({ solid }) => !solid);
    if (open) throw cannotBeSolid(open.openEdges, null, options.file);
  }
  if (solids) components = joinCavities({ positions, indices }, components);
  return {
    positions,
    indices,
    components,
    openParts: indices === given ? openParts : [],
    capTriangles: (indices.length - given.length) / 3,
    degenerateTriangles: countDegenerate(positions, given),
    weldedVertices: (triangles.positions.length - positions.length) / 3,
  };
}

/** The triangles with those that close every open part. */
function withCaps(given: Uint32Array, parts: readonly OpenPart[], file?: string): Uint32Array {
  const added: Uint32Array[] = [];
  for (const part of parts) {
    if (part.caps === null || !part.nearlyClosed) throw cannotBeSolid(part.openEdges, part, file);
    added.push(part.caps);
  }
  const indices = new Uint32Array(added.reduce((n, caps) => n + caps.length, given.length));
  indices.set(given);
  let next = given.length;
  for (const caps of added) {
    indices.set(caps, next);
    next += caps.length;
  }
  return indices;
}

function cannotBeSolid(openEdges: number, part: OpenPart | null, file?: string): InputError {
  const edges = `${openEdges} open ${openEdges === 1 ? 'edge' : 'edges'}`;
  const [widest] = part?.openings ?? [];
  const at = widest?.at.map((x) => about(x, 4)).join(', ');
  const where = widest ? `, the widest opening ${lengthText(widest.width)} at (${at})` : '';
  return new InputError({
    code: 'mesh/not-solid',
    message: `a mesh that must be solid is open: ${edges}${where}`,
    hint: 'openings are closed up to a tenth of the size and of the area of their part, and 100 mm; close the mesh, or leave it a surface',
    ...(file !== undefined && { file }),
  });
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

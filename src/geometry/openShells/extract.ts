/**
 * Open shells of any triangle soup [E 3.2]: faces joined across edges that exactly two of them have, surrounded by boundary edges and branch
 * edges. Every triangle is in exactly one shell: one that repeats a face is with it, and one without three different
 * corners with a shell that has its edge or, else, one of its corners; standing alone it is a shell by itself.
 *
 * A shell without boundaries is closed. (What it encloses, if anything, is another question: shells.ts.) Linear in the
 * number of triangles.
 */
import { Unions } from '../../arrays/index.ts';
import type { Triangles } from '../triangles.ts';
import { describeBoundaries, type ShellBoundary, traceBoundaries } from './boundaries.ts';
import { findCycles, type VertexCycles } from './cycles.ts';
import { type Faces, findFaces } from './faces.ts';

/** Triangles joined across edges that exactly two of them share. */
export interface OpenShell {
  /** Numbers of the mesh's triangles, ascending. */
  readonly triangles: Uint32Array;
  /** None: a closed shell. */
  readonly boundaries: readonly ShellBoundary[];
}

/** The shells of a mesh and how they end and meet. */
export interface ShellModel {
  /** By their first triangles. */
  readonly shells: readonly OpenShell[];
  readonly cycles: VertexCycles;
  /** Two vertices per edge that one triangle has. */
  readonly boundaryEdges: Uint32Array;
  /** Two vertices per edge that more than two have. */
  readonly branchEdges: Uint32Array;
  /** What all of it was found from. */
  readonly faces: Faces;
}

/** The shells of a soup whose vertices are welded, as buildMesh leaves them. */
export function findOpenShells(mesh: Triangles): ShellModel {
  const vertexCount = mesh.positions.length / 3;
  const faces = findFaces(mesh.indices, vertexCount);
  const { labels, count } = labelShells(joinFaces(faces));
  const sizes = new Uint32Array(count);
  for (const label of labels) sizes[label]++;
  const members = Array.from(sizes, (size) => new Uint32Array(size));
  sizes.fill(0);
  for (let t = 0; t < labels.length; t++) members[labels[t]][sizes[labels[t]]++] = t;
  const boundaries: Uint32Array[][] = members.map(() => []);
  for (const boundary of traceBoundaries(faces)) {
    boundaries[labels[faces.triangles[Math.floor(boundary[0] / 6)]]].push(boundary);
  }
  return {
    shells: members.map((triangles, i) => ({
      triangles,
      boundaries:
        triangles.length === 1 && faces.faceOf[triangles[0]] < 0
          ? [aloneBoundary(mesh.indices, triangles[0])]
          : describeBoundaries(mesh.positions, faces, boundaries[i]),
    })),
    cycles: findCycles(faces, vertexCount),
    ...edgesByUse(faces),
    faces,
  };
}

/** Which triangles are in a shell together. */
function joinFaces({ triangles, faceOf, across }: Faces): Unions {
  const joined = new Unions(faceOf.length);
  for (let half = 0; half < across.length; half++) {
    const other = across[half];
    if (other > half)
      joined.join(triangles[Math.floor(half / 3)], triangles[Math.floor(other / 3)]);
  }
  for (let t = 0; t < faceOf.length; t++) if (faceOf[t] >= 0) joined.join(triangles[faceOf[t]], t);
  return joined;
}

function labelShells(joined: Unions): { labels: Uint32Array; count: number } {
  const size = joined.count;
  const labels = new Uint32Array(size);
  const labelOfRoot = new Int32Array(size).fill(-1);
  let count = 0;
  for (let t = 0; t < size; t++) {
    const root = joined.find(t);
    if (labelOfRoot[root] < 0) labelOfRoot[root] = count++;
    labels[t] = labelOfRoot[root];
  }
  return { labels, count };
}

/** A segment or a point that is a shell by itself ends all around: there and back. */
function aloneBoundary(indices: Uint32Array, t: number): ShellBoundary {
  const vertices = Uint32Array.from(new Set(indices.subarray(3 * t, 3 * t + 3)));
  return { vertices, branch: new Uint8Array(vertices.length), hole: false };
}

function edgesByUse({ edges }: Faces): Pick<ShellModel, 'boundaryEdges' | 'branchEdges'> {
  const boundary: number[] = [];
  const branch: number[] = [];
  for (let e = 0; e < edges.count; e++) {
    if (edges.uses[e] === 2) continue;
    (edges.uses[e] === 1 ? boundary : branch).push(edges.ends[2 * e], edges.ends[2 * e + 1]);
  }
  return { boundaryEdges: Uint32Array.from(boundary), branchEdges: Uint32Array.from(branch) };
}

/**
 * The shells of a mesh as people are told of them: which are open, how long their boundaries are, where holes are, what is
 * concave, how they are divided. Plain data with numbers of the mesh's vertices and triangles; lengths in metres.
 */
import {
  divideShells,
  findConcaveParts,
  findOpenShells,
  type ShellBoundary,
  type Triangles,
} from '../geometry/index.ts';

/** A boundary with its measures. */
export interface SurveyedBoundary extends ShellBoundary {
  readonly length: number;
  readonly branchEdges: number;
}

/** A concave vertex of a boundary, the ends of the bridge over it, and how far it is from that. */
export interface Concavity {
  readonly vertex: number;
  readonly bridge: readonly [number, number];
  readonly distance: number;
}

/** A shell with its measures. */
export interface SurveyedShell {
  readonly triangles: Uint32Array;
  /** The outer one first, then holes, the longest first; none: it is closed. */
  readonly boundaries: readonly SurveyedBoundary[];
  /** Of its box, along x, y and z. */
  readonly size: readonly number[];
  /** Of its outer boundary, beyond the tolerance, the farthest first. */
  readonly concavities: readonly Concavity[];
  /** The triangles of each, those of most first. */
  readonly pieces: readonly Uint32Array[];
  /** Vertices of each chain along which it is divided. */
  readonly cuts: readonly Uint32Array[];
}

export interface ShellSurvey {
  /** Those of most triangles first. */
  readonly shells: readonly SurveyedShell[];
  /** Edges that only one triangle has, and those that more than two have. */
  readonly boundaryEdges: number;
  readonly branchEdges: number;
  /** Concave vertices that are not farther from their bridge than this stay. */
  readonly tolerance: number;
}

/** What is concave by less than this share of a mesh's size stays, unless somebody says otherwise. */
const TOLERANCE = 0.02;
/** More cuts than anybody looks at. */
const MOST_CUTS = 2000;

/** Looks at a welded mesh; the tolerance in metres, by default a share of the mesh's size. */
export function surveyShells(mesh: Triangles, given?: number): ShellSurvey {
  const model = findOpenShells(mesh);
  const all = Uint32Array.from({ length: mesh.indices.length / 3 }, (_, t) => t);
  const tolerance = given ?? TOLERANCE * Math.hypot(...boxSize(mesh, all));
  const options = { tolerance: 0, depth: tolerance, most: MOST_CUTS };
  const divided = divideShells(mesh, model, options).pieces;
  const shells = model.shells.map(({ triangles, boundaries }, i) => {
    const { pieces, cuts } = divided[i];
    return {
      triangles,
      boundaries: boundaries
        .map((boundary) => measured(mesh, boundary))
        .sort((a, b) => Number(a.hole) - Number(b.hole) || b.length - a.length),
      size: boxSize(mesh, triangles),
      concavities: concavitiesOf(mesh, triangles, boundaries, tolerance),
      pieces: pieces.toSorted((a, b) => b.length - a.length),
      cuts,
    };
  });
  return {
    shells: shells.sort((a, b) => b.triangles.length - a.triangles.length),
    boundaryEdges: model.boundaryEdges.length / 2,
    branchEdges: model.branchEdges.length / 2,
    tolerance,
  };
}

function measured({ positions }: Triangles, boundary: ShellBoundary): SurveyedBoundary {
  const { vertices, branch } = boundary;
  const closed = Uint32Array.from([...vertices, vertices[0]]);
  const length = chainLength(positions, closed);
  return { ...boundary, length, branchEdges: branch.reduce((n, each) => n + each, 0) };
}

/** How long a chain of vertices is. */
export function chainLength(positions: Float64Array, vertices: Uint32Array): number {
  let length = 0;
  for (let i = 0; i + 1 < vertices.length; i++) {
    const [v, w] = [3 * vertices[i], 3 * vertices[i + 1]];
    length += Math.hypot(...[0, 1, 2].map((k) => positions[w + k] - positions[v + k]));
  }
  return length;
}

/** How long the box of some triangles is along x, y and z. */
export function boxSize({ positions, indices }: Triangles, triangles: Uint32Array): number[] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const t of triangles) {
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * indices[3 * t + c] + k];
        low[k] = Math.min(low[k], x);
        high[k] = Math.max(high[k], x);
      }
    }
  }
  return high.map((x, k) => x - low[k]);
}

/** What is concave of the outer boundary of a shell, as it is before any division. */
function concavitiesOf(
  mesh: Triangles,
  triangles: Uint32Array,
  boundaries: readonly ShellBoundary[],
  tolerance: number,
): Concavity[] {
  const outer = boundaries.find(({ hole }) => !hole);
  if (!outer) return [];
  const { vertices } = outer;
  const rim = { vertices, normals: normalsAlong(mesh, triangles, vertices) };
  const found: Concavity[] = [];
  for (const { from, to, concave, distances } of findConcaveParts(mesh.positions, rim)) {
    concave.forEach((at, i) => {
      if (!(distances[i] > tolerance)) return;
      const bridge = [vertices[from], vertices[to]] as const;
      found.push({ vertex: vertices[at], bridge, distance: distances[i] });
    });
  }
  return found.sort((a, b) => b.distance - a.distance);
}

/** At every vertex of a boundary the normals of the triangles before and after it, seen with the shell on the left. */
function normalsAlong(
  { positions: p, indices }: Triangles,
  triangles: Uint32Array,
  vertices: Uint32Array,
): Float64Array {
  const n = vertices.length;
  const place = new Map<string, number>();
  vertices.forEach((v, i) => {
    const w = vertices[(i + 1) % n];
    place.set(v < w ? `${v} ${w}` : `${w} ${v}`, i);
  });
  const normals = new Float64Array(3 * n);
  for (const t of triangles) {
    for (let c = 0; c < 3; c++) {
      const [v, w, third] = [0, 1, 2].map((k) => indices[3 * t + ((c + k) % 3)]);
      const i = place.get(v < w ? `${v} ${w}` : `${w} ${v}`);
      if (i === undefined) continue;
      const [a, b, d] = [vertices[i], vertices[(i + 1) % n], third].map((vertex) => 3 * vertex);
      const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
      const [vx, vy, vz] = [p[d] - p[a], p[d + 1] - p[a + 1], p[d + 2] - p[a + 2]];
      const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const length = Math.hypot(...normal);
      if (!(length > 0)) continue;
      for (const o of [3 * i, 3 * ((i + 1) % n)]) {
        for (let k = 0; k < 3; k++) normals[o + k] += normal[k] / length;
      }
    }
  }
  return normals;
}

/**
 * The shells of a mesh as people are told of them: which are open, how long their boundaries are, where holes are, how
 * they are divided. Plain data with numbers of the mesh's vertices and triangles; lengths in metres.
 */
import { findOpenShells, type ShellBoundary, type Triangles } from '../geometry/index.ts';

/** A boundary with its measures. */
export interface SurveyedBoundary extends ShellBoundary {
  readonly length: number;
  readonly branchEdges: number;
}

/** A shell with its measures. */
export interface SurveyedShell {
  readonly triangles: Uint32Array;
  /** The outer one first, then holes, the longest first; none: it is closed. */
  readonly boundaries: readonly SurveyedBoundary[];
  /** Of its box, along x, y and z. */
  readonly size: readonly number[];
}

export interface ShellSurvey {
  /** Those of most triangles first. */
  readonly shells: readonly SurveyedShell[];
  /** Edges that only one triangle has, and those that more than two have. */
  readonly boundaryEdges: number;
  readonly branchEdges: number;
}

/** Looks at a welded mesh. */
export function surveyShells(mesh: Triangles): ShellSurvey {
  const model = findOpenShells(mesh);
  const shells = model.shells.map(({ triangles, boundaries }) => ({
    triangles,
    boundaries: boundaries
      .map((boundary) => measured(mesh, boundary))
      .sort((a, b) => Number(a.hole) - Number(b.hole) || b.length - a.length),
    size: sizeOf(mesh, triangles),
  }));
  return {
    shells: shells.sort((a, b) => b.triangles.length - a.triangles.length),
    boundaryEdges: model.boundaryEdges.length / 2,
    branchEdges: model.branchEdges.length / 2,
  };
}

function measured({ positions }: Triangles, boundary: ShellBoundary): SurveyedBoundary {
  const { vertices, branch } = boundary;
  let length = 0;
  vertices.forEach((v, i) => {
    const w = vertices[(i + 1) % vertices.length];
    length += Math.hypot(...[0, 1, 2].map((k) => positions[3 * w + k] - positions[3 * v + k]));
  });
  return { ...boundary, length, branchEdges: branch.reduce((n, each) => n + each, 0) };
}

/** How long the box of some triangles is along x, y and z. */
export function sizeOf({ positions, indices }: Triangles, triangles: Uint32Array): number[] {
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

/**
 * The boundaries of shells [E 3.2, algorithm 2]. A side is a half-edge at a boundary edge or at a branch edge: where more than two
 * faces meet, each has a side of its own. The vertex cycle at the end of a side begins or ends with its face and leads
 * to the next side. So every side has exactly one that follows it, and sides form closed boundaries, whatever the
 * soup; a vertex comes several times where parts of a shell meet at it alone. Linear in the number of sides.
 */
import { BRANCH, type Faces } from './faces.ts';

/** A closed line of edges at which a shell ends. */
export interface ShellBoundary {
  /** In order; the last is joined to the first. The triangle of the first edge runs the same way. */
  readonly vertices: Uint32Array;
  /** 1 for each edge, from its vertex to the next, at which more than two triangles meet; else one does. */
  readonly branch: Uint8Array;
  /** All but the widest boundary of a shell. */
  readonly hole: boolean;
}

/** A boundary, and one of the faces that it bounds. */
export interface BoundaryOfFace {
  readonly face: number;
  readonly vertices: Uint32Array;
  readonly branch: Uint8Array;
}

/** All boundaries, by the first of their sides; `meets` as findCycles has it. */
export function findBoundaries({ corners, across }: Faces, meets: Int32Array): BoundaryOfFace[] {
  const used = new Uint8Array(across.length);
  const found: BoundaryOfFace[] = [];
  const vertices: number[] = [];
  const branch: number[] = [];
  for (let half = 0; half < across.length; half++) {
    if (across[half] >= 0 || used[half] === 1) continue;
    vertices.length = 0;
    branch.length = 0;
    // `end` is the end of a side at which it is entered: 2 h or 2 h + 1.
    let end = 2 * half;
    do {
      const side = end >> 1;
      used[side] = 1;
      vertices.push(corners[(end & 1) === 0 ? side : side % 3 === 2 ? side - 2 : side + 1]);
      branch.push(across[side] === BRANCH ? 1 : 0);
      end = meets[end ^ 1];
    } while (end !== 2 * half);
    found.push({
      face: Math.floor(half / 3),
      vertices: Uint32Array.from(vertices),
      branch: Uint8Array.from(branch),
    });
  }
  return found;
}

/** Says of the boundaries of a shell which are holes: all but the one with the longest diagonal of its box; of equal ones the first. */
export function withHoles(
  positions: Float64Array,
  boundaries: readonly BoundaryOfFace[],
): ShellBoundary[] {
  let outer = 0;
  let widest = -1;
  for (let i = 0; i < boundaries.length; i++) {
    const width = squaredDiagonal(positions, boundaries[i].vertices);
    if (!(width > widest)) continue;
    widest = width;
    outer = i;
  }
  return boundaries.map(({ vertices, branch }, i) => ({ vertices, branch, hole: i !== outer }));
}

function squaredDiagonal(p: Float64Array, vertices: Uint32Array): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const v of vertices) {
      low = Math.min(low, p[3 * v + k]);
      high = Math.max(high, p[3 * v + k]);
    }
    sum += (high - low) * (high - low);
  }
  return sum;
}

/**
 * The boundaries of shells [E 3.2, algorithm 2]. A side is a half-edge at a boundary edge or at a branch edge: where more than two
 * faces meet, each has a side of its own. The vertex cycle at the end of a side begins or ends with its face and leads
 * to the next side. So every side has exactly one that follows it, and sides form closed boundaries, whatever the
 * soup; a vertex comes several times where parts of a shell meet at it alone. Linear in the number of sides.
 */
import { after, BRANCH, type Faces, otherSpoke } from './faces.ts';

/** A closed line of edges at which a shell ends. */
export interface ShellBoundary {
  /** In order; the last is joined to the first. The triangle of the first edge runs the same way. */
  readonly vertices: Uint32Array;
  /** 1 for each edge, from its vertex to the next, at which more than two triangles meet; else one does. */
  readonly branch: Uint8Array;
  /** All but the widest boundary of a shell. */
  readonly hole: boolean;
}

/** Faces of which boundaries are asked. Who cuts a shell along edges makes sides of half-edges that were inside. */
export type Surface = Pick<Faces, 'corners' | 'across'>;

/**
 * The boundaries of some faces (all if none are named), each as a list of its sides in order, by the first of them. A side is
 * given by the end at which it is entered: 2 h for half-edge h where it begins, 2 h + 1 where it ends.
 */
export function traceBoundaries(surface: Surface, members?: Uint32Array): Uint32Array[] {
  const { across } = surface;
  const used = new Set<number>();
  const found: Uint32Array[] = [];
  const count = members ? members.length : across.length / 3;
  for (let i = 0; i < count; i++) {
    const face = members ? members[i] : i;
    for (let half = 3 * face; half < 3 * face + 3; half++) {
      if (across[half] >= 0 || used.has(half)) continue;
      const ends: number[] = [];
      let end = 2 * half;
      do {
        used.add(end >> 1);
        ends.push(end);
        end = nextSide(surface, end);
      } while (end !== 2 * half);
      found.push(Uint32Array.from(ends));
    }
  }
  return found;
}

/** The end at which the next side is entered: the vertex cycle where this one is left leads to it. */
function nextSide({ corners, across }: Surface, entered: number): number {
  const v = vertexOf(corners, entered ^ 1);
  let spoke = otherSpoke(corners, entered >> 1, v);
  while (across[spoke] >= 0) spoke = otherSpoke(corners, across[spoke], v);
  return 2 * spoke + (corners[spoke] === v ? 0 : 1);
}

/** The vertex at an end of a half-edge. */
export function vertexOf(corners: Uint32Array, end: number): number {
  return corners[(end & 1) === 0 ? end >> 1 : after(end >> 1)];
}

/** The boundaries of a shell: the one whose box has the longest diagonal is no hole; of equal ones the first. */
export function describeBoundaries(
  positions: Float64Array,
  { corners, across }: Surface,
  boundaries: readonly Uint32Array[],
): ShellBoundary[] {
  const all = boundaries.map((ends) => ends.map((end) => vertexOf(corners, end)));
  const outer = widest(positions, all);
  return all.map((vertices, i) => ({
    vertices,
    branch: Uint8Array.from(boundaries[i], (end) => (across[end >> 1] === BRANCH ? 1 : 0)),
    hole: i !== outer,
  }));
}

/** Which of some boundaries, as lists of vertices, has the longest diagonal of its box. */
export function widest(positions: Float64Array, boundaries: readonly Uint32Array[]): number {
  let outer = 0;
  let most = -1;
  for (let i = 0; i < boundaries.length; i++) {
    const diagonal = diagonalOf(positions, boundaries[i]);
    if (!(diagonal > most)) continue;
    most = diagonal;
    outer = i;
  }
  return outer;
}

/** The diagonal of the box around vertices. */
export function diagonalOf(p: Float64Array, vertices: Uint32Array): number {
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
  return Math.sqrt(sum);
}

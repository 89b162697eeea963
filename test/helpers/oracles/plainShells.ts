/**
 * Cycles, boundaries and shells of a soup by looking at all pairs of faces, with nothing but maps and strings: an oracle for
 * src/geometry/openShells. Quadratic and more.
 */
import type { Triangles } from '../../../src/geometry/index.ts';

/** A face by its first triangle and its corners. */
export interface PlainFace {
  readonly triangle: number;
  readonly corners: readonly number[];
}

export interface PlainModel {
  readonly faces: readonly PlainFace[];
  /** Faces by edge. */
  readonly edges: ReadonlyMap<string, readonly PlainFace[]>;
  /** Per vertex the sets of triangles of its cycles with the marks at their ends, as sorted words. */
  readonly cycles: readonly (readonly string[])[];
  /** Per boundary its edges as sorted words. */
  readonly boundaries: readonly string[];
  /** Shell by triangle: the first triangle of it. */
  readonly shellOf: readonly number[];
}

/** The name of an edge. */
export function edgeName(u: number, v: number): string {
  return u < v ? `${u}-${v}` : `${v}-${u}`;
}

export function plainModel({ positions, indices }: Triangles): PlainModel {
  const byCorners = new Map<string, PlainFace>();
  const alike: (PlainFace | null)[] = [];
  for (let t = 0; t < indices.length / 3; t++) {
    const corners = [...indices.subarray(3 * t, 3 * t + 3)];
    const name = corners.toSorted((a, b) => a - b).join(' ');
    if (new Set(corners).size < 3) {
      alike.push(null);
      continue;
    }
    if (!byCorners.has(name)) byCorners.set(name, { triangle: t, corners });
    alike.push(byCorners.get(name)!);
  }
  const faces = [...byCorners.values()];
  const edges = new Map<string, PlainFace[]>();
  for (const face of faces) {
    for (const edge of edgesOf(face)) edges.set(edge, [...(edges.get(edge) ?? []), face]);
  }
  const between = (a: PlainFace, b: PlainFace) =>
    edgesOf(a).filter((edge) => edgesOf(b).includes(edge) && edges.get(edge)!.length === 2);

  const cycles: string[][] = [];
  const sides: string[] = [];
  const follow: [string, string][] = [];
  for (const [edge, at] of edges) {
    if (at.length !== 2) sides.push(...at.map((face) => `${face.triangle}:${edge}`));
  }
  for (let v = 0; v < positions.length / 3; v++) {
    const here = faces.filter(({ corners }) => corners.includes(v));
    const atVertex = (edge: string) => edge.split('-').includes(`${v}`);
    const groups = grouped(here, (a, b) => between(a, b).some(atVertex));
    cycles.push(
      groups
        .map((group) => {
          const ends = group.flatMap((face) =>
            edgesOf(face)
              .filter((edge) => atVertex(edge) && edges.get(edge)!.length !== 2)
              .map((edge) => ({ edge, side: `${face.triangle}:${edge}` })),
          );
          if (ends.length === 2) follow.push([ends[0].side, ends[1].side]);
          else if (ends.length !== 0) throw new Error('a cycle has no ends or two');
          const marks = ends.map(({ edge }) => (edges.get(edge)!.length === 1 ? '-' : '#'));
          const one =
            ends.length === 2 &&
            marks[0] === marks[1] &&
            (marks[0] === '-' || ends[0].edge === ends[1].edge);
          const shown = one ? marks.slice(1) : marks;
          return cycleName([...group.map(({ triangle }) => triangle), ...shown]);
        })
        .sort(),
    );
  }
  const boundaries = grouped(sides, (a, b) =>
    follow.some(([x, y]) => (x === a && y === b) || (x === b && y === a)),
  ).map((group) => boundaryName(group.map((side) => side.split(':')[1])));
  const shellOf: number[] = new Array(indices.length / 3).fill(-1);
  for (const group of grouped(faces, (a, b) => between(a, b).length > 0)) {
    const first = Math.min(...group.map(({ triangle }) => triangle));
    alike.forEach((face, t) => {
      if (face && group.includes(face)) shellOf[t] = first;
    });
  }
  return { faces, edges, cycles, boundaries: boundaries.sort(), shellOf };
}

/** The faces and marks of a cycle, in any order. */
export function cycleName(entries: readonly (number | string)[]): string {
  return entries.map(String).sort().join(' ');
}

/** The edges of a boundary, in any order. */
export function boundaryName(edges: readonly string[]): string {
  return edges.toSorted().join(' ');
}

function edgesOf({ corners }: PlainFace): string[] {
  return corners.map((v, k) => edgeName(v, corners[(k + 1) % 3]));
}

/** Things that hang together. */
function grouped<T>(things: readonly T[], joined: (a: T, b: T) => boolean): T[][] {
  const left = new Set(things);
  const groups: T[][] = [];
  for (const thing of things) {
    if (!left.delete(thing)) continue;
    const group = [thing];
    for (const member of group) {
      for (const other of [...left]) {
        if (joined(member, other) && left.delete(other)) group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

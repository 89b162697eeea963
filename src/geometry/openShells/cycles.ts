/**
 * Vertex cycles [E 3.2, algorithm 1]: the faces around a vertex in turn, counter-clockwise as the first of them has it. Where a
 * cycle meets a boundary edge it has "-", where it meets a branch edge "#". Faces that meet at the vertex alone, or across a
 * branch edge, are in different cycles, so that a vertex may have several.
 *
 * As in the paper, the list of a cycle is read round: one "-" stands for the gap between two boundary edges, one "#" for a branch edge
 * that is on both sides; other cycles have a mark at either end. So (f1, f9, -), (f8, f9, f1, #), (#, f10, f11, -).
 *
 * The paper looks for a face with edge (vi, vj) to continue one with (vj, vi). Here a neighbour may run either way, as
 * faces of soups do; where all run the same way it is the same face. Linear in the number of faces.
 */
import { after, cornersByVertex, type Faces, NO_FACE, otherSpoke } from './faces.ts';

/** [E 3.2, algorithm 1] The cycles of all vertices, one after the other. */
export interface VertexCycles {
  /** Per vertex the number of its first cycle, and at the end how many there are. */
  readonly first: Uint32Array;
  /** Per cycle where its entries begin, and at the end how many there are. */
  readonly start: Uint32Array;
  /** Numbers of triangles, NO_FACE ("-") and BRANCH ("#"). */
  readonly entries: Int32Array;
}

/** The cycles of all vertices. */
export function findCycles(faces: Faces, vertexCount: number): VertexCycles {
  const { triangles, corners, across, edges } = faces;
  const { offsets, list } = cornersByVertex(corners, vertexCount);
  const seen = new Uint8Array(corners.length);
  const first = new Uint32Array(vertexCount + 1);
  // No cycle is without a face, and none has more than its faces and two marks.
  const start = new Uint32Array(corners.length + 1);
  const entries = new Int32Array(3 * corners.length);
  let cycles = 0;
  let n = 0;
  for (let v = 0; v < vertexCount; v++) {
    first[v] = cycles;
    for (let c = offsets[v]; c < offsets[v + 1]; c++) {
      const corner = list[c];
      if (seen[corner] === 1) continue;
      start[cycles++] = n;
      // Clockwise to where it begins. A corner is also the half-edge that leaves the vertex there.
      let begin = corner;
      while (across[begin] >= 0) {
        begin = otherSpoke(corners, across[begin], v);
        if (begin === corner) break;
      }
      const open = across[begin] < 0;
      let at = open ? n + 1 : n;
      let spoke = begin;
      for (;;) {
        entries[at++] = triangles[Math.floor(spoke / 3)];
        seen[corners[spoke] === v ? spoke : after(spoke)] = 1;
        const last = otherSpoke(corners, spoke, v);
        spoke = across[last];
        if (spoke === begin) break;
        if (spoke >= 0) continue;
        const oneGap =
          across[begin] === across[last] &&
          (across[last] === NO_FACE || edges.edgeOf[begin] === edges.edgeOf[last]);
        entries[n] = across[begin];
        if (oneGap) entries.copyWithin(n, n + 1, at--);
        entries[at++] = across[last];
        break;
      }
      n = at;
    }
  }
  first[vertexCount] = cycles;
  start[cycles] = n;
  return { first, start: start.slice(0, cycles + 1), entries: entries.slice(0, n) };
}

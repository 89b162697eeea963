/**
 * Who lies next to whom on a polyhedron, in flat arrays. An edge runs from its tail to its head, with a face at
 * its left and one at its right, seen from outside with the head above the tail.
 */

export interface Links {
  /** Tail and head of each edge. */
  readonly ends: Int32Array;
  /** The faces at the left and at the right of each edge; -1 if there are none. */
  readonly sides: Int32Array;
  /**
   * The edges of face f in counter-clockwise order, at ringStarts[f] .. ringStarts[f + 1]: 2 e where the face
   * is at the left of e, 2 e + 1 where it is at the right. So ends[i] of entry i is where the ring enters the edge,
   * and i is also where `sides` has the face.
   */
  readonly ringStarts: Int32Array;
  readonly ringEdges: Int32Array;
  /**
   * The edges at vertex v, at fanStarts[v] .. fanStarts[v + 1]: 2 e where v is the tail, 2 e + 1 where it is
   * the head.
   */
  readonly fanStarts: Int32Array;
  readonly fanEdges: Int32Array;
}

/** The links of faces given as rings of vertices; without faces, of a segment or a point. */
export function linksOf(
  count: number,
  rings: readonly (readonly number[])[],
  isSegment: boolean,
): Links {
  const ends: number[] = isSegment ? [0, 1] : [];
  const sides: number[] = isSegment ? [-1, -1] : [];
  const known = new Map<number, number>();
  const ringStarts = [0];
  const ringEdges: number[] = [];
  rings.forEach((ring, f) => {
    ring.forEach((tail, i) => {
      const head = ring[(i + 1) % ring.length];
      const other = known.get(head * count + tail);
      if (other === undefined) {
        known.set(tail * count + head, ends.length / 2);
        ringEdges.push(ends.length);
        ends.push(tail, head);
        sides.push(f, -1);
      } else {
        ringEdges.push(2 * other + 1);
        sides[2 * other + 1] = f;
      }
    });
    ringStarts.push(ringEdges.length);
  });
  const fans: number[][] = Array.from({ length: count }, () => []);
  ends.forEach((v, i) => {
    fans[v].push(i);
  });
  const fanStarts = new Int32Array(count + 1);
  fans.forEach((fan, v) => {
    fanStarts[v + 1] = fanStarts[v] + fan.length;
  });
  return {
    ends: Int32Array.from(ends),
    sides: Int32Array.from(sides),
    ringStarts: Int32Array.from(ringStarts),
    ringEdges: Int32Array.from(ringEdges),
    fanStarts,
    fanEdges: Int32Array.from(fans.flat()),
  };
}

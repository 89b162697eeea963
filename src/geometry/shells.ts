/**
 * What a component of a mesh encloses. A shell is a part of its triangles that has no boundary: along a ray
 * from a point off these triangles, the crossings are counted, and the count (or whether it is odd) does not
 * depend on the ray and does not change while the point stays off the triangles. docs/proofs/solids.md.
 *
 * - As given, every edge is run through as often one way as the other: one shell, and inside is where it
 *   winds around a point.
 * - Else triangles that are there several times count once, and flaps, which end in a free edge, not at all.
 *   If an even number of triangles is left at every edge, they are closed. The same if they count only where
 *   they are there an odd number of times, as walls between blocks that share a face do not. Parts that can
 *   be turned to run the same way are, and wind; what cannot is crossed an odd number of times from inside.
 * - Else nothing is enclosed for certain: a surface.
 */
import { Chain } from './chain.ts';
import { EdgeTable } from './edgeTable.ts';
import type { Shell } from './shell.ts';

export interface Enclosure {
  /** Inside of one of them is inside; none for a surface. */
  readonly shells: readonly Shell[];
  /** Closed and consistently oriented, as given. */
  readonly consistent: boolean;
  /** Edges where an odd number of different triangles meets. */
  readonly openEdges: number;
  /** Their ends, two vertices each. */
  readonly boundary: Uint32Array;
  /** Nothing is left when all that ends in a free edge is taken away, again and again. */
  readonly frayed: boolean;
  /** Edges with an even number of triangles, but not as many one way as the other. */
  readonly flippedEdges: number;
  readonly nonManifoldEdges: number;
  /** Triangles of shells that were turned, caps not counted. */
  readonly turned: number;
  /** Triangles that belong to no shell, nor coincide with what does: flaps of a solid. */
  readonly flaps: number;
}

/**
 * `triangles` are those of one component. From number `caps` on they are caps: one that coincides with
 * another triangle takes it out of the shell, as it was made for closing what the other leaves open.
 */
export function enclosureOf(
  indices: Uint32Array,
  triangles: Uint32Array,
  caps = Number.POSITIVE_INFINITY,
): Enclosure {
  const table = new EdgeTable(indices, triangles);
  let unbalanced = 0;
  let flippedEdges = 0;
  let nonManifoldEdges = 0;
  for (let e = 0; e < table.count; e++) {
    if (table.uses[e] > 2) nonManifoldEdges++;
    if (table.balance[e] === 0) continue;
    unbalanced++;
    if (table.uses[e] % 2 === 0) flippedEdges++;
  }
  const given: Shell = { triangles, turned: null, odd: false };
  const facts = { flippedEdges, nonManifoldEdges };
  const none = { openEdges: 0, boundary: new Uint32Array(0), frayed: false, turned: 0, flaps: 0 };
  const chain = new Chain(indices, triangles, table, caps);
  if (unbalanced === 0 && !chain.cancelled) {
    return { shells: [given], consistent: true, ...none, ...facts };
  }
  const outline = chain.boundary();
  const frayed = chain.prune();
  // Of what is left without flaps, the flaps' ends are of no interest.
  const boundary = frayed ? outline : chain.boundary();
  const chains = !frayed && boundary.length === 0 ? [chain] : [];
  if (chain.repeated) {
    const odd = new Chain(indices, triangles, table, 0);
    if (odd.boundary().length === 0 && !odd.isEmpty()) chains.push(odd);
  }
  const [first = [], ...others] = chains.map((each) => each.shells());
  const shells = [first, ...others].flat();
  const turned = turnedIn(first, caps);
  const uncancelled = unbalanced === 0 ? chain.uncancelled() : new Uint32Array(0);
  if (uncancelled.length > 0) shells.push({ triangles: uncancelled, turned: null, odd: false });
  if (shells.length > 0) {
    const flaps = chain.flapsBeside(shells);
    return { shells, consistent: false, ...none, turned, flaps, ...facts };
  }
  const open = { openEdges: boundary.length / 2, boundary, frayed, turned: 0, flaps: 0 };
  return { shells, consistent: false, ...open, ...facts };
}

function turnedIn(shells: readonly Shell[], caps: number): number {
  let count = 0;
  for (const { triangles, turned } of shells) {
    turned?.forEach((t, i) => {
      if (triangles[i] < caps) count += t;
    });
  }
  return count;
}

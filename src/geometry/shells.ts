/**
 * What a component of a mesh encloses. A shell is a part of its triangles that has no boundary: along a ray
 * from a point off these triangles, the crossings are counted, and the count (or whether it is odd) does not
 * depend on the ray and does not change while the point stays off the triangles. docs/proofs/solids.md.
 *
 * - As given, every edge is run through as often one way as the other: one shell, and inside is where it
 *   winds around a point.
 * - Else triangles that are there several times count once, and flaps, which end in a free edge, not at all.
 *   If an even number of triangles is left at every edge, they are closed. Parts that can be turned to run
 *   the same way are, and wind; what cannot is crossed an odd number of times from inside.
 * - Else nothing is enclosed for certain: a surface.
 */
import { EdgeTable } from './edgeTable.ts';

export interface Shell {
  /** Numbers of the mesh's triangles. */
  readonly triangles: Uint32Array;
  /** 1 for each of them that counts as run through the other way round; null if none does. */
  readonly turned: Uint8Array | null;
  /** Inside is where the count is odd, and not only where it is not zero. */
  readonly odd: boolean;
}

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
  vertexCount: number,
  caps = Number.POSITIVE_INFINITY,
): Enclosure {
  const table = new EdgeTable(indices, triangles, vertexCount);
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
  if (unbalanced === 0 && nonManifoldEdges === 0) {
    return { shells: [given], consistent: true, ...none, ...facts };
  }
  const chain = new Chain(indices, triangles, table, caps);
  if (unbalanced === 0 && !chain.cancelled) {
    return { shells: [given], consistent: true, ...none, ...facts };
  }
  const outline = chain.boundary();
  const frayed = chain.prune();
  // Of a solid with flaps, and of what is left without them, the flaps' ends are of no interest.
  const boundary = frayed ? outline : chain.boundary();
  const closed = !frayed && boundary.length === 0;
  const { shells, turned } = closed ? chain.shells() : { shells: [], turned: 0 };
  const uncancelled = unbalanced === 0 ? chain.uncancelled() : new Uint32Array(0);
  if (uncancelled.length > 0) shells.push({ triangles: uncancelled, turned: null, odd: false });
  const flaps = shells.length > 0 ? chain.flaps(unbalanced === 0) : 0;
  const openEdges = boundary.length / 2;
  return { shells, consistent: false, openEdges, boundary, frayed, turned, flaps, ...facts };
}

/** Different triangles with three different corners each, and what is left of them. */
class Chain {
  /** Whether a triangle is there both ways round, as often. */
  readonly cancelled: boolean;
  /** Per first of those that coincide: how many more run as it does than the other way. */
  private readonly net: Int32Array;
  private readonly indices: Uint32Array;
  private readonly triangles: Uint32Array;
  private readonly table: EdgeTable;
  /** Per triangle, whether it belongs to the chain. */
  private readonly live: Uint8Array;
  /** Per triangle the first of those that coincide with it; -1 if it has not three corners. */
  private readonly same: Int32Array;
  /** Live triangles of each edge. */
  private readonly uses: Int32Array;
  private readonly caps: number;

  constructor(indices: Uint32Array, triangles: Uint32Array, table: EdgeTable, caps: number) {
    this.indices = indices;
    this.triangles = triangles;
    this.table = table;
    this.caps = caps;
    const n = triangles.length;
    this.live = new Uint8Array(n);
    this.same = new Int32Array(n).fill(-1);
    this.uses = new Int32Array(table.count);
    this.net = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      if (table.edgeOf.subarray(3 * i, 3 * i + 3).includes(-1)) continue;
      const first = this.firstLike(i);
      this.same[i] = first;
      this.net[first] += this.runsLike(i, first) ? 1 : -1;
      if (first === i) this.live[i] = 1;
      else if (triangles[i] >= caps) this.live[first] ^= 1;
    }
    this.cancelled = this.same.some((first, i) => first === i && this.net[i] === 0);
    for (let i = 0; i < n; i++) if (this.live[i] === 1) this.count(i, 1);
  }

  /** The first triangle with the same three corners. */
  private firstLike(i: number): number {
    const { table, indices, triangles } = this;
    const edge = table.edgeOf[3 * i];
    const third = indices[3 * triangles[i] + 2];
    let first = i;
    for (let half = table.head[edge]; half >= 0; half = table.next[half]) {
      const other = Math.floor(half / 3);
      if (other < first && this.third(half) === third) first = other;
    }
    return first;
  }

  /** The corner opposite a half-edge. */
  private third(half: number): number {
    const i = Math.floor(half / 3);
    return this.indices[3 * this.triangles[i] + ((half + 2 - 3 * i) % 3)];
  }

  /** Whether two triangles with the same corners run through them the same way. */
  private runsLike(i: number, j: number): boolean {
    const { indices, triangles } = this;
    const a = 3 * triangles[i];
    const b = 3 * triangles[j];
    for (let k = 0; k < 3; k++) {
      if (indices[a] === indices[b + k]) return indices[a + 1] === indices[b + ((k + 1) % 3)];
    }
    return false;
  }

  private count(i: number, by: number): void {
    for (let k = 0; k < 3; k++) this.uses[this.table.edgeOf[3 * i + k]] += by;
  }

  /** Ends of the edges where an odd number of triangles meets. */
  boundary(): Uint32Array {
    const found: number[] = [];
    this.uses.forEach((n, e) => {
      if (n % 2 === 1) found.push(this.table.ends[2 * e], this.table.ends[2 * e + 1]);
    });
    return Uint32Array.from(found);
  }

  /** Takes away what ends in a free edge, again and again. Whether that was everything. */
  prune(): boolean {
    const { live, uses, table } = this;
    const free: number[] = [];
    uses.forEach((n, e) => {
      if (n === 1) free.push(e);
    });
    for (let e = free.pop(); e !== undefined; e = free.pop()) {
      for (let half = table.head[e]; half >= 0; half = table.next[half]) {
        const i = Math.floor(half / 3);
        if (live[i] === 0) continue;
        live[i] = 0;
        this.count(i, -1);
        for (let k = 0; k < 3; k++) {
          if (uses[table.edgeOf[3 * i + k]] === 1) free.push(table.edgeOf[3 * i + k]);
        }
      }
    }
    return !live.includes(1);
  }

  /** The triangles as given, without those that cancel. */
  uncancelled(): Uint32Array {
    return this.triangles.filter((_, i) => this.same[i] >= 0 && this.net[this.same[i]] !== 0);
  }

  /** Triangles that lie elsewhere than the chain and, if these bound something too, those as given. */
  flaps(asGiven: boolean): number {
    const { table, same, live, uses, indices, triangles } = this;
    const touched = new Set<number>();
    for (let i = 0; i < live.length; i++) {
      for (let k = 0; k < 3; k++) if (live[i] === 1) touched.add(indices[3 * triangles[i] + k]);
    }
    let found = 0;
    for (let i = 0; i < live.length; i++) {
      if (same[i] >= 0) {
        const counts = live[same[i]] === 1 || (asGiven && this.net[same[i]] !== 0);
        if (!counts) found++;
        continue;
      }
      // A segment, or a point.
      const edges = table.edgeOf.subarray(3 * i, 3 * i + 3).filter((e) => e >= 0);
      const along = edges.length > 0 ? uses[edges[0]] > 0 : touched.has(indices[3 * triangles[i]]);
      if (!along) found++;
    }
    return found;
  }

  /** The chain as shells: parts that are closed by themselves, and the rest as one. */
  shells(): { shells: Shell[]; turned: number } {
    const { live } = this;
    const turn = new Int8Array(live.length).fill(-1);
    const rest: number[] = [];
    const shells: Shell[] = [];
    for (let i = 0; i < live.length; i++) {
      if (live[i] === 0 || turn[i] >= 0) continue;
      const patch = this.spread(i, turn);
      if (this.isEven(patch)) shells.push(this.shellOf(patch, turn));
      else for (const j of patch) rest.push(j);
    }
    if (rest.length > 0)
      shells.push(
        this.shellOf(
          rest.sort((a, b) => a - b),
          turn,
        ),
      );
    let turned = 0;
    for (const shell of shells) {
      shell.turned?.forEach((t, i) => {
        if (shell.triangles[i] < this.caps) turned += t;
      });
    }
    return { shells, turned };
  }

  /**
   * The live triangles that are reached from one across edges with two of them, turned so that these are run
   * through both ways, as far as that goes; the way that turns the fewer.
   */
  private spread(start: number, turn: Int8Array): number[] {
    const { table, live, uses } = this;
    const patch = [start];
    turn[start] = 0;
    let turned = 0;
    for (let done = 0; done < patch.length; done++) {
      const i = patch[done];
      for (let k = 0; k < 3; k++) {
        const e = table.edgeOf[3 * i + k];
        if (uses[e] !== 2) continue;
        for (let half = table.head[e]; half >= 0; half = table.next[half]) {
          const j = Math.floor(half / 3);
          if (live[j] === 0 || turn[j] >= 0) continue;
          turn[j] = this.runsUp(3 * i + k) === this.runsUp(half) ? 1 - turn[i] : turn[i];
          turned += turn[j];
          patch.push(j);
        }
      }
    }
    if (2 * turned > patch.length) for (const i of patch) turn[i] = 1 - turn[i];
    return patch.sort((a, b) => a - b);
  }

  /** Whether a half-edge runs from the smaller vertex to the larger. */
  private runsUp(half: number): boolean {
    const { table, indices, triangles } = this;
    const from = indices[3 * triangles[Math.floor(half / 3)] + (half % 3)];
    return from === table.ends[2 * table.edgeOf[half]];
  }

  private isEven(patch: readonly number[]): boolean {
    const odd = new Set<number>();
    for (const i of patch) {
      for (let k = 0; k < 3; k++) {
        const e = this.table.edgeOf[3 * i + k];
        if (!odd.delete(e)) odd.add(e);
      }
    }
    return odd.size === 0;
  }

  private shellOf(patch: readonly number[], turn: Int8Array): Shell {
    const balance = new Map<number, number>();
    for (const i of patch) {
      for (let k = 0; k < 3; k++) {
        const up = this.runsUp(3 * i + k) === (turn[i] === 0);
        const e = this.table.edgeOf[3 * i + k];
        balance.set(e, (balance.get(e) ?? 0) + (up ? 1 : -1));
      }
    }
    const odd = [...balance.values()].some((n) => n !== 0);
    const triangles = Uint32Array.from(patch, (i) => this.triangles[i]);
    // Where only odd and even matter, turning means nothing.
    const turned = odd ? null : Uint8Array.from(patch, (i) => turn[i]);
    return { triangles, turned: turned?.includes(1) ? turned : null, odd };
  }
}

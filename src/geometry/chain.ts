/**
 * Different triangles of a component, with three different corners each: which of them bound something together.
 * A triangle is known by its place in the component's list. Linear in their number.
 */
import type { EdgeTable } from './edgeTable.ts';
import type { Shell } from './shell.ts';

export class Chain {
  /** Whether a triangle is there both ways round, as often. */
  readonly cancelled: boolean;
  /** Whether one is there several times. */
  readonly repeated: boolean;
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
  /** A number per edge, 0 between one use and the next. */
  private readonly tally: Int32Array;

  /** Triangles from number `toggles` on take those away that they coincide with; others add nothing to them. */
  constructor(indices: Uint32Array, triangles: Uint32Array, table: EdgeTable, toggles: number) {
    this.indices = indices;
    this.triangles = triangles;
    this.table = table;
    const n = triangles.length;
    this.live = new Uint8Array(n);
    this.same = new Int32Array(n).fill(-1);
    this.uses = new Int32Array(table.count);
    this.tally = new Int32Array(table.count);
    this.net = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      const half = 3 * i;
      if (table.edgeOf[half] < 0 || table.edgeOf[half + 1] < 0 || table.edgeOf[half + 2] < 0)
        continue;
      const first = this.firstLike(i);
      this.same[i] = first;
      this.net[first] += this.runsLike(i, first) ? 1 : -1;
      if (first === i) this.live[i] = 1;
      else if (triangles[i] >= toggles) this.live[first] ^= 1;
    }
    this.repeated = this.same.some((first, i) => first >= 0 && first !== i);
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

  isEmpty(): boolean {
    return !this.live.includes(1);
  }

  /** Triangles that lie elsewhere than those of shells: they bound nothing. */
  flapsBeside(shells: readonly Shell[]): number {
    const { table, same, indices, triangles } = this;
    const counting = this.placesOf(shells);
    const covered = new Uint8Array(same.length);
    const edges = new Uint8Array(table.count);
    for (let i = 0; i < same.length; i++) {
      if (same[i] < 0 || counting[i] === 0) continue;
      covered[same[i]] = 1;
      for (let k = 0; k < 3; k++) edges[table.edgeOf[3 * i + k]] = 1;
    }
    let corners: Set<number> | null = null;
    let found = 0;
    for (let i = 0; i < same.length; i++) {
      if (same[i] >= 0) {
        if (covered[same[i]] === 0) found++;
        continue;
      }
      // A segment, or a point.
      const edge = Math.max(...table.edgeOf.subarray(3 * i, 3 * i + 3));
      if (edge >= 0) {
        if (edges[edge] === 0) found++;
        continue;
      }
      corners ??= this.cornersOf(edges);
      if (!corners.has(indices[3 * triangles[i]])) found++;
    }
    return found;
  }

  /** 1 for each place in the list whose triangle is in one of the shells; both are in ascending order. */
  private placesOf(shells: readonly Shell[]): Uint8Array {
    const { triangles } = this;
    const places = new Uint8Array(triangles.length);
    for (const shell of shells) {
      let i = 0;
      for (let k = 0; k < shell.triangles.length; k++) {
        while (triangles[i] < shell.triangles[k]) i++;
        places[i] = 1;
      }
    }
    return places;
  }

  /** The ends of the edges that are marked. */
  private cornersOf(edges: Uint8Array): Set<number> {
    const { ends } = this.table;
    const corners = new Set<number>();
    edges.forEach((marked, e) => {
      if (marked === 1) corners.add(ends[2 * e]).add(ends[2 * e + 1]);
    });
    return corners;
  }

  /** The chain as shells: parts that are closed by themselves, and the rest as one. */
  shells(): Shell[] {
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
    if (rest.length > 0) shells.push(this.shellOf(Uint32Array.from(rest).sort(), turn));
    return shells;
  }

  /**
   * The live triangles that are reached from one across edges with two of them, turned so that these are run
   * through both ways, as far as that goes; the way that turns the fewer.
   */
  private spread(start: number, turn: Int8Array): Uint32Array {
    const { table, live, uses } = this;
    const { up } = table;
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
          turn[j] = up[3 * i + k] === up[half] ? 1 - turn[i] : turn[i];
          turned += turn[j];
          patch.push(j);
        }
      }
    }
    if (2 * turned > patch.length) for (const i of patch) turn[i] = 1 - turn[i];
    return Uint32Array.from(patch).sort();
  }

  private isEven(patch: Uint32Array): boolean {
    const { tally, table } = this;
    let odd = 0;
    for (const i of patch) {
      for (let k = 0; k < 3; k++) {
        const e = table.edgeOf[3 * i + k];
        tally[e] ^= 1;
        odd += tally[e] === 1 ? 1 : -1;
      }
    }
    this.clear(patch);
    return odd === 0;
  }

  private clear(patch: Uint32Array): void {
    for (const i of patch) for (let k = 0; k < 3; k++) this.tally[this.table.edgeOf[3 * i + k]] = 0;
  }

  private shellOf(patch: Uint32Array, turn: Int8Array): Shell {
    const { tally, table } = this;
    for (const i of patch) {
      for (let k = 0; k < 3; k++) {
        const runsUp = (table.up[3 * i + k] === 1) === (turn[i] === 0);
        tally[table.edgeOf[3 * i + k]] += runsUp ? 1 : -1;
      }
    }
    const isUneven = (i: number) =>
      tally[table.edgeOf[3 * i]] !== 0 ||
      tally[table.edgeOf[3 * i + 1]] !== 0 ||
      tally[table.edgeOf[3 * i + 2]] !== 0;
    const odd = patch.some(isUneven);
    this.clear(patch);
    const triangles = patch.map((i) => this.triangles[i]);
    // Where only odd and even matter, turning means nothing.
    const turned = odd ? null : Uint8Array.from(patch, (i) => turn[i]);
    return { triangles, turned: turned?.includes(1) ? turned : null, odd };
  }
}

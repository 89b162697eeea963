/**
 * The lists of a support table: for every square of directions the vertices that are extreme for one of them, and few
 * others. Squares are divided again and again; a quarter looks only at what its square keeps. Lists are runs of one array,
 * those of a quarter behind its square's, so that nothing is allocated for them.
 */
import { Growing } from '../arrays/index.ts';
import { U } from '../math/index.ts';

/**
 * How far a computed (u, v) may lie from the exact one: SHRINK moves it by 2^-30 at most, and
 * two additions, a division, two products and the shift by 1 put it off by 8 u.
 */
const CELL_MARGIN = 2 ** -29;

/** Lists that are open at once: one per size of square, two per level below, and room to spare. */
const OPEN_LISTS = 24;

/** Candidates of square c, as numbers of vertices: `numbers` from starts[c] to starts[c + 1]. */
export interface SupportLists {
  readonly starts: Int32Array;
  readonly numbers: Uint32Array;
}

/** For n x n squares in each half; vertices are compared `levels` levels below a square. */
export function listSupports(p: Float64Array, n: number, levels: number): SupportLists {
  const builder = new Builder(p, n, levels);
  const { found, from, to } = builder;
  const starts = new Int32Array(from.length + 1);
  const numbers = new Uint32Array(found.length);
  let at = 0;
  for (let c = 0; c < from.length; c++) {
    for (let i = from[c]; i < to[c]; i++) numbers[at++] = found.at(i);
    starts[c + 1] = at;
  }
  return { starts, numbers };
}

/** Recursive subdivision of the eight octants. */
class Builder {
  /** Lists of squares in the order they were made, and where that of each square is. */
  readonly found = new Growing<Uint32Array<ArrayBuffer>>(Uint32Array);
  readonly from: Int32Array;
  readonly to: Int32Array;
  private readonly n: number;
  private readonly levels: number;
  private readonly slack: number;
  /** For each vertex in the current octant: value = at + u * du + v * dv. */
  private readonly at: Float64Array;
  private readonly du: Float64Array;
  private readonly dv: Float64Array;
  /** All lists that are open. */
  private readonly lists: Int32Array;
  /** Per level, in which union a vertex was last put; and how many unions there were. */
  private readonly marks: readonly Int32Array[];
  private unions = 0;
  /** In which call a vertex was last compared with all others; and how many calls there were. */
  private readonly used: Int32Array;
  private round = 0;

  constructor(p: Float64Array, n: number, levels: number) {
    this.n = n;
    this.levels = levels;
    const count = p.length / 3;
    this.from = new Int32Array(2 * n * n);
    this.to = new Int32Array(2 * n * n);
    this.at = new Float64Array(count);
    this.du = new Float64Array(count);
    this.dv = new Float64Array(count);
    this.lists = new Int32Array(OPEN_LISTS * count);
    this.used = new Int32Array(count);
    this.marks = Array.from({ length: levels + 1 }, () => new Int32Array(count));
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const sum = Math.abs(p[3 * i]) + Math.abs(p[3 * i + 1]) + Math.abs(p[3 * i + 2]);
      largest = Math.max(largest, sum);
    }
    // Values at the centre: du and dv one rounding each, then four; two values, one difference:
    // at most 13 u L with L the largest sum of coordinates. The spread: six more. 32 u L covers it.
    this.slack = 32 * U * largest;
    for (let i = 0; i < count; i++) this.lists[i] = i;
    for (let octant = 0; octant < 8; octant++) {
      const su = octant & 1 ? -1 : 1;
      const sv = octant & 2 ? -1 : 1;
      const s = octant & 4 ? -1 : 1;
      for (let i = 0; i < count; i++) {
        this.at[i] = s * p[3 * i + 2];
        this.du[i] = p[3 * i] - su * this.at[i];
        this.dv[i] = p[3 * i + 1] - sv * this.at[i];
      }
      this.divide(s, 0.5 * su, 0.5 * sv, 0.5, count);
    }
  }

  /**
   * Finds the lists of the squares inside the square of centre (u, v) and half width h, whose parent's list ends at `end`
   * and is the last that is open: it begins where the one before ends.
   */
  private divide(s: number, u: number, v: number, h: number, end: number, begin = 0): void {
    if (Math.abs(u) + Math.abs(v) - 2 * h > 1 + 4 * CELL_MARGIN) return;
    const kept = this.undominated(u, v, h, begin, end);
    if (h * this.n > 1) {
      const q = 0.5 * h;
      this.divide(s, u - q, v - q, q, kept, end);
      this.divide(s, u + q, v - q, q, kept, end);
      this.divide(s, u - q, v + q, q, kept, end);
      this.divide(s, u + q, v + q, q, kept, end);
      return;
    }
    const i = Math.floor(0.5 * (u + 1) * this.n);
    const j = Math.floor(0.5 * (v + 1) * this.n);
    const cell = ((s < 0 ? this.n : 0) + j) * this.n + i;
    const last = this.refined(u, v, h, end, kept, this.levels);
    this.from[cell] = this.found.length;
    // Behind the list that was refined, or that list itself.
    for (let k = last > kept ? kept : end; k < last; k++) this.found.push(this.lists[k]);
    this.to[cell] = this.found.length;
  }

  /**
   * The union of what quarter squares keep of the list from `begin` to `end`, some levels down: tighter than one
   * comparison. It is put behind the list, and where it ends is returned; `end` itself if the list stays as it is.
   */
  private refined(
    u: number,
    v: number,
    h: number,
    begin: number,
    end: number,
    levels: number,
  ): number {
    if (levels === 0 || end - begin <= 2) return end;
    const { lists } = this;
    const mark = this.marks[levels];
    const union = ++this.unions;
    // The union has at most as many as the list; quarters are behind it.
    const room = 2 * end - begin;
    const q = 0.5 * h;
    let last = end;
    for (let k = 0; k < 4; k++) {
      const cu = k & 1 ? u + q : u - q;
      const cv = k & 2 ? v + q : v - q;
      if (Math.abs(cu) + Math.abs(cv) - 2 * q > 1 + 4 * CELL_MARGIN) continue;
      const kept = this.undominated(cu, cv, q, begin, end, room);
      const deeper = this.refined(cu, cv, q, room, kept, levels - 1);
      for (let i = deeper > kept ? kept : room; i < deeper; i++) {
        const vertex = lists[i];
        if (mark[vertex] === union) continue;
        mark[vertex] = union;
        lists[last++] = vertex;
      }
    }
    return last;
  }

  /**
   * The vertices of the list from `begin` to `end` that no corner- or centre-extreme vertex beats on the square; they are
   * put at `out`, and where they end is returned.
   */
  private undominated(
    u: number,
    v: number,
    h: number,
    begin: number,
    end: number,
    out = end,
  ): number {
    const { at, du, dv, lists, slack, used } = this;
    const reach = h + CELL_MARGIN;
    let from = begin;
    let to = end;
    this.round++;
    for (let k = 0; k < 5 && to - from > 1; k++) {
      const pu = k === 4 ? u : u + (k & 1 ? h : -h);
      const pv = k === 4 ? v : v + (k & 2 ? h : -h);
      let w = lists[from];
      let top = Number.NEGATIVE_INFINITY;
      for (let i = from; i < to; i++) {
        const x = lists[i];
        const value = at[x] + pu * du[x] + pv * dv[x];
        if (value > top) {
          top = value;
          w = x;
        }
      }
      // Who was extreme at another corner, too, has beaten all that it can.
      if (used[w] === this.round) continue;
      used[w] = this.round;
      const height = at[w] + u * du[w] + v * dv[w] - slack;
      const wu = du[w];
      const wv = dv[w];
      let next = out;
      for (let i = from; i < to; i++) {
        const x = lists[i];
        const lead = height - (at[x] + u * du[x] + v * dv[x]);
        const spread = reach * (Math.abs(wu - du[x]) + Math.abs(wv - dv[x]));
        if (x === w || lead <= spread) lists[next++] = x;
      }
      from = out;
      to = next;
    }
    if (from === out) return to;
    for (let i = from; i < to; i++) lists[out + i - from] = lists[i];
    return out + to - from;
  }
}

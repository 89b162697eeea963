/**
 * Splits a polygon into size - 2 triangles of its own corners, in its own orientation.
 *
 * Whatever the splitting order, the edges inside cancel, so the winding numbers of the triangles
 * add up to that of the polygon. Two things follow for a planar polygon, and rounding cannot
 * break the first: every point that the polygon winds around lies in some triangle, so that
 * nothing is ever left uncovered; and if no triangle is turned over, the triangles cover
 * nothing else. Ear clipping looks for the second; a fan gives only the first.
 *
 * Cost: linear for convex polygons. Ear clipping takes time corners x reflex corners or worse
 * and therefore draws on a budget of point tests, after which fans are all there is.
 */

/** The polygon was split as a fan that may cover more than the polygon. */
export const SPLIT_AS_FAN = 1;
/** Corners lie outside the polygon's plane by more than FLATNESS times its size. */
export const SPLIT_BENT = 2;

export const FLATNESS = 1e-3;
/** Twice the area, relative to the polygon's size squared, up to which three corners are in line. */
const IN_LINE = 1e-12;
const EAR_BUDGET = 50_000_000;

export class PolygonSplitter {
  private budget = EAR_BUDGET;
  /** Corners in the dominant plane, counter-clockwise: u, v, u, v, ... */
  private plane = new Float64Array(64);
  private prev = new Uint32Array(32);
  private next = new Uint32Array(32);
  /** Corners that turn right or not at all; only these can be in the way of an ear. */
  private reflex = new Uint32Array(32);
  private reflexCount = 0;
  private removed = new Uint8Array(32);

  /**
   * Writes the triangles of the polygon corners[first .. first + size - 1] to `out` from `at` on,
   * 3 (size - 2) numbers. Returns a sum of SPLIT_ flags.
   */
  splitInto(
    positions: Float64Array,
    corners: Uint32Array,
    first: number,
    size: number,
    out: Uint32Array,
    at: number,
  ): number {
    if (size === 3) {
      fanInto(corners, first, size, out, at);
      return 0;
    }
    this.reserve(size);
    const bent = this.project(positions, corners, first, size);
    if (bent >= 0 && this.clipEars(corners, first, size, out, at)) return bent;
    fanInto(corners, first, size, out, at);
    return SPLIT_AS_FAN + Math.max(bent, 0);
  }

  private reserve(size: number): void {
    if (size <= this.prev.length) return;
    this.plane = new Float64Array(2 * size);
    this.prev = new Uint32Array(size);
    this.next = new Uint32Array(size);
    this.reflex = new Uint32Array(size);
    this.removed = new Uint8Array(size);
  }

  /** Fills `plane`. Returns 0 or SPLIT_BENT, or -1 if the polygon has no usable normal. */
  private project(
    positions: Float64Array,
    corners: Uint32Array,
    first: number,
    size: number,
  ): number {
    // Relative to the first corner and to the polygon's size, so that products of coordinates
    // neither overflow nor vanish.
    const origin = 3 * corners[first];
    const ox = positions[origin];
    const oy = positions[origin + 1];
    const oz = positions[origin + 2];
    let extent = 0;
    for (let i = 1; i < size; i++) {
      const p = 3 * corners[first + i];
      const dx = Math.abs(positions[p] - ox);
      const dy = Math.abs(positions[p + 1] - oy);
      const dz = Math.abs(positions[p + 2] - oz);
      extent = Math.max(extent, dx, dy, dz);
    }
    // Newell's normal: twice the vector area.
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let ax = 0;
    let ay = 0;
    let az = 0;
    for (let i = 1; i <= size; i++) {
      const p = 3 * corners[first + (i % size)];
      const bx = (positions[p] - ox) / extent;
      const by = (positions[p + 1] - oy) / extent;
      const bz = (positions[p + 2] - oz) / extent;
      nx += (ay - by) * (az + bz);
      ny += (az - bz) * (ax + bx);
      nz += (ax - bx) * (ay + by);
      ax = bx;
      ay = by;
      az = bz;
    }
    const length = Math.hypot(nx, ny, nz);
    if (!(length > 0 && length < Infinity)) return -1;

    // u and v are the two other axes, in the order that makes the normal's side the front.
    const size3 = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
    const dominant = size3.indexOf(Math.max(...size3));
    const forward = [nx, ny, nz][dominant] > 0;
    const uAxis = (dominant + (forward ? 1 : 2)) % 3;
    const vAxis = (dominant + (forward ? 2 : 1)) % 3;
    const uOrigin = positions[origin + uAxis];
    const vOrigin = positions[origin + vAxis];
    let low = 0;
    let high = 0;
    for (let i = 0; i < size; i++) {
      const p = 3 * corners[first + i];
      this.plane[2 * i] = (positions[p + uAxis] - uOrigin) / extent;
      this.plane[2 * i + 1] = (positions[p + vAxis] - vOrigin) / extent;
      const height =
        ((positions[p] - ox) / extent) * (nx / length) +
        ((positions[p + 1] - oy) / extent) * (ny / length) +
        ((positions[p + 2] - oz) / extent) * (nz / length);
      low = Math.min(low, height);
      high = Math.max(high, height);
    }
    return high - low > FLATNESS ? SPLIT_BENT : 0;
  }

  /**
   * For a convex polygon this is the fan around the first corner. False if the last corners that
   * remain have no ear among them, or if the budget is spent; `out` is then half-written.
   */
  private clipEars(
    corners: Uint32Array,
    first: number,
    size: number,
    out: Uint32Array,
    at: number,
  ): boolean {
    const { prev, next } = this;
    this.reflexCount = 0;
    for (let i = 0; i < size; i++) {
      prev[i] = (i + size - 1) % size;
      next[i] = (i + 1) % size;
      this.removed[i] = 0;
      if (!(this.turn(prev[i], i, next[i]) > 0)) this.reflex[this.reflexCount++] = i;
    }
    let corner = 1;
    let misses = 0;
    for (let left = size; left >= 3; ) {
      const a = prev[corner];
      const b = next[corner];
      const turn = this.turn(a, corner, b);
      // A corner on a straight line is clipped only when nothing better is left, since its
      // triangle has no area; after rounding, it may even seem to turn right.
      const isEar = turn > 0 ? !this.isBlocked(a, corner, b) : turn >= -IN_LINE && misses >= left;
      if (isEar) {
        out[at++] = corners[first + a];
        out[at++] = corners[first + corner];
        out[at++] = corners[first + b];
        next[a] = b;
        prev[b] = a;
        this.removed[corner] = 1;
        left--;
        misses = 0;
      } else if (++misses > 2 * left || --this.budget < 0) {
        return false;
      }
      corner = b;
    }
    return true;
  }

  /** Twice the area of the triangle a, b, c; positive if it turns left. */
  private turn(a: number, b: number, c: number): number {
    const p = this.plane;
    const au = p[2 * a];
    const av = p[2 * a + 1];
    return (p[2 * b] - au) * (p[2 * c + 1] - av) - (p[2 * b + 1] - av) * (p[2 * c] - au);
  }

  /** Is some other corner in or on the triangle? Corners that coincide with its own do not count. */
  private isBlocked(a: number, b: number, c: number): boolean {
    const { reflex } = this;
    for (let k = 0; k < this.reflexCount; k++) {
      const r = reflex[k];
      if (this.removed[r] === 1) {
        reflex[k--] = reflex[--this.reflexCount];
        continue;
      }
      if (--this.budget < 0) return true;
      if (this.coincide(r, a) || this.coincide(r, b) || this.coincide(r, c)) continue;
      if (this.turn(a, b, r) >= 0 && this.turn(b, c, r) >= 0 && this.turn(c, a, r) >= 0) {
        return true;
      }
    }
    return false;
  }

  private coincide(a: number, b: number): boolean {
    const p = this.plane;
    return p[2 * a] === p[2 * b] && p[2 * a + 1] === p[2 * b + 1];
  }
}

function fanInto(
  corners: Uint32Array,
  first: number,
  size: number,
  out: Uint32Array,
  at: number,
): void {
  for (let i = 2; i < size; i++) {
    out[at++] = corners[first];
    out[at++] = corners[first + i - 1];
    out[at++] = corners[first + i];
  }
}

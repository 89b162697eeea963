/**
 * Which triangle is seen at every dot of a picture, and how near it is: a depth buffer. Corners come as x to the
 * right, y down, both in dots, and nearness, three numbers each.
 */
import type { Triangles } from '../../geometry/index.ts';

/** A raster of dots: which triangle each shows, -1 for none, and how near that is. */
export interface DepthBuffer {
  readonly width: number;
  readonly height: number;
  readonly owner: Int32Array;
  readonly near: Float64Array;
}

/** Looks at triangles whose vertices stand at `places`. */
export function depthBuffer(
  size: { readonly width: number; readonly height: number },
  places: Float64Array,
  indices: Triangles['indices'],
  triangles: Iterable<number>,
): DepthBuffer {
  const { width, height } = size;
  const owner = new Int32Array(width * height).fill(-1);
  const near = new Float64Array(width * height).fill(Number.NEGATIVE_INFINITY);
  for (const t of triangles) {
    eachDot(size, places, indices, t, (dot, depth) => {
      if (depth <= near[dot]) return;
      near[dot] = depth;
      owner[dot] = t;
    });
  }
  return { width, height, owner, near };
}

/** Calls for every dot whose middle a triangle covers. */
export function eachDot(
  { width, height }: { readonly width: number; readonly height: number },
  places: Float64Array,
  indices: Triangles['indices'],
  t: number,
  call: (dot: number, near: number) => void,
): void {
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const [ax, ay, bx, by] = [places[a], places[a + 1], places[b], places[b + 1]];
  const [cx, cy] = [places[c], places[c + 1]];
  const twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (!(Math.abs(twice) > 0)) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  // Shares of the three corners, and how they change along a row.
  const du = (by - cy) / twice;
  const dv = (cy - ay) / twice;
  let from = left;
  let to = right;
  const clip = (share: number, slope: number) => {
    if (slope > 0) from = Math.max(from, left + Math.floor(-share / slope) - 1);
    else if (slope < 0) to = Math.min(to, left + Math.ceil(-share / slope) + 1);
  };
  for (let j = top; j <= bottom; j++) {
    const y = j + 0.5;
    const u0 = ((bx - left - 0.5) * (cy - y) - (by - y) * (cx - left - 0.5)) / twice;
    const v0 = ((cx - left - 0.5) * (ay - y) - (cy - y) * (ax - left - 0.5)) / twice;
    // From where to where none of the shares is negative; a dot more on both sides for rounding.
    from = left;
    to = right;
    clip(u0, du);
    clip(v0, dv);
    clip(1 - u0 - v0, -du - dv);
    for (let i = from; i <= to; i++) {
      const u = u0 + (i - left) * du;
      const v = v0 + (i - left) * dv;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      call(j * width + i, u * places[a + 2] + v * places[b + 2] + w * places[c + 2]);
    }
  }
}

/** Whether something at x, y, so near, is in front: by more than rounding hidden behind all dots around it, it is not. */
export function isSeen(
  buffer: DepthBuffer,
  x: number,
  y: number,
  near: number,
  slack: number,
): boolean {
  const { width, height } = buffer;
  const [i, j] = [Math.floor(x), Math.floor(y)];
  for (let v = Math.max(0, j - 1); v <= Math.min(height - 1, j + 1); v++) {
    for (let u = Math.max(0, i - 1); u <= Math.min(width - 1, i + 1); u++) {
      if (near >= buffer.near[v * width + u] - slack) return true;
    }
  }
  return false;
}

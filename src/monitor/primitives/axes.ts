/** Three orthonormal axes, row by row, while a fit looks for the best: turned, and put right again. */
import { Random } from '../../math/index.ts';

/** out = axes, turned about their own axis number k. */
export function turnAbout(axes: Float64Array, k: number, angle: number, out: Float64Array): void {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const i = 3 * ((k + 1) % 3);
  const j = 3 * ((k + 2) % 3);
  for (let m = 0; m < 3; m++) {
    const [x, y] = [axes[i + m], axes[j + m]];
    out[3 * k + m] = axes[3 * k + m];
    out[i + m] = c * x + s * y;
    out[j + m] = c * y - s * x;
  }
}

/**
 * out = axes of which the first is along (x, y, z), and the second as near to (u, v, w) as it can be; any where there is
 * no such direction. Orthonormal to within 8 u: Gram-Schmidt, done twice.
 */
export function axesAlong(
  [x, y, z]: ArrayLike<number> & Iterable<number>,
  second: ArrayLike<number>,
  out: Float64Array,
): void {
  const length = Math.hypot(x, y, z);
  const usable = length > 0 && Number.isFinite(length);
  out[0] = usable ? x / length : 1;
  out[1] = usable ? y / length : 0;
  out[2] = usable ? z / length : 0;
  if (!across(second, out)) {
    // Of the axes of the frame the one that is most at right angles.
    const least = [0, 1, 2].reduce((a, b) => (Math.abs(out[b]) < Math.abs(out[a]) ? b : a));
    across(
      [0, 1, 2].map((k) => (k === least ? 1 : 0)),
      out,
    );
  }
  out[6] = out[1] * out[5] - out[2] * out[4];
  out[7] = out[2] * out[3] - out[0] * out[5];
  out[8] = out[0] * out[4] - out[1] * out[3];
}

/** out[3 ..] = the part of d at right angles to out[0 ..], of length 1; false if hardly anything is left. */
function across(d: ArrayLike<number>, out: Float64Array): boolean {
  let v = [d[0], d[1], d[2]];
  let length = Math.hypot(...v);
  if (!(length > 0) || !Number.isFinite(length)) return false;
  v = v.map((x) => x / length);
  for (let round = 0; round < 2; round++) {
    const along = v[0] * out[0] + v[1] * out[1] + v[2] * out[2];
    v = v.map((x, k) => x - along * out[k]);
    length = Math.hypot(...v);
    if (!(length > (round === 0 ? 1e-6 : 0.5))) return false;
    v = v.map((x) => x / length);
  }
  out.set(v, 3);
  return true;
}

/** Points among those given that are farthest in some direction: enough to look for an orientation. */
export function extremePoints(points: Float64Array, most: number): Float64Array {
  if (points.length <= 3 * most) return points;
  const random = new Random(1);
  const chosen = new Set<number>();
  for (let round = 0; round < most; round++) {
    const d = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
    let best = 0;
    let top = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i += 3) {
      const value = d[0] * points[i] + d[1] * points[i + 1] + d[2] * points[i + 2];
      if (value > top) {
        top = value;
        best = i;
      }
    }
    chosen.add(best);
  }
  return Float64Array.from([...chosen].flatMap((i) => [...points.subarray(i, i + 3)]));
}

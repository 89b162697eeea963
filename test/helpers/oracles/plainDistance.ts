/**
 * Plain double-precision distances between points, segments and triangles, written for being
 * obviously right: minima over all features, no early outs, no bounds. Errors are a few roundings of
 * the coordinates, far below the tolerances of those who ask. Triangles are nine numbers in a row,
 * segments six.
 */
type Numbers = ArrayLike<number>;

/** Squared distance of the point at p[i] from the segment between a[j] and a[k]. */
export function pointSegment2(p: Numbers, i: number, a: Numbers, j: number, k: number): number {
  const ux = a[k] - a[j];
  const uy = a[k + 1] - a[j + 1];
  const uz = a[k + 2] - a[j + 2];
  const wx = p[i] - a[j];
  const wy = p[i + 1] - a[j + 1];
  const wz = p[i + 2] - a[j + 2];
  const length2 = ux * ux + uy * uy + uz * uz;
  let s = length2 > 0 ? (ux * wx + uy * wy + uz * wz) / length2 : 0;
  s = Math.min(1, Math.max(0, s));
  const x = wx - s * ux;
  const y = wy - s * uy;
  const z = wz - s * uz;
  return x * x + y * y + z * z;
}

/**
 * Squared distance of the lines through two segments where both nearest points lie within the
 * segments; infinite elsewhere, and for parallel ones, whose distance an end point has.
 */
function linesInside2(p: Numbers, a: number, b: number, q: Numbers, c: number, d: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = q[d] - q[c];
  const vy = q[d + 1] - q[c + 1];
  const vz = q[d + 2] - q[c + 2];
  const wx = p[a] - q[c];
  const wy = p[a + 1] - q[c + 1];
  const wz = p[a + 2] - q[c + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const det = uu * vv - uv * uv;
  if (!(det > 1e-14 * uu * vv)) return Number.POSITIVE_INFINITY;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const s = (uv * vw - vv * uw) / det;
  const t = (uu * vw - uv * uw) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return Number.POSITIVE_INFINITY;
  const x = wx + s * ux - t * vx;
  const y = wy + s * uy - t * vy;
  const z = wz + s * uz - t * vz;
  return x * x + y * y + z * z;
}

/** Squared distance of the segments p[a] to p[b] and q[c] to q[d]. */
export function segmentSegment2(
  p: Numbers,
  a: number,
  b: number,
  q: Numbers,
  c: number,
  d: number,
): number {
  return Math.min(
    linesInside2(p, a, b, q, c, d),
    pointSegment2(p, a, q, c, d),
    pointSegment2(p, b, q, c, d),
    pointSegment2(q, c, p, a, b),
    pointSegment2(q, d, p, a, b),
  );
}

/** Unit normal of the triangle at q[j], or zeros where rounding leaves none. */
const normal = new Float64Array(3);

function normalOf(q: Numbers, j: number): boolean {
  const ux = q[j + 3] - q[j];
  const uy = q[j + 4] - q[j + 1];
  const uz = q[j + 5] - q[j + 2];
  const vx = q[j + 6] - q[j];
  const vy = q[j + 7] - q[j + 1];
  const vz = q[j + 8] - q[j + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const size = ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz;
  if (!(length > 1e-12 * size)) return false;
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  return true;
}

/**
 * How far the point (x, y, z) of the plane of triangle q[j] lies within it: the smallest distance
 * from the three edges' lines, negative outside. For the triangle whose normal was taken last.
 */
function depthInside(q: Numbers, j: number, x: number, y: number, z: number): number {
  let depth = Number.POSITIVE_INFINITY;
  for (let e = 0; e < 3; e++) {
    const a = j + 3 * e;
    const b = j + 3 * ((e + 1) % 3);
    const ux = q[b] - q[a];
    const uy = q[b + 1] - q[a + 1];
    const uz = q[b + 2] - q[a + 2];
    const wx = x - q[a];
    const wy = y - q[a + 1];
    const wz = z - q[a + 2];
    const across =
      normal[0] * (uy * wz - uz * wy) +
      normal[1] * (uz * wx - ux * wz) +
      normal[2] * (ux * wy - uy * wx);
    depth = Math.min(depth, across / Math.sqrt(ux * ux + uy * uy + uz * uz));
  }
  return depth;
}

/** Squared distance of the point p[i] from the triangle q[j] where its foot lies inside. */
function pointFace2(p: Numbers, i: number, q: Numbers, j: number): number {
  const h =
    normal[0] * (p[i] - q[j]) +
    normal[1] * (p[i + 1] - q[j + 1]) +
    normal[2] * (p[i + 2] - q[j + 2]);
  const x = p[i] - h * normal[0];
  const y = p[i + 1] - h * normal[1];
  const z = p[i + 2] - h * normal[2];
  return depthInside(q, j, x, y, z) >= 0 ? h * h : Number.POSITIVE_INFINITY;
}

/**
 * How clearly the segment p[a] to p[b] passes through the triangle q[j]: the least of how far its
 * ends are beyond the plane and how far the crossing lies within. Not positive: it does not.
 */
function piercing(p: Numbers, a: number, b: number, q: Numbers, j: number): number {
  const da =
    normal[0] * (p[a] - q[j]) +
    normal[1] * (p[a + 1] - q[j + 1]) +
    normal[2] * (p[a + 2] - q[j + 2]);
  const db =
    normal[0] * (p[b] - q[j]) +
    normal[1] * (p[b + 1] - q[j + 1]) +
    normal[2] * (p[b + 2] - q[j + 2]);
  if (!(da * db < 0)) return 0;
  const s = da / (da - db);
  const x = p[a] + s * (p[b] - p[a]);
  const y = p[a + 1] + s * (p[b + 1] - p[a + 1]);
  const z = p[a + 2] + s * (p[b + 2] - p[a + 2]);
  return Math.min(Math.abs(da), Math.abs(db), depthInside(q, j, x, y, z));
}

/** What the last call of triangleTriangle2 or segmentTriangle2 found; see piercing. */
export const found = { piercing: 0 };

/** Squared distance of the triangles p[i] and q[j], 0 where an edge passes through the other. */
export function triangleTriangle2(p: Numbers, i: number, q: Numbers, j: number): number {
  let best = Number.POSITIVE_INFINITY;
  let deepest = 0;
  for (let side = 0; side < 2; side++) {
    const [a, o, b, f] = side === 0 ? [p, i, q, j] : [q, j, p, i];
    const flat = !normalOf(b, f);
    for (let e = 0; e < 3; e++) {
      const v = o + 3 * e;
      const w = o + 3 * ((e + 1) % 3);
      if (!flat) {
        best = Math.min(best, pointFace2(a, v, b, f));
        deepest = Math.max(deepest, piercing(a, v, w, b, f));
      }
      for (let k = 0; k < 3; k++) {
        const c = f + 3 * k;
        const d = f + 3 * ((k + 1) % 3);
        best = Math.min(best, pointSegment2(a, v, b, c, d));
        if (side === 0) best = Math.min(best, linesInside2(a, v, w, b, c, d));
      }
    }
  }
  found.piercing = deepest;
  return deepest > 0 ? 0 : best;
}

/** Squared distance of the segment p[a] to p[b] from the triangle q[j], 0 where it passes through. */
export function segmentTriangle2(p: Numbers, a: number, b: number, q: Numbers, j: number): number {
  let best = Number.POSITIVE_INFINITY;
  let deepest = 0;
  if (normalOf(q, j)) {
    deepest = piercing(p, a, b, q, j);
    best = Math.min(pointFace2(p, a, q, j), pointFace2(p, b, q, j));
  }
  for (let e = 0; e < 3; e++) {
    const c = j + 3 * e;
    const d = j + 3 * ((e + 1) % 3);
    best = Math.min(best, segmentSegment2(p, a, b, q, c, d));
  }
  found.piercing = deepest;
  return deepest > 0 ? 0 : best;
}

/** Directions of rays, none of which is along anything. */
const RAYS: readonly (readonly [number, number, number])[] = [
  [0.5773, 0.2113, 0.7887],
  [-0.3411, 0.8377, 0.4264],
  [0.7219, -0.6503, 0.2367],
  [-0.1931, -0.4127, 0.8902],
  [0.9127, 0.3253, -0.2473],
];

/**
 * Whether a point is inside the closed surface of the triangles tris[from] to tris[to], by the
 * parity of a ray's crossings. A ray that comes near an edge proves nothing; the next one is tried.
 */
export function insideClosed(
  p: Numbers,
  i: number,
  tris: Numbers,
  from: number,
  to: number,
): boolean {
  for (const [dx, dy, dz] of RAYS) {
    const crossings = countCrossings(p, i, tris, from, to, dx, dy, dz);
    if (crossings >= 0) return crossings % 2 === 1;
  }
  return false;
}

function countCrossings(
  p: Numbers,
  i: number,
  tris: Numbers,
  from: number,
  to: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  let crossings = 0;
  for (let j = from; j < to; j += 9) {
    if (!normalOf(tris, j)) continue;
    const along = normal[0] * dx + normal[1] * dy + normal[2] * dz;
    const h =
      normal[0] * (tris[j] - p[i]) +
      normal[1] * (tris[j + 1] - p[i + 1]) +
      normal[2] * (tris[j + 2] - p[i + 2]);
    if (Math.abs(along) < 1e-6) {
      // Edge-on: harmless only if the ray stays off its plane.
      if (Math.abs(h) < 1e-4) return -1;
      continue;
    }
    const s = h / along;
    if (s < -1e-9) continue;
    const depth = depthInside(tris, j, p[i] + s * dx, p[i + 1] + s * dy, p[i + 2] + s * dz);
    if (Math.abs(depth) < 1e-9) return -1;
    if (depth > 0 && s > 0) crossings++;
  }
  return crossings;
}

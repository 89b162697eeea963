/** Hulls that are boxes about the origin, known by the order of their corners. */

/** Of longer boxes lists may be longer than they need to be; they keep their own. */
const LONGEST = 16;

/** The signs of the corners of a box about the origin, in order; null for what is no such box, or a long one. */
export function boxCorners(p: Float64Array): string | null {
  if (p.length !== 24) return null;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 0; k < 3; k++) {
    const half = Math.abs(p[k]);
    for (let i = k; i < 24; i += 3) if (Math.abs(p[i]) !== half) return null;
    least = Math.min(least, half);
    most = Math.max(most, half);
  }
  if (!(most <= LONGEST * least)) return null;
  const signs = Array.from(p, (x) => (x < 0 ? '-' : '+')).join('');
  // All eight of them.
  const corners = new Set(Array.from({ length: 8 }, (_, i) => signs.slice(3 * i, 3 * i + 3)));
  return corners.size === 8 ? signs : null;
}

/** Sections of bodies, projected on directions and measured from axes. Nothing is allocated. */
import type { HalfSpace, Primitive } from '../geometry/shapes.ts';
import type { Section } from './bodies.ts';
import { acrossSquared, farthestAcross } from './points.ts';

/** Along directions that are longer sums could overflow, and cancel to something that is no number. */
const LONGEST = 1e100;

/**
 * out[j] = the largest d.p over the points p of a section, for d at d[i], in the body's frame; infinite
 * where it has no end, and for a d that is no direction. Rounding, fewer than 32 u |d| size, and the tilt
 * of placements are part of what the slab checker allows for.
 */
export function supportInto(
  section: Section,
  d: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  const x = d[i];
  const y = d[i + 1];
  const z = d[i + 2];
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= LONGEST)) {
    out[j] = Infinity;
    return;
  }
  if (section.extremes !== null) {
    out[j] = section.extremes.along(x, y, z);
    return;
  }
  let most = -Infinity;
  for (let k = 0; k < section.pieces.length; k++) {
    const { shape, extremes, pose } = section.pieces[k];
    let a = x;
    let b = y;
    let c = z;
    let base = 0;
    if (pose !== null) {
      a = pose[0] * x + pose[3] * y + pose[6] * z;
      b = pose[1] * x + pose[4] * y + pose[7] * z;
      c = pose[2] * x + pose[5] * y + pose[8] * z;
      base = pose[9] * x + pose[10] * y + pose[11] * z;
    }
    const value = shape.kind === 'vertices' ? extremes.along(a, b, c) : supportOf(shape, a, b, c);
    if (base + value > most) most = base + value;
  }
  out[j] = most;
}

/** The largest d.p over a primitive in its own frame. A half-space has one along its normal alone. */
export function supportOf(shape: Primitive, x: number, y: number, z: number): number {
  switch (shape.kind) {
    case 'box':
      return (
        shape.half[0] * Math.abs(x) + shape.half[1] * Math.abs(y) + shape.half[2] * Math.abs(z)
      );
    case 'sphere':
      return shape.radius * Math.sqrt(x * x + y * y + z * z);
    case 'capsule':
      return shape.radius * Math.sqrt(x * x + y * y + z * z) + 0.5 * shape.length * Math.abs(z);
    case 'cylinder':
      return shape.radius * Math.sqrt(x * x + y * y) + 0.5 * shape.length * Math.abs(z);
    case 'cone': {
      const half = 0.5 * shape.length;
      return Math.max(half * z, shape.radius * Math.sqrt(x * x + y * y) - half * z);
    }
    case 'ellipsoid': {
      const a = shape.radii[0] * x;
      const b = shape.radii[1] * y;
      const c = shape.radii[2] * z;
      return Math.sqrt(a * a + b * b + c * c);
    }
    case 'half-space':
      return alongNormal(shape, x, y, z);
  }
}

/** Farther off than rounding, and no more than a slab's direction may be off from the normal. */
const SLANT = 1e-8;

/** Where d is the normal times its length, up to rounding, it ends at offset times that; else nowhere. */
function alongNormal({ normal, offset }: HalfSpace, x: number, y: number, z: number): number {
  const length = Math.sqrt(x * x + y * y + z * z);
  const [a, b, c] = normal;
  const across = Math.abs(y * c - z * b) + Math.abs(z * a - x * c) + Math.abs(x * b - y * a);
  const along = x * a + y * b + z * c;
  return along >= 0 && across <= SLANT * length ? offset * length : Infinity;
}

/**
 * out[j] = the largest |(p - o) x w| over the points p of a section, for o and w at s[i] and s[i + 3], in
 * the body's frame: how far the section is from an axis, times |w|. Of what is round by its ball.
 */
export function axisDistanceInto(
  section: Section,
  s: Float64Array,
  i: number,
  out: Float64Array,
  j: number,
): void {
  let most = 0;
  if (section.triangles !== null) {
    most = Math.sqrt(farthestAcross(section.triangles, section.from, section.to, s, i));
  } else {
    const rate = Math.sqrt(s[i + 3] * s[i + 3] + s[i + 4] * s[i + 4] + s[i + 5] * s[i + 5]);
    for (let k = 0; k < section.pieces.length; k++) {
      const { corners, ball } = section.pieces[k];
      const own =
        corners === null
          ? Math.sqrt(acrossSquared(ball, 0, s, i)) + ball[3] * rate
          : Math.sqrt(farthestAcross(corners, 0, corners.at.length, s, i));
      most = Math.max(most, own);
    }
  }
  out[j] = most;
}

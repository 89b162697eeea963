/**
 * Triangles of primitives, for drawing and for tests; no verdict rests on them. Corners lie on
 * the surface, so the triangles lie inside, at most a sagitta away from it.
 */
import { InputError } from '../math/index.ts';
import type { Shape } from './primitives.ts';
import type { Triangles } from './triangles.ts';

/** Triangles inscribed in a shape; a circle gets 4 * subdivisions corners. */
export function triangulate(shape: Shape, subdivisions: number): Triangles {
  switch (shape.kind) {
    case 'box':
      return triangulateBox(shape.half);
    case 'sphere':
      return turned(arc(shape.radius, 0, subdivisions), subdivisions);
    case 'ellipsoid': {
      const { positions, indices } = turned(arc(1, 0, subdivisions), subdivisions);
      return { positions: positions.map((x, i) => x * shape.radii[i % 3]), indices };
    }
    case 'capsule':
      return turned(arc(shape.radius, 0.5 * shape.length, subdivisions), subdivisions);
    case 'cylinder': {
      const h = 0.5 * shape.length;
      const r = shape.radius;
      return turned(
        [
          [0, -h],
          [r, -h],
          [r, h],
          [0, h],
        ],
        subdivisions,
      );
    }
    case 'cone': {
      const h = 0.5 * shape.length;
      return turned(
        [
          [0, -h],
          [shape.radius, -h],
          [0, h],
        ],
        subdivisions,
      );
    }
    case 'hull':
      return { positions: shape.hull.positions, indices: shape.hull.indices };
    case 'half-space':
      throw new InputError({
        code: 'shape/unbounded',
        message: 'a half-space has no triangulation, because it is unbounded',
      });
  }
}

/** A half circle from the south pole to the north pole, its halves `half` off the equator. */
function arc(radius: number, half: number, subdivisions: number): number[][] {
  const profile: number[][] = [];
  for (let i = 0; i <= 2 * subdivisions; i++) {
    const angle = (Math.PI / 2) * (i / subdivisions - 1);
    const r = i === 0 || i === 2 * subdivisions ? 0 : radius * Math.cos(angle);
    const z = radius * Math.sin(angle);
    if (i <= subdivisions) profile.push([r, z - half]);
    if (i > subdivisions || (i === subdivisions && half > 0)) profile.push([r, z + half]);
  }
  return profile;
}

/** Turns a profile of (radius, z), bottom to top, both ends on the axis, about z. */
function turned(profile: readonly number[][], subdivisions: number): Triangles {
  const around = 4 * subdivisions;
  const last = profile.length - 1;
  const positions: number[] = [0, 0, profile[0][1]];
  for (let i = 1; i < last; i++) {
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      positions.push(
        profile[i][0] * Math.cos(angle),
        profile[i][0] * Math.sin(angle),
        profile[i][1],
      );
    }
  }
  positions.push(0, 0, profile[last][1]);
  const top = positions.length / 3 - 1;
  const indices: number[] = [];
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around;
    indices.push(0, 1 + next, 1 + k);
    for (let i = 0; i + 2 < last; i++) {
      const low = 1 + i * around;
      const high = low + around;
      indices.push(low + k, low + next, high + next, low + k, high + next, high + k);
    }
    const rim = 1 + (last - 2) * around;
    indices.push(rim + k, rim + next, top);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function triangulateBox(half: readonly number[]): Triangles {
  const positions = new Float64Array(24);
  for (let i = 0; i < 8; i++) {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = (i >> k) & 1 ? half[k] : -half[k];
  }
  // Faces as corner numbers, bit k set where coordinate k is positive.
  const faces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const indices: number[] = [];
  for (let f = 0; f < faces.length; f += 4) {
    const [a, b, c, d] = faces.slice(f, f + 4);
    indices.push(a, b, c, a, c, d);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

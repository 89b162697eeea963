/**
 * Mass, centre and moments of inertia of solid pieces of even density, and the body in the frame that the schedule
 * wants: the origin in the centre of mass, the axes along the principal ones. Where pieces overlap, the overlap counts
 * twice. Plain formulas: nothing that is proven rests on them.
 */
import { compiledShape, type Shape, type Triple } from '../geometry/index.ts';
import {
  composePoses,
  InputError,
  identityPose,
  invertPoseInto,
  POSE_SIZE,
  principalAxesInto,
} from '../math/index.ts';
import type { BodyPiece } from './body.ts';

/** A piece with its density. */
export interface DensePiece extends BodyPiece {
  /** kg/m^3; default 1000. */
  readonly density?: number;
}

/** Pieces in the principal frame, with what a body needs besides. */
export interface PrincipalBody {
  readonly pieces: readonly BodyPiece[];
  readonly mass: number;
  readonly inertia: Triple;
  /** The principal frame in the frame that the pieces were given in. */
  readonly frame: Float64Array;
}

/** Mass, first moments, and second moments xx, xy, xz, yy, yz, zz of the places of mass. */
interface Moments {
  mass: number;
  first: number[];
  second: number[];
}

/** Brings pieces into the frame of their centre of mass and principal axes. */
export function principalBody(pieces: readonly DensePiece[]): PrincipalBody {
  const sum: Moments = { mass: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };
  for (const piece of pieces) addPlaced(sum, piece);
  const { mass } = sum;
  const centre = sum.first.map((x) => x / mass);
  const about = new Float64Array(6);
  PAIRS.forEach(([i, j], k) => {
    about[k] = sum.second[k] - mass * centre[i] * centre[j];
  });
  // Moments of inertia are sums of two of these; the axes are the same.
  const axes = new Float64Array(9);
  principalAxesInto(about, axes);
  const frame = identityPose();
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) frame[3 * i + j] = axes[3 * j + i];
    frame[9 + i] = centre[i];
  }
  const along = [0, 1, 2].map((k) => quadratic(about, axes, 3 * k));
  const inverse = new Float64Array(POSE_SIZE);
  invertPoseInto(frame, 0, inverse, 0);
  return {
    pieces: pieces.map(({ shape, pose }) => ({
      shape,
      pose: composePoses(inverse, pose ?? identityPose()),
    })),
    mass,
    inertia: [along[1] + along[2], along[0] + along[2], along[0] + along[1]],
    frame,
  };
}

const PAIRS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 1],
  [1, 2],
  [2, 2],
] as const;

function quadratic(m: ArrayLike<number>, v: ArrayLike<number>, o: number): number {
  const [x, y, z] = [v[o], v[o + 1], v[o + 2]];
  return (
    m[0] * x * x + m[3] * y * y + m[5] * z * z + 2 * (m[1] * x * y + m[2] * x * z + m[4] * y * z)
  );
}

function addPlaced(
  sum: Moments,
  { shape, pose = identityPose(), density = 1000 }: DensePiece,
): void {
  const own = momentsOf(compiledShape(shape));
  const mass = own.mass * density;
  const row = (i: number) => [pose[3 * i], pose[3 * i + 1], pose[3 * i + 2]];
  const place = (i: number) => {
    const [x, y, z] = row(i);
    return x * own.first[0] + y * own.first[1] + z * own.first[2] + own.mass * pose[9 + i];
  };
  sum.mass += mass;
  for (let i = 0; i < 3; i++) sum.first[i] += density * place(i);
  PAIRS.forEach(([i, j], k) => {
    const [a, b] = [row(i), row(j)];
    let turned = 0;
    for (let p = 0; p < 3; p++) {
      for (let q = 0; q < 3; q++) turned += a[p] * b[q] * own.second[INDEX[p][q]];
    }
    // (R x + t)(R x + t)', the mixed terms with the first moments.
    const [ti, tj] = [pose[9 + i], pose[9 + j]];
    const mixed = tj * (place(i) - own.mass * ti) + ti * (place(j) - own.mass * tj);
    sum.second[k] += density * (turned + mixed + own.mass * ti * tj);
  });
}

const INDEX = [
  [0, 1, 2],
  [1, 3, 4],
  [2, 4, 5],
];

/** Of a shape of density 1 in its own frame. */
function momentsOf(shape: Shape): Moments {
  const diagonal = (mass: number, x: number, y: number, z: number): Moments => ({
    mass,
    first: [0, 0, 0],
    second: [mass * x, 0, 0, mass * y, 0, mass * z],
  });
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.half;
      return diagonal(8 * x * y * z, (x * x) / 3, (y * y) / 3, (z * z) / 3);
    }
    case 'sphere':
      return diagonal((4 / 3) * Math.PI * shape.radius ** 3, ...same(shape.radius ** 2 / 5));
    case 'ellipsoid': {
      const [x, y, z] = shape.radii;
      return diagonal((4 / 3) * Math.PI * x * y * z, (x * x) / 5, (y * y) / 5, (z * z) / 5);
    }
    case 'cylinder': {
      const { radius: r, length: h } = shape;
      return diagonal(Math.PI * r * r * h, (r * r) / 4, (r * r) / 4, (h * h) / 12);
    }
    case 'hull':
      return polyhedron(shape.hull.positions, shape.hull.indices);
    default:
      throw new InputError({
        code: 'schedule/mass',
        message: `the mass of a ${shape.kind} is not computed`,
        hint: 'give mass and inertia, or use boxes, spheres, ellipsoids, cylinders and hulls',
      });
  }
}

function same(x: number): [number, number, number] {
  return [x, x, x];
}

/** A sum over tetrahedra from the origin to the facets. */
function polyhedron(p: Float64Array, facets: Uint32Array): Moments {
  const sum: Moments = { mass: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };
  for (let f = 0; f < facets.length; f += 3) {
    const corners = [0, 1, 2].map((k) => {
      const o = 3 * facets[f + k];
      return [p[o], p[o + 1], p[o + 2]];
    });
    const [a, b, c] = corners;
    const volume =
      (a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    sum.mass += volume;
    for (let i = 0; i < 3; i++) sum.first[i] += (volume * (a[i] + b[i] + c[i])) / 4;
    PAIRS.forEach(([i, j], k) => {
      let products = 0;
      for (const v of corners) {
        for (const w of corners) products += v[i] * w[j] * (v === w ? 2 : 1);
      }
      sum.second[k] += (volume * products) / 20;
    });
  }
  return sum;
}

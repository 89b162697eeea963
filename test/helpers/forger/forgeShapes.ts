/**
 * Shapes for the cells of forgeCells.ts: every kind that a body can have, of a few centimetres, alone or
 * several in one body, half-spaces among them. Meshes are closed and open, of one component and of
 * several, with and without a cavity.
 */
import type { Random } from '../../../src/math/index.ts';
import type { Placement, PlainPart, PlainShape, Vec } from '../oracles/plainCell.ts';
import { anyRpy, type Meshes, pick, shell } from '../oracles/thinShapes.ts';

export const SHAPES = [
  'box',
  'sphere',
  'cylinder',
  'capsule',
  'cone',
  'ellipsoid',
  'tetrahedron',
  'closed mesh',
  'open mesh',
  'components',
  'profile',
  'shell',
] as const;
export type ShapeName = (typeof SHAPES)[number];

/** What a link of a URDF may be made of. */
export const LINK_SHAPES: readonly ShapeName[] = SHAPES.filter((name) => name !== 'tetrahedron');

export function shapeOf(name: ShapeName, random: Random, meshes: Meshes, size: number): PlainShape {
  const s = () => size * random.between(0.4, 1);
  const triple = (): Vec => [s(), s(), s()];
  switch (name) {
    case 'box':
      return { kind: 'box', size: triple() };
    case 'sphere':
      return { kind: 'sphere', radius: 0.5 * s() };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { kind: name, radius: 0.4 * s(), length: s() };
    case 'ellipsoid':
      return { kind: 'ellipsoid', radii: [0.5 * s(), 0.5 * s(), 0.5 * s()] };
    case 'tetrahedron': {
      const corner = (): Vec => [0, 1, 2].map(() => random.between(-0.6, 0.6) * size) as never;
      return { kind: 'tetrahedron', points: [corner(), corner(), corner(), corner()] };
    }
    case 'closed mesh':
      return meshes.boxes([{ centre: [0, 0, 0], size: triple() }]);
    case 'open mesh':
      return openMesh(random, meshes, size);
    case 'components':
      return meshes.boxes(
        Array.from({ length: 2 + random.below(2) }, (_, k) => ({
          centre: [0.8 * (k - 1) * size, 0, random.between(-0.3, 0.3) * size] as Vec,
          size: [0.5 * s(), 0.5 * s(), 0.5 * s()] as Vec,
        })),
      );
    case 'profile': {
      const kind = pick(random, ['L', 'U', 'T', 'O'] as const);
      return meshes.profile(kind, size, 0.8 * size, 0.2 * size, 0.3 * size);
    }
    case 'shell':
      return shell(random, meshes, size);
  }
}

/** A sheet, or a box of which a side is missing. */
function openMesh(random: Random, meshes: Meshes, size: number): PlainShape {
  if (random.unit() < 0.5) return meshes.sheet(size, size * random.between(0.2, 1));
  const { corners, indices } = meshes.box([0, 0, 0], [size, 0.7 * size, 0.5 * size]);
  return meshes.make(corners, indices.slice(6 * random.below(3)));
}

export function anyPlace(random: Random, aside: number): Placement {
  const x = () => random.between(-aside, aside);
  return { xyz: [x(), x(), x()], rpy: random.unit() < 0.4 ? [0, 0, 0] : anyRpy(random) };
}

/** One to three parts of any shapes. */
export function someParts(
  random: Random,
  meshes: Meshes,
  size: number,
  names: readonly ShapeName[] = SHAPES,
): PlainPart[] {
  const count = random.unit() < 0.6 ? 1 : 2 + random.below(2);
  return Array.from({ length: count }, (_, k) => ({
    at: anyPlace(random, k === 0 ? 0 : size),
    shape: shapeOf(pick(random, names), random, meshes, size),
  }));
}

/** A half-space whose plane passes the origin, or nearly, of a length of normal that is not 1. */
export function halfSpacePart(random: Random, aside: number): PlainPart {
  const axis = random.below(6);
  const straight: Vec = [0, 1, 2].map((k) => (k === axis >> 1 ? 1 - 2 * (axis & 1) : 0)) as never;
  const turned: Vec = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1) || 1];
  const normal = random.unit() < 0.5 ? straight : turned;
  const length = Math.hypot(...normal);
  return {
    at: random.unit() < 0.5 ? anyPlace(random, 0) : anyPlace(random, aside),
    shape: { kind: 'half-space', normal, offset: -length * aside * random.unit() },
  };
}

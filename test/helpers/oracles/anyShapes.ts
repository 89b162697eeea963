/**
 * Shapes of every kind for the cells of anyCells.ts: all primitives, hulls, half-spaces, and meshes that
 * are closed, open, of several components, nested, with a triangle turned over, or nearly closed. About
 * the origin, few triangles each.
 */
import type { Random } from '../../../src/math/index.ts';
import type { PlainMesh, PlainShape, Vec } from './plainCell.ts';
import { type Meshes, pick } from './thinShapes.ts';

export const MESH_SORTS = [
  'closed',
  'open',
  'components',
  'nested',
  'cavity',
  'inward',
  'flipped',
  'nearly',
] as const;
export type MeshSort = (typeof MESH_SORTS)[number];

/** What URDFs hold. */
const LINK_KINDS = ['box', 'sphere', 'cylinder', 'capsule', 'cone', 'ellipsoid', 'mesh'] as const;
/** What cell files hold. */
const OBJECT_KINDS = [...LINK_KINDS, 'tetrahedron', 'hull'] as const;
export type AnyKind = (typeof OBJECT_KINDS)[number] | 'half-space';

export function linkShape(random: Random, meshes: Meshes, size: number): PlainShape {
  return anyShape(pick(random, LINK_KINDS), random, meshes, size);
}

export function objectShape(random: Random, meshes: Meshes, size: number): PlainShape {
  const shape = anyShape(pick(random, OBJECT_KINDS), random, meshes, size);
  if (shape.kind !== 'mesh' || random.unit() > 0.3) return shape;
  // Mirrored at times, which turns all triangles over.
  const factor = () => random.between(0.5, 1.5) * (random.unit() < 0.3 ? -1 : 1);
  return { ...shape, scale: [factor(), factor(), factor()] };
}

export function halfSpace(random: Random): PlainShape {
  const normal: Vec = [random.between(-1, 1), random.between(-1, 1), random.between(0.5, 2)];
  return { kind: 'half-space', normal, offset: random.between(-0.1, 0.1) };
}

function anyShape(kind: AnyKind, random: Random, meshes: Meshes, size: number): PlainShape {
  // From stout to thin.
  const part = () => size * 10 ** random.between(-2, 0);
  switch (kind) {
    case 'box':
      return { kind, size: [size, part(), part()] };
    case 'sphere':
      return { kind, radius: part() / 2 };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { kind, radius: part() / 2, length: random.unit() < 0.7 ? size : part() };
    case 'ellipsoid':
      // As flat as a tenth: nearest points of flatter ones take the walk of the check too long.
      return {
        kind,
        radii: [size / 2, size * random.between(0.05, 0.5), size * random.between(0.05, 0.5)],
      };
    case 'half-space':
      return halfSpace(random);
    case 'tetrahedron': {
      const corner = (): Vec => [0, 1, 2].map(() => random.between(-0.4, 0.4) * size) as never;
      return { kind, points: [corner(), corner(), corner(), corner()] };
    }
    case 'hull':
      return bipyramid(random, size);
    case 'mesh':
      return anyMesh(pick(random, MESH_SORTS), random, meshes, size);
  }
}

/** A ring of corners, a tip above and one below. */
function bipyramid(random: Random, size: number): PlainShape {
  const n = 3 + random.below(4);
  const height = size * random.between(0.02, 0.5);
  const points: Vec[] = Array.from({ length: n }, (_, k) => {
    const angle = (2 * Math.PI * k) / n;
    return [(size / 2) * Math.cos(angle), (size / 3) * Math.sin(angle), 0];
  });
  points.push([0, 0, height], [0, 0, -height * random.between(0.2, 1)]);
  const faces = Array.from({ length: n }, (_, k) => [k, (k + 1) % n]).flatMap(([a, b]) => [
    ...[a, b, n],
    ...[b, a, n + 1],
  ]);
  return { kind: 'hull', points, faces };
}

export function anyMesh(sort: MeshSort, random: Random, meshes: Meshes, size: number): PlainMesh {
  const make = (corners: readonly Vec[], indices: readonly number[]): PlainMesh => ({
    ...(meshes.make(corners, indices) as PlainMesh),
    sort,
  });
  const side = () => size * random.between(0.2, 1);
  const outer: Vec = [side(), side(), side()];
  const within = (part: number): Vec => [part * outer[0], part * outer[1], part * outer[2]];
  const boxes = (list: readonly { centre: Vec; size: Vec; inward?: boolean }[]): PlainMesh => ({
    ...(meshes.boxes(list) as PlainMesh),
    sort,
  });
  const centre: Vec = [0, 0, 0];
  switch (sort) {
    case 'closed': {
      const many = random.below(3);
      if (many === 0) return boxes([{ centre, size: outer }]);
      const ring = many === 1 && random.unit() < 0.5;
      const shape = ring
        ? meshes.ring(3 + random.below(3), 0.35 * size, 0.5 * size, side() / 3)
        : meshes.needle(size, side() / 8);
      return { ...(shape as PlainMesh), sort };
    }
    case 'open': {
      const { corners, indices } = meshes.box(centre, outer);
      // Without a lid, or nothing but a sheet.
      if (random.unit() < 0.6) return make(corners, indices.slice(0, 30));
      return { ...(meshes.sheet(size, side() / 2) as PlainMesh), sort };
    }
    case 'components': {
      const small = within(0.3);
      const apart = (k: number): Vec => [k * 0.45 * outer[0], 0.2 * k * outer[1], 0];
      return boxes([-1, 0, 1].map((k) => ({ centre: apart(k), size: small })));
    }
    case 'nested':
      return boxes([
        { centre, size: outer },
        { centre, size: within(random.between(0.3, 0.9)) },
      ]);
    case 'cavity': {
      const part = random.between(0.7, 0.98);
      const list = [
        { centre, size: outer },
        { centre, size: within(part), inward: true },
      ];
      // At times with a solid within the cavity.
      return boxes(random.unit() < 0.7 ? list : [...list, { centre, size: within(0.3 * part) }]);
    }
    case 'inward':
      return boxes([{ centre, size: outer, inward: true }]);
    case 'flipped': {
      const { corners, indices } = meshes.box(centre, outer);
      const t = 3 * random.below(12);
      return make(corners, indices.with(t, indices[t + 1]).with(t + 1, indices[t]));
    }
    case 'nearly': {
      // One triangle has a corner of its own, a little beside the others'.
      const { corners, indices } = meshes.box(centre, outer);
      const t = random.below(36);
      const off = size * 10 ** random.between(-4, -2.5);
      const [x, y, z] = corners[indices[t]];
      const mesh = make([...corners, [x + off, y - off, z + off]], indices.with(t, 8));
      return { ...mesh, nearly: true, stated: random.unit() < 0.5 };
    }
  }
}

/**
 * Thin shapes for random cells: blades, rods, needles, sheets, profiles, rings, shells, grids. All
 * extend from the origin along x (bodies of links) or lie around the origin (obstacles). Few
 * triangles each, so that testing all of them is cheap.
 */
import type { Random } from '../../../src/math/index.ts';
import type { Placement, PlainPart, PlainShape, Vec } from './plainCell.ts';

const QUARTER = Math.PI / 2;

/** Metres: a tenth of a millimetre to two, small ones as often as large ones. */
export function thinness(random: Random): number {
  return 1e-4 * 20 ** random.unit();
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)];
}

export function anyRpy(random: Random): Vec {
  return [random.between(-3, 3), random.between(-1.5, 1.5), random.between(-3, 3)];
}

/** Numbers the mesh files of a cell. */
export class Meshes {
  private count = 0;

  /** Corners as single precision holds them: equal corners stay equal. */
  make(corners: readonly Vec[], indices: readonly number[]): PlainShape {
    const positions = corners.flatMap((c) => c.map(Math.fround));
    return { kind: 'mesh', file: `mesh${this.count++}.stl`, positions, indices };
  }

  /** A closed box, outward, or inside out. */
  box(centre: Vec, [x, y, z]: Vec, inward = false): { corners: Vec[]; indices: number[] } {
    const corners: Vec[] = [];
    for (let i = 0; i < 8; i++) {
      corners.push([
        centre[0] + (i & 1 ? x : -x) / 2,
        centre[1] + (i & 2 ? y : -y) / 2,
        centre[2] + (i & 4 ? z : -z) / 2,
      ]);
    }
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ];
    const indices = faces.flatMap(([a, b, c, d]) =>
      inward ? [a, c, b, a, d, c] : [a, b, c, a, c, d],
    );
    return { corners, indices };
  }

  /** Several boxes as the components of one mesh. */
  boxes(boxes: readonly { centre: Vec; size: Vec; inward?: boolean }[]): PlainShape {
    const corners: Vec[] = [];
    const indices: number[] = [];
    for (const { centre, size, inward } of boxes) {
      const first = corners.length;
      const box = this.box(centre, size, inward);
      corners.push(...box.corners);
      indices.push(...box.indices.map((v) => v + first));
    }
    return this.make(corners, indices);
  }

  /** A tetrahedron along x: a point at the far end. */
  needle(length: number, width: number): PlainShape {
    const corners: Vec[] = [
      [0, -width, -width],
      [0, width, -width],
      [0, 0, width],
      [length, 0, 0],
    ];
    return this.make(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
  }

  /** Two triangles without thickness, along x. */
  sheet(length: number, width: number): PlainShape {
    const corners: Vec[] = [
      [0, -width / 2, 0],
      [length, -width / 2, 0],
      [length, width / 2, 0],
      [0, width / 2, 0],
    ];
    return this.make(corners, [0, 1, 2, 0, 2, 3]);
  }

  /** A plane figure made of quadrilaterals, counter-clockwise, raised along z: a prism. */
  private prism(
    points: readonly (readonly [number, number])[],
    quads: readonly (readonly number[])[],
    height: number,
  ): PlainShape {
    const n = points.length;
    const corners = [-height / 2, height / 2].flatMap((z) =>
      points.map(([x, y]): Vec => [x, y, z]),
    );
    const indices: number[] = [];
    const edges = new Set<string>();
    for (const [a, b, c, d] of quads) {
      indices.push(n + a, n + b, n + c, n + a, n + c, n + d, a, c, b, a, d, c);
      for (const [v, w] of [
        [a, b],
        [b, c],
        [c, d],
        [d, a],
      ]) {
        edges.add(`${v} ${w}`);
      }
    }
    // Walls stand on the edges that only one quadrilateral has.
    for (const edge of edges) {
      const [v, w] = edge.split(' ').map(Number);
      if (!edges.has(`${w} ${v}`)) indices.push(v, w, n + w, v, n + w, n + v);
    }
    return this.make(corners, indices);
  }

  /** Cells [i, j] of a grid, from xs[i] to xs[i + 1] and ys[j] to ys[j + 1]. */
  private cells(xs: readonly number[], ys: readonly number[], cells: string, height: number) {
    const points = ys.flatMap((y) => xs.map((x): [number, number] => [x, y]));
    const quads = cells.split(' ').map((cell) => {
      const [i, j] = [Number(cell[0]), Number(cell[1])];
      const a = j * xs.length + i;
      return [a, a + 1, a + 1 + xs.length, a + xs.length];
    });
    return this.prism(points, quads, height);
  }

  /** A profile in the plane, from 0 to `length` along x and to `arm` along y. */
  profile(
    kind: 'L' | 'U' | 'T' | 'O',
    length: number,
    arm: number,
    thick: number,
    height: number,
  ): PlainShape {
    const xs = [0, thick, length - thick, length];
    const ys = [0, thick, arm - thick, arm];
    const cells = {
      L: '00 10 20 21 22',
      U: '00 10 20 01 02 21 22',
      T: '00 10 20 11 12',
      O: '00 10 20 01 21 02 12 22',
    };
    return this.cells(xs, ys, cells[kind], height);
  }

  /** A ring of n straight pieces in the plane, from the inner radius to the outer one. */
  ring(n: number, inner: number, outer: number, height: number): PlainShape {
    const points: [number, number][] = [];
    for (const r of [outer, inner]) {
      for (let k = 0; k < n; k++) {
        const angle = (2 * Math.PI * k) / n;
        points.push([r * Math.cos(angle), r * Math.sin(angle)]);
      }
    }
    const quads = Array.from({ length: n }, (_, k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k]);
    return this.prism(points, quads, height);
  }
}

function along(x: number, rpy: Vec = [0, 0, 0]): Placement {
  return { xyz: [x, 0, 0], rpy };
}

/** The body of a link from x = 0 to x = length, in one or two parts. */
export function linkParts(random: Random, meshes: Meshes, length: number): PlainPart[] {
  const thin = thinness(random);
  const wide = random.between(0.004, 0.03);
  const middle = along(length / 2);
  const turned = along(length / 2, [0, QUARTER, 0]);
  switch (random.below(11)) {
    case 0:
      return [{ at: middle, shape: { kind: 'box', size: [length, wide, thin] } }];
    case 1:
      return [{ at: middle, shape: { kind: 'box', size: [length, thin, thin] } }];
    case 2:
      return [{ at: turned, shape: { kind: 'capsule', radius: thin, length } }];
    case 3:
      return [{ at: turned, shape: { kind: 'cylinder', radius: thin, length } }];
    case 4:
      return [{ at: along(0), shape: meshes.needle(length, thin) }];
    case 5:
      return [{ at: along(0, [random.between(-2, 2), 0, 0]), shape: meshes.sheet(length, wide) }];
    case 6: {
      const kind = pick(random, ['L', 'U', 'T', 'O'] as const);
      const arm = random.between(0.3, 0.8) * length;
      const shape = meshes.profile(kind, length, arm, Math.min(2 * thin, wide), wide);
      return [{ at: along(0, [random.between(-3, 3), 0, 0]), shape }];
    }
    case 7: {
      const outer = random.between(0.02, 0.3) * length;
      const shape = meshes.ring(3 + random.below(4), 0.8 * outer, outer, thin);
      const wire = length - 2 * outer;
      return [
        { at: along(wire / 2), shape: { kind: 'box', size: [wire, thin, thin] } },
        { at: along(length - outer), shape },
      ];
    }
    case 8: {
      const shape: PlainShape = { kind: 'sphere', radius: 2 * thin };
      return [
        { at: along(length), shape },
        { at: turned, shape: { kind: 'capsule', radius: thin / 2, length } },
      ];
    }
    case 9: {
      const box = meshes.boxes([{ centre: [length / 2, 0, 0], size: [length, wide, 2 * thin] }]);
      return [{ at: along(0), shape: box }];
    }
    default:
      return [{ at: middle, shape: { kind: 'box', size: [length, wide, wide] } }];
  }
}

export interface ThinObstacle {
  readonly parts: PlainPart[];
  readonly solid: boolean;
}

const HERE = along(0);

/** An obstacle around the origin, up to about `size` large. */
export function obstacleParts(random: Random, meshes: Meshes, size: number): ThinObstacle {
  const thin = thinness(random);
  const one = (shape: PlainShape, solid = true): ThinObstacle => ({
    parts: [{ at: HERE, shape }],
    solid,
  });
  switch (random.below(17)) {
    case 0:
      return one({ kind: 'box', size: [size, size * random.between(0.2, 1), thin] });
    case 1:
      return one({ kind: 'box', size: [size, thin, thin] });
    case 2:
      return one({ kind: 'cylinder', radius: thin, length: size });
    case 3:
      return one({ kind: 'capsule', radius: thin, length: size });
    case 4:
      return one(meshes.needle(size, thin));
    case 5:
      return one(meshes.sheet(size, size * random.between(0.1, 1)));
    case 6:
      return grid(random, size, thin);
    case 7: {
      const small = random.between(0.001, 0.006);
      return one({ kind: 'box', size: [small, small, thin] });
    }
    case 8:
      return one({ kind: 'sphere', radius: random.between(0.001, 0.02) });
    case 9:
      return shellObstacle(random, meshes, size);
    case 10: {
      const kind = pick(random, ['L', 'U', 'T', 'O'] as const);
      return one(meshes.profile(kind, size, size * random.between(0.3, 1), 2 * thin, 5 * thin));
    }
    case 11:
      return one(meshes.ring(4 + random.below(4), 0.45 * size, 0.5 * size, thin));
    case 12:
      return cage(random, meshes, size, thin);
    case 13: {
      const corner = (): Vec => [0, 1, 2].map(() => random.between(-0.3, 0.3) * size) as never;
      return one({ kind: 'tetrahedron', points: [corner(), corner(), corner(), corner()] });
    }
    case 14:
      return one({ kind: 'cone', radius: 4 * thin, length: size });
    case 15:
      return one({
        kind: 'ellipsoid',
        radii: [size / 2, 3 * thin, size * random.between(0.05, 0.4)],
      });
    default: {
      const normal: Vec = [random.between(-1, 1), random.between(-1, 1), random.between(0.5, 2)];
      return one({ kind: 'half-space', normal, offset: 0 });
    }
  }
}

/** Wires both ways. */
function grid(random: Random, size: number, thin: number): ThinObstacle {
  const count = 2 + random.below(3);
  const parts: PlainPart[] = [];
  const roundWire = random.unit() < 0.5;
  for (let k = 0; k < count; k++) {
    const at = (k / (count - 1) - 0.5) * size;
    for (const rpy of [[0, QUARTER, 0] as Vec, [QUARTER, 0, 0] as Vec]) {
      const xyz: Vec = rpy[1] > 0 ? [0, at, 0] : [at, 0, 0];
      const shape: PlainShape = roundWire
        ? { kind: 'capsule', radius: thin, length: size }
        : { kind: 'box', size: [thin, thin, size] };
      parts.push({ at: { xyz, rpy }, shape });
    }
  }
  return { parts, solid: true };
}

/** A hollow box, which counts as solid or not. */
export function shellObstacle(random: Random, meshes: Meshes, size: number): ThinObstacle {
  const shape = shell(random, meshes, size);
  return { parts: [{ at: HERE, shape }], solid: random.unit() < 0.5 };
}

/** Something small around the origin, half a millimetre to `most` metres. */
export function smallPart(random: Random, meshes: Meshes, most = 0.03): PlainPart {
  const size = 5e-4 * (most / 5e-4) ** random.unit();
  const shapes: readonly PlainShape[] = [
    { kind: 'box', size: [size, size, size / 3] },
    { kind: 'sphere', radius: size / 2 },
    { kind: 'capsule', radius: size / 4, length: size },
    meshes.needle(size, size / 20),
    meshes.profile('U', size, size, size / 6, size / 6),
  ];
  return { at: { xyz: [0, 0, 0], rpy: anyRpy(random) }, shape: pick(random, shapes) };
}

/** A closed box as a mesh; at times with a cavity or another box in it, the walls between the two thin. */
export function shell(random: Random, meshes: Meshes, size: number): PlainShape {
  const outer = (): number => size * random.between(0.5, 1.5);
  const box: Vec = [outer(), outer(), outer()];
  if (random.unit() < 0.5) return meshes.boxes([{ centre: [0, 0, 0], size: box }]);
  const wall = 4 * thinness(random);
  const inner: Vec = [box[0] - wall, box[1] - wall, box[2] - wall];
  return meshes.boxes([
    { centre: [0, 0, 0], size: box },
    { centre: [0, 0, 0], size: inner, inward: box[0] > box[1] },
  ]);
}

/** Bars along some of the edges of a box, in one mesh or as primitives. */
function cage(random: Random, meshes: Meshes, size: number, thin: number): ThinObstacle {
  const bars: { centre: Vec; size: Vec }[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const [s, t] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ]) {
      if (random.unit() < 0.4) continue;
      const centre: [number, number, number] = [0, 0, 0];
      centre[(axis + 1) % 3] = (s * size) / 2;
      centre[(axis + 2) % 3] = (t * size) / 2;
      const bar: [number, number, number] = [thin, thin, thin];
      bar[axis] = size - 3 * thin;
      bars.push({ centre, size: bar });
    }
  }
  if (bars.length === 0) bars.push({ centre: [0, 0, 0], size: [size, thin, thin] });
  if (random.unit() < 0.5) return { parts: [{ at: HERE, shape: meshes.boxes(bars) }], solid: true };
  const parts = bars.map(({ centre, size: bar }): PlainPart => {
    return { at: { xyz: centre, rpy: [0, 0, 0] }, shape: { kind: 'box', size: bar } };
  });
  return { parts, solid: true };
}

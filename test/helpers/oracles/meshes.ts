/** Small meshes for tests: ordinary ones and hard ones. */
import { bumpyBall, knot, type Triangles, torus } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';

export function mesh(positions: number[], indices: number[]): Triangles {
  return { positions: new Float64Array(positions), indices: new Uint32Array(indices) };
}

/** A closed cube from -h to h, outward. */
export function cube(h = 1): Triangles {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(i & 1 ? h : -h, i & 2 ? h : -h, i & 4 ? h : -h);
  return mesh(
    positions,
    [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1,
      3, 5, 3, 7, 5,
    ],
  );
}

/** Several meshes as one. */
export function join(...parts: Triangles[]): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    positions.push(...part.positions);
    indices.push(...Array.from(part.indices, (v) => v + first));
  }
  return mesh(positions, indices);
}

export function moved(t: Triangles, x: number, y: number, z: number, scale = 1): Triangles {
  const shift = [x, y, z];
  return { indices: t.indices, positions: t.positions.map((v, i) => scale * v + shift[i % 3]) };
}

/** Random triangles of all shapes within a cube of the given size. */
export function randomSoup(random: Random, count: number, size = 1, edge = 0.3): Triangles {
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const c = [0, 1, 2].map(() => random.between(-size, size));
    for (let v = 0; v < 3; v++) for (const x of c) positions.push(x + random.between(-edge, edge));
  }
  return mesh(
    positions,
    positions.map((_, i) => i).filter((i) => 3 * i < positions.length),
  );
}

/** Triangles that are points, segments, needles and coplanar stacks. */
export function degenerateSoup(random: Random): Triangles {
  const p: number[] = [];
  for (let k = 0; k < 12; k++) {
    const [x, y, z] = [0, 1, 2].map(() => random.between(-1, 1));
    p.push(x, y, z, x, y, z, x, y, z); // a point
    p.push(x, y, z, x + 0.1, y, z, x + 0.2, y, z); // a segment
    p.push(x, y, z, x + 1, y + 1e-9, z, x + 0.5, y, z + 1e-12); // a needle
    p.push(k / 6 - 1, 0, 0.5, k / 6 - 0.8, 0, 0.5, k / 6 - 0.9, 0.4, 0.5); // coplanar
  }
  return mesh(
    p,
    p.map((_, i) => i).filter((i) => 3 * i < p.length),
  );
}

/** The meshes that every engine is tried on, by name. */
export function sampleMeshes(): Record<string, Triangles> {
  const random = new Random(7);
  return {
    torus: torus(1, 0.3, 24, 10),
    knot: knot(0.8, 0.15, 48, 6),
    ball: bumpyBall(0.7, 0.2, 10, random),
    soup: randomSoup(random, 150),
    degenerate: degenerateSoup(random),
    triangle: mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
    tiny: moved(torus(1, 0.3, 16, 8), 0, 0, 0, 1e-6),
    huge: moved(torus(1, 0.3, 16, 8), 0, 0, 0, 1e6),
    far: moved(torus(1, 0.3, 16, 8), 1e5, -2e5, 3e5),
    flat: mesh(
      Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? 0.25 : random.between(-1, 1))),
      Array.from({ length: 99 }, (_, i) => i),
    ),
    identical: join(
      ...Array.from({ length: 40 }, () => mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])),
    ),
  };
}

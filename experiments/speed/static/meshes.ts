/**
 * Meshes and placements that the static suite makes itself, for machines without the reference data. All of
 * it follows from a seed, and nothing of it from the product: engines and builds get the same to the bit.
 * Lengths are about those of the reference pair: bodies of about one unit, placements up to four units apart,
 * of which about a quarter collide.
 */

export interface Mesh {
  readonly name: string;
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** R row-major; b of B lies at R*b + T in A. */
export interface Placement {
  readonly R: readonly number[];
  readonly T: readonly number[];
}

/** A seeded generator of numbers in [0, 1): a 32-bit Weyl sequence through an integer mixer. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A torus around z with 2 * around * across triangles. */
export function torus(radius = 0.45, tube = 0.13, around = 37, across = 18): Mesh {
  const positions = new Float64Array(3 * around * across);
  const indices = new Uint32Array(6 * around * across);
  let p = 0;
  let t = 0;
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * j) / across;
      const reach = radius + tube * Math.cos(v);
      positions[p++] = reach * Math.cos(u);
      positions[p++] = reach * Math.sin(u);
      positions[p++] = tube * Math.sin(v);
      const a = i * across + j;
      const b = ((i + 1) % around) * across + j;
      const c = ((i + 1) % around) * across + ((j + 1) % across);
      const d = i * across + ((j + 1) % across);
      indices.set([a, b, c, a, c, d], t);
      t += 6;
    }
  }
  return { name: `torus of ${indices.length / 3}`, positions, indices };
}

/** A closed body with seeded dents and bumps, 2 * around * (rows - 1) triangles. */
export function bumpyBody(seed = 1, around = 44, rows = 26): Mesh {
  const random = makeRandom(seed);
  const waves = Array.from({ length: 8 }, () => ({
    direction: [0, 0, 0].map(() => 8 * random() - 4),
    phase: 2 * Math.PI * random(),
    height: 0.04 + 0.05 * random(),
  }));
  const positions: number[] = [];
  const push = (polar: number, azimuth: number) => {
    const x = Math.sin(polar) * Math.cos(azimuth);
    const y = Math.sin(polar) * Math.sin(azimuth);
    const z = Math.cos(polar);
    let radius = 0.62;
    for (const { direction, phase, height } of waves) {
      radius += height * Math.sin(direction[0] * x + direction[1] * y + direction[2] * z + phase);
    }
    positions.push(radius * x, radius * y, 0.8 * radius * z);
  };
  const indices: number[] = [];
  push(0, 0);
  for (let row = 1; row < rows; row++) {
    for (let k = 0; k < around; k++) push((Math.PI * row) / rows, (2 * Math.PI * k) / around);
  }
  push(Math.PI, 0);
  const last = 1 + (rows - 1) * around;
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around;
    indices.push(0, 1 + k, 1 + next);
    for (let row = 0; row < rows - 2; row++) {
      const a = 1 + row * around + k;
      const b = 1 + row * around + next;
      indices.push(a, a + around, b + around, a, b + around, b);
    }
    indices.push(last, last - around + next, last - around + k);
  }
  return {
    name: `bumpy body of ${indices.length / 3}`,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
  };
}

/** Uniform rotations and directions, distances uniform in [0, farthest]. */
export function placements(seed = 2, count = 2000, farthest = 4): Placement[] {
  const random = makeRandom(seed);
  return Array.from({ length: count }, () => {
    // A unit quaternion from three uniform numbers (Shoemake).
    const u = random();
    const s = 2 * Math.PI * random();
    const t = 2 * Math.PI * random();
    const x = Math.sqrt(1 - u) * Math.sin(s);
    const y = Math.sqrt(1 - u) * Math.cos(s);
    const z = Math.sqrt(u) * Math.sin(t);
    const w = Math.sqrt(u) * Math.cos(t);
    const R = [
      1 - 2 * (y * y + z * z),
      2 * (x * y - z * w),
      2 * (x * z + y * w),
      2 * (x * y + z * w),
      1 - 2 * (x * x + z * z),
      2 * (y * z - x * w),
      2 * (x * z - y * w),
      2 * (y * z + x * w),
      1 - 2 * (x * x + y * y),
    ];
    const up = 2 * random() - 1;
    const azimuth = 2 * Math.PI * random();
    const flat = Math.sqrt(1 - up * up);
    const far = farthest * random();
    return { R, T: [far * flat * Math.cos(azimuth), far * flat * Math.sin(azimuth), far * up] };
  });
}

/** Depth of two solids: closed forms, brute force on grids, laws. */
import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  bumpyBall,
  hullShape,
  knot,
  type Shape,
  type Triangles,
  torus,
  triangulate,
} from '../../src/geometry/index.ts';
import {
  identityPose,
  invertPoseInto,
  poseFromRpy,
  Random,
  transformPointInto,
} from '../../src/math/index.ts';
import { convexSolid, DepthSearch, meshSolids, type Solid } from '../../src/proximity/index.ts';
import {
  ballsDepth,
  boxesDepth,
  type Field,
  gridDepth,
  gridOf,
  meshField,
  uShape,
} from '../helpers/oracles/depthOracle.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

const search = new DepthSearch();

const solid = (shape: Shape) => convexSolid(shape)!;
const ofMesh = (triangles: Triangles) => meshSolids(buildMesh(triangles))![0];
const ball = (radius: number) => solid({ kind: 'sphere', radius });
const shift = (x: number, y: number, z: number) => poseFromRpy(0, 0, 0, x, y, z);

function boxMesh(half: readonly number[]): Triangles {
  const { positions, indices } = cube(1);
  return { positions: positions.map((x, i) => x * half[i % 3]), indices };
}

const boxHull = (half: readonly number[]) => hullShape(boxMesh(half).positions);

/** The depth, bracketed to the accuracy asked for. */
function depthOf(a: Solid, b: Solid, bInA: Float64Array, accuracy = 1e-3): number {
  search.run(a, b, bInA, 0, { accuracy, maxBoxes: 1e6 });
  expect(search.upper - Math.max(0, search.lower)).toBeLessThanOrEqual(accuracy * (1 + 1e-9));
  return search.upper;
}

/** Both brackets contain the depth. */
function expectDepth(
  a: Solid,
  b: Solid,
  bInA: Float64Array,
  depth: number,
  accuracy: number,
): void {
  depthOf(a, b, bInA, accuracy);
  expect(search.upper).toBeGreaterThanOrEqual(depth - 1e-12);
  expect(search.lower).toBeLessThanOrEqual(depth + 1e-12);
}

describe('depth in closed form', () => {
  it('of two balls, near and nested', () => {
    const random = new Random(1);
    for (let n = 0; n < 40; n++) {
      const [r, s] = [random.between(0.1, 1), random.between(0.1, 1)];
      const pose = randomPose(random, 0.8);
      const distance = Math.sqrt(pose[9] ** 2 + pose[10] ** 2 + pose[11] ** 2);
      const depth = ballsDepth(r, s, distance);
      if (depth > 0) expectDepth(ball(r), ball(s), pose, depth, 1e-3);
      else {
        search.run(ball(r), ball(s), pose, 0, { accuracy: 1e-3 });
        expect(search.lower).toBe(Number.NEGATIVE_INFINITY);
        expect(search.upper).toBeLessThanOrEqual(1e-3);
      }
    }
  });

  it('of boxes along the same axes: as primitives, hulls and meshes', () => {
    const random = new Random(2);
    for (let n = 0; n < 30; n++) {
      const half = () => [0, 1, 2].map(() => random.between(0.1, 0.5));
      const [a, b] = [half(), half()];
      const at = [0, 1, 2].map(() => random.between(-0.6, 0.6));
      const depth = boxesDepth([0, 0, 0], a, at, b);
      if (depth <= 0) continue;
      const pose = shift(at[0], at[1], at[2]);
      const box = (h: number[]) => solid({ kind: 'box', half: [h[0], h[1], h[2]] });
      expectDepth(box(a), box(b), pose, depth, 1e-3);
      expectDepth(solid(boxHull(a)), box(b), pose, depth, 1e-3);
      expectDepth(ofMesh(boxMesh(a)), solid(boxHull(b)), pose, depth, 2e-3);
      expectDepth(ofMesh(boxMesh(a)), ofMesh(boxMesh(b)), pose, depth, 2e-3);
    }
  });

  it('of a ball in a half-space, either way round and turned', () => {
    const floor: Solid = solid({ kind: 'half-space', normal: [0, 0, 1], offset: 0.1 });
    for (const z of [-0.3, 0, 0.25]) {
      // The ball's lowest point is the deepest; nothing of the floor is deeper than its radius.
      const depth = Math.max(0.1 - (z - 0.2), 0.2 - Math.max(0, z - 0.1));
      expectDepth(floor, ball(0.2), shift(3, -1, z), depth, 1e-4);
      expectDepth(ball(0.2), floor, shift(-3, 1, -z), depth, 1e-4);
    }
  });

  it('of identical bodies is their inner radius', () => {
    expectDepth(ofMesh(cube(0.5)), ofMesh(cube(0.5)), identityPose(), 0.5, 1e-4);
    expectDepth(
      solid(boxHull([0.2, 0.5, 0.3])),
      solid(boxHull([0.2, 0.5, 0.3])),
      identityPose(),
      0.2,
      1e-4,
    );
    const r = 0.4;
    expectDepth(ball(r), ball(r), identityPose(), r, 1e-4);
    const tube = solid({ kind: 'cylinder', radius: 0.1, length: 1 });
    expectDepth(tube, tube, identityPose(), 0.1, 1e-3);
    const pill = solid({ kind: 'ellipsoid', radii: [0.3, 0.1, 0.2] });
    expectDepth(pill, pill, identityPose(), 0.1, 1e-3);
  });

  it('of a small body deep inside a large one', () => {
    // The corners of the small cube away from the nearest wall are deepest in the large one.
    expectDepth(ofMesh(cube(0.05)), ofMesh(cube(1)), shift(0, 0, -0.7), 0.35, 1e-3);
    expectDepth(ofMesh(cube(0.05)), ofMesh(cube(1)), shift(0, 0, -0.02), 1, 1e-3);
  });

  it('of a bar between the arms of a U, and pushed into one', () => {
    const u = ofMesh(uShape());
    const bar = (half: number) => ofMesh(boxMesh([half, 1, 0.2]));
    search.run(u, bar(0.3), shift(0, 0, 0.6), 0, { accuracy: 1e-3 });
    expect(search.lower).toBe(Number.NEGATIVE_INFINITY);
    expect(search.upper).toBe(0);
    // 0.05 into the arm, whose wall of 0.2 has 0.1 on either side.
    expectDepth(u, bar(0.3), shift(0.15, 0, 0.6), 0.05, 1e-3);
    // Through the wall: the wall's points are up to 0.1 and 0.2 deep in a bar of height 0.4.
    expectDepth(u, bar(0.5), shift(0.3, 0, 0.6), 0.2, 2e-3);
  });

  it('is 0 for solids that are apart, though boxes around them meet', () => {
    const ring = ofMesh(torus(1, 0.1, 32, 8));
    for (const inner of [ball(0.5), ofMesh(cube(0.4)), solid(boxHull([0.5, 0.5, 0.5]))]) {
      search.run(ring, inner, identityPose(), 0, { accuracy: 1e-3 });
      expect(search.upper).toBe(0);
      expect(search.lower).toBe(Number.NEGATIVE_INFINITY);
    }
  });
});

/** Round primitives: their own formulas would be the code under test, so each is written anew. */
const FIELDS: readonly { shape: Shape; field: Field }[] = [
  {
    shape: { kind: 'capsule', radius: 0.2, length: 0.6 },
    field: ([x, y, z]) => 0.2 - Math.hypot(x, y, Math.max(0, Math.abs(z) - 0.3)),
  },
  {
    shape: { kind: 'cylinder', radius: 0.3, length: 0.5 },
    field: ([x, y, z]) => {
      const [u, v] = [Math.hypot(x, y) - 0.3, Math.abs(z) - 0.25];
      return u <= 0 && v <= 0 ? -Math.max(u, v) : -Math.hypot(Math.max(0, u), Math.max(0, v));
    },
  },
  {
    shape: { kind: 'sphere', radius: 0.35 },
    field: ([x, y, z]) => 0.35 - Math.hypot(x, y, z),
  },
];

describe('depth against grids of points, seed 3', () => {
  const random = new Random(3);
  const bodies: { name: string; solid: Solid; field: Field; size: number }[] = [
    ...(
      [
        ['torus', torus(0.4, 0.15, 12, 6), 0.6],
        ['knot', knot(0.35, 0.1, 24, 4), 0.6],
        ['bumpy ball', bumpyBall(0.4, 0.1, 5, random), 0.6],
        ['U', moved(uShape(), 0, 0, -0.3, 0.6), 0.5],
        ['cube', cube(0.3), 0.35],
      ] as const
    ).map(([name, triangles, size]) => ({
      name,
      solid: ofMesh(triangles),
      field: meshField(triangles),
      size,
    })),
    ...FIELDS.map(({ shape, field }) => ({
      name: shape.kind,
      solid: solid(shape),
      field,
      size: 0.6,
    })),
  ];
  for (const a of bodies) {
    it(`${a.name} in all others`, () => {
      let overlaps = 0;
      const grid = gridOf(a.field, a.size, 14);
      for (const b of bodies) {
        const pose = randomPose(random, 0.35);
        const aInB = new Float64Array(12);
        invertPoseInto(pose, 0, aInB, 0);
        const [least, most] = gridDepth(grid, b.field, aInB);
        search.run(a.solid, b.solid, pose, 0, { accuracy: 2e-3, maxBoxes: 400_000 });
        const label = `${a.name} and ${b.name}`;
        expect(search.upper, label).toBeGreaterThanOrEqual(least - 1e-9);
        expect(search.lower, label).toBeLessThanOrEqual(most + 1e-9);
        expect(search.upper - Math.max(0, search.lower), label).toBeLessThanOrEqual(2e-3 * 1.001);
        if (search.lower === Number.NEGATIVE_INFINITY) continue;
        overlaps++;
        // The witness is a common point, and as deep as it says.
        const q = new Float64Array(3);
        for (let k = 0; k < 3; k++) {
          q[k] = aInB[9 + k];
          for (let i = 0; i < 3; i++) q[k] += aInB[3 * k + i] * search.point[i];
        }
        const [fa, fb] = [a.field(search.point), b.field(q)];
        expect(Math.min(fa, fb), label).toBeGreaterThan(-1e-9);
        expect(Math.max(fa, fb), label).toBeGreaterThanOrEqual(search.lower - 1e-9);
      }
      expect(overlaps).toBeGreaterThan(4);
    });
  }
});

describe('laws of depth, seed 4', () => {
  const random = new Random(4);
  const meshes = [uShape(), torus(0.8, 0.3, 16, 8), bumpyBall(0.7, 0.2, 6, random), cube(0.5)];
  const solids = [
    ...meshes.map(ofMesh),
    solid({ kind: 'cylinder', radius: 0.3, length: 1 }),
    solid({ kind: 'cone', radius: 0.5, length: 1 }),
    solid({ kind: 'ellipsoid', radii: [0.6, 0.3, 0.4] }),
    solid(hullShape(Float64Array.from({ length: 36 }, () => random.between(-0.6, 0.6)))),
  ];

  it('does not depend on which solid comes first', () => {
    for (let n = 0; n < 40; n++) {
      const [a, b] = [solids[n % solids.length], solids[random.below(solids.length)]];
      const pose = randomPose(random, 0.7);
      const inverse = new Float64Array(12);
      invertPoseInto(pose, 0, inverse, 0);
      const one = depthOf(a, b, pose, 4e-3);
      const other = depthOf(b, a, inverse, 4e-3);
      expect(Math.abs(one - other)).toBeLessThanOrEqual(4e-3 + 1e-9);
    }
  });

  it('changes by no more than points of the bodies move', () => {
    for (let n = 0; n < 60; n++) {
      const [a, b] = [solids[n % solids.length], solids[random.below(solids.length)]];
      const pose = randomPose(random, 0.7);
      const before = depthOf(a, b, pose, 4e-3);
      // B turns a little about its origin and slides: no point of it moves farther than this.
      const [r, p, y, x, v, z] = Array.from({ length: 6 }, () => random.between(-0.05, 0.05));
      const step = poseFromRpy(r, p, y, x, v, z);
      const next = new Float64Array(12);
      for (let i = 0; i < 3; i++) {
        for (let k = 0; k < 4; k++) {
          const at = k < 3 ? 3 * i + k : 9 + i;
          next[at] = k < 3 ? 0 : pose[9 + i];
          for (let j = 0; j < 3; j++) next[at] += pose[3 * i + j] * step[k < 3 ? 3 * j + k : 9 + j];
        }
      }
      const moved = (Math.abs(r) + Math.abs(p) + Math.abs(y)) * b.radius + Math.hypot(x, v, z);
      const after = depthOf(a, b, next, 4e-3);
      expect(Math.abs(after - before)).toBeLessThanOrEqual(moved + 4e-3 + 1e-9);
    }
  });

  it('of a primitive is near that of its triangles', () => {
    const shape: Shape = { kind: 'cylinder', radius: 0.3, length: 0.8 };
    const fine = ofMesh(triangulate(shape, 16));
    for (let n = 0; n < 10; n++) {
      const pose = randomPose(random, 0.6);
      const [exact, tessellated] = [solid(shape), fine].map((s) =>
        depthOf(s, solids[0], pose, 4e-3),
      );
      // Corners lie on the surface, faces at most a sagitta inside.
      const sagitta = 0.3 * (1 - Math.cos(Math.PI / 64));
      expect(Math.abs(exact - tessellated)).toBeLessThanOrEqual(sagitta + 4e-3 + 1e-9);
    }
  });
});

describe('questions about depth', () => {
  const [a, b] = [ofMesh(torus(0.8, 0.3, 24, 12)), ofMesh(cube(0.5))];
  const pose = poseFromRpy(0.3, 0.5, 0.1, 0.6, 0.2, 0.1);

  it('stop when what is proven is enough, or when something deeper is found', () => {
    const depth = depthOf(a, b, pose, 1e-3);
    const all = search.boxes;
    search.run(a, b, pose, 0, { accuracy: 1e-3, enough: depth + 0.05 });
    expect(search.upper).toBeLessThanOrEqual(depth + 0.05);
    expect(search.upper).toBeGreaterThanOrEqual(depth - 1e-3);
    expect(search.boxes).toBeLessThan(all / 2);
    search.run(a, b, pose, 0, { accuracy: 1e-3, beyond: depth - 0.05 });
    expect(search.lower).toBeGreaterThan(depth - 0.05);
    expect(search.boxes).toBeLessThan(all / 2);
  });

  it('stop after so many boxes, with what is proven by then', () => {
    const depth = depthOf(a, b, pose, 1e-3);
    for (const maxBoxes of [1, 2, 5, 20, 100]) {
      search.run(a, b, pose, 0, { accuracy: 1e-6, maxBoxes });
      expect(search.boxes).toBeLessThanOrEqual(maxBoxes + 1);
      expect(search.upper).toBeGreaterThanOrEqual(depth - 1e-3);
      expect(search.lower).toBeLessThanOrEqual(depth);
    }
  });

  it('need few boxes for flat overlaps, whichever way they lie', () => {
    const wall = solid(boxHull([1, 1, 0.1]));
    const random = new Random(5);
    for (let n = 0; n < 10; n++) {
      // The peg is turned in its own frame, and the wall with it: no axis of a frame is along it.
      const turn = randomPose(random, 0);
      const corners = boxMesh([0.05, 0.05, 0.2]).positions;
      for (let i = 0; i < corners.length; i += 3)
        transformPointInto(turn, 0, corners, i, corners, i);
      for (let k = 0; k < 3; k++) turn[9 + k] = -0.297 * turn[3 * k + 2];
      expectDepth(solid(hullShape(corners)), wall, turn, 0.003, 1e-6);
      expect(search.boxes).toBeLessThan(100);
    }
  });

  it('end for solids that only touch', () => {
    for (const make of [ofMesh, ({ positions }: Triangles) => solid(hullShape(positions))]) {
      search.run(make(cube(0.5)), make(cube(0.5)), shift(1, 0.2, 0.1), 0, { accuracy: 1e-3 });
      expect(search.upper).toBeLessThanOrEqual(1e-3);
      expect(search.lower).toBeLessThanOrEqual(0);
      expect(search.boxes).toBeLessThan(20_000);
    }
  });

  it('have no answer for two half-spaces', () => {
    const floor = solid({ kind: 'half-space', normal: [0, 0, 1], offset: 0 });
    search.run(floor, floor, identityPose(), 0);
    expect(search.upper).toBe(Number.POSITIVE_INFINITY);
  });

  it('are not asked about open surfaces and flat hulls', () => {
    const open = join(cube(1), mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
    expect(meshSolids(buildMesh(open))).toBeNull();
    expect(meshSolids(buildMesh(cube(1), { solid: false }))).toBeNull();
    expect(meshSolids(buildMesh(join(cube(1), moved(cube(1), 5, 0, 0))))?.length).toBe(2);
    const flat = hullShape(Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]));
    expect(convexSolid(flat)).toBeNull();
  });
});

/**
 * The search in WebAssembly gives what the TypeScript gives, to the bit: verdicts, bounds, points, triangles and counts,
 * for every question, on ordinary and on hard meshes.
 */
import { describe, expect, it, vi } from 'vitest';
import { buildTree, type SplitRule, type Tree } from '../../../src/bvh/index.ts';
import {
  type Triangles,
  torus,
  triangleDistanceLowerInto,
  trianglesIntersectOrGapInto,
} from '../../../src/geometry/index.ts';
import { helpKernel, kernel, withKernel } from '../../../src/kernel/index.ts';
import { identityPose, Random } from '../../../src/math/index.ts';
import {
  apartBy,
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
  type QueryOptions,
  tolerance,
} from '../../../src/proximity/index.ts';
import { KERNEL_OPEN } from '../../../src/proximity/mesh/workspace.ts';
import { cube, join, mesh, moved, randomSoup, sampleMeshes } from '../../helpers/oracles/meshes.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const ws = new ProximityWorkspace();

type Ask = (pose: Float64Array, options?: QueryOptions) => ProximityResult;

/** All there is in an answer; signs of zeros included. */
function allOf(result: ProximityResult): unknown[] {
  const { verdict, lower, upper, triangleA, triangleB, contactCount, nodePairs, trianglePairs } =
    result;
  const points = triangleA < 0 ? [] : Array.from(result.points);
  const contacts = Array.from(result.contacts.subarray(0, 2 * contactCount));
  const numbers = [triangleA, triangleB, contactCount, nodePairs, trianglePairs, ws.putOffCount];
  return [verdict, lower, upper, points, contacts, numbers];
}

/** The answer of TypeScript, after that of the kernel was found to be the same. */
function same(ask: Ask, pose: Float64Array, what: string, options?: QueryOptions): unknown[] {
  let fast: unknown[] = [];
  let plain: unknown[] = [];
  withKernel(true, () => {
    fast = allOf(ask(pose, options));
  });
  withKernel(false, () => {
    plain = allOf(ask(pose, options));
  });
  expect(fast, what).toEqual(plain);
  return plain;
}

/** Asks everything about two trees at one placement. */
function sameForAll(a: Tree, b: Tree, pose: Float64Array, size: number, name: string): void {
  const exact: Ask = (at, options) => distance(a, b, at, ws, options);
  const [verdict, , upper, , , [startA, startB]] = same(exact, pose, `${name}, distance`) as [
    string,
    number,
    number,
    unknown,
    unknown,
    number[],
  ];
  same(exact, pose, `${name}, near`, { cutoff: 0.7 * size });
  if (startA >= 0) same(exact, pose, `${name}, cached`, { startA, startB });
  same(exact, pose, `${name}, begun elsewhere`, { startA: 0, startB: b.triangleCount - 1 });
  const hit: Ask = (at, options) => collide(a, b, at, ws, options);
  same(hit, pose, `${name}, collide`);
  same(hit, pose, `${name}, collide from triangles`, { startA: a.triangleCount - 1, startB: 0 });
  same((at) => approximateDistance(a, b, at, 0.25, ws), pose, `${name}, approximate`);
  for (const delta of [0, 0.03 * size]) {
    same((at) => greedyDistance(a, b, at, delta, ws), pose, `${name}, greedy ${delta}`);
    same((at) => apartBy(a, b, at, delta, ws), pose, `${name}, apart by ${delta}`);
  }
  if (verdict === 'colliding') return;
  for (const factor of [0.5, 0.9999, 1, 1.0001, 2]) {
    const mu = factor * upper;
    same((at) => tolerance(a, b, at, mu, ws), pose, `${name}, at least ${factor}`);
    same((at) => apartBy(a, b, at, mu, ws), pose, `${name}, apart by ${factor}`);
  }
}

function treesOf(meshes: Record<string, Triangles>): Record<string, Tree> {
  return Object.fromEntries(Object.entries(meshes).map(([name, each]) => [name, buildTree(each)]));
}

describe.runIf(kernel() !== null)('the search in WebAssembly, to the bit', () => {
  const trees = treesOf(sampleMeshes());

  it.each<[string, string, reach: number, size: number]>([
    ['torus', 'knot', 1.8, 1],
    ['ball', 'soup', 1.5, 1],
    ['soup', 'degenerate', 1.2, 1],
    ['degenerate', 'degenerate', 1, 1],
    ['triangle', 'torus', 1.5, 1],
    ['triangle', 'triangle', 0.8, 1],
    ['flat', 'identical', 1, 1],
    ['tiny', 'tiny', 2e-6, 1e-6],
    ['huge', 'huge', 2e6, 1e6],
    ['huge', 'tiny', 1e6, 1],
  ])('%s and %s at random placements (seed 31)', (a, b, reach, size) => {
    const random = new Random(31);
    for (let k = 0; k < 7; k++) {
      sameForAll(trees[a], trees[b], randomPose(random, reach), size, `${a}/${b} ${k}`);
    }
  });

  it('a body far from its own origin, brought near (seed 32)', () => {
    const random = new Random(32);
    for (let k = 0; k < 8; k++) {
      const pose = randomPose(random, 0);
      for (let i = 0; i < 3; i++) {
        const row = 3 * i;
        const at = 1e5 * pose[row] - 2e5 * pose[row + 1] + 3e5 * pose[row + 2];
        pose[9 + i] = random.between(-1.8, 1.8) - at;
      }
      sameForAll(trees.torus, trees.far, pose, 1, `far ${k}`);
    }
  });

  it('bodies that touch, face to face and edge to edge: exact signs', () => {
    const blocks = join(cube(0.5), moved(cube(0.5), 1, 0, 0), moved(cube(0.25), 0.25, 0.75, 0.25));
    const block = buildTree(blocks);
    const pose = identityPose();
    let colliding = 0;
    for (const [x, y, z] of [
      [0, 0, 0],
      [2, 0, 0],
      [0.5, 0, 1],
      [2, 1, 1],
      [1.25, 1.25, 0],
      [0, 0, 1 + 2 ** -40],
      [2 + 2 ** -50, 0.25, 0.25],
      [0, -1, 2 ** -60],
    ]) {
      pose.set([x, y, z], 9);
      sameForAll(block, block, pose, 1, `blocks ${x} ${y} ${z}`);
      if (collide(block, block, pose, ws).verdict === 'colliding') colliding++;
    }
    expect(colliding).toBeGreaterThan(4);
  });

  it('needles and slivers, nearly parallel and nearly touching (seed 33)', () => {
    const random = new Random(33);
    const grass = (n: number) => {
      const p: number[] = [];
      for (let k = 0; k < n; k++) {
        const [x, y] = [random.between(-1, 1), random.between(-1, 1)];
        p.push(x, y, 0, x + 1e-7, y, 1e-9, x, y + 1e-6 * random.unit(), 1);
      }
      return mesh(
        p,
        p.map((_, i) => i).filter((i) => 3 * i < p.length),
      );
    };
    const [a, b] = [buildTree(grass(60)), buildTree(grass(60))];
    for (let k = 0; k < 6; k++) {
      const pose = k < 3 ? identityPose() : randomPose(random, 0.01);
      pose[11] = k < 3 ? 1 + k * 1e-12 : pose[11];
      sameForAll(a, b, pose, 1, `needles ${k}`);
    }
  });

  it('any tree: leaves of one to eight triangles, deep ones, ones of two and three children (seed 34)', () => {
    const random = new Random(34);
    const soup = randomSoup(random, 90);
    const peel: SplitRule = (_, start) => start + 1;
    const made = [1, 2, 3, 5, 8].map((leafSize) => buildTree(soup, { leafSize }));
    made.push(buildTree(soup, { split: peel, leafSize: 1 }));
    expect(Math.max(...made.map(({ depth }) => depth))).toBeGreaterThan(8);
    for (const [k, tree] of made.entries()) {
      const other = made[(k + 1) % made.length];
      for (let n = 0; n < 3; n++) sameForAll(tree, other, randomPose(random, 2.5), 1, `tree ${k}`);
    }
  });

  it('triangles that share a vertex, an edge or a plane: signs of zero are exact (seed 35)', () => {
    const random = new Random(35);
    const point = () => [0, 1, 2].map(() => random.between(-1, 1));
    const single = (...points: number[][]) => buildTree(mesh(points.flat(), [0, 1, 2]));
    for (let k = 0; k < 60; k++) {
      const [p, q, r, s, t] = [point(), point(), point(), point(), point()];
      const inside = p.map((x, i) => 0.25 * x + 0.25 * q[i] + 0.5 * r[i]);
      const pose = identityPose();
      const first = single(p, q, r);
      for (const other of [single(r, s, t), single(q, t, p), single(inside, s, q)]) {
        same((at) => collide(first, other, at, ws), pose, `collide ${k}`);
        same((at) => distance(first, other, at, ws), pose, `distance ${k}`);
        same((at) => apartBy(first, other, at, 1e-9, ws), pose, `apart ${k}`);
      }
    }
  });

  it('exact arithmetic is asked where it is needed, and hardly elsewhere (seed 36)', () => {
    let asked = 0;
    const { memory } = kernel()!;
    distance(trees.ball, trees.knot, identityPose(), ws);
    helpKernel({
      trianglesMeet: (at) => {
        asked++;
        const { numbers } = memory;
        const o = at / 8;
        return trianglesIntersectOrGapInto(numbers, o, numbers, o + 9, numbers, o + 18) ? 1 : 0;
      },
      triangleLower: (at) => {
        asked++;
        const lower = new Float64Array(1);
        triangleDistanceLowerInto(memory.numbers, at / 8, memory.numbers, at / 8 + 9, lower, 0);
        return lower[0];
      },
    });
    const random = new Random(36);
    let tested = 0;
    for (let k = 0; k < 20; k++) {
      tested += collide(trees.ball, trees.knot, randomPose(random, 1), ws).trianglePairs;
    }
    expect(tested).toBeGreaterThan(100);
    expect(asked).toBe(0);
    collide(trees.identical, trees.identical, identityPose(), ws);
    // To find it, and for the point.
    expect(asked).toBe(2);
  });

  it('a tree is copied when it is first asked about, once, at 140 bytes for a triangle', () => {
    const { memory } = kernel()!;
    const take = vi.spyOn(memory, 'take');
    const ring = buildTree(torus(1, 0.3, 24, 10));
    expect(take).not.toHaveBeenCalled();
    const pose = randomPose(new Random(1), 3);
    for (let k = 0; k < 3; k++) {
      collide(ring, ring, pose, ws);
      distance(trees.torus, ring, pose, ws);
    }
    expect(take).toHaveBeenCalledTimes(1);
    expect(take.mock.calls[0][0]).toBeLessThan(140 * ring.triangleCount);
    take.mockRestore();
  });

  it('is what runs: open pairs are on its stack', () => {
    const ring = buildTree(torus(1, 0.3, 24, 10));
    const top = () => Array.from(ws.openBounds.subarray(0, 4));
    ws.openBounds.fill(-7);
    withKernel(true, () => distance(ring, ring, randomPose(new Random(1), 3), ws));
    expect(top()).toEqual([-7, -7, -7, -7]);
    withKernel(true, () =>
      distance(ring, ring, randomPose(new Random(1), 3), ws, { priority: true }),
    );
    withKernel(false, () => distance(ring, ring, randomPose(new Random(1), 3), ws));
    expect(top()).not.toEqual([-7, -7, -7, -7]);
    // Deeper trees than any that is accepted have room.
    expect(KERNEL_OPEN).toBe(3 * (128 + 128) + 8);
  });
});

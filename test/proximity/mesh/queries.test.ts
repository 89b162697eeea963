/**
 * One conformance suite for all volumes and split rules: every query against brute force over
 * all pairs of triangles.
 */
import { describe, expect, it } from 'vitest';
import { buildTree, SPLIT_NAMES, VOLUME_KINDS } from '../../../src/bvh/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  approximateDistance,
  collide,
  distance,
  greedyDistance,
  ProximityWorkspace,
  tolerance,
} from '../../../src/proximity/index.ts';
import { type BruteForce, bruteForce } from '../../helpers/oracles/bruteForce.ts';
import { sampleMeshes } from '../../helpers/oracles/meshes.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const SEED = 20;
const meshes = sampleMeshes();
const pairs: [string, string, reach: number][] = [
  ['torus', 'knot', 1.8],
  ['ball', 'soup', 1.5],
  ['soup', 'degenerate', 1.2],
  ['degenerate', 'degenerate', 1],
  ['triangle', 'torus', 1.5],
  ['triangle', 'triangle', 0.8],
  ['flat', 'identical', 1],
  ['tiny', 'tiny', 2e-6],
  ['huge', 'huge', 2e6],
];

interface Case {
  readonly name: string;
  readonly a: string;
  readonly b: string;
  readonly pose: Float64Array;
  readonly truth: BruteForce;
  /** Size of the numbers involved, for tolerances. */
  readonly scale: number;
}

const cases: Case[] = [];
const random = new Random(SEED);
for (const [a, b, reach] of pairs) {
  for (let k = 0; k < 10; k++) {
    const pose = randomPose(random, reach);
    const truth = bruteForce(meshes[a], meshes[b], pose);
    const scale = Math.max(...meshes[a].positions.map(Math.abs), reach);
    cases.push({ name: `${a}/${b} ${k}`, a, b, pose, truth, scale });
  }
}
// A body far from the origin of its own frame, brought near by its placement.
for (let k = 0; k < 10; k++) {
  const pose = randomPose(random, 0);
  const at = [1e5, -2e5, 3e5];
  for (let i = 0; i < 3; i++) {
    const moved = pose[3 * i] * at[0] + pose[3 * i + 1] * at[1] + pose[3 * i + 2] * at[2];
    pose[9 + i] = random.between(-1.8, 1.8) - moved;
  }
  const truth = bruteForce(meshes.torus, meshes.far, pose);
  cases.push({ name: `torus/far ${k}`, a: 'torus', b: 'far', pose, truth, scale: 1e6 });
}

describe(`queries between meshes, placements from seed ${SEED}`, () => {
  it('has both colliding and free placements, near and far', () => {
    const colliding = cases.filter((c) => c.truth.colliding).length;
    expect(colliding).toBeGreaterThan(15);
    expect(cases.length - colliding).toBeGreaterThan(30);
  });

  for (const volume of VOLUME_KINDS) {
    for (const split of SPLIT_NAMES) {
      const trees = new Map(
        Object.entries(meshes).map(([name, mesh]) => [name, buildTree(mesh, { volume, split })]),
      );
      const ws = new ProximityWorkspace();

      it(`${volume}, ${split}: all agree with brute force`, () => {
        for (const { name, a, b, pose, truth, scale } of cases) {
          const treeA = trees.get(a)!;
          const treeB = trees.get(b)!;
          const near = 1e-13 * scale;

          const hit = collide(treeA, treeB, pose, ws);
          expect(hit.verdict === 'colliding', name).toBe(truth.colliding);
          expect(hit.lower, name).toBeLessThanOrEqual(truth.distance);

          for (const priority of [false, true]) {
            const exact = distance(treeA, treeB, pose, ws, { priority });
            expect(exact.verdict === 'colliding', name).toBe(truth.colliding);
            expect(Math.abs(exact.upper - truth.distance), name).toBeLessThanOrEqual(near);
            expect(exact.lower, name).toBeLessThanOrEqual(truth.distance);
            expect(exact.lower, name).toBeGreaterThanOrEqual(
              truth.distance * (1 - 1e-6) - 1000 * near,
            );
          }

          for (const e of [0.01, 0.25, 0.5, 0.9]) {
            const near25 = approximateDistance(treeA, treeB, pose, e, ws);
            expect(near25.lower, name).toBeLessThanOrEqual(truth.distance);
            expect(near25.lower, name).toBeGreaterThanOrEqual(
              (1 - e) * truth.distance * (1 - 1e-6) - 1000 * near,
            );
          }

          for (const delta of [0, 0.02 * scale]) {
            const greedy = greedyDistance(treeA, treeB, pose, delta, ws);
            expect(greedy.lower, name).toBeLessThanOrEqual(truth.distance);
            if (truth.distance <= delta) expect(greedy.lower, name).toBe(0);
            else if (truth.distance > delta + 1000 * near) {
              expect(greedy.lower, name).toBeGreaterThan(delta);
            }
          }

          for (const factor of [0.1, 0.5, 0.999, 1.001, 2]) {
            const mu = factor * truth.distance;
            if (mu === 0) continue;
            const answer = tolerance(treeA, treeB, pose, mu, ws);
            if (Math.abs(mu - truth.distance) < 1000 * near) continue;
            expect(answer.lower >= mu, `${name}, mu ${factor}`).toBe(mu < truth.distance);
            expect(answer.upper <= mu, `${name}, mu ${factor}`).toBe(mu > truth.distance);
          }
        }
      });
    }
  }

  it('collects contacts, each of them real, up to the number asked for', () => {
    const ws = new ProximityWorkspace();
    for (const volume of VOLUME_KINDS) {
      for (const { a, b, pose, truth, name } of cases.filter((c) => c.truth.colliding)) {
        const treeA = buildTree(meshes[a], { volume });
        const treeB = buildTree(meshes[b], { volume });
        const all = collide(treeA, treeB, pose, ws, { maxContacts: 100_000 });
        expect(all.contactCount, name).toBe(truth.contacts);
        const pairs = new Set<string>();
        for (let i = 0; i < all.contactCount; i++) {
          pairs.add(`${all.contacts[2 * i]} ${all.contacts[2 * i + 1]}`);
        }
        expect(pairs.size, name).toBe(truth.contacts);
        const few = collide(treeA, treeB, pose, ws, { maxContacts: 3 });
        expect(few.contactCount, name).toBe(Math.min(3, truth.contacts));
      }
    }
  });
});

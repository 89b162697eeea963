/** Questions between meshes: against all pairs of triangles, and WebAssembly against TypeScript, to the bit. */
import { buildTree } from '../../src/bvh/index.ts';
import { sha256 } from '../../src/certificate/index.ts';
import { KERNEL_DIGEST, KERNEL_MODULE, kernel, withKernel } from '../../src/kernel/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  apartBy,
  collide,
  distance,
  greedyDistance,
  type ProximityResult,
  ProximityWorkspace,
  tolerance,
} from '../../src/proximity/index.ts';
import type { Check } from '../../src/qualify/index.ts';
import { fromBase64 } from '../../src/text/index.ts';
import { bruteForce } from '../../test/helpers/oracles/bruteForce.ts';
import { sampleMeshes } from '../../test/helpers/oracles/meshes.ts';
import { randomPose } from '../../test/helpers/oracles/poses.ts';
import { Tally } from '../tally.ts';

/** Two meshes, how far apart they are put, and their size. */
const PAIRS: readonly (readonly [a: string, b: string, reach: number, size: number])[] = [
  ['torus', 'knot', 1.8, 1],
  ['ball', 'soup', 1.5, 1],
  ['soup', 'degenerate', 1.2, 1],
  ['triangle', 'torus', 1.5, 1],
  ['flat', 'identical', 1, 1],
  ['tiny', 'tiny', 2e-6, 1e-6],
  ['huge', 'huge', 2e6, 1e6],
];

const PLACEMENTS = 6;

/** Contacts are those of all pairs of triangles, proven bounds never above their distance. */
export const distances: Check = {
  name: 'collisions and distances of meshes against all pairs of triangles (seed 31)',
  run() {
    const tally = new Tally();
    const random = new Random(31);
    const meshes = sampleMeshes();
    const workspace = new ProximityWorkspace();
    for (const [a, b, reach, size] of PAIRS) {
      const [p, q] = [buildTree(meshes[a]), buildTree(meshes[b])];
      for (let k = 0; k < PLACEMENTS; k++) {
        const pose = randomPose(random, reach);
        const truth = bruteForce(meshes[a], meshes[b], pose);
        const where = `${a} and ${b}, placement ${k}`;
        const isRight = (lower: number) => lower <= truth.distance + 1e-12 * size;
        const hit = collide(p, q, pose, workspace).verdict === 'colliding';
        tally.judge(hit === truth.colliding, () => `${where}: whether they meet`);
        const { lower, upper } = distance(p, q, pose, workspace);
        const isExact = Math.abs(upper - truth.distance) <= 1e-12 * size && isRight(lower);
        tally.judge(
          isExact,
          () => `${where}: distance ${lower} to ${upper}, not ${truth.distance}`,
        );
        for (const bound of [
          greedyDistance(p, q, pose, 0, workspace).lower,
          tolerance(p, q, pose, 0.5 * truth.distance, workspace).lower,
          apartBy(p, q, pose, truth.distance, workspace).lower,
        ]) {
          tally.judge(isRight(bound), () => `${where}: ${bound} is above ${truth.distance}`);
        }
      }
    }
    return tally.finding();
  },
};

/** All there is in an answer. */
function textOf({
  verdict,
  lower,
  upper,
  triangleA,
  triangleB,
  ...counts
}: ProximityResult): string {
  const { nodePairs, trianglePairs, points } = counts;
  const seen = triangleA < 0 ? [] : Array.from(points);
  return JSON.stringify([
    verdict,
    lower,
    upper,
    triangleA,
    triangleB,
    nodePairs,
    trianglePairs,
    seen,
  ]);
}

/** The module is the one that was published; where it runs, its answers are those of the TypeScript. */
export const kernels: Check = {
  name: 'WebAssembly against TypeScript, to the bit (seed 33)',
  run() {
    const tally = new Tally();
    const digest = sha256(fromBase64(KERNEL_MODULE) ?? new Uint8Array(0));
    tally.judge(digest === KERNEL_DIGEST, () => `the module has the digest ${digest}`);
    if (kernel() === null) return tally.finding('all runs in JavaScript here');
    const random = new Random(33);
    const meshes = sampleMeshes();
    const workspace = new ProximityWorkspace();
    for (const [a, b, reach, size] of PAIRS) {
      const [p, q] = [buildTree(meshes[a]), buildTree(meshes[b])];
      const questions: readonly ((pose: Float64Array) => ProximityResult)[] = [
        (pose) => distance(p, q, pose, workspace),
        (pose) => collide(p, q, pose, workspace),
        (pose) => greedyDistance(p, q, pose, 0.03 * size, workspace),
        (pose) => apartBy(p, q, pose, 0.03 * size, workspace),
      ];
      for (let k = 0; k < PLACEMENTS; k++) {
        const pose = randomPose(random, reach);
        questions.forEach((ask, i) => {
          const answer = (isFast: boolean) => {
            let text = '';
            withKernel(isFast, () => {
              text = textOf(ask(pose));
            });
            return text;
          };
          const [fast, plain] = [answer(true), answer(false)];
          tally.judge(
            fast === plain,
            () => `${a} and ${b}, placement ${k}, question ${i}: ${fast}, not ${plain}`,
          );
        });
      }
    }
    return tally.finding();
  },
};

/** Boxes of what stands still: all of a body is in its box, and a box that is one ends where it does. */
import { expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import { Random, U } from '../../src/math/index.ts';
import { ProofBodies } from '../../src/verifier/bodies.ts';
import { SlabProver } from '../../src/verifier/slab.ts';
import { StillBoxes } from '../../src/verifier/stillBoxes.ts';
import { randomCell, randomShape } from '../helpers/certificate/cells.ts';
import { applied, type PlainPose, pointsOf } from '../helpers/certificate/plain.ts';
import { randomPose } from '../helpers/oracles/poses.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

it('what is beyond one is beyond all parts of the body, by as much as it is asked for (seed 31)', () => {
  const random = new Random(31);
  let [near, far, boxes] = [0, 0, 0];
  for (let round = 0; round < 60; round++) {
    const description = randomCell(random, { links: 2 });
    // Of one part up to three, boxes first more often than not.
    const obstacles = description.obstacles.map((obstacle) => ({
      ...obstacle,
      parts: Array.from({ length: 1 + random.below(3) }, (_, k) => ({
        pose: randomPose(random, 0.3),
        geometry:
          k === 0 && random.unit() < 0.6
            ? {
                kind: 'box' as const,
                half: [0.1, 0.2, random.between(0.01, 0.3)] as [number, number, number],
              }
            : randomShape(random, 0.1),
      })),
    }));
    const { tree, bodies, box, tolerances } = buildCell({ ...description, obstacles });
    const models = new ProofBodies(bodies.length, (i) => bodies[i].model);
    const errors = new Float64Array(tree.dofs.length).fill(64 * U);
    const prover = new SlabProver({ tree, bodies: models, box, errors, tolerances });
    const movers = bodies.map((_, i) => prover.mover(i));
    const still = movers.flatMap(({ chain }, i) => (chain.length === 0 ? [i] : []));
    const { poses } = prover.motion;
    const made = new StillBoxes(
      still.map((i) => movers[i]),
      poses,
    );
    still.forEach((i, k) => {
      const { frame, pieces } = bodies[i];
      const p = Array.from(poses.subarray(12 * frame, 12 * frame + 12));
      const pose: PlainPose = { r: [p.slice(0, 3), p.slice(3, 6), p.slice(6, 9)], t: p.slice(9) };
      const points = pointsOf(bodies[i], -1, 0, 0).map((point) => applied(pose, point));
      for (let look = 0; look < 12; look++) {
        const from = points[random.below(points.length)];
        const away = randomDirection(random);
        const length = random.between(0.01, 0.5);
        const eye = Float64Array.from([...from.map((x, c) => x + length * away[c]), 0]);
        const distance = Math.min(
          ...points.map(([x, y, z]) => Math.hypot(x - eye[0], y - eye[1], z - eye[2])),
        );
        eye[3] = random.unit() * length;
        const beyond = made.isBeyond(k, eye, 0, 3);
        if (beyond) far++;
        else near++;
        if (beyond) expect(distance).toBeGreaterThan(eye[3]);
        // A corner that is nearest to the eye is where the box ends, and no box is larger.
        if (pieces.length > 1 || !isBox(pieces[0]) || from !== points[0]) continue;
        const out = outward(points, from);
        eye.set(from.map((x, c) => x + 0.1 * out[c]));
        eye[3] = 0.1 - 1e-9;
        expect(made.isBeyond(k, eye, 0, 3)).toBe(true);
        eye[3] = 0.1;
        expect(made.isBeyond(k, eye, 0, 3)).toBe(false);
        boxes++;
      }
    });
  }
  expect(Math.min(near, far)).toBeGreaterThan(300);
  expect(boxes).toBeGreaterThan(10);
});

const isBox = (piece: { readonly kind: string; readonly shape?: { readonly kind: string } }) =>
  piece.kind === 'convex' && piece.shape?.kind === 'box';

/** From the middle of all points to one of them, of length 1. */
function outward(points: readonly number[][], to: readonly number[]): number[] {
  const middle = [0, 1, 2].map((c) => points.reduce((sum, p) => sum + p[c], 0) / points.length);
  const out = to.map((x, c) => x - middle[c]);
  return out.map((x) => x / Math.hypot(...out));
}

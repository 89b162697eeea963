import { describe, expect, it } from 'vitest';
import { buildTree, VOLUME_KINDS } from '../../src/bvh/index.ts';
import { type Body, buildBody, PairQuery } from '../../src/cell/index.ts';
import { HULLS_ONLY } from '../../src/cell/pairQuery.ts';
import { vertexInside } from '../../src/cell/vertexInside.ts';
import { bumpyBall } from '../../src/geometry/index.ts';
import { identityPose, invertPoseInto, Random, transformPointInto } from '../../src/math/index.ts';
import { COLLIDING } from '../../src/proximity/index.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

const triangles = bumpyBall(0.5, 0.3, 16, new Random(3));
const point = new Float64Array(3);

describe('a vertex inside a box', () => {
  it.each(VOLUME_KINDS)('is inside; most boxes that have some give one (%s, seed 5)', (volume) => {
    const tree = buildTree(triangles, { volume });
    const random = new Random(5);
    let found = 0;
    let some = 0;
    for (let run = 0; run < 300; run++) {
      const pose = randomPose(random, 1);
      const half = [1, 2, 3].map(() => random.between(0.05, 0.6));
      const slack = run % 2 === 0 ? 1e-12 : 0.05;
      const inside = (v: number) => {
        transformPointInto(pose, 0, tree.vertices, v, point, 0);
        return half.every((h, k) => Math.abs(point[k]) < h - slack);
      };
      const v = vertexInside(tree, half, pose, slack);
      if (v >= 0) {
        found++;
        expect(inside(v)).toBe(true);
      }
      const all = Array.from({ length: tree.vertices.length / 3 }, (_, w) => 3 * w);
      if (all.some(inside)) some++;
    }
    expect(some).toBeGreaterThan(50);
    expect(found).toBeGreaterThan(0.7 * some);
  });

  it('settles pairs in both orders without their meshes, by a point of both (seed 6)', () => {
    const random = new Random(6);
    const half = [0.2, 0.3, 0.4] as const;
    const own = randomPose(random, 0.3);
    const common = { kind: 'obstacle', frame: 0 } as const;
    const ball = buildBody({
      ...common,
      name: 'ball',
      parts: [{ pose: identityPose(), geometry: { kind: 'mesh', triangles, reference: 'ball' } }],
    });
    const box = buildBody({
      ...common,
      name: 'box',
      parts: [{ pose: own, geometry: { kind: 'box', half } }],
    });
    const query = new PairQuery();
    const back = new Float64Array(12);
    let settled = 0;
    for (let run = 0; run < 60; run++) {
      const boxInBall = randomPose(random, 0.6);
      invertPoseInto(boxInBall, 0, back, 0);
      for (const [a, b, pose] of [
        [ball, box, boxInBall],
        [box, ball, back],
      ] as [Body, Body, Float64Array][]) {
        if (query.settle(a, b, pose, 0, 0, HULLS_ONLY) !== COLLIDING) continue;
        settled++;
        const { points } = query;
        expect(points.slice(3)).toEqual(points.slice(0, 3));
        // In the frame of the box itself, and among the vertices of the ball.
        const inBall = new Float64Array(3);
        const inBox = new Float64Array(3);
        if (a === ball) {
          inBall.set(points.subarray(0, 3));
          transformPointInto(back, 0, points, 0, inBox, 0);
        } else {
          inBox.set(points.subarray(0, 3));
          transformPointInto(boxInBall, 0, points, 0, inBall, 0);
        }
        const inverse = new Float64Array(12);
        invertPoseInto(own, 0, inverse, 0);
        transformPointInto(inverse, 0, inBox, 0, inBox, 0);
        half.forEach((h, k) => {
          expect(Math.abs(inBox[k])).toBeLessThan(h + 1e-12);
        });
        let nearest = Number.POSITIVE_INFINITY;
        for (let v = 0; v < triangles.positions.length; v += 3) {
          const off = [0, 1, 2].map((k) => triangles.positions[v + k] - inBall[k]);
          nearest = Math.min(nearest, Math.hypot(...off));
        }
        expect(nearest).toBeLessThan(1e-12);
        expect(query.settle(a, b, pose, 0, 0)).toBe(COLLIDING);
      }
    }
    expect(settled).toBeGreaterThan(40);
  });
});

/** Oriented volumes are as small as their rules make them; that they contain their triangles is in tree.test.ts. */
import { expect, it } from 'vitest';
import { buildTree, type Tree } from '../../src/bvh/index.ts';
import { ORIENTED } from '../../src/bvh/tree.ts';
import { bumpyBall, type Triangles, torus } from '../../src/geometry/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

it('[A III-B] an RSS of a ball is a ball, and an OBB of a turned box that box', () => {
  const extents = (tree: Tree) => [
    ...tree.volumes.subarray(ORIENTED.extents, ORIENTED.extents + 3),
  ];
  // A rectangle that was not shrunk would be as wide as the ball, and spheres on it twice that.
  const [x, y, radius] = extents(buildTree(bumpyBall(1, 0, 12, new Random(1)), { volume: 'rss' }));
  expect(radius).toBeLessThan(1.05);
  expect(Math.max(x, y)).toBeLessThan(0.15);
  const box = torus(0.5, 0.5, 4, 4);
  const positions = new Float64Array(box.positions.length);
  const turn = randomPose(new Random(2), 0);
  for (let o = 0; o < positions.length; o += 3) {
    const stretched = box.positions.slice(o, o + 3).map((v, k) => v * [4, 2, 1][k]);
    transformPointInto(turn, 0, stretched, 0, positions, o);
  }
  const volume = (mesh: Triangles) =>
    extents(buildTree(mesh, { volume: 'obb' })).reduce((product, e) => product * 2 * e, 1);
  const straight = volume({
    ...box,
    positions: box.positions.map((v, i) => v * [4, 2, 1][i % 3]),
  });
  expect(volume({ ...box, positions })).toBeCloseTo(straight, 9);
});

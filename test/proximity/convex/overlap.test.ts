/** Primitives that overlap deeply and symmetrically are seen to overlap. */
import { describe, expect, it } from 'vitest';
import type { Shape } from '../../../src/geometry/index.ts';
import { Random } from '../../../src/math/index.ts';
import { shapeDistance } from '../../../src/proximity/index.ts';

describe('cylinders and capsules whose axes cross', () => {
  it.each(['cylinder', 'capsule'] as const)('%s: always colliding, seed 1', (kind) => {
    const random = new Random(1);
    let unresolved = 0;
    for (let k = 0; k < 4000; k++) {
      const shape = (): Shape & { length: number } => ({
        kind,
        radius: 10 ** random.between(-3, -1.5),
        length: random.between(0.05, 0.4),
      });
      const [a, b] = [shape(), shape()];
      const angle = random.between(0.1, 3);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // The axes lie in one plane and cross inside of both.
      const [x, y] = [a, b].map(({ length }) => random.between(-0.49, 0.49) * length);
      const pose = Float64Array.from([1, 0, 0, 0, c, -s, 0, s, c, 0, s * y, x - c * y]);
      if (shapeDistance(a, b, pose).status !== 'colliding') unresolved++;
    }
    expect(unresolved).toBe(0);
  });
});

/**
 * Closest features of random polyhedra of all proportions, sizes and places, apart, overlapping, and moved into
 * contact by brute force: every claim of all algorithms is judged. Pairs are kept over placements, so walks
 * begin anywhere.
 */
import { describe, expect, it } from 'vitest';
import { poseFromQuaternion, Random } from '../../src/math/index.ts';
import { APART, COLLIDING } from '../../src/proximity/convex/workspace.ts';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
} from '../../src/proximity/features/algorithms.ts';
import { FeatureWorkspace } from '../../src/proximity/features/tracked.ts';
import { randomPoints, randomPose } from '../helpers/proximity/convex/oracle.ts';
import {
  type Body,
  bodyOf,
  boxPoints,
  judged,
  trackedPair,
  truthOf,
} from '../helpers/proximity/features/judge.ts';

const NAMES = Object.keys(FEATURE_ALGORITHMS) as FeatureAlgorithmName[];
const TIMEOUT_MS = 300_000;

/** Boxes, lattices, needles, sheets and balls, from a millimetre to a kilometre, some far from their origin. */
function anyBody(random: Random): Body {
  const size = 10 ** random.between(-3, 3);
  const squeeze = [0, 1, 2].map((k) => (k === 2 ? 1 : [1, 1e-3, 1e-6][random.below(3)]));
  const points = randomPoints(random, 5 + random.below(12), size).map((x, i) => x * squeeze[i % 3]);
  switch (random.below(6)) {
    case 0:
      return bodyOf(
        boxPoints(
          ...([1, 2, 3].map(() => size * random.between(0.1, 1)) as [number, number, number]),
        ),
      );
    case 1:
      return bodyOf(randomPoints(random, 20).map((x) => (Math.round(4 * x) * size) / 4));
    case 2:
      return bodyOf(points.map((x) => x + 1e3 * size));
    default:
      return bodyOf(points);
  }
}

function extent({ polyhedron: { positions } }: Body): number {
  const along = [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k));
  return Math.max(...along.map((x) => Math.max(...x) - Math.min(...x)));
}

/** B's centre at A's, moved by d. */
function placeBy(pose: Float64Array, a: Body, b: Body, d: readonly number[]): void {
  const [p, q] = [a.polyhedron.table.centre, b.polyhedron.table.centre];
  for (let k = 0; k < 3; k++) {
    const turned = pose[3 * k] * q[0] + pose[3 * k + 1] * q[1] + pose[3 * k + 2] * q[2];
    pose[9 + k] = p[k] - turned + d[k];
  }
}

describe('closest features', () => {
  const ws = new FeatureWorkspace();
  ws.needed = Number.POSITIVE_INFINITY;

  it.each([
    ['anywhere', 500, 7000],
    ['in contact', 60, 8000],
  ])(
    '%s, %d pairs from seed %d',
    (where, count, first) => {
      const seen = [0, 0, 0];
      const fell: Record<string, number> = { 'v-clip': 0, 'lin-canny': 0 };
      let asked = 0;
      for (let seed = first; seed < first + count; seed++) {
        const random = new Random(seed);
        const [a, b] = [anyBody(random), anyBody(random)];
        // Brute force sees nothing in flat bodies that something pierces.
        if (a.hull.dimension < 3 || b.hull.dimension < 3) continue;
        const size = extent(a) + extent(b);
        const pairs = NAMES.map(() => trackedPair(a, b));
        for (let k = 0; k < 4; k++) {
          const pose =
            random.below(3) === 0 ? poseFromQuaternion(0, 0, 0, 1) : randomPose(random, 0);
          const d = [0, 1, 2].map(() => size * random.between(-1, 1));
          const along = (t: number) =>
            placeBy(
              pose,
              a,
              b,
              d.map((x) => t * x),
            );
          let at = 1;
          if (where === 'in contact') {
            let low = 0;
            let high = 8;
            for (let i = 0; i < 45; i++) {
              along(0.5 * (low + high));
              if (truthOf(a, b, pose).gap > 0) high = 0.5 * (low + high);
              else low = 0.5 * (low + high);
            }
            at = high + [1e-15, 1e-12, 1e-8, -1e-12, -1e-8, 0][random.below(6)];
          }
          along(at);
          const truth = truthOf(a, b, pose);
          NAMES.forEach((name, i) => {
            asked++;
            const status = judged(name, pairs[i], [a, b], pose, ws, truth);
            seen[status]++;
            if (ws.result.fellBack && status === APART) fell[name]++;
          });
        }
      }
      expect(asked).toBeGreaterThan(count * 10);
      expect(seen[APART]).toBeGreaterThan(asked / 10);
      expect(seen[COLLIDING]).toBeGreaterThan(asked / 100);
      // Walks settle what is apart by themselves, but for some contacts.
      const most = where === 'in contact' ? asked / 100 : 0;
      expect(fell['v-clip']).toBeLessThanOrEqual(most);
      expect(fell['lin-canny']).toBeLessThanOrEqual(most);
    },
    TIMEOUT_MS,
  );
});

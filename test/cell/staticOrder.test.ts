import { afterEach, describe, expect, it, vi } from 'vitest';
import { PairQuery, StaticChecker, sampleInto } from '../../src/cell/index.ts';
import { bumpyBall } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const link = '<mesh filename="link.stl"/>';
const balls = Array.from(
  { length: 12 },
  (_, k) =>
    `  - {name: ball${k}, shape: {mesh: ball.stl}, pose: {xyz: [${2.2 * Math.cos(k)}, ${2.2 * Math.sin(k)}, 0]}}`,
);
const cell = cellFrom(
  `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n${balls.join('\n')}\n`,
  {
    'arm.urdf': armUrdf('arm', [1, 1, 1], link),
    'link.stl': bumpyBall(0.2, 0.3, 8, new Random(1)),
    'ball.stl': bumpyBall(0.5, 0.4, 8, new Random(2)),
  },
);

/** Random configurations, most of which collide. */
function configurations(count: number): Float64Array[] {
  const random = new Random(21);
  return Array.from({ length: count }, () => {
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, random, q);
    return q;
  });
}

describe('the order in which a static check looks at pairs (seed 21)', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('what collided before comes first: fewer pairs are asked, with the same verdicts', () => {
    const qs = configurations(300);
    const asked = vi.spyOn(PairQuery.prototype, 'settle');
    const count = (forgetful: boolean) => {
      const checker = new StaticChecker(cell);
      asked.mockClear();
      const verdicts = qs.map((q) => {
        if (forgetful) checker.forget();
        return checker.firstCollision(q) >= 0;
      });
      return { verdicts, calls: asked.mock.calls.length };
    };
    const learned = count(false);
    const plain = count(true);
    expect(learned.verdicts).toEqual(plain.verdicts);
    expect(plain.verdicts.filter(Boolean).length).toBeGreaterThan(50);
    expect(learned.calls).toBeLessThan(0.75 * plain.calls);
  });

  it('whoever forgets finds the same pair again', () => {
    const qs = configurations(60);
    const checker = new StaticChecker(cell);
    const first = qs.map((q) => {
      checker.forget();
      return checker.firstCollision(q);
    });
    const again = qs.toReversed().map((q) => {
      checker.forget();
      return checker.firstCollision(q);
    });
    expect(again.toReversed()).toEqual(first);
  });
});

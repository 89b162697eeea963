import { afterEach, describe, expect, it, vi } from 'vitest';
import { PairQuery, StaticChecker, sampleInto } from '../../src/cell/index.ts';
import { PairBalls } from '../../src/cell/pairBalls.ts';
import { PieceSurfaces } from '../../src/cell/pieceSurfaces.ts';
import { bumpyBall } from '../../src/geometry/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
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

const slabs = cellFrom(
  `surepath: 1\nrobots: [{urdf: arm.urdf, padding: {link2: 0.01}}]\nobstacles:\n${balls.map((text, k) => text.replace('mesh: ball.stl', k % 2 ? 'box: [1, 0.1, 0.2]' : 'cylinder: {radius: 0.05, length: 1}')).join('\n')}\n`,
  { 'arm.urdf': armUrdf('arm', [1, 1, 1]) },
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

  it('where a pair collided, a contact is looked for before a proof of the opposite', () => {
    const qs = configurations(300);
    const proofs = vi.spyOn(PieceSurfaces.prototype, 'patchesApart');
    const looks = vi.spyOn(PieceSurfaces.prototype, 'meet');
    const count = (forgetful: boolean) => {
      const checker = new StaticChecker(cell);
      proofs.mockClear();
      looks.mockClear();
      const verdicts = qs.map((q) => {
        if (forgetful) checker.forget();
        return checker.firstCollision(q) >= 0;
      });
      return { verdicts, proofs: proofs.mock.calls.length, looks: looks.mock.calls.length };
    };
    const learned = count(false);
    const plain = count(true);
    expect(learned.verdicts).toEqual(plain.verdicts);
    expect(plain.looks).toBe(0);
    expect(learned.looks).toBeGreaterThan(200);
    expect(10 * learned.proofs).toBeLessThan(plain.proofs);
  });

  it('boxes show pairs apart that balls do not, and none that is not (seed 21)', () => {
    const kinematics = new Kinematics(slabs.tree);
    const balls = new PairBalls(slabs, kinematics);
    const query = new PairQuery();
    const pose = new Float64Array(12);
    let byBalls = 0;
    let byBoxes = 0;
    for (const q of configurations(40)) {
      kinematics.setConfiguration(q);
      balls.place();
      slabs.tested.forEach((pair, i) => {
        const [a, b] = [slabs.bodies[pair.a], slabs.bodies[pair.b]];
        kinematics.relativePoseInto(a.frame, b.frame, pose, 0);
        query.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);
        const distance = query.upper - a.padding - b.padding;
        const ballGap = Math.sqrt(balls.centreDistance2(i)) - balls.radii[i];
        for (const beyond of [0, 0.5 * distance, distance * (1 - 1e-9), distance, 1.5 * distance]) {
          const apart = balls.isApart(i, beyond);
          if (apart) expect(distance).toBeGreaterThan(beyond);
          if (ballGap > beyond) byBalls++;
          if (apart) byBoxes++;
        }
      });
    }
    expect(byBalls).toBeGreaterThan(100);
    expect(byBoxes).toBeGreaterThan(1.3 * byBalls);
  });

  it.each([
    ['meshes', cell],
    ['primitives, one with padding', slabs],
  ])('who asks whether a pair collides is told what the distance says: %s', (_, asked) => {
    const checker = new StaticChecker(asked);
    const other = new StaticChecker(asked);
    let count = 0;
    for (const q of configurations(200)) {
      const { colliding } = other.check(q);
      expect(checker.collides(q)).toBe(colliding);
      if (colliding) count++;
    }
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThan(180);
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

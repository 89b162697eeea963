/** The first look of a static check in WebAssembly: poses, balls, pairs that are left and what is found, as TypeScript has them to the bit. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askAbout, type Cell, PairQuery, StaticChecker, sampleInto } from '../../src/cell/index.ts';
import { PairBalls } from '../../src/cell/pairBalls.ts';
import { bumpyBall } from '../../src/geometry/index.ts';
import { kernel, kernelFloats, withKernel } from '../../src/kernel/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { type CellOptions, randomCell } from '../helpers/check/ladderCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const at = (k: number) => `pose: {xyz: [${2.2 * Math.cos(k)}, ${2.2 * Math.sin(k)}, ${0.1 * k}]}`;
const SHAPES = ['mesh: ball.stl', 'box: [1, 0.1, 0.2]', 'cylinder: {radius: 0.05, length: 1}'];
const obstacles = Array.from(
  { length: 12 },
  (_, k) => `  - {name: thing${k}, shape: {${SHAPES[k % 3]}}, ${at(k)}}`,
);
const files = {
  'arm.urdf': armUrdf('arm', [1, 1, 1], '<mesh filename="link.stl"/>'),
  'link.stl': bumpyBall(0.2, 0.3, 8, new Random(1)),
  'ball.stl': bumpyBall(0.3, 0.4, 8, new Random(2)),
};
const robots = 'robots: [{urdf: arm.urdf, padding: {link2: 0.01}}]';
const cell = cellFrom(`surepath: 1\n${robots}\nobstacles:\n${obstacles.join('\n')}\n`, files);
const floored = cellFrom(
  `surepath: 1\n${robots}\nclearance: {default: 0.02}\nobstacles:\n  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -0.5}}}\n${obstacles.slice(0, 4).join('\n')}\n`,
  files,
);

function configurations(of: Cell, count: number): Float64Array[] {
  const random = new Random(22);
  return Array.from({ length: count }, () => {
    const q = new Float64Array(of.tree.dofs.length);
    sampleInto(of, random, q);
    return q;
  });
}

/** The question about these configurations: bases that move anywhere have no box of their own. */
function prepared(of: Cell): Cell {
  return askAbout(of, configurations(of, 60)).cell;
}

const bits = (array: Float64Array) => new BigUint64Array(array.slice().buffer).join(' ');

describe.runIf(kernel() !== null)(
  'the first look of a static check in WebAssembly (seed 22)',
  () => {
    afterEach(() => {
      vi.restoreAllMocks();
    });

    const random = new Random(23);
    const joints = [
      { baseJoint: 'planar', kinds: ['revolute', 'prismatic', 'continuous'], links: 4 },
      { baseJoint: 'floating', links: 5, laws: 1e-3 },
      { baseJoint: 'fixed', links: 6, pieces: 2, chain: false },
    ] satisfies CellOptions[];
    const [planar, floating, branching] = joints.map((options) =>
      prepared(randomCell(random, { ...options, obstacles: 6 })),
    );
    for (const [name, one] of Object.entries({ cell, floored, planar, floating, branching })) {
      it(`leaves the same pairs, at the same poses: ${name}`, () => {
        const kinematics = new Kinematics(one.tree, kernelFloats);
        const balls = new PairBalls(one, kinematics);
        const plainKinematics = new Kinematics(one.tree);
        const plain = new PairBalls(one, plainKinematics);
        const pairs = balls.order.length;
        for (let k = 0; k < pairs; k++) balls.order[k] = pairs - 1 - k;
        let left = 0;
        for (const q of configurations(one, 60)) {
          kinematics.setConfiguration(q);
          balls.place();
          withKernel(false, () => {
            plainKinematics.setConfiguration(q);
            plain.place();
            expect(plain.sift(false, 0)).toBe(-1);
          });
          expect(bits(kinematics.poses)).toBe(bits(plainKinematics.poses));
          for (const [asked, beyond] of [
            [false, 0],
            [true, 0],
            [true, 0.3],
          ] as const) {
            const count = balls.sift(asked, beyond);
            expect(count).toBeGreaterThanOrEqual(0);
            const places = Array.from({ length: pairs }, (_, k) => k);
            const expected = places.filter((k) => {
              const i = balls.order[k];
              expect(balls.centreDistance2(i)).toBe(plain.centreDistance2(i));
              return !plain.isApart(i, asked ? plain.margins[i] + beyond : 0);
            });
            expect(Array.from(balls.left.subarray(0, count))).toEqual(expected);
            left += count;
          }
        }
        // Both kinds are among them.
        expect(left).toBeGreaterThan(60);
        expect(left).toBeLessThan(0.7 * 3 * 60 * pairs);
      });

      it(`finds the same pairs, asks as little, and measures the same: ${name}`, () => {
        const settled = vi.spyOn(PairQuery.prototype, 'settle');
        const answers = (fast: boolean) => {
          const found: unknown[] = [];
          settled.mockClear();
          withKernel(fast, () => {
            const checker = new StaticChecker(one);
            for (const q of configurations(one, 60)) {
              found.push(checker.firstCollision(q), checker.keepsClearance(q, 0, 0.01));
              const { closest } = checker.check(q);
              found.push(closest?.lower, closest?.distance, ...(closest?.points?.map(bits) ?? []));
            }
          });
          return { found, calls: settled.mock.calls.length };
        };
        expect(answers(true)).toEqual(answers(false));
      });
    }

    it('asks about no pair one by one that it sifts', () => {
      const checker = new StaticChecker(cell);
      const [q] = configurations(cell, 60).filter((each) => checker.firstCollision(each) < 0);
      const asked = vi.spyOn(PairBalls.prototype, 'isApart');
      checker.firstCollision(q);
      // The one that collided last, before all others.
      expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
      withKernel(false, () => checker.firstCollision(q));
      expect(asked.mock.calls.length).toBeGreaterThanOrEqual(cell.tested.length);
    });

    it('leaves angles that are too large to TypeScript', () => {
      const kinematics = new Kinematics(cell.tree, kernelFloats);
      const balls = new PairBalls(cell, kinematics);
      const plainKinematics = new Kinematics(cell.tree);
      const plain = new PairBalls(cell, plainKinematics);
      const q = new Float64Array(cell.tree.dofs.length).fill(3e6);
      kinematics.setConfiguration(q);
      balls.place();
      plainKinematics.setConfiguration(q);
      withKernel(false, () => plain.place());
      for (let i = 0; i < balls.count; i++) {
        expect(balls.centreDistance2(i)).toBe(plain.centreDistance2(i));
      }
    });
  },
);

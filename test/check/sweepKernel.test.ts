/** The first look in WebAssembly gives what TypeScript gives, to the bit, whatever moves; checks answer the same both ways. */
import { describe, expect, it, vi } from 'vitest';
import { askAbout, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { COVERED, coverQuestion, PARTLY } from '../../src/check/cover/coverQuestion.ts';
import type { ChainJoints } from '../../src/check/cover/derivativeBounds.ts';
import { MovingCell } from '../../src/check/cover/movingCell.ts';
import type { MovingUnits } from '../../src/check/cover/movingUnits.ts';
import { RatesKernel } from '../../src/check/cover/ratesKernel.ts';
import { BY_BALLS, SweepKernel } from '../../src/check/cover/sweepKernel.ts';
import { Ladder } from '../../src/check/ladder/ladder.ts';
import { kernel, withKernel } from '../../src/kernel/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { segmentsOf } from '../helpers/check/adaptiveCells.ts';
import { armAmongPosts } from '../helpers/check/armAmongPosts.ts';
import { OPTIONS } from '../helpers/check/coverCells.ts';
import { type CellOptions, randomCell } from '../helpers/check/ladderCells.ts';
import { type AnyMotion, MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { crowded } from '../helpers/check/plainCrowd.ts';

const ALL: readonly CellOptions[] = [
  ...OPTIONS,
  { baseJoint: 'fixed', links: 6, laws: 0 },
  { baseJoint: 'floating', links: 5, laws: 1e-3 },
];

interface Looked {
  readonly moving: MovingCell;
  readonly inside: MovingUnits;
}

function look(cell: Cell, segment: AnyMotion): Looked {
  const near = cell.crowd ? { crowd: cell.crowd } : null;
  const moving = new MovingCell(cell, cell.tested, { near, bundles: true });
  moving.begin(segment);
  return { moving, inside: (moving as unknown as { moving: MovingUnits }).moving };
}

/** All numbers that a first look leaves. */
function numbersAt({ moving, inside }: Looked, t: number, half: number): number[] {
  moving.enter(t, half);
  const count = moving.cover.sift();
  const left = Array.from(moving.cover.sifted.subarray(0, count));
  const { kinematics, motions, centres, swept } = inside;
  const out = [...left, count];
  for (let f = 0; f < kinematics.tree.frameCount; f++) {
    const p = kinematics.poseOf(f);
    out.push(...kinematics.poses.subarray(p, p + 12), ...kinematics.locals.subarray(p, p + 12));
  }
  for (let e = 0; e < motions.count; e++) {
    const o = motions.at(e);
    out.push(...motions.numbers.subarray(o, o + 12));
  }
  out.push(...centres.at.subarray(0, swept.along.length), ...swept.moves);
  out.push(...swept.along, ...swept.rest);
  return out;
}

const wanted = kernel() !== null;

describe.runIf(wanted)('the first look', () => {
  it('is the same to the bit for all joints, laws, bases and crowds, seed 11', () => {
    const random = new Random(11);
    const seen = { numbers: 0, left: 0, members: 0, laws: 0 };
    for (const options of ALL) {
      for (const kind of MOTION_KINDS) {
        const listed = randomCell(random, { ...options, obstacles: 3 });
        const segment = randomMotion(listed.tree, random, kind, 2);
        const { cell: asked } = askAbout(listed, [segment]);
        for (const cell of [asked, crowded(asked)]) {
          const looked = look(cell, segment);
          expect(looked.inside.kernel).not.toBe(null);
          for (let k = 0; k < 6; k++) {
            const half = 0.5 ** (1 + random.below(6));
            const t = random.between(half, 1 - half) - 1e-3;
            let plain: number[] = [];
            withKernel(false, () => {
              plain = numbersAt(looked, t, half);
              // Elsewhere in between: nothing that was computed here is left to be found.
              numbersAt(looked, 1 - t, half);
            });
            const fast = numbersAt(looked, t, half);
            expect(fast.length).toBe(plain.length);
            expect(fast.findIndex((x, i) => !Object.is(x, plain[i]))).toBe(-1);
            expect(looked.inside.kernel!.move()).toBe(true);
            seen.numbers += fast.length;
            seen.left += looked.moving.cover.sift();
            seen.members += looked.inside.near?.count ?? 0;
          }
          if (cell.tree.laws !== null) seen.laws++;
        }
      }
    }
    expect(seen.numbers).toBeGreaterThan(50_000);
    expect(seen.left).toBeGreaterThan(500);
    expect(seen.members).toBeGreaterThan(20);
    expect(seen.laws).toBeGreaterThan(1);
  });

  it('compares balls with boxes that stand still as what they are', () => {
    const random = new Random(15);
    const flat = { kind: 'box', half: [0.6, 0.6, 0.01] } as const;
    const listed = randomCell(random, {
      kinds: ['revolute'],
      links: 4,
      obstacles: 6,
      obstacle: flat,
    });
    const segment = randomMotion(listed.tree, random, 'straight', 2);
    const looked = look(askAbout(listed, [segment]).cell, segment);
    const { units } = looked.inside;
    const isBox = (u: number) => units.stillBoxes.of[units.pieceB[u]] >= 0;
    let [apart, boxes] = [0, 0];
    for (let t = 0.1; t < 1; t += 0.1) {
      let plain: number[] = [];
      withKernel(false, () => {
        plain = numbersAt(looked, t, 0.05);
      });
      const fast = numbersAt(looked, t, 0.05);
      expect(fast.findIndex((x, i) => !Object.is(x, plain[i]))).toBe(-1);
      const left = looked.moving.cover.sifted.subarray(0, looked.moving.cover.sift()).filter(isBox);
      boxes += Array.from({ length: units.easyCount }, (_, u) => u).filter(isBox).length;
      apart += left.length;
    }
    expect(boxes).toBeGreaterThan(50);
    expect(apart).toBeLessThan(0.8 * boxes);
  });

  it('leaves angles beyond a million to TypeScript', () => {
    const random = new Random(12);
    const listed = randomCell(random, { kinds: ['continuous'], links: 3, mimics: false });
    for (const far of [2e6, -2e6, 1e6]) {
      const from = new Float64Array(listed.tree.dofs.length).fill(far);
      const segment = new StraightSegment(
        listed.tree,
        from,
        from.map((x) => x + 1),
      );
      const looked = look(askAbout(listed, [segment]).cell, segment);
      const fast = numbersAt(looked, 0.5, 0.25);
      let plain: number[] = [];
      withKernel(false, () => {
        plain = numbersAt(looked, 0.5, 0.25);
      });
      expect(fast.findIndex((x, i) => !Object.is(x, plain[i]))).toBe(-1);
      looked.moving.enter(0.5, 0.25);
      expect(looked.inside.kernel!.move()).toBe(Math.abs(far) < 2 ** 20);
    }
  });
});

describe.runIf(wanted)('questions about whole pieces', () => {
  it('have the same answers, and good ones about hulls are found in WebAssembly, seed 14', () => {
    const random = new Random(14);
    const seen = { asked: 0, covered: 0, partly: 0, inside: 0 };
    for (const options of ALL) {
      const listed = randomCell(random, { ...options, obstacles: 4 });
      const segment = randomMotion(listed.tree, random, 'straight', 6);
      const { cell } = askAbout(listed, [segment]);
      const [fast, plain] = [look(cell, segment), look(cell, segment)];
      const ways = vi.spyOn(fast.inside.kernel!, 'ask');
      for (let k = 0; k < 3; k++) {
        const half = 0.5 ** (1 + random.below(4));
        const t = random.between(half, 1 - half);
        fast.moving.enter(t, half);
        plain.moving.enter(t, half);
        const { pieces, pieceA, pieceB, listedCount } = fast.moving.units;
        let hard = listedCount;
        let previous = -1;
        for (let n = 0; n < (listedCount > 0 ? 60 : 0); n++) {
          // One that needed better bounds again and again, with others in between.
          const unit = n % 2 === 1 && hard < listedCount ? hard : random.below(listedCount);
          const question = coverQuestion();
          question.unit = unit;
          question.before = half * random.between(0, 1);
          question.after = half * random.between(0, 1);
          question.patchA = pieces[pieceA[unit]].patches.whole;
          question.patchB = pieces[pieceB[unit]].patches.whole;
          const balls = n % 4 < 2;
          const before = ways.mock.calls.length;
          const one = fast.moving.cover.askWhole(question, balls);
          // Bounds around the configuration are forgotten where another unit was asked about in between.
          if (unit !== previous) expect(ways.mock.calls.length).toBe(before + 1);
          previous = unit;
          withKernel(false, () => {
            const other = plain.moving.cover.askWhole(question, balls);
            expect([one.status, one.before, one.after]).toEqual([
              other.status,
              other.before,
              other.after,
            ]);
            if (one.status !== COVERED) {
              expect([one.room, ...one.directions]).toEqual([other.room, ...other.directions]);
            }
          });
          seen.asked++;
          if (one.status === COVERED) seen.covered++;
          if (one.status === PARTLY) {
            seen.partly++;
            hard = unit;
          }
        }
        expect(fast.moving.cover.gjkCalls).toBe(plain.moving.cover.gjkCalls);
      }
      seen.inside += ways.mock.results.filter(({ value }) => value <= BY_BALLS).length;
    }
    expect(seen.covered).toBeGreaterThan(300);
    expect(seen.partly).toBeGreaterThan(50);
    expect(seen.inside).toBeGreaterThan(0.2 * seen.covered);
  });
});

describe.runIf(wanted)('checks', () => {
  it('answer the same with kernels and without, counts and all, seed 13', () => {
    const random = new Random(13);
    const verdicts: string[] = [];
    for (const options of ALL) {
      const listed = randomCell(random, { ...options, obstacles: 4 });
      for (const kind of MOTION_KINDS) {
        const segment = randomMotion(listed.tree, random, kind, 2);
        const { cell } = askAbout(listed, [segment]);
        for (const asked of [cell, crowded(cell)]) {
          const fast = new Ladder(asked).check({ segment, budget: 2000 });
          withKernel(false, () => {
            const plain = new Ladder(asked).check({ segment, budget: 2000 });
            expect(fast.stats).toEqual(plain.stats);
            expect(fast.verdict).toBe(plain.verdict);
            expect(fast.witness?.t).toBe(plain.witness?.t);
            expect(fast.witness?.finding.distance).toBe(plain.witness?.finding.distance);
            expect(fast.open).toEqual(plain.open);
          });
          verdicts.push(fast.verdict);
        }
      }
    }
    for (const verdict of ['free', 'colliding']) expect(verdicts).toContain(verdict);
  });

  it('answer the same one after the other; hulls that stay apart are passed by at once, seed 16', () => {
    const cell = armAmongPosts('{box: [0.04, 0.04, 0.3]}');
    const segments = segmentsOf(new StaticChecker(cell), 16, 40, [1, 3]);
    const [fast, plain] = [new Ladder(cell), new Ladder(cell)];
    const { kernel: used } = (fast as unknown as { moving: { moving: MovingUnits } }).moving.moving;
    const pass = vi.spyOn(used!, 'pass');
    const ask = vi.spyOn(used!, 'ask');
    const seen = { passed: 0, gjkCalls: 0 };
    pass.mockImplementation((...asked) => {
      const next: number = SweepKernel.prototype.pass.apply(used, asked);
      seen.passed += used!.passedByHulls;
      return next;
    });
    for (const segment of segments) {
      const one = fast.check({ segment });
      seen.gjkCalls += one.stats.gjkCalls;
      withKernel(false, () => {
        const other = plain.check({ segment });
        expect(one.stats).toEqual(other.stats);
        expect(one.verdict).toBe(other.verdict);
        expect(one.witness?.t).toBe(other.witness?.t);
        expect(one.witness?.pair).toBe(other.witness?.pair);
        expect(one.open).toEqual(other.open);
      });
    }
    // Of 235 questions about hulls; each that it stops at is asked about once.
    expect(seen.passed).toBeGreaterThan(50);
    expect(ask.mock.calls.length + seen.passed).toBeLessThan(1.1 * seen.gjkCalls);
  });
});

describe.runIf(wanted)('bounds over the box', () => {
  it('are the same to the bit, of straight motions in WebAssembly, seed 17', () => {
    const random = new Random(17);
    let inside = 0;
    for (const options of ALL) {
      const listed = randomCell(random, { ...options, obstacles: 2 });
      const set = vi.spyOn(RatesKernel.prototype, 'set');
      for (let k = 0; k < 4; k++) {
        const segment = randomMotion(listed.tree, random, 'straight', 2);
        const { moving } = look(askAbout(listed, [segment]).cell, segment);
        const numbers = () => {
          moving.begin(segment);
          const { overBox, slack } = moving.bounds;
          const { joints } = moving.bounds as unknown as { joints: ChainJoints };
          const { speed, acceleration, accelerationAlong, jerkAlong } = overBox;
          const arrays = [speed, acceleration, accelerationAlong, jerkAlong];
          arrays.push(joints.rate, joints.reach);
          return [...arrays.flatMap((array) => [...array]), slack.velocity, slack.acceleration];
        };
        const fast = numbers();
        let plain: number[] = [];
        withKernel(false, () => {
          const { from } = segment;
          moving.begin(new StraightSegment(listed.tree, from, from));
          plain = numbers();
        });
        expect(fast.findIndex((x, i) => !Object.is(x, plain[i]))).toBe(-1);
        expect(fast.length).toBeGreaterThan(20);
      }
      inside += set.mock.results.filter(({ value }) => value === true).length;
      set.mockRestore();
    }
    expect(inside).toBeGreaterThan(20);
  });
});

/**
 * What a verifier has taken up before changes nothing: provers and glances that went through other segments say of the next one
 * what new ones say, to the bit. And what is summed up once for a frame is what the terms above each body say one by one.
 */
import { describe, expect, it } from 'vitest';
import { buildKinematics } from '../../src/kinematics/index.ts';
import { Random, U } from '../../src/math/index.ts';
import { PolynomialSegment, type Segment, StraightSegment } from '../../src/motion/index.ts';
import { Glances } from '../../src/verifier/glances.ts';
import { Motion } from '../../src/verifier/motion.ts';
import type { Mover } from '../../src/verifier/mover.ts';
import { SlabProver } from '../../src/verifier/slab.ts';
import { anywhere, nearby, SORTS } from '../helpers/certificate/cells.ts';
import { randomCoefficients } from '../helpers/certificate/curves.ts';
import { KINDS, proverScene } from '../helpers/certificate/proverScenes.ts';
import { KINDS as JOINTS } from '../helpers/certificate/settings.ts';
import { placed, randomRobot } from '../helpers/oracles/robots.ts';

type Tree = ConstructorParameters<typeof Motion>[0];

/** Straight or not; some joints stand still on it, at times all of them. */
function randomSegment(tree: Tree, random: Random): Segment {
  const from = anywhere(tree, random);
  const to = nearby(tree, from, random.between(0.1, 1), random);
  const still = random.unit() < 0.2 ? 1 : 0.4;
  tree.dofs.forEach(({ unit }, d) => {
    if (unit !== 'quaternion' && random.unit() < still) to[d] = from[d];
  });
  if (random.unit() < 0.5) return new StraightSegment(tree, from, to);
  const coefficients = randomCoefficients(tree, from, to, 0.5, random);
  tree.dofs.forEach(({ unit }, d) => {
    if (unit !== 'quaternion' && to[d] === from[d]) coefficients.fill(0, 6 * d + 1, 6 * d + 6);
  });
  return new PolynomialSegment(tree, coefficients);
}

const TURNS = 3;

describe('after other segments', () => {
  it('frames are where they are in one that is new, and move like that (seed 21)', () => {
    const random = new Random(21);
    for (let round = 0; round < 40; round++) {
      const robot = randomRobot(random, { links: 2 + random.below(6), kinds: JOINTS });
      const baseJoint = (['fixed', 'planar', 'floating'] as const)[round % 3];
      const tree = buildKinematics([placed(robot, { baseJoint })]);
      const used = new Motion(tree);
      for (let turn = 0; turn < TURNS; turn++) {
        const segment = randomSegment(tree, random);
        const fresh = new Motion(tree);
        const t = random.unit();
        const of = (motion: Motion) => {
          motion.begin(segment);
          motion.place(t);
          const { poses, twist, axis, vector, above, rate, most, doubt, doubtMore, vague } = motion;
          const { bending, bent, acceleration, jerk, uniform } = motion;
          return [
            ...[poses, twist, bending, axis, vector, above, rate, most, doubt, doubtMore, vague],
            ...(uniform ? [] : [bent, acceleration, jerk]),
          ].map((numbers) => numbers.slice());
        };
        expect(of(used)).toEqual(of(fresh));
      }
    }
  });

  it.each(KINDS)('bounds and glances are those of new ones, from a %s one on (seed 22)', (kind) => {
    const random = new Random(22);
    let cleared = 0;
    for (const sort of Object.keys(SORTS)) {
      const { cell, segment, prover } = proverScene(sort, kind, random);
      const { bodies, tree, tolerances } = cell;
      const wide = new Float64Array(tree.dofs.length).fill(4);
      const settings = {
        ...{ tree, tolerances, bodies: bodiesOf(prover) },
        box: { lower: wide.map((x) => -x), upper: wide },
        errors: new Float64Array(wide.length).fill(2 ** 10 * U),
      };
      const made = () => {
        const own = new SlabProver(settings);
        const proofs = bodies.flatMap((_, b) =>
          Array.from({ length: b }, (_, a) => own.pair({ a, b, clearance: 0, tracking: 0 })),
        );
        return { prover: own, proofs, glances: new Glances(own, proofs) };
      };
      type Scene = ReturnType<typeof made>;
      const looks = Array.from({ length: TURNS }, () => [random.unit(), random.unit() ** 2]);
      const seen = ({ prover: own, proofs, glances }: Scene, next: Segment) => {
        own.begin(next);
        glances.begin(looks.length);
        looks.forEach(([t, half], g) => {
          own.goTo(t);
          glances.look(g, Math.max(0, t - half), Math.min(1, t + half));
        });
        const boxes = proofs.map((_, k) => {
          const found: number[] = [];
          glances.addTo(found, k);
          cleared += found.length;
          return found;
        });
        const bounds = bodies.map((_, i) => {
          const { sums, first, second, still } = own.mover(i);
          return [...sums, first, second, still];
        });
        return { boxes, bounds, open: glances.nextOpen(0) };
      };
      const used = made();
      for (const next of [segment, ...looks.map(() => randomSegment(tree, random))]) {
        expect(seen(used, next)).toEqual(seen(made(), next));
      }
    }
    expect(cleared).toBeGreaterThan(1000);
  });
});

const bodiesOf = (prover: SlabProver) =>
  (prover as unknown as { readonly bodies: ConstructorParameters<typeof SlabProver>[0]['bodies'] })
    .bodies;

describe('what is summed up once for all bodies of a frame', () => {
  /** docs/certificate-motion.md, "What computed numbers may be off by", term by term. */
  function errorsOf(motion: Motion, { chain, turn, span, place, size }: Mover): number[] {
    const { turns, rate, acceleration, doubt, doubtMore, uniform } = motion;
    const sum = (of: Float64Array, kind: number) =>
      [...chain].filter((k) => turns[k] === kind).reduce((total, k) => total + of[k], 0);
    const rounding = (64 + 8 * chain.length) * U;
    const [turning, sliding] = [sum(rate, 1), sum(rate, 0)];
    const doubts = sum(doubt, 1);
    const speed = turning * span + sliding;
    const first =
      8 * turn * speed +
      8 * turning * place +
      2 * (doubts * span + sum(doubt, 0)) +
      rounding * (turning * size + sliding);
    const second = 4 * turning * first + 4 * doubts * speed;
    if (uniform) return [first, second];
    const [more, slides] = [sum(acceleration, 1), sum(acceleration, 0)];
    return [
      first,
      second +
        8 * turn * (more * span + slides) +
        8 * more * place +
        2 * (sum(doubtMore, 1) * span + sum(doubtMore, 0)) +
        rounding * (more * size + slides),
    ];
  }

  it.each(KINDS)('is what each says by itself, on a %s segment (seed 23)', (kind) => {
    const random = new Random(23);
    let compared = 0;
    for (const sort of Object.keys(SORTS)) {
      const { cell, segment, prover } = proverScene(sort, kind, random);
      const others = Array.from({ length: TURNS }, () => randomSegment(cell.tree, random));
      for (const next of [segment, ...others]) {
        prover.begin(next);
        cell.bodies.forEach((_, i) => {
          const mover = prover.mover(i);
          const { chain } = mover;
          const moves = [...chain].map((k) => prover.motion.most[k] !== 0);
          const [first, second] = errorsOf(prover.motion, mover);
          // Where the last of those that move is; nothing is off where none does.
          expect(mover.still).toBe(moves.lastIndexOf(true) + 1);
          if (!moves.includes(true)) expect([mover.first, mover.second]).toEqual([0, 0]);
          else {
            expect(Math.abs(mover.first - first)).toBeLessThanOrEqual(1e-12 * first);
            expect(Math.abs(mover.second - second)).toBeLessThanOrEqual(1e-12 * second);
            compared++;
          }
        });
      }
    }
    expect(compared).toBeGreaterThan(80);
  });
});

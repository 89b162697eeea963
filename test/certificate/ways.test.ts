/**
 * How far the points of a body go, at a glance, against where they are in the tests' own kinematics: never farther than is said,
 * and almost as far for short times.
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { Glances } from '../../src/verifier/glances.ts';
import type { Mover } from '../../src/verifier/mover.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import {
  applied,
  plainPoses,
  plainValues,
  pointsOf,
  seenFrom,
} from '../helpers/certificate/plain.ts';
import { KINDS, proverScene } from '../helpers/certificate/proverScenes.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

/** What of glances is their own. */
interface Inside {
  readonly seen: Float64Array;
  readonly way: Float64Array;
  long: number;
  findWay(mover: Mover, from: number, ancestor: number, o: number): void;
}

const LOOKS = 25;
const POINTS = 12;
/** Of what is measured, in doubles of other formulas. */
const ROUNDING = 1e-9;

describe.each(KINDS)('ways at a glance, on a %s segment', (kind) => {
  const shares: number[] = [];

  it.each(Object.keys(SORTS).map((sort, i) => [sort, i] as const))(
    'are no shorter than points go: %s (seed %i)',
    (sort, seed) => {
      const random = new Random(500 + seed);
      for (let round = 0; round < 4; round++) {
        const { cell, segment, prover } = proverScene(sort, kind, random);
        const { bodies, tree } = cell;
        const proofs = bodies.flatMap((_, b) =>
          Array.from({ length: b }, (_, a) => prover.pair({ a, b, clearance: 0, tracking: 0 })),
        );
        const sides = proofs.flatMap(({ ancestor, a, b, fromA, fromB }) => [
          { mover: a, from: fromA, ancestor },
          { mover: b, from: fromB, ancestor },
        ]);
        const moving = sides.filter(({ mover, from }) => from < mover.chain.length);
        if (moving.length === 0) continue;
        prover.begin(segment);
        const inside = new Glances(prover, proofs) as unknown as Inside;
        const posesAt = (s: number) =>
          plainPoses(tree, segment.from, segment.to, s, plainValues(segment, s));
        for (let look = 0; look < LOOKS; look++) {
          const { mover, from, ancestor } = moving[random.below(moving.length)];
          const { frame, whole } = mover.body;
          if (!(whole.ball[3] < Infinity)) continue;
          const h = 10 ** random.between(-3, 0);
          const t = random.unit();
          prover.place(t);
          const poses = posesAt(t);
          inside.seen.set(applied(poses[frame], whole.ball.subarray(0, 3)));
          inside.long = h;
          inside.findWay(mover, from, ancestor, 0);
          // Of the body, not of all of its ball: what is known of the whole box is known of these.
          const all = pointsOf(bodies.find(({ name }) => name === mover.body.name)!, -1, 0, 0);
          const own = Array.from({ length: POINTS }, () => all[random.below(all.length)]);
          const placed = (at: typeof poses) => {
            const pose = seenFrom(at[ancestor], at[frame]);
            return own.map((point) => applied(pose, point));
          };
          const now = placed(poses);
          const [way] = inside.way;
          for (const part of [-1, -0.6, 0.5, 1]) {
            const s = t + part * h;
            if (s < 0 || s > 1) continue;
            const gone = placed(posesAt(s)).map((x, i) =>
              Math.hypot(...x.map((coordinate, k) => coordinate - now[i][k])),
            );
            const most = Math.max(...gone);
            expect(most).toBeLessThanOrEqual(way + ROUNDING);
            if (Math.abs(part) === 1 && way > 1e-6) shares.push(most / way);
          }
        }
      }
    },
  );

  it('are not much longer, most of the time', () => {
    const sorted = shares.toSorted((x, y) => x - y);
    expect(sorted.length).toBeGreaterThan(500);
    expect(sorted[sorted.length >> 1]).toBeGreaterThan(0.5);
    expect(sorted[Math.floor(0.98 * sorted.length)]).toBeGreaterThan(0.98);
  });

  it('know how the ball is accelerated, seen from any body above (seed 29)', () => {
    const random = new Random(29);
    let [compared, carried] = [0, 0];
    for (const sort of Object.keys(SORTS).flatMap((each) => [each, each, each, each])) {
      const { cell, segment, prover } = proverScene(sort, kind, random);
      const { bodies, tree } = cell;
      prover.begin(segment);
      for (const mover of bodies.map((_, i) => prover.mover(i))) {
        const { frame, whole } = mover.body;
        const above = [0];
        for (let f = frame; f !== 0; f = tree.parent[f]) above.push(f);
        const ancestor = above[random.below(above.length)];
        const from = mover.chain.length - prover.motion.chain(ancestor, frame).length;
        if (from === mover.chain.length || !(whole.ball[3] < Infinity)) continue;
        const t = random.between(0.1, 0.9);
        prover.place(t);
        const posesAt = (s: number) =>
          plainPoses(tree, segment.from, segment.to, s, plainValues(segment, s));
        const centre = whole.ball.subarray(0, 3);
        const seen = Float64Array.from(applied(posesAt(t)[frame], centre));
        const bendOf = bendBy(new Glances(prover, []), { mover, from, ancestor, seen });
        const accelerationOf = (point: ArrayLike<number>) => {
          const at = (s: number) => {
            const poses = posesAt(s);
            return applied(seenFrom(poses[ancestor], poses[frame]), point);
          };
          const [m2, m1, here, p1, p2] = [-2, -1, 0, 1, 2].map((k) => at(t + k * STEP));
          const second = here.map((x, k) => 16 * (p1[k] + m1[k]) - (p2[k] + m2[k]) - 30 * x);
          return Math.hypot(...second) / (12 * STEP ** 2);
        };
        const middle = bendOf(0);
        const little = 1e-4 * (1 + middle);
        expect(Math.abs(middle - accelerationOf(centre))).toBeLessThan(little);
        const most = bendOf(1);
        for (let k = 0; k < POINTS; k++) {
          const e = randomDirection(random);
          const point = e.map((x, c) => centre[c] + x);
          expect(accelerationOf(point)).toBeLessThanOrEqual(most + little);
        }
        compared++;
        if (from > 0) carried++;
      }
    }
    expect(Math.min(compared - carried, carried)).toBeGreaterThan(20);
  });
});

/** Of differences of places. */
const STEP = 2e-3;

interface Asked {
  readonly mover: Mover;
  readonly from: number;
  readonly ancestor: number;
  /** Where the centre of the ball is. */
  readonly seen: Float64Array;
}

/** W over a ball of a radius: of two ways, h V + h^2/2 W each where nothing else is known, one less the other. */
function bendBy(glances: Glances, { mover, from, ancestor, seen }: Asked) {
  const inside: Inside = Object.assign(glances as unknown as Inside, { seen });
  const { body } = mover;
  const sums = mover.sums.slice();
  sums.set([Infinity, Infinity, 0], 3 * from);
  return (radius: number): number => {
    const ball = body.whole.ball.with(3, radius);
    const own: Mover = Object.assign(Object.create(mover), {
      ...{ sums, first: 0, second: 0 },
      body: { ...body, whole: { ...body.whole, ball } },
    });
    const [one, two] = [1, 2].map((h) => {
      inside.long = h;
      inside.findWay(own, from, ancestor, 0);
      return inside.way[0] / h;
    });
    return 2 * (two - one);
  };
}

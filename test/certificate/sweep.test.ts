/** Where the verifier says that bodies are: boxes of what moves, and of what stands still. */
import { describe, expect, it } from 'vitest';
import { buildBody } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { areApart, memberBoxInto } from '../../src/verifier/members.ts';
import { Sweeper } from '../../src/verifier/sweep.ts';
import { randomShape, SORTS } from '../helpers/certificate/cells.ts';
import { applied, plainPoses, plainValues, pointsOf } from '../helpers/certificate/plain.ts';
import { KINDS, proverScene } from '../helpers/certificate/proverScenes.ts';
import { cube } from '../helpers/oracles/meshes.ts';
import { randomPose } from '../helpers/oracles/poses.ts';

/** A sweep of a body of a random cell, ready to be asked for its box. */
function sceneOf(sort: string, kind: (typeof KINDS)[number], random: Random) {
  const { cell, segment, prover } = proverScene(sort, kind, random);
  prover.begin(segment);
  return { cell, segment, prover, sweeper: new Sweeper(prover) };
}

describe.each(KINDS)('a body that moves on a %s segment', (kind) => {
  it.each(Object.keys(SORTS).map((sort, i) => [sort, i]))(
    'stays in its box: %s (seed %i)',
    (sort, seed) => {
      const random = new Random(100 + (seed as number));
      let [excess, all] = [0, 0];
      for (let round = 0; round < 3; round++) {
        const { cell, segment, prover, sweeper } = sceneOf(sort as string, kind, random);
        const { tree, tolerances } = cell;
        for (let k = 0; k < 6; k++) {
          const i = random.below(cell.bodies.length);
          const body = cell.bodies[i];
          if (body.planes) continue;
          const t = random.between(0, 1);
          const h = random.unit() < 0.2 ? 0 : random.between(0, 0.15);
          const times = Float64Array.of(
            Math.min(t, h),
            random.unit() < 0.3 ? 0 : Math.min(1 - t, h),
          );
          prover.place(t);
          const box = new Float64Array(6);
          sweeper.boxInto(i, times, box, 0);
          const points = pointsOf(body, -1, 0, 0);
          const [low, high] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
          for (let n = 0; n <= 24; n++) {
            const s = t - times[0] + ((times[0] + times[1]) * n) / 24;
            const q = plainValues(segment, s).map(
              (x, d) => x + random.between(-1, 1) * tolerances[d],
            );
            const pose = plainPoses(tree, segment.from, segment.to, s, q)[body.frame];
            for (const point of points) {
              applied(pose, point).forEach((x, c) => {
                low[c] = Math.min(low[c], x - body.padding);
                high[c] = Math.max(high[c], x + body.padding);
              });
            }
          }
          for (let c = 0; c < 3; c++) {
            expect(box[c]).toBeLessThanOrEqual(low[c]);
            expect(box[3 + c]).toBeGreaterThanOrEqual(high[c]);
            excess += box[3 + c] - high[c] + (low[c] - box[c]);
          }
          // What a bound by the speed alone would add.
          const speed = prover.mover(i).sums[0];
          all += 6 * (prover.strayUpper(i) + speed * Math.max(times[0], times[1]));
        }
      }
      // Along the axes velocities are known, and most of them point elsewhere.
      expect(excess).toBeLessThan(0.25 * all + 0.05);
    },
  );
});

describe('what stands still', () => {
  it('is in its box, which is no larger than it must be (seed 1)', () => {
    const random = new Random(1);
    for (let round = 0; round < 400; round++) {
      const far = round % 4 === 0 ? 1e6 : 1;
      const pose = randomPose(random, far);
      const shape = randomShape(random, random.unit() < 0.1 ? 1e-6 : 0.3);
      const mesh = { kind: 'mesh', triangles: cube(0.2), reference: 'cube' } as const;
      const geometry = round % 7 === 0 ? mesh : shape;
      const padding = round % 3 === 0 ? 0.01 : 0;
      const parts = [{ pose: randomPose(random, 0.5), geometry }];
      if (round % 5 === 0) parts.push({ pose: randomPose(random, 0.5), geometry: shape });
      const body = buildBody({ name: 'thing', kind: 'obstacle', frame: 0, parts, pose, padding });
      const box = new Float64Array(6);
      memberBoxInto(body.model, box, 0);
      const points = pointsOf(body, -1, 0, 0);
      for (let c = 0; c < 3; c++) {
        const at = points.map((point) => point[c]);
        expect(box[c]).toBeLessThanOrEqual(Math.min(...at) - padding);
        expect(box[3 + c]).toBeGreaterThanOrEqual(Math.max(...at) + padding);
        // Points of a triangulation leave a little of what is round; the rest is rounding.
        const loose = 0.05 * (Math.max(...at) - Math.min(...at)) + 1e-13 * far;
        expect(box[c]).toBeGreaterThanOrEqual(Math.min(...at) - padding - loose);
        expect(box[3 + c]).toBeLessThanOrEqual(Math.max(...at) + padding + loose);
      }
    }
  });

  it('has no end where it is a half-space, and then nothing is beyond it', () => {
    const geometry = { kind: 'half-space', normal: [0, 0, 1], offset: -5 } as const;
    const parts = [{ pose: randomPose(new Random(2), 0), geometry }];
    const box = new Float64Array(6);
    memberBoxInto(buildBody({ name: 'floor', kind: 'obstacle', frame: 0, parts }).model, box, 0);
    expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
    expect(areApart(box, 0, Float64Array.of(0, 0, 9, 1, 1, 10), 0, 0)).toBe(false);
  });

  it('is apart along one axis, by more than is asked for; never by what is no number', () => {
    const box = Float64Array.of(0, 0, 0, 1, 1, 1);
    const at = (x: number) => Float64Array.of(x, 0, 0, x + 1, 1, 1);
    expect(areApart(box, 0, at(1), 0, 0)).toBe(false);
    expect(areApart(box, 0, at(1.1), 0, 0)).toBe(true);
    expect(areApart(at(1.1), 0, box, 0, 0)).toBe(true);
    expect(areApart(box, 0, at(1.1), 0, 0.2)).toBe(false);
    expect(areApart(box, 0, at(-2.3), 0, 0.2)).toBe(true);
    expect(areApart(box, 0, at(1.5), 0, 0.5)).toBe(false);
    // Near along every axis, though not near: the corners are farther apart than what is asked for.
    expect(areApart(box, 0, Float64Array.of(1.1, 1.1, 1.1, 2, 2, 2), 0, 0.15)).toBe(false);
    for (let k = 0; k < 6; k++) {
      const wrong = Float64Array.of(5, 5, 5, 6, 6, 6);
      wrong[k] = Number.NaN;
      const none = wrong.map(() => Number.NaN);
      expect(areApart(box, 0, none, 0, 0)).toBe(false);
      expect(areApart(box, 0, wrong, 0, Number.NaN)).toBe(false);
    }
  });
});

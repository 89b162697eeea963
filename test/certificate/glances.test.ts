/** Glances: what they clear is apart, they clear most, and a certificate that lacks one is rejected. */
import { describe, expect, it } from 'vitest';
import {
  type Certificate,
  makeCertificate,
  parseCertificate,
  SLAB_SIZE,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { Random, U } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { ProofBodies } from '../../src/verifier/bodies.ts';
import { GLANCE_SIZE } from '../../src/verifier/format.ts';
import { Glances } from '../../src/verifier/glances.ts';
import { SlabProver } from '../../src/verifier/slab.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { applied, plainPoses, plainValues, pointsOf } from '../helpers/certificate/plain.ts';
import { KINDS, proverScene } from '../helpers/certificate/proverScenes.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

/** Every two bodies of a random cell on a random segment, ready for glances. */
function sceneOf(sort: string, kind: (typeof KINDS)[number], random: Random) {
  const { cell, segment, prover } = proverScene(sort, kind, random);
  const { bodies } = cell;
  const clearance = random.unit() < 0.5 ? 0 : random.between(0, 0.05);
  const pairs = bodies.flatMap((_, b) =>
    Array.from({ length: b }, (_, a) => ({ a, b, clearance, tracking: 0 })),
  );
  const proofs = pairs.map((pair) => prover.pair(pair));
  prover.begin(segment);
  return { cell, segment, prover, pairs, proofs, glances: new Glances(prover, proofs) };
}

/** Of a body, spread over it. */
const MOST_POINTS = 24;

/** The smallest distance of points of two bodies at some moments, wherever joints stray to. */
function closest(
  { cell, segment }: ReturnType<typeof sceneOf>,
  [a, b]: readonly [number, number],
  moments: readonly number[],
  random: Random,
): number {
  const { tree, tolerances, bodies } = cell;
  const [p, q] = [bodies[a], bodies[b]];
  const [pointsA, pointsB] = [p, q].map((body) => {
    const points = pointsOf(body, -1, 0, 0);
    return points.filter((_, i) => i % Math.ceil(points.length / MOST_POINTS) === 0);
  });
  let least = Infinity;
  for (const s of moments) {
    const values = plainValues(segment, s).map((x, d) => x + random.between(-1, 1) * tolerances[d]);
    const poses = plainPoses(tree, segment.from, segment.to, s, values);
    const placed = pointsB.map((point) => applied(poses[q.frame], point));
    for (const point of pointsA) {
      const x = applied(poses[p.frame], point);
      for (const y of placed) {
        least = Math.min(least, Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
      }
    }
  }
  return least - p.padding - q.padding;
}

describe.each(KINDS)('glances at a %s segment', (kind) => {
  it.each(Object.keys(SORTS).map((sort, i) => [sort, i]))(
    'clear what is apart all along: %s (seed %i)',
    (sort, seed) => {
      const random = new Random(300 + (seed as number));
      let [cleared, more, open] = [0, 0, 0];
      for (let round = 0; round < 3; round++) {
        const scene = sceneOf(sort as string, kind, random);
        const { prover, glances, pairs, proofs } = scene;
        for (let g = 0; g < 2; g++) {
          // Each on its own: what one has cleared the next would not look at.
          glances.begin(2);
          const t = random.between(0, 1);
          const half = random.between(0.02, random.unit() < 0.3 ? 1 : 0.2);
          const [low, high] = [Math.max(0, t - half), Math.min(1, t + half)];
          prover.place(t);
          glances.look(g, low, high);
          const h = Math.max(t - low, high - t);
          const centreOf = (k: 'a' | 'b', i: number) => {
            const { body } = proofs[i][k];
            const o = 12 * body.frame;
            const pose = prover.motion.poses.subarray(o, o + 12);
            const [x, y, z] = body.whole.ball;
            return [0, 1, 2].map(
              (c) => pose[3 * c] * x + pose[3 * c + 1] * y + pose[3 * c + 2] * z + pose[9 + c],
            );
          };
          proofs.forEach(({ a, b, fromA, fromB, need }, k) => {
            const [x, y] = [centreOf('a', k), centreOf('b', k)];
            const between = Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
            const balls = a.body.whole.ball[3] + b.body.whole.ball[3];
            const way = h * (a.sums[3 * fromA] + b.sums[3 * fromB]);
            const bySpeed = between > balls + need + way;
            if (bySpeed) expect(glances.clears(k, g)).toBe(true);
            else open++;
            if (!glances.clears(k, g)) return;
            cleared++;
            if (!bySpeed) more++;
            if (bySpeed && random.unit() < 0.8) return;
            const moments = Array.from({ length: 9 }, (_, n) => low + ((high - low) * n) / 8);
            const { a: i, b: j, clearance } = pairs[k];
            expect(closest(scene, [i, j], moments, random)).toBeGreaterThan(clearance);
          });
        }
      }
      expect(cleared).toBeGreaterThan(0);
      sums.more += more;
      sums.open += open;
    },
  );

  it('clear many that speeds alone do not', () => {
    expect(sums.more).toBeGreaterThan(0.1 * sums.open);
  });

  it('know how twists change (seed 5)', () => {
    const random = new Random(5);
    for (const sort of Object.keys(SORTS)) {
      const { prover } = sceneOf(sort, kind, random);
      const { motion } = prover;
      const at = (t: number) => {
        prover.place(t);
        return motion.twist.slice();
      };
      const [before, after] = [at(0.4 - 1e-5), at(0.4 + 1e-5)];
      prover.place(0.4);
      for (let i = 0; i < before.length; i++) {
        expect(motion.bending[i]).toBeCloseTo((after[i] - before[i]) / 2e-5, 4);
      }
    }
  });

  const sums = { more: 0, open: 0 };
});

it('do not clear an arm and a post that it meets, from wherever they look', () => {
  const { tree, bodies, tolerances, box } = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.03, length: 1}}, pose: {xyz: [0.8, 0, 0]}}
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const models = new ProofBodies(bodies.length, (i) => bodies[i].model);
  const errors = new Float64Array(2).fill(64 * U);
  const prover = new SlabProver({ tree, bodies: models, box, errors, tolerances });
  const post = bodies.findIndex(({ name }) => name === 'post');
  const a = bodies.findIndex(({ name }) => name.endsWith('link2'));
  const pair = { a: Math.min(a, post), b: Math.max(a, post), clearance: 0, tracking: 0 };
  const glances = new Glances(prover, [prover.pair(pair)]);
  const clears = (t: number, low: number, high: number) => {
    glances.begin(1);
    prover.place(t);
    glances.look(0, low, high);
    return glances.clears(0, 0);
  };
  // Stretched, it meets the post in the middle.
  prover.begin(new StraightSegment(tree, Float64Array.of(-1.5, 0), Float64Array.of(1.5, 0)));
  let far = 0;
  for (let t = 0; t <= 1; t += 1 / 64) {
    const short = 1 / 256;
    if (clears(t, Math.max(0, t - short), Math.min(1, t + short))) far++;
    expect(clears(t, Math.min(t, 0.5), Math.max(t, 0.5))).toBe(false);
    expect(clears(t, 0, 1)).toBe(false);
  }
  // Elsewhere it is seen to be apart, but not by more than it is.
  expect(far).toBeGreaterThan(25);
  const wide = new Glances(prover, [prover.pair({ ...pair, clearance: 1.5 })]);
  wide.begin(1);
  prover.place(0);
  wide.look(0, 0, 1 / 256);
  expect(wide.clears(0, 0)).toBe(false);
  expect(clears(0, 0, 1 / 256)).toBe(true);
  // What a glance has cleared the next one, within it, does not look at again; the one after it goes on from there.
  glances.begin(3);
  for (const [g, low, high] of [
    [0, 0, 1 / 64],
    [1, 0, 1 / 128],
    [2, 1 / 64, 1 / 32],
  ]) {
    prover.place(low);
    glances.look(g, low, high);
  }
  expect([0, 1, 2].map((g) => glances.clears(0, g))).toEqual([true, false, true]);
  expect(glances.nextOpen(0)).toBe(0);
  const boxes: number[] = [];
  glances.addTo(boxes, 0);
  const { count } = models.at(pair.a)!;
  expect(boxes).toEqual([0, count, 0, 1, 0, 1 / 64, 0, count, 0, 1, 1 / 64, 1 / 32]);
});

const read = (c: Certificate) => parseCertificate(new TextEncoder().encode(writeCertificate(c)));
const slabsOf = (c: Certificate) =>
  c.slabs.flat().reduce((sum, list) => sum + list.length / SLAB_SIZE, 0);

/** Certificates of the maker, with glances that are needed. */
function certificates(count: number) {
  const sorts = ['fixed base, primitives', 'fixed base, meshes', 'two arms', 'a clearance'];
  return sorts.flatMap((sort, i) =>
    madeOf(sort, count, 700 + i).map(({ description, cell, path }) => ({
      ...{ description, cell, path },
      certificate: makeCertificate(description, cell, path),
    })),
  );
}

describe('certificates with glances', () => {
  const made = certificates(2);

  it('are read as they are written, verified, and have far fewer slabs than without', () => {
    let [few, many] = [0, 0];
    for (const { description, cell, path, certificate } of made) {
      expect(read(certificate)).toEqual(certificate);
      const verifier = new Verifier(description);
      expect(verifier.verify(read(certificate), { path }).reason).toBeUndefined();
      const bare = makeCertificate(description, cell, path, { glances: false });
      expect(verifier.verify(read(bare), { path }).reason).toBeUndefined();
      few += slabsOf(certificate);
      many += slabsOf(bare);
    }
    expect(made.length).toBeGreaterThan(4);
    expect(few).toBeLessThan(0.4 * many);
  });

  it('are rejected where a glance is missing, cut or turned into no number', () => {
    let rejected = 0;
    for (const { description, path, certificate } of made) {
      const verifier = new Verifier(description);
      certificate.glances!.forEach((list, segment) => {
        for (let o = 0; o < list.length; o += GLANCE_SIZE) {
          const alone = (own: Float64Array) => {
            const glances = certificate.glances!.map((all, s) => (s === segment ? own : all));
            return verifier.verify({ ...certificate, glances }, { path });
          };
          const without = alone(list.filter((_, i) => i < o || i >= o + GLANCE_SIZE));
          expect(without.reason?.code).toBe('coverage');
          for (let i = 0; i < GLANCE_SIZE; i++) {
            const odd = (x: number) => alone(list.map((own, k) => (k === o + i ? x : own)));
            for (const x of [Number.NaN, -1, -Infinity]) {
              expect(odd(x).reason?.code).toBe('glance');
              rejected++;
            }
            if (i > 0) expect(odd(0.9 * list[o + i]).reason?.code).toBe('coverage');
          }
        }
      });
    }
    expect(rejected).toBeGreaterThan(50);
  });

  it('are rejected with glances for other segments; without any, the key is left out', () => {
    const [{ description, certificate }] = made;
    const verifier = new Verifier(description);
    const glances = [...certificate.glances!, new Float64Array(0)];
    expect(verifier.verify({ ...certificate, glances }).reason?.code).toBe('coverage');
    expect(() => read({ ...certificate, glances })).toThrow(/the glances are for/);
    const { cell, path } = made[0];
    const bare = makeCertificate(description, cell, path, { glances: false });
    expect('glances' in bare).toBe(false);
    expect(writeCertificate(bare)).not.toContain('"glances"');
    expect(read(bare)).toEqual(bare);
    const empty = { ...bare, glances: bare.slabs.map(() => new Float64Array(0)) };
    expect(verifier.verify(read(empty), { path }).reason).toBeUndefined();
  });
});

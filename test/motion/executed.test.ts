/**
 * From trajectories to verdicts: two arms that face each other, each sent a random trajectory by its own
 * controller. What is proven free must be free at every sample of what the controllers would do, computed
 * here in seconds and by Hermite's basis, apart from all code of the product.
 */
import { expect, test } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { combineTracks, type TimedPoints, timedPath } from '../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const SRDF =
  '<robot name="arm"><disable_collisions link1="link0" link2="link1" reason="Adjacent"/>' +
  '<disable_collisions link1="link1" link2="link2" reason="Adjacent"/></robot>';
const cell = cellFrom(
  `surepath: 1
robots:
- {name: a, urdf: arm.urdf, srdf: arm.srdf}
- {name: b, urdf: arm.urdf, srdf: arm.srdf, base: {xyz: [5.2, 0, 0], rpy: [0, 0, 3.141592653589793]}}
`,
  { 'arm.urdf': armUrdf('arm', [1, 1, 1]), 'arm.srdf': SRDF },
);
const count = cell.tree.dofs.length;

interface Sent {
  readonly points: TimedPoints;
  readonly offset: number;
}

function draw(random: Random): Sent {
  const n = 2 + random.below(3);
  const row = (scale: number) =>
    Float64Array.from({ length: count }, () => scale * random.between(-1, 1));
  const waypoints = Array.from({ length: n }, () => row(1.6));
  const times = [0];
  while (times.length < n) times.push(times[times.length - 1] + random.between(0.4, 2));
  const some = (scale: number, share: number) =>
    waypoints.map(() => (random.unit() < share ? row(scale) : null));
  const points = { waypoints, times, velocities: some(1, 0.9), accelerations: some(2, 0.6) };
  return { points, offset: random.between(0, 1.5) };
}

/** Where a controller has a joint at a time. */
function executed({ points, offset }: Sent, d: number, clock: number): number {
  const { waypoints, times, velocities = [], accelerations = [] } = points;
  const time = clock - offset;
  const last = times.length - 1;
  if (time <= times[0]) return waypoints[0][d];
  if (time >= times[last]) return waypoints[last][d];
  const i = times.findLastIndex((t) => t <= time);
  const duration = times[i + 1] - times[i];
  const s = (time - times[i]) / duration;
  const r = 1 - s;
  const [p, q] = [waypoints[i][d], waypoints[i + 1][d]];
  const [v, w] = [velocities[i]?.[d], velocities[i + 1]?.[d]];
  const [a, b] = [accelerations[i]?.[d], accelerations[i + 1]?.[d]];
  if (v === undefined || w === undefined) return p * r + q * s;
  if (a === undefined || b === undefined) {
    return (
      p * (1 + 2 * s) * r ** 2 +
      q * (1 + 2 * r) * s ** 2 +
      duration * (v * s * r ** 2 - w * r * s ** 2)
    );
  }
  // Bernstein's basis of degree five: each end sets three of the six.
  const dd = duration ** 2;
  const control = [
    p,
    p + (duration * v) / 5,
    p + (2 * duration * v) / 5 + (dd * a) / 20,
    q - (2 * duration * w) / 5 + (dd * b) / 20,
    q - (duration * w) / 5,
    q,
  ];
  const binomial = [1, 5, 10, 10, 5, 1];
  return control.reduce((sum, c, k) => sum + c * binomial[k] * s ** k * r ** (5 - k), 0);
}

test('verdicts on what two controllers execute agree with samples of it (seed 561)', () => {
  const random = new Random(561);
  const checker = createChecker(cell, { method: 'ladder' });
  const samples = new StaticChecker(cell);
  const half = count / 2;
  const dofs = [...Array(count).keys()];
  const found = { free: 0, colliding: 0 };
  for (let n = 0; n < 60; n++) {
    const sent = [draw(random), draw(random)];
    const tracks = sent.map(({ points }, k) => ({
      dofs: dofs.slice(k * half, (k + 1) * half),
      path: timedPath(cell.tree, points),
    }));
    const standing = new Float64Array(count);
    const offsets = sent.map(({ offset }) => offset);
    const path = combineTracks(cell.tree, tracks, { standing, offsets });
    const times = path.times ?? [];
    const at = (clock: number) =>
      Float64Array.from(dofs, (d) => executed(sent[d < half ? 0 : 1], d, clock));
    const { verdict, witness } = checkPath(checker, path);
    if (verdict === 'free') {
      found.free++;
      const [begin, end] = [times[0], times[times.length - 1]];
      for (let k = 0; k <= 400; k++) {
        const q = at(begin + ((end - begin) * k) / 400);
        expect(samples.firstCollision(q), `case ${n}`).toBe(-1);
      }
    } else {
      found.colliding++;
      expect([verdict, witness?.verdict]).toEqual(['colliding', 'colliding']);
      const { segment, t, configuration } = witness!;
      const clock = times[segment] + t * (times[segment + 1] - times[segment]);
      at(clock).forEach((x, d) => {
        expect(configuration[d]).toBeCloseTo(x, 9);
      });
    }
  }
  expect(found.free).toBeGreaterThan(10);
  expect(found.colliding).toBeGreaterThan(10);
});

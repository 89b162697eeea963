/** The schedule against brute force: all impacts, in order; what the heap, the bounds and the broad phase save. */
import { describe, expect, it } from 'vitest';
import {
  type BroadPhase,
  BruteForce,
  CoherentHash,
  SpatialHash,
  SweepAndPrune,
} from '../../src/broadphase/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import {
  createSchedule,
  impulseResponse,
  KnownMotion,
  type ScheduledBody,
  type ScheduleSettings,
} from '../../src/schedule/index.ts';
import { Look } from '../../src/schedule/look.ts';
import { type Ball, elasticImpacts, timeWithin } from '../helpers/oracles/flyingBalls.ts';

const METHODS: readonly (readonly [string, () => BroadPhase | null])[] = [
  ['no broad phase', () => null],
  ['brute force', () => new BruteForce()],
  ['a spatial hash', () => new SpatialHash()],
  ['a coherent hash', () => new CoherentHash()],
  ['sweep and prune', () => new SweepAndPrune()],
];

/** Balls around a centre that most of them fly toward; no two touch at first. */
function swarm(seed: number, count: number, size: number): Ball[] {
  const random = new Random(seed);
  const balls: Ball[] = [];
  while (balls.length < count) {
    const place = [0, 1, 2].map(() => random.between(-size, size));
    const speed = random.between(0.2, 1.5);
    const ball = {
      place,
      velocity: place.map((x) => (-x / size) * speed + random.between(-0.5, 0.5)),
      radius: random.between(0.05, 0.25),
      mass: random.between(0.5, 2),
    };
    if (balls.every((other) => timeWithin(ball, other, 0.01) > 0)) balls.push(ball);
  }
  return balls;
}

function bodiesOf(balls: readonly Ball[]): ScheduledBody[] {
  return balls.map(({ place, velocity, radius, mass }, i) => ({
    name: `ball ${i}`,
    pieces: [{ shape: { kind: 'sphere', radius } }],
    mass,
    inertia: [mass, mass, mass],
    start: {
      pose: poseFromRpy(0, 0, 0, place[0], place[1], place[2]),
      velocity: [velocity[0], velocity[1], velocity[2]],
      angularVelocity: [3, -2, 1],
    },
  }));
}

const TOLERANCE = 1e-4;
const UNTIL = 3;
const balls = swarm(5, 60, 2);

function run(settings: Partial<ScheduleSettings> = {}) {
  const schedule = createSchedule({
    bodies: bodiesOf(balls),
    tolerance: TOLERANCE,
    // They go through each other, so that all that happens can be computed pair by pair.
    response: () => 'ignore',
    ...settings,
  });
  return schedule.run(UNTIL);
}

describe.each(METHODS)('with %s', (name, make) => {
  it.each(['bounds', 'estimates'] as const)('finds all impacts in order, by %s', (keys) => {
    const { impacts, verdict, stats } = run({ broadPhase: make(), keys });
    expect(verdict).toBe('done');
    const found = new Set(impacts.map(({ a, b }) => `${a} ${b}`));
    expect(found.size).toBe(impacts.length);
    impacts.forEach(({ a, b, free, hit }, i) => {
      const near = timeWithin(balls[a], balls[b], TOLERANCE);
      const half = timeWithin(balls[a], balls[b], 0.5 * TOLERANCE);
      expect(free).toBeLessThanOrEqual(near + 1e-12);
      expect(hit).toBeGreaterThanOrEqual(near - 1e-12);
      if (near > 0) expect(hit).toBeLessThanOrEqual(half + 1e-12);
      expect(hit - free).toBeLessThan(1e-2);
      if (i > 0) expect(hit).toBeGreaterThanOrEqual(impacts[i - 1].hit);
    });
    for (let a = 0; a < balls.length; a++) {
      for (let b = a + 1; b < balls.length; b++) {
        if (timeWithin(balls[a], balls[b], 0.5 * TOLERANCE) > UNTIL) continue;
        expect(found.has(`${a} ${b}`)).toBe(true);
      }
    }
    expect(impacts.length).toBeGreaterThan(60);
    // Pairs that are culled are not in the heap.
    const all = (balls.length * (balls.length - 1)) / 2;
    if (name === 'no broad phase') expect(stats.mostWatched).toBe(all);
    else expect(stats.mostWatched).toBeLessThan(0.1 * all);
  });
});

it('does not depend on the method of the broad phase at all', () => {
  const [first, ...others] = METHODS.slice(1).map(([, make]) => run({ broadPhase: make() }));
  for (const other of others) {
    expect(other.impacts).toEqual(first.impacts);
    expect(other.stats).toEqual(first.stats);
  }
});

it('looks at less with a broad phase, and with all bounds', () => {
  const looks = (settings: Partial<ScheduleSettings>) => run(settings).stats.looks;
  const without = looks({ broadPhase: null });
  const culled = looks({});
  expect(culled).toBeLessThan(0.3 * without);
  // By speeds alone, and without direction: two bodies that fly apart would be looked at as often as two that meet.
  expect(culled).toBeLessThanOrEqual(looks({ bounds: 'speed' }));
  // Looking at all pairs often enough to miss nothing of TOLERANCE at 4 m/s.
  const needed = (without / run({ broadPhase: null }).stats.watched) * TOLERANCE;
  expect(needed).toBeLessThan(UNTIL * 4);
});

it('asks for no distance while the balls around two bodies tell enough', () => {
  const rods = [-20, 20].map((x, i): ScheduledBody => {
    return {
      name: `rod ${i}`,
      pieces: [{ shape: { kind: 'capsule', radius: 0.1, length: 0.8 } }],
      inertia: [1, 1, 1],
      start: {
        pose: poseFromRpy(0, 0, 0, x, 0, 0),
        velocity: [-x, 0, 0],
        angularVelocity: [3, 2, 1],
      },
    };
  });
  const looksUntil = (time: number) =>
    createSchedule({ bodies: rods, broadPhase: null, response: () => 'stop' }).run(time).stats;
  const far = looksUntil(0.9);
  expect(far.looks).toBeGreaterThan(0);
  expect(far.queries).toBe(0);
  const met = looksUntil(2);
  expect(met.queries).toBeGreaterThan(0);
});

it('takes off what poses may be off by', () => {
  const look = new Look();
  const body = createSchedule({ bodies: bodiesOf(balls.slice(0, 2)) }).bodies[0];
  const at = (x: number, shift: number) => {
    const pose = poseFromRpy(0, 0, 0, x, 0, 0);
    const motion = new KnownMotion({
      poseInto: (_, out) => out.set(pose),
      velocityInto: (_, out) => out.fill(0),
      boundsBetween: () => ({ speed: 0, turning: 0 }),
      error: { shift, turn: 0 },
    });
    return { body, motion };
  };
  const gap = (shift: number) => {
    look.at(0, at(0, shift), at(2.5 * balls[0].radius, shift));
    return look.lower;
  };
  expect(gap(0)).toBeGreaterThan(0.02);
  expect(look.queries).toBe(1);
  expect(gap(0) - gap(0.01)).toBeGreaterThanOrEqual(0.02 - 1e-12);
});

it('bounces elastic balls in the order of brute force', () => {
  const few = swarm(8, 24, 1);
  const truth = elasticImpacts(few, 4);
  expect(truth.length).toBeGreaterThan(15);
  for (const keys of ['bounds', 'estimates'] as const) {
    const schedule = createSchedule({
      bodies: bodiesOf(few),
      tolerance: 1e-9,
      keys,
      response: impulseResponse({ restitution: 1, friction: 0, rebound: 0 }),
    });
    const { impacts } = schedule.run(4);
    expect(impacts.map(({ a, b }) => [a, b])).toEqual(truth.map(({ a, b }) => [a, b]));
    impacts.forEach(({ hit }, i) => {
      expect(hit).toBeCloseTo(truth[i].time, 5);
    });
  }
});

it('goes back where estimates were late, and comes to the same impacts', () => {
  // Gravity and turning are not in the estimate: what falls, or swings a corner forward, comes earlier.
  const random = new Random(12);
  const bodies: ScheduledBody[] = Array.from({ length: 27 }, (_, i) => ({
    name: `plate ${i}`,
    pieces: [{ shape: { kind: 'box', half: [0.3, 0.1, 0.02] } }],
    inertia: [1, 1, 1],
    start: {
      pose: poseFromRpy(
        random.between(-3, 3),
        random.between(-1, 1),
        0,
        0.66 * (i % 3),
        0.66 * (Math.floor(i / 3) % 3),
        0.66 * Math.floor(i / 9),
      ),
      velocity: [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)],
      angularVelocity: [random.between(-9, 9), random.between(-9, 9), random.between(-9, 9)],
    },
  }));
  const impacts = (keys: 'bounds' | 'estimates') =>
    createSchedule({
      bodies,
      keys,
      tolerance: 1e-6,
      window: 0.5,
      response: impulseResponse({ restitution: 0.9, friction: 0.1 }),
    }).run(0.35);
  const proven = impacts('bounds');
  const guessed = impacts('estimates');
  expect(guessed.stats.rollbacks).toBeGreaterThan(0);
  expect(guessed.stats.undone).toBeGreaterThan(0);
  expect(proven.stats.rollbacks).toBe(0);
  expect(guessed.impacts.length).toBe(proven.impacts.length);
  guessed.impacts.forEach(({ a, b, hit }, i) => {
    expect([a, b]).toEqual([proven.impacts[i].a, proven.impacts[i].b]);
    expect(hit).toBeCloseTo(proven.impacts[i].hit, 3);
    if (i > 0) expect(hit).toBeGreaterThanOrEqual(guessed.impacts[i - 1].hit);
  });
});

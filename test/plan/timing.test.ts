/**
 * Times for paths: limits are checked by arithmetic of its own on the points that are written, and the
 * motion that comes of reading them again is proven by others.
 */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { makeCertificate, verify } from '../../src/certificate/index.ts';
import { type Checker, checkPath, createChecker } from '../../src/check/index.ts';
import { readPath, writePathJson, writeTrajectoryYaml } from '../../src/formats/index.ts';
import { Random } from '../../src/math/index.ts';
import { Curve, type Path, PolynomialSegment, timedPath } from '../../src/motion/index.ts';
import { smoothPath } from '../../src/plan/smoothing/smooth.ts';
import { PlanningSpace } from '../../src/plan/space.ts';
import { type JointLimits, jointLimits, usedShare } from '../../src/plan/times/jointLimits.ts';
import { widestCorner } from '../../src/plan/times/profile.ts';
import { type TimedMotion, timePath, timeWaypoints } from '../../src/plan/times/timing.ts';
import { RrtConnect } from '../../src/plan/trees/rrtConnect.ts';
import { describeCell } from '../helpers/check/ladderCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { embedded } from '../helpers/oracles/embedded.ts';
import { sevenJointArm } from '../helpers/oracles/robots.ts';

const arm = buildCell(describeCell([{ robot: sevenJointArm() }])).tree;

/**
 * Largest shares of the limits, from the points alone. Between two of them a joint is a cubic: its
 * acceleration is largest at an end, its velocity there or where the acceleration is 0.
 */
function sharesOf({ waypoints, times, velocities }: TimedMotion, limits: JointLimits) {
  let [velocity, acceleration] = [0, 0];
  for (let i = 0; i + 1 < times.length; i++) {
    const h = times[i + 1] - times[i];
    expect(h).toBeGreaterThan(0);
    limits.velocity.forEach((most, d) => {
      const [u, v] = [velocities[i][d], velocities[i + 1][d]];
      const mean = (waypoints[i + 1][d] - waypoints[i][d]) / h;
      const begin = (6 * mean - 4 * u - 2 * v) / h;
      const end = (2 * u + 4 * v - 6 * mean) / h;
      let fastest = Math.max(Math.abs(u), Math.abs(v));
      if (begin * end < 0) {
        const t = (begin / (begin - end)) * h;
        fastest = Math.max(fastest, Math.abs(u + 0.5 * t * begin));
      }
      velocity = Math.max(velocity, fastest / most);
      const bend = Math.max(Math.abs(begin), Math.abs(end));
      acceleration = Math.max(acceleration, bend / limits.acceleration[d]);
    });
  }
  return { velocity, acceleration };
}

/** The same by proven extrema of the polynomials. */
function curveShares(path: Path, limits: JointLimits) {
  let [velocity, acceleration] = [0, 0];
  path.segments.forEach((segment, i) => {
    if (!(segment instanceof PolynomialSegment)) return;
    const h = path.times![i + 1] - path.times![i];
    limits.velocity.forEach((most, d) => {
      const curve = new Curve(segment.coefficients, 6 * d);
      velocity = Math.max(velocity, curve.mostUpper(1, 0, 1) / h / most);
      acceleration = Math.max(
        acceleration,
        curve.mostUpper(2, 0, 1) / h ** 2 / limits.acceleration[d],
      );
    });
  });
  return { velocity, acceleration };
}

/** What was rounded in the arithmetic here, not in the motion. */
const ROUNDING = 1 + 1e-6;

function expectWithin(motion: TimedMotion, limits: JointLimits): void {
  const shares = sharesOf(motion, limits);
  expect(shares.velocity).toBeLessThanOrEqual(ROUNDING);
  expect(shares.acceleration).toBeLessThanOrEqual(ROUNDING);
  const proven = curveShares(timedPath(arm, motion), limits);
  expect(proven.velocity).toBeLessThanOrEqual(1);
  expect(proven.acceleration).toBeLessThanOrEqual(1);
  motion.times.forEach((time) => {
    const whole = Math.floor(time);
    expect(whole + Math.round((time - whole) * 1e9) / 1e9).toBe(time);
  });
}

/** Waypoints with steps of all sizes from a power of ten on, some of a single joint. */
function randomPoints(random: Random, count: number, least = -9): Float64Array[] {
  const points = [Float64Array.from(arm.dofs, () => random.between(-2, 2))];
  while (points.length < count) {
    const size = 10 ** random.between(least, 0.5);
    const only = random.unit() < 0.3 ? random.below(7) : -1;
    points.push(
      points.at(-1)!.map((x, d) => (only < 0 || only === d ? x + size * random.between(-1, 1) : x)),
    );
  }
  return points;
}

function randomLimits(random: Random): JointLimits {
  const size = 10 ** random.between(-2, 4);
  const some = () => Float64Array.from(arm.dofs, () => size * 10 ** random.between(-1, 1));
  return { velocity: some(), acceleration: some() };
}

describe('stops', () => {
  it('keep the limits, rest at every waypoint and stay on the segments', () => {
    const random = new Random(1);
    for (let run = 0; run < 150; run++) {
      const points = randomPoints(random, 2 + random.below(6));
      const limits = randomLimits(random);
      const { motion, places } = timeWaypoints(arm, points, limits);
      expectWithin(motion, limits);
      // Every waypoint to the bit, at rest.
      const rests = motion.waypoints.filter((_, i) => motion.velocities[i].every((v) => v === 0));
      expect(rests).toEqual(points);
      const q = new Float64Array(7);
      timedPath(arm, motion).segments.forEach((segment, i) => {
        const k = Math.floor(places[i]);
        const [a, b] = [points[k], points[k + 1]];
        for (const t of [0.2, 0.5, 0.9]) {
          segment.configurationInto(t, q, 0);
          // All joints are at the same part of their ways.
          const d = a.reduce((m, x, j) => (Math.abs(b[j] - x) > Math.abs(b[m] - a[m]) ? j : m), 0);
          const s = (q[d] - a[d]) / (b[d] - a[d]);
          a.forEach((x, j) => {
            expect(Math.abs(x + s * (b[j] - x) - q[j])).toBeLessThan(1e-13);
          });
        }
      });
    }
  });

  it('are as fast as one joint can be', () => {
    const limits = {
      velocity: new Float64Array(7).fill(2),
      acceleration: new Float64Array(7).fill(4),
    };
    const duration = (way: number, factor = 1) => {
      const from = new Float64Array(7);
      const to = from.map((_, d) => (d === 2 ? way : 0.3 * way * factor));
      return timeWaypoints(arm, [from, to], limits).motion.times.at(-1)!;
    };
    // 2 rad/s are reached within 0.5 s and 0.5 rad.
    expect(duration(3)).toBeCloseTo(0.5 + 2 / 2 + 0.5, 5);
    expect(duration(0.25)).toBeCloseTo(2 * Math.sqrt(0.25 / 4), 5);
    expect(duration(-3, 0)).toBe(duration(3));
  });

  it('tiny steps and huge limits: times still increase', () => {
    const limits = {
      velocity: new Float64Array(7).fill(1e9),
      acceleration: new Float64Array(7).fill(1e12),
    };
    const from = new Float64Array(7).fill(1);
    const near = from.map((x) => x + 2 ** -52);
    const { motion } = timeWaypoints(arm, [from, near, from.map((x) => x + 1e-7)], limits);
    expectWithin(motion, limits);
    expect(motion.times.at(-1)).toBeLessThan(1e-3);
  });
});

describe('blends', () => {
  it('keep the limits and do not stop', () => {
    const random = new Random(2);
    let [sum, stopping, most, worst] = [0, 0, 0, 0];
    for (let run = 0; run < 150; run++) {
      const tiny = run % 2 === 0;
      const points = randomPoints(random, 3 + random.below(6), tiny ? -9 : -1);
      const limits = randomLimits(random);
      const corners = points.map((_, i) =>
        i === 0 || i === points.length - 1
          ? null
          : widestCorner(points, i, limits, random.between(0.01, 0.45)),
      );
      const { motion } = timeWaypoints(arm, points, limits, corners);
      expectWithin(motion, limits);
      expect(motion.waypoints[0]).toEqual(points[0]);
      expect(motion.waypoints.at(-1)).toEqual(points.at(-1));
      motion.velocities.slice(1, -1).forEach((v) => {
        expect(v.some((x) => x !== 0)).toBe(true);
      });
      const stops = timeWaypoints(arm, points, limits).motion.times.at(-1)!;
      const used = curveShares(timedPath(arm, motion), limits);
      most = Math.max(most, used.velocity, used.acceleration);
      if (tiny || stops < 0.01) continue;
      worst = Math.max(worst, motion.times.at(-1)! / stops);
      sum += motion.times.at(-1)! / stops;
      stopping++;
    }
    console.log(
      `blends take ${(sum / stopping).toFixed(2)} of the time of stops, at most ${worst.toFixed(2)}`,
    );
    expect(sum / stopping).toBeLessThan(0.95);
    expect(worst).toBeLessThan(1.05);
    // Something is at its limit.
    expect(most).toBeGreaterThan(0.999);
  });

  it('run through a waypoint on the way as if it were not there', () => {
    const limits = {
      velocity: new Float64Array(7).fill(1),
      acceleration: new Float64Array(7).fill(2),
    };
    const line = [0, 1, 2].map((x) => new Float64Array(7).fill(x));
    const corner = widestCorner(line, 1, limits, 0.45);
    const { motion } = timeWaypoints(arm, line, limits, [null, corner, null]);
    const direct = timeWaypoints(arm, [line[0], line[2]], limits).motion;
    expect(motion.times.at(-1)).toBeCloseTo(direct.times.at(-1)!, 5);
  });
});

/** Written, read again, and made a motion as `surepath check` would. */
function reread(cell: Cell, text: string): Path {
  const { joints, waypoints, times, velocities, accelerations } = readPath(
    new TextEncoder().encode(text),
    { file: 'motion.yaml' },
  );
  const order = joints.map((name) => cell.tree.dofOf.get(name)!);
  const row = (values: Float64Array) => {
    const q = new Float64Array(cell.tree.dofs.length).fill(Number.NaN);
    order.forEach((d, k) => {
      q[d] = values[k];
    });
    return q;
  };
  expect(accelerations).toBeUndefined();
  return timedPath(cell.tree, {
    waypoints: waypoints.map(row),
    times: times!,
    velocities: velocities!.map((v) => row(v!)),
  });
}

function expectProven(cell: Cell, motion: TimedMotion, certified: boolean): void {
  const joints = cell.tree.dofs.map(({ name }) => name);
  const meant = timedPath(cell.tree, motion);
  for (const text of [
    writeTrajectoryYaml({ joints, ...motion }),
    writePathJson({ joints, ...motion }),
  ]) {
    const path = reread(cell, text);
    expect(path.times).toEqual(meant.times);
    path.segments.forEach((segment, i) => {
      const same = meant.segments[i];
      if (segment instanceof PolynomialSegment && same instanceof PolynomialSegment) {
        expect(segment.coefficients).toEqual(same.coefficients);
      } else expect([segment.from, segment.to]).toEqual([same.from, same.to]);
    });
  }
  const path = reread(cell, writeTrajectoryYaml({ joints, ...motion }));
  expect(checkPath(createChecker(cell), path).verdict).toBe('free');
  const statics = new StaticChecker(cell);
  const q = new Float64Array(joints.length);
  for (const segment of path.segments) {
    for (let k = 0; k <= 20; k++) {
      segment.configurationInto(k / 20, q, 0);
      expect(statics.firstCollision(q)).toBe(-1);
    }
  }
  if (!certified) return;
  const certificate = makeCertificate(cell.description, cell, path);
  expect(verify(certificate, cell.description)).toMatchObject({ verified: true });
}

describe('an arm and a wall', () => {
  const wall = (x: number) =>
    cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.02, 0.6, 1]}, pose: {xyz: [${x}, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
      { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
    );
  const cell = wall(1);
  const space = new PlanningSpace(cell);
  const [from, to] = [Float64Array.from([-1, 0.2]), Float64Array.from([1, -0.2])];

  it.each(['stops', 'blends'] as const)('%s of planned paths are proven as written', (mode) => {
    let blends = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const plan = new RrtConnect(space).plan({ from, goals: [to], random, maxIterations: 2000 });
      const timed = timePath(space, plan.waypoints!, { mode, acceleration: 3 });
      expect(timed.verdict).toBe('free');
      expect(timed.motion.waypoints[0]).toEqual(from);
      expect(timed.motion.waypoints.at(-1)).toEqual(to);
      expect(timed.blends + timed.stops).toBe(plan.waypoints!.length - 2);
      expect(timed.duration).toBe(timed.motion.times.at(-1));
      const used = usedShare(timed.path, jointLimits(cell, { acceleration: 3 }));
      expect(Math.max(used.velocity, used.acceleration)).toBeLessThanOrEqual(1);
      expectProven(cell, timed.motion, true);
      blends += timed.blends;
      if (mode === 'stops') continue;
      const stops = timePath(space, plan.waypoints!, { mode: 'stops', acceleration: 3 });
      expect(timed.duration).toBeLessThan(stops.duration);
    }
    expect(blends > 0).toBe(mode === 'blends');
  });

  it('what is not free stays that; what is only sampled is not proven', () => {
    const through = [from, Float64Array.from([0, 0]), to];
    for (const mode of ['stops', 'blends'] as const) {
      const bad = timePath(space, through, { mode });
      expect(bad.verdict).toBe('colliding');
      expect(bad.checked.witness).not.toBeNull();
    }
    const sampled = timePath(space, [from, from.map((x) => x - 0.1)], {
      checker: createChecker(cell, { method: 'fixed' }),
    });
    expect(sampled.verdict).toBe('no collision found');
    const stopped = timePath(space, [from, to], { signal: { aborted: true } });
    expect(stopped.verdict).not.toBe('free');
  });

  it('a checker that proves no blend makes all of them stops', () => {
    const ladder = createChecker(cell);
    const never: Checker = {
      method: 'ladder',
      check: (request) => {
        const { segment } = request;
        const bent = segment instanceof PolynomialSegment && segment.coefficients[2] !== 0;
        const open = { ...ladder.check({ ...request, budget: 0 }), kept: null };
        const moves = Math.abs(segment.from[0] * segment.to[1] - segment.from[1] * segment.to[0]);
        return bent && moves > 1e-12 ? open : ladder.check(request);
      },
    };
    const points = [from, from.map((x) => 0.9 * x), Float64Array.from([-1.2, 0.3])];
    const { blends, stops } = timePath(space, points, { checker: never });
    expect({ blends, stops }).toEqual({ blends: 0, stops: 1 });
  });

  it('one waypoint, equal waypoints, and what makes no sense', () => {
    const still = timePath(space, [from, from, from]);
    expect(still).toMatchObject({ duration: 0, verdict: 'free', blends: 0, stops: 0 });
    expect(still.motion.waypoints).toEqual([from]);
    const twice = timePath(space, [from, from, Float64Array.from([-1.2, 0.3]), from]);
    expect(twice).toMatchObject({ verdict: 'free', blends: 1 });
    const time = (options: Parameters<typeof timePath>[2]) => () =>
      timePath(space, [from, to], options);
    expect(time({ velocity: 0 })).toThrow(/"joint1" is limited to 0/);
    expect(time({ velocity: Infinity })).toThrow(/how fast "joint1" may move/);
    expect(time({ acceleration: [1] })).toThrow(/1 limits for 2 degrees of freedom/);
    expect(time({ acceleration: -1 })).toThrow(/limited to -1/);
    expect(time({ velocityScale: 2 })).toThrow(/scaled by 2/);
    expect(() => timePath(space, [from, to, from], { share: 0.6 })).toThrow(/part 0.6/);
    expect(() => timePath(space, [])).toThrow(/at least one waypoint/);
    expect(() => timePath(space, [from.map(() => Number.NaN)])).toThrow(/2 finite numbers/);
  });

  it('scales and limits from the file', () => {
    const limits = jointLimits(cell, { velocityScale: 0.5, accelerationScale: 0.25 });
    expect([...limits.velocity]).toEqual([0.5, 0.5]);
    expect([...limits.acceleration]).toEqual([0.5, 0.5]);
    const some = jointLimits(cell, { velocity: [0.1, Number.NaN], acceleration: [Number.NaN, 3] });
    expect([...some.velocity]).toEqual([0.1, 1]);
    expect([...some.acceleration]).toEqual([0.2, 3]);
  });

  it('joints that follow others have limits, too', () => {
    const urdf = armUrdf('arm', [0.4, 0.4, 0.4]).replace(
      '<parent link="link1"/>',
      '<mimic joint="joint1" multiplier="-4"/>$&',
    );
    const coupled = cellFrom('surepath: 1\nrobots: [{urdf: arm.urdf}]\n', { 'arm.urdf': urdf });
    expect([...jointLimits(coupled).velocity]).toEqual([0.25]);
    expect([...jointLimits(coupled, { velocity: 2 }).velocity]).toEqual([2]);
  });

  it('joints without limits run on over a whole turn', () => {
    const urdf = armUrdf('arm', [0.4, 0.4, 0.4]).replaceAll('"revolute"', '"continuous"');
    const yaml = `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0.4, 0.95, 0]}}]
allow: [[link0, link1], [link1, link2], [link0, link2]]
`;
    const turning = new PlanningSpace(cellFrom(yaml, { 'arm.urdf': urdf }));
    const points = [
      [3, 2.5],
      [5, 2.6],
      [10, 2.4],
    ].map((q) => Float64Array.from(q));
    for (const mode of ['stops', 'blends'] as const) {
      const timed = timePath(turning, points, { mode });
      expect(timed.verdict).toBe('free');
      expect(timed.duration).toBeGreaterThan(7);
      expectProven(turning.cell, timed.motion, true);
    }
  });
});

describe('a slide around the corner of a block', () => {
  const slide = (i: number, axis: string) =>
    `<joint name="${axis}" type="prismatic"><parent link="l${i - 1}"/><child link="l${i}"/>` +
    `<axis xyz="${axis === 'x' ? '1 0' : '0 1'} 0"/>` +
    `<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>`;
  const urdf =
    `<robot name="slide"><link name="l0"/><link name="l1"/><link name="l2"><collision><geometry>` +
    `<box size="0.02 0.02 0.02"/></geometry></collision></link>${slide(1, 'x')}${slide(2, 'y')}</robot>`;
  const points = [
    [0, 0],
    [1, 0],
    [1, 1],
  ].map((q) => Float64Array.from(q));
  // Slow to turn: blends would be as wide as they may be.
  const options = { acceleration: 0.5 };

  /** The block's sides are this far from the slide's, on the inner side of the corner. */
  const around = (gap: number) => {
    const [x, y] = [1 - 0.01 - gap - 0.2, 0.01 + gap + 0.2];
    const yaml = `surepath: 1
robots: [{urdf: slide.urdf}]
obstacles: [{name: block, shape: {box: [0.4, 0.4, 1]}, pose: {xyz: [${x}, ${y}, 0]}}]
`;
    return new PlanningSpace(cellFrom(yaml, { 'slide.urdf': urdf }));
  };

  it.each([
    [0.2, 0],
    [0.06, 1],
    [0.03, 2],
    [0.008, 4],
  ])('a gap of %d m: wide blends are halved %d times', (gap, halvings) => {
    const space = around(gap);
    const stops = timePath(space, points, { ...options, mode: 'stops' });
    expect(stops).toMatchObject({ verdict: 'free', blends: 0, stops: 1 });
    if (halvings > 0) {
      const early = timePath(space, points, { ...options, halvings: halvings - 1 });
      expect(early).toMatchObject({ verdict: 'free', blends: 0, stops: 1 });
      expect(early.motion).toEqual(stops.motion);
    }
    const timed = timePath(space, points, { ...options, halvings });
    expect(timed).toMatchObject({ verdict: 'free', blends: 1, stops: 0 });
    expect(timed.motion).toEqual(timePath(space, points, options).motion);
    expect(timed.duration).toBeLessThan(stops.duration);
    expectProven(space.cell, timed.motion, true);
  });

  it('a gap too small for any blend: a stop', () => {
    const timed = timePath(around(0.0005), points, options);
    expect(timed).toMatchObject({ verdict: 'free', blends: 0, stops: 1 });
  });
});

describe.each(['two-arms', 'cage'])('%s', (name) => {
  it('planned, smoothed, timed, written, read, proven', () => {
    const cell = embedded(name);
    const space = new PlanningSpace(cell);
    const random = new Random(4);
    const free = () => {
      const q = new Float64Array(space.size);
      do space.sampleInto(random, q);
      while (!space.isFree(q));
      return q;
    };
    const plan = new RrtConnect(space).plan({
      ...{ from: free(), goals: [free()], random, maxIterations: 2000, timeLimit_ms: 1e9 },
    });
    expect(plan.waypoints).not.toBeNull();
    const { waypoints } = smoothPath(space, plan.waypoints!, { random, iterations: 30 });
    const durations = (['stops', 'blends'] as const).map((mode) => {
      const timed = timePath(space, waypoints, { mode });
      expect(timed.verdict).toBe('free');
      const used = usedShare(timed.path, jointLimits(cell));
      expect(Math.max(used.velocity, used.acceleration)).toBeLessThanOrEqual(1);
      expectProven(cell, timed.motion, mode === 'blends');
      return { mode, duration: timed.duration, blends: timed.blends, stops: timed.stops };
    });
    console.log(name, waypoints.length, 'waypoints', JSON.stringify(durations));
    expect(durations[1].duration).toBeLessThanOrEqual(durations[0].duration);
  }, 60_000);
});

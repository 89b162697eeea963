/** Joints that follow by laws, in limits, times and inverse kinematics. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell } from '../../src/cell/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { limitsLeft, limitsLeftAt, timedPath } from '../../src/motion/index.ts';
import { jointLimits, PlanningSpace, solvePose, timePath } from '../../src/plan/index.ts';
import { followerDescription } from '../helpers/check/followerCells.ts';
import { byLaw, compiledSeries, randomLaw, sampledLaw } from '../helpers/oracles/laws.ts';

/** Out and back once a turn, by 0.4 rad. */
const WAVE = sampledLaw(
  (x) => 0.4 * Math.sin(x),
  (x) => 0.4 * Math.cos(x),
  [-10, 10],
  161,
);

function limited(law = WAVE, limits: { velocity?: number; acceleration?: number } = {}): Cell {
  const description = followerDescription({ coupling: byLaw('joint1', law) });
  const robots = description.robots.map((robot) => ({
    ...robot,
    limits: new Map([
      ['joint1', { velocity: 100, acceleration: 1000 }],
      ['joint2', limits],
    ]),
  }));
  return buildCell({ ...description, robots });
}

/** Largest |v'| and |v''| of the follower along a path, in steps. */
function sampledRates(cell: Cell, path: ReturnType<typeof timedPath>) {
  const law = cell.tree.laws!.find((each) => each !== null)!;
  const most = [0, 0];
  const [q, r, a] = [0, 1, 2].map(() => new Float64Array(1));
  path.segments.forEach((segment, i) => {
    const duration = path.times![i + 1] - path.times![i];
    for (let k = 0; k <= 400; k++) {
      segment.configurationInto(k / 400, q, 0);
      segment.rateInto(k / 400, r, 0);
      segment.accelerationInto(k / 400, a, 0);
      const [, g1, g2] = compiledSeries(law, q[0]);
      const second = 2 * g2 * r[0] * r[0] + g1 * a[0];
      most[0] = Math.max(most[0], Math.abs(g1 * r[0]) / duration);
      most[1] = Math.max(most[1], Math.abs(second) / duration ** 2);
    }
  });
  return most;
}

describe('limits of a follower by a law', () => {
  it('are left exactly where samples leave them, in velocity and acceleration, seed 1', () => {
    const random = new Random(1);
    for (let round = 0; round < 12; round++) {
      const law = round % 2 ? WAVE : randomLaw(random);
      const cell = limited(law);
      const [from, to] = [random.between(-3, 3), random.between(-3, 3)].map((x) => [x]);
      const path = timedPath(cell.tree, {
        waypoints: [Float64Array.from(from), Float64Array.from(to)],
        times: [0, 1.5],
        ...(round % 3 ? { velocities: [Float64Array.of(0.3), Float64Array.of(-0.2)] } : {}),
      });
      const [velocity, acceleration] = sampledRates(cell, path);
      for (const [share, expected] of [
        [0.99, true],
        [1.02, false],
      ] as const) {
        const own = limited(law, {
          velocity: share * velocity,
          acceleration: share * acceleration,
        });
        const left = limitsLeft(own, path).left.filter(({ joint }) => joint === 'joint2');
        const kinds = left.filter(({ jump }) => jump === undefined).map(({ kind }) => kind);
        expect(kinds.includes('velocity'), `round ${round}, ${share}`).toBe(expected);
        expect(kinds.includes('acceleration'), `round ${round}, ${share}`).toBe(expected);
      }
    }
  });

  it('are left in position between the ends of a segment, and at configurations', () => {
    const description = followerDescription({ coupling: byLaw('joint1', WAVE) });
    const robots = description.robots.map((instance) => ({
      ...instance,
      robot: {
        ...instance.robot,
        joints: instance.robot.joints.map((joint) =>
          joint.name === 'joint2'
            ? { ...joint, kind: 'revolute' as const, limits: { lower: -0.399, upper: 0.3 } }
            : joint,
        ),
      },
    }));
    const cell = buildCell({ ...description, robots });
    const path = timedPath(cell.tree, {
      waypoints: [Float64Array.of(0), Float64Array.of(Math.PI)],
      times: [0, 1],
    });
    const { left } = limitsLeft(cell, path);
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({ joint: 'joint2', kind: 'position', limit: 0.3 });
    expect(left[0].value).toBeCloseTo(0.4, 4);
    expect(left[0].t).toBeCloseTo(0.5, 3);
    const at = limitsLeftAt(cell, [Float64Array.of(1.5), Float64Array.of(0.1)]);
    expect(at.map((each) => each.length)).toEqual([1, 0]);
  });
});

describe('times', () => {
  it('keep the limits of what follows', () => {
    const cell = limited(WAVE, { velocity: 0.5, acceleration: 2 });
    const { velocity, acceleration } = jointLimits(cell);
    expect(velocity[0]).toBeLessThanOrEqual(1.25 * (1 + 1e-3));
    expect(acceleration[0]).toBeLessThanOrEqual(2.5 * (1 + 1e-3));
    const waypoints = [-2, 1, 3].map((x) => Float64Array.of(x));
    const { path } = timePath({ cell }, waypoints);
    const [fastest, hardest] = sampledRates(cell, path);
    expect(fastest).toBeLessThanOrEqual(0.5 * (1 + 1e-6));
    expect(hardest).toBeLessThanOrEqual(2 * (1 + 1e-6));
  });
});

describe('inverse kinematics', () => {
  it('finds poses that a follower carries to, in few descents, seed 2', () => {
    const random = new Random(2);
    const cell = limited(
      sampledLaw(
        (x) => 2.5 * Math.sin(x),
        (x) => 2.5 * Math.cos(x),
        [-10, 10],
        161,
      ),
    );
    const space = new PlanningSpace(cell);
    const kin = new Kinematics(cell.tree);
    let tries = 0;
    for (let round = 0; round < 8; round++) {
      const q = Float64Array.of(random.between(-3, 3));
      kin.setConfiguration(q);
      const o = kin.poseOf(3);
      const pose = kin.poses.slice(o, o + 12);
      const from = Float64Array.of(q[0] + random.between(-0.5, 0.5));
      const found = solvePose(space, { link: 'link2', pose, from, random, free: false });
      expect(found.solutions).toHaveLength(1);
      const turn = (found.solutions[0][0] - q[0]) / (2 * Math.PI);
      expect(Math.abs(turn - Math.round(turn))).toBeLessThan(1e-3);
      tries += found.tries;
    }
    expect(tries).toBe(8);
  });
});

/** Joints that follow others or are held stray, too: never free where a strayed configuration collides. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { makeDelayCertificate, verifyDelays } from '../../src/certificate/index.ts';
import {
  checkDelays,
  checkPenetration,
  clearanceProfile,
  createChecker,
} from '../../src/check/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { transformPointInto } from '../../src/math/index.ts';
import { buildPath, type Track, timedPath } from '../../src/motion/index.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { certified, METHODS } from '../helpers/oracles/looseCampaign.ts';

/**
 * An arm along x of bare links, a ball of 20 mm at its tip, and a wall beside it: how much room joints
 * that follow or are held need, worked out by hand.
 */
interface Case {
  /** Type and place of each joint in turn; `follows` as in URDF. */
  readonly joints: readonly { type: string; x: number; follows?: string; axis?: string }[];
  /** Of the ball in the last link's frame. */
  readonly tip: number;
  /** Further keys of the robot. */
  readonly robot: string;
  readonly q: readonly number[];
  /** Where the wall is, and how much nearer the ball may come to it. */
  readonly towards: readonly [number, number, number];
  readonly needed: number;
}

const turn = (x: number, follows?: string) => ({
  type: 'revolute',
  x,
  ...(follows && { follows }),
});
const TIP = { tip: 0.5, towards: [0, 1, 0] } as const;
const DIAGONAL = [0, Math.SQRT1_2, Math.SQRT1_2] as const;

const CASES: Readonly<Record<string, Case>> = {
  'a follower': {
    ...TIP,
    joints: [turn(0), turn(0.3, 'joint="j1"')],
    robot: 'tracking: {j2: 0.05}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a follower by default': {
    ...TIP,
    joints: [turn(0), turn(0.3, 'joint="j1"')],
    robot: 'tracking: {default: 0.05, j1: 0}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a follower and its leader': {
    ...TIP,
    joints: [turn(0), turn(0.3, 'joint="j1" multiplier="2"')],
    robot: 'tracking: {j1: 0.02, j2: 0.01}',
    q: [0],
    needed: 0.3 * Math.sin(0.02) + 0.5 * Math.sin(0.07),
  },
  'a chain of followers': {
    ...TIP,
    joints: [turn(0), turn(0.3, 'joint="j1" multiplier="2"'), turn(0.3, 'joint="j2"')],
    robot: 'tracking: {j2: 0.01, j3: 0.03}',
    q: [0],
    // The third turns by what the second strays by, on top of that.
    needed: 0.3 * Math.sin(0.01) + 0.5 * Math.sin(0.05),
  },
  'a coupling': {
    ...TIP,
    joints: [turn(0), turn(0.3)],
    robot: 'couplings: {j2: {joint: j1, multiplier: 0}}\n    tracking: {j2: 0.05}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a follower of a held joint': {
    ...TIP,
    joints: [turn(0), turn(0.3), turn(0.1, 'joint="j2" multiplier="0.5"')],
    robot: 'joints: {j2: 0}\n    tracking: {j2: 0.04, j3: 0.01}',
    q: [0],
    needed: 0.1 * Math.sin(0.04) + 0.5 * Math.sin(0.07),
  },
  'a held turn': {
    ...TIP,
    joints: [turn(0), turn(0.3)],
    robot: 'joints: {j2: 0}\n    tracking: {j2: 0.05}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a held joint by default': {
    ...TIP,
    joints: [turn(0), turn(0.3)],
    robot: 'joints: {j2: 0}\n    tracking: {default: 0.05, j1: 0}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a held turn without limits': {
    ...TIP,
    joints: [turn(0), { type: 'continuous', x: 0.3 }],
    robot: 'joints: {j2: 0}\n    tracking: {j2: 0.05}',
    q: [0],
    needed: 0.5 * Math.sin(0.05),
  },
  'a held slide': {
    ...TIP,
    joints: [turn(0), { type: 'prismatic', x: 0.3, axis: '0 1 0' }],
    robot: 'joints: {j2: 0.1}\n    tracking: {j2: 0.02}',
    q: [0],
    needed: 0.02,
  },
  'a held planar joint': {
    ...TIP,
    towards: [Math.SQRT1_2, Math.SQRT1_2, 0],
    joints: [turn(0), { type: 'planar', x: 0.3 }],
    robot: 'joints: {j2: [0.1, 0.1, 0]}\n    tracking: {j2: 0.02}',
    q: [0],
    needed: Math.SQRT2 * 0.02 + Math.SQRT1_2 * 0.5 * Math.sin(0.02),
  },
  'a held floating joint': {
    tip: 3,
    towards: DIAGONAL,
    joints: [turn(0), { type: 'floating', x: 0.3 }],
    robot: 'joints: {j2: [0.1, 0.1, 0, 0, 0, 0, 1]}\n    tracking: {j2: 0.02}',
    q: [0],
    needed: Math.SQRT2 * 0.02 + 3 * Math.sin(0.02),
  },
  'a held base': {
    tip: 3,
    towards: DIAGONAL,
    joints: [turn(0)],
    robot:
      'base_joint: floating\n    joints: {base: [0, 0, 0, 0, 0, 0, 1]}\n    tracking: {base: 0.02}',
    q: [0],
    needed: Math.SQRT2 * 0.02 + 3 * Math.sin(0.02),
  },
  'a robot that stands still': {
    ...TIP,
    joints: [turn(0)],
    robot: 'joints: {j1: 0}\n    tracking: {j1: 0.05}',
    q: [],
    needed: 0.5 * Math.sin(0.05),
  },
};

function urdf({ joints, tip }: Case): string {
  const links = joints.map((_, i) => `<link name="l${i}"/>`).join('');
  const ball = `<link name="tip"><collision><origin xyz="${tip} 0 0"/><geometry><sphere radius="0.02"/></geometry></collision></link>`;
  const each = joints.map(({ type, x, follows, axis = '0 0 1' }, i) => {
    const child = i + 1 === joints.length ? 'tip' : `l${i + 1}`;
    const limit = '<limit lower="-3" upper="3" effort="1" velocity="1"/>';
    return `<joint name="j${i + 1}" type="${type}"><parent link="l${i}"/><child link="${child}"/><origin xyz="${x} 0 0"/><axis xyz="${axis}"/>${limit}${follows ? `<mimic ${follows}/>` : ''}</joint>`;
  });
  return `<robot name="r">${links}${ball}${each.join('')}</robot>`;
}

/** The cell with a wall, a slab across `towards`, so far from the ball. */
function besideWall(made: Case, gap: number) {
  const read = (wall: string) =>
    cellFrom(`surepath: 1\nrobots:\n  - urdf: r.urdf\n    ${made.robot}\nobstacles: [${wall}]\n`, {
      'r.urdf': urdf(made),
    });
  const bare = read('');
  const kinematics = new Kinematics(bare.tree);
  kinematics.setConfiguration(Float64Array.from(made.q));
  const at = kinematics.poseOf(bare.tree.frameOf.get('tip')!);
  const ball = new Float64Array(3);
  transformPointInto(kinematics.poses, at, Float64Array.of(made.tip, 0, 0), 0, ball, 0);
  const [x, y, z] = made.towards;
  const offset = x * ball[0] + y * ball[1] + z * ball[2] + 0.02 + gap;
  return read(
    `{name: wall, shape: {half_space: {normal: [${-x}, ${-y}, ${-z}], offset: ${-offset}}}}`,
  );
}

/** The same with a wall that has an end, a thick plate, as the member of a crowd. */
function besidePlate(made: Case, gap: number): Cell {
  const { description } = besideWall(made, gap);
  const [wall] = description.obstacles;
  const { geometry } = wall.parts[0];
  if (geometry.kind !== 'half-space') throw new Error('the wall is a half-space');
  const n = geometry.normal.map((x) => -x);
  // Two directions along the plate.
  const u = n[2] === 0 ? [0, 0, 1] : [1, 0, 0];
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const axes = [0, 1, 2].flatMap((k) => [n[k], u[k], v[k]]);
  const centre = n.map((x) => x * (0.1 - geometry.offset));
  const pose = Float64Array.from([...axes, ...centre]);
  const parts = [{ pose, geometry: { kind: 'box', half: [0.1, 4, 4] } as const }];
  return buildCell({ ...description, obstacles: [{ ...wall, parts }] }, { crowdFrom: 0 });
}

describe('worked out by hand', () => {
  describe.each(Object.entries(CASES))('%s', (_, made) => {
    const verdicts = (gap: number) => {
      const cell = besideWall(made, gap);
      const path = buildPath(cell.tree, [Float64Array.from(made.q)]);
      const q = Float64Array.from(made.q);
      const found: Record<string, string | boolean> = {};
      for (const method of METHODS) {
        const { verdict } = createChecker(cell, { method }).check({ segment: path.segments[0] });
        found[method] = verdict;
      }
      found.static = new StaticChecker(cell).keepsClearance(q);
      found.certificate = certified(cell, path);
      return found;
    };

    it('needs the same room beside a member of a crowd', () => {
      for (const [share, free] of [
        [1.5, true],
        [0.99, false],
      ] as const) {
        const cell = besidePlate(made, share * made.needed);
        expect(cell.crowd).not.toBeNull();
        const path = buildPath(cell.tree, [Float64Array.from(made.q)]);
        for (const method of METHODS) {
          const { verdict } = createChecker(cell, { method }).check({ segment: path.segments[0] });
          expect(verdict === 'free', method).toBe(free);
        }
      }
    });

    it('is free with half as much room again as it needs', () => {
      expect(verdicts(1.5 * made.needed)).toEqual({
        ladder: 'free',
        adaptive: 'free',
        refined: 'free',
        static: true,
        certificate: true,
      });
    });

    it('is not with a little less than it needs', () => {
      expect(verdicts(0.99 * made.needed)).toEqual({
        ladder: 'too-close',
        adaptive: 'too-close',
        refined: 'too-close',
        static: false,
        certificate: false,
      });
    });
  });
});

describe('other questions', () => {
  const made = CASES['a held turn'];
  const path = (cell: Cell) => buildPath(cell.tree, [Float64Array.from(made.q)]);

  it('bodies may overlap so far and no farther, wherever joints stray', () => {
    const verdict = (gap: number, depth: number) => {
      const cell = besideWall(made, gap);
      return checkPenetration(cell, path(cell), { depth }).verdict;
    };
    expect(verdict(made.needed - 0.01, 0.02)).toBe('within');
    expect(verdict(made.needed - 0.01, 0.005)).not.toBe('within');
  });

  it('a profile says how much straying takes', () => {
    const cell = besideWall(made, 0.1);
    const { pairs } = clearanceProfile(cell, path(cell));
    expect(pairs[0].lower).toBeCloseTo(0.1, 2);
    expect(pairs[0].pair.tracking).toBeGreaterThanOrEqual(made.needed);
    expect(pairs[0].pair.tracking).toBeLessThan(1.1 * made.needed);
  });

  it('sampling looks for what strays, too', () => {
    const cell = besideWall(made, 0.9 * made.needed);
    const fixed = createChecker(cell, { method: 'fixed' });
    expect(fixed.check({ segment: path(cell).segments[0] }).verdict).toBe('too-close');
  });

  it('cars that cross late need room for what their bodies stray on them', () => {
    const joint = (name: string, parent: string, child: string, axis: string) =>
      `<joint name="${name}" type="prismatic"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;
    const car = `<robot name="car"><link name="rail"/><link name="car"/><link name="body"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>${joint('slide', 'rail', 'car', '1 0 0')}${joint('play', 'car', 'body', '0 1 0')}</robot>`;
    const cars = (play: number) =>
      cellFrom(
        `surepath: 1
robots:
  - {name: east, urdf: car.urdf, joints: {play: 0}, tracking: {play: ${play}}}
  - {name: north, urdf: car.urdf, base: {rpy: [0, 0, 1.5707963267948966]}, joints: {play: 0}, tracking: {play: ${play}}}`,
        { 'car.urdf': car },
      );
    const ask = (cell: Cell, delay: number) => {
      const run = (d: number, begin: number): Track => {
        const waypoints = [-1, 1].map((x) => Float64Array.from([0, 1], (k) => (k === d ? x : 0)));
        const times = [begin, begin + 4];
        return { dofs: [d], path: timedPath(cell.tree, { waypoints, times }), name: `${d}` };
      };
      const asked = { tracks: [run(0, 0), run(1, 3)], standing: new Float64Array(2) };
      const delays = [delay, 0];
      const { verdict, proven } = checkDelays(cell, asked.tracks, {
        ...{ ...asked, delays, budget: 2000 },
      });
      if (verdict !== 'free') return verdict;
      const evidence = { ...asked, delays, proven };
      const certificate = makeDelayCertificate(cell.description, cell, evidence);
      return verifyDelays(certificate, cell.description, { ...asked, delays }).verified;
    };
    // Each is in the other's way for 0.4 s either side of its middle, and 0.2 s more with 0.1 m of play:
    // east from 1.4 to 2.6 s, north from 4.4 s on. That leaves 1.8 s.
    expect(ask(cars(0), 1.85)).toBe(true);
    expect(ask(cars(0.1), 0.9)).toBe(true);
    expect(ask(cars(0.1), 1.85)).toBe('undecided');
  });
});

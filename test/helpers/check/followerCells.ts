/** Cells in which a joint follows another one by a law, and the same with that joint free. */
import { buildCell, type Cell, type CellDescription } from '../../../src/cell/index.ts';
import type {
  Coupling,
  JointDescription,
  Law,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
import { poseFromRpy, type Random } from '../../../src/math/index.ts';
import { COEFFICIENTS, PolynomialSegment } from '../../../src/motion/index.ts';
import { byLaw, compiledSeries } from '../oracles/laws.ts';
import { randomPose } from '../oracles/poses.ts';
import { describeCell, randomShape } from './ladderCells.ts';

/** Two arms of half a metre: the second one turns, or slides along the first, as the first one says. */
export function twoArms(
  kind: JointDescription['kind'] = 'continuous',
  limits = {},
): RobotDescription {
  const joint = (i: number, of: JointDescription['kind'], x: number): JointDescription => ({
    name: `joint${i}`,
    kind: of,
    parent: `link${i - 1}`,
    child: `link${i}`,
    origin: poseFromRpy(0, 0, 0, x, 0, 0),
    axis: of === 'prismatic' ? [1, 0, 0] : [0, 0, 1],
    ...(of === 'prismatic' ? { limits: { lower: -9, upper: 9 } } : {}),
    ...limits,
  });
  const bar = {
    pose: poseFromRpy(0, 0, 0, 0.25, 0, 0),
    geometry: { kind: 'box', half: [0.2, 0.02, 0.02] },
  } as const;
  const link = (i: number) => ({
    name: `link${i}`,
    collisions: i === 0 ? [] : [bar],
    visuals: [],
  });
  return {
    name: 'arms',
    links: [0, 1, 2].map(link),
    joints: [joint(1, 'continuous', 0), joint(2, kind, 0.5)],
  };
}

/** Two carriages side by side on one rail: the second one is where the law of the first says, and nothing turns. */
export function twoCarriages(): RobotDescription {
  const { joints, ...rest } = twoArms('prismatic');
  return {
    ...rest,
    joints: joints.map((joint) => ({
      ...joint,
      kind: 'prismatic',
      parent: 'link0',
      axis: [1, 0, 0],
      limits: { lower: -9, upper: 9 },
    })),
  };
}

/** Flat from -2 to 2, and as steep as 8 elsewhere. */
export const FLAT_THEN_STEEP: Law = {
  at: [-4, -3, -2, -1, 0, 1, 2, 3, 4],
  values: [-12, -4, 0, 0, 0, 0, 0, 4, 12],
  slopes: [8, 8],
  periodic: false,
  deviation: 0,
};

/** Nearly always out of the way. */
const ABOVE: CellDescription['obstacles'][number] = {
  name: 'lamp',
  pose: poseFromRpy(0, 0, 0, 0.1, 0, 0.3),
  solid: true,
  parts: [{ pose: poseFromRpy(0, 0, 0, 0, 0, 0), geometry: { kind: 'sphere', radius: 0.05 } }],
};

export interface FollowerOptions {
  readonly kind?: JointDescription['kind'];
  readonly coupling: Coupling | null;
  readonly obstacles?: CellDescription['obstacles'];
  readonly rest?: Partial<CellDescription>;
  readonly tracking?: ReadonlyMap<string, number>;
}

/** Two arms whose second joint follows the first, or, without a coupling, is free. */
export function followerDescription(options: FollowerOptions): CellDescription {
  const { kind, coupling, obstacles = [ABOVE], rest, tracking = new Map() } = options;
  const couplings = new Map(coupling ? [['joint2', coupling]] : []);
  const allow = [{ between: ['link1', 'link2'] as const, reason: 'joined' }];
  const robot = { robot: twoArms(kind), couplings, tracking };
  return describeCell([robot], obstacles, { allow, ...rest });
}

export function followerCell(law: Law, options: Partial<FollowerOptions> = {}): Cell {
  return buildCell(followerDescription({ coupling: byLaw('joint1', law), ...options }));
}

/** Obstacles around the arms, where the second one may get to. */
export function someObstacles(random: Random, count: number): CellDescription['obstacles'] {
  return Array.from({ length: count }, (_, i) => ({
    name: `obstacle${i}`,
    pose: randomPose(random, 0.9).map((x, k) => (k === 11 ? 0.1 * x : x)),
    solid: true,
    parts: [{ pose: poseFromRpy(0, 0, 0, 0, 0, 0), geometry: randomShape(random, 0.12) }],
  })) as CellDescription['obstacles'];
}

/** The motion of both joints of free arms that a leader makes which runs evenly within one piece of its law. */
export function drivenSegment(
  free: Cell,
  follower: Cell,
  from: number,
  to: number,
): PolynomialSegment {
  const { tree } = follower;
  const law = tree.laws![tree.joints.get('joint2')!.frame]!;
  const c = new Float64Array(2 * COEFFICIENTS);
  const rate = to - from;
  const [a, b, d, e] = compiledSeries(law, from);
  c.set([from, rate], 0);
  c.set([a, b * rate, d * rate ** 2, e * rate ** 3], COEFFICIENTS);
  return new PolynomialSegment(free.tree, c);
}

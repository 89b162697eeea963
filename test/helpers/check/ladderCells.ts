/** Random cells whose robots have geometry on every link, made without files; shapes' extents. */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
  type RobotInstance,
} from '../../../src/cell/index.ts';
import { bumpyBall, hullShape, knot, type Shape, torus } from '../../../src/geometry/index.ts';
import type { JointKind, Part, RobotDescription } from '../../../src/kinematics/index.ts';
import { identityPose, type Random } from '../../../src/math/index.ts';
import { lawCouplings } from '../oracles/laws.ts';
import { moved } from '../oracles/meshes.ts';
import { randomPose } from '../oracles/poses.ts';
import { randomRobot } from '../oracles/robots.ts';

export const ALL_KINDS: readonly JointKind[] = [
  'revolute',
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'planar',
  'floating',
];

export function randomHull(random: Random, size: number, count = 12): Shape {
  return hullShape(Float64Array.from({ length: 3 * count }, () => random.between(-size, size)));
}

/** A convex shape of any kind but a half-space, of about the given size. */
export function randomShape(random: Random, size: number): Shape {
  const some = () => random.between(0.3, 1) * size;
  switch (random.below(7)) {
    case 0:
      return { kind: 'box', half: [some(), some(), some()] };
    case 1:
      return { kind: 'sphere', radius: some() };
    case 2:
      return { kind: 'cylinder', radius: some() / 2, length: some() };
    case 3:
      return { kind: 'capsule', radius: some() / 2, length: some() };
    case 4:
      return { kind: 'cone', radius: some() / 2, length: some() };
    case 5:
      return { kind: 'ellipsoid', radii: [some(), some() / 2, some()] };
    default:
      return randomHull(random, size);
  }
}

export function randomPart(random: Random, size: number): Part {
  const pose = randomPose(random, size);
  if (random.unit() < 0.5) return { pose, geometry: randomShape(random, size) };
  const kind = random.below(3);
  const unit =
    kind === 0
      ? torus(0.8, 0.2, 12, 6)
      : kind === 1
        ? knot(0.7, 0.12, 24, 4)
        : bumpyBall(0.9, 0.2, 5, random);
  return {
    pose,
    geometry: { kind: 'mesh', triangles: moved(unit, 0, 0, 0, size), reference: `${kind}` },
  };
}

export interface CellOptions {
  readonly links?: number;
  readonly chain?: boolean;
  readonly baseJoint?: RobotInstance['baseJoint'];
  readonly kinds?: readonly JointKind[];
  readonly size?: number;
  readonly obstacles?: number;
  /** What obstacles are. Default: anything. */
  readonly obstacle?: Shape;
  /** Pieces per body. */
  readonly pieces?: number;
  readonly padding?: number;
  readonly clearance?: number;
  readonly base?: Float64Array;
  readonly mimics?: boolean;
  /** About half of the joints follow others, most of them by laws that are off by so much, in radians or metres. */
  readonly laws?: number;
}

export function describeCell(
  robots: readonly (Pick<RobotInstance, 'robot'> & Partial<RobotInstance>)[],
  obstacles: readonly (Pick<ObstacleDescription, 'name' | 'parts'> &
    Partial<ObstacleDescription>)[] = [],
  rest: Partial<CellDescription> = {},
): CellDescription {
  return {
    robots: robots.map((robot) => ({
      name: '',
      base: identityPose(),
      baseJoint: 'fixed' as const,
      held: new Map(),
      couplings: new Map(),
      padding: new Map(),
      scale: new Map(),
      tracking: new Map(),
      attached: [],
      surfaces: [],
      ...robot,
    })),
    obstacles: obstacles.map((o) => ({ pose: identityPose(), solid: true, ...o })),
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: new Map(),
    notes: [],
    ...rest,
  };
}

/** A robot with shapes on all its links among obstacles; all pairs of bodies are tested. */
export function randomCell(random: Random, options: CellOptions = {}): Cell {
  const { size = 0.15, pieces = 1, obstacles = 2, links = 6, padding = 0 } = options;
  const plain = randomRobot(random, {
    links,
    chain: options.chain ?? true,
    kinds: options.kinds ?? ALL_KINDS,
    mimics: options.mimics ?? true,
  });
  const parts = () => Array.from({ length: pieces }, () => randomPart(random, size));
  const robot: RobotDescription = {
    ...plain,
    links: plain.links.map((link) => ({ ...link, collisions: parts() })),
  };
  const description = describeCell(
    [
      {
        robot,
        base: options.base ?? randomPose(random, 0.3),
        baseJoint: options.baseJoint ?? 'fixed',
        padding: new Map([['default', padding]]),
        ...(options.laws === undefined
          ? {}
          : { couplings: lawCouplings(robot, random, options.laws) }),
      },
    ],
    Array.from({ length: obstacles }, (_, i) => ({
      name: `obstacle${i}`,
      pose: randomPose(random, 1),
      parts: options.obstacle ? [{ pose: identityPose(), geometry: options.obstacle }] : parts(),
    })),
    { clearance: { default: options.clearance ?? 0, pairs: [] } },
  );
  return buildCell(description);
}

/** How far a shape reaches along a direction, in its own frame. */
export function extentAlong(shape: Shape, n: readonly number[]): number {
  const [x, y, z] = n;
  const across = Math.hypot(x, y);
  const length = Math.hypot(x, y, z);
  switch (shape.kind) {
    case 'sphere':
      return shape.radius * length;
    case 'box':
      return shape.half.reduce((sum, h, k) => sum + h * Math.abs(n[k]), 0);
    case 'cylinder':
      return shape.radius * across + (shape.length / 2) * Math.abs(z);
    case 'capsule':
      return shape.radius * length + (shape.length / 2) * Math.abs(z);
    case 'cone':
      return Math.max((shape.length / 2) * z, shape.radius * across - (shape.length / 2) * z);
    case 'ellipsoid':
      return Math.hypot(...shape.radii.map((r, k) => r * n[k]));
    case 'hull': {
      const p = shape.hull.positions;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < p.length; i += 3) {
        most = Math.max(most, x * p[i] + y * p[i + 1] + z * p[i + 2]);
      }
      return most;
    }
    case 'half-space':
      throw new Error('a half-space has no extent');
  }
}

/** Small random cells of every sort, seeded: arms on fixed, planar and floating bases, meshes, primitives. */
import type {
  CellDescription,
  ObstacleDescription,
  RobotInstance,
} from '../../../src/cell/index.ts';
import { hullShape, type Shape, type Triangles, torus } from '../../../src/geometry/index.ts';
import type { JointKind, KinematicTree, Part } from '../../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { cube, join, moved, randomSoup } from '../oracles/meshes.ts';
import { randomPose } from '../oracles/poses.ts';
import { randomDirection } from '../oracles/robots.ts';

export interface CellOptions {
  readonly base?: 'fixed' | 'planar' | 'floating';
  readonly joints?: readonly JointKind[];
  readonly arms?: number;
  readonly meshes?: boolean;
  readonly floor?: boolean;
  /** A closed surface around everything. */
  readonly guard?: boolean;
  readonly clearance?: number;
  readonly tracking?: number;
  readonly padding?: number;
  readonly links?: number;
}

/** One sort of cell each. */
export const SORTS: Readonly<Record<string, CellOptions>> = {
  'fixed base, primitives': {},
  'fixed base, meshes': { meshes: true },
  'planar base': { base: 'planar', links: 3 },
  'floating base': { base: 'floating', links: 3, meshes: true },
  'all kinds of joints': { joints: ['prismatic', 'revolute', 'continuous', 'fixed'], links: 5 },
  'joints with several values': { joints: ['planar', 'floating', 'revolute'], links: 3 },
  'two arms': { arms: 2, links: 3, meshes: true },
  'a clearance': { clearance: 0.01 },
  'joints that stray': { tracking: 0.003, meshes: true, links: 3 },
  'padding and a floor': { padding: 0.01, floor: true },
  'inside a guard': { meshes: true, guard: true, links: 3 },
};

const triple = (f: () => number): [number, number, number] => [f(), f(), f()];

export function randomShape(random: Random, size: number): Shape {
  const s = () => size * random.between(0.4, 1);
  switch (random.below(7)) {
    case 0:
      return { kind: 'box', half: triple(s) };
    case 1:
      return { kind: 'sphere', radius: s() };
    case 2:
      return { kind: 'cylinder', radius: 0.6 * s(), length: 1.5 * s() };
    case 3:
      return { kind: 'capsule', radius: 0.5 * s(), length: 1.5 * s() };
    case 4:
      return { kind: 'cone', radius: 0.8 * s(), length: 1.5 * s() };
    case 5:
      return { kind: 'ellipsoid', radii: triple(s) };
    default:
      return hullShape(Float64Array.from({ length: 30 }, () => random.between(-size, size)));
  }
}

function randomMesh(random: Random, size: number): Triangles {
  switch (random.below(4)) {
    case 0:
      return moved(torus(1, 0.35, 9, 6), 0, 0, 0, 0.7 * size);
    case 1:
      return join(moved(cube(1), 0, 0, 0, 0.4 * size), moved(cube(1), size, 0, 0, 0.3 * size));
    case 2:
      return randomSoup(random, 14, 0.7 * size, 0.4 * size);
    default:
      // An L: its hull has room where others may be.
      return join(
        moved(cube(1), 0, 0, 0, 0.35 * size),
        moved(cube(1), 0.7 * size, 0, 0, 0.35 * size),
        moved(cube(1), 0, 0.7 * size, 0, 0.35 * size),
      );
  }
}

function randomPart(random: Random, size: number, meshes: boolean, at: Float64Array): Part {
  const pose = randomPose(random, 0);
  pose.set(at.subarray(9), 9);
  if (!meshes || random.unit() < 0.3) return { pose, geometry: randomShape(random, size) };
  const triangles = randomMesh(random, size);
  return { pose, geometry: { kind: 'mesh', triangles, reference: 'random' } };
}

function randomArm(
  random: Random,
  name: string,
  base: Float64Array,
  options: CellOptions,
): RobotInstance {
  const { links: count = 4, joints: kinds = ['revolute'], meshes = false } = options;
  const links = Array.from({ length: count }, (_, i) => {
    const at = (x: number) => poseFromRpy(0, 0, 0, x, 0, 0.05);
    const parts = [randomPart(random, 0.07, meshes, at(0.12))];
    if (random.unit() < 0.3) parts.push(randomPart(random, 0.05, meshes, at(0.2)));
    // A link without geometry now and then.
    return { name: `link${i}`, collisions: i === 2 && count > 4 ? [] : parts, visuals: [] };
  });
  const joints = links.slice(1).map((link, i) => {
    const kind = kinds[random.below(kinds.length)];
    const limits = kind === 'prismatic' ? { lower: -0.1, upper: 0.2 } : { lower: -2.5, upper: 2.5 };
    const origin = poseFromRpy(random.between(-1, 1), random.between(-1, 1), 0, 0.3, 0, 0);
    const limited = kind === 'revolute' || kind === 'prismatic';
    const follows = limited && i === 2 && random.unit() < 0.5 ? 'joint0' : null;
    return {
      name: `joint${i}`,
      kind,
      parent: `link${i}`,
      child: link.name,
      origin,
      axis: randomDirection(random),
      ...(limited ? { limits } : {}),
      ...(follows ? { mimic: { joint: follows, multiplier: -0.7, offset: 0.2 } } : {}),
    };
  });
  // Only joints with one value can be followed.
  const followed = joints[0]?.kind === 'revolute' || joints[0]?.kind === 'prismatic';
  const disabledPairs = links.flatMap((_, i) =>
    [1, 2]
      .filter((k) => i + k < count && (k === 1 || random.unit() < 0.3))
      .map((k) => ({ link1: `link${i}`, link2: `link${i + k}`, reason: 'Adjacent' })),
  );
  const { padding = 0, tracking = 0 } = options;
  return {
    name,
    robot: {
      name: 'arm',
      links,
      joints: joints.map(({ mimic, ...joint }) =>
        mimic && followed ? { ...joint, mimic } : joint,
      ),
    },
    semantics: {
      robot: 'arm',
      groups: [],
      states: [],
      virtualJoints: [],
      passiveJoints: [],
      endEffectors: [],
      disabledPairs,
    },
    base,
    baseJoint: options.base ?? 'fixed',
    held: new Map(),
    couplings: new Map(),
    padding: padding > 0 ? new Map([['default', padding]]) : new Map(),
    scale: random.unit() < 0.2 ? new Map([['default', 0.9]]) : new Map(),
    tracking: tracking > 0 ? new Map([['default', tracking]]) : new Map(),
    attached:
      random.unit() < 0.3
        ? [
            {
              name: 'tool',
              link: `link${count - 1}`,
              parts: [randomPart(random, 0.04, meshes, poseFromRpy(0, 0, 0, 0.3, 0, 0))],
              touches: [`link${count - 1}`, `link${count - 2}`],
              solid: true,
            },
          ]
        : [],
    surfaces: [],
  };
}

export function randomCell(random: Random, options: CellOptions): CellDescription {
  const { arms = 1, meshes = false } = options;
  const robots = Array.from({ length: arms }, (_, i) => {
    const base = arms === 1 ? randomPose(random, 0.2) : poseFromRpy(0, 0, 3 * i, 1.1 * i, 0, 0);
    return randomArm(random, arms === 1 ? '' : `arm${i}`, base, options);
  });
  const obstacles: ObstacleDescription[] = Array.from({ length: 3 }, (_, i) => {
    const pose = randomPose(random, 0);
    const away = randomDirection(random);
    const distance = random.between(0.35, 0.9);
    for (let k = 0; k < 3; k++) pose[9 + k] = distance * away[k];
    const parts = [randomPart(random, 0.12, meshes, identityPose())];
    if (i === 0) parts.push(randomPart(random, 0.06, meshes, poseFromRpy(0, 0, 0, 0.1, 0.1, 0)));
    return { name: `thing${i}`, pose, parts, solid: i !== 1 };
  });
  if (options.floor) {
    const geometry: Shape = { kind: 'half-space', normal: [0, 0, 1], offset: -0.6 };
    const parts = [{ pose: randomPose(random, 0), geometry }];
    obstacles.push({ name: 'floor', pose: identityPose(), parts, solid: true });
  }
  if (options.guard) {
    const triangles = moved(cube(1), 0, 0, 0, 1.3);
    const geometry = { kind: 'mesh', triangles, reference: 'guard' } as const;
    const parts = [{ pose: identityPose(), geometry }];
    obstacles.push({ name: 'guard', pose: randomPose(random, 0.1), parts, solid: false });
  }
  return {
    robots,
    obstacles,
    clearance: { default: options.clearance ?? 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: new Map([['cell.yaml', new TextEncoder().encode('a random cell')]]),
    notes: [],
  };
}

/** A configuration near another one: angles within `step` radians, lengths within a third of that. */
export function nearby(tree: KinematicTree, q: Float64Array, step: number, random: Random) {
  return Float64Array.from(q, (x, d) => {
    const { unit, lower, upper } = tree.dofs[d];
    const width = unit === 'angle' ? step : 0.3 * step;
    return Math.min(upper, Math.max(lower, x + random.between(-width, width)));
  });
}

/** Any configuration: within the limits, or a turn, or within half a metre. */
export function anywhere(tree: KinematicTree, random: Random): Float64Array {
  return Float64Array.from(tree.dofs, ({ unit, lower, upper }) => {
    const most = unit === 'angle' ? 3 : unit === 'length' ? 0.5 : 1;
    return random.between(Math.max(lower, -most), Math.min(upper, most));
  });
}

/**
 * Random cells with everything that cell files can say: the robots of thinRobots.ts, whose bodies become
 * shapes of every kind and whose joints follow others by any multiplier, are held or stray; scaled and
 * padded links, several attached objects, half-spaces on obstacles and on what robots carry; at times up to
 * a thousand kilometres from the origin. Every cell names the kinds of things in it.
 */
import { Random } from '../../../src/math/index.ts';
import { halfSpace, linkShape, objectShape } from './anyShapes.ts';
import { cellFrom } from './cellText.ts';
import { IndependentCell } from './independentStatic.ts';
import {
  cellFiles,
  type PlainCell,
  type PlainJoint,
  type PlainLink,
  type PlainObstacle,
  type PlainPart,
  type PlainRobot,
  type PlainShape,
  scoped,
  type Vec,
} from './plainCell.ts';
import { RULES } from './rules.ts';
import { type Aim, closer, placeObstacles, prune, type ThinCell } from './thinCells.ts';
import { type Family, makeRobots } from './thinRobots.ts';
import { anyRpy, Meshes, pick } from './thinShapes.ts';

export interface AnyCell extends ThinCell {
  /** What there is in it: joints, shapes, meshes, settings. */
  readonly kinds: readonly string[];
  /** Degrees of freedom of each robot that has any. */
  readonly robots: readonly (readonly number[])[];
}

/** Cheap ones more often. */
const FAMILIES: readonly Family[] = [
  ...(['arm', 'two arms', 'gripper', 'gantry', 'vehicle', 'drone', 'wheel', 'folding'] as const),
  ...(['mixed', 'inside', 'orbit', 'wheel', 'vehicle', 'drone', 'inside', 'gantry'] as const),
];

/** The cell of a seed. */
export function anyCell(seed: number): AnyCell {
  const random = new Random(seed ^ 0x51ed270b);
  const family = FAMILIES[seed % FAMILIES.length];
  const meshes = new Meshes();
  const made = makeRobots(family, random, meshes, [0, 0, 0]);
  const robots = made.map((robot) => adorn(robot, random, meshes));
  const bare: PlainCell = { robots, obstacles: [], clearance: 0, clearances: [], allow: [] };
  const aims: Aim[] = [];
  const obstacles = obstaclesOf(bare, family, random, meshes, aims);
  const clearance = random.unit() < 0.2 ? random.between(0.0005, 0.005) : 0;
  const clearances = random.unit() < 0.2 ? [closer(bare, obstacles, random)] : [];
  const near = prune({ ...bare, obstacles, clearance, clearances }, random);
  const away = random.unit() < 0.25 ? 10 ** random.between(1, 6) : 0;
  const shift: Vec = [1, 1, 1].map(() => away * random.between(-1, 1)) as never;
  const plain = away === 0 ? near : shifted(near, shift);
  const { yaml, files } = cellFiles(plain);
  const independent = new IndependentCell(plain, shift);
  const kinds = kindsOf(plain);
  if (away > 0) kinds.push(away < 1e3 ? 'far' : 'very far');
  const cell = cellFrom(yaml, files);
  const common = { seed, family, plain, independent, aims, cell, kinds, grazesLittle: true };
  return { ...common, robots: dofsOf(plain, independent) };
}

function shifted(cell: PlainCell, [x, y, z]: Vec): PlainCell {
  const move = <T extends { xyz: Vec }>(at: T): T => ({
    ...at,
    xyz: [at.xyz[0] + x, at.xyz[1] + y, at.xyz[2] + z],
  });
  return {
    ...cell,
    robots: cell.robots.map((robot) => ({ ...robot, base: move(robot.base) })),
    obstacles: cell.obstacles.map((obstacle) => ({ ...obstacle, at: move(obstacle.at) })),
  };
}

function dofsOf({ robots }: PlainCell, { kinematics }: IndependentCell): number[][] {
  const of = (robot: PlainRobot) =>
    kinematics.dofs.flatMap(({ name }, d) => (name.startsWith(scoped(robot, '')) ? [d] : []));
  return robots.map(of).filter(({ length }) => length > 0);
}

function adorn(robot: PlainRobot, random: Random, meshes: Meshes): PlainRobot {
  const joints: PlainJoint[] = [];
  for (const joint of robot.joints) joints.push(adornJoint(joint, joints, random));
  // At least one joint has to move.
  const moves = robot.baseJoint !== 'fixed' || joints.some(isFree);
  const tracking = random.unit() < 0.2 ? random.between(0.0003, 0.003) : robot.tracking;
  const attached = [...robot.attached];
  const touchable = robot.links.filter(({ parts }) => parts.length > 0);
  const more = random.unit() < 0.25 ? 1 + random.below(2) : 0;
  for (let k = 0; k < more; k++) {
    const carried = random.unit() < 0.3 ? halfSpace(random) : null;
    const size = random.between(0.02, 0.2);
    const shape = carried ?? objectShape(random, meshes, size);
    // A half-space is held well away, or nothing would be free.
    const x = carried ? random.between(-1.5, -0.4) : random.between(0, 0.3);
    attached.push({
      name: `carried${k}`,
      link: pick(random, robot.links).name,
      part: { at: { xyz: [x, 0, 0], rpy: carried ? [0, 0, 0] : anyRpy(random) }, shape },
      touches: touchable.length > 0 && random.unit() < 0.3 ? [pick(random, touchable).name] : [],
      solid: random.unit() < 0.8,
    });
    if (carried) break;
  }
  return {
    ...robot,
    links: robot.links.map((link) => adornLink(link, random, meshes)),
    joints: moves ? joints : robot.joints,
    tracking,
    attached,
  };
}

function isFree({ kind, mimic, held }: PlainJoint): boolean {
  return kind !== 'fixed' && !mimic && held === undefined;
}

const MULTIPLIERS = [0, 1, -1, 0.001, -7.5, 20] as const;

/** `before`: the joints above it, of which it may follow one. */
function adornJoint(joint: PlainJoint, before: readonly PlainJoint[], random: Random): PlainJoint {
  const single = ['revolute', 'continuous', 'prismatic'].includes(joint.kind);
  const own = random.unit() < 0.1 ? random.between(0.0002, 0.004) : null;
  const leaders = before.filter(
    ({ kind, mimic }) => !mimic && ['revolute', 'continuous', 'prismatic'].includes(kind),
  );
  const coupled = random.unit() < 0.5;
  let made = joint;
  if (joint.mimic && random.unit() < 0.5) {
    const multiplier = pick(random, MULTIPLIERS);
    made = { ...joint, coupled, mimic: { ...joint.mimic, multiplier } };
  } else if (single && isFree(joint) && leaders.length > 0 && random.unit() < 0.12) {
    const multiplier = random.unit() < 0.5 ? pick(random, MULTIPLIERS) : random.between(-2, 2);
    const offset = random.between(-0.3, 0.3);
    made = { ...joint, coupled, mimic: { joint: pick(random, leaders).name, multiplier, offset } };
  } else if (single && isFree(joint) && random.unit() < 0.08) {
    made = { ...joint, held: random.between(joint.lower, joint.upper) };
  }
  if (own === null || !(RULES.followersStray || isFree(made)) || made.kind === 'fixed') return made;
  return { ...made, tracking: own };
}

function adornLink(link: PlainLink, random: Random, meshes: Meshes): PlainLink {
  const { parts } = link;
  if (parts.length === 0) return link;
  let own: readonly PlainPart[] = parts;
  if (random.unit() < 0.4) {
    const size = random.between(0.03, 0.25);
    const at = { xyz: [random.between(0.3, 0.7) * size, 0, 0] as Vec, rpy: anyRpy(random) };
    own = [{ at, shape: linkShape(random, meshes, size) }];
  }
  return {
    ...link,
    parts: own,
    ...(random.unit() < 0.1 && { padding: random.between(0.0002, 0.003) }),
    ...(random.unit() < 0.12 && { scale: random.between(0.7, 1.4) }),
  };
}

/** As thinCells.ts places them; some become shapes of any kind. */
function obstaclesOf(
  bare: PlainCell,
  family: Family,
  random: Random,
  meshes: Meshes,
  aims: Aim[],
): PlainObstacle[] {
  const count = 1 + random.below(family === 'two arms' ? 2 : 4);
  const carried = bare.robots.some(({ attached }) => attached.some((a) => isPlane(a.part)));
  const placed = placeObstacles(bare, family, random, meshes, count, aims);
  return placed.map((obstacle): PlainObstacle => {
    const plane = obstacle.parts.some(isPlane);
    if (random.unit() < (plane && carried ? 1 : 0.4) && obstacle.parts[0].shape.kind !== 'box') {
      const size = random.between(0.03, 0.4);
      const parts = [
        {
          at: { xyz: [0, 0, 0] as Vec, rpy: anyRpy(random) },
          shape: objectShape(random, meshes, size),
        },
      ];
      return { ...obstacle, parts, solid: random.unit() < 0.8 };
    }
    return obstacle;
  });
}

function isPlane({ shape }: PlainPart): boolean {
  return shape.kind === 'half-space';
}

function kindsOf(cell: PlainCell): string[] {
  const kinds = new Set<string>();
  const shape = (of: PlainShape, where: string, solid: boolean) => {
    kinds.add(`${of.kind} ${where}`);
    if (of.kind !== 'mesh') return;
    kinds.add(`${of.sort ?? 'thin'} mesh`);
    if (of.scale) kinds.add('scaled mesh');
    if (!solid) kinds.add('mesh not solid');
  };
  for (const robot of cell.robots) {
    if (robot.baseJoint !== 'fixed') kinds.add(`${robot.baseJoint} base`);
    for (const joint of robot.joints) {
      kinds.add(`${joint.kind} joint`);
      if (joint.mimic) kinds.add(joint.coupled ? 'coupled joint' : 'mimic joint');
      if (joint.mimic?.multiplier === 0) kinds.add('multiplier 0');
      if (joint.held !== undefined) kinds.add('held joint');
      if (joint.tracking !== undefined) kinds.add('tracking of a joint');
      const depends = joint.mimic !== undefined || joint.held !== undefined;
      const strays = robot.tracking > 0 || joint.tracking !== undefined;
      if (depends && strays && RULES.followersStray) kinds.add('tracking of a follower');
    }
    const parents = robot.joints.map(({ parent }) => parent);
    if (new Set(parents).size < parents.length) kinds.add('tree');
    if (robot.tracking > 0) kinds.add('tracking');
    if (robot.disabled.length > 0) kinds.add('disabled pair');
    for (const link of robot.links) {
      for (const part of link.parts) shape(part.shape, 'link', link.solid);
      if (link.padding > 0) kinds.add('padding');
      if (link.scale !== undefined && link.parts.length > 0) kinds.add('scale');
    }
    for (const { part, solid = true } of robot.attached) shape(part.shape, 'attached', solid);
  }
  if (cell.robots.length > 1) kinds.add('several robots');
  for (const { parts, solid } of cell.obstacles) {
    for (const part of parts) shape(part.shape, 'obstacle', solid);
  }
  if (cell.clearance > 0) kinds.add('clearance');
  if (cell.clearances.length > 0) kinds.add('clearance of a pair');
  if (cell.allow.length > 0) kinds.add('allowed pair');
  return [...kinds];
}

/** Random changes of cells and paths, of the kinds that people make: for what is to outlast them. */
import type {
  CellDescription,
  ObstacleDescription,
  RobotInstance,
} from '../../../src/cell/index.ts';
import { type Triangles, torus } from '../../../src/geometry/index.ts';
import type { KinematicTree } from '../../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { moved } from '../oracles/meshes.ts';
import { randomDirection } from '../oracles/robots.ts';
import { nearby, randomShape } from './cells.ts';

/** A cell and the waypoints of a path in it. */
export interface Work {
  readonly description: CellDescription;
  readonly waypoints: readonly Float64Array[];
}

type Edit = (work: Work, tree: KinematicTree, random: Random) => Work;

/** An obstacle with another one in its place. */
export function withObstacle(
  description: CellDescription,
  name: string,
  change: (obstacle: ObstacleDescription) => ObstacleDescription,
): CellDescription {
  const obstacles = description.obstacles.map((each) => (each.name === name ? change(each) : each));
  return { ...description, obstacles };
}

/** The same obstacle, elsewhere. */
export function shifted(
  obstacle: ObstacleDescription,
  by: readonly [number, number, number],
): ObstacleDescription {
  const pose = obstacle.pose.slice();
  for (let k = 0; k < 3; k++) pose[9 + k] += by[k];
  return { ...obstacle, pose };
}

const drawn = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)];

const robotEdit =
  (change: (robot: RobotInstance, random: Random) => RobotInstance): Edit =>
  (work, _, random) => {
    const robots = work.description.robots.slice();
    const i = random.below(robots.length);
    robots[i] = change(robots[i], random);
    return { ...work, description: { ...work.description, robots } };
  };

const obstacleEdit =
  (change: (obstacle: ObstacleDescription, random: Random) => ObstacleDescription): Edit =>
  (work, _, random) => {
    if (work.description.obstacles.length === 0) return work;
    const { name } = drawn(work.description.obstacles, random);
    const description = withObstacle(work.description, name, (each) => change(each, random));
    return { ...work, description };
  };

const waypointsEdit =
  (change: (waypoints: Float64Array[], tree: KinematicTree, random: Random) => void): Edit =>
  (work, tree, random) => {
    const waypoints = work.waypoints.slice();
    change(waypoints, tree, random);
    return { ...work, waypoints };
  };

const aside = (random: Random, most: number) => {
  const [x, y, z] = randomDirection(random);
  const by = random.between(0, most);
  return [by * x, by * y, by * z] as const;
};

/** Kinds of changes by name. */
export const EDITS: Readonly<Record<string, Edit>> = {
  'an obstacle moved by a millimetre': obstacleEdit((each, random) =>
    shifted(each, aside(random, 0.001)),
  ),
  'an obstacle moved': obstacleEdit((each, random) => shifted(each, aside(random, 0.1))),
  // Around the base, where arms are.
  'an obstacle put elsewhere': obstacleEdit((each, random) => {
    const pose = each.pose.slice();
    pose.set(aside(random, 0.5), 9);
    return { ...each, pose };
  }),
  'an obstacle added': (work, _, random) => {
    const pose = poseFromRpy(random.unit(), random.unit(), 0, 0, 0, 0);
    const away = randomDirection(random);
    for (let k = 0; k < 3; k++) pose[9 + k] = random.between(0.2, 1) * away[k];
    const parts = [{ pose: identityPose(), geometry: randomShape(random, 0.08) }];
    const name = `more${random.below(1_000_000)}`;
    const { obstacles } = work.description;
    const at = random.below(obstacles.length + 1);
    const all = [
      ...obstacles.slice(0, at),
      { name, pose, parts, solid: true },
      ...obstacles.slice(at),
    ];
    return { ...work, description: { ...work.description, obstacles: all } };
  },
  'an obstacle removed': (work, _, random) => {
    const { obstacles } = work.description;
    if (obstacles.length < 2) return work;
    const gone = drawn(obstacles, random);
    const left = obstacles.filter((each) => each !== gone);
    // What is allowed must have a name that is there.
    const allow = work.description.allow.filter(({ between }) => !between.includes(gone.name));
    return { ...work, description: { ...work.description, obstacles: left, allow } };
  },
  'another mesh': obstacleEdit((each, random) => {
    const triangles: Triangles = moved(torus(1, 0.35, 7 + random.below(6), 6), 0, 0, 0, 0.06);
    const geometry = { kind: 'mesh', triangles, reference: 'another' } as const;
    return { ...each, parts: [{ pose: identityPose(), geometry }], solid: true };
  }),
  'a new waypoint': waypointsEdit((waypoints, tree, random) => {
    const at = random.below(waypoints.length);
    waypoints.splice(at + 1, 0, nearby(tree, waypoints[at], 0.6, random));
  }),
  'a waypoint moved': waypointsEdit((waypoints, tree, random) => {
    const at = random.below(waypoints.length);
    waypoints[at] = nearby(tree, waypoints[at], random.unit() < 0.5 ? 0.01 : 0.8, random);
  }),
  'a waypoint removed': waypointsEdit((waypoints, _, random) => {
    if (waypoints.length > 2) waypoints.splice(random.below(waypoints.length), 1);
  }),
  'another clearance': (work, _, random) => {
    const clearance = {
      default: random.unit() < 0.3 ? random.between(0, 0.06) : random.between(0, 0.01),
      pairs: [],
    };
    return { ...work, description: { ...work.description, clearance } };
  },
  'other tolerances': robotEdit((robot, random) => ({
    ...robot,
    tracking: new Map([['default', random.between(0, 0.01)]]),
  })),
  'another padding': robotEdit((robot, random) => ({
    ...robot,
    padding: new Map([['default', random.between(0, 0.01)]]),
  })),
  'another tool': robotEdit((robot, random) => {
    const { links } = robot.robot;
    const last = links[links.length - 1].name;
    const before = links[links.length - 2].name;
    const pose = poseFromRpy(0, 0, 0, 0.28, 0, 0);
    const parts = [{ pose, geometry: randomShape(random, 0.04) }];
    const tool = { name: 'tool', link: last, parts, touches: [last, before], solid: true };
    return { ...robot, attached: random.unit() < 0.3 ? [] : [tool] };
  }),
  'another link': robotEdit((robot, random) => {
    const links = robot.robot.links.slice();
    const i = random.below(links.length);
    const pose = poseFromRpy(0, 0, 0, 0.12, 0, 0.05);
    links[i] = { ...links[i], collisions: [{ pose, geometry: randomShape(random, 0.06) }] };
    return { ...robot, robot: { ...robot.robot, links } };
  }),
  'other allowed pairs': (work, _, random) => {
    const { obstacles, robots } = work.description;
    const { name, robot } = drawn(robots, random);
    const link = drawn(robot.links, random).name;
    const between: [string, string] = [
      name === '' ? link : `${name}/${link}`,
      obstacles.length > 0 ? drawn(obstacles, random).name : '*',
    ];
    const allow = random.unit() < 0.5 ? [] : [{ between, reason: 'declared' }];
    return { ...work, description: { ...work.description, allow } };
  },
};

/**
 * A cell together with the planning scene of its robot: the scene's objects stand beside the cell's own obstacles, what
 * it attaches is carried beside what the cell attaches, and what either allows is allowed. The scene is placed so that
 * its robot stands where the cell's does.
 */
import { type CellDescription, movedSet, type RobotInstance } from '../cell/index.ts';
import { readScene } from '../formats/index.ts';
import { scopedName } from '../kinematics/index.ts';
import { composePoses, InputError, invertPoseInto } from '../math/index.ts';

/** The name under which faults of the scene are told. */
const FILE = 'the planning scene';

/**
 * A cell with a scene, JSON of a moveit_msgs/PlanningScene, and where the robot's base stands in the scene. Throws an
 * InputError where they do not fit.
 */
export function cellWithScene(
  cell: CellDescription,
  scene: string,
): { readonly description: CellDescription; readonly base: Float64Array } {
  const [robot] = cell.robots;
  if (cell.robots.length !== 1) {
    throw new InputError({
      code: 'ros/robots',
      message: `the cell has ${cell.robots.length} robots, a planning scene is about one`,
      hint: 'follow no scene (--no-scene), or give a cell with one robot',
    });
  }
  const read = readScene(new TextEncoder().encode(scene), {
    file: FILE,
    robot: robot.robot,
    semantics: robot.semantics,
    resolver: { files: () => undefined },
  });
  const [found] = read.robots;
  const place = placement(robot.base, found.base);
  const scoped = scopes(robot, found);
  const obstacles = read.obstacles.map((each) => ({ ...each, pose: place(each.pose) }));
  const sets = (read.sets ?? []).map((each) => movedSet(each, place(each.pose)));
  refuseTwins(cell, [...obstacles, ...found.attached, ...sets]);
  const description = {
    ...cell,
    robots: [
      {
        ...robot,
        ...(found.semantics && { semantics: found.semantics }),
        padding: larger(robot.padding, found.padding),
        scale: larger(robot.scale, found.scale),
        attached: [...robot.attached, ...found.attached],
      },
    ],
    obstacles: [...cell.obstacles, ...obstacles],
    ...(cell.sets || sets.length > 0 ? { sets: [...(cell.sets ?? []), ...sets] } : {}),
    allow: [
      ...cell.allow,
      ...read.allow.map((pair) => ({
        ...pair,
        between: [scoped(pair.between[0]), scoped(pair.between[1])] as const,
      })),
    ],
    notes: [...cell.notes, ...read.notes],
  };
  return { description, base: found.base };
}

/** From the scene's world to the cell's: the robot stands in both. */
function placement(inCell: Float64Array, inScene: Float64Array) {
  if (inCell.every((entry, i) => entry === inScene[i])) return (pose: Float64Array) => pose;
  const inverse = new Float64Array(12);
  invertPoseInto(inScene, 0, inverse, 0);
  const moved = composePoses(inCell, inverse);
  return (pose: Float64Array) => composePoses(moved, pose);
}

/** Names of the robot's own things, as the cell has them. */
function scopes(robot: RobotInstance, found: RobotInstance): (name: string) => string {
  const own = new Set([
    ...robot.robot.links.map(({ name }) => name),
    ...found.attached.map(({ name }) => name),
  ]);
  return (name) => (own.has(name) ? scopedName(robot.name, name) : name);
}

/** Where both say something of a link, the larger of the two. */
function larger(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const all = new Map(a);
  for (const [link, amount] of b) {
    all.set(link, Math.max(amount, a.get(link) ?? a.get('default') ?? 0));
  }
  return all;
}

function refuseTwins(cell: CellDescription, found: readonly { readonly name: string }[]): void {
  const own = new Set([
    ...cell.obstacles.map(({ name }) => name),
    ...(cell.sets ?? []).map(({ name }) => name),
    ...cell.robots[0].attached.map(({ name }) => name),
  ]);
  const twin = found.find(({ name }) => own.has(name));
  if (!twin) return;
  throw new InputError({
    code: 'ros/twice',
    message: `the cell and the planning scene both have an object "${twin.name}"`,
    hint: 'take it out of one of them: a cell of the robot alone (its URDF) gets everything else from the scene',
  });
}

/** Whose body a body is: a robot has its links and what it carries; obstacles are nobody's. */
import { scopedName } from '../kinematics/assemble.ts';
import type { CellDescription, RobotInstance } from './description.ts';

/** Scoped names of the bodies of a robot, in the model's order: links with collision geometry, then what it carries. */
export function bodyNamesOf({ name, robot, attached }: RobotInstance): string[] {
  const links = robot.links.filter(({ collisions }) => collisions.length > 0);
  return [...links, ...attached].map((body) => scopedName(name, body.name));
}

/** By name of a body: the number of the robot that has it. Obstacles are not in it. */
export function ownersOf({ robots }: Pick<CellDescription, 'robots'>): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  robots.forEach((robot, r) => {
    for (const name of bodyNamesOf(robot)) owners.set(name, r);
  });
  return owners;
}

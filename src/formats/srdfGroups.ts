/** What a group of an SRDF stands for. */
import type { Group, RobotDescription, SemanticDescription } from '../kinematics/index.ts';
import { InputError, nameHint } from '../math/index.ts';

/** The members of a group, each list in the order of the robot. */
export interface GroupMembers {
  /** Joints of the robot, fixed ones and followers included. */
  readonly joints: readonly string[];
  /** The links that these joints carry, and those that the group names itself. */
  readonly links: readonly string[];
  /** Virtual joints that the group names. */
  readonly virtualJoints: readonly string[];
}

/**
 * Resolves a group, with the meaning that MoveIt gives it: a link stands for the joint above it, a
 * chain for the joints between its ends, a subgroup for all its members. Throws InputError for a
 * group that does not exist or contains itself.
 */
export function groupJoints(
  robot: RobotDescription,
  semantics: SemanticDescription,
  group: string,
): GroupMembers {
  const groups = new Map(semantics.groups.map((each) => [each.name, each]));
  const above = new Map(robot.joints.map((joint) => [joint.child, joint]));
  const joints = new Set<string>();
  const links = new Set<string>();
  const cycle = subgroupCycle(semantics.groups);
  if (cycle) {
    const message = `groups contain each other: ${cycle.join(' -> ')}`;
    throw new InputError({ code: 'srdf/group-cycle', message });
  }
  const open = [group];
  const seen = new Set(open);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const members = groups.get(name);
    if (!members) {
      throw new InputError({
        code: 'srdf/unknown-group',
        message: `there is no group "${name}"`,
        hint: nameHint(name, groups.keys()),
      });
    }
    for (const joint of members.joints) joints.add(joint);
    for (const link of members.links) {
      links.add(link);
      const joint = above.get(link);
      if (joint) joints.add(joint.name);
    }
    for (const { base, tip } of members.chains) {
      const up = pathToRoot(tip);
      const down = pathToRoot(base);
      // Joints above both ends are on both paths; those on one path only lie between the ends.
      for (const joint of up) if (!down.has(joint)) joints.add(joint);
      for (const joint of down) if (!up.has(joint)) joints.add(joint);
    }
    for (const each of members.subgroups) {
      if (seen.has(each)) continue;
      seen.add(each);
      open.push(each);
    }
  }
  for (const joint of robot.joints) if (joints.has(joint.name)) links.add(joint.child);
  return {
    joints: robot.joints.map((joint) => joint.name).filter((name) => joints.has(name)),
    links: robot.links.map((link) => link.name).filter((name) => links.has(name)),
    virtualJoints: semantics.virtualJoints
      .map((joint) => joint.name)
      .filter((name) => joints.has(name)),
  };

  function pathToRoot(link: string): Set<string> {
    const path = new Set<string>();
    for (let joint = above.get(link); joint; joint = above.get(joint.parent)) path.add(joint.name);
    return path;
  }
}

/** Names of groups that contain each other in a circle, the first repeated at the end. */
export function subgroupCycle(groups: readonly Group[]): string[] | undefined {
  const byName = new Map(groups.map((group) => [group.name, group]));
  const done = new Set<string>();
  for (const { name } of groups) {
    // Depth first without recursion: `path` is the way down, `next` the subgroup to take there.
    const path = [name];
    const onPath = new Set(path);
    const next = [0];
    while (path.length > 0) {
      const at = path[path.length - 1];
      const below = done.has(at) ? undefined : byName.get(at)?.subgroups[next[next.length - 1]++];
      if (below === undefined) {
        done.add(at);
        onPath.delete(at);
        path.pop();
        next.pop();
        continue;
      }
      if (onPath.has(below)) return [...path.slice(path.indexOf(below)), below];
      path.push(below);
      onPath.add(below);
      next.push(0);
    }
  }
  return undefined;
}

/** Start, goals and group of a MoveIt motion plan request, in a cell. */
import type { Cell } from '../../cell/index.ts';
import {
  aboutFile,
  groupJoints,
  type JointGoal,
  type RequestGoal,
  type RequestScales,
  readRequest,
} from '../../formats/index.ts';
import { firstDof, type JointValues, scopedName } from '../../kinematics/index.ts';
import { type Fault, InputError } from '../../math/index.ts';

/** One goal: values of some joints. */
export interface GoalValues {
  readonly name: string;
  readonly values: JointValues;
  /** Where links shall be besides; undefined where nothing is said of them. */
  readonly places?: Pick<RequestGoal, 'positions' | 'orientations'> | undefined;
}

/** What a request asks for. */
export interface TaskRequest {
  readonly start: JointValues;
  readonly goals: readonly GoalValues[];
  /** Degrees of freedom of the group, which may move. */
  readonly moving: readonly number[];
  /** Part of the joints' limits that a timed motion is to use. */
  readonly scales: RequestScales;
  readonly notes: readonly Fault[];
}

/** Metres and parts of a rotation's entries within which two placements of the base are one. */
const SAME_PLACE = 1e-6;

/** Reads a request. Throws an InputError for one that is not about this cell. */
export function readTaskRequest(cell: Cell, file: string, bytes: Uint8Array): TaskRequest {
  const request = readRequest(bytes, { file });
  return aboutFile(file, () => {
    requireBase(cell, request.startTransforms);
    if (request.goals.length === 0) {
      throw new InputError({ code: 'request/no-goal', message: 'the request has no goal' });
    }
    const moving = movingDofs(cell, request.group);
    const goals = request.goals.map((goal, i) => {
      const name = request.goals.length === 1 ? 'its goal' : `its goal ${i}`;
      const values = new Map(
        [...goal.joints].map(([joint, each]) => [joint, goalValue(cell, joint, each)]),
      );
      if (moving.length > 0) requireMembers(cell, request.group, moving, values.keys());
      const { positions, orientations } = goal;
      const places =
        positions.length + orientations.length > 0 ? { positions, orientations } : undefined;
      return { name, values, places };
    });
    const { start, scales, notes } = request;
    return { start, goals, moving, scales, notes };
  });
}

/** The middle of what is allowed, or the limit where that is beyond it. */
function goalValue({ tree }: Cell, joint: string, { position, above, below }: JointGoal): number {
  const middle = position + 0.5 * (above - below);
  const d = firstDof(tree, joint);
  if (d < 0) return middle;
  const { lower, upper, continuous } = tree.dofs[d];
  if (continuous) return middle;
  const inside = Math.min(upper, Math.max(lower, middle));
  return inside >= position - below && inside <= position + above ? inside : middle;
}

/** Degrees of freedom of a group; none where the request names no group. */
function movingDofs({ tree, description }: Cell, group: string): number[] {
  if (group === '') return [];
  const owner = description.robots.find(({ semantics }) =>
    semantics?.groups.some(({ name }) => name === group),
  );
  if (!owner?.semantics) {
    const names = description.robots.flatMap(
      ({ semantics }) => semantics?.groups.map((each) => each.name) ?? [],
    );
    throw new InputError({
      code: 'request/group',
      message: `the request is for the group "${group}", which no SRDF has`,
      hint: names.length > 0 ? `there are ${names.join(', ')}` : 'give the SRDF with --srdf',
    });
  }
  const { joints, virtualJoints } = groupJoints(owner.robot, owner.semantics, group);
  const states = [...joints, ...virtualJoints].flatMap((joint) => {
    const name = scopedName(owner.name, joint);
    return tree.joints.get(name)?.state === 'free' ? [name] : [];
  });
  return tree.dofs.flatMap(({ joint }, d) => (states.includes(joint) ? [d] : []));
}

function requireMembers(
  { tree }: Cell,
  group: string,
  moving: readonly number[],
  joints: Iterable<string>,
): void {
  for (const joint of joints) {
    const d = firstDof(tree, joint);
    if (d < 0 || moving.includes(d)) continue;
    throw new InputError({
      code: 'request/group',
      message: `a goal names the joint "${joint}", which is not of the group "${group}"`,
    });
  }
}

/** The base stands where the scene puts it; a request that says otherwise is for another scene. */
function requireBase({ description }: Cell, transforms: ReadonlyMap<string, Float64Array>): void {
  for (const [name, pose] of transforms) {
    const robot = description.robots.find(({ semantics }) =>
      semantics?.virtualJoints.some((joint) => joint.name === name),
    );
    const base = robot?.base ?? description.robots[0].base;
    if (pose.every((x, i) => Math.abs(x - base[i]) <= SAME_PLACE)) continue;
    throw new InputError({
      code: 'request/base',
      message: `the start state has "${name}" elsewhere than the cell`,
      hint: 'the base does not move: place the robot in the scene, or in the cell file',
    });
  }
}

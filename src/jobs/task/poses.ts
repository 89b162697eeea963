/** Goals by where a link shall be: inverse kinematics. */
import type { Cell } from '../../cell/index.ts';
import { InputError, nameHint, poseFromRpy, Random } from '../../math/index.ts';
import { PlanningSpace, poseFailureText, solvePose } from '../../plan/index.ts';
import type { OpenCell } from '../openCell.ts';

/** Where a link shall be, in the world. */
export interface PoseGoal {
  readonly link: string;
  readonly xyz: readonly number[];
  /** Radians about fixed axes; without them the link may be turned as it likes. */
  readonly rpy?: readonly number[] | undefined;
  /** What faults call it. */
  readonly name: string;
}

export interface PoseGoals {
  /** Full configurations, free of collision. */
  readonly goals: readonly Float64Array[];
  /** Degrees of freedom that move the link. */
  readonly moving: readonly number[];
}

/** Different configurations that will do; the planner may reach any. */
const WANTED = 8;
const RESTARTS = 100;

/** Throws an InputError if none is found, which says how near the best came or what is in the way. */
export function poseGoals(
  open: OpenCell,
  from: Float64Array,
  goal: PoseGoal,
  seed: number,
): PoseGoals {
  const { cell } = open;
  const { tree } = cell;
  const name = linkName(cell, goal);
  const moving: number[] = [];
  for (let f = tree.frameOf.get(name)!; f > 0; f = tree.parent[f]) {
    if (tree.dof[f] >= 0) moving.push(tree.dof[f]);
  }
  if (moving.length === 0) {
    throw new InputError({ code: 'plan/link', message: `${goal.name}: "${name}" does not move` });
  }
  const held = open.held(from, moving);
  const space = new PlanningSpace(held.cell);
  const [x, y, z] = goal.xyz;
  const [roll, pitch, yaw] = goal.rpy ?? [0, 0, 0];
  const result = solvePose(space, {
    link: name,
    pose: poseFromRpy(roll, pitch, yaw, x, y, z),
    ...(goal.rpy ? {} : { rotationTolerance_rad: 'free' as const }),
    from: held.reduced(from),
    random: new Random(seed),
    wanted: WANTED,
    restarts: RESTARTS,
  });
  if (result.failure) {
    throw new InputError({
      code: 'plan/pose',
      message: `${goal.name}: ${poseFailureText(space, { link: name }, result.failure)}`,
      hint:
        result.failure.kind === 'out of reach'
          ? 'the pose is of the link in the world, in metres and radians; another seed tries others'
          : 'another pose, or another seed, may do',
    });
  }
  return { goals: result.solutions.map((q) => held.completed(q)), moving };
}

/** A plain name will do where only one robot has such a link. */
export function linkName({ tree }: Cell, { link, name }: Pick<PoseGoal, 'link' | 'name'>): string {
  if (tree.frameOf.has(link)) return link;
  const known = [...tree.frameOf.keys()];
  const found = known.filter((each) => each.endsWith(`/${link}`));
  if (found.length === 1) return found[0];
  throw new InputError({
    code: 'plan/link',
    message:
      found.length > 1
        ? `${name}: several robots have a link "${link}"`
        : `${name}: there is no link "${link}"`,
    hint: found.length > 1 ? `say which: ${found.join(', ')}` : nameHint(link, known),
  });
}

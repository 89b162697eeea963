/** `--to-pose LINK=x,y,z[,roll,pitch,yaw]`: goals by inverse kinematics. */
import type { Cell } from '../../cell/index.ts';
import type { OpenCell } from '../../jobs/index.ts';
import { InputError, nameHint, poseFromRpy, Random } from '../../math/index.ts';
import { PlanningSpace, poseFailureText, solvePose } from '../../plan/index.ts';
import { usageFault } from '../command.ts';

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
  text: string,
  seed: number,
): PoseGoals {
  const { cell } = open;
  const { link, numbers } = parsePose(text);
  const { tree } = cell;
  const name = linkName(cell, link);
  const moving: number[] = [];
  for (let f = tree.frameOf.get(name)!; f > 0; f = tree.parent[f]) {
    if (tree.dof[f] >= 0) moving.push(tree.dof[f]);
  }
  if (moving.length === 0) throw usageFault('plan', `--to-pose: "${name}" does not move`);
  const held = open.held(from, moving);
  const space = new PlanningSpace(held.cell);
  const [x, y, z, roll = 0, pitch = 0, yaw = 0] = numbers;
  const result = solvePose(space, {
    link: name,
    pose: poseFromRpy(roll, pitch, yaw, x, y, z),
    ...(numbers.length === 3 ? { rotationTolerance_rad: 'free' as const } : {}),
    from: held.reduced(from),
    random: new Random(seed),
    wanted: WANTED,
    restarts: RESTARTS,
  });
  if (result.failure) {
    throw new InputError({
      code: 'plan/pose',
      message: `--to-pose ${text}: ${poseFailureText(space, { link: name }, result.failure)}`,
      hint:
        result.failure.kind === 'out of reach'
          ? 'the pose is of the link in the world, in metres and radians; another --seed tries others'
          : 'another pose, or another --seed, may do',
    });
  }
  return { goals: result.solutions.map((q) => held.completed(q)), moving };
}

function parsePose(text: string): { link: string; numbers: number[] } {
  const at = text.lastIndexOf('=');
  const numbers = text
    .slice(at + 1)
    .split(',')
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  const fine = at > 0 && [3, 6].includes(numbers.length) && numbers.every(Number.isFinite);
  if (fine) return { link: text.slice(0, at), numbers };
  throw usageFault(
    'plan',
    `--to-pose takes LINK=x,y,z or LINK=x,y,z,roll,pitch,yaw; found "${text}"`,
  );
}

/** A plain name will do where only one robot has such a link. */
function linkName({ tree }: Cell, link: string): string {
  if (tree.frameOf.has(link)) return link;
  const known = [...tree.frameOf.keys()];
  const found = known.filter((name) => name.endsWith(`/${link}`));
  if (found.length === 1) return found[0];
  throw new InputError({
    code: 'plan/link',
    message:
      found.length > 1
        ? `--to-pose: several robots have a link "${link}"`
        : `--to-pose: there is no link "${link}"`,
    hint: found.length > 1 ? `say which: ${found.join(', ')}` : nameHint(link, known),
  });
}

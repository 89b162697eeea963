/**
 * What a pin closes in a tree of joints: the ways to its two links from the last link above both, and where the joints
 * on them are with all values 0, in that link's frame. Joints that are held stand at their values.
 */
import {
  composePosesInto,
  InputError,
  identityPose,
  POSE_SIZE,
  sincosInto,
  transformPointInto,
} from '../../math/index.ts';
import type { JointDescription, RobotDescription } from '../description.ts';

/** One end of the pin: a point in a link's frame. Without a point, where the other end is when the loop is assembled. */
export interface PinEnd {
  readonly link: string;
  readonly point?: readonly [number, number, number];
}

/** A loop as a file declares it. */
export interface LoopDescription {
  readonly name: string;
  readonly driver: string;
  /** Both, in any order; those that are on the way if left out. */
  readonly followers?: readonly string[];
  readonly pin: PinEnd;
  readonly to: PinEnd;
  /** Values at which it is assembled, by joint; 0 for others. */
  readonly at: ReadonlyMap<string, number>;
}

export type Vector = readonly [number, number, number];

/** An error about a loop, to which its reader adds the place. */
export function loopFault(
  { name }: Pick<LoopDescription, 'name'>,
  code: string,
  message: string,
  hint?: string,
) {
  return new InputError({ code: `loop/${code}`, message: `loop "${name}": ${message}`, hint });
}

/** A joint that moves, where it is at value 0 in the frame of the link that both ways start from. */
export interface Placed {
  readonly joint: JointDescription;
  readonly place: Vector;
  readonly axis: Vector;
}

/** The joints of a way that move, first to last, and the pin's end behind them. */
export interface Way {
  readonly joints: readonly Placed[];
  readonly end: Vector | null;
}

/** Joints from the last link that both have above them down to each link. */
export function waysOf(
  robot: RobotDescription,
  loop: LoopDescription,
): [JointDescription[], JointDescription[]] {
  const above = new Map(robot.joints.map((joint) => [joint.child, joint]));
  const up = (link: string) => {
    if (!robot.links.some(({ name }) => name === link)) {
      throw loopFault(loop, 'link', `the robot has no link "${link}"`);
    }
    const joints: JointDescription[] = [];
    for (let joint = above.get(link); joint; joint = above.get(joint.parent)) joints.unshift(joint);
    return joints;
  };
  if (loop.pin.link === loop.to.link) {
    throw loopFault(loop, 'link', `both ends of the pin are at the link "${loop.pin.link}"`);
  }
  const [a, b] = [up(loop.pin.link), up(loop.to.link)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [a.slice(same), b.slice(same)];
}

/** Where the joints of a way are at value 0; those that are held at their values. */
export function placedWay(
  way: readonly JointDescription[],
  loop: LoopDescription,
  end: PinEnd,
  held: ReadonlyMap<string, readonly number[]>,
  sum: { lengths: number; count: number },
): Way {
  let pose = identityPose();
  const after = (next: Float64Array) => {
    const out = new Float64Array(POSE_SIZE);
    composePosesInto(pose, 0, next, 0, out, 0);
    pose = out;
    sum.lengths += Math.abs(next[9]) + Math.abs(next[10]) + Math.abs(next[11]);
    sum.count++;
  };
  const joints: Placed[] = [];
  for (const joint of way) {
    after(joint.origin);
    if (joint.kind === 'fixed') continue;
    if (joint.kind === 'planar' || joint.kind === 'floating') {
      const message = `joint "${joint.name}" on the way is ${joint.kind}`;
      throw loopFault(loop, 'joint', message, 'loops are of joints that turn or slide');
    }
    const value = held.get(joint.name);
    if (value) after(motionOf(joint, value[0]));
    else
      joints.push({ joint, place: [pose[9], pose[10], pose[11]], axis: turned(pose, joint.axis) });
  }
  if (!end.point) return { joints, end: null };
  const point = new Float64Array(3);
  transformPointInto(pose, 0, Float64Array.from(end.point), 0, point, 0);
  for (const x of end.point) sum.lengths += Math.abs(x);
  return { joints, end: [point[0], point[1], point[2]] };
}

function turned(pose: Float64Array, [x, y, z]: Vector): Vector {
  return [0, 3, 6].map((r) => pose[r] * x + pose[r + 1] * y + pose[r + 2] * z) as unknown as Vector;
}

/** The pose of a joint's child at a value: a turn about its axis, or a slide along it. */
function motionOf({ kind, axis }: JointDescription, value: number): Float64Array {
  const pose = identityPose();
  const [x, y, z] = axis;
  if (kind === 'prismatic') {
    pose.set([value * x, value * y, value * z], 9);
    return pose;
  }
  const sc = new Float64Array(2);
  sincosInto(value, sc, 0);
  const [s, c] = sc;
  const t = 1 - c;
  pose.set([t * x * x + c, t * x * y - s * z, t * x * z + s * y]);
  pose.set([t * x * y + s * z, t * y * y + c, t * y * z - s * x], 3);
  pose.set([t * x * z - s * y, t * y * z + s * x, t * z * z + c], 6);
  return pose;
}

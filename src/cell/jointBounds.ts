/**
 * Limits of all joints of a cell, those that follow others and those that are held included: where they may
 * stand, how fast they may move, and how fast that may change. Ranges are those of the URDF; velocities too,
 * unless `limits` of the cell file says otherwise; accelerations are known from there alone.
 */
import {
  type CompiledLaw,
  type JointBox,
  type JointDescription,
  type KinematicTree,
  LAW_BOUNDS,
  lawBoundsInto,
  scopedName,
} from '../kinematics/index.ts';
import type { RateLimits, RobotInstance } from '../model/index.ts';
import type { Cell } from './cell.ts';

/**
 * The value of a joint is multiplier * q[dof] + offset, or law(q[dof]); of one that is held, dof is -1 and it is the
 * offset.
 */
export interface JointBound {
  /** Scoped, as a degree of freedom is called: `left/joint1`, `base/x`. */
  readonly name: string;
  readonly dof: number;
  readonly multiplier: number;
  readonly offset: number;
  /** Null but for followers by a law; multiplier and offset are 1 and 0 then. */
  readonly law: CompiledLaw | null;
  /** Upper bounds, in the cell's box, of how its value changes per unit of q, and of how that changes (0 without law). */
  readonly factor: number;
  readonly bend: number;
  readonly unit: 'rad' | 'm';
  /** Infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
  /** Per second, and per second squared; infinite where there is no limit. */
  readonly velocity: number;
  readonly acceleration: number;
}

/** In the order of the joints; floating joints have no limits and are left out. */
export function jointBounds({ tree, description, box }: Cell): JointBound[] {
  const bounds: JointBound[] = [];
  const alone = { multiplier: 1, offset: 0, law: null, factor: 1, bend: 0 };
  const own = descriptionsOf(description.robots);
  for (const [name, { frame, state, value }] of tree.joints) {
    const { joint, rates } = own.get(name) ?? {};
    if (state === 'free') {
      if (tree.dofOf.has(`${name}/qw`)) continue;
      tree.dofs.forEach((dof, d) => {
        if (dof.joint !== name) return;
        const { lower, upper } = dof;
        const unit = dof.unit === 'angle' ? 'rad' : 'm';
        const place = { name: dof.name, dof: d, ...alone, unit } as const;
        bounds.push({ ...place, lower, upper, ...ratesOf(joint, rates) });
      });
    } else if (joint && (state === 'coupled' || value !== undefined)) {
      const limited = joint.kind === 'revolute' || joint.kind === 'prismatic';
      const unit = joint.kind === 'prismatic' ? 'm' : 'rad';
      const range = (limited && joint.limits) || { lower: -Infinity, upper: Infinity };
      const place =
        value === undefined
          ? following(tree, frame, box)
          : { ...alone, dof: -1, multiplier: 0, offset: value, factor: 0 };
      bounds.push({ name, ...place, unit, ...range, ...ratesOf(joint, rates) });
    }
  }
  return bounds;
}

/** How a joint follows a degree of freedom. */
function following({ dof, multiplier, offset, laws }: KinematicTree, f: number, box: JointBox) {
  const d = dof[f];
  const law = laws?.[f] ?? null;
  const place = { dof: d, multiplier: multiplier[f], offset: offset[f], law };
  if (!law) return { ...place, factor: Math.abs(multiplier[f]), bend: 0 };
  const most = new Float64Array(LAW_BOUNDS);
  const covered = box.lower[d] <= box.upper[d] && box.upper[d] - box.lower[d] < Infinity;
  if (covered) lawBoundsInto(law, box.lower[d], box.upper[d], most, 0);
  else most.set(law.most.subarray(0, LAW_BOUNDS));
  return { ...place, factor: most[0], bend: most[1] };
}

interface Described {
  /** Undefined for the joint of a moving base. */
  readonly joint?: JointDescription;
  readonly rates: RateLimits;
}

function descriptionsOf(robots: readonly RobotInstance[]): Map<string, Described> {
  const found = new Map<string, Described>();
  for (const { name, robot, semantics, limits } of robots) {
    const usual = limits?.get('default') ?? {};
    const rates = (joint: string) => ({ ...usual, ...limits?.get(joint) });
    const bases = ['base', ...(semantics?.virtualJoints ?? []).map((virtual) => virtual.name)];
    for (const base of bases) found.set(scopedName(name, base), { rates: rates(base) });
    for (const joint of robot.joints) {
      found.set(scopedName(name, joint.name), { joint, rates: rates(joint.name) });
    }
  }
  return found;
}

/** Files often have a velocity of 0 where nobody thought of a limit: it is none. */
function ratesOf(joint: JointDescription | undefined, rates: RateLimits | undefined) {
  const { velocityLimit = 0 } = joint ?? {};
  const { velocity = velocityLimit > 0 ? velocityLimit : Infinity, acceleration = Infinity } =
    rates ?? {};
  return { velocity, acceleration };
}

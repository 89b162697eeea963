/**
 * Limits of all joints of a cell, those that follow others and those that are held included: where they may
 * stand, how fast they may move, and how fast that may change. Ranges are those of the URDF; velocities too,
 * unless `limits` of the cell file says otherwise; accelerations are known from there alone.
 */
import { type JointDescription, scopedName } from '../kinematics/index.ts';
import type { RateLimits, RobotInstance } from '../model/index.ts';
import type { Cell } from './cell.ts';

/** The value of a joint is multiplier * q[dof] + offset; of one that is held, dof is -1 and it is the offset. */
export interface JointBound {
  /** Scoped, as a degree of freedom is called: `left/joint1`, `base/x`. */
  readonly name: string;
  readonly dof: number;
  readonly multiplier: number;
  readonly offset: number;
  readonly unit: 'rad' | 'm';
  /** Infinite where there is no limit. */
  readonly lower: number;
  readonly upper: number;
  /** Per second, and per second squared; infinite where there is no limit. */
  readonly velocity: number;
  readonly acceleration: number;
}

/** In the order of the joints; floating joints have no limits and are left out. */
export function jointBounds({ tree, description }: Cell): JointBound[] {
  const bounds: JointBound[] = [];
  const own = descriptionsOf(description.robots);
  for (const [name, { frame, state, value }] of tree.joints) {
    const { joint, rates } = own.get(name) ?? {};
    if (state === 'free') {
      if (tree.dofOf.has(`${name}/qw`)) continue;
      tree.dofs.forEach((dof, d) => {
        if (dof.joint !== name) return;
        const { lower, upper } = dof;
        const unit = dof.unit === 'angle' ? 'rad' : 'm';
        const place = { name: dof.name, dof: d, multiplier: 1, offset: 0, unit } as const;
        bounds.push({ ...place, lower, upper, ...ratesOf(joint, rates) });
      });
    } else if (joint && (state === 'coupled' || value !== undefined)) {
      const limited = joint.kind === 'revolute' || joint.kind === 'prismatic';
      const unit = joint.kind === 'prismatic' ? 'm' : 'rad';
      const range = (limited && joint.limits) || { lower: -Infinity, upper: Infinity };
      const place =
        value === undefined
          ? { dof: tree.dof[frame], multiplier: tree.multiplier[frame], offset: tree.offset[frame] }
          : { dof: -1, multiplier: 0, offset: value };
      bounds.push({ name, ...place, unit, ...range, ...ratesOf(joint, rates) });
    }
  }
  return bounds;
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

/**
 * `limits` of a robot in the cell file: how fast joints may move and how fast that may change, per joint.
 * What a URDF says of velocities is overruled; of accelerations it says nothing. Ranges stay its own.
 */
import type { RateLimits } from '../cell/index.ts';
import type { JointDescription } from '../kinematics/index.ts';
import { nameHint } from '../math/index.ts';
import { errorAt, quote, type Value } from './value.ts';

const KEYS = ['velocity', 'acceleration'] as const;

/** `{default: {velocity, acceleration}, joint: {...}}`, in rad or m per second and per second squared. */
export function readLimits(
  value: Value,
  joints: readonly Pick<JointDescription, 'name' | 'kind'>[],
): Map<string, RateLimits> {
  const known = joints.filter(({ kind }) => kind !== 'fixed').map(({ name }) => name);
  const limits = new Map<string, RateLimits>();
  for (const { key: name, at, value: given } of value.entries('limits').values()) {
    const joint = joints.find((each) => each.name === name);
    if (name !== 'default' && !joint) {
      const hint = nameHint(name, ['default', ...known]);
      const message = `the robot has no joint ${quote(name)}`;
      throw errorAt(value.source, at, 'cell/unknown-joint', message, hint);
    }
    if (joint?.kind === 'fixed' || joint?.kind === 'floating') {
      const message = `joint ${quote(name)} is ${joint.kind}: it has no velocity to limit`;
      throw errorAt(value.source, at, 'cell/limits', message);
    }
    const keys = given.mapping('limits of a joint', KEYS);
    const rate = (key: (typeof KEYS)[number]) => {
      const found = keys.get(key);
      if (!found) return {};
      const limit = found.number(key);
      if (limit > 0) return { [key]: limit };
      throw found.error('cell/amount', `${key} is ${limit}, expected more than 0`);
    };
    limits.set(name, { ...rate('velocity'), ...rate('acceleration') });
  }
  return limits;
}

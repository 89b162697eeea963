/** Joints of a cell file that follow others: in proportion, through points, or by a law. */
import { type Coupling, type Law, lawThrough, requireLaw } from '../kinematics/index.ts';
import { findJoint, type NamedJoint, valueCount } from './cellNames.ts';
import { type Mapping, quote, type Value } from './value.ts';

const THROUGH = ['rate', 'periodic', 'turns'] as const;
const KEYS = ['joint', 'multiplier', 'offset', 'points', 'law', ...THROUGH] as const;
const LAW_KEYS = ['at', 'values', 'slopes', 'periodic', 'deviation'] as const;

/**
 * `{joint: {joint: leader, multiplier: 1, offset: 0}}`, or `{joint: leader, points: [[x, y], ...], rate: r}`: chains end,
 * and both turn or slide.
 */
export function readCouplings(
  value: Value,
  joints: readonly NamedJoint[],
  held: ReadonlyMap<string, readonly number[]>,
): Map<string, Coupling> {
  const couplings = new Map<string, Coupling>();
  for (const { key, at, value: given } of value.entries('couplings').values()) {
    const follower = findJoint(value, at, key, joints);
    const coupling = given.mapping('a coupling', KEYS);
    const leader = coupling.need('joint');
    const joint = findJoint(leader, leader.at, leader.text('joint'), joints);
    if (valueCount(follower.kind) !== 1 || valueCount(joint.kind) !== 1) {
      throw given.error('cell/coupling', 'only joints with one value can be coupled');
    }
    if (follower.mimic) {
      const message = `joint ${quote(key)} follows ${quote(follower.mimic.joint)} by its URDF or model`;
      throw given.error('cell/coupling', message, 'a joint follows one other joint');
    }
    if (held.has(key)) {
      throw given.error('cell/coupling', `joint ${quote(key)} is held and cannot follow another`);
    }
    couplings.set(key, readCoupling(coupling, follower, joint));
  }
  const leaderOf = (name: string) =>
    couplings.get(name)?.joint ?? joints.find((j) => j.name === name)?.mimic?.joint;
  for (const { key, value: given } of value.entries('couplings').values()) {
    let steps = 0;
    for (let next = leaderOf(key); next !== undefined; next = leaderOf(next)) {
      if (steps++ <= joints.length) continue;
      throw given.error('cell/coupling', `joint ${quote(key)} follows itself in a circle`);
    }
  }
  return couplings;
}

function readCoupling(
  keys: Mapping<(typeof KEYS)[number]>,
  follower: NamedJoint,
  leader: NamedJoint,
): Coupling {
  const points = keys.get('points');
  const joint = leader.name;
  const whole = keys.get('law');
  if (whole) {
    for (const key of ['multiplier', 'offset', 'points', ...THROUGH] as const) {
      if (!keys.get(key)) continue;
      const message = `a coupling has either a law or ${quote(key)}`;
      throw keys.keyError(key, 'cell/coupling', message, 'remove one of them');
    }
    return { joint, multiplier: 1, offset: 0, law: readLaw(whole, follower.name) };
  }
  if (!points) {
    for (const key of THROUGH) {
      if (!keys.get(key)) continue;
      const message = `${quote(key)} says how a joint follows through points`;
      throw keys.keyError(key, 'cell/coupling', message, 'add `points`, or remove it');
    }
    return {
      joint,
      multiplier: keys.optional('multiplier', 1, (v) => v.number('multiplier')),
      offset: keys.optional('offset', 0, (v) => v.number('offset')),
    };
  }
  for (const key of ['multiplier', 'offset'] as const) {
    if (!keys.get(key)) continue;
    const message = `a coupling has either points or ${quote(key)}`;
    throw keys.keyError(key, 'cell/coupling', message, 'remove one of them');
  }
  const periodic = keys.optional('periodic', false, (v) => v.boolean('periodic'));
  if (periodic !== (leader.kind === 'continuous')) {
    const message = periodic
      ? `joint ${quote(joint)} has limits: a law of it does not begin anew`
      : `joint ${quote(joint)} turns on and on: the law must begin anew`;
    const hint = periodic ? 'remove `periodic`' : 'add `periodic: true`, with points of one turn';
    const at = keys.get('periodic') ? 'periodic' : 'points';
    throw keys.keyError(at, 'cell/coupling', message, hint);
  }
  const law = {
    points: points.list('points').map((item) => {
      const [x, y] = item.numbers('a point', 2);
      return [x, y] as const;
    }),
    ...(keys.get('rate') && { rate: keys.need('rate').number('rate') }),
    ...(periodic && { turns: readTurns(keys, follower) }),
  };
  if (!periodic && keys.get('turns')) {
    const message = '"turns" is for a law that begins anew';
    throw keys.keyError('turns', 'cell/coupling', message, 'remove it, or add `periodic: true`');
  }
  return { joint, multiplier: 1, offset: 0, law: points.locate(() => lawThrough(law)) };
}

/** A law as it is compiled: what loops become, and what is written where a cell is saved. */
function readLaw(value: Value, follower: string): Law {
  const keys = value.mapping('a law', LAW_KEYS);
  const numbers = (key: 'at' | 'values') =>
    keys
      .need(key)
      .list(key)
      .map((item) => item.number(key));
  const [first, last] = keys.need('slopes').numbers('slopes', 2);
  const law: Law = {
    at: numbers('at'),
    values: numbers('values'),
    slopes: [first, last],
    periodic: keys.optional('periodic', false, (v) => v.boolean('periodic')),
    deviation: keys.optional('deviation', 0, (v) => v.number('deviation')),
  };
  value.locate(() => requireLaw(law, follower));
  return law;
}

/** How often a follower has turned after a turn of its leader. */
function readTurns(keys: Mapping<(typeof KEYS)[number]>, follower: NamedJoint): number {
  const value = keys.get('turns');
  if (!value) return 0;
  const turns = value.number('turns');
  if (!Number.isInteger(turns) || Math.abs(turns) > 1000) {
    throw value.error('cell/coupling', `turns is ${turns}, expected a whole number`);
  }
  if (turns === 0 || follower.kind === 'continuous') return turns;
  const message = `joint ${quote(follower.name)} cannot turn on and on`;
  throw value.error('cell/coupling', message, 'remove `turns`');
}

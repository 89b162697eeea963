/**
 * Closed loops of a cell file: a URDF is a tree, and a pin closes it. They become couplings of the followers. Followers
 * that the URDF lets follow already are compared: what it says must be what the loop does.
 */
import {
  type Coupling,
  type JointDescription,
  type LoopDescription,
  lawsOfLoop,
  type PinEnd,
  type RobotDescription,
} from '../kinematics/index.ts';
import { findJoint, knownName } from './cellNames.ts';
import { type Mapping, quote, type Value } from './value.ts';

const KEYS = ['name', 'driver', 'followers', 'pin', 'to', 'connect', 'at'] as const;
type Keys = Mapping<(typeof KEYS)[number]>;

/** Factors and offsets of a URDF that are off by less than this are those of the loop: rounded files. */
const SAME = 1e-9;

/** What is said of the joints otherwise. */
export interface SaidOfJoints {
  readonly held: ReadonlyMap<string, readonly number[]>;
  readonly couplings: ReadonlyMap<string, Coupling>;
}

/** The couplings, with those of the loops. */
export function readLoops(
  items: readonly Value[],
  robot: RobotDescription,
  { held, couplings }: SaidOfJoints,
): ReadonlyMap<string, Coupling> {
  if (items.length === 0) return couplings;
  const all = new Map(couplings);
  const names = new Set<string>();
  items.forEach((item, i) => {
    const keys = item.mapping('a loop', KEYS);
    const loop = readLoop(keys, robot, `${i + 1}`);
    if (names.has(loop.name)) {
      const message = `two loops are called ${quote(loop.name)}`;
      throw keys.keyError('name', 'cell/loop', message, 'give each a name of its own');
    }
    names.add(loop.name);
    if (held.has(loop.driver)) {
      const message = `the driver ${quote(loop.driver)} is held`;
      throw keys.keyError(
        'driver',
        'cell/loop',
        message,
        'hold all joints of the loop, without it',
      );
    }
    for (const [name, coupling] of item.locate(() => lawsOfLoop(robot, loop, held))) {
      const other = all.get(name);
      if (other) {
        const message = `joint ${quote(name)} follows ${quote(other.joint)} already`;
        throw item.error('cell/loop', message, 'a joint follows one other joint');
      }
      if (!confirmed(item, robot.joints, name, coupling)) all.set(name, coupling);
    }
    refuseCircle(item, robot.joints, all, loop);
  });
  return all;
}

function readLoop(keys: Keys, robot: RobotDescription, number: string): LoopDescription {
  const driver = keys.need('driver');
  const joint = findJoint(driver, driver.at, driver.text('driver'), robot.joints).name;
  const followers = keys.get('followers');
  const at = new Map<string, number>();
  const given = keys.get('at');
  for (const { key, at: place, value } of given?.entries('at').values() ?? []) {
    findJoint(given!, place, key, robot.joints);
    at.set(key, value.number(`the value of joint ${quote(key)}`));
  }
  return {
    name: keys.optional('name', number, (v) => v.text('name')),
    driver: joint,
    ...(followers && {
      followers: followers
        .list('followers')
        .map((item) => findJoint(item, item.at, item.text('a follower'), robot.joints).name),
    }),
    ...readEnds(keys, robot),
    at,
  };
}

/** `pin` and `to`; or `connect`, as MuJoCo's files have it: two bodies and where they are connected, in the first. */
function readEnds(keys: Keys, robot: RobotDescription): Pick<LoopDescription, 'pin' | 'to'> {
  const links = robot.links.map(({ name }) => name);
  const connect = keys.get('connect');
  if (!connect) {
    const pin = readEnd(keys.need('pin'), links);
    if (!pin.point) {
      const message = 'the pin needs a point, in the frame of its link';
      throw keys.need('pin').error('cell/loop', message, 'add `point: [x, y, z]`');
    }
    return { pin, to: readEnd(keys.need('to'), links) };
  }
  for (const key of ['pin', 'to'] as const) {
    if (!keys.get(key)) continue;
    throw keys.keyError(key, 'cell/loop', `a loop has either "connect" or ${quote(key)}`);
  }
  const ends = connect.mapping('connect', ['body1', 'body2', 'anchor']);
  return {
    pin: {
      link: knownName(ends.need('body1'), links, 'link'),
      point: readPoint(ends.need('anchor')),
    },
    to: { link: knownName(ends.need('body2'), links, 'link') },
  };
}

/** `{link, point}`; of the second end the point may be left out. */
function readEnd(value: Value, links: readonly string[]): PinEnd {
  const keys = value.mapping('an end of the pin', ['link', 'point']);
  const point = keys.get('point');
  const link = knownName(keys.need('link'), links, 'link');
  return { link, ...(point && { point: readPoint(point) }) };
}

function readPoint(value: Value): readonly [number, number, number] {
  const [x, y, z] = value.numbers('a point', 3);
  return [x, y, z];
}

/** Whether the URDF lets the joint follow, and as the loop does; an error where it says something else. */
function confirmed(
  item: Value,
  joints: readonly JointDescription[],
  name: string,
  coupling: Coupling,
): boolean {
  const find = (wanted: string) => joints.find((joint) => joint.name === wanted);
  const follower = find(name);
  if (!follower?.mimic) return false;
  let { joint: leader, multiplier, offset } = follower.mimic;
  for (let next = find(leader); next?.mimic && leader !== coupling.joint; next = find(leader)) {
    offset += multiplier * next.mimic.offset;
    multiplier *= next.mimic.multiplier;
    leader = next.mimic.joint;
  }
  const same =
    leader === coupling.joint &&
    !coupling.law &&
    Math.abs(multiplier - coupling.multiplier) <= SAME &&
    Math.abs(offset - coupling.offset) <= SAME;
  if (same) return true;
  const says = `by its URDF or model joint ${quote(name)} follows ${quote(leader)} with factor ${multiplier} and offset ${offset}`;
  const does = coupling.law
    ? `not in proportion: from ${coupling.law.slopes[0]} per unit at one end to ${coupling.law.slopes[1]} at the other`
    : `${quote(coupling.joint)} with factor ${coupling.multiplier} and offset ${coupling.offset}`;
  throw item.error('cell/loop', `${says}; the loop lets it follow ${does}`, 'remove its <mimic>');
}

function refuseCircle(
  item: Value,
  joints: readonly JointDescription[],
  couplings: ReadonlyMap<string, Coupling>,
  { driver }: LoopDescription,
): void {
  let at: string | undefined = driver;
  for (let steps = 0; at !== undefined; steps++) {
    if (steps > joints.length) {
      throw item.error('cell/loop', `the driver ${quote(driver)} follows itself in a circle`);
    }
    const name: string = at;
    at = couplings.get(name)?.joint ?? joints.find((joint) => joint.name === name)?.mimic?.joint;
  }
}

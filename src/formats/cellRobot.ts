/** A robot of the cell file: its files, where it stands, and what is said about its joints and links. */
import type { AttachedDescription, CellDescription, RobotInstance } from '../cell/index.ts';
import type { LinkDescription, RobotDescription } from '../kinematics/index.ts';
import { composePoses, InputError, identityPose, nameHint } from '../math/index.ts';
import { readCouplings } from './cellCouplings.ts';
import { readLimits } from './cellLimits.ts';
import { readLoops } from './cellLoops.ts';
import {
  type KnownModels,
  NO_SURROUNDINGS,
  readMjcfModel,
  refuseHeld,
  refuseMovingBase,
  type Surroundings,
  surroundingsOf,
  tiedJoints,
} from './cellMjcf.ts';
import {
  type Amount,
  bareLink,
  findJoint,
  fixedJoint,
  knownName,
  type NamedJoint,
  type Refusal,
  readAmounts,
  readLinks,
  refuseUnusedPackages,
  valueCount,
} from './cellNames.ts';
import {
  assertSolid,
  type CellContext,
  OBJECT_KEYS,
  readObject,
  readReference,
} from './cellShape.ts';
import { checkVisualRule, collides, readVisualRule, type VisualRule } from './cellVisual.ts';
import { readPose } from './poseValue.ts';
import { resolve } from './resolver.ts';
import { refuseUnusedArguments, type XacroUse } from './robotXml.ts';
import { readSrdf } from './srdf.ts';
import { readUrdf, type UrdfFile } from './urdf.ts';
import { errorAt, type Mapping, quote, type Value } from './value.ts';

const ROBOT_KEYS = [
  'name',
  'urdf',
  'mjcf',
  'srdf',
  'packages',
  'xacro',
  'base',
  'base_joint',
  'joints',
  'couplings',
  'loops',
  'padding',
  'scale',
  'tracking',
  'limits',
  'attached',
  'surfaces',
  'solids',
  'visual',
] as const;

const BASE_JOINTS = ['fixed', 'planar', 'floating'] as const;

/** A robot's joints. That of a moving base comes first: the SRDF's virtual joint, or `base`. */
export function namedJoints(
  instance: Pick<RobotInstance, 'robot' | 'baseJoint' | 'semantics'>,
): readonly NamedJoint[] {
  const { robot, baseJoint: kind, semantics } = instance;
  if (kind === 'fixed') return robot.joints;
  const root = robot.links[0].name;
  const virtual = semantics?.virtualJoints.find((v) => v.childLink === root && v.kind === kind);
  return [{ name: virtual?.name ?? 'base', kind }, ...robot.joints];
}

/** Files that were read already: robots of one kind share their geometry. */
export interface KnownRobots {
  readonly urdfs: Map<string, Pick<UrdfFile, 'robot' | 'xacro'>>;
  readonly models: KnownModels;
}

/** A robot of the cell, and what its file has beside the robot. */
export interface ReadRobot {
  readonly instance: RobotInstance;
  readonly surroundings: Surroundings;
}

/** What the files of a robot say. */
type FromFiles = Pick<RobotInstance, 'robot' | 'semantics' | 'held' | 'couplings'> & {
  /** Of a robot that is an MJCF model. */
  readonly model?: CellDescription;
};

type RobotKeys = Mapping<(typeof ROBOT_KEYS)[number]>;

/** How the files of a robot are read. */
interface RobotFiles {
  readonly packages: Record<string, string>;
  /** Values of xacro arguments. */
  readonly xacro: Readonly<Record<string, string>>;
}

/** Reads one item of `robots`. */
export function readRobot(value: Value, context: CellContext, known: KnownRobots): ReadRobot {
  const keys = value.mapping('a robot', ROBOT_KEYS);
  const read = keys.get('mjcf') ? fromMjcf(keys, context, known) : fromUrdf(keys, context, known);
  const instance = instanceOf(keys, read, context);
  const { model } = read;
  return { instance, surroundings: model ? surroundingsOf(instance, model) : NO_SURROUNDINGS };
}

function fromMjcf(keys: RobotKeys, context: CellContext, known: KnownRobots): FromFiles {
  const visual = keys.get('visual');
  const rule = readVisualRule(visual, context.testVisuals);
  const model = readMjcfModel(keys, rule, context, known.models);
  const [{ robot, semantics, held, couplings }] = model.robots;
  checkVisualRule(visual, robot.links);
  refuseMovingBase(keys.get('base_joint'), model);
  refuseHeld(keys.get('joints'), held);
  return { robot, ...(semantics && { semantics }), held, couplings, model };
}

function fromUrdf(keys: RobotKeys, context: CellContext, known: KnownRobots): FromFiles {
  const urdf = keys.get('urdf');
  if (!urdf) throw keys.value.error('document/missing-key', NO_FILE);
  const packages: Record<string, string> = { ...context.resolver.packages };
  for (const { key, value: folder } of keys.get('packages')?.entries('packages').values() ?? []) {
    // Folders count from the cell file, as every other reference does.
    packages[key] = resolve({ files: {} }, folder.text('a folder'), context.file).path;
  }
  const visual = keys.get('visual');
  const rule = readVisualRule(visual, context.testVisuals);
  const xacro = keys.optional('xacro', {}, readXacro);
  const files = { packages, xacro };
  const { robot, xacro: declared } = readModel(urdf, { ...files, rule }, context, known.urdfs);
  checkVisualRule(visual, robot.links);
  refuseUnusedPackages(keys, context);
  const srdf = keys.get('srdf');
  const read = srdf && readSemantics(srdf, robot, files, context);
  refuseArguments(keys.get('xacro'), [declared, read?.xacro]);
  const { semantics } = read ?? {};
  return { robot, ...(semantics && { semantics }), held: new Map(), couplings: new Map() };
}

const NO_FILE = 'a robot needs the key "urdf" or "mjcf"';

function instanceOf(keys: RobotKeys, read: FromFiles, context: CellContext): RobotInstance {
  const { robot, semantics } = read;
  const baseJoint = keys.optional('base_joint', 'fixed', readBaseJoint);
  const own = namedJoints({ robot, baseJoint, ...(semantics && { semantics }) });
  const joints = tiedJoints(own, read);
  const given = keys.optional('joints', new Map(), (v) => readHeld(v, joints, context));
  const held = new Map([...read.held, ...given]);
  const coupled = keys.optional('couplings', new Map(), (v) => readCouplings(v, joints, held));
  const couplings = new Map([...read.couplings, ...coupled]);
  const amounts = (key: Amount, check: (name: string) => Refusal | null, known: string[]) =>
    keys.optional(key, new Map<string, number>(), (v) => readAmounts(v, key, known, check));
  const linkNames = robot.links.map(({ name }) => name);
  const jointNames = joints.map(({ name }) => name);
  const bare = (name: string) => bareLink(robot, name);
  const fixed = (name: string) => fixedJoint(joints, name);
  const surfaces = readLinks(keys.items('surfaces'), robot, withoutMesh);
  const solids = readSolids(keys.items('solids'), robot, surfaces);
  return {
    name: keys.optional('name', '', readName),
    robot,
    ...(semantics && { semantics }),
    base: keys.optional('base', identityPose(), (v) => readPose(v, context.notes)),
    baseJoint,
    held,
    couplings: readLoops(keys.items('loops'), robot, { held, couplings }),
    padding: amounts('padding', bare, linkNames),
    scale: amounts('scale', bare, linkNames),
    tracking: amounts('tracking', fixed, jointNames),
    ...(keys.get('limits') && { limits: readLimits(keys.need('limits'), joints) }),
    attached: readAttached(keys.items('attached'), robot, context),
    surfaces,
    ...(solids.length > 0 && { solids }),
  };
}

function withoutMesh({ collisions }: LinkDescription): Refusal | null {
  if (collisions.some(({ geometry }) => geometry.kind === 'mesh')) return null;
  return ['cell/no-mesh', 'has no mesh: other shapes are always solid'];
}

/** Links whose meshes must be solid. */
function readSolids(
  items: readonly Value[],
  robot: RobotDescription,
  surfaces: readonly string[],
): string[] {
  const names = readLinks(items, robot, (link) =>
    surfaces.includes(link.name)
      ? ['cell/mixed-solid', 'is among surfaces and solids']
      : withoutMesh(link),
  );
  names.forEach((name, i) => {
    const { collisions } = robot.links.find((link) => link.name === name)!;
    for (const { geometry } of collisions) {
      if (geometry.kind === 'mesh') assertSolid(items[i], geometry);
    }
  });
  return names;
}

function readModel(
  value: Value,
  { packages, xacro, rule }: RobotFiles & { readonly rule: VisualRule },
  context: CellContext,
  known: KnownRobots['urdfs'],
): Pick<UrdfFile, 'robot' | 'xacro'> {
  const { path: file, bytes } = readReference(value, value.text('urdf'), context);
  const key = JSON.stringify([file, packages, xacro, rule.default, [...rule.links]]);
  const same = known.get(key);
  if (same) return same;
  const resolver = { ...context.resolver, packages };
  const read = readUrdf(bytes, {
    ...{ file, resolver, visuals: context.visuals, xacro },
    testVisuals: (link) => collides(rule, link),
  });
  context.notes.push(...read.notes);
  for (const [path, contents] of read.files) context.files.set(path, contents);
  known.set(key, read);
  return read;
}

function readSemantics(
  value: Value,
  robot: RobotDescription,
  { packages, xacro }: RobotFiles,
  context: CellContext,
) {
  const { path, bytes } = readReference(value, value.text('srdf'), context);
  const resolver = { ...context.resolver, packages };
  const read = readSrdf(bytes, { file: path, robot, resolver, xacro });
  context.notes.push(...read.notes);
  for (const [name, contents] of read.files) context.files.set(name, contents);
  return read;
}

/** `{argument: value}`: what xacro files are expanded with, which is always text. */
function readXacro(value: Value): Record<string, string> {
  const args: Record<string, string> = {};
  for (const { key, value: given } of value.entries('xacro').values()) {
    const { data } = given;
    if (typeof data === 'object') throw given.error('cell/xacro', `xacro: ${key} is not one value`);
    args[key] = String(data);
  }
  return args;
}

/** With the place in the cell file. */
function refuseArguments(value: Value | undefined, uses: readonly (XacroUse | undefined)[]): void {
  for (const { key, at } of value?.entries('xacro').values() ?? []) {
    try {
      refuseUnusedArguments({ [key]: '' }, '', uses);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { code, message, hint } = error.fault;
      throw errorAt(value!.source, at, code, message, hint);
    }
  }
}

/** A name of a robot or an object: `/` separates names and `*` stands for any, so neither is in one. */
export function readName(value: Value): string {
  const name = value.text('name');
  if (!/[*/]/.test(name)) return name;
  throw value.error('cell/name', `the name ${quote(name)} holds "*" or "/", which have a meaning`);
}

function readBaseJoint(value: Value): RobotInstance['baseJoint'] {
  const text = value.text('base_joint');
  const kind = BASE_JOINTS.find((each) => each === text);
  if (kind) return kind;
  throw value.error(
    'cell/base-joint',
    `base_joint: expected ${BASE_JOINTS.join(', ')}; found ${quote(text)}`,
    nameHint(text, BASE_JOINTS),
  );
}

/** `{joint: value}`; three numbers for a planar joint, seven for a floating one. */
function readHeld(value: Value, joints: readonly NamedJoint[], context: CellContext) {
  const held = new Map<string, readonly number[]>();
  for (const { key, at, value: given } of value.entries('joints').values()) {
    const joint = findJoint(value, at, key, joints);
    const numbers = readJointValue(given, joint, context);
    if (joint.mimic) {
      let leader = joint.mimic.joint;
      for (let next = joint; next.mimic; next = findJoint(value, at, leader, joints)) {
        leader = next.mimic.joint;
      }
      throw given.error(
        'cell/held-mimic',
        `joint ${quote(key)} follows ${quote(joint.mimic.joint)} and cannot be held by itself`,
        `hold ${quote(leader)} instead`,
      );
    }
    held.set(key, numbers);
  }
  return held;
}

/** The numbers that say where a joint stands; a fixed one has none. */
export function readJointValue(
  value: Value,
  joint: NamedJoint,
  context: Pick<CellContext, 'notes'>,
): readonly number[] {
  const { name, kind, limits } = joint;
  const what = `the value of joint ${quote(name)}`;
  const count = valueCount(kind);
  const numbers =
    Array.isArray(value.data) && count !== 1 ? value.numbers(what) : [value.number(what)];
  if (count === 0) {
    throw value.error('cell/fixed-joint', `joint ${quote(name)} is fixed and has no value`);
  }
  if (numbers.length !== count) {
    const expected = kind === 'planar' ? 'x, y, angle' : 'x, y, z and a quaternion x, y, z, w';
    throw value.error('cell/joint-value', `${what}: a ${kind} joint has ${count}: ${expected}`);
  }
  if (kind === 'floating' && Math.abs(Math.hypot(...numbers.slice(3)) - 1) > 1e-3) {
    throw value.error('document/quaternion', `${what}: the quaternion does not have length 1`);
  }
  if (limits && (numbers[0] < limits.lower || numbers[0] > limits.upper)) {
    const range = `[${limits.lower}, ${limits.upper}]`;
    const message = `joint ${quote(name)} stands at ${numbers[0]}, outside its limits ${range}`;
    context.notes.push(value.error('cell/outside-limits', message).fault);
  }
  return numbers;
}

function readAttached(
  items: readonly Value[],
  robot: RobotDescription,
  context: CellContext,
): AttachedDescription[] {
  const links = robot.links.map(({ name }) => name);
  return items.map((item) => {
    const keys = item.mapping('an attached object', [...OBJECT_KEYS, 'link', 'touches']);
    const { pose, parts, ...solidity } = readObject(keys, context);
    return {
      name: readName(keys.need('name')),
      link: knownName(keys.need('link'), links, 'link'),
      parts: parts.map((part) => ({ ...part, pose: composePoses(pose, part.pose) })),
      touches: readLinks(keys.items('touches'), robot, ({ collisions, visualOnly }) =>
        collisions.length > 0 || visualOnly !== undefined
          ? null
          : ['cell/no-geometry', 'has no collision geometry to touch'],
      ),
      ...solidity,
    };
  });
}

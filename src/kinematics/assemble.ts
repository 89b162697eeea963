/**
 * Putting a cell's kinematics together: joints of all robots by scoped name, what is held and what
 * follows what, degrees of freedom, constants. Used by tree.ts alone.
 */
import { type Fault, InputError } from '../math/fault.ts';
import { nameHint } from '../math/names.ts';
import { assertPose, POSE_SIZE } from '../math/pose.ts';
import type { JointKind, Law } from './description.ts';
import {
  FIXED,
  FLOATING,
  jointMotionInto,
  localPoseInto,
  MOTION_SIZE,
  orthonormalise,
  PLANAR,
  planeAxes,
  SLIDE,
  TURN,
  VALUE_COUNT,
} from './joint.ts';
import type { CompiledLaw } from './law.ts';
import { compileLaw, foldedLaw, IDENTITY, type Linear, lawConstant, requireLaw } from './lawFit.ts';
import type { Dof, JointState, KinematicTree, PlacedRobot } from './tree.ts';

/** A joint before it gets its place in the arrays. */
export interface Joint {
  readonly name: string;
  readonly kind: JointKind;
  /** Name of the robot. */
  readonly robot: string;
  readonly parent: number;
  readonly frame: number;
  readonly origin: Float64Array;
  readonly axis: readonly number[];
  readonly limits?: { readonly lower: number; readonly upper: number };
  readonly velocityLimit?: number;
  /** By how much it strays from where it should be, by itself; where a law is not all the truth that is part of it. */
  tracking: number;
  held?: readonly number[] | undefined;
  follows?:
    | {
        readonly joint: string;
        readonly multiplier: number;
        readonly offset: number;
        readonly law?: Law;
      }
    | undefined;
}

const KINDS: Record<JointKind, number> = {
  fixed: FIXED,
  revolute: TURN,
  continuous: TURN,
  prismatic: SLIDE,
  planar: PLANAR,
  floating: FLOATING,
};
const PARTS: readonly (readonly string[])[] = [
  [],
  [''],
  [''],
  ['/x', '/y', '/angle'],
  ['/x', '/y', '/z', '/qx', '/qy', '/qz', '/qw'],
];

/** The name of a robot's joint, link or body in the cell: `robot/name`, or the plain name without a robot. */
export function scopedName(robot: string, name: string): string {
  return robot === '' ? name : `${robot}/${name}`;
}

/** value = multiplier * q[dof] + offset, or law(q[dof]), or constant values. */
type Source =
  | {
      readonly joint: Joint;
      readonly multiplier: number;
      readonly offset: number;
      readonly law: CompiledLaw | null;
    }
  | { readonly values: readonly number[] };

function fault(code: string, message: string, hint?: string): InputError {
  return new InputError({ code: `kinematics/${code}`, message, hint });
}

/** Frames of the links of a robot, and its joints, that of the base first. */
export function collectJoints(
  robot: PlacedRobot,
  frameNames: string[],
  frameOf: Map<string, number>,
  joints: Joint[],
  byName: Map<string, Joint>,
): void {
  const scoped = (name: string) => scopedName(robot.name, name);
  const trackingOf = (name: string) =>
    robot.tracking?.get(name) ?? robot.tracking?.get('default') ?? 0;
  const addFrame = (link: string): number => {
    const name = scoped(link);
    if (frameOf.has(name)) {
      throw fault('duplicate', `there are two links "${name}"`, 'give every robot its own name');
    }
    frameOf.set(name, frameNames.length);
    return frameNames.push(name) - 1;
  };
  const addName = (joint: Joint) => {
    if (byName.has(joint.name)) throw fault('duplicate', `there are two joints "${joint.name}"`);
    byName.set(joint.name, joint);
  };
  const root = robot.robot.links[0];
  if (!root) throw fault('empty', `robot "${robot.robot.name}" has no links`);
  const virtual = robot.semantics?.virtualJoints.find(
    (v) => v.childLink === root.name && v.kind === robot.baseJoint,
  );
  const baseName = virtual?.name ?? 'base';
  const base: Joint = {
    name: scoped(baseName),
    tracking: trackingOf(baseName),
    kind: robot.baseJoint,
    robot: robot.name,
    parent: 0,
    frame: addFrame(root.name),
    origin: robot.base,
    axis: [0, 0, 1],
  };
  joints.push(base);
  if (base.kind !== 'fixed') addName(base);
  for (const { name, child, parent: above, mimic, ...rest } of robot.robot.joints) {
    const parent = frameOf.get(scoped(above));
    if (parent === undefined) {
      const message = `joint "${scoped(name)}" hangs on link "${above}", which does not come before it`;
      throw fault('order', message, 'links must be listed from the root on');
    }
    const joint: Joint = {
      ...rest,
      name: scoped(name),
      tracking: trackingOf(name),
      robot: robot.name,
      parent,
      frame: addFrame(child),
    };
    if (mimic && joint.kind !== 'fixed') joint.follows = mimic;
    joints.push(joint);
    addName(joint);
  }
}

/** A joint by its name within the robot, or else by its scoped name. */
function findJoint(
  byName: ReadonlyMap<string, Joint>,
  robot: string,
  name: string,
  what: string,
): Joint {
  const own = scopedName(robot, name);
  const joint = byName.get(own) ?? byName.get(name);
  if (joint) return joint;
  const hint = nameHint(own, byName.keys()) || undefined;
  throw fault('unknown-joint', `${what}: there is no joint "${own}"`, hint);
}

/** Marks held joints and couplings of a robot; both overrule what its files say. */
export function applyHeld(
  robot: PlacedRobot,
  byName: ReadonlyMap<string, Joint>,
  notes: Fault[],
): void {
  for (const [name, coupling] of robot.couplings) {
    findJoint(byName, robot.name, name, 'a coupling').follows = coupling;
  }
  for (const [name, values] of robot.held) {
    const joint = findJoint(byName, robot.name, name, 'a held joint');
    const count = VALUE_COUNT[KINDS[joint.kind]];
    if (count === 0) {
      const message = `joint "${joint.name}" is fixed; the value given for it is ignored`;
      notes.push({ code: 'kinematics/fixed-joint', message });
    } else if (values.length !== count || !values.every(Number.isFinite)) {
      const message = `joint "${joint.name}" is held at ${values.join(', ')}; expected ${count} finite number${count > 1 ? 's' : ''}`;
      throw fault('held-value', message);
    } else joint.held = values;
  }
  for (const [name, { law }] of robot.couplings) {
    const joint = findJoint(byName, robot.name, name, 'a coupling');
    if (law === undefined || joint.held) continue;
    requireLaw(law, joint.name);
    joint.tracking += law.deviation;
  }
}

/** What a joint's value comes from in the end. */
export function resolve(joint: Joint, byName: ReadonlyMap<string, Joint>): Source {
  let multiplier = 1;
  let offset = 0;
  let at = joint;
  // The law on the way, and what is linear behind it.
  let law: Law | null = null;
  let outer: Linear = IDENTITY;
  const constant = (value: number): Source => {
    if (!law) return { values: [value] };
    return { values: [lawConstant(foldedLaw(law, IDENTITY, outer), value, joint.name)] };
  };
  for (let steps = 0; ; steps++) {
    if (!Number.isFinite(multiplier) || !Number.isFinite(offset)) {
      throw fault('coupling', `joint "${joint.name}" follows with a factor or offset beyond range`);
    }
    if (at.held) {
      if (at === joint) return { values: at.held };
      return constant(multiplier * at.held[0] + offset);
    }
    // A factor of 0 makes a constant; of nothing that is infinite may it become a part.
    if (multiplier === 0) return constant(offset);
    if (!at.follows) {
      if (!law) return { joint: at, multiplier, offset, law };
      const own = foldedLaw(law, { multiplier, offset }, outer);
      return { joint: at, multiplier: 1, offset: 0, law: compileLaw(own, joint.name) };
    }
    const { joint: name, multiplier: m, offset: b } = at.follows;
    if (!Number.isFinite(m) || !Number.isFinite(b)) {
      throw fault(
        'coupling',
        `joint "${at.name}" follows "${name}" by a factor or offset that is not finite`,
      );
    }
    const next = findJoint(byName, at.robot, name, `joint "${at.name}" follows another`);
    if (VALUE_COUNT[KINDS[next.kind]] !== 1 || VALUE_COUNT[KINDS[at.kind]] !== 1) {
      throw fault(
        'coupling',
        `joint "${at.name}" cannot follow "${name}": one of them has not exactly one value`,
      );
    }
    if (steps > byName.size) {
      throw fault('coupling', `joint "${joint.name}" follows itself in the end`);
    }
    if (at.follows.law) {
      if (law) {
        throw fault(
          'law-series',
          `joint "${joint.name}" follows by two laws, one behind the other: that of "${at.name}" is the second`,
          'make one law of both, from the values of the first leader to those of the last follower',
        );
      }
      law = at.follows.law;
      outer = { multiplier, offset };
      [multiplier, offset] = [1, 0];
    } else {
      offset += multiplier * b;
      multiplier *= m;
    }
    at = next;
  }
}

/** Gives a joint that is free its degrees of freedom; limits are of no account to one that is loose. */
export function addDofs(
  joint: Joint,
  tree: { dofs: Dof[]; dofOf: Map<string, number> },
  loose: boolean,
): void {
  const kind = KINDS[joint.kind];
  const limited = !loose && (joint.kind === 'revolute' || joint.kind === 'prismatic');
  const { lower, upper } = (limited && joint.limits) || { lower: -Infinity, upper: Infinity };
  if (!(lower <= upper)) {
    throw fault('limits', `joint "${joint.name}" has limits from ${lower} to ${upper}`);
  }
  PARTS[kind].forEach((part, k) => {
    const name = `${joint.name}${part}`;
    const turns = kind === TURN || (kind === PLANAR && k === 2);
    const unit = turns ? 'angle' : kind === FLOATING && k > 2 ? 'quaternion' : 'length';
    if (tree.dofOf.has(name)) throw fault('duplicate', `there are two joint values "${name}"`);
    tree.dofOf.set(name, tree.dofs.length);
    tree.dofs.push({
      name,
      joint: joint.name,
      frame: joint.frame,
      unit,
      lower,
      upper,
      continuous: turns && lower === -Infinity && upper === Infinity,
      velocityLimit: joint.velocityLimit ?? Infinity,
      // Of a rotation the angle counts, which stands where variations have it: with qx.
      tracking: unit === 'quaternion' && k > 3 ? 0 : joint.tracking,
    });
  });
}

/** A tree that is being made. */
export interface GrowingLaws {
  laws: (CompiledLaw | null)[] | null;
  dofs: Dof[];
}

/** A leader stays where a law that does not repeat says something, and so far inside that it may stray. */
function keepWithin(follower: Joint, law: CompiledLaw, d: number, { dofs }: GrowingLaws): void {
  if (law.periodic) return;
  const dof = dofs[d];
  const [first, last] = [law.knots[0], law.knots[law.knots.length - 1]];
  const lower = Math.max(dof.lower, first + dof.tracking);
  const upper = Math.min(dof.upper, last - dof.tracking);
  if (!(lower <= upper)) {
    const stray = dof.tracking > 0 ? ` and straying by ${dof.tracking}` : '';
    throw fault(
      'law-range',
      `joint "${follower.name}" follows "${dof.name}" by a law from ${first} to ${last}: with its limits from ${dof.lower} to ${dof.upper}${stray} that one has nowhere to be`,
      'give a law over all values of the joint that is followed',
    );
  }
  dofs[d] = { ...dof, lower, upper, continuous: false };
}

/** Fills in the numbers of a joint. A joint that is held becomes a fixed placement. */
export function placeJoint(
  joint: Joint,
  source: Source,
  tree: KinematicTree & GrowingLaws,
): JointState['state'] {
  const f = joint.frame;
  const kind = KINDS[joint.kind];
  assertPose(joint.origin);
  const placement = Float64Array.from(joint.origin);
  orthonormalise(placement);
  tree.placement.set(placement, POSE_SIZE * f);
  if (kind === FIXED) return 'fixed';

  const [x, y, z] = joint.axis;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (kind !== FLOATING && !(length > 1e-100 && length < 1e100)) {
    throw fault(
      'axis',
      `joint "${joint.name}" has the axis ${joint.axis.join(', ')}, which is no direction`,
    );
  }
  const n = kind === FLOATING ? [0, 0, 1] : [x / length, y / length, z / length];
  tree.axis.set(n, 3 * f);
  const plane = kind === PLANAR ? planeAxes(n) : [];
  tree.kind[f] = kind;
  jointMotionInto(kind, placement, n, plane, tree.motion, MOTION_SIZE * f);
  if ('joint' in source) {
    tree.dof[f] = tree.dofOf.get(`${source.joint.name}${PARTS[KINDS[source.joint.kind]][0]}`)!;
    tree.multiplier[f] = source.multiplier;
    tree.offset[f] = source.offset;
    if (source.law) {
      tree.laws ??= new Array(tree.frameCount).fill(null);
      tree.laws[f] = source.law;
      keepWithin(joint, source.law, tree.dof[f], tree);
    }
    return source.joint === joint ? 'free' : 'coupled';
  }
  // Evaluate the joint at its value, once, and forget that it was one.
  tree.dof[f] = 0;
  tree.multiplier[f] = 1;
  const values = Float64Array.from(source.values);
  localPoseInto(tree, f, values, tree.placement, new Float64Array(3));
  orthonormalise(tree.placement.subarray(POSE_SIZE * f, POSE_SIZE * (f + 1)));
  tree.kind[f] = FIXED;
  tree.dof[f] = -1;
  tree.multiplier[f] = 0;
  return 'held';
}

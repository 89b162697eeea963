/** Compiles the robots of a cell into one tree of frames (tree.ts). */
import type { Fault } from '../math/fault.ts';
import { composePosesInto, POSE_SIZE } from '../math/pose.ts';
import { addDofs, applyHeld, collectJoints, type Joint, placeJoint, resolve } from './assemble.ts';
import { FIXED, MOTION_SIZE } from './joint.ts';
import type { CompiledLaw } from './law.ts';
import type { Dof, JointState, KinematicTree, LooseJoints, PlacedRobot } from './tree.ts';

/** Compiles the kinematics of all robots of a cell. Throws an InputError for a bad description. */
export function buildKinematics(robots: readonly PlacedRobot[]): KinematicTree {
  const { tree, byName } = compile(robots, new Set());
  const loose = [...byName.values()].filter(
    (joint) => joint.tracking > 0 && joint.kind !== 'fixed' && (joint.follows || joint.held),
  );
  return loose.length === 0 ? tree : { ...tree, loose: loosen(robots, tree, loose) };
}

function loosen(
  robots: readonly PlacedRobot[],
  cell: KinematicTree,
  joints: readonly Joint[],
): LooseJoints {
  const { tree, byName } = compile(robots, new Set(joints.map(({ name }) => name)));
  const same = Int32Array.from(tree.dofs, ({ name }) => cell.dofOf.get(name) ?? -1);
  const leader = new Int32Array(same.length).fill(-1);
  const multiplier = new Float64Array(same.length);
  const offset = new Float64Array(same.length);
  const laws: (CompiledLaw | null)[] = new Array(same.length).fill(null);
  for (const joint of joints) {
    const d = tree.dof[joint.frame];
    // As it follows or is held in the cell, but among joints that are loose themselves.
    const source = resolve(joint, byName);
    if ('joint' in source) {
      leader[d] = tree.dof[source.joint.frame];
      multiplier[d] = source.multiplier;
      offset[d] = source.offset;
      laws[d] = source.law;
    } else offset.set(source.values, d);
  }
  return { tree, same, leader, multiplier, offset, laws };
}

/** `loose`: names of joints that neither follow nor are held, whatever the robots say. */
function compile(
  robots: readonly PlacedRobot[],
  loose: ReadonlySet<string>,
): { tree: KinematicTree; byName: ReadonlyMap<string, Joint> } {
  const frameNames = ['world'];
  const frameOf = new Map<string, number>();
  const joints: Joint[] = [];
  const byName = new Map<string, Joint>();
  for (const robot of robots) collectJoints(robot, frameNames, frameOf, joints, byName);
  // A robot may have a link of that name; it then means the link.
  if (!frameOf.has('world')) frameOf.set('world', 0);
  const notes: Fault[] = [];
  for (const robot of robots) applyHeld(robot, byName, notes);
  for (const name of loose) {
    const joint = byName.get(name)!;
    joint.follows = undefined;
    joint.held = undefined;
  }

  const count = frameNames.length;
  const tree = {
    frameCount: count,
    frameNames,
    frameOf,
    parent: new Int32Array(count).fill(-1),
    depth: new Int32Array(count),
    kind: new Uint8Array(count),
    placement: new Float64Array(POSE_SIZE * count),
    axis: new Float64Array(3 * count),
    motion: new Float64Array(MOTION_SIZE * count),
    dof: new Int32Array(count).fill(-1),
    multiplier: new Float64Array(count),
    offset: new Float64Array(count),
    laws: null as (CompiledLaw | null)[] | null,
    rigidRoot: new Int32Array(count),
    rigidPlacement: new Float64Array(POSE_SIZE * count),
    dofs: [] as Dof[],
    joints: new Map<string, JointState>(),
    dofOf: new Map<string, number>(),
    notes,
    loose: null,
  };
  for (const o of [0, 4, 8]) tree.placement[o] = tree.rigidPlacement[o] = 1;

  for (const joint of joints) {
    if (!joint.follows && !joint.held) addDofs(joint, tree, loose.has(joint.name));
  }
  for (const joint of joints) {
    const f = joint.frame;
    tree.parent[f] = joint.parent;
    tree.depth[f] = tree.depth[joint.parent] + 1;
    const source = resolve(joint, byName);
    const state = placeJoint(joint, source, tree);
    if (byName.get(joint.name) === joint) {
      const stands = state === 'held' && 'values' in source && source.values.length === 1;
      const value = stands ? { value: source.values[0] } : {};
      tree.joints.set(joint.name, { frame: f, state, ...value });
    }
    const rigid = tree.kind[f] === FIXED;
    tree.rigidRoot[f] = rigid ? tree.rigidRoot[joint.parent] : f;
    const o = POSE_SIZE * f;
    if (rigid) {
      const up = POSE_SIZE * joint.parent;
      composePosesInto(tree.rigidPlacement, up, tree.placement, o, tree.rigidPlacement, o);
    } else tree.rigidPlacement.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], o);
  }
  return { tree, byName };
}

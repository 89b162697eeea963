/**
 * Configurations from names and values, as paths, scenes and command lines give them. A joint that
 * nobody mentions is listed as missing and NaN; never a silent zero.
 */
import { type Fault, InputError, nameHint } from '../math/index.ts';
import { VALUE_COUNT } from './joint.ts';
import { requireMagnitude } from './magnitude.ts';
import type { KinematicTree } from './tree.ts';

/**
 * By scoped name, or by the plain one where only one robot has it: of a joint, with one value, or 3 or
 * 7; or of a single degree of freedom.
 */
export type JointValues =
  | ReadonlyMap<string, number | readonly number[]>
  | Readonly<Record<string, number | readonly number[]>>;

export interface Configuration {
  /** NaN where a value is missing. */
  readonly q: Float64Array;
  /** Names of the degrees of freedom without a value. */
  readonly missing: readonly string[];
  /** Per degree of freedom the source that its value came from, or -1. */
  readonly sources: Int32Array;
  /** Values that were given and ignored: for fixed, held and following joints. */
  readonly notes: readonly Fault[];
}

/**
 * A configuration from several sources; the first that mentions a joint wins. Throws an InputError
 * for a joint that does not exist, a wrong number of values or one that is not finite.
 */
export function configurationFrom(tree: KinematicTree, ...sources: JointValues[]): Configuration {
  const q = new Float64Array(tree.dofs.length).fill(Number.NaN);
  const from = new Int32Array(q.length).fill(-1);
  const notes: Fault[] = [];
  sources.forEach((source, s) => {
    const entries = source instanceof Map ? source.entries() : Object.entries(source);
    for (const [name, given] of entries as Iterable<[string, number | readonly number[]]>) {
      const values = typeof given === 'number' ? [given] : given;
      const first = placeOf(tree, name, values, notes);
      for (let k = 0; first >= 0 && k < values.length; k++) {
        if (from[first + k] === s) {
          throw new InputError({
            code: 'configuration/twice',
            message: `"${tree.dofs[first + k].name}" is given twice, the second time as "${name}"`,
          });
        }
        if (from[first + k] >= 0) continue;
        q[first + k] = values[k];
        from[first + k] = s;
      }
    }
  });
  const missing: string[] = [];
  for (let d = 0; d < q.length; d++) if (from[d] < 0) missing.push(tree.dofs[d].name);
  checkQuaternions(tree, q);
  return { q, missing, sources: from, notes };
}

/** The same, but a missing joint is an InputError. */
export function completeConfiguration(
  tree: KinematicTree,
  ...sources: JointValues[]
): Configuration {
  const result = configurationFrom(tree, ...sources);
  if (result.missing.length > 0) {
    throw new InputError({
      code: 'configuration/missing',
      message: `no value for ${result.missing.map((name) => `"${name}"`).join(', ')}`,
      hint: 'give every joint a value, or hold it',
    });
  }
  return result;
}

/**
 * A joint's scoped name from what a file calls it: a trajectory knows nothing of the robot's name in
 * the cell. A plain name will do where only one robot has such a joint.
 */
function scopedJoint(tree: KinematicTree, name: string): string {
  if (tree.joints.has(name) || tree.dofOf.has(name)) return name;
  const ending = `/${name}`;
  const known = [...tree.joints.keys()].filter((joint) => joint.endsWith(ending));
  if (known.length > 1) {
    throw new InputError({
      code: 'configuration/ambiguous-joint',
      message: `several robots have a joint "${name}"`,
      hint: `say which: ${known.map((joint) => `"${joint}"`).join(', ')}`,
    });
  }
  return known[0] ?? name;
}

/**
 * Where the values of a joint, as a file calls it, begin in the configuration; -1 where it has none of
 * its own. Throws an InputError if there is no such joint.
 */
export function firstDof(tree: KinematicTree, given: string): number {
  const name = scopedJoint(tree, given);
  const joint = tree.joints.get(name);
  const dof = tree.dofOf.get(name);
  if (joint) return joint.state === 'free' ? tree.dof[joint.frame] : -1;
  if (dof !== undefined) return dof;
  throw unknownJoint(tree, name);
}

function unknownJoint(tree: KinematicTree, name: string): InputError {
  return new InputError({
    code: 'configuration/unknown-joint',
    message: `there is no joint "${name}"`,
    hint: nameHint(name, tree.joints.keys()) || undefined,
  });
}

/** Where the values of a joint begin in the configuration, or -1 where they are ignored. */
function placeOf(
  tree: KinematicTree,
  given: string,
  values: readonly number[],
  notes: Fault[],
): number {
  const name = scopedJoint(tree, given);
  const joint = tree.joints.get(name);
  const dof = tree.dofOf.get(name);
  if (!joint && dof === undefined) throw unknownJoint(tree, name);
  if (!values.every(Number.isFinite)) {
    throw new InputError({
      code: 'configuration/non-finite',
      message: `the value of "${name}" is ${values.join(', ')}; expected finite numbers`,
    });
  }
  for (const value of values) requireMagnitude(name, value);
  if (joint && joint.state !== 'free') {
    const why = { fixed: 'is fixed', held: 'is held', coupled: 'follows another joint' };
    notes.push({
      code: 'configuration/ignored',
      message: `joint "${name}" ${why[joint.state]}; the value given for it is ignored`,
    });
    return -1;
  }
  const count = joint ? VALUE_COUNT[tree.kind[joint.frame]] : 1;
  if (values.length !== count) {
    throw new InputError({
      code: 'configuration/count',
      message: `"${name}" has ${values.length} value${values.length === 1 ? '' : 's'}; expected ${count}`,
    });
  }
  return joint ? tree.dof[joint.frame] : dof!;
}

/** A rotation of length 0 is none; other lengths are divided out. */
function checkQuaternions(tree: KinematicTree, q: Float64Array): void {
  for (let d = 0; d < q.length; d++) {
    if (tree.dofs[d].unit !== 'quaternion') continue;
    const length = Math.hypot(q[d], q[d + 1], q[d + 2], q[d + 3]);
    if (length < 1e-3 || length > 1e3) {
      throw new InputError({
        code: 'configuration/quaternion',
        message: `the quaternion of "${tree.dofs[d].joint}" has the length ${length}`,
        hint: 'order: x, y, z, w; length 1',
      });
    }
    d += 3;
  }
}

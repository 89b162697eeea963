/**
 * A robot of the cell file that is an MJCF model: bodies that joints move are its links, those that stand are obstacles
 * called by its name. The base places both; what the model says about pairs, joints and states stays so.
 */
import type { CellDescription, RobotInstance } from '../cell/index.ts';
import { composePoses, identityPose } from '../math/index.ts';
import type { NamedJoint } from './cellNames.ts';
import { type CellContext, readReference } from './cellShape.ts';
import { collides, type VisualRule } from './cellVisual.ts';
import { cellFromMjcf } from './mjcf/mjcf.ts';
import { type Mapping, quote, type Value } from './value.ts';

/** Models that were read already: robots of one kind share their geometry. */
export type KnownModels = Map<string, CellDescription>;

/** What the model of a robot brings along beside the robot, under names of the cell. */
export type Surroundings = Pick<CellDescription, 'obstacles' | 'allow' | 'state'>;

export const NO_SURROUNDINGS: Surroundings = { obstacles: [], allow: [], state: new Map() };

/** Keys that are about a URDF. */
const URDF_KEYS = ['urdf', 'srdf', 'packages', 'xacro'] as const;

export function readMjcfModel(
  keys: Mapping<'mjcf' | (typeof URDF_KEYS)[number]>,
  rule: VisualRule,
  context: CellContext,
  known: KnownModels,
): CellDescription {
  for (const key of URDF_KEYS) {
    if (!keys.get(key)) continue;
    const message =
      key === 'urdf'
        ? 'a robot has a urdf or an mjcf, not both'
        : `${quote(key)} is for robots with a URDF: an MJCF model says all by itself`;
    throw keys.keyError(key, 'cell/mjcf', message, 'remove it');
  }
  const value = keys.need('mjcf');
  const { path: file, bytes } = readReference(value, value.text('mjcf'), context);
  const key = JSON.stringify([file, rule.default, [...rule.links]]);
  const same = known.get(key);
  if (same) return same;
  const read = cellFromMjcf(bytes, {
    ...{ file, resolver: context.resolver, visuals: context.visuals },
    testVisuals: (link) => collides(rule, link),
  });
  context.notes.push(...read.notes);
  for (const [path, contents] of read.files) context.files.set(path, contents);
  known.set(key, read);
  return read;
}

/** Joints that the model ties to others follow as those with a <mimic> do. */
export function tiedJoints(
  joints: readonly NamedJoint[],
  { couplings }: Pick<RobotInstance, 'couplings'>,
): readonly NamedJoint[] {
  return joints.map((joint) => {
    const mimic = couplings.get(joint.name);
    return mimic ? { ...joint, mimic } : joint;
  });
}

/** What the model holds is held; a cell file has no other value for it. */
export function refuseHeld(value: Value | undefined, held: RobotInstance['held']): void {
  for (const { key, value: given } of value?.entries('joints').values() ?? []) {
    if (!held.has(key)) continue;
    const message = `joint ${quote(key)} is held by an <equality> of its model`;
    throw given.error('cell/held-by-model', message, 'remove it, or change the model');
  }
}

/** A base that moves would take along what stands. */
export function refuseMovingBase(value: Value | undefined, { obstacles }: CellDescription): void {
  if (!value || value.data === 'fixed' || obstacles.length === 0) return;
  throw value.error(
    'cell/moving-base',
    `the model has bodies that stand, as ${quote(obstacles[0].name)}: its base cannot move`,
    'name a model of the robot alone, and put the rest among the obstacles',
  );
}

/** Obstacles, allowed pairs and the state of a model, for the robot that it became. */
export function surroundingsOf(instance: RobotInstance, model: CellDescription): Surroundings {
  const { name: ofRobot, base, held, couplings } = instance;
  const scoped = (name: string) => (ofRobot === '' ? name : `${ofRobot}/${name}`);
  const isMoved = identityPose().some((x, i) => x !== base[i]);
  return {
    obstacles: model.obstacles.map((each) => ({
      ...each,
      ...{ name: scoped(each.name), ofRobot },
      ...(isMoved && { pose: composePoses(base, each.pose) }),
    })),
    allow: model.allow.map(({ between: [a, b], reason }) => ({
      ...{ between: [scoped(a), scoped(b)], reason, ofRobot },
    })),
    state: new Map(
      [...model.state]
        .filter(([joint]) => !held.has(joint) && !couplings.has(joint))
        .map(([joint, values]) => [scoped(joint), values]),
    ),
  };
}

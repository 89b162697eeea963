/**
 * A cell's model as a file: all that its digest covers, as JSON, and the digest. Whoever has it needs no other file
 * of the cell, and no reader of them, to verify a certificate. The layout is in docs/certificate.md, "The
 * exported model"; modelFile.ts reads it back, to the bit.
 */
import type {
  Coupling,
  JointDescription,
  LinkDescription,
  Part,
} from '../kinematics/description.ts';
import { InputError } from '../math/fault.ts';
import type { CellDescription, ObstacleDescription, RobotInstance } from '../model/description.ts';
import { setMember, setSize } from '../model/sets.ts';
import { linesText, numbersText, numberText, objectText } from '../text/jsonText.ts';
import { modelDigest } from './digest.ts';

/** The key by which such a file is known, and its version. */
export const MODEL_KEY = 'surepath-model';
export const MODEL_VERSION = 1;

/** The model as JSON text, ending with a newline. Throws an InputError for numbers that JSON does not have. */
export function writeModel(description: CellDescription): string {
  const { robots, clearance, allow, allowNothing = false } = description;
  const pairs = clearance.pairs.map(({ between: [p, q], distance }) => [p, q, distance] as const);
  const clearances: [string, string][] = [
    ['default', number(clearance.default)],
    ['pairs', linesText(pairs.map(([p, q, x]) => `[${text(p)},${text(q)},${number(x)}]`))],
  ];
  const members: [string, string][] = [
    [MODEL_KEY, String(MODEL_VERSION)],
    ['digest', text(modelDigest(description))],
    ['robots', linesText(robots.map(robotText))],
    ['obstacles', linesText(obstacleTexts(description))],
    ['clearance', objectText(clearances)],
    ['allow', linesText(allow.map(({ between, reason }) => texts([...between, reason])))],
    ['allowNothing', String(allowNothing)],
  ];
  return `${objectText(members)}\n`;
}

/** A text for each obstacle, those of sets last. */
function obstacleTexts({ obstacles, sets = [] }: CellDescription): string[] {
  const texts = obstacles.map(obstacleText);
  for (const set of sets) {
    for (let i = 0; i < setSize(set); i++) texts.push(obstacleText(setMember(set, i)));
  }
  return texts;
}

function robotText(instance: RobotInstance): string {
  const { robot, semantics, attached, surfaces, solids = [] } = instance;
  const disabled = semantics?.disabledPairs ?? [];
  const virtual = semantics?.virtualJoints ?? [];
  return objectText([
    ['name', text(instance.name)],
    ['links', linesText(robot.links.map(linkText))],
    ['joints', linesText(robot.joints.map(jointText))],
    [
      'disabledPairs',
      linesText(disabled.map(({ link1, link2, reason }) => texts([link1, link2, reason]))),
    ],
    [
      'virtualJoints',
      linesText(virtual.map((v) => texts([v.name, v.kind, v.parentFrame, v.childLink]))),
    ],
    ['base', numbers(instance.base)],
    ['baseJoint', text(instance.baseJoint)],
    ['held', mapText(instance.held, numbers)],
    ['couplings', mapText(instance.couplings, couplingText)],
    ['padding', mapText(instance.padding, number)],
    ['scale', mapText(instance.scale, number)],
    ['tracking', mapText(instance.tracking, number)],
    [
      'attached',
      linesText(
        attached.map(({ name, link, parts, touches, solid, mustBeSolid = false }) =>
          inline([
            ['name', text(name)],
            ['link', text(link)],
            ['parts', linesText(parts.map(partText))],
            ['touches', texts(touches)],
            ['solid', String(solid)],
            ['mustBeSolid', String(mustBeSolid)],
          ]),
        ),
      ),
    ],
    ['surfaces', texts(surfaces)],
    ['solids', texts(solids)],
  ]);
}

function linkText({ name, collisions, visualOnly }: LinkDescription): string {
  return inline([
    ['name', text(name)],
    ['collisions', linesText(collisions.map(partText))],
    ['visualOnly', text(visualOnly ?? '')],
  ]);
}

function jointText(joint: JointDescription): string {
  const { limits, mimic } = joint;
  return inline([
    ['name', text(joint.name)],
    ['kind', text(joint.kind)],
    ['parent', text(joint.parent)],
    ['child', text(joint.child)],
    ['origin', numbers(joint.origin)],
    ['axis', numbers(joint.axis)],
    // Null where a range has no end.
    ['limits', limits ? numbersText([limits.lower, limits.upper]) : 'null'],
    [
      'mimic',
      mimic ? `[${text(mimic.joint)},${number(mimic.multiplier)},${number(mimic.offset)}]` : 'null',
    ],
  ]);
}

function couplingText({ joint, multiplier, offset, law }: Coupling): string {
  const linear: [string, string][] = [
    ['joint', text(joint)],
    ['multiplier', number(multiplier)],
    ['offset', number(offset)],
  ];
  if (!law) return inline([...linear, ['law', 'null']]);
  const own = inline([
    ['at', numbers(law.at)],
    ['values', numbers(law.values)],
    ['slopes', numbers(law.slopes)],
    ['periodic', String(law.periodic)],
    ['deviation', number(law.deviation)],
  ]);
  return inline([...linear, ['law', own]]);
}

function obstacleText(obstacle: ObstacleDescription): string {
  const { name, pose, parts, solid, mustBeSolid = false } = obstacle;
  return inline([
    ['name', text(name)],
    ['pose', numbers(pose)],
    ['parts', linesText(parts.map(partText))],
    ['solid', String(solid)],
    ['mustBeSolid', String(mustBeSolid)],
  ]);
}

function partText({ pose, geometry }: Part): string {
  return inline([['pose', numbers(pose)], ['kind', text(geometry.kind)], ...sizes(geometry)]);
}

function sizes(geometry: Part['geometry']): [string, string][] {
  switch (geometry.kind) {
    case 'mesh':
      return [
        ['positions', numbers(geometry.triangles.positions)],
        ['indices', numbers(geometry.triangles.indices)],
      ];
    case 'box':
      return [['half', numbers(geometry.half)]];
    case 'sphere':
      return [['radius', number(geometry.radius)]];
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return [
        ['radius', number(geometry.radius)],
        ['length', number(geometry.length)],
      ];
    case 'ellipsoid':
      return [['radii', numbers(geometry.radii)]];
    case 'half-space':
      return [
        ['normal', numbers(geometry.normal)],
        ['offset', number(geometry.offset)],
      ];
    case 'hull':
      return [['positions', numbers(geometry.hull.positions)]];
  }
}

/** Entries in the order in which they stand: where two name one joint, the later one counts. */
function mapText<T>(map: ReadonlyMap<string, T>, value: (item: T) => string): string {
  return linesText([...map].map(([key, item]) => `[${text(key)},${value(item)}]`));
}

function inline(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

function texts(values: readonly string[]): string {
  return JSON.stringify(values);
}

function number(x: number): string {
  requireFinite(x);
  return numberText(x);
}

function numbers(values: ArrayLike<number>): string {
  for (let i = 0; i < values.length; i++) requireFinite(values[i]);
  return numbersText(values);
}

function requireFinite(x: number): void {
  if (Number.isFinite(x)) return;
  const message = `a model with the number ${x} cannot be written: a file has finite numbers only`;
  throw new InputError({ code: 'model/non-finite', message });
}

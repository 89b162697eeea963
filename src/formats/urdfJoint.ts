/** Joints of a URDF, and which joint follows which. Lengths in metres, angles in radians. */
import type { Triple } from '../geometry/index.ts';
import type { JointDescription, JointKind, Mimic } from '../kinematics/index.ts';
import { type Fault, nameHint } from '../math/index.ts';
import { unitVector } from './unitVector.ts';
import { checkAttributes, onlyChild, requireName } from './urdfElements.ts';
import { readOrigin } from './urdfGeometry.ts';
import type { XmlElement } from './xml.ts';

const KINDS: readonly string[] = [
  'fixed',
  'revolute',
  'continuous',
  'prismatic',
  'planar',
  'floating',
] satisfies JointKind[];

/** A joint as written, and its element for messages. */
export interface ReadJoint {
  readonly element: XmlElement;
  readonly joint: JointDescription;
}

/** Reads a <joint>. That its links exist is checked later, by whoever knows them all. */
export function readJoint(element: XmlElement, notes: Fault[]): ReadJoint {
  const name = requireName(element);
  const type = element.requireAttribute('type');
  if (!KINDS.includes(type)) {
    throw element.error(
      'unknown-joint-type',
      `joint "${name}" has the unknown type "${type}"`,
      nameHint(type, KINDS),
      'type',
    );
  }
  const kind = type as JointKind;
  const joint: JointDescription = {
    name,
    kind,
    parent: readLinkName(element, 'parent'),
    child: readLinkName(element, 'child'),
    origin: readOrigin(element),
    axis: readAxis(element, kind, name),
    ...readLimits(element, kind, name, notes),
    ...readMimic(element, kind, name, notes),
  };
  return { element, joint };
}

function readLinkName(element: XmlElement, end: 'parent' | 'child'): string {
  return requireName(onlyChild(element, end) ?? element.requireChild(end), 'link');
}

function readAxis(element: XmlElement, kind: JointKind, name: string): Triple {
  const axis = onlyChild(element, 'axis');
  if (!axis || kind === 'fixed' || kind === 'floating') return [1, 0, 0];
  checkAttributes(axis);
  const [x, y, z] = axis.numbersAttribute('xyz', 3);
  const unit = unitVector([x, y, z]);
  if (unit) return unit;
  throw axis.error(
    'zero-axis',
    `the axis of the ${kind} joint "${name}" is zero`,
    'give a direction, such as xyz="0 0 1"',
    'xyz',
  );
}

type Limits = Pick<JointDescription, 'limits' | 'velocityLimit' | 'effortLimit'>;

function readLimits(element: XmlElement, kind: JointKind, name: string, notes: Fault[]): Limits {
  const limit = onlyChild(element, 'limit');
  const ranged = kind === 'revolute' || kind === 'prismatic';
  if (!limit) {
    if (!ranged) return {};
    throw element.error(
      'missing-limit',
      `the ${kind} joint "${name}" has no <limit>`,
      kind === 'revolute'
        ? 'give lower and upper in radians, or make it continuous'
        : 'give lower and upper in metres',
    );
  }
  checkAttributes(limit);
  return {
    ...(ranged && { limits: readRange(limit, name, notes) }),
    ...readRate(limit, 'velocity', 'velocityLimit', notes),
    ...readRate(limit, 'effort', 'effortLimit', notes),
  };
}

function readRange(limit: XmlElement, name: string, notes: Fault[]) {
  const lower = limit.numberAttribute('lower', 0);
  const upper = limit.numberAttribute('upper', 0);
  if (lower > upper) {
    throw limit.error(
      'bad-limit',
      `joint "${name}" has a lower limit of ${lower} above its upper limit of ${upper}`,
      'exchange them',
      limit.attributes.has('lower') ? 'lower' : 'upper',
    );
  }
  if (!limit.attributes.has('lower') && !limit.attributes.has('upper')) {
    const message = `joint "${name}" has neither a lower nor an upper limit: both are 0`;
    notes.push(limit.fault('no-range', message, 'a joint that cannot move is better fixed'));
  }
  return { lower, upper };
}

/** A speed or force; infinite means unlimited, a negative one is left out with a note. */
function readRate(
  limit: XmlElement,
  attribute: string,
  field: 'velocityLimit' | 'effortLimit',
  notes: Fault[],
): Limits {
  const text = limit.attribute(attribute);
  if (text === undefined || /^\s*\+?inf(inity)?\s*$/i.test(text)) return {};
  const value = limit.numberAttribute(attribute);
  if (value >= 0) return { [field]: value };
  const message = `a negative ${attribute} limit (${value}) is left out`;
  notes.push(limit.fault('negative-limit', message, undefined, attribute));
  return {};
}

function readMimic(
  element: XmlElement,
  kind: JointKind,
  name: string,
  notes: Fault[],
): { mimic?: Mimic } {
  const mimic = onlyChild(element, 'mimic');
  if (!mimic) return {};
  checkAttributes(mimic);
  if (kind === 'fixed') {
    notes.push(mimic.fault('mimic-ignored', `the fixed joint "${name}" cannot follow another one`));
    return {};
  }
  if (kind === 'planar' || kind === 'floating') {
    const message = `the ${kind} joint "${name}" cannot follow another one: it has several values`;
    throw mimic.error('bad-mimic', message);
  }
  const joint = requireName(mimic, 'joint');
  const multiplier = mimic.numberAttribute('multiplier', 1);
  return { mimic: { joint, multiplier, offset: mimic.numberAttribute('offset', 0) } };
}

/** Whom followers follow must exist and have one value, and in the end there must be a leader. */
export function checkMimics(joints: readonly ReadJoint[]): void {
  const byName = new Map(joints.map((each) => [each.joint.name, each]));
  for (const { element, joint } of joints) {
    if (!joint.mimic) continue;
    const place = element.child('mimic') ?? element;
    const seen = new Set([joint.name]);
    let { joint: leader, multiplier, offset } = joint.mimic;
    for (;;) {
      if (seen.has(leader)) {
        const round = [...seen, leader].map((each) => `"${each}"`).join(' -> ');
        throw place.error('mimic-cycle', `joints follow each other in a circle: ${round}`);
      }
      seen.add(leader);
      const target = byName.get(leader)?.joint;
      if (!target) {
        const hint = nameHint(leader, byName.keys());
        throw place.error(
          'unknown-joint',
          `there is no joint "${leader}" to follow`,
          hint,
          'joint',
        );
      }
      if (target.kind === 'fixed' || target.kind === 'planar' || target.kind === 'floating') {
        const message = `joint "${leader}" is ${target.kind} and has no single value to follow`;
        throw place.error('bad-mimic', message, undefined, 'joint');
      }
      if (!target.mimic) break;
      offset += multiplier * target.mimic.offset;
      multiplier *= target.mimic.multiplier;
      leader = target.mimic.joint;
    }
    if (!Number.isFinite(multiplier) || !Number.isFinite(offset)) {
      throw place.error('bad-mimic', `joint "${joint.name}" follows with a factor beyond range`);
    }
  }
}

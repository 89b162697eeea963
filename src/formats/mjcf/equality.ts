/**
 * Joints of an MJCF model that an <equality> ties to others: followers, in proportion or by a polynomial of degree four
 * at most, and joints that it holds. Other constraints are not kept: motions have to.
 */
import type { Coupling, Law } from '../../kinematics/index.ts';
import { type Fault, nameHint } from '../../math/index.ts';
import type { XmlElement } from '../xml.ts';
import { type Body, bodiesBelow } from './bodies.ts';
import type { Defaults } from './defaults.ts';
import type { Fields } from './fields.ts';
import type { Joint } from './joints.ts';
import type { ModelFiles } from './modelFiles.ts';

export interface Ties {
  readonly couplings: ReadonlyMap<string, Coupling>;
  readonly held: ReadonlyMap<string, readonly number[]>;
}

/** Of `polycoef`, where fewer than five are written: the others are these. */
const COEFFICIENTS = [0, 1, 0, 0, 0];
/** Pieces of a polynomial that is no straight line. */
const PIECES = 64;

export function readTies(model: ModelFiles, defaults: Defaults, world: Body, notes: Fault[]): Ties {
  const joints = new Map<string, Joint>();
  for (const body of bodiesBelow(world))
    for (const joint of body.joints) joints.set(joint.name, joint);
  const couplings = new Map<string, Coupling>();
  const held = new Map<string, readonly number[]>();
  for (const section of model.sections('equality')) {
    for (const element of model.childrenOf(section)) {
      const fields = defaults.fields(element, undefined, 'equality');
      if (!fields.flag('active', true)) continue;
      if (element.name !== 'joint') {
        const message = `an <equality> of kind <${element.name}> is not kept: joints move as the motion says`;
        notes.push(element.fault('untied', message));
        continue;
      }
      const first = tied(fields, 'joint1', joints);
      if (couplings.has(first.name) || held.has(first.name)) {
        const message = `joint "${first.name}" is tied twice`;
        throw fields.error('tied-twice', message, 'leave one of the equalities', 'joint1');
      }
      const given = fields.someNumbers('polycoef', 1, 5) ?? [];
      const a = COEFFICIENTS.map((each, i) => given[i] ?? each);
      if (!fields.has('joint2')) {
        held.set(first.name, [first.ref + a[0]]);
        continue;
      }
      const second = tied(fields, 'joint2', joints);
      couplings.set(first.name, coupling(fields, first, second, a));
    }
  }
  refuseCircles(couplings, joints);
  return { couplings, held };
}

function tied(fields: Fields, attribute: string, joints: ReadonlyMap<string, Joint>): Joint {
  const name = fields.element.requireAttribute(attribute);
  const joint = joints.get(name);
  if (!joint) {
    const hint = nameHint(name, joints.keys());
    throw fields.error('unknown-joint', `there is no joint "${name}"`, hint, attribute);
  }
  if (joint.type === 'hinge' || joint.type === 'slide') return joint;
  const message = `joint "${name}" is of type "${joint.type}" and has no single value to tie`;
  throw fields.error('bad-equality', message, undefined, attribute);
}

/** y - y0 = a0 + a1 (x - x0) + ... with the values x0, y0 at which the bodies stand as the file places them. */
function coupling(fields: Fields, first: Joint, second: Joint, a: readonly number[]): Coupling {
  const joint = second.name;
  if (a[2] === 0 && a[3] === 0 && a[4] === 0) {
    return { joint, multiplier: a[1], offset: first.ref + a[0] - a[1] * second.ref };
  }
  if (!second.limits) {
    throw fields.error(
      'bad-equality',
      `joint "${first.name}" follows "${joint}" by a polynomial, and that one has no limits`,
      'give it a range',
      'polycoef',
    );
  }
  return { joint, multiplier: 1, offset: 0, law: lawOf(a, first, second, second.limits) };
}

/**
 * The polynomial as cubic pieces with its own slopes at both ends. A cubic is met exactly but for rounding; of degree
 * four, by 5/384 of its fourth derivative times the fourth power of a piece's length (Hall and Meyer 1976).
 */
function lawOf(
  a: readonly number[],
  { ref: y0 }: Joint,
  { ref: x0 }: Joint,
  { lower, upper }: NonNullable<Joint['limits']>,
): Law {
  const value = (x: number) => y0 + horner(a, x - x0);
  const slopes = a.slice(1).map((each, i) => (i + 1) * each);
  const at = Array.from({ length: PIECES + 1 }, (_, i) =>
    i === PIECES ? upper : lower + ((upper - lower) * i) / PIECES,
  );
  const span = (upper - lower) / PIECES;
  // Every term is rounded a few times; a thousand roundings of the largest are more than enough.
  const farthest = Math.max(Math.abs(lower - x0), Math.abs(upper - x0), 1);
  const terms = Math.abs(y0) + horner(a.map(Math.abs), farthest);
  const rounding = 1000 * Number.EPSILON * terms * PIECES;
  return {
    at,
    values: at.map(value),
    slopes: [horner(slopes, lower - x0), horner(slopes, upper - x0)],
    periodic: false,
    deviation: (5 / 384) * 24 * Math.abs(a[4]) * span ** 4 * (1 + 1e-9) + rounding,
  };
}

function horner(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, each) => sum * x + each, 0);
}

function refuseCircles(
  couplings: ReadonlyMap<string, Coupling>,
  joints: ReadonlyMap<string, Joint>,
): void {
  for (const [name] of couplings) {
    const seen = new Set<string>();
    for (
      let each: string | undefined = name;
      each !== undefined;
      each = couplings.get(each)?.joint
    ) {
      if (!seen.has(each)) {
        seen.add(each);
        continue;
      }
      const round = [...seen, each].map((one) => `"${one}"`).join(' -> ');
      const { element } = joints.get(name) as { element: XmlElement };
      throw element.error('equality-cycle', `joints follow each other in a circle: ${round}`);
    }
  }
}

/** Joints of an MJCF body, in the frame of the body. Angles in radians. */
import type { Triple } from '../../geometry/index.ts';
import type { XmlElement } from '../xml.ts';
import type { Fields } from './fields.ts';
import { direction, readPosition } from './placement.ts';
import type { Settings } from './settings.ts';

const ATTRIBUTES = [
  ...['name', 'class', 'type', 'group', 'pos', 'axis', 'limited', 'range', 'ref', 'springref'],
  ...['damping', 'stiffness', 'armature', 'frictionloss', 'margin', 'springdamper', 'user'],
];
const TYPES = ['hinge', 'slide', 'ball', 'free'] as const;

export interface Joint {
  readonly element: XmlElement;
  readonly name: string;
  readonly type: (typeof TYPES)[number];
  /** A point that stays where it is, in the body's frame. */
  readonly at: Triple;
  /** Of a hinge and of a slide: to turn about, to slide along. */
  readonly axis: Triple;
  /** The value at which the body stands as the file places it. */
  readonly ref: number;
  readonly limits: { readonly lower: number; readonly upper: number } | null;
}

export function readJoint(fields: Fields, name: string, settings: Settings): Joint {
  const { element } = fields;
  if (element.name === 'freejoint') {
    return { element, name, type: 'free', at: [0, 0, 0], axis: [0, 0, 1], ref: 0, limits: null };
  }
  fields.refuseMisspelt(ATTRIBUTES);
  const type = fields.word('type', TYPES, 'hinge');
  const unit = type === 'slide' ? 1 : settings.angle;
  const [x, y, z] = fields.numbers('axis', 3) ?? [0, 0, 1];
  const turnsFreely = type === 'free' || type === 'ball';
  return {
    ...{ element, name, type },
    at: readPosition(fields, 'pos') ?? [0, 0, 0],
    axis: turnsFreely ? [0, 0, 1] : direction(fields, 'axis', [x, y, z]),
    ref: turnsFreely ? 0 : fields.number('ref', 0) * unit,
    limits: turnsFreely ? null : readLimits(fields, unit, settings),
  };
}

function readLimits(fields: Fields, unit: number, { autolimits }: Settings): Joint['limits'] {
  const limited = fields.word('limited', ['true', 'false', 'auto'], 'auto');
  const range = fields.numbers('range', 2);
  if (limited === 'false') return null;
  if (limited === 'auto' && !range) return null;
  if (limited === 'auto' && !autolimits) {
    throw fields.error(
      'bad-limit',
      'a range without "limited" means nothing where autolimits is "false"',
      'give limited="true" or "false"',
      'range',
    );
  }
  const [lower, upper] = [...(range ?? [0, 0])].map((each) => each * unit);
  if (lower < upper) return { lower, upper };
  throw fields.error(
    'bad-limit',
    `the range of a joint goes from ${lower} to ${upper}`,
    'the first number is the lower one',
    'range',
  );
}

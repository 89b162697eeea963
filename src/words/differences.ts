/** What changed between two cells, in words. Numbers that were given are told as they were given, before and after. */
import type {
  ChangedValue,
  FollowedFacts,
  GeometryFacts,
  ModelChange,
  PairChange,
  PairFacts,
  Thing,
  ValueWord,
} from './changes.ts';
import { asGiven, mm } from './numbers.ts';
import { reasonText } from './pairs.ts';
import { count } from './plain.ts';
import { degreesText, shiftText, sizeText } from './shifts.ts';

/** Digits of a digest that people compare. */
const SHORT = 12;

/** The beginning of a digest, which is enough to tell two apart. */
export function shortDigest(digest: string): string {
  return digest.slice(0, SHORT);
}

/** One change of a model: one line. */
export function changeText(change: ModelChange): string {
  switch (change.kind) {
    case 'added':
    case 'removed': {
      const { kind, what, name, geometry } = change;
      return `${thingText(what, name)} ${kind === 'added' ? 'is new' : 'is gone'}${partsText(geometry)}`;
    }
    case 'moved':
      return movedText(change);
    case 'geometry': {
      const { what, name, part, before, after } = change;
      const whose = `part ${part} of ${thingText(what, name)}`;
      if (!before) return `${whose} is new: ${geometryText(after!)}`;
      if (!after) return `${whose} is gone: ${geometryText(before)}`;
      return `${whose} has another shape: ${geometryText(after)}; before: ${geometryText(before)}`;
    }
    case 'order': {
      const whose = change.of === '' ? 'of the cell' : `of ${named(change.of)}`;
      return `${PLURALS[change.what]} ${whose} stand in another order`;
    }
    case 'value':
      return valueChangeText(change.what, change.of, change.before, change.after);
  }
}

/** Changes of which somebody may not want to read thousands: those of a kind beyond so many are counted. */
export function listedTexts(texts: readonly string[], most: number): string[] {
  if (texts.length <= most) return [...texts];
  return [...texts.slice(0, most), `and ${texts.length - most} more; --json has all`];
}

const THINGS: Readonly<Record<Thing, string>> = {
  robot: 'the robot',
  link: 'the link',
  joint: 'the joint',
  attached: 'the attached object',
  obstacle: 'the obstacle',
};

function thingText(what: Thing, name: string): string {
  return name === '' ? THINGS[what] : `${THINGS[what]} ${named(name)}`;
}

const named = (name: string) => `"${name}"`;

function partsText(geometry: readonly GeometryFacts[]): string {
  if (geometry.length === 0) return '';
  if (geometry.length > 1) return `, ${count(geometry.length, 'part')}`;
  return `: ${geometryText(geometry[0])}`;
}

/** `mesh arm.stl, 1200 triangles, 0.1 x 0.2 x 0.3 m, digest 0123456789ab`. */
function geometryText({ kind, size, reference, triangles, points, digest }: GeometryFacts): string {
  const facts = [reference === undefined ? kind : `${kind} ${reference}`];
  if (triangles !== undefined) facts.push(count(triangles, 'triangle'));
  else if (points !== undefined) facts.push(count(points, 'point'));
  if (size) facts.push(sizeText(size));
  if (digest !== undefined) facts.push(`digest ${shortDigest(digest)}`);
  return facts.join(', ');
}

type Moved = Extract<ModelChange, { kind: 'moved' }>;

/** What cannot be told from rounding, in radians and metres. */
const LEAST = 1e-9;

function movedText({ what, name, part, by, distance, angle }: Moved): string {
  const own = thingText(what, name);
  const who = part === null ? own : `part ${part} of ${own}`;
  const how: string[] = [];
  if (distance >= LEAST) {
    const axes = ['x', 'y', 'z'].flatMap((axis, i) =>
      Math.abs(by[i]) >= LEAST ? [`${axis} ${by[i] > 0 ? '+' : ''}${shiftText(by[i])}`] : [],
    );
    how.push(`moved by ${shiftText(distance)} (${axes.join(', ')})`);
  }
  if (angle >= LEAST) how.push(`turned by ${degreesText(angle)}`);
  if (how.length === 0) return `${who} is placed otherwise by less than a nanometre`;
  const carries = what === 'joint' ? ' on its parent, with all that it carries' : '';
  return `${who} has ${how.join(' and ')}${carries}`;
}

const PLURALS: Readonly<Record<Thing | ValueWord, string>> = {
  robot: 'robots',
  link: 'links',
  joint: 'joints',
  attached: 'attached objects',
  obstacle: 'obstacles',
  jointKind: 'kinds of joints',
  parent: 'parents of joints',
  child: 'children of joints',
  axis: 'axes',
  limits: 'limits',
  mimic: 'joints that follow others',
  baseJoint: 'bases',
  held: 'held joints',
  coupling: 'couplings',
  padding: 'paddings',
  scale: 'scales',
  tracking: 'tracking tolerances',
  virtualJoint: 'virtual joints',
  carrier: 'carriers',
  touches: 'touched links',
  surface: 'links that are surfaces',
  mustBeSolid: 'links that must be solid',
  visualOnly: 'links with visuals alone',
  disabled: 'pairs that the SRDF disables',
  allow: 'pairs that may touch',
  pairClearance: 'clearances of pairs',
  clearance: 'clearances',
};

/** How a value is told: of whom, what it is called, and how it reads. */
interface Told {
  readonly what: (of: string) => string;
  readonly value: (value: ChangedValue) => string;
}

const plain = (value: ChangedValue): string => {
  if (typeof value === 'number') return asGiven(value);
  if (typeof value === 'object' && 'joint' in value) return followedText(value);
  if (typeof value === 'object') return value.map((each) => plain(each)).join(', ');
  return String(value);
};
const length = (value: ChangedValue) => (typeof value === 'number' ? mm(value) : plain(value));
const amount = (value: ChangedValue) => `${plain(value)} (radians or metres)`;
const range = (value: ChangedValue) =>
  Array.isArray(value) ? `${plain(value[0])} to ${plain(value[1])}` : plain(value);

/** Of a link, a joint or all that have none of their own. */
const ofName = (what: string) => (of: string) =>
  /(^|\/)default$/.test(of)
    ? `the ${what} of all of ${of === 'default' ? 'the robot' : named(of.replace(/\/default$/, ''))} without one of their own`
    : `the ${what} of ${named(of)}`;

const VALUES: Readonly<Record<ValueWord, Told>> = {
  jointKind: { what: ofName('kind of joint'), value: plain },
  parent: { what: ofName('parent'), value: plain },
  child: { what: ofName('child'), value: plain },
  axis: { what: ofName('axis'), value: plain },
  limits: { what: ofName('range'), value: range },
  mimic: { what: ofName('rule (mimic)'), value: plain },
  baseJoint: { what: (of) => `how the base of ${thingText('robot', of)} moves`, value: plain },
  held: { what: ofName('held value'), value: plain },
  coupling: { what: ofName('coupling'), value: plain },
  padding: { what: ofName('padding'), value: length },
  scale: { what: ofName('scale'), value: plain },
  tracking: { what: ofName('tracking tolerance'), value: amount },
  virtualJoint: { what: ofName('virtual joint'), value: plain },
  carrier: { what: (of) => `the link that carries ${named(of)}`, value: plain },
  touches: { what: (of) => `what ${named(of)} may touch`, value: plain },
  surface: { what: ofName('being a surface and no solid'), value: plain },
  mustBeSolid: { what: ofName('having to be solid'), value: plain },
  visualOnly: { what: ofName('visual geometry, without a collision geometry,'), value: plain },
  disabled: { what: (of) => `what the SRDF disables of ${of}`, value: plain },
  allow: { what: (of) => `why ${of} may touch`, value: plain },
  pairClearance: { what: (of) => `the clearance of ${of}`, value: length },
  clearance: { what: () => 'the default clearance', value: length },
};

function valueChangeText(
  what: ValueWord,
  of: readonly string[],
  before: ChangedValue | null,
  after: ChangedValue | null,
): string {
  const told = VALUES[what];
  const who = of.length === 2 ? of.map(named).join(' and ') : (of[0] ?? '');
  if (typeof before === 'boolean' && typeof after === 'boolean') return flagText(what, who, after);
  if (what === 'disabled' && (!before || !after)) {
    const reason = String(before ?? after);
    return `${who} are ${after ? 'disabled' : 'no longer disabled'} in the SRDF (${reason})`;
  }
  if (what === 'allow' && (before === null || after === null)) {
    const reason = String(before ?? after);
    return `${who} ${after === null ? 'may no longer touch' : 'may touch'} (${reason})`;
  }
  const says = (value: ChangedValue | null) => (value === null ? 'none' : told.value(value));
  const [then, now] = [says(before), says(after)];
  const isSame = then === now ? ', in what is not told here' : '';
  return `${told.what(who)}: ${now}; before: ${then}${isSame}`;
}

function flagText(what: ValueWord, who: string, now: boolean): string {
  if (what === 'surface') {
    return now
      ? `closed meshes of ${named(who)} are surfaces now`
      : `closed meshes of ${named(who)} are solid now`;
  }
  return now
    ? `meshes of ${named(who)} must be solid now`
    : `meshes of ${named(who)} need not be solid now`;
}

function followedText({ joint, multiplier, offset, points, deviation }: FollowedFacts): string {
  if (multiplier === null) {
    return `follows ${named(joint)} by a law of ${count(points ?? 0, 'point')} up to ${asGiven(deviation ?? 0)}`;
  }
  return `${asGiven(multiplier)} times ${named(joint)} plus ${asGiven(offset)}`;
}

/** One pair of which something else is asked: one line. */
export function pairChangeText({ pair, before, after }: PairChange): string {
  const who = pair.map(named).join(' and ');
  if (after.reason === null && before.reason === null) {
    return `${who} keep ${mm(after.clearance)} apart; before: ${mm(before.clearance)}`;
  }
  if (after.reason === null) return `${who} are tested now; before: ${whyText(before)}`;
  if (before.reason === null) return `${who} are no longer tested: ${whyText(after)}`;
  return `${who} are not tested for another reason: ${whyText(after)}; before: ${whyText(before)}`;
}

function whyText({ reason, detail }: PairFacts): string {
  return reason === null ? 'tested' : reasonText(reason, detail);
}

/** How many pairs are tested, and how many with bodies that only one cell has. */
export function pairCountText({
  tested,
  added,
  removed,
}: {
  readonly tested: { readonly before: number; readonly after: number };
  readonly added: number;
  readonly removed: number;
}): string {
  const news = added > 0 ? `; ${added} of them with new bodies` : '';
  const gone = removed > 0 ? `; ${removed} were with bodies that are gone` : '';
  const before = tested.before === tested.after ? 'as before' : `${tested.before} before`;
  return `${count(tested.after, 'pair')} of bodies are tested, ${before}${news}${gone}`;
}

/**
 * Random segments for the cells of thinCells.ts: long and short, of one joint or all, standing still,
 * ending in contact, and such that graze: between a segment that collides and one that does not,
 * until hardly anything is left of the collision.
 */
import { Random } from '../../../src/math/index.ts';
import { searchSegment } from './independentSearch.ts';
import type { IndependentCell, IndependentPair } from './independentStatic.ts';
import { type Aim, drawConfiguration, type ThinCell } from './thinCells.ts';
import { pick } from './thinShapes.ts';

export type SegmentKind =
  | 'long'
  | 'short'
  | 'tiny'
  | 'single'
  | 'aimed'
  | 'still'
  | 'grazing'
  | 'bending';

export interface ThinSegment {
  readonly kind: SegmentKind;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Of a hundred segments those below the number, and not below the one before. */
const SHARES: readonly (readonly [SegmentKind, number])[] = [
  ['long', 30],
  ['short', 50],
  ['single', 62],
  ['aimed', 69],
  ['bending', 83],
  ['grazing', 90],
  ['tiny', 97],
  ['still', 100],
];

const GRAZING_STEPS = 64;

/** Segment number `index` of a cell. */
export function thinSegment(
  { independent: cell, seed, aims, family, grazesLittle }: ThinCell,
  index: number,
): ThinSegment {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ index);
  const share = random.below(100);
  const often = family === 'orbit' && random.unit() < 0.4;
  const drawn = often ? 'bending' : SHARES.find(([, below]) => share < below)![0];
  if (drawn === 'bending' && aims.length > 0) {
    return { kind: drawn, ...bend(cell, pick(random, aims), random) };
  }
  const spared = drawn === 'grazing' && grazesLittle === true && index % 8 !== 0;
  const kind = drawn === 'bending' ? 'long' : spared ? 'short' : drawn;
  return { kind, ...draw(kind, cell, random) };
}

type Ends = Pick<ThinSegment, 'from' | 'to'>;

/** Past the place aimed at, as far as the joints allow; half of them with it in the middle. */
function bend(
  { kinematics }: IndependentCell,
  { configuration, direction }: Aim,
  random: Random,
): Ends {
  let most = Number.POSITIVE_INFINITY;
  kinematics.dofs.forEach(({ kind, part, lower, upper }, d) => {
    if (direction[d] === 0 || kind === 'continuous' || (kind === 'planar' && part === 2)) return;
    const room = Math.min(configuration[d] - lower, upper - configuration[d]);
    most = Math.min(most, room / Math.abs(direction[d]));
  });
  const before = Math.min(most, random.between(0.02, 2));
  const after = random.unit() < 0.5 ? before : Math.min(most, random.between(0.02, 2));
  return {
    from: configuration.map((x, d) => x - before * direction[d]),
    to: configuration.map((x, d) => x + after * direction[d]),
  };
}

function draw(kind: Exclude<SegmentKind, 'bending'>, cell: IndependentCell, random: Random): Ends {
  const { kinematics } = cell;
  // At times from anywhere: within a solid, say, which a short motion does not leave.
  const anywhere = kind !== 'long' && random.unit() < 0.35;
  const from = anywhere ? drawConfiguration(cell, random) : clearConfiguration(cell, random);
  switch (kind) {
    case 'long':
      return { from, to: clearConfiguration(cell, random) };
    case 'short':
    case 'tiny': {
      const part = kind === 'short' ? random.between(0.02, 0.3) : 10 ** random.between(-6, -2);
      return { from, to: kinematics.between(from, drawConfiguration(cell, random), part) };
    }
    case 'single': {
      // One joint: the numbers of a rotation stay together.
      const other = drawConfiguration(cell, random);
      const to = from.slice();
      const d = random.below(to.length);
      const { kind: joint, part } = kinematics.dofs[d];
      const turns = joint === 'floating' && part > 2;
      const first = turns ? d - (part - 3) : d;
      for (let k = first; k < first + (turns ? 4 : 1); k++) to[k] = other[k];
      return { from, to };
    }
    case 'aimed':
      return { from, to: drawConfiguration(cell, random) };
    case 'still':
      return { from, to: from.slice() };
    case 'grazing':
      return graze(cell, random);
  }
}

/** A configuration at which nothing is violated, if one is found soon. */
export function clearConfiguration(cell: IndependentCell, random: Random): Float64Array {
  for (let tries = 0; tries < 6; tries++) {
    const q = drawConfiguration(cell, random);
    if (cell.violations(q).length === 0) return q;
  }
  return drawConfiguration(cell, random);
}

/** Halves the way from a segment without contact to one with, as often as `random` says. */
function graze(cell: IndependentCell, random: Random): Ends {
  const shrink = random.between(0.05, 1);
  const drawn = (): Ends => {
    const from = clearConfiguration(cell, random);
    return { from, to: cell.kinematics.between(from, clearConfiguration(cell, random), shrink) };
  };
  const search = ({ from, to }: Ends, pairs?: readonly IndependentPair[]) =>
    searchSegment(cell, from, to, GRAZING_STEPS, pairs).contact;
  let clear: Ends | null = null;
  let colliding: Ends | null = null;
  let pairs: IndependentPair[] = [];
  let last = drawn();
  for (let tries = 0; tries < 8 && !(clear && colliding); tries++) {
    const contact = search(last);
    if (contact) {
      colliding = last;
      pairs = [contact.pair];
    } else clear = last;
    last = drawn();
  }
  if (!clear || !colliding) return last;
  // From here on the pair that collided counts alone.
  const halvings = 2 + random.below(10);
  for (let k = 0; k < halvings; k++) {
    const middle: Ends = {
      from: cell.kinematics.between(clear.from, colliding.from, 0.5),
      to: cell.kinematics.between(clear.to, colliding.to, 0.5),
    };
    if (search(middle, pairs)) colliding = middle;
    else clear = middle;
  }
  return random.unit() < 0.7 ? colliding : clear;
}

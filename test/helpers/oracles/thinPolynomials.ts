/**
 * Random polynomial motions for the cells of thinCells.ts and curvedCells.ts: splines that overshoot,
 * parabolas, motions that turn back or stop on their way, that move few joints or hardly differ from
 * straight ones, whose coefficients cancel, that pass the places aimed at at any pace, and such that
 * graze: between one that collides and one that does not.
 */
import { Random } from '../../../src/math/index.ts';
import { searchMotion } from './independentSearch.ts';
import type { IndependentCell, IndependentPair } from './independentStatic.ts';
import { polynomialMotion, TERMS } from './plainMotion.ts';
import { type Aim, drawConfiguration, type ThinCell } from './thinCells.ts';
import { clearConfiguration } from './thinSegments.ts';
import { pick } from './thinShapes.ts';

export type PolynomialKind =
  | 'cubic'
  | 'quintic'
  | 'parabolic'
  | 'reversing'
  | 'stopping'
  | 'partial'
  | 'nearly straight'
  | 'cancelling'
  | 'fast'
  | 'tiny'
  | 'still'
  | 'bending'
  | 'curving'
  | 'grazing';

export interface ThinPolynomial {
  readonly kind: PolynomialKind;
  /** TERMS per degree of freedom; of quaternions the beginning and the end. */
  readonly coefficients: Float64Array;
}

type Drawn = Exclude<PolynomialKind, 'bending' | 'curving' | 'grazing'>;

/** Of a hundred motions those below the number, and not below the one before. */
const SHARES: readonly (readonly [Exclude<PolynomialKind, 'curving'>, number])[] = [
  ['cubic', 15],
  ['quintic', 30],
  ['parabolic', 36],
  ['reversing', 43],
  ['stopping', 50],
  ['partial', 56],
  ['nearly straight', 60],
  ['cancelling', 65],
  ['fast', 68],
  ['tiny', 72],
  ['still', 74],
  ['bending', 90],
  ['grazing', 100],
];
/** What motions graze. */
const GRAZING: readonly Drawn[] = ['cubic', 'quintic', 'parabolic', 'stopping', 'partial'];
const GRAZING_STEPS = 64;

/** Motion number `index` of a cell. */
export function thinPolynomial(thin: ThinCell, index: number): ThinPolynomial {
  const { independent: cell, seed, aims, curves = [], family, grazesLittle } = thin;
  const random = new Random(Math.imul(seed, 0x85ebca6b) ^ (index + 0x5bd1e995));
  const share = random.below(100);
  const often = (family === 'orbit' || curves.length > 0) && random.unit() < 0.4;
  const drawn = often ? 'bending' : SHARES.find(([, below]) => share < below)![0];
  const spared = drawn === 'grazing' && grazesLittle === true && index % 8 !== 0;
  const kind = spared ? 'cubic' : drawn;
  if (kind === 'grazing') return { kind, coefficients: graze(cell, random) };
  if (kind !== 'bending') return { kind, coefficients: draw(kind, cell, random) };
  const aimed = random.below(aims.length + curves.length);
  if (aims.length + curves.length === 0) {
    return { kind: 'quintic', coefficients: draw('quintic', cell, random) };
  }
  if (aimed < aims.length) return { kind, coefficients: bend(cell, aims[aimed], random) };
  return { kind: 'curving', coefficients: nearby(cell, curves[aimed - aims.length], random) };
}

/** A motion of one kind between configurations of the cell. */
export function draw(kind: Drawn, cell: IndependentCell, random: Random): Float64Array {
  const { kinematics } = cell;
  const anywhere = random.unit() < 0.2;
  const from = anywhere ? drawConfiguration(cell, random) : clearConfiguration(cell, random);
  const clear = clearConfiguration(cell, random);
  const part = random.unit() < 0.4 ? random.between(0.02, 0.3) : 1;
  const to = kinematics.between(from, clear, part);
  const way = from.map((x, d) => to[d] - x);
  // Rates of the size of the way, or such that the motion overshoots.
  const wild = random.unit() < 0.5 ? 1 : random.between(1, 6);
  const rate = (d: number) => wild * random.between(-1, 1) * (Math.abs(way[d]) + 0.1 * part);
  const every = (make: (d: number) => readonly number[]) => fill(cell, from, to, make);
  switch (kind) {
    case 'cubic':
      return every((d) => hermite(from[d], to[d], rate(d), rate(d)));
    case 'fast':
      return every((d) => hermite(from[d], to[d], 8 * rate(d), 8 * rate(d)));
    case 'quintic':
      return every((d) => quintic(from[d], to[d], rate(d), rate(d), 4 * rate(d), 4 * rate(d)));
    case 'parabolic':
      return every((d) => {
        const bent = rate(d);
        return [from[d], way[d] - bent, bent];
      });
    case 'reversing': {
      // There and back, at an even deceleration or from rest to rest, at times not all the way.
      const back = random.unit() < 0.6 ? 1 : random.between(0.5, 1.2);
      const shape = random.unit() < 0.5 ? [0, 4, -4 * back] : [0, 0, 16, -32 * back, 16 * back];
      return every((d) => shape.map((s, j) => s * way[d] + (j === 0 ? from[d] : 0)));
    }
    case 'stopping': {
      const at = random.unit() < 0.5 ? 0.5 : random.between(0.1, 0.9);
      const power = pick(random, [3, 3, 5, 4, 2]);
      const shape = shifted(at, power);
      const scale = 1 / Math.max(at, 1 - at) ** power;
      return every((d) => shape.map((s, j) => s * scale * way[d] + (j === 0 ? from[d] : 0)));
    }
    case 'partial': {
      const moving = random.below(from.length);
      const also = random.unit() < 0.3 ? random.below(from.length) : moving;
      return every((d) =>
        d === moving || d === also
          ? quintic(from[d], to[d], rate(d), rate(d), 3 * rate(d), 3 * rate(d))
          : [from[d]],
      );
    }
    case 'nearly straight': {
      const little = 10 ** -pick(random, [9, 9, 7, 12, 15, 30, 300]);
      const more = () => little * random.between(-1, 1);
      return every((d) => [from[d], way[d], more(), more(), more(), more()]);
    }
    case 'cancelling':
      return every((d) => waves(cell, d, from[d], way[d], random));
    case 'tiny': {
      const size = 10 ** random.between(-9, -2);
      const little = () => size * random.between(-1, 1);
      return every((d) => [from[d], little(), little(), little(), little(), little()]);
    }
    case 'still':
      return fill(cell, from, from, (d) => [from[d]]);
  }
}

/** Coefficients of every number; rotations from one configuration to another. */
function fill(
  { kinematics }: IndependentCell,
  from: Float64Array,
  to: Float64Array,
  make: (d: number) => readonly number[],
): Float64Array {
  const c = new Float64Array(TERMS * from.length);
  for (let d = 0; d < from.length; d++) {
    const { kind, part } = kinematics.dofs[d];
    c.set(kind === 'floating' && part > 2 ? [from[d], to[d]] : make(d), TERMS * d);
  }
  return c;
}

/** Positions and velocities at both ends. */
export function hermite(p: number, q: number, v: number, w: number): number[] {
  return [p, v, 3 * (q - p) - 2 * v - w, 2 * (p - q) + v + w];
}

/** Positions, velocities and accelerations at both ends. */
export function quintic(
  p: number,
  q: number,
  v: number,
  w: number,
  a: number,
  b: number,
): number[] {
  const way = q - p;
  return [
    p,
    v,
    0.5 * a,
    10 * way - 6 * v - 4 * w - 1.5 * a + 0.5 * b,
    -15 * way + 8 * v + 7 * w + 1.5 * a - b,
    6 * way - 3 * v - 3 * w - 0.5 * a + 0.5 * b,
  ];
}

/** (t - at)^power. */
export function shifted(at: number, power: number): number[] {
  let c = [1];
  for (let k = 0; k < power; k++) {
    c = Array.from({ length: c.length + 1 }, (_, j) => (c[j - 1] ?? 0) - at * (c[j] ?? 0));
  }
  return c;
}

/** Chebyshev polynomials on [0, 1]: their coefficients are large, their values within 1. */
const CHEBYSHEV: readonly (readonly number[])[] = [
  [-1, 2],
  [1, -8, 8],
  [-1, 18, -48, 32],
  [1, -32, 160, -256, 128],
  [-1, 50, -400, 1120, -1280, 512],
];

function waves(
  { kinematics }: IndependentCell,
  d: number,
  from: number,
  way: number,
  random: Random,
): number[] {
  const { kind } = kinematics.dofs[d];
  const shape = pick(random, CHEBYSHEV);
  // Angles without limits may also be many turns away.
  const turns = kind === 'continuous' ? pick(random, [0, 0, 1000, 10_000]) : 0;
  const size = (kind === 'continuous' ? pick(random, [1, 3]) : 0.5) * way;
  return shape.map((s, j) => s * size + (j === 0 ? from + 2 * Math.PI * turns : 0));
}

/** Past the place aimed at: evenly, faster and faster, stopping there, or turning back there. */
function bend(
  cell: IndependentCell,
  { configuration, direction }: Aim,
  random: Random,
): Float64Array {
  const { dofs } = cell.kinematics;
  let most = Number.POSITIVE_INFINITY;
  dofs.forEach(({ kind, part, lower, upper }, d) => {
    if (direction[d] === 0 || kind === 'continuous' || (kind === 'planar' && part === 2)) return;
    const room = Math.min(configuration[d] - lower, upper - configuration[d]);
    most = Math.min(most, room / Math.abs(direction[d]));
  });
  const at = random.unit() < 0.4 ? 0.5 : random.between(0.15, 0.85);
  const powers = [1, 2, 3, 4, 5].map((power) => shifted(at, power));
  const weights = pick<readonly number[]>(random, [
    [1, 0, 0, 0, 0],
    [0, 1, 0, 0, 0],
    [0, 0, 1, 0, 0],
    [0, 0, 0, 0, 1],
    [1, random.between(-1.5, 1.5), 0, 0, 0],
    [1, random.between(-1, 1), random.between(-3, 3), 0, 0],
    [random.between(-1, 1), random.between(-2, 2), random.between(-4, 4), 0, random.between(-8, 8)],
    [0, 1, random.between(-2, 2), random.between(-4, 4), 0],
  ]);
  const shape = [0, 0, 0, 0, 0, 0];
  powers.forEach((c, k) => {
    c.forEach((x, j) => {
      shape[j] += weights[k] * x;
    });
  });
  const value = (t: number) => shape.reduceRight((sum, c) => sum * t + c, 0);
  const farthest = Math.max(...Array.from({ length: 33 }, (_, i) => Math.abs(value(i / 32))));
  const scale = Math.min(most, random.between(0.02, 2)) / Math.max(farthest, 1e-3);
  // At times joints leave the common way, at a right angle to it in time.
  const aside = random.unit() < 0.6 ? 0 : 10 ** random.between(-3, -0.5);
  const square = shifted(at, 2);
  return fill(cell, configuration, configuration, (d) => {
    const own = direction[d] === 0 ? 0 : aside * random.between(-1, 1);
    return shape.map(
      (s, j) =>
        s * scale * direction[d] + own * (square[j] ?? 0) + (j === 0 ? configuration[d] : 0),
    );
  });
}

/** A motion that a plate was put beside, or one that hardly differs. */
function nearby(
  { kinematics }: IndependentCell,
  curve: Float64Array,
  random: Random,
): Float64Array {
  if (random.unit() < 0.4) return curve;
  const size = 10 ** random.between(-6, -1.5);
  return curve.map((x, i) => {
    const { kind, part } = kinematics.dofs[Math.floor(i / TERMS)];
    const turns = kind === 'floating' && part > 2;
    return turns || x === 0 ? x : x + size * random.between(-1, 1);
  });
}

/** Halves the way from a motion without contact to one with, as often as `random` says. */
function graze(cell: IndependentCell, random: Random): Float64Array {
  const { kinematics } = cell;
  const kind = pick(random, GRAZING);
  const search = (c: Float64Array, pairs?: readonly IndependentPair[]) =>
    searchMotion(cell, polynomialMotion(kinematics, c), GRAZING_STEPS, pairs).contact;
  let clear: Float64Array | null = null;
  let colliding: Float64Array | null = null;
  let pairs: IndependentPair[] = [];
  let last = draw(kind, cell, random);
  for (let tries = 0; tries < 8 && !(clear && colliding); tries++) {
    const contact = search(last);
    if (contact) {
      colliding = last;
      pairs = [contact.pair];
    } else clear = last;
    last = draw(kind, cell, random);
  }
  if (!clear || !colliding) return last;
  const halvings = 2 + random.below(10);
  for (let k = 0; k < halvings; k++) {
    const middle = halfway(cell, clear, colliding);
    // From here on the pair that collided counts alone.
    if (search(middle, pairs)) colliding = middle;
    else clear = middle;
  }
  return random.unit() < 0.7 ? colliding : clear;
}

function halfway(cell: IndependentCell, a: Float64Array, b: Float64Array): Float64Array {
  const { kinematics } = cell;
  const ends = (c: Float64Array, j: number) =>
    Float64Array.from(kinematics.dofs, (_, d) => c[TERMS * d + j]);
  // Rotations at both ends; the rest are means of coefficients.
  const [from, to] = [0, 1].map((j) => {
    const [p, q] = [ends(a, j), ends(b, j)];
    kinematics.dofs.forEach(({ kind, part }, d) => {
      if (kind !== 'floating' || part < 3) p[d] = q[d] = 0;
    });
    return kinematics.between(p, q, 0.5);
  });
  return fill(cell, from, to, (d) =>
    Array.from({ length: TERMS }, (_, j) => 0.5 * (a[TERMS * d + j] + b[TERMS * d + j])),
  );
}

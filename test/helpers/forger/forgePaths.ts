/**
 * Paths of a forger's cell that are known to collide, by the independent check of test/helpers/oracles alone:
 * which pair, on which segment, at which moment, and when it begins and ends. One segment mostly, at
 * times with another before or after it; straight or polynomial; such that end in contact, or begin so.
 */
import { Random } from '../../../src/math/index.ts';
import { type Path, PolynomialSegment, StraightSegment } from '../../../src/motion/index.ts';
import { searchMotion } from '../oracles/independentSearch.ts';
import { DEPTH, type IndependentCell, type IndependentPair } from '../oracles/independentStatic.ts';
import { pathOf, type ThinMotion, thereAndBack, thinMotion } from '../oracles/pathCampaign.ts';
import {
  type PlainMotion,
  polynomialMotion,
  straightMotion,
  TERMS,
} from '../oracles/plainMotion.ts';
import { drawConfiguration, type ThinCell } from '../oracles/thinCells.ts';
import { draw, shifted } from '../oracles/thinPolynomials.ts';
import { clearConfiguration } from '../oracles/thinSegments.ts';
import { pick } from '../oracles/thinShapes.ts';
import type { ForgeCell } from './forgeCells.ts';

/** A collision that the independent check is sure of. */
export interface Contact {
  readonly pair: IndependentPair;
  readonly segment: number;
  readonly t: number;
  /** On the path at t; or beside it, where joints may stray to. */
  readonly configuration: Float64Array;
  readonly strayed: boolean;
}

export interface ForgePath {
  readonly kind: string;
  readonly path: Path;
  readonly motions: readonly ThinMotion[];
  readonly contact: Contact;
}

const CURVES = [
  'cubic',
  'quintic',
  'parabolic',
  'reversing',
  'stopping',
  'partial',
  'nearly straight',
  'cancelling',
  'tiny',
  'still',
] as const;
const LINES = ['long', 'short', 'single', 'tiny', 'still'] as const;
const SAMPLES = 12;
const STEPS = 32;

/** Path number `index` of a cell, or null if it is not known to collide. */
export function forgePath({ of, hits }: ForgeCell, index: number): ForgePath | null {
  const random = new Random(Math.imul(of.seed, 0x2545f491) ^ (index + 0x1b873593));
  const motion = motionOf(of, hits, index, random);
  const { independent: cell } = of;
  const found = findContact(cell, motion.plain, random);
  if (!found) return null;
  const straight = motion.segment instanceof StraightSegment;
  if (straight && !found.strayed) {
    const strays = cell.kinematics.dofs.some(({ tracking }) => tracking > 0);
    const beside = strays && random.unit() < 0.5 ? cutBeside(of, motion, found, random) : null;
    if (beside) return beside;
    const cut = random.unit() < 0.3 ? cutAtContact(of, motion, found, random) : null;
    if (cut) return cut;
  }
  const contact = { ...found, segment: 0 };
  const choice = random.unit();
  const whole = { kind: motion.kind, contact };
  if (choice < 0.75) return { ...whole, path: pathOf([motion]), motions: [motion] };
  const [there, back] = thereAndBack(of, motion);
  if (choice < 0.9) return { ...whole, path: pathOf([there, back]), motions: [there, back] };
  const motions = [back, there];
  return { ...whole, contact: { ...found, segment: 1 }, path: pathOf(motions), motions };
}

function motionOf(
  of: ThinCell,
  hits: readonly Float64Array[],
  index: number,
  random: Random,
): ThinMotion {
  const { independent: cell } = of;
  const curved = random.unit() < 0.4;
  // What stands beside a motion on purpose, in cells that are made so.
  const made = of.aims.length > 0 || (of.curves?.length ?? 0) > 0;
  if (made && random.unit() < 0.4) return thinMotion(of, index, curved ? 'polynomial' : 'straight');
  const hit = hits.length > 0 && random.unit() < 0.8 ? pick(random, hits) : null;
  if (curved) {
    const kind = hit ? 'curve' : pick(random, CURVES);
    const coefficients = hit
      ? through(cell, hit, random)
      : draw(kind as (typeof CURVES)[number], cell, random);
    return {
      kind,
      segment: new PolynomialSegment(of.cell.tree, coefficients),
      plain: polynomialMotion(cell.kinematics, coefficients),
    };
  }
  const kind = pick(random, LINES);
  const from =
    random.unit() < 0.7 ? clearConfiguration(cell, random) : drawConfiguration(cell, random);
  const other = hit ?? drawConfiguration(cell, random);
  if (hit && (kind === 'tiny' || kind === 'still')) {
    const to = cell.kinematics.between(hit, from, kind === 'tiny' ? 1e-3 : 0);
    return straightly(of, kind, hit, to);
  }
  const short = hit ? random.between(0.5, 1) : random.between(0.05, 0.4);
  const part = { long: 1, short, single: 1, tiny: 1e-3, still: 0 }[kind];
  const to = cell.kinematics.between(from, other, part);
  if (kind === 'single') keepAllBut(cell, random.below(to.length), from, to);
  return straightly(of, kind, from, to);
}

/** A curve that is at q at some moment, mostly on its way: powers of the time from there. */
function through({ kinematics }: IndependentCell, q: Float64Array, random: Random): Float64Array {
  const at = pick(random, [0, 1, 0.5, random.unit(), random.unit()]);
  const powers = [1, 2, 3, 4, 5].map((power) => shifted(at, power));
  const degree = 1 + random.below(5);
  const size = 10 ** random.between(-2, 0.3);
  const c = new Float64Array(TERMS * q.length);
  kinematics.dofs.forEach(({ kind, part }, d) => {
    const turns = kind === 'floating' && part > 2;
    c[TERMS * d] = q[d];
    if (turns) c[TERMS * d + 1] = q[d];
    if (turns || random.unit() < 0.2) return;
    for (const power of powers.slice(0, degree)) {
      const weight = size * random.between(-1, 1);
      power.forEach((x, j) => {
        c[TERMS * d + j] += weight * x;
      });
    }
  });
  return c;
}

/** One joint alone: the numbers of a rotation stay together. */
function keepAllBut(cell: IndependentCell, d: number, from: Float64Array, to: Float64Array): void {
  const { dofs } = cell.kinematics;
  const turn = (i: number) => dofs[i].kind === 'floating' && dofs[i].part > 2;
  for (let i = 0; i < to.length; i++) {
    if (i !== d && !(turn(i) && turn(d))) to[i] = from[i];
  }
}

function straightly(of: ThinCell, kind: string, from: Float64Array, to: Float64Array): ThinMotion {
  const segment = new StraightSegment(of.cell.tree, from, to);
  return { kind, segment, plain: straightMotion(of.independent.kinematics, from, to) };
}

type Found = Omit<Contact, 'segment'>;

function findContact(cell: IndependentCell, motion: PlainMotion, random: Random): Found | null {
  const shift = random.unit();
  const moments = Array.from({ length: SAMPLES }, (_, k) => (k + shift) / SAMPLES);
  for (const t of [...moments, 1, 0]) {
    const configuration = motion.at(t);
    const hit = cell.violations(configuration);
    if (hit.length > 0) return { pair: pick(random, hit), t, configuration, strayed: false };
  }
  // Wires pass between samples.
  const finite = cell.bodies.every(
    ({ radius, frame }) => radius < Number.POSITIVE_INFINITY || frame === 0,
  );
  if (finite && random.unit() < 0.3) {
    const { contact } = searchMotion(cell, motion, STEPS);
    if (contact) {
      const { pair, t, configuration } = contact;
      return { pair, t, configuration, strayed: !collides(cell, pair, motion.at(t)) };
    }
  }
  return strayed(cell, motion, moments, random);
}

/** Joints as far off as they may be, each to either side: where that is a collision, or null. */
function strayed(
  cell: IndependentCell,
  motion: PlainMotion,
  moments: readonly number[],
  random: Random,
): Found | null {
  const { dofs } = cell.kinematics;
  if (dofs.every(({ tracking }) => tracking === 0)) return null;
  for (const t of moments) {
    const configuration = motion.at(t).map((x, d) => {
      const { kind, part, tracking } = dofs[d];
      if (kind === 'floating' && part > 2) return x;
      return x + (random.unit() < 0.5 ? -1 : 1) * tracking * (1 - 1e-9);
    });
    const hit = cell.violations(configuration);
    if (hit.length > 0) return { pair: pick(random, hit), t, configuration, strayed: true };
  }
  return null;
}

/** Whether a pair surely collides, or is surely nearer than its clearance. */
export function collides(cell: IndependentCell, pair: IndependentPair, q: Float64Array): boolean {
  cell.setConfiguration(q);
  const { gap, sure } = cell.gap(pair, pair.clearance + DEPTH);
  return sure || gap < pair.clearance - DEPTH;
}

/** An end of a collision: a moment at which it is sure, and one beside it at which it is not. */
export interface Edge {
  readonly sure: number;
  readonly unsure: number;
}

const HALVINGS = 34;
const LOOKS = 8;

/** Where the collision at `t` begins (toward 0) or ends (toward 1); null if it lasts until there. */
export function edgeOf(
  cell: IndependentCell,
  pair: IndependentPair,
  motion: PlainMotion,
  t: number,
  toward: 0 | 1,
): Edge | null {
  let sure = t;
  let unsure = -1;
  for (let k = 1; k <= LOOKS && unsure < 0; k++) {
    const at = k === LOOKS ? toward : t + ((toward - t) * k) / LOOKS;
    if (collides(cell, pair, motion.at(at))) sure = at;
    else unsure = at;
  }
  if (unsure < 0) return null;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = 0.5 * (sure + unsure);
    if (middle === sure || middle === unsure) break;
    if (collides(cell, pair, motion.at(middle))) sure = middle;
    else unsure = middle;
  }
  return { sure, unsure };
}

/** The same way only until just in contact, or from there back. */
function cutAtContact(
  of: ThinCell,
  { kind, plain }: ThinMotion,
  { pair, t }: Found,
  random: Random,
): ForgePath | null {
  const { independent: cell } = of;
  const edge = edgeOf(cell, pair, plain, t, 0);
  if (!edge) return null;
  const deeper = random.unit() < 0.5 ? 0 : (t - edge.sure) * 10 ** random.between(-6, 0);
  const [from, to] = [plain.from, plain.at(edge.sure + deeper)];
  if (!collides(cell, pair, to)) return null;
  const ends = random.unit() < 0.6;
  const motion = straightly(
    of,
    `${kind}, ${ends ? 'ends' : 'begins'} in contact`,
    ends ? from : to,
    ends ? to : from,
  );
  const at = ends ? 1 : 0;
  const configuration = motion.plain.at(at);
  if (!collides(cell, pair, configuration)) return null;
  const contact = { pair, t: at, configuration, strayed: false, segment: 0 };
  return { kind: motion.kind, path: pathOf([motion]), motions: [motion], contact };
}

/** The same way only until just before contact, where joints that stray collide all the same. */
function cutBeside(
  of: ThinCell,
  { kind, plain }: ThinMotion,
  { pair, t }: Found,
  random: Random,
): ForgePath | null {
  const { independent: cell } = of;
  const edge = edgeOf(cell, pair, plain, t, 0);
  if (!edge) return null;
  const before = edge.unsure * (1 - 10 ** random.between(-9, -3));
  const motion = straightly(of, `${kind}, ends beside contact`, plain.from, plain.at(before));
  const found = strayed(cell, motion.plain, new Array(8).fill(1), random);
  if (!found || collides(cell, found.pair, motion.plain.at(1))) return null;
  const contact = { ...found, segment: 0 };
  return { kind: motion.kind, path: pathOf([motion]), motions: [motion], contact };
}

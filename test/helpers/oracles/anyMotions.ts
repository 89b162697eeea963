/**
 * Random motions for the cells of anyCells.ts, each as the product makes it and as the independent check
 * knows it: straight ones and polynomials (thinSegments.ts, thinPolynomials.ts), trajectories with times as
 * controllers run them, lines with parabolic blends, tracks of several robots each with its own start, half
 * turns and many turns, and both sides of the boundary between what is free and what collides.
 */
import { Random } from '../../../src/math/index.ts';
import { blendedPath, combineTracks, type Path, timedPath } from '../../../src/motion/index.ts';
import type { AnyCell } from './anyCells.ts';
import { type DelayQuestion, drawTrack, groupsOf, motionBetween } from './delayCells.ts';
import { type Contact, pairTravel, searchSegment } from './independentSearch.ts';
import { DEPTH, type IndependentPair } from './independentStatic.ts';
import { straightly, type ThinMotion, thinMotion } from './pathCampaign.ts';
import { type PlainMotion, polynomialMotion, straightMotion, TERMS } from './plainMotion.ts';
import { drawConfiguration } from './thinCells.ts';
import { hermite, quintic } from './thinPolynomials.ts';
import { clearConfiguration } from './thinSegments.ts';
import { pick } from './thinShapes.ts';

export type AnySort =
  | 'straight'
  | 'polynomial'
  | 'timed'
  | 'blend'
  | 'tracks'
  | 'half turn'
  | 'many turns'
  | 'boundary';

/** Of a hundred motions those below the number, and not below the one before. */
const SHARES: readonly (readonly [AnySort, number])[] = [
  ['straight', 62],
  ['polynomial', 82],
  ['timed', 86],
  ['blend', 88],
  ['tracks', 91],
  ['half turn', 94],
  ['many turns', 98],
  ['boundary', 100],
];

export interface AnyMotion {
  readonly sort: AnySort;
  /** One after the other, or on their own. */
  readonly motions: readonly ThinMotion[];
  /** Where they make a path, as the product made it. */
  readonly path: Path | null;
}

/** Motion number `index` of a cell. */
export function anyMotion(any: AnyCell, index: number): AnyMotion {
  const random = new Random(Math.imul(any.seed, 0x2545f491) ^ (index + 0x3c6ef372));
  const share = random.below(100);
  const sort = SHARES.find(([, below]) => share < below)![0];
  switch (sort) {
    case 'straight':
    case 'polynomial':
      return alone(sort, thinMotion(any, index, sort));
    case 'timed':
      return timed(any, random);
    case 'blend':
      return blend(any, random) ?? alone('straight', thinMotion(any, index, 'straight'));
    case 'tracks':
      return tracks(any, random);
    case 'half turn':
    case 'many turns':
      return turning(any, random, sort);
    case 'boundary': {
      const both = boundary(any, random);
      if (both) return { sort, motions: both, path: null };
      return alone('straight', thinMotion(any, index, 'straight'));
    }
  }
}

function alone(sort: AnySort, motion: ThinMotion): AnyMotion {
  return { sort, motions: [motion], path: null };
}

/** Configurations one after the other, not far from each other. */
function waypoints({ independent }: AnyCell, random: Random): Float64Array[] {
  const points = [clearConfiguration(independent, random)];
  const count = 1 + random.below(3);
  for (let k = 0; k < count; k++) {
    const toward = clearConfiguration(independent, random);
    const part = random.between(0.02, 0.6);
    points.push(independent.kinematics.between(points[k], toward, part));
  }
  return points;
}

function timesFor(count: number, random: Random): number[] {
  const times = [random.unit() < 0.5 ? 0 : random.between(0, 3)];
  for (let k = 1; k < count; k++) times.push(times[k - 1] + random.between(0.2, 2));
  return times;
}

/** Coefficients of every number; rotations from one configuration to another. */
function coefficients(
  { independent }: AnyCell,
  from: Float64Array,
  to: Float64Array,
  make: (d: number) => readonly number[],
): Float64Array {
  const c = new Float64Array(TERMS * from.length);
  independent.kinematics.dofs.forEach(({ kind, part }, d) => {
    c.set(kind === 'floating' && part > 2 ? [from[d], to[d]] : make(d), TERMS * d);
  });
  return c;
}

/** Pieces of a path, with what the independent check makes of the same points. */
function pieces(sort: AnySort, path: Path, plain: readonly PlainMotion[]): AnyMotion {
  if (path.segments.length !== plain.length) throw new Error(`${sort}: not as many pieces`);
  const motions = plain.map((motion, k) => ({
    kind: sort,
    segment: path.segments[k],
    plain: motion,
  }));
  return { sort, motions, path };
}

/** A trajectory as a controller runs it: with velocities, with accelerations, with neither. */
function timed(any: AnyCell, random: Random): AnyMotion {
  const { cell, independent } = any;
  const points = waypoints(any, random);
  const times = timesFor(points.length, random);
  const order = random.below(3);
  const row = (size: number) => points[0].map(() => size * random.between(-1, 1));
  const velocities = order > 0 ? points.map(() => row(0.5)) : undefined;
  const accelerations = order > 1 ? points.map(() => row(1)) : undefined;
  const path = timedPath(cell.tree, { waypoints: points, times, velocities, accelerations });
  const plain = points.slice(1).map((to, i): PlainMotion => {
    const from = points[i];
    const dt = times[i + 1] - times[i];
    if (!velocities) return straightMotion(independent.kinematics, from, to);
    const rate = (k: number, d: number) => velocities[k][d] * dt;
    const bend = (k: number, d: number) => (accelerations ? accelerations[k][d] * dt * dt : 0);
    const c = coefficients(any, from, to, (d) =>
      accelerations
        ? quintic(from[d], to[d], rate(i, d), rate(i + 1, d), bend(i, d), bend(i + 1, d))
        : hermite(from[d], to[d], rate(i, d), rate(i + 1, d)),
    );
    return polynomialMotion(independent.kinematics, c);
  });
  return pieces('timed', path, plain);
}

/**
 * Lines with parabolic blends. A blend at an inner waypoint is centred on its time; the first and the last
 * one lie inside and begin or end at rest. Null where a floating joint would have to turn.
 */
function blend(any: AnyCell, random: Random): AnyMotion | null {
  const { cell, independent } = any;
  const { kinematics } = independent;
  const points = waypoints(any, random);
  if (points.length < 3) points.push(kinematics.between(points[1], points[0], 0.4));
  kinematics.dofs.forEach(({ kind, part }, d) => {
    if (kind === 'floating' && part > 2) for (const q of points) q[d] = points[0][d];
  });
  const times = timesFor(points.length, random);
  const last = points.length - 1;
  const gaps = times.slice(1).map((time, i) => {
    return (time - times[i]) / ((i === 0 ? 1 : 0.5) + (i + 1 === last ? 1 : 0.5));
  });
  const width = Math.min(...gaps) * random.between(0.1, 0.95);
  const path = blendedPath(cell.tree, { waypoints: points, times, blend: width });
  const velocity = (i: number) => {
    const lost = (i === 0 ? width / 2 : 0) + (i + 1 === last ? width / 2 : 0);
    const dt = times[i + 1] - times[i] - lost;
    return points[i].map((x, d) => (points[i + 1][d] - x) / dt);
  };
  const still = new Float64Array(points[0].length);
  const plain: PlainMotion[] = [];
  let at = points[0];
  points.forEach((point, i) => {
    const before = i > 0 ? velocity(i - 1) : still;
    const after = i < last ? velocity(i) : still;
    // A line up to the blend, then the blend: half of it before the waypoint, half of it after.
    if (i > 0) {
      const to = point.map((x, d) => x - (width / 2) * before[d]);
      plain.push(straightMotion(kinematics, at, to));
      at = to;
    }
    const from = at;
    const to = point.map((x, d) => x + (width / 2) * after[d]);
    const c = coefficients(any, from, to, (d) => {
      const way = to[d] - from[d];
      return [from[d], before[d] * width, way - before[d] * width];
    });
    plain.push(polynomialMotion(kinematics, c));
    at = to;
  });
  return path.segments.length === plain.length ? pieces('blend', path, plain) : null;
}

/** Robots, or parts of one, each with its own timing and start. */
function tracks(any: AnyCell, random: Random): AnyMotion {
  const { cell, independent } = any;
  const standing = clearConfiguration(independent, random);
  const groups = groupsOf(any, random);
  const made = groups.map((dofs) => drawTrack(any, dofs, standing, 0.5, random));
  const starts = made.map(() => (random.unit() < 0.4 ? 0 : random.between(0, 2)));
  const question: DelayQuestion = {
    tracks: made.map(({ track }) => track),
    plain: made.map(({ plain }) => plain),
    standing,
    delays: starts,
  };
  const path = combineTracks(cell.tree, question.tracks, { standing, offsets: starts });
  const times = path.times!;
  const plain = path.segments.map((_, k) =>
    motionBetween(any, question, starts, [times[k], times[k + 1]]),
  );
  return pieces('tracks', path, plain);
}

/** Nearly half a turn of a floating joint, or many turns of joints that turn without end. */
function turning(any: AnyCell, random: Random, sort: AnySort): AnyMotion {
  const { independent } = any;
  const { dofs } = independent.kinematics;
  const from = clearConfiguration(independent, random);
  const to = random.unit() < 0.5 ? from.slice() : drawConfiguration(independent, random);
  let turned = false;
  dofs.forEach(({ kind, part }, d) => {
    if (sort === 'half turn' && kind === 'floating' && part === 3) {
      // Which way it turns is clear: a millionth of a turn less, or more, which is less the other way.
      const off = 10 ** random.between(-5.5, -0.5) * (random.unit() < 0.5 ? -1 : 1);
      const half = (Math.PI + off) / 2;
      const axis = [0, 1, 2].map(() => random.between(-1, 1));
      const s = Math.sin(half) / Math.hypot(...axis);
      to.set(product([axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(half)], from, d), d);
      turned = true;
    }
    if (sort === 'many turns' && (kind === 'continuous' || (kind === 'planar' && part === 2))) {
      to[d] = from[d] + 2 * Math.PI * pick(random, [1, -1, 2.5, -4, 12]);
      turned = true;
    }
    if (sort === 'many turns' && kind === 'revolute' && random.unit() < 0.2) {
      to[d] = from[d] + 2 * Math.PI * pick(random, [1, -1, 2]);
      turned = true;
    }
  });
  return alone(turned ? sort : 'straight', straightly(any, sort, from, to));
}

function product([a, b, c, e]: readonly number[], q: Float64Array, d: number): number[] {
  const [x, y, z, w] = [q[d], q[d + 1], q[d + 2], q[d + 3]];
  return [
    e * x + a * w + b * z - c * y,
    e * y - a * z + b * w + c * x,
    e * z + a * y - b * x + c * w,
    e * w - a * x - b * y - c * z,
  ];
}

const COARSE = 32;
const TRIES = 6;
const HALVINGS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** How much of a motion, before and after the contact, is looked at while the way is halved. */
const WINDOW = 0.03;

/**
 * A motion without contact and one with, both ends less than 0.1 micrometres to 0.1 mm apart: the way
 * between two motions is halved for as long as that takes. Null where none collides, or all do.
 */
function boundary(any: AnyCell, random: Random): ThinMotion[] | null {
  const { independent } = any;
  const { kinematics } = independent;
  type Ends = readonly [Float64Array, Float64Array];
  const shrink = random.between(0.02, 0.8);
  let clear: Ends | null = null;
  let colliding: Ends | null = null;
  let found: Contact | null = null;
  for (let tries = 0; tries < TRIES && !(clear && colliding); tries++) {
    const from = clearConfiguration(independent, random);
    const to = kinematics.between(from, clearConfiguration(independent, random), shrink);
    const { contact } = searchSegment(independent, from, to, COARSE);
    if (contact) {
      colliding = [from, to];
      found = contact;
    } else clear = [from, to];
  }
  if (!clear || !colliding || !found) return null;
  const enough = 10 ** random.between(-7, -4);
  const far = (k: 0 | 1) => pairTravel(independent, pair, clear![k], colliding![k]);
  let { pair, t } = found;
  for (let k = 0; k < HALVINGS && far(0) + far(1) > enough; k++) {
    const middle: Ends = [
      kinematics.between(clear[0], colliding[0], 0.5),
      kinematics.between(clear[1], colliding[1], 0.5),
    ];
    // Elsewhere, or another pair, only where there is no contact at this place any more.
    const nearest = nearestAt(any, pair, middle, t);
    const other = nearest.hit ? null : searchSegment(independent, ...middle, COARSE).contact;
    if (other) ({ pair, t } = other);
    else if (nearest.hit) t = nearest.t;
    if (nearest.hit || other) colliding = middle;
    else clear = middle;
  }
  return [straightly(any, 'boundary', ...clear), straightly(any, 'boundary', ...colliding)];
}

/** Golden sections around t: whether the pair is in contact there. */
function nearestAt(
  { independent }: AnyCell,
  pair: IndependentPair,
  [from, to]: readonly [Float64Array, Float64Array],
  t: number,
): { hit: boolean; t: number } {
  let hit = false;
  const gap = (at: number): number => {
    independent.setConfiguration(independent.kinematics.between(from, to, at));
    const found = independent.gap(pair);
    if (found.sure || found.gap < pair.clearance - DEPTH) hit = true;
    return found.gap;
  };
  let [a, b] = [Math.max(0, t - WINDOW), Math.min(1, t + WINDOW)];
  let at = t;
  gap(at);
  for (let k = 0; k < 24 && !hit; k++) {
    const [p, q] = [b - GOLDEN * (b - a), a + GOLDEN * (b - a)];
    at = p;
    const left = gap(p);
    if (hit) break;
    at = q;
    if (left < gap(q)) b = q;
    else a = p;
  }
  return { hit, t: at };
}

/** One path of these motions, for certificates. */
export function pathOfMotion({ motions, path }: AnyMotion): Path {
  if (path) return path;
  const [{ segment }] = motions;
  return { waypoints: [segment.from, segment.to], segments: [segment], wrap: 'literal', notes: [] };
}

/**
 * Random cells of two or three small robots side by side, and random tracks for them: each robot, or at
 * times a part of one, with times of its own, along straight lines and splines. The plain side knows a
 * track by its coefficients and evaluates it on its own.
 */
import type { Cell } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';
import {
  type Path,
  PolynomialSegment,
  type Segment,
  StraightSegment,
  type Track,
} from '../../../src/motion/index.ts';
import { cellFrom } from './cellText.ts';
import { searchMotion } from './independentSearch.ts';
import { IndependentCell } from './independentStatic.ts';
import { cellFiles, type PlainCell, type PlainRobot } from './plainCell.ts';
import { type PlainMotion, polynomialMotion, type Stretch, TERMS } from './plainMotion.ts';
import { drawConfiguration, prune } from './thinCells.ts';
import { hermite, quintic } from './thinPolynomials.ts';
import { makeRobots } from './thinRobots.ts';
import { clearConfiguration } from './thinSegments.ts';
import { Meshes, pick } from './thinShapes.ts';

export interface DelayCell {
  readonly seed: number;
  readonly independent: IndependentCell;
  readonly cell: Cell;
  /** Degrees of freedom of each robot. */
  readonly robots: readonly (readonly number[])[];
}

/** The cell of a seed: two arms, of three a third robot between them. */
export function delayCell(seed: number): DelayCell {
  const random = new Random(seed ^ 0x6b43a9b5);
  const meshes = new Meshes();
  const pair = makeRobots('two arms', random, meshes, [0, 0, 0]);
  const more = makeRobots(pick(random, ['wheel', 'orbit', 'drone'] as const), random, meshes, [
    random.between(0.1, 0.3),
    random.between(-0.2, 0.2),
    random.between(-0.1, 0.1),
  ]).map((robot): PlainRobot => ({ ...robot, name: 'third' }));
  const robots = random.unit() < 0.5 ? pair : [...pair, ...more];
  const clearance = random.unit() < 0.2 ? random.between(0.0005, 0.005) : 0;
  const bare: PlainCell = { robots, obstacles: [], clearance, clearances: [], allow: [] };
  const plain = prune(bare, random);
  const independent = new IndependentCell(plain);
  const { yaml, files } = cellFiles(plain);
  const { dofs } = independent.kinematics;
  return {
    seed,
    independent,
    cell: cellFrom(yaml, files),
    robots: robots
      .map(({ name }) => dofs.flatMap((dof, d) => (dof.name.startsWith(`${name}/`) ? [d] : [])))
      .filter((list) => list.length > 0),
  };
}

/** A track as the plain side knows it. */
export interface PlainTrack {
  readonly dofs: readonly number[];
  readonly times: readonly number[];
  readonly motions: readonly PlainMotion[];
}

export interface DelayQuestion {
  readonly tracks: readonly Track[];
  readonly plain: readonly PlainTrack[];
  readonly standing: Float64Array;
  readonly delays: readonly number[];
}

/** Question number `index` about a cell. Every other one is such that the ends of delays matter. */
export function delayQuestion(of: DelayCell, index: number): DelayQuestion {
  const random = new Random(Math.imul(of.seed, 0x27d4eb2f) ^ index);
  if (index % 2 === 1) {
    for (let tries = 0; tries < TRIES; tries++) {
      const question = grazing(of, draw(of, 3, 1, random), random);
      if (question) return question;
    }
  }
  // Short ones mostly, so that much is free.
  return draw(of, pick(random, [0.02, 0.1, 0.3, 1, 3]), 0.6, random);
}

function draw(of: DelayCell, longest: number, reach: number, random: Random): DelayQuestion {
  const standing = clearConfiguration(of.independent, random);
  const groups = groupsOf(of, random);
  const made = groups.map((dofs) => drawTrack(of, dofs, standing, reach, random));
  const delays = groups.map(() => (random.unit() < 0.2 ? 0 : longest * random.unit()));
  return {
    tracks: made.map(({ track }) => track),
    plain: made.map(({ plain }) => plain),
    standing,
    delays,
  };
}

const TRIES = 16;
const COARSE = 48;

/** Delays at whose end something collides, or hardly not, though nothing does without: or null. */
function grazing(of: DelayCell, question: DelayQuestion, random: Random): DelayQuestion | null {
  const hits = (starts: readonly number[]) =>
    searchMotion(of.independent, motionWith(of, question, starts), COARSE).contact !== null;
  const { delays } = question;
  if (hits(delays.map(() => 0))) return null;
  // One late and the others not: differences are what matters.
  const far = delays
    .flatMap((delay, late) => (delay === 0 ? [] : [0.15, 0.4, 1].map((part) => [late, part])))
    .map(([late, part]) => delays.map((delay, k) => (k === late ? part * delay : 0)))
    .find(hits);
  if (!far) return null;
  let [low, high] = [0, 1];
  for (let k = 0; k < 9; k++) {
    const middle = 0.5 * (low + high);
    if (hits(far.map((s) => middle * s))) high = middle;
    else low = middle;
  }
  const end = random.unit() < 0.5 ? high * (1 + 10 ** random.between(-3, -1.5)) : 0.97 * low;
  return { ...question, delays: far.map((s) => s * end) };
}

/** Mostly robots; at times one is divided, or stands still. */
export function groupsOf({ robots, independent }: DelayCell, random: Random): number[][] {
  const { dofs } = independent.kinematics;
  const groups = robots.flatMap((list) => {
    const whole = list.some((d) => dofs[d].kind === 'floating');
    if (whole || list.length < 2 || random.unit() < 0.7) return [[...list]];
    const at = 1 + random.below(list.length - 1);
    return [list.slice(0, at), list.slice(at)];
  });
  return groups.length > 2 && random.unit() < 0.1 ? groups.slice(1) : groups;
}

export function drawTrack(
  { cell, independent }: DelayCell,
  dofs: readonly number[],
  standing: Float64Array,
  most: number,
  random: Random,
): { track: Track; plain: PlainTrack } {
  const { kinematics } = independent;
  const count = 1 + random.below(3);
  const reach = random.between(0.05, most);
  const waypoints = [standing.slice()];
  const times = [random.unit() < 0.5 ? 0 : random.between(0, 2)];
  for (let k = 0; k < count; k++) {
    const toward = kinematics.between(waypoints[k], drawConfiguration(independent, random), reach);
    const next = waypoints[k].slice();
    for (const d of dofs) next[d] = toward[d];
    waypoints.push(next);
    times.push(times[k] + random.between(0.2, 2));
  }
  const coefficients = Array.from({ length: count }, (_, k) =>
    coefficientsOf(independent, dofs, waypoints[k], waypoints[k + 1], random),
  );
  const segments = coefficients.map((c, k): Segment => {
    const straight = c.every((x, i) => i % TERMS < 2 || x === 0);
    if (!straight) return new PolynomialSegment(cell.tree, c);
    return new StraightSegment(cell.tree, waypoints[k], waypoints[k + 1]);
  });
  const path: Path = { waypoints, segments, times, wrap: 'literal', notes: [] };
  const motions = coefficients.map((c) => polynomialMotion(kinematics, c));
  return { track: { dofs, path }, plain: { dofs, times, motions } };
}

function coefficientsOf(
  { kinematics }: IndependentCell,
  moving: readonly number[],
  from: Float64Array,
  to: Float64Array,
  random: Random,
): Float64Array {
  const c = new Float64Array(TERMS * from.length);
  const kind = pick(random, ['straight', 'cubic', 'rest', 'quintic'] as const);
  for (let d = 0; d < from.length; d++) {
    const { kind: joint, part } = kinematics.dofs[d];
    const way = to[d] - from[d];
    const rate = () => 2 * random.between(-1, 1) * (Math.abs(way) + 0.05);
    const own = (): number[] => {
      if (joint === 'floating' && part > 2) return [from[d], to[d]];
      if (!moving.includes(d)) return [from[d]];
      if (kind === 'straight') return [from[d], way];
      if (kind === 'rest') return hermite(from[d], to[d], 0, 0);
      if (kind === 'cubic') return hermite(from[d], to[d], rate(), rate());
      return quintic(from[d], to[d], rate(), rate(), 2 * rate(), 2 * rate());
    };
    c.set(own(), TERMS * d);
  }
  return c;
}

/** Where everything is at a time, with these starts. */
export function configurationAt(
  { plain, standing }: DelayQuestion,
  starts: readonly number[],
  time: number,
): Float64Array {
  const q = standing.slice();
  plain.forEach(({ dofs, times, motions }, k) => {
    const own = Math.min(Math.max(time - starts[k], times[0]), times[times.length - 1]);
    let i = 0;
    while (i + 1 < motions.length && own > times[i + 1]) i++;
    const t = Math.min(1, Math.max(0, (own - times[i]) / (times[i + 1] - times[i])));
    const at = motions[i].at(t);
    for (const d of dofs) q[d] = at[d];
  });
  return q;
}

/** Steps between two knots of any track. */
const STEPS = 6;
/** What the longer half of a step may miss of the fastest moment. */
const MORE = 1.5;

/** All of it as one motion, from the first start to the last end. */
export function motionWith(
  of: Pick<DelayCell, 'independent'>,
  question: DelayQuestion,
  starts: readonly number[],
): PlainMotion {
  const knots = question.plain.flatMap(({ times }, k) => times.map((time) => time + starts[k]));
  knots.sort((a, b) => a - b);
  return motionBetween(of, question, starts, knots);
}

/** The same from the first to the last of some knots, between which everything runs smoothly. */
export function motionBetween(
  { independent }: Pick<DelayCell, 'independent'>,
  question: DelayQuestion,
  starts: readonly number[],
  knots: readonly number[],
): PlainMotion {
  const { dofs: all } = independent.kinematics;
  const [first, last] = [knots[0], knots[knots.length - 1]];
  const at = (t: number) => configurationAt(question, starts, first + t * (last - first));
  const places = knots.flatMap((knot, i) => {
    if (i + 1 === knots.length || knots[i + 1] === knot) return [];
    const way = knots[i + 1] - knot;
    return Array.from(
      { length: STEPS },
      (_, k) => (knot + (k / STEPS) * way - first) / (last - first),
    );
  });
  places.push(1);
  const stretches = places.slice(1).map((t1, i): Stretch => {
    const t0 = places[i];
    const [from, middle, to] = [at(t0), at(0.5 * (t0 + t1)), at(t1)];
    question.plain.forEach(({ dofs }) => {
      for (const d of dofs) {
        // Rotations turn evenly.
        if (all[d].kind === 'floating' && all[d].part > 2) continue;
        const half = Math.max(Math.abs(middle[d] - from[d]), Math.abs(to[d] - middle[d]));
        to[d] = from[d] + 2 * MORE * half;
      }
    });
    return { t0, t1, from, to };
  });
  return { from: at(0), to: at(1), at, stretches };
}

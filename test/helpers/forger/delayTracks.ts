/**
 * Tracks of two or three robots that meet if one of them is late by the right time: each passes, at a time
 * of its own, where it is when two robots collide.
 */
import { Random } from '../../../src/math/index.ts';
import {
  PolynomialSegment,
  type Segment,
  StraightSegment,
  type Track,
} from '../../../src/motion/index.ts';
import { cellFrom } from '../oracles/cellText.ts';
import {
  configurationAt,
  type DelayCell,
  type DelayQuestion,
  type PlainTrack,
} from '../oracles/delayCells.ts';
import { IndependentCell } from '../oracles/independentStatic.ts';
import { cellFiles, type PlainRobot, type Vec } from '../oracles/plainCell.ts';
import { polynomialMotion, TERMS } from '../oracles/plainMotion.ts';
import { drawConfiguration, prune } from '../oracles/thinCells.ts';
import { hermite } from '../oracles/thinPolynomials.ts';
import { makeRobots } from '../oracles/thinRobots.ts';
import { Meshes, pick } from '../oracles/thinShapes.ts';
import { withBodies } from './forgeCells.ts';

const DRAWS = 80;

/** Two arms side by side with bodies of every shape, and of three times once a third robot. */
export function meetingCell(seed: number): DelayCell {
  const random = new Random(seed ^ 0x1f83d9ab);
  const meshes = new Meshes();
  const pair = makeRobots('two arms', random, meshes, [0, 0, 0]);
  const at: Vec = [0.2, random.between(-0.2, 0.2), 0.1];
  const third = makeRobots(pick(random, ['wheel', 'drone'] as const), random, meshes, at);
  const named = third.map((robot): PlainRobot => ({ ...robot, name: 'third' }));
  const robots = (random.unit() < 0.3 ? [...pair, ...named] : pair).map((robot) =>
    withBodies(robot, random, meshes, false),
  );
  const clearance = random.unit() < 0.2 ? random.between(0.0005, 0.005) : 0;
  const plain = prune({ robots, obstacles: [], clearance, clearances: [], allow: [] }, random);
  const independent = new IndependentCell(plain);
  const { yaml, files } = cellFiles(plain);
  const { dofs } = independent.kinematics;
  const own = robots.map(({ name }) =>
    dofs.flatMap((dof, d) => (dof.name.startsWith(`${name}/`) ? [d] : [])),
  );
  return {
    seed,
    independent,
    cell: cellFrom(yaml, files),
    robots: own.filter((list) => list.length > 0),
  };
}

/** Question number `index` about a cell; null if no robots were found that meet. */
export function meetingQuestion(of: DelayCell, index: number): DelayQuestion | null {
  const random = new Random(Math.imul(of.seed, 0x3f84d5b5) ^ index);
  const meeting = meetingOf(of, random);
  if (!meeting) return null;
  const standing = beside(of, meeting, random);
  if (!standing) return null;
  const delays = of.robots.map((_, k) => random.between(k === 0 ? 1.5 : 0, 2.5));
  const made = of.robots.map((dofs, k) => {
    // The first comes early by a part of its delay.
    const at = k === 0 ? 0.5 : 0.5 + random.between(0.6, 1) * delays[0];
    const there = standing.map((x, d) => (dofs.includes(d) ? meeting[d] : x));
    // There and back, so that nobody is in the way before or after.
    return trackOf(of, dofs, [standing, there, standing], [at - 0.5, at, at + 0.5], random);
  });
  return {
    tracks: made.map(({ track }) => track),
    plain: made.map(({ plain }) => plain),
    standing,
    delays,
  };
}

/** A configuration near another one at which nothing collides. */
function beside(
  { independent }: DelayCell,
  meeting: Float64Array,
  random: Random,
): Float64Array | null {
  for (let k = 0; k < 12; k++) {
    const away = drawConfiguration(independent, random);
    const q = independent.kinematics.between(meeting, away, random.between(0.02, 0.2));
    if (independent.violations(q, 1e-3).length === 0) return q;
  }
  return null;
}

/** A configuration at which bodies of two robots collide. */
function meetingOf({ independent }: DelayCell, random: Random): Float64Array | null {
  const robot = (b: number) => independent.bodies[b].name.split('/')[0];
  for (let k = 0; k < DRAWS; k++) {
    const q = drawConfiguration(independent, random);
    if (independent.violations(q).some(({ a, b }) => robot(a) !== robot(b))) return q;
  }
  return null;
}

function trackOf(
  { cell, independent }: DelayCell,
  dofs: readonly number[],
  waypoints: Float64Array[],
  times: number[],
  random: Random,
): { track: Track; plain: PlainTrack } {
  const { kinematics } = independent;
  const rests = random.unit() < 0.4;
  const coefficients = waypoints.slice(1).map((to, k) => {
    const from = waypoints[k];
    const c = new Float64Array(TERMS * to.length);
    kinematics.dofs.forEach(({ kind, part }, d) => {
      const turns = kind === 'floating' && part > 2;
      const line = [from[d], turns ? to[d] : to[d] - from[d]];
      c.set(rests && !turns ? hermite(from[d], to[d], 0, 0) : line, TERMS * d);
    });
    return c;
  });
  const segments = coefficients.map(
    (c, k): Segment =>
      rests
        ? new PolynomialSegment(cell.tree, c)
        : new StraightSegment(cell.tree, waypoints[k], waypoints[k + 1]),
  );
  const path = { waypoints, segments, times, wrap: 'literal', notes: [] } as const;
  const motions = coefficients.map((c) => polynomialMotion(kinematics, c));
  return { track: { dofs, path }, plain: { dofs, times, motions } };
}

/** Starts within the delays with which something surely collides at some time, or null. */
export function collidingStarts(
  of: DelayCell,
  question: DelayQuestion,
  draws: number,
  random: Random,
): number[] | null {
  const { delays, plain } = question;
  const knots = (starts: readonly number[]) => plain.map(({ times }, k) => times[1] + starts[k]);
  for (let k = 0; k < draws; k++) {
    const starts = delays.map((x) => x * (random.unit() < 0.3 ? random.below(2) : random.unit()));
    // As if to meet, if it can be.
    const passing = knots(starts);
    const late = passing[passing.length - 1] - passing[0];
    if (k % 2 === 0) starts[0] = Math.min(delays[0], Math.max(0, starts[0] + late));
    const latest = Math.max(...plain.map(({ times }, i) => times[times.length - 1] + starts[i]));
    const time = k % 4 === 0 ? passing[passing.length - 1] : random.between(0, latest);
    const q = configurationAt(question, starts, time);
    if (of.independent.violations(q).length > 0) return starts;
  }
  return null;
}

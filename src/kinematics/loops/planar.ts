/**
 * Finds the planar loop that a pin closes in a tree of joints: the way from one link to the other, the three joints on
 * it that move, the plane in which they do, and the vectors between them (closure.ts). With all joints at 0 the
 * joints' places and axes are known in the frame of the link that both ways start from; moving a joint moves what is
 * behind it about its place there, so that vectors between places are all that matters.
 *
 * The plane is that of the first axis; axes may be off it by what rounded angles in a file make, and the loop is that
 * of the projections.
 */

import { sincosInto, U } from '../../math/index.ts';
import { about, metresAbout } from '../../words/index.ts';
import type { RobotDescription } from '../description.ts';
import { length, type PlanarLoop, type Term, type Values } from './closure.ts';
import {
  type LoopDescription,
  loopFault,
  type Placed,
  placedWay,
  type Vector,
  type Way,
  waysOf,
} from './ways.ts';

/** Radians by which axes may be off, and metres by which the pin's ends may be beside each other: rounded files. */
const TILT = 1e-6;
const BESIDE = 1e-6;

type Plane2 = readonly [number, number];
/** The planar loop, and the values at which it is assembled. `held` are joints that stand still, with their values. */
export function planarLoop(
  robot: RobotDescription,
  loop: LoopDescription,
  held: ReadonlyMap<string, readonly number[]>,
): { readonly planar: PlanarLoop; readonly start: Values } {
  const [one, other] = waysOf(robot, loop);
  const sum = { lengths: 0, count: 0 };
  const ways = [
    placedWay(one, loop, loop.pin, held, sum),
    placedWay(other, loop, loop.to, held, sum),
  ];
  const moving = ways.flatMap(({ joints }) => joints);
  const names = namesOf(moving, loop);
  const order = names.map((name) => moving.find(({ joint }) => joint.name === name)!);
  const turns = order.map(({ joint }) => joint.kind !== 'prismatic');
  requireKinds(order, turns, loop);
  const normal = order[turns.indexOf(true)].axis;
  const signs = order.map(({ axis, joint }, k) => signOf(axis, normal, turns[k], joint.name, loop));
  const start = names.map((name) => loop.at.get(name) ?? 0) as unknown as Values;
  const [u, v] = basis(normal);
  const flat = (p: Vector): Plane2 => [dot(p, u), dot(p, v)];
  requireOnePlane(ways, normal, loop);

  const origin = flat((ways[0].joints[0] ?? ways[1].joints[0]).place);
  const near = (p: Vector): Plane2 => minus(flat(p), origin);
  const chains = ways.map(({ joints }) =>
    joints.map(({ joint, place, axis }) => ({
      k: names.indexOf(joint.name),
      sign: signs[names.indexOf(joint.name)],
      turns: joint.kind !== 'prismatic',
      centre: near(place),
      along: flat(axis),
    })),
  );
  let ends = ways.map(({ end }) => end && near(end));
  if (ends[1] === null) {
    ends = [ends[0], moved(chains[1], moved(chains[0], ends[0]!, start, 1), start, -1)];
  }
  const terms = [...termsOf(chains[0], ends[0]!, 1), ...termsOf(chains[1], ends[1]!, -1)];
  const merged = mergedTerms(terms);
  // Each pose of the way rounds by less than 16 u of all lengths; so do the projections and what is made of them.
  const slack = 32 * U * (sum.count + 8) * sum.lengths;
  const size = merged.reduce((all, { re, im }) => all + length([re, im]), 0);
  return {
    planar: {
      names: names as [string, string, string],
      turns: turns as [boolean, boolean, boolean],
      terms: merged,
      slack,
      size,
    },
    start,
  };
}

/** Driver first. Exactly three joints move, and the driver and the followers that are named are they. */
function namesOf(moving: readonly Placed[], loop: LoopDescription): string[] {
  const found = moving.map(({ joint }) => joint.name);
  const list = found.length === 0 ? 'none' : found.map((name) => `"${name}"`).join(', ');
  if (found.length !== 3) {
    throw loopFault(
      loop,
      'count',
      `${found.length} joints move between "${loop.pin.link}" and "${loop.to.link}" (${list}); with the pin a loop in a plane has three`,
      found.length > 3 ? 'hold the others, or pin other links' : 'pin other links',
    );
  }
  if (!found.includes(loop.driver)) {
    throw loopFault(
      loop,
      'driver',
      `the driver "${loop.driver}" is none of the joints of the loop: ${list}`,
    );
  }
  const stray = [...loop.at.keys()].find((name) => !found.includes(name));
  if (stray !== undefined) {
    const message = `it is assembled with a value of "${stray}", which is none of its joints: ${list}`;
    throw loopFault(loop, 'at', message, 'remove it');
  }
  const followers = loop.followers ?? found.filter((name) => name !== loop.driver);
  const wrong = followers.find((name) => name === loop.driver || !found.includes(name));
  if (followers.length !== 2 || followers[0] === followers[1] || wrong !== undefined) {
    const message = `the followers are the two other joints of the loop: ${list} without "${loop.driver}"`;
    throw loopFault(loop, 'followers', message, 'leave `followers` out, or name both');
  }
  return [loop.driver, ...found.filter((name) => name !== loop.driver)];
}

function requireKinds(order: readonly Placed[], turns: readonly boolean[], loop: LoopDescription) {
  if (turns.filter((turn) => !turn).length <= 1) return;
  const slides = order.filter((_, k) => !turns[k]).map(({ joint }) => `"${joint.name}"`);
  const message = `${slides.join(' and ')} slide; at most one joint of a loop does`;
  throw loopFault(loop, 'slides', message);
}

/** Which way a joint turns, seen against the normal; 1 for one that slides across. */
function signOf(axis: Vector, normal: Vector, turns: boolean, name: string, loop: LoopDescription) {
  const cosine = dot(axis, normal);
  const sine = Math.sqrt(norm2(cross(axis, normal)));
  const off = turns ? sine : Math.abs(cosine);
  if (off <= TILT) return turns && cosine < 0 ? -1 : 1;
  const message = turns
    ? `the axis of joint "${name}" is not parallel to that of the others: off by ${about(off, 3)} (sine)`
    : `joint "${name}" does not slide in the plane of the loop: off by ${about(off, 3)} (sine)`;
  throw loopFault(
    loop,
    'axes',
    message,
    'joints of a loop turn about parallel axes or slide across them',
  );
}

function requireOnePlane([one, other]: readonly Way[], normal: Vector, loop: LoopDescription) {
  if (!one.end) throw loopFault(loop, 'point', 'the pin needs a point');
  if (!other.end) return;
  const beside = dot(one.end, normal) - dot(other.end, normal);
  if (Math.abs(beside) <= BESIDE) return;
  const message = `the two points are not in one plane of the loop: ${metresAbout(Math.abs(beside))} beside each other along its axes`;
  throw loopFault(loop, 'plane', message, 'give both points on the axis of the pin, in one plane');
}

/** Unit vectors that span the plane, turning from the first to the second about the normal. */
function basis(normal: Vector): [Vector, Vector] {
  const sizes = normal.map(Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  const e = [0, 1, 2].map((k) => (k === least ? 1 : 0) - normal[least] * normal[k]);
  const size = Math.sqrt(norm2(e as unknown as Vector));
  const u = e.map((x) => x / size) as unknown as Vector;
  return [u, cross(normal, u)];
}

/** A joint of a way in the plane, at value 0. */
interface Step {
  /** Driver, first or second follower. */
  readonly k: number;
  readonly sign: number;
  readonly turns: boolean;
  readonly centre: Plane2;
  readonly along: Plane2;
}

/** Where joints at values q take a point that is behind them at value 0; with -1, back. */
function moved(chain: readonly Step[], p: Plane2, q: Values, way: 1 | -1): Plane2 {
  let at = p;
  const sc = new Float64Array(2);
  // What is behind all joints is moved by the last one first.
  for (const { k, sign, turns, centre, along } of way === 1 ? [...chain].reverse() : chain) {
    if (turns) {
      sincosInto(way * sign * q[k], sc, 0);
      const [x, y] = minus(at, centre);
      at = [centre[0] + sc[1] * x - sc[0] * y, centre[1] + sc[0] * x + sc[1] * y];
    } else at = [at[0] + way * q[k] * along[0], at[1] + way * q[k] * along[1]];
  }
  return at;
}

/** The place of the end of a chain, as terms; `by` is 1 or -1. */
function termsOf(chain: readonly Step[], end: Plane2, by: 1 | -1): Term[] {
  const terms: Term[] = [];
  const turned: [number, number, number] = [0, 0, 0];
  let last: Plane2 = [0, 0];
  const add = ([re, im]: Plane2, slide: number) =>
    terms.push({ re: by * re, im: by * im, signs: [...turned], slide });
  for (const { k, sign, turns, centre, along } of chain) {
    if (!turns) {
      add(along, k);
      continue;
    }
    add(minus(centre, last), -1);
    last = centre;
    turned[k] = sign;
  }
  add(minus(end, last), -1);
  return terms;
}

/** Vectors that are turned alike are one. */
function mergedTerms(terms: readonly Term[]): Term[] {
  const merged = new Map<string, Term>();
  for (const term of terms) {
    const key = `${term.slide} ${term.signs.join(' ')}`;
    const same = merged.get(key);
    merged.set(key, same ? { ...same, re: same.re + term.re, im: same.im + term.im } : term);
  }
  return [...merged.values()].filter(({ re, im }) => re !== 0 || im !== 0);
}

function minus(a: Plane2, b: Plane2): Plane2 {
  return [a[0] - b[0], a[1] - b[1]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function norm2(a: Vector): number {
  return dot(a, a);
}

/**
 * The circular segment through three configurations: from one, by way of another, to the third, along the circle that they
 * are on. With a second one on the way it is the whole circle, back to where it begins.
 *
 * The circle is one in the space of all joint values, as the numbers are: a radian counts as much as a metre. The angle runs
 * evenly. Joints whose three values are equal stand still, exactly. Rotations of floating joints do not run along circles: they must
 * stand still.
 *
 * Let y be the way to the end, of length L, and J the vector of that length across it, in the plane of the three, to the left
 * of y where the arc turns left. In complex numbers the arc is w (e^(ix) - 1), and for it to end at y after the angle a,
 * w = y / (e^(ia) - 1) = -y/2 - J cot(a/2)/2. Half of a is the outer angle at the middle configuration (inscribed angles). So u is
 * that, and v = -J/2 + y cot(a/2)/2. What rounding makes of these is the motion that is meant.
 */
import type { KinematicTree } from '../kinematics/tree.ts';
import { InputError } from '../math/fault.ts';
import { sincosInto } from '../math/sincos.ts';
import { nearest } from '../words/plain.ts';
import { angleOf } from './angle.ts';
import { CircularSegment } from './circular.ts';
import { COEFFICIENTS } from './curve.ts';
import { floatingDofs } from './turn.ts';

/** Radii beyond this many times the size of the triangle are those of points on a line. */
const MOST_RADIUS = 1e6;

/** The arc through one configuration, or with two the whole circle. Throws an InputError if there is none. */
export function circularSegment(
  tree: KinematicTree,
  from: Float64Array,
  via: readonly Float64Array[],
  to: Float64Array,
): CircularSegment {
  const count = tree.dofs.length;
  const given = [from, ...via, to];
  for (const q of given) requireConfiguration(tree, q);
  requireNoTurns(tree, given);
  const whole = via.length === 2;
  requirePoints(from, via, to);
  // Of a whole circle the second one on the way is the end of the part that says which circle it is.
  const { u, v, angle } = throughThree(from, via[0], whole ? via[1] : to);
  const sweep = whole ? 2 * Math.PI : angle;
  const coefficients = new Float64Array(COEFFICIENTS * count);
  const arcs: number[] = [];
  for (let d = 0; d < count; d++) {
    coefficients[COEFFICIENTS * d] = from[d];
    if (tree.dofs[d].unit === 'quaternion') coefficients[COEFFICIENTS * d + 1] = to[d];
    else if (u[d] !== 0 || v[d] !== 0) arcs.push(d, u[d], v[d], 0, sweep);
  }
  return new CircularSegment(tree, { coefficients, arcs: Float64Array.from(arcs), from, to });
}

interface Circle {
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly angle: number;
}

function throughThree(from: Float64Array, via: Float64Array, to: Float64Array): Circle {
  const x = via.map((c, d) => c - from[d]);
  const y = to.map((c, d) => c - from[d]);
  // Squares of small and of large numbers stay within range.
  const scale = [...x, ...y].reduce((most, c) => Math.max(most, Math.abs(c)), 0);
  for (let d = 0; d < x.length; d++) {
    x[d] /= scale;
    y[d] /= scale;
  }
  const z = y.map((c, d) => c - x[d]);
  const [xx, yy, zz] = [dot(x, x), dot(y, y), dot(z, z)];
  // Twice the area of the triangle: the longest side and what is across it lose no digits.
  const longest = Math.max(xx, yy, zz);
  const [side, other] = longest === yy ? [y, x] : longest === xx ? [x, y] : [z, x];
  const area = Math.sqrt(longest) * Math.sqrt(squared(across(other, side)));
  // Product of the sides over twice twice the area.
  const radius = (Math.sqrt(xx) * Math.sqrt(yy) * Math.sqrt(zz)) / (2 * area);
  if (!(radius <= MOST_RADIUS * Math.sqrt(longest))) throw onLine();
  const half = angleBetween(area, dot(x, z));
  // By the chord to the end, if it is not much shorter than the one to the middle.
  const byEnd = 4 * yy >= xx;
  const chord = byEnd ? y : x;
  const normal = across(byEnd ? x : y, chord);
  const length = Math.sqrt(squared(normal));
  const stretch = ((byEnd ? -1 : 1) * Math.sqrt(byEnd ? yy : xx)) / length;
  const trig = new Float64Array(2);
  // Half of the angle to the middle is the inscribed one at the end: between -y and -z.
  sincosInto(byEnd ? half : angleBetween(area, dot(y, z)), trig, 0);
  const cot = trig[1] / trig[0];
  const u = chord.map((c, d) => -0.5 * scale * (c + cot * (stretch * normal[d])));
  const v = chord.map((c, d) => 0.5 * scale * (cot * c - stretch * normal[d]));
  return { u, v, angle: 2 * half };
}

/** The part of a vector that is at right angles to another; twice, as the first time leaves rounding. */
function across(a: Float64Array, b: Float64Array): Float64Array {
  const bb = squared(b);
  const first = dot(a, b) / bb;
  const rest = a.map((c, d) => c - first * b[d]);
  const second = dot(rest, b) / bb;
  return rest.map((c, d) => c - second * b[d]);
}

/** In (0, pi), of its sine and cosine up to a common factor. */
function angleBetween(sine: number, cosine: number): number {
  return cosine < 0 ? Math.PI - angleOf(sine, -cosine) : angleOf(sine, cosine);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d] * b[d];
  return sum;
}

function squared(a: Float64Array): number {
  return dot(a, a);
}

function requireConfiguration(tree: KinematicTree, q: Float64Array): void {
  const count = tree.dofs.length;
  if (q.length !== count) {
    throw new InputError({
      code: 'path/length',
      message: `a configuration has ${q.length} values, the cell ${count} degrees of freedom`,
    });
  }
  const bad = q.findIndex((c) => !Number.isFinite(c));
  if (bad < 0) return;
  throw new InputError({
    code: 'configuration/non-finite',
    message: `the value of "${tree.dofs[bad].name}" is ${q[bad]}`,
    hint: 'a configuration has one finite number per degree of freedom',
  });
}

function requireNoTurns(tree: KinematicTree, given: readonly Float64Array[]): void {
  for (const d of floatingDofs(tree)) {
    if (given.every((q) => [3, 4, 5, 6].every((k) => q[d + k] === given[0][d + k]))) continue;
    throw new InputError({
      code: 'path/arc-rotation',
      message: `"${tree.dofs[d].joint}" is a floating joint and turns: rotations do not run along circles`,
      hint: 'let it turn on a straight segment of its own',
    });
  }
}

function requirePoints(from: Float64Array, via: readonly Float64Array[], to: Float64Array): void {
  if (via.length !== 1 && via.length !== 2) {
    throw new InputError({
      code: 'path/arc-count',
      message: `a circular segment has ${via.length} configurations on its way`,
      hint: 'one for an arc, two for a whole circle',
    });
  }
  const same = (p: Float64Array, q: Float64Array) => p.every((c, d) => c === q[d]);
  const closed = same(from, to);
  if (via.length === 2 && !closed) {
    throw new InputError({
      code: 'path/arc-open',
      message:
        'two configurations on the way make a whole circle, but it does not end where it begins',
      hint: 'end it there, or give one configuration on the way',
    });
  }
  if (via.length === 1 && closed) {
    throw new InputError({
      code: 'path/arc-closed',
      message: 'an arc that ends where it begins may be part of any circle',
      hint: 'give two configurations on the way for a whole circle',
    });
  }
  const points = [from, ...via, ...(closed ? [] : [to])];
  if (!points.some((p, i) => points.some((q, j) => j < i && same(p, q)))) return;
  throw new InputError({
    code: 'path/arc-same',
    message: 'a configuration on the way of an arc is one of the others',
    hint: 'an arc is given by configurations that differ; leave "via" out for a straight segment',
  });
}

function onLine(): InputError {
  return new InputError({
    code: 'path/arc-line',
    message: `the configurations of an arc are on one line, or its radius is more than ${nearest(MOST_RADIUS, 7)} times their distance`,
    hint: 'leave "via" out for a straight segment',
  });
}

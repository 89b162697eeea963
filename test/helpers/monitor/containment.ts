/** Whether primitives contain points, in integers: doubles are integers times powers of two. */
import {
  CAPSULE,
  type MemberPrimitives,
  ORIENTED_BOX,
  SPHERE,
} from '../../../src/monitor/primitives/index.ts';
import { compare, integersOf, type Rational, rationalOf } from '../oracles/rational.ts';

const dot = (a: readonly bigint[], b: readonly bigint[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: readonly bigint[], b: readonly bigint[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function squared(r: number): Rational {
  const { num, exp } = rationalOf(r);
  return { num: num * num, den: 1n, exp: 2 * exp };
}

/** All points within the radius of a segment; a sphere has half of length 0. */
function roundContains(
  points: ArrayLike<number>,
  centre: ArrayLike<number>,
  half: ArrayLike<number>,
  radius: number,
): boolean {
  for (let i = 0; i < points.length; i += 3) {
    const three = (x: ArrayLike<number>, o = 0) => [x[o], x[o + 1], x[o + 2]];
    const { values, exp } = integersOf([...three(points, i), ...three(centre), ...three(half)]);
    const w = [0, 1, 2].map((k) => values[k] - values[3 + k]);
    const g = values.slice(6);
    const [wg, gg] = [dot(w, g), dot(g, g)];
    let distance: Rational = { num: dot(w, w), den: 1n, exp: 2 * exp };
    if (gg > 0n) {
      const along = wg < 0n ? -wg : wg;
      const end = dot(w, w) - 2n * along + gg;
      distance =
        along >= gg
          ? { num: end, den: 1n, exp: 2 * exp }
          : { num: dot(w, w) * gg - wg * wg, den: gg, exp: 2 * exp };
    }
    if (compare(distance, squared(radius)) > 0) return false;
  }
  return true;
}

export function sphereContains(sphere: Float64Array, points: ArrayLike<number>): boolean {
  return roundContains(points, sphere, [0, 0, 0], sphere[SPHERE.radius]);
}

export function capsuleContains(capsule: Float64Array, points: ArrayLike<number>): boolean {
  const half = capsule.subarray(CAPSULE.half, CAPSULE.half + 3);
  return roundContains(points, capsule, half, capsule[CAPSULE.radius]);
}

/** Coordinates along the axes, as they are, by Cramer's rule. */
export function boxContains(box: Float64Array, points: ArrayLike<number>): boolean {
  const axes = integersOf(box.subarray(ORIENTED_BOX.axes, ORIENTED_BOX.axes + 9));
  const [a, b, c] = [0, 3, 6].map((k) => axes.values.slice(k, k + 3));
  const det = dot(a, cross(b, c));
  if (det === 0n) return false;
  const size = det < 0n ? -det : det;
  for (let i = 0; i < points.length; i += 3) {
    const { values, exp } = integersOf([0, 1, 2].flatMap((k) => [points[i + k], box[k]]));
    const w = [0, 2, 4].map((k) => values[k] - values[k + 1]);
    const parts = [dot(w, cross(b, c)), dot(w, cross(c, a)), dot(w, cross(a, b))];
    for (let k = 0; k < 3; k++) {
      const num = parts[k] < 0n ? -parts[k] : parts[k];
      const half = rationalOf(box[ORIENTED_BOX.half + k]);
      if (compare({ num, den: size, exp: exp - axes.exp }, half) > 0) return false;
    }
  }
  return true;
}

/** Which of the primitives miss a point. */
export function missing(made: MemberPrimitives, points: ArrayLike<number>): string[] {
  return [
    ...(sphereContains(made.sphere, points) ? [] : ['sphere']),
    ...(capsuleContains(made.capsule, points) ? [] : ['capsule']),
    ...(boxContains(made.box, points) ? [] : ['box']),
  ];
}

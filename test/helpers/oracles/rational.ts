/**
 * Exact distance between two triangles, as a rational number, by a method that shares nothing
 * with the code under test.
 *
 * Doubles are rationals: the 18 coordinates are brought to one power of two and become integers.
 * The two closest points lie in the relative interior of some vertex, edge or face of each
 * triangle. So for every pair of such features whose directions are linearly independent (if
 * they are not, the minimum is also found on a smaller feature) minimise the squared distance
 * between the flats through them by Cramer's rule on the Gram matrix, keep the solution if it
 * lies in both features, and take the least. Edge against face covers intersection, with 0.
 */

/** num / den * 2^exp, with den > 0. */
export interface Rational {
  readonly num: bigint;
  readonly den: bigint;
  readonly exp: number;
}

type Vector = readonly [bigint, bigint, bigint];
/** An origin and zero, one or two directions; the feature is origin + l d, l >= 0, sum l <= 1. */
interface Feature {
  readonly origin: Vector;
  readonly directions: readonly Vector[];
}

const bits = new DataView(new ArrayBuffer(8));

/** A double as an integer times a power of two. */
export function decompose(x: number): { mantissa: bigint; exp: number } {
  if (!Number.isFinite(x)) throw new Error(`not finite: ${x}`);
  bits.setFloat64(0, x);
  const raw = bits.getBigUint64(0);
  const field = Number((raw >> 52n) & 2047n);
  const fraction = raw & ((1n << 52n) - 1n);
  const magnitude = field === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: x < 0 ? -magnitude : magnitude, exp: Math.max(field, 1) - 1075 };
}

export function rationalOf(x: number): Rational {
  const { mantissa, exp } = decompose(x);
  return { num: mantissa, den: 1n, exp };
}

export function multiply(a: Rational, b: Rational): Rational {
  return { num: a.num * b.num, den: a.den * b.den, exp: a.exp + b.exp };
}

/** The sign of a - b. */
export function compare(a: Rational, b: Rational): number {
  const low = Math.min(a.exp, b.exp);
  const left = (a.num * b.den) << BigInt(a.exp - low);
  const right = (b.num * a.den) << BigInt(b.exp - low);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The nearest double but for an error of 2^-60, for values in the normal range. */
export function toNumber(r: Rational): number {
  if (r.num === 0n) return 0;
  const negative = r.num < 0n;
  const num = negative ? -r.num : r.num;
  const shift = 64 - (num.toString(2).length - r.den.toString(2).length);
  const quotient = shift >= 0 ? (num << BigInt(shift)) / r.den : num / (r.den << BigInt(-shift));
  // Two steps, since a single power of two may be out of range when the value is not.
  const exp = r.exp - shift;
  const half = Math.trunc(exp / 2);
  const value = Number(quotient) * 2 ** half * 2 ** (exp - half);
  return negative ? -value : value;
}

/** The least double-ish root: sqrt(r) with a relative error of about 2^-52, also for tiny r. */
export function sqrtToNumber(r: Rational): number {
  const even = r.exp % 2 === 0 ? r.exp : r.exp - 1;
  const shifted = { num: r.num << BigInt(r.exp - even), den: r.den, exp: 0 };
  const scale = shifted.num.toString(2).length - shifted.den.toString(2).length;
  const half = Math.trunc(scale / 2);
  return Math.sqrt(toNumber({ ...shifted, exp: -2 * half })) * 2 ** (half + even / 2);
}

/** Integer coordinates of doubles, with the common power of two. */
export function integersOf(values: ArrayLike<number>): { values: bigint[]; exp: number } {
  const parts = Array.from(values, decompose);
  const used = parts.filter((part) => part.mantissa !== 0n);
  const exp = used.length === 0 ? 0 : Math.min(...used.map((part) => part.exp));
  return {
    values: parts.map((p) => (p.mantissa === 0n ? 0n : p.mantissa << BigInt(p.exp - exp))),
    exp,
  };
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function featuresOf(v: readonly Vector[]): Feature[] {
  const [a, b, c] = v;
  return [
    { origin: a, directions: [] },
    { origin: b, directions: [] },
    { origin: c, directions: [] },
    { origin: a, directions: [subtract(b, a)] },
    { origin: b, directions: [subtract(c, b)] },
    { origin: c, directions: [subtract(a, c)] },
    { origin: a, directions: [subtract(b, a), subtract(c, a)] },
  ];
}

function determinant(m: readonly bigint[][]): bigint {
  if (m.length === 0) return 1n;
  if (m.length === 1) return m[0][0];
  if (m.length === 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0];
  return (
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
  );
}

/** Squared distance of the flats if their closest points lie in the features, else null. */
function featureDistance(f: Feature, g: Feature): { num: bigint; den: bigint } | null {
  const count = f.directions.length;
  const r = subtract(f.origin, g.origin);
  const u = [...f.directions, ...g.directions.map((d): Vector => [-d[0], -d[1], -d[2]])];
  if (u.length > 3) return null;
  const gram = u.map((x) => u.map((y) => dot(x, y)));
  const det = determinant(gram);
  if (det === 0n) return null;
  const right = u.map((x) => dot(x, r));
  const lambda = u.map((_, k) =>
    determinant(gram.map((row, i) => row.map((value, j) => (j === k ? -right[i] : value)))),
  );
  for (const part of [lambda.slice(0, count), lambda.slice(count)]) {
    if (part.some((l) => l < 0n) || part.reduce((s, l) => s + l, 0n) > det) return null;
  }
  let num = dot(r, r) * det;
  for (let k = 0; k < u.length; k++) num += lambda[k] * right[k];
  return { num, den: det };
}

/** The exact squared distance between two triangles of nine doubles each. */
export function exactSquaredDistance(p: ArrayLike<number>, q: ArrayLike<number>): Rational {
  const all = integersOf([...Array.from(p), ...Array.from(q)]);
  const vertex = (k: number): Vector => [
    all.values[3 * k],
    all.values[3 * k + 1],
    all.values[3 * k + 2],
  ];
  let best: { num: bigint; den: bigint } | null = null;
  for (const f of featuresOf([vertex(0), vertex(1), vertex(2)])) {
    for (const g of featuresOf([vertex(3), vertex(4), vertex(5)])) {
      const d = featureDistance(f, g);
      if (d && (best === null || d.num * best.den < best.num * d.den)) best = d;
    }
  }
  if (best === null) throw new Error('two vertices always have a distance');
  return { num: best.num, den: best.den, exp: 2 * all.exp };
}

/** Do the closed triangles share a point? */
export function exactlyIntersect(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  return exactSquaredDistance(p, q).num === 0n;
}

/** The sign of det[a - d, b - d, c - d] for four points of three doubles. */
export function exactOrient3d(points: ArrayLike<number>): number {
  const { values: v } = integersOf(points);
  const row = (k: number): bigint[] => [v[k] - v[9], v[k + 1] - v[10], v[k + 2] - v[11]];
  const det = determinant([row(0), row(3), row(6)]);
  return det > 0n ? 1 : det < 0n ? -1 : 0;
}

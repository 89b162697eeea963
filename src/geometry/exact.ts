/**
 * Exact sums and products of doubles, as expansions: a number is the unevaluated sum of doubles
 * that do not overlap, smallest first, without zeros. From J. R. Shewchuk, "Adaptive Precision
 * Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997; two-product after
 * Dekker 1971 and Veltkamp.
 *
 * Every expansion lives in the caller's array at an offset, and a length is returned. Nothing is
 * allocated. Exact as long as no product overflows or loses bits below 2^-1074; orient.ts
 * states the range of coordinates for which that holds.
 */

/** 2^27 + 1: multiplying by it splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

/** The rounding error of p = fl(a b): a b = p + productTail(a, b, p) exactly. */
export function productTail(a: number, b: number, p: number): number {
  const ca = SPLITTER * a;
  const ah = ca - (ca - a);
  const al = a - ah;
  const cb = SPLITTER * b;
  const bh = cb - (cb - b);
  const bl = b - bh;
  return al * bl - (p - ah * bh - al * bh - ah * bl);
}

/** The rounding error of s = fl(a + b): a + b = s + sumTail(a, b, s) exactly. */
export function sumTail(a: number, b: number, s: number): number {
  const bv = s - a;
  const av = s - bv;
  return a - av + (b - bv);
}

/** x[o..] = x[i] x[l] - x[j] x[k], exactly. At most 4 components; returns how many. */
export function minorInto(
  x: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
  o: number,
): number {
  const p = x[i] * x[l];
  const pt = productTail(x[i], x[l], p);
  const q = -(x[j] * x[k]);
  const qt = -productTail(x[j], x[k], -q);
  // (p + pt) + (q + qt): adds qt, then q, to the two components of the first product.
  const s0 = pt + qt;
  const e0 = sumTail(pt, qt, s0);
  const s1 = p + s0;
  const e1 = sumTail(p, s0, s1);
  const s2 = e1 + q;
  const e2 = sumTail(e1, q, s2);
  const s3 = s1 + s2;
  const e3 = sumTail(s1, s2, s3);
  let n = o;
  if (e0 !== 0) x[n++] = e0;
  if (e2 !== 0) x[n++] = e2;
  if (e3 !== 0) x[n++] = e3;
  if (s3 !== 0) x[n++] = s3;
  return n - o;
}

/**
 * x[o..] = e + sign f for expansions e = x[i..i+m) and f = x[j..j+n); sign is 1 or -1. At most
 * m + n components; returns how many. Fast-expansion-sum (Shewchuk, theorem 13).
 */
export function addInto(
  x: Float64Array,
  i: number,
  m: number,
  j: number,
  n: number,
  sign: number,
  o: number,
): number {
  const iEnd = i + m;
  const jEnd = j + n;
  let h = o;
  let sum = 0;
  while (i < iEnd || j < jEnd) {
    let next: number;
    if (j >= jEnd || (i < iEnd && Math.abs(x[i]) < Math.abs(x[j]))) next = x[i++];
    else next = sign * x[j++];
    const s = sum + next;
    const tail = sumTail(sum, next, s);
    if (tail !== 0) x[h++] = tail;
    sum = s;
  }
  if (sum !== 0) x[h++] = sum;
  return h - o;
}

/**
 * x[o..] = b e for the expansion e = x[i..i+m) and the double b = x[k]. At most 2 m components;
 * returns how many. Scale-expansion (Shewchuk, theorem 19).
 */
export function scaleInto(x: Float64Array, i: number, m: number, k: number, o: number): number {
  const b = x[k];
  if (m === 0 || b === 0) return 0;
  let h = o;
  let sum = x[i] * b;
  const first = productTail(x[i], b, sum);
  if (first !== 0) x[h++] = first;
  for (let c = i + 1; c < i + m; c++) {
    const p = x[c] * b;
    const pt = productTail(x[c], b, p);
    const s = sum + pt;
    const low = sumTail(sum, pt, s);
    if (low !== 0) x[h++] = low;
    sum = p + s;
    const high = s - (sum - p); // |p| >= |s|: one step of two-sum is enough
    if (high !== 0) x[h++] = high;
  }
  if (sum !== 0) x[h++] = sum;
  return h - o;
}

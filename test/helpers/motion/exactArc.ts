/** Arcs in numbers with 256 bits after the point: p + u (cos x - 1) + v sin x and its derivatives. */
import { fixedOf, ONE, sincos, times } from '../oracles/fixedPoint.ts';

export interface ArcNumbers {
  readonly p: number;
  readonly u: number;
  readonly v: number;
  readonly begin: number;
  readonly sweep: number;
}

/** The derivative of order k by t, at t. */
export function arcAt({ p, u, v, begin, sweep }: ArcNumbers, k: number, t: number): bigint {
  const s = fixedOf(sweep);
  const { sin, cos } = sincos(fixedOf(begin) + times(s, fixedOf(t)));
  const [x, y] = [fixedOf(u), fixedOf(v)];
  if (k === 0) return fixedOf(p) + times(x, cos - ONE) + times(y, sin);
  let value = k % 2 === 1 ? times(y, cos) - times(x, sin) : times(x, cos) + times(y, sin);
  if (k % 4 === 2 || k % 4 === 3) value = -value;
  for (let i = 0; i < k; i++) value = times(value, s);
  return value;
}

/** Points of [a, b]: both ends, evenly between, and where the derivative of order k + 1 changes its sign. */
export function momentsOf(arc: ArcNumbers, k: number, a: number, b: number, count = 24): number[] {
  const points = Array.from({ length: count + 1 }, (_, i) =>
    i === count ? b : a + ((b - a) * i) / count,
  );
  const found = [...points];
  for (let i = 0; i < count; i++) {
    let [low, high] = [points[i], points[i + 1]];
    const sign = arcAt(arc, k + 1, low) < 0n;
    if (arcAt(arc, k + 1, high) < 0n === sign) continue;
    for (let n = 0; n < 54; n++) {
      const middle = 0.5 * (low + high);
      if (arcAt(arc, k + 1, middle) < 0n === sign) low = middle;
      else high = middle;
    }
    found.push(low, high);
  }
  return found.sort((x, y) => x - y);
}

/** How far from 1 in this many steps a circle's joint goes, at the most, between two samples: bend / 8 squared. */
export function bendBetween({ u, v, sweep }: ArcNumbers, k: number, step: number): number {
  return (sweep ** (k + 2) * Math.hypot(u, v) * step * step) / 8;
}

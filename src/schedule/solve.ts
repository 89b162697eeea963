/** When an advance may have used up a margin: the root of a quadratic, rounded down. */
import { U } from '../math/index.ts';
import { FIXED, LINEAR, SQUARE } from './motion.ts';

const u = U;

/**
 * The largest s up to `span`, up to rounding and never too large, so that FIXED + LINEAR s' + SQUARE s'^2 <= margin
 * for all s' from 0 to s; coefficients at c[o]. Numbers that are not finite count as no bound: 0.
 */
export function spanLower(margin: number, c: Float64Array, o: number, span: number): number {
  const m = margin - c[o + FIXED];
  const b = c[o + LINEAR];
  const a = c[o + SQUARE];
  // Not a number fails every comparison.
  if (!(m > 0 && b < Number.POSITIVE_INFINITY && a < Number.POSITIVE_INFINITY)) return 0;
  if (b <= 0 && a <= 0) return span;
  const square = b * b;
  const product = 4 * a * m;
  let s: number;
  if (b > 0) {
    // The smaller root; a larger discriminant makes it smaller.
    const discriminant = square + product + 8 * u * (square + Math.abs(product));
    if (discriminant < 0) return span;
    s = (2 * m) / (b + Math.sqrt(discriminant));
  } else {
    // Away at first, then back: nothing cancels.
    s = (Math.sqrt(square + product) - b) / (2 * a);
  }
  return Math.min(span, s * (1 - 16 * u));
}

/** Smooth motions through a cell's box: sums of sines, whose amplitudes stay within the limits. */
import type { Cell } from '../../../src/cell/index.ts';
import { Random } from '../../../src/math/index.ts';

/** Configurations of `steps` steps; `speed` is about how far a joint goes in one, in radians. */
export function smoothMotion(
  cell: Cell,
  seed: number,
  steps: number,
  speed: number,
): Float64Array[] {
  const random = new Random(seed);
  const { lower, upper } = cell.box;
  const waves = Array.from(lower, (low, d) => {
    const [half, mid] = [(upper[d] - low) / 2, (upper[d] + low) / 2];
    const phases = [1, 2, 3].map((n) => ({ n, phase: 2 * Math.PI * random.unit() }));
    // Derivatives of the three together are at most 1 / 2 times `rate` times the half width, each.
    const rate = (speed / Math.max(half, 1e-9)) * (0.5 + random.unit());
    return { half, mid, phases, rate };
  });
  return Array.from({ length: steps }, (_, s) =>
    Float64Array.from(waves, ({ half, mid, phases, rate }) => {
      let sum = 0;
      for (const { n, phase } of phases) sum += Math.sin(n * rate * s + phase) / (n * 2);
      return mid + half * Math.max(-1, Math.min(1, sum));
    }),
  );
}

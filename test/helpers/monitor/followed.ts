/** Smooth motions through random configurations: cubics that stand still at each, sampled step by step. */
import { type Cell, sampleInto } from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';

/** Calls for `steps` steps, of at most `most` radians or metres in any joint. The configuration is lent. */
export function followSmoothly(
  cell: Cell,
  random: Random,
  steps: number,
  most: number,
  look: (q: Float64Array, n: number) => void,
): void {
  const count = cell.tree.dofs.length;
  const [q, from, to] = [0, 1, 2].map(() => new Float64Array(count));
  sampleInto(cell, random, from);
  for (let n = 0; n < steps; ) {
    sampleInto(cell, random, to);
    let far = 0;
    for (let d = 0; d < count; d++) far = Math.max(far, Math.abs(to[d] - from[d]));
    // A cubic is at most half as fast again in the middle.
    const parts = Math.max(2, Math.ceil((1.5 * far) / most));
    for (let part = 0; part < parts && n < steps; part++, n++) {
      const t = part / parts;
      const u = t * t * (3 - 2 * t);
      for (let d = 0; d < count; d++) q[d] = from[d] + u * (to[d] - from[d]);
      look(q, n);
    }
    from.set(to);
  }
}

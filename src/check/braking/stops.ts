/** How far joints stray while they stop, and a cell with room for that. */
import { askAbout, type Cell } from '../../cell/index.ts';
import { motionUpper, pairMotion } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';

/** Metres: clearance that is measured at most, unless somebody asks for more. */
const MOST_HORIZON = 1;

/** How far joints stray while they stop. */
export class Stops {
  readonly deceleration: Float64Array;
  readonly reaction: number;

  constructor(deceleration: Float64Array, reaction: number) {
    this.deceleration = deceleration;
    this.reaction = reaction;
  }

  /** Per degree of freedom, from these rates, at a factor; rounded up. */
  strays(rates: Float64Array, factor: number): Float64Array {
    const { deceleration, reaction } = this;
    return rates.map((rate, d) => {
      const v = factor * rate;
      return (v * reaction + (v * v) / (2 * deceleration[d])) * (1 + 16 * U);
    });
  }
}

/** The cell with a box that has room for joints that stray from the path. */
export function withRoom(cell: Cell, path: Path, strays: Float64Array): Cell {
  const { dofs } = cell.tree;
  const own = strays.slice();
  dofs.forEach(({ unit }, d) => {
    // A floating joint's way is told with x: it may be along y or z.
    if (unit === 'quaternion' && dofs[d - 1]?.unit !== 'quaternion') own.fill(own[d - 3], d - 2, d);
  });
  const astray = path.segments.map((segment) => ({
    rangeInto(lower: Float64Array, upper: Float64Array) {
      segment.rangeInto(lower, upper);
      dofs.forEach(({ unit }, d) => {
        if (unit === 'quaternion') return;
        lower[d] -= own[d] * (1 + 4 * U) + 4 * U * Math.abs(lower[d]);
        upper[d] += own[d] * (1 + 4 * U) + 4 * U * Math.abs(upper[d]);
      });
    },
  }));
  return askAbout(cell, astray).cell;
}

/** Clearance that no stop can use up. */
export function horizonFor(cell: Cell, strays: Float64Array): number {
  let most = 1e-3;
  for (const pair of cell.tested) {
    const { tree, bodies, box } = cell;
    const motion = pairMotion(tree, bodies[pair.a], bodies[pair.b], box);
    most = Math.max(most, motionUpper(motion, strays, 0) + pair.clearance + pair.tracking);
    if (!(most < MOST_HORIZON)) return MOST_HORIZON;
  }
  return most;
}

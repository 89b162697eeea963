/** How far joints stray while they stop, and a cell with room for that. */
import { askAbout, type Cell } from '../../cell/index.ts';
import { type BodyExtent, motionUpper, pairMotion } from '../../kinematics/index.ts';
import { U } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';
import { sweptMovers } from '../sweep/listedPairs.ts';

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
      // Nobody needs to say how what stands brakes.
      if (rate === 0) return 0;
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

/** A body that stands: what moves against it is the other one alone. */
export const STANDING: BodyExtent = { frame: 0, ball: new Float64Array(4) };

/** Clearance that no stop can use up. */
export function horizonFor(cell: Cell, strays: Float64Array): number {
  const { tree, bodies, box, crowd } = cell;
  let most = 1e-3;
  const take = (a: BodyExtent, b: BodyExtent, kept: number) => {
    most = Math.max(most, motionUpper(pairMotion(tree, a, b, box), strays, 0) + kept);
  };
  for (const { a, b, clearance, tracking } of cell.tested) {
    take(bodies[a], bodies[b], clearance + tracking);
    if (!(most < MOST_HORIZON)) return MOST_HORIZON;
  }
  for (const mover of crowd ? sweptMovers(cell) : []) {
    take(bodies[mover], STANDING, crowd!.roomUpper(mover));
  }
  return Math.min(most, MOST_HORIZON);
}

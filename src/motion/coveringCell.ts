/** The box of a cell and the motions in it. */
import { type Cell, growCell } from '../cell/index.ts';
import type { Path } from './path.ts';

/**
 * The cell with its box grown over all that the segments of a path reach: curves may go farther than
 * their waypoints. At once, and not again on the way.
 */
export function coveringCell(cell: Cell, { segments }: Pick<Path, 'segments'>): Cell {
  const count = cell.tree.dofs.length;
  const [low, high] = [new Float64Array(count), new Float64Array(count)];
  const [lower, upper] = [new Float64Array(count), new Float64Array(count)];
  segments.forEach((segment, i) => {
    segment.rangeInto(lower, upper);
    for (let d = 0; d < count; d++) {
      low[d] = i === 0 ? lower[d] : Math.min(low[d], lower[d]);
      high[d] = i === 0 ? upper[d] : Math.max(high[d], upper[d]);
    }
  });
  return growCell(growCell(cell, low), high);
}

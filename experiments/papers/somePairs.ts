/** Cells of which only some pairs are tested. */
import type { Body, Cell } from 'surepath/cell';

/** The same cell with only these pairs tested. */
export function onlyPairs(cell: Cell, keep: (a: Body, b: Body) => boolean): Cell {
  const tested = cell.tested.filter(({ a, b }) => keep(cell.bodies[a], cell.bodies[b]));
  return { ...cell, tested };
}

/** The same cell without pairs of links of one robot. */
export function withoutSelf(cell: Cell): Cell {
  const { tree } = cell;
  return onlyPairs(cell, (a, b) => {
    const root = rootOf(tree, a.frame);
    return root === 0 || root !== rootOf(tree, b.frame);
  });
}

/** The frame below the world that a frame hangs on: one for each robot, 0 for obstacles. */
export function rootOf({ parent }: Cell['tree'], frame: number): number {
  let f = frame;
  while (parent[f] > 0) f = parent[f];
  return f;
}

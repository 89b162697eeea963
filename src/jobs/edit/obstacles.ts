/**
 * Edits of obstacles, by their numbers. They make a new description that shares what is not changed with the one before:
 * compiled meshes are known by their triangles and not made again.
 */
import type { CellDescription, ObstacleDescription } from '../../cell/index.ts';
import { nameHint } from '../../math/index.ts';
import { editFault, newName } from './bodies.ts';
import { redeclared, withoutIdle } from './declared.ts';

/** The obstacle of a number. Throws an InputError if there is none. */
export function obstacleAt(
  { obstacles }: Pick<CellDescription, 'obstacles'>,
  i: number,
): ObstacleDescription {
  const found = obstacles[i];
  if (found) return found;
  throw editFault('edit/obstacle', `there is no obstacle number ${i}`);
}

/** The number of an obstacle by its name. Throws an InputError if there is none. */
export function obstacleNumber(
  { obstacles }: Pick<CellDescription, 'obstacles'>,
  name: string,
): number {
  const found = obstacles.findIndex((each) => each.name === name);
  if (found >= 0) return found;
  const hint = nameHint(
    name,
    obstacles.map((each) => each.name),
  );
  throw editFault('edit/obstacle', `there is no obstacle called "${name}"`, hint);
}

/** One more obstacle, with a name that nobody has. */
export function withNewObstacle(
  cell: CellDescription,
  obstacle: ObstacleDescription,
): CellDescription {
  const made = { ...obstacle, name: newName(cell, obstacle.name) };
  return { ...cell, obstacles: [...cell.obstacles, made] };
}

/** An obstacle with other values. */
export function withObstacle(
  cell: CellDescription,
  i: number,
  values: Partial<ObstacleDescription>,
): CellDescription {
  const obstacle = { ...obstacleAt(cell, i), ...values };
  return { ...cell, obstacles: cell.obstacles.map((each, k) => (k === i ? obstacle : each)) };
}

/** Said by an edit it is no more than this; that meshes must be solid is said in files. */
export function withSolid(cell: CellDescription, i: number, solid: boolean): CellDescription {
  const { mustBeSolid: _, ...obstacle } = obstacleAt(cell, i);
  const made = { ...obstacle, solid };
  return { ...cell, obstacles: cell.obstacles.map((each, k) => (k === i ? made : each)) };
}

/** An obstacle by another name, and what is declared about it. */
export function withRenamed(cell: CellDescription, i: number, given: string): CellDescription {
  const { name: before } = obstacleAt(cell, i);
  const name = newName(cell, given);
  return { ...withObstacle(cell, i, { name }), ...redeclared(cell, before, name) };
}

/** Without an obstacle, and what is declared about it. */
export function withoutObstacle(cell: CellDescription, i: number): CellDescription {
  const { name } = obstacleAt(cell, i);
  const obstacles = cell.obstacles.filter((_, k) => k !== i);
  return withoutIdle({ ...cell, obstacles, ...redeclared(cell, name, null) });
}

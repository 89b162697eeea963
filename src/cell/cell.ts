/**
 * A cell, compiled from its model: bodies ready for queries, and every pair of bodies with what is to be done
 * about it.
 */
import { type JointBox, limitsBox } from '../kinematics/index.ts';
import type { Fault } from '../math/index.ts';
import { aboutBody, buildModel, type CellDescription, type CellModel } from '../model/index.ts';
import { type Body, compileBody } from './body.ts';
import type { Crowd } from './crowd.ts';
import { buildPairs, type Pair } from './pairs.ts';

export interface Cell extends Omit<CellModel, 'bodies'> {
  readonly bodies: readonly Body[];
  /** The box of joint values for which exclusions and error bounds hold. */
  readonly box: JointBox;
  readonly pairs: readonly Pair[];
  /** The pairs that are tested, but for those of the crowd's members. */
  readonly tested: readonly Pair[];
  /** All obstacles, where they are many; else null. */
  readonly crowd: Crowd | null;
  readonly notes: readonly Fault[];
}

export interface BuildOptions {
  /** Called for every body, and again for its pairs; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

/** Compiles a cell. Throws an InputError that says what is wrong and where. */
export function buildCell(description: CellDescription, { pause }: BuildOptions = {}): Cell {
  const model = buildModel(description, pause);
  const { tree, bodyOf, tolerances } = model;
  const box = limitsBox(tree);
  // Reach must hold wherever a joint may stray to.
  tolerances.forEach((tolerance, d) => {
    box.lower[d] -= tolerance;
    box.upper[d] += tolerance;
  });
  const bodies = model.bodies.map((body) => {
    pause?.();
    return aboutBody(body.name, () => compileBody(body));
  });
  const pairs = buildPairs(description, bodies, tree, box, tolerances, { pause });
  const tested = pairs.filter((pair) => pair.reason === null);
  const notes = [...description.notes, ...tree.notes];
  return { description, tree, bodies, bodyOf, tolerances, box, pairs, tested, crowd: null, notes };
}

/** Whether joints may stray: those that move, that follow others or that are held. */
export function hasStrays({ tree, tolerances }: Cell): boolean {
  return tree.loose !== null || tolerances.some((t) => t > 0);
}

/** Whether all that is proven for the cell's box holds at q[o], and wherever joints may stray to. */
export function coversConfiguration({ box, tolerances }: Cell, q: Float64Array, o = 0): boolean {
  for (let d = 0; d < tolerances.length; d++) {
    const x = q[o + d];
    if (!(x - tolerances[d] >= box.lower[d] && x + tolerances[d] <= box.upper[d])) return false;
  }
  return true;
}

/** The same cell with joints that may stray by so much more. */
export function strayingCell(cell: Cell, more: Float64Array): Cell {
  if (more.every((x) => x === 0)) return cell;
  const tolerances = cell.tolerances.map((t, d) => t + more[d]);
  const box = {
    lower: cell.box.lower.map((x, d) => x - more[d]),
    upper: cell.box.upper.map((x, d) => x + more[d]),
  };
  const pairs = buildPairs(cell.description, cell.bodies, cell.tree, box, tolerances);
  const tested = pairs.filter((pair) => pair.reason === null);
  return { ...cell, tolerances, box, pairs, tested };
}

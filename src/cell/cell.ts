/**
 * A cell, compiled from its model: bodies ready for queries, and every pair of bodies with what is to be done
 * about it.
 */
import { type JointBox, limitsBox } from '../kinematics/index.ts';
import type { Fault } from '../math/index.ts';
import {
  aboutBody,
  buildModel,
  type CellDescription,
  type CellModel,
  PairRules,
} from '../model/index.ts';
import { type Body, compileBody } from './body.ts';
import type { CompiledStore } from './compiledMesh.ts';
import { CROWD_FROM, type Crowd } from './crowd.ts';
import { Members } from './members.ts';
import { membersOf, pairUp, pairUpAgain } from './pairing.ts';
import type { Pair } from './pairs.ts';
import type { PairTable } from './pairTable.ts';

export interface Cell extends Omit<CellModel, 'bodies'> {
  readonly bodies: readonly Body[];
  /** The box of joint values for which exclusions and error bounds hold. */
  readonly box: JointBox;
  /** Every two bodies: a list, unless there is a crowd. */
  readonly pairs: PairTable;
  /** The pairs that are tested, but for those of the crowd's members. */
  readonly tested: readonly Pair[];
  /** All obstacles, where they are many; else null. */
  readonly crowd: Crowd | null;
  readonly notes: readonly Fault[];
}

export interface BuildOptions {
  /** Called for every body, and again for its pairs; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
  /** Obstacles from which on the cell has a crowd of them. */
  readonly crowdFrom?: number;
  /** Where what was decided about meshes is looked for and kept. Default: nowhere but in this process. */
  readonly store?: CompiledStore | undefined;
  /** A cell with the same obstacles, whose crowd, if it has one, serves this one, too. */
  readonly like?: Cell | undefined;
}

/** Compiles a cell. Throws an InputError that says what is wrong and where. */
export function buildCell(
  description: CellDescription,
  { pause, like, store, crowdFrom = crowdFromOf(like) }: BuildOptions = {},
): Cell {
  const same =
    like?.description.obstacles === description.obstacles &&
    like.description.sets === description.sets;
  const known = like && same ? membersOf(like) : null;
  const model = buildModel(
    description,
    pause,
    known?.bodies.map((body) => body.model),
  );
  const { tree, bodyOf, tolerances } = model;
  const box = limitsBox(tree);
  // Reach must hold wherever a joint may stray to.
  tolerances.forEach((tolerance, d) => {
    box.lower[d] -= tolerance;
    box.upper[d] += tolerance;
  });
  const { obstacles } = model;
  const isCrowded = model.bodies.length - obstacles >= crowdFrom;
  const members =
    known?.first === obstacles
      ? known
      : isCrowded
        ? new Members(model.bodies, obstacles, { pause, store })
        : null;
  const compiled = members ? model.bodies.slice(0, obstacles) : model.bodies;
  const own = compiled.map((body) => {
    pause?.();
    return aboutBody(body.name, () => compileBody(body, store));
  });
  const bodies: readonly Body[] = members ? [...own, ...members.bodies] : own;
  const rules = new PairRules(description, bodies, tree, bodyOf);
  const pairing = pairUp({ rules, bodies, tree, box, tolerances }, members, { pause });
  const notes = [...description.notes, ...tree.notes];
  return { description, tree, bodies, bodyOf, obstacles, tolerances, box, ...pairing, notes };
}

function crowdFromOf(like: Cell | undefined): number {
  if (!like) return CROWD_FROM;
  return like.crowd ? 0 : Number.POSITIVE_INFINITY;
}

/** The most that any pair asks for: clearance, and what straying joints take. */
export function mostKept({ tested, crowd }: Cell): number {
  let most = 0;
  for (const { clearance, tracking } of tested) most = Math.max(most, clearance + tracking);
  for (const mover of crowd?.movers ?? []) most = Math.max(most, crowd!.roomUpper(mover));
  return most;
}

/** The largest clearance that any pair asks for. */
export function mostClearance({ tested, crowd }: Cell): number {
  let most = tested.reduce((so, { clearance }) => Math.max(so, clearance), 0);
  for (const mover of crowd?.movers ?? []) most = Math.max(most, crowd!.clearanceUpper(mover));
  return most;
}

/** How many pairs are tested, those of a crowd's members included. */
export function testedCount({ tested, crowd }: Cell): number {
  return tested.length + (crowd?.counts().get(null) ?? 0);
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
  return { ...cell, tolerances, box, ...pairUpAgain(cell, { ...cell, tolerances, box }) };
}

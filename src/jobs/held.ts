/** Which joints move for a plan, and the space that is left when the others are held. */
import type { Cell, HeldCell } from '../cell/index.ts';
import type { KinematicTree } from '../kinematics/index.ts';
import { InputError, nameHint } from '../math/index.ts';
import { PlanningSpace } from '../plan/index.ts';
import type { Motion } from './motion.ts';

/**
 * Degrees of freedom that may move: `robots`, all of the robots of which any has to; `changing`, only those
 * that have to; or these, by their numbers.
 */
export type Moving = 'robots' | 'changing' | readonly number[];

/** The numbers of those that move, for a way through these configurations. */
export function movingDofs(
  cell: Cell,
  way: readonly Float64Array[],
  moving: Moving = 'robots',
): readonly number[] {
  if (moving !== 'robots' && moving !== 'changing') return moving;
  const { dofs } = cell.tree;
  const [first] = way;
  const changing = [...dofs.keys()].filter((d) => way.some((q) => q[d] !== first[d]));
  if (moving === 'changing') return changing;
  const robots = cell.description.robots.map(({ name }) => name);
  const ownerOf = (d: number) =>
    robots.find((name) => name !== '' && dofs[d].joint.startsWith(`${name}/`)) ?? '';
  const moved = new Set(changing.map(ownerOf));
  return [...dofs.keys()].filter((d) => moved.has(ownerOf(d)));
}

/** Degrees of freedom that stand still when these move: a joint with several moves as a whole. */
export function stillDofs({ dofs }: KinematicTree, moving: readonly number[]): number[] {
  const joints = new Set(moving.map((d) => dofs[d].joint));
  return [...dofs.keys()].filter((d) => !joints.has(dofs[d].joint));
}

/** The space to plan in. A weight for a joint that stands still does no harm; one for no joint does. */
export function spaceFor(
  { cell, full }: HeldCell,
  weights: Readonly<Record<string, number>> = {},
): PlanningSpace {
  const space = new PlanningSpace(cell);
  const entries = Object.entries(weights);
  if (entries.length === 0) return space;
  const all = space.weights.slice();
  for (const [name, weight] of entries) {
    const matching = full.tree.dofs.filter(
      (dof) => dof.name === name || dof.name.endsWith(`/${name}`),
    );
    if (matching.length === 0) {
      throw new InputError({
        code: 'plan/weights',
        message: `there is no joint "${name}"`,
        hint: nameHint(
          name,
          full.tree.dofs.map((dof) => dof.name),
        ),
      });
    }
    for (const dof of matching) {
      const d = cell.tree.dofOf.get(dof.name);
      if (d !== undefined) all[d] = weight;
    }
  }
  return new PlanningSpace(cell, { weights: all });
}

/** A full configuration. Throws an InputError for what is none. */
export function configurationOf(
  { tree }: Cell,
  given: ArrayLike<number>,
  what: string,
): Float64Array {
  const q = Float64Array.from(given);
  const { length } = tree.dofs;
  if (q.length === length && q.every(Number.isFinite)) return q;
  throw new InputError({
    code: 'plan/configuration',
    message: `${what} must be ${length} finite numbers, one per joint of the cell`,
  });
}

/** Where ways meet, a configuration may come twice; a motion that stands still says nothing. */
export function withoutRepeats(list: readonly Float64Array[]): Float64Array[] {
  return list.filter((q, i) => i === 0 || q.some((x, d) => x !== list[i - 1][d]));
}

/** For what is done with the waypoints of one path of straight segments. */
export function requireSimple({ tracks, vias }: Motion, done: string): void {
  if (tracks) {
    throw new InputError({
      code: 'path/tracks',
      message: `a motion of several robots with their own timing cannot be ${done} here`,
    });
  }
  if (vias?.some((via) => via !== null)) {
    throw new InputError({
      code: 'path/arcs',
      message: `a motion with circular segments cannot be ${done}: straight segments are`,
      hint: 'without "via" they would be straight',
    });
  }
}

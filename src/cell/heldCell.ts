/**
 * A cell in which only some joints move: the others are compiled into it where they stand, so that
 * planners have fewer degrees of freedom and cannot move what nobody asked them to move.
 */
import { scopedName } from '../kinematics/index.ts';
import type { CellDescription } from '../model/index.ts';
import { isNothingTested } from '../model/index.ts';
import { buildCell, type Cell } from './cell.ts';

export class HeldCell {
  /** All joints move, and where those stand that do not. */
  readonly full: Cell;
  readonly standing: Float64Array;
  /** The others are held. */
  readonly cell: Cell;
  /** Per degree of freedom of `cell` the one of `full`. */
  private readonly places: readonly number[];

  /** `moving`: degrees of freedom; a joint with several moves as a whole. */
  constructor(full: Cell, standing: Float64Array, moving: ReadonlySet<number>) {
    this.full = full;
    // A copy: a caller may reuse its array.
    this.standing = standing.slice();
    const description = holdOthers(full, standing, moving);
    // What is asked about is the whole cell: of what moves here nothing may be tested, if something is at all.
    const allowNothing = description.allowNothing || !isNothingTested(full.pairs);
    this.cell =
      description === full.description
        ? full
        : buildCell({ ...description, allowNothing }, { like: full });
    this.places = this.cell.tree.dofs.map(({ name }) => full.tree.dofOf.get(name)!);
  }

  /** A full configuration as one of `cell`. */
  reduced(q: Float64Array): Float64Array {
    return Float64Array.from(this.places, (d) => q[d]);
  }

  /** A configuration of `cell` as a full one. */
  completed(q: Float64Array): Float64Array {
    const full = this.standing.slice();
    this.places.forEach((d, k) => {
      full[d] = q[k];
    });
    return full;
  }

  /** Likewise velocities or accelerations: 0 for what stands still. */
  completedRates(rates: Float64Array): Float64Array {
    const full = new Float64Array(this.standing.length);
    this.places.forEach((d, k) => {
      full[d] = rates[k];
    });
    return full;
  }

  /** Degrees of freedom of `full` that stand still. */
  get still(): number[] {
    return this.full.tree.dofs.map((_, d) => d).filter((d) => !this.places.includes(d));
  }
}

function holdOthers(
  { tree, description }: Cell,
  q: Float64Array,
  moving: ReadonlySet<number>,
): CellDescription {
  const held = new Map<string, number[]>();
  tree.dofs.forEach(({ joint }, d) => {
    held.set(joint, [...(held.get(joint) ?? []), q[d]]);
  });
  for (const d of moving) held.delete(tree.dofs[d].joint);
  if (held.size === 0) return description;
  const robots = description.robots.map((robot) => {
    const own = new Map(robot.held);
    for (const [joint, values] of held) {
      const name = robot.name === '' ? joint : joint.slice(robot.name.length + 1);
      if (scopedName(robot.name, name) === joint) own.set(name, values);
    }
    return { ...robot, held: own };
  });
  return { ...description, robots };
}

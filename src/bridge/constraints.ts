/**
 * moveit_msgs/Constraints of a request. Joint constraints are evaluated: along a straight motion a joint is nowhere
 * beyond its values at the ends, so what holds at the waypoints holds between them. Others are refused: a state is not
 * called valid for want of looking.
 */
import type { Cell } from '../cell/index.ts';
import { listAt, messageAt, numberAt, textAt, wrong } from '../formats/index.ts';
import { firstDof } from '../kinematics/index.ts';

/** moveit_msgs/ConstraintEvalResult. */
export interface ConstraintResult {
  readonly result: boolean;
  readonly distance: number;
}

const REFUSED = [
  'position_constraints',
  'orientation_constraints',
  'visibility_constraints',
] as const;

/** One result for each joint constraint: the worst of all configurations. */
export function constraintResults(
  cell: Cell,
  value: unknown,
  way: readonly Float64Array[],
): ConstraintResult[] {
  const constraints = messageAt(value, 'constraints');
  for (const kind of REFUSED) {
    if (listAt(constraints[kind], `constraints.${kind}`).length === 0) continue;
    throw wrong(`constraints.${kind}`, 'only joint constraints can be evaluated here');
  }
  return listAt(constraints.joint_constraints, 'constraints.joint_constraints').map((item, i) => {
    const place = `constraints.joint_constraints[${i}]`;
    const given = messageAt(item, place);
    const number = (key: string) => numberAt(given[key], `${place}.${key}`);
    const name = textAt(given.joint_name, `${place}.joint_name`);
    const dof = firstDof(cell.tree, name);
    const own = cell.tree.dofs.filter(({ joint }) => joint === cell.tree.dofs[dof]?.joint);
    if (own.length !== 1) throw wrong(place, `joint "${name}" has no single value of its own`);
    if (own[0].continuous) {
      throw wrong(place, `joint "${name}" has no limits: which turn is meant is not said`);
    }
    const [position, above, below] = ['position', 'tolerance_above', 'tolerance_below'].map(number);
    const weight = given.weight === undefined ? 1 : number('weight');
    const off = way.map((q) => q[dof] - position);
    return {
      result: off.every((x) => x <= above && x >= -below),
      distance: weight * Math.max(...off.map(Math.abs)),
    };
  });
}

/**
 * The box Q: a range for every degree of freedom. Reach, swept spheres and pose errors are proven
 * for configurations in it. That it covers a motion is seen to before anybody asks about that (cell/question.ts).
 */
import { U } from '../math/index.ts';
import type { KinematicTree } from './tree.ts';

export interface JointBox {
  /** lower > upper: empty, no configuration yet. Numbers of quaternions are not bounded. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Radians: what angles without limits are taken to stay within, until a configuration shows more. */
const MANY_TURNS = 64;

/**
 * The joints' limits; many turns for angles without. Lengths without limits begin empty and want
 * `growBox` for the configurations that occur.
 */
export function limitsBox(tree: KinematicTree): JointBox {
  const lower = Float64Array.from(tree.dofs, (dof) => dof.lower);
  const upper = Float64Array.from(tree.dofs, (dof) => dof.upper);
  tree.dofs.forEach((dof, d) => {
    if (dof.unit === 'angle') {
      lower[d] = Math.max(lower[d], Math.min(-MANY_TURNS, upper[d]));
      upper[d] = Math.min(upper[d], Math.max(MANY_TURNS, lower[d]));
    } else if (dof.unit === 'length' && (dof.lower === -Infinity || dof.upper === Infinity)) {
      lower[d] = Infinity;
      upper[d] = -Infinity;
    }
  });
  return { lower, upper };
}

/** The empty box, to be grown by what occurs. */
export function emptyBox(tree: KinematicTree): JointBox {
  const low = tree.dofs.map((dof) => (dof.unit === 'quaternion' ? -Infinity : Infinity));
  return { lower: Float64Array.from(low), upper: Float64Array.from(low, (x) => -x) };
}

/** Makes the box contain the configuration at q[o]; whether it had to grow. */
export function growBox(box: JointBox, q: Float64Array, o = 0): boolean {
  let grown = false;
  for (let d = 0; d < box.lower.length; d++) {
    const x = q[o + d];
    if (!(x >= box.lower[d])) {
      box.lower[d] = Number.isNaN(x) ? -Infinity : x;
      grown = true;
    }
    if (!(x <= box.upper[d])) {
      box.upper[d] = Number.isNaN(x) ? Infinity : x;
      grown = true;
    }
  }
  return grown;
}

/**
 * Range of the value multiplier * q[d] + offset over the box, rounded outward: out[0] to out[1].
 * An empty range counts as q[d] = 0: about no configuration anything may be said.
 */
export function valueRangeInto(
  box: JointBox,
  d: number,
  multiplier: number,
  offset: number,
  out: Float64Array,
): void {
  const empty = box.lower[d] > box.upper[d];
  const a = empty ? 0 : multiplier * box.lower[d];
  const b = empty ? 0 : multiplier * box.upper[d];
  // 0 * Infinity: a joint that follows with factor 0 does not move.
  const low = multiplier === 0 ? 0 : Math.min(a, b);
  const high = multiplier === 0 ? 0 : Math.max(a, b);
  // For the rounding here, and for motions that leave the box by the rounding of their numbers.
  const slack = 8 * U * (Math.max(-low, high, 0) + Math.abs(offset));
  out[0] = low + offset - slack;
  out[1] = high + offset + slack;
}

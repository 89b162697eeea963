/** Boxes Q (box.ts) for a tree: of the joints' limits, and of the configurations that occur. */
import type { JointBox } from './box.ts';
import type { Dof, KinematicTree } from './tree.ts';

/** Radians: what angles without limits are taken to stay within, until a configuration shows more. */
const MANY_TURNS = 64;

/**
 * Metres: a slide with limits farther out counts as one without. SDF writes 1e16 where there are none; over such a range poses would be
 * computed to a metre, whichever configurations occur.
 */
const MOST_LENGTH = 1e6;

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
    } else if (isUnlimitedSlide(dof)) {
      lower[d] = Infinity;
      upper[d] = -Infinity;
    }
  });
  return { lower, upper };
}

/** Whether a length has no limits, or none within MOST_LENGTH: only configurations that occur say where it is. */
export function isUnlimitedSlide({ unit, lower, upper }: Dof): boolean {
  return unit === 'length' && !(lower >= -MOST_LENGTH && upper <= MOST_LENGTH);
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

/**
 * Whether two bodies are in contact whatever values the joints between them have: proven, or not known. At the middle of a
 * box of joint values a point of one body is found deep inside a solid of the other (bodyDepth.ts). It stays inside as
 * long as it moves by less than that depth [A, Lemma 2], which covers the box, or what is left of it after it was halved.
 *
 * Costs a search for a depth per box, and gives up after so many.
 */
import {
  type JointBox,
  Kinematics,
  motionUpper,
  pairMotion,
  relativeErrorUpper,
} from '../kinematics/index.ts';
import { BodyDepth, isSolidBody } from './bodyDepth.ts';
import type { Cell } from './cell.ts';
import { type Pair, poseErrorOf, reachUpper } from './pairs.ts';

/** Boxes of joint values that are looked at, and of one search for a depth. */
const MOST_LOOKS = 400;
const MOST_BOXES = 100;

/** Two bodies that a pair is about; the rest of the pair does not matter. */
export function isAlwaysInContact(cell: Cell, pair: Pair): boolean {
  const { tree } = cell;
  const [a, b] = [cell.bodies[pair.a], cell.bodies[pair.b]];
  if (!isSolidBody(a) || !isSolidBody(b)) return false;
  const box = rangesOf(cell);
  const motion = pairMotion(tree, a, b, box);
  // A joint that may go anywhere takes them apart, or cannot be divided.
  if (motion.dofs.some((d) => !(box.upper[d] - box.lower[d] < Number.POSITIVE_INFINITY))) {
    return false;
  }
  const error = relativeErrorUpper(tree, a.frame, b.frame, box);
  const poseError = poseErrorOf(error, reachUpper(tree, a, b, box));
  const kinematics = new Kinematics(tree);
  const depth = new BodyDepth();
  const pose = new Float64Array(12);
  const whole: JointBox = { lower: box.lower.slice(), upper: box.upper.slice() };
  const open = [whole];
  for (let looks = 0; open.length > 0; looks++) {
    if (looks >= MOST_LOOKS) return false;
    const { lower, upper } = open.pop()!;
    const middle = new Float64Array(tree.dofs.length);
    const half = new Float64Array(tree.dofs.length);
    for (const d of motion.dofs) {
      middle[d] = lower[d] + (upper[d] - lower[d]) / 2;
      // Measured from the middle as it was rounded.
      half[d] = Math.max(upper[d] - middle[d], middle[d] - lower[d]) * (1 + 1e-12);
    }
    kinematics.setConfiguration(middle);
    kinematics.relativePoseInto(a.frame, b.frame, pose, 0);
    const needed = motionUpper(motion, half, 0) + poseError;
    depth.ask(a, b, pose, 0, { beyond: needed, maxBoxes: MOST_BOXES });
    if (depth.lower > needed) continue;
    // Nothing in common there, or too little to be found.
    if (!(depth.lower > poseError)) return false;
    // As deep everywhere as here, it would take about so many looks: better to give up now than after all of them.
    if (looks === 0) {
      const parts = motion.dofs.length / (depth.lower - poseError);
      const share = (all: number, d: number, k: number) =>
        all * Math.max(1, parts * motion.weights[k] * half[d]);
      if (motion.dofs.reduce(share, 1) > 4 * MOST_LOOKS) return false;
    }
    let widest = motion.dofs[0];
    let most = -1;
    motion.dofs.forEach((d, k) => {
      const share = motion.weights[k] * half[d];
      if (share > most) [widest, most] = [d, share];
    });
    for (const isUpper of [true, false]) {
      const part = { lower: lower.slice(), upper: upper.slice() };
      (isUpper ? part.lower : part.upper)[widest] = middle[widest];
      open.push(part);
    }
  }
  return true;
}

/** Half a turn, rounded up: after a turn everything is where it was. */
const HALF_TURN = Math.PI * (1 + 1e-15);

/** The ranges of the joints; of one that turns on and on, a whole turn. */
function rangesOf({ tree, box }: Cell): JointBox {
  const lower = box.lower.slice();
  const upper = box.upper.slice();
  tree.dofs.forEach(({ unit, lower: low, upper: high }, d) => {
    const turnsOn = unit === 'angle' && !(Number.isFinite(low) && Number.isFinite(high));
    if (turnsOn) [lower[d], upper[d]] = [-HALF_TURN, HALF_TURN];
    else if (!(lower[d] <= upper[d])) {
      [lower[d], upper[d]] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    }
  });
  return { lower, upper };
}

/**
 * Which bodies are tested against which: the model's pairs, less those that balls prove apart over the box,
 * with what straying joints and rounding take away.
 */
import {
  type JointBox,
  type KinematicTree,
  motionUpper,
  pairMotion,
  poseErrorUpper,
  relativeErrorUpper,
  strayingOf,
  sweptGapLower,
} from '../kinematics/index.ts';
import { U } from '../math/index.ts';
import {
  type CellDescription,
  type ModelReason,
  type PairModel,
  PairRules,
} from '../model/index.ts';
import type { Body } from './body.ts';

/** Why a pair is not tested; `swept`: balls around both, swept over the joints' ranges, are disjoint, which is proven. */
export type PairReason = ModelReason | 'swept';

export interface Pair extends Omit<PairModel, 'reason'> {
  /** Why it is not tested; null if it is. */
  readonly reason: PairReason | null;
  /** By how much the two may come closer while joints stray by their tracking tolerances. */
  readonly tracking: number;
  /** By how much the computed relative pose may misplace a point of b. */
  readonly poseError: number;
}

/** Pairs of the same bodies, which hold but for those that changed. */
export interface KnownPairs {
  readonly pairs: readonly Pair[];
  readonly changed: ReadonlySet<number>;
}

export interface PairOptions {
  readonly known?: KnownPairs;
  /** Called for every body; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

/**
 * All pairs of bodies, in order, for joints that stray by their tolerances. Throws an InputError for
 * a declaration that names nobody, and for more bodies than there is room for.
 */
export function buildPairs(
  description: CellDescription,
  bodies: readonly Body[],
  tree: KinematicTree,
  box: JointBox,
  tolerances: Float64Array,
  { known, pause }: PairOptions = {},
): Pair[] {
  const rules = new PairRules(description, bodies, tree);
  const straying = strayingOf(tree, box, tolerances);
  const strays = straying.tolerances.some((t) => t > 0);
  const pairs: Pair[] = [];
  for (let a = 0; a < bodies.length; a++) {
    pause?.();
    for (let b = a + 1; b < bodies.length; b++) {
      if (known && !known.changed.has(a) && !known.changed.has(b)) {
        pairs.push(known.pairs[pairs.length]);
        continue;
      }
      const own = rules.of(a, b);
      const error = relativeErrorUpper(tree, bodies[a].frame, bodies[b].frame, box);
      const reach = reachUpper(tree, bodies[a], bodies[b], box);
      const poseError = (error.shift + error.turn * reach) * (1 + 8 * U);
      const tracking = strays
        ? motionUpper(
            pairMotion(straying.tree, bodies[a], bodies[b], straying.box),
            straying.tolerances,
            0,
          )
        : 0;
      const swept =
        own.reason === null &&
        provenApart(straying.tree, bodies[a], bodies[b], straying.box, own.clearance);
      pairs.push({ ...own, reason: swept ? 'swept' : own.reason, tracking, poseError });
    }
  }
  return pairs;
}

/**
 * How far from its frame's origin points of b matter. A half-space has points everywhere, but only
 * those near a can meet it.
 */
function reachUpper(tree: KinematicTree, a: Body, b: Body, box: JointBox): number {
  const own = ({ ball: [x, y, z, r] }: Body) => Math.sqrt(x * x + y * y + z * z) + r;
  const reach = own(b);
  if (Number.isFinite(reach)) return reach;
  const across =
    poseErrorUpper(tree, a.frame, box).length + poseErrorUpper(tree, b.frame, box).length;
  const other = own(a);
  return across + (Number.isFinite(other) ? other : 0);
}

/**
 * Whether balls around two bodies, swept over the box, are proven farther apart than the clearance.
 * A range that is still empty, of a joint without limits, proves nothing about where it will go.
 */
export function provenApart(
  tree: KinematicTree,
  p: Body,
  q: Body,
  box: JointBox,
  clearance: number,
): boolean {
  if (!Number.isFinite(p.ball[3]) || !Number.isFinite(q.ball[3])) return false;
  if (box.lower.some((low, d) => low > box.upper[d])) return false;
  return sweptGapLower(tree, p.frame, p.ball, q.frame, q.ball, box) > clearance;
}

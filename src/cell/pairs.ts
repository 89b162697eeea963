/**
 * Which bodies are tested against which: the model's pairs, less those that balls prove apart over the box,
 * with what straying joints and rounding take away.
 */
import {
  type BodyExtent,
  type JointBox,
  type KinematicTree,
  motionUpper,
  type PoseError,
  pairMotion,
  poseErrorUpper,
  relativeErrorUpper,
  type Straying,
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

/** What pairs are made of. */
export interface PairGround {
  readonly rules: PairRules;
  readonly bodies: readonly Body[];
  readonly tree: KinematicTree;
  readonly box: JointBox;
  /** By how much joints stray. */
  readonly tolerances: Float64Array;
}

/** Makes pairs of bodies, for joints that stray by their tolerances. */
export class PairMaker {
  readonly ground: PairGround;
  /** Where joints may stray to. */
  readonly straying: Straying;
  readonly strays: boolean;

  constructor(ground: PairGround) {
    this.ground = ground;
    this.straying = strayingOf(ground.tree, ground.box, ground.tolerances);
    this.strays = this.straying.tolerances.some((t) => t > 0);
  }

  /** Of bodies number a < b. */
  make(a: number, b: number): Pair {
    const { rules, bodies, tree, box } = this.ground;
    const { straying } = this;
    const own = rules.of(a, b);
    const error = relativeErrorUpper(tree, bodies[a].frame, bodies[b].frame, box);
    const poseError = poseErrorOf(error, reachUpper(tree, bodies[a], bodies[b], box));
    const tracking = this.trackingOf(bodies[a], bodies[b]);
    const swept =
      own.reason === null &&
      provenApart(straying.tree, bodies[a], bodies[b], straying.box, own.clearance);
    return { ...own, reason: swept ? 'swept' : own.reason, tracking, poseError };
  }

  /** By how much two bodies may come closer while joints stray. */
  trackingOf(a: BodyExtent, b: BodyExtent): number {
    if (!this.strays) return 0;
    const { tree, box, tolerances } = this.straying;
    return motionUpper(pairMotion(tree, a, b, box), tolerances, 0);
  }
}

/** What the error of a relative pose means for points so far from the frame's origin. */
export function poseErrorOf({ shift, turn }: PoseError, reach: number): number {
  return (shift + turn * reach) * (1 + 8 * U);
}

/** Pairs of the same bodies, which hold but for those that changed. */
export interface KnownPairs {
  readonly pairs: Iterable<Pair>;
  readonly changed: ReadonlySet<number>;
}

/** All pairs of bodies number 0 ... count - 1, in order. `pause` is called for every body. */
export function listPairs(
  maker: PairMaker,
  count: number,
  { known, pause }: { known?: KnownPairs | undefined; pause?: (() => void) | undefined } = {},
): Pair[] {
  const pairs: Pair[] = [];
  const before = known ? [...known.pairs] : [];
  for (let a = 0; a < count; a++) {
    pause?.();
    for (let b = a + 1; b < count; b++) {
      const holds = known && !known.changed.has(a) && !known.changed.has(b);
      pairs.push(holds ? before[pairs.length] : maker.make(a, b));
    }
  }
  return pairs;
}

/**
 * All pairs of bodies, in order, for joints that stray by their tolerances. Throws an InputError for
 * a declaration that names nobody.
 */
export function buildPairs(
  description: CellDescription,
  bodies: readonly Body[],
  tree: KinematicTree,
  box: JointBox,
  tolerances: Float64Array,
): Pair[] {
  const rules = new PairRules(description, bodies, tree);
  return listPairs(new PairMaker({ rules, bodies, tree, box, tolerances }), bodies.length);
}

/**
 * How far from its frame's origin points of b matter. A half-space has points everywhere, but only
 * those near a can meet it.
 */
export function reachUpper(tree: KinematicTree, a: Body, b: Body, box: JointBox): number {
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
  if (!isSwept(p, box) || !Number.isFinite(q.ball[3])) return false;
  return sweptGapLower(tree, p.frame, p.ball, q.frame, q.ball, box) > clearance;
}

/** Whether a ball around a body, swept over the box, says where it can be. */
export function isSwept({ ball }: Body, { lower, upper }: JointBox): boolean {
  return Number.isFinite(ball[3]) && !lower.some((low, d) => low > upper[d]);
}

/**
 * Configuration space for planners: distances, samples, straight ways, and what is free there.
 *
 * Distances are Euclidean in joint values times their weights; angles without limits are compared the
 * short way round. A planner works with values as it finds them; `alongInto` says where a straight motion
 * from one to the other ends, with whole turns added, so that numbers mean what they say on the way.
 */
import { type Cell, type PairFinding, StaticChecker } from '../cell/index.ts';
import { type Certificate, CertificateMaker, type MakeOptions } from '../certificate/index.ts';
import type { Checker } from '../check/index.ts';
import { isUnlimitedSlide, type KinematicTree, TURN as TURNING } from '../kinematics/index.ts';
import { InputError, type Random } from '../math/index.ts';
import type { Path } from '../motion/index.ts';
import { EdgeChecker } from './edgeChecker.ts';

export interface SpaceOptions {
  /** One positive number per degree of freedom. Default: 1 per radian, 2 per metre. */
  readonly weights?: ArrayLike<number>;
}

const TURN = 2 * Math.PI;
/** A slide by one metre counts like so many radians. */
const PER_METRE = 2;

export class PlanningSpace {
  readonly cell: Cell;
  readonly size: number;
  readonly weights: Float64Array;
  /** Where samples are drawn: limits, and one turn where there are none. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** From one corner of that to the other, weighted. */
  readonly diagonal: number;
  /** Proves motions: the ladder. One check at a time, for all who plan in this space. */
  readonly prover: Checker;
  /** Per degree of freedom, 1 if it is back where it was after a whole turn, with all that follows it. */
  readonly wraps: Uint8Array;
  private readonly unlimited: Uint8Array;
  private statics: StaticChecker;
  private maker: CertificateMaker | null = null;

  constructor(cell: Cell, { weights }: SpaceOptions = {}) {
    const { dofs } = cell.tree;
    this.cell = cell;
    this.size = dofs.length;
    const given = weights ?? dofs.map(({ unit }) => (unit === 'length' ? PER_METRE : 1));
    this.weights = Float64Array.from(given);
    if (this.weights.length !== dofs.length || !this.weights.every((w) => w > 0 && w < Infinity)) {
      throw new InputError({
        code: 'plan/weights',
        message: `weights must be ${dofs.length} positive numbers, one per degree of freedom`,
      });
    }
    this.unlimited = Uint8Array.from(dofs, (dof) => (dof.continuous ? 1 : 0));
    this.wraps = this.unlimited.map((free, d) => (free === 1 && turnsWhole(cell.tree, d) ? 1 : 0));
    this.lower = Float64Array.from(dofs, (dof) => (dof.continuous ? -Math.PI : dof.lower));
    this.upper = Float64Array.from(dofs, (dof) => (dof.continuous ? Math.PI : dof.upper));
    dofs.forEach((dof, d) => {
      const { name, unit } = dof;
      const finite = Number.isFinite(this.lower[d]) && Number.isFinite(this.upper[d]);
      if (finite && unit !== 'quaternion' && !isUnlimitedSlide(dof)) return;
      const lacks =
        finite && unit !== 'quaternion' ? 'has limits of more than 1e6 m' : 'has no limits';
      throw new InputError({
        code: 'plan/unbounded',
        message: `"${name}" ${lacks}: a planner would not know where to look`,
        hint: 'hold the joint, or give it limits',
      });
    });
    this.statics = new StaticChecker(cell);
    this.prover = new EdgeChecker(cell);
    let sum = 0;
    for (let d = 0; d < this.size; d++) {
      const side = (this.upper[d] - this.lower[d]) * this.weights[d];
      sum += side * side;
    }
    this.diagonal = Math.sqrt(sum);
  }

  /** Distance of the configurations at a[i] and b[j]. */
  distance(a: Float64Array, b: Float64Array, i = 0, j = 0): number {
    const { weights, wraps } = this;
    let sum = 0;
    for (let d = 0; d < weights.length; d++) {
      let x = b[j + d] - a[i + d];
      if (wraps[d] === 1) x -= TURN * turnsIn(x);
      x *= weights[d];
      sum += x * x;
    }
    return Math.sqrt(sum);
  }

  /** The largest difference of a joint's values, weighted: in this metric `sampleNearInto` draws from a ball. */
  maxDistance(a: Float64Array, b: Float64Array): number {
    const { weights, wraps } = this;
    let most = 0;
    for (let d = 0; d < weights.length; d++) {
      let x = b[d] - a[d];
      if (wraps[d] === 1) x -= TURN * turnsIn(x);
      most = Math.max(most, Math.abs(x) * weights[d]);
    }
    return most;
  }

  /** out = where a straight motion from `from` toward `to` ends: `to`, but for whole turns. */
  alongInto(from: Float64Array, to: Float64Array, out: Float64Array): void {
    for (let d = 0; d < this.size; d++) {
      const x = to[d] - from[d];
      out[d] = this.wraps[d] === 1 ? to[d] - TURN * turnsIn(x) : to[d];
    }
  }

  /** out = the configuration at part t of the straight way between two, the short way round. */
  betweenInto(from: Float64Array, to: Float64Array, t: number, out: Float64Array): void {
    for (let d = 0; d < this.size; d++) {
      let x = to[d] - from[d];
      if (this.wraps[d] === 1) x -= TURN * turnsIn(x);
      out[d] = from[d] + t * x;
    }
  }

  /** A random configuration within the limits. */
  sampleInto(random: Random, out: Float64Array): void {
    for (let d = 0; d < this.size; d++) out[d] = random.between(this.lower[d], this.upper[d]);
  }

  /** A random configuration within the limits whose values differ from q's by at most radius / weight. */
  sampleNearInto(random: Random, q: Float64Array, radius: number, out: Float64Array): void {
    for (let d = 0; d < this.size; d++) {
      const reach = radius / this.weights[d];
      if (this.unlimited[d] === 1) out[d] = q[d] + random.between(-reach, reach);
      else {
        const low = Math.max(this.lower[d], q[d] - reach);
        const high = Math.min(this.upper[d], q[d] + reach);
        out[d] = random.between(low, high);
      }
    }
  }

  /** Whether a configuration is within the limits. */
  isInside(q: Float64Array): boolean {
    for (let d = 0; d < this.size; d++) {
      if (this.unlimited[d] === 0 && !(q[d] >= this.lower[d] && q[d] <= this.upper[d]))
        return false;
    }
    return true;
  }

  /** Whether all pairs are proven to keep their clearance at a configuration, and `beyond` metres more. */
  isFree(q: Float64Array, beyond = 0): boolean {
    return this.staticsAt(q).keepsClearance(q, 0, beyond);
  }

  /** The certificate of a path that is free. Throws what makeCertificate throws. */
  certify(path: Path, options?: MakeOptions): Certificate {
    this.maker ??= new CertificateMaker(this.cell.description, this.cell);
    return this.maker.make(path, options);
  }

  /** Whether a pair is seen to collide at a configuration: where that is not said, it may be free, near or not settled. */
  collidesAt(q: Float64Array): boolean {
    return this.staticsAt(q).collides(q);
  }

  /** The pair that is in the way at a configuration that is not free; null if it is free. */
  obstacleAt(q: Float64Array): PairFinding | null {
    const { colliding, tooClose, closest } = this.staticsAt(q).check(q);
    return colliding ? closest : tooClose;
  }

  /** The pairs that are free at a configuration by less than `beyond` metres, the nearest first. */
  nearAt(q: Float64Array, beyond: number): PairFinding[] {
    return this.staticsAt(q).hardlyFree(beyond, q);
  }

  /** Joints without limits may be anywhere. */
  private staticsAt(q: Float64Array): StaticChecker {
    this.statics = this.statics.for(q);
    return this.statics;
  }
}

/**
 * The whole turns that are left out of a difference of angles. Halves go toward zero: the way there is the
 * way back, also at exactly half a turn.
 */
function turnsIn(x: number): number {
  const turns = Math.ceil(Math.abs(x) / TURN - 0.5);
  return x < 0 ? -turns : turns;
}

/** Whether joints that follow this one turn by whole turns with it. */
function turnsWhole(tree: KinematicTree, d: number): boolean {
  for (let f = 0; f < tree.frameCount; f++) {
    if (tree.dof[f] !== d) continue;
    if (tree.kind[f] !== TURNING || !Number.isInteger(tree.multiplier[f])) return false;
    // After a whole turn what follows by a law is elsewhere, or nearly where it was: by rounding.
    if (tree.laws?.[f]) return false;
  }
  return true;
}

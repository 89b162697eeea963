/** How fast joints may move, and how fast that may change: from the robots' files and from options. */
import { type Cell, jointBounds } from '../../cell/index.ts';
import type { KinematicTree } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';

export interface LimitOptions {
  /**
   * Radians or metres per second: for all joints, or one number each, NaN for the default: what the cell
   * file or the URDF says of them and of joints that follow them.
   */
  readonly velocity?: number | ArrayLike<number>;
  /** The same per second squared. Default: as the cell file says, or what reaches the velocity in half a second. */
  readonly acceleration?: number | ArrayLike<number>;
  /** Parts of the limits to use, above 0 and up to 1. Default 1. */
  readonly velocityScale?: number;
  readonly accelerationScale?: number;
}

/** One number per degree of freedom, all above 0. */
export interface JointLimits {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
}

/** Seconds in which a joint reaches its velocity where nothing says how fast it may accelerate. */
const RAMP_S = 0.5;

export function jointLimits(cell: Cell, options: LimitOptions = {}): JointLimits {
  const { tree } = cell;
  const velocityScale = requireScale(options.velocityScale ?? 1, 'velocity');
  const accelerationScale = requireScale(options.accelerationScale ?? 1, 'acceleration');
  const { velocity: v, acceleration: a } = options;
  const usual = usualLimits(cell);
  const velocity = Float64Array.from(tree.dofs, ({ name, unit }, d) => {
    if (unit === 'quaternion') {
      throw new InputError({
        code: 'plan/limits',
        message: `"${name}" is part of a rotation: its velocity cannot be limited`,
        hint: 'hold the floating joint',
      });
    }
    const given = at(v, d, tree) ?? usual.velocity[d];
    return positive(given, 'velocity', name) * velocityScale;
  });
  const acceleration = Float64Array.from(tree.dofs, ({ name }, d) => {
    const known = usual.acceleration[d] < Infinity ? usual.acceleration[d] : undefined;
    const given = at(a, d, tree) ?? known ?? velocity[d] / velocityScale / RAMP_S;
    return positive(given, 'acceleration', name) * accelerationScale;
  });
  return { velocity, acceleration };
}

/** How much of the limits a motion takes at most, by proven extrema; above 1 is too much. */
export function usedShare(
  { segments, times = [] }: Path,
  { velocity, acceleration }: JointLimits,
): { readonly velocity: number; readonly acceleration: number } {
  const most = new Float64Array(velocity.length);
  const used = { velocity: 0, acceleration: 0 };
  segments.forEach((segment, i) => {
    const duration = times[i + 1] - times[i];
    if (!(duration > 0)) return;
    segment.rateUpperInto(0, 1, most, 0);
    most.forEach((x, d) => {
      used.velocity = Math.max(used.velocity, x / duration / velocity[d]);
    });
    segment.accelerationUpperInto(0, 1, most, 0);
    most.forEach((x, d) => {
      used.acceleration = Math.max(used.acceleration, x / duration / duration / acceleration[d]);
    });
  });
  return used;
}

/** What files say, per degree of freedom: what joints that follow it leave it of its rates included. */
export function usualLimits(cell: Cell): JointLimits {
  const count = cell.tree.dofs.length;
  const velocity = new Float64Array(count).fill(Infinity);
  const acceleration = new Float64Array(count).fill(Infinity);
  for (const bound of jointBounds(cell)) {
    const { dof: d, factor, bend } = bound;
    if (d < 0 || factor === 0) continue;
    velocity[d] = Math.min(velocity[d], bound.velocity / factor);
    // By a law g a follower accelerates with g'' v^2 + g' a: half of what it may is for each.
    const share = bend > 0 ? 0.5 : 1;
    acceleration[d] = Math.min(acceleration[d], (share * bound.acceleration) / factor);
    if (bend > 0) velocity[d] = Math.min(velocity[d], Math.sqrt((0.5 * bound.acceleration) / bend));
  }
  return { velocity, acceleration };
}

function at(given: number | ArrayLike<number> | undefined, d: number, tree: KinematicTree) {
  if (given === undefined || typeof given === 'number') return given;
  if (given.length === tree.dofs.length) return Number.isNaN(given[d]) ? undefined : given[d];
  throw new InputError({
    code: 'plan/limits',
    message: `there are ${given.length} limits for ${tree.dofs.length} degrees of freedom`,
  });
}

function positive(value: number, what: string, name: string): number {
  if (value > 0 && value < Infinity) return value;
  throw new InputError({
    code: 'plan/limits',
    message:
      value === Infinity
        ? `nothing says how fast "${name}" may move`
        : `the ${what} of "${name}" is limited to ${value}`,
    hint: `give a limit of its ${what} above 0`,
  });
}

function requireScale(value: number, what: string): number {
  if (value > 0 && value <= 1) return value;
  throw new InputError({
    code: 'plan/limits',
    message: `the ${what} is scaled by ${value}; expected a number above 0 and up to 1`,
  });
}

/** How fast may a motion run so that braking, at any instant, stays inside of its certified clearance? */
import { jointBounds } from '../cell/index.ts';
import { type BrakingResult, brakingFactor } from '../check/index.ts';
import { firstDof, type KinematicTree } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import { factsOf, type MotionFacts, type ProfileSettings } from './check.ts';
import { type JobContext, JobLimits, type LimitSettings, Stopwatch, telling } from './context.ts';
import { timeAt } from './motion.ts';
import type { MotionSettings, OpenCell, Question } from './openCell.ts';

/** For all joints, or for each by its name. */
export type ByJoint = number | Readonly<Record<string, number>>;

/** How a robot brakes. */
export interface BrakingSettings extends ProfileSettings {
  /** Rad/s^2 or m/s^2: joints brake at least that hard, each by itself. By name: for all that move. */
  readonly deceleration: ByJoint;
  /** Seconds within which every joint begins to brake. Default 0. */
  readonly reaction_s?: number | undefined;
  /** The largest speed factor that is of interest. Default 1: the motion as it is. */
  readonly limit?: number | undefined;
  /**
   * Rad/s or m/s, of a motion without times: how fast joints move at factor 1 at the most. Default as the cell file or
   * the URDF limits them.
   */
  readonly velocity?: ByJoint | undefined;
}

export interface BrakingJobRequest extends MotionSettings, LimitSettings, BrakingSettings {}

/** What of a joint matters where the factor is limited. */
export interface BrakingJointAnswer {
  readonly joint: string;
  readonly unit: 'rad' | 'm';
  /** Per second at factor 1, at most. */
  readonly rate: number;
  /** How far it may stray at the factor that was found. */
  readonly stray: number;
}

/** Where a larger factor is not proven. */
export interface BrakingLimit {
  /** Names; of a crowd that nobody looked at more closely the second is missing. */
  readonly pair: readonly [string, string] | readonly [string];
  readonly segment: number;
  readonly from: number;
  readonly to: number;
  /** Seconds, where the motion has times. */
  readonly time?: readonly [number, number];
  /** Metres: the clearance that is proven there, and what the two must keep of it. */
  readonly lower: number;
  readonly kept: number;
  readonly joints: readonly BrakingJointAnswer[];
}

export interface BrakingAnswer
  extends Omit<BrakingResult, 'limiting'>,
    Omit<MotionFacts, 'clearance' | 'delta'> {
  readonly limiting: BrakingLimit | null;
  /** Metres that bodies must keep apart, unless a pair has its own. */
  readonly keptClearance: number;
  /** Whether rates are the motion's own; else they are limits of joints. */
  readonly timed: boolean;
  readonly milliseconds: number;
}

/** The largest speed factor for which braking stays inside of the clearance, with what limits it. */
export function braking(
  open: OpenCell,
  request: BrakingJobRequest,
  context: JobContext = {},
): BrakingAnswer {
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  const { cell, path } = question;
  const watch = new Stopwatch();
  const { accuracy, horizon, reaction_s, limit } = request;
  const timed = path.times !== undefined;
  if (timed && request.velocity !== undefined) {
    throw new InputError({
      code: 'braking/velocity',
      message: 'the motion has times, which say how fast it is: velocities are for one without',
    });
  }
  const result = brakingFactor(cell, path, {
    deceleration: byDof(cell.tree, request.deceleration, 'deceleration'),
    ...(timed ? {} : { velocity: velocitiesOf(question, request.velocity) }),
    ...(reaction_s === undefined ? {} : { reaction_s }),
    ...(limit === undefined ? {} : { limit }),
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(horizon === undefined ? {} : { horizon }),
    ...limits.now(),
    ...telling(context, 'profile'),
  });
  const { clearance: keptClearance, delta: _, ...facts } = factsOf(question, 0);
  return {
    ...facts,
    ...result,
    keptClearance,
    limiting: limitOf(question, result),
    timed,
    milliseconds: watch.total(),
  };
}

/** One number for each degree of freedom; NaN where none is given. */
function byDof(tree: KinematicTree, given: ByJoint, what: string): Float64Array {
  const { dofs } = tree;
  if (typeof given === 'number') return new Float64Array(dofs.length).fill(given);
  const values = new Float64Array(dofs.length).fill(Number.NaN);
  for (const [name, value] of Object.entries(given)) {
    const first = firstDof(tree, name);
    if (first < 0) {
      throw new InputError({
        code: 'braking/joint',
        message: `${what}: "${name}" has no value of its own: it is held, or follows another joint`,
        hint: 'what follows brakes with the joint that it follows',
      });
    }
    // A joint of several degrees of freedom, or one of them.
    const { joint } = dofs[first];
    const isWhole = dofs[first].name !== name || joint === name;
    dofs.forEach((dof, d) => {
      if (isWhole ? dof.joint === joint : d === first) values[d] = value;
    });
  }
  return values;
}

/** How fast joints of a motion without times may move. */
function velocitiesOf({ cell }: Question, given: ByJoint | undefined): Float64Array {
  if (given !== undefined) return byDof(cell.tree, given, 'velocity');
  const limits = new Float64Array(cell.tree.dofs.length).fill(Number.POSITIVE_INFINITY);
  for (const { dof, factor, velocity } of jointBounds(cell)) {
    if (dof >= 0 && factor !== 0) {
      limits[dof] = Math.min(limits[dof], velocity / factor);
    }
  }
  return limits.map((v) => (v < Number.POSITIVE_INFINITY ? v : Number.NaN));
}

function limitOf({ cell, path }: Question, { limiting }: BrakingResult): BrakingLimit | null {
  if (limiting === null) return null;
  const { pair, body, segment, from, to, lower, kept } = limiting;
  const { bodies, tree } = cell;
  const [begin, end] = [timeAt(path, segment, from), timeAt(path, segment, to)];
  return {
    pair: pair ? [bodies[pair.a].name, bodies[pair.b].name] : [bodies[body].name],
    ...{ segment, from, to, lower, kept },
    ...(begin === undefined || end === undefined ? {} : { time: [begin, end] as const }),
    joints: limiting.joints.map(({ dof, rate, stray }) => ({
      joint: tree.dofs[dof].name,
      unit: tree.dofs[dof].unit === 'length' ? 'm' : 'rad',
      rate,
      stray,
    })),
  };
}

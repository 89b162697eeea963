/**
 * Inverse kinematics: configurations that put a link, or a tool that it carries, at a pose in the world.
 * By descents from the configurations given and from random ones (poseDescent.ts), so that any chain of
 * turning and sliding joints will do, also with mimic joints and joints without limits. What is returned
 * has been measured: it is within the tolerances and the limits and, unless the caller says otherwise,
 * free of collision. Not finding one proves nothing; the result says how near the best came.
 */
import type { PairFinding } from '../../cell/index.ts';
import { assertPose, InputError, nameHint, type Random } from '../../math/index.ts';
import { about } from '../../words/index.ts';
import type { PlanningSpace } from '../space.ts';
import { movingDofs, PoseDescent } from './poseDescent.ts';

export interface PoseRequest {
  /** Name of a link, scoped: `left/tool0`. */
  readonly link: string;
  /** Where it shall be: 12 numbers, in the world. */
  readonly pose: Float64Array;
  /** The point and orientation that shall be there, in the link's frame. Default: the link's own. */
  readonly tool?: Float64Array;
  /** Metres. Default 1e-4. */
  readonly positionTolerance_m?: number;
  /** Radians, about any axis that is not free; `free` if the rotation does not matter. Default 1e-3. */
  readonly rotationTolerance_rad?: number | 'free';
  /** A direction in the tool's frame about which it may be turned, as a drill may. Default: none. */
  readonly freeAxis?: readonly [number, number, number];
  /** Where joints stand that do not move the link; the first descent begins here. */
  readonly from: Float64Array;
  /** More configurations to begin at. Their other joints keep the values they have there. */
  readonly seeds?: readonly Float64Array[];
  /** Joint values that must not change, by name, though they move the link. */
  readonly fixed?: readonly string[];
  readonly random: Random;
  /** Descents from random configurations, after the others. Default 100. */
  readonly restarts?: number;
  /** How many different solutions; the search ends when there are so many. Default 1. */
  readonly wanted?: number;
  /** Solutions nearer than this to another, as the space measures, count as the same. Default 0.01. */
  readonly apart?: number;
  /** Whether a solution must be free of collision. Default true. */
  readonly free?: boolean;
  /** Anything else that a solution must be. */
  readonly accept?: (q: Float64Array) => boolean;
  readonly signal?: { readonly aborted: boolean };
}

/** Why there is no solution, as far as was seen. */
export type PoseFailure =
  /** None came within the tolerances; the nearest, and what it was off by. */
  | {
      readonly kind: 'out of reach';
      readonly nearest: Float64Array;
      readonly positionError: number;
      readonly rotationError: number;
    }
  /** The pose can be reached, but not free of collision; the pair that was in the way first. */
  | {
      readonly kind: 'in collision';
      readonly configuration: Float64Array;
      readonly finding: PairFinding | null;
    }
  /** The pose can be reached free of collision, but `accept` wanted none of that. */
  | { readonly kind: 'not accepted'; readonly configuration: Float64Array };

export interface PoseResult {
  /** In the order in which they were found; joints without limits are within half a turn of `from`. */
  readonly solutions: readonly Float64Array[];
  /** Null if there is a solution. */
  readonly failure: PoseFailure | null;
  /** Descents. */
  readonly tries: number;
}

const TURN = 2 * Math.PI;
const DEFAULT_POSITION_M = 1e-4;
const DEFAULT_ROTATION_RAD = 1e-3;
const DEFAULT_RESTARTS = 100;
const DEFAULT_APART = 0.01;

/** Looks for configurations. Throws an InputError for a request that makes no sense. */
export function solvePose(space: PlanningSpace, request: PoseRequest): PoseResult {
  return new PoseSearch(space, request).run();
}

/** For people: why there is no solution. */
export function poseFailureText(
  space: PlanningSpace,
  { link }: Pick<PoseRequest, 'link'>,
  failure: PoseFailure,
): string {
  if (failure.kind === 'not accepted') return `"${link}" can be there, but not as asked for`;
  if (failure.kind === 'in collision') {
    const { finding } = failure;
    if (!finding) return `"${link}" can be there, but was not found free of collision`;
    const [a, b] = [finding.pair.a, finding.pair.b].map((i) => space.cell.bodies[i].name);
    const what = finding.colliding ? 'collide' : 'are too close';
    return `"${link}" can be there, but "${a}" and "${b}" ${what}`;
  }
  const { positionError, rotationError } = failure;
  return `"${link}" was not found to get there: the nearest is off by ${about(positionError, 3)} m and ${about(rotationError, 3)} rad`;
}

class PoseSearch {
  private readonly space: PlanningSpace;
  private readonly request: PoseRequest;
  private readonly descent: PoseDescent;
  private readonly dofs: readonly number[];
  /** Of these, angles that a whole turn leaves as they are. */
  private readonly turning: readonly number[];
  private readonly position: number;
  private readonly rotation: number;
  private readonly solutions: Float64Array[] = [];
  private failure: PoseFailure | null = null;

  constructor(space: PlanningSpace, request: PoseRequest) {
    const { tree } = space.cell;
    const { link, pose, tool, from, seeds = [], fixed = [] } = request;
    this.space = space;
    this.request = request;
    const frame = tree.frameOf.get(link);
    if (frame === undefined) {
      const hint = nameHint(link, tree.frameOf.keys());
      throw new InputError({ code: 'plan/link', message: `there is no link "${link}"`, hint });
    }
    assertPose(pose);
    if (tool) assertPose(tool);
    for (const q of [from, ...seeds]) requireInside(space, q);
    const kept = fixed.map((name) => {
      const d = tree.dofOf.get(name);
      if (d !== undefined) return d;
      const hint = nameHint(name, tree.dofOf.keys());
      throw new InputError({ code: 'plan/joint', message: `there is no joint "${name}"`, hint });
    });
    const { positionTolerance_m, rotationTolerance_rad = DEFAULT_ROTATION_RAD } = request;
    const anyRotation = rotationTolerance_rad === 'free';
    this.position = tolerance(positionTolerance_m ?? DEFAULT_POSITION_M, 'm');
    this.rotation = anyRotation ? 0 : tolerance(rotationTolerance_rad, 'rad');
    this.dofs = movingDofs(tree, frame).filter((d) => !kept.includes(d));
    this.turning = this.dofs.filter((d) => space.wraps[d] === 1);
    const { dofs } = this;
    const axis = unitAxis(request.freeAxis);
    this.descent = new PoseDescent(space, {
      ...{ frame, pose, tool: tool ?? null, anyRotation, axis, dofs },
    });
  }

  run(): PoseResult {
    const { space, request, dofs } = this;
    const { from, seeds = [], random, restarts = DEFAULT_RESTARTS, wanted = 1, signal } = request;
    const given = [from, ...seeds];
    const sample = new Float64Array(space.size);
    // Where nothing moves there is nothing to try again.
    const most = given.length + (dofs.length === 0 ? 0 : restarts);
    let tries = 0;
    while (tries < most && this.solutions.length < wanted && !signal?.aborted) {
      const q = (given[tries] ?? from).slice();
      if (tries >= given.length) {
        space.sampleInto(random, sample);
        for (const d of dofs) q[d] = sample[d];
      }
      tries++;
      this.descent.run(q);
      this.judge(q);
    }
    const { solutions, failure } = this;
    return { solutions, failure: solutions.length > 0 ? null : failure, tries };
  }

  private judge(found: Float64Array): void {
    const { space, request, solutions, descent } = this;
    const { from, apart = DEFAULT_APART } = request;
    const q = found.slice();
    for (const d of this.turning) q[d] -= TURN * Math.round((q[d] - from[d]) / TURN);
    // Measured as it is returned, whole turns added.
    descent.measure(q);
    const { positionError, rotationError } = descent;
    if (!(positionError <= this.position && rotationError <= this.rotation)) {
      const best = this.failure;
      if (best && best.kind !== 'out of reach') return;
      const worse = (p: number, r: number) => p / this.position + r / (this.rotation || 1);
      if (
        best &&
        worse(positionError, rotationError) >= worse(best.positionError, best.rotationError)
      )
        return;
      this.failure = { kind: 'out of reach', nearest: q, positionError, rotationError };
      return;
    }
    if (solutions.some((other) => space.distance(q, other) < apart)) return;
    if (request.free !== false && !space.isFree(q)) {
      if (this.failure?.kind === 'in collision' || this.failure?.kind === 'not accepted') return;
      this.failure = { kind: 'in collision', configuration: q, finding: space.obstacleAt(q) };
    } else if (request.accept && !request.accept(q)) {
      this.failure = { kind: 'not accepted', configuration: q };
    } else solutions.push(q);
  }
}

function tolerance(value: number, unit: string): number {
  if (value > 0) return value;
  throw new InputError({
    code: 'plan/tolerance',
    message: `a tolerance of ${value} ${unit} cannot be met`,
    hint: 'it must be above 0',
  });
}

function unitAxis(given: PoseRequest['freeAxis']): Float64Array | null {
  if (!given) return null;
  const [x, y, z] = given;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0 && length < Infinity) return Float64Array.of(x / length, y / length, z / length);
  throw new InputError({
    code: 'plan/axis',
    message: `the axis ${given.join(', ')} is no direction`,
  });
}

function requireInside(space: PlanningSpace, q: Float64Array): void {
  if (q.length === space.size && q.every(Number.isFinite) && space.isInside(q)) return;
  throw new InputError({
    code: 'plan/configuration',
    message: `a configuration to begin at must be ${space.size} finite numbers within the limits`,
  });
}

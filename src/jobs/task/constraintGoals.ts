/**
 * Goals of requests by where a link shall be: configurations by inverse kinematics that satisfy all constraints of the goal,
 * measured by forward kinematics before they are taken. Targets are the middle of what is allowed, then random ones in it.
 */
import type { Cell } from '../../cell/index.ts';
import {
  type OrientationConstraint,
  type PositionConstraint,
  satisfiesOrientation,
  satisfiesPosition,
} from '../../formats/index.ts';
import { Kinematics, scopedName } from '../../kinematics/index.ts';
import {
  composePoses,
  InputError,
  identityPose,
  POSE_SIZE,
  poseFromRpy,
  Random,
  transformPointInto,
} from '../../math/index.ts';
import {
  PlanningSpace,
  type PoseFailure,
  type PoseRequest,
  poseFailureText,
  solvePose,
} from '../../plan/index.ts';
import type { OpenCell } from '../openCell.ts';
import { linkName, type PoseGoals } from './poses.ts';

/** Where links shall be, as a goal of a request says, and joints that it names besides. */
export interface ConstraintGoal {
  readonly name: string;
  readonly positions: readonly PositionConstraint[];
  readonly orientations: readonly OrientationConstraint[];
  /** Degrees of freedom that have a value already. */
  readonly fixed: readonly number[];
  /** Degrees of freedom that may move; empty: all. */
  readonly moving: readonly number[];
}

/** Different configurations that will do; the planner may reach any. */
const WANTED = 8;
/** Targets that are tried, and descents from random configurations for each. */
const TARGETS = 12;
const RESTARTS = 25;
/** How much of what is allowed targets make use of. */
const SHARE = 0.9;
const EXACT_M = 1e-4;
const EXACT_RAD = 1e-3;

/**
 * Configurations that satisfy a goal, free of collision; `from` has the fixed joints where they shall be. Throws an InputError
 * at the constraint if none is found.
 */
export function constraintGoals(
  open: OpenCell,
  from: Float64Array,
  goal: ConstraintGoal,
  seed: number,
): PoseGoals {
  const { positions, orientations, fixed } = goal;
  const first = positions[0] ?? orientations[0];
  const { cell } = open;
  const link = first.value.locate(() => linkName(cell, { link: first.link, name: goal.name }));
  for (const other of [...positions, ...orientations]) {
    if (other.value.locate(() => linkName(cell, { link: other.link, name: goal.name })) === link)
      continue;
    const message = `a goal is about one link; this is about "${other.link}", others about "${first.link}"`;
    throw other.value.error('request/unsupported', message, 'make them goals of their own');
  }
  const moving = movers(cell, link).filter(
    (d) => (goal.moving.length === 0 || goal.moving.includes(d)) && !fixed.includes(d),
  );
  if (moving.length === 0) {
    throw first.value.error('plan/link', `nothing that may move moves the link "${link}"`);
  }
  const held = open.held(from, moving);
  const space = new PlanningSpace(held.cell);
  const search = new GoalSearch(space, link, goal);
  const random = new Random(seed);
  const solutions: Float64Array[] = [];
  let failure: PoseFailure | null = null;
  for (let target = 0; target < TARGETS && solutions.length < WANTED; target++) {
    const request = search.request(target === 0 ? null : random, held.reduced(from));
    const result = solvePose(space, { ...request, random, wanted: WANTED, restarts: RESTARTS });
    for (const q of result.solutions) {
      if (solutions.every((other) => space.distance(q, other) >= 0.01)) solutions.push(q);
    }
    if (!failure || (failure.kind === 'out of reach' && result.failure)) failure = result.failure;
  }
  if (solutions.length > 0) {
    return { goals: solutions.slice(0, WANTED).map((q) => held.completed(q)), moving };
  }
  throw first.value.error(
    'plan/pose',
    `${goal.name}: ${failure ? poseFailureText(space, { link }, failure) : `"${link}" was not found to get there`}`,
    'larger tolerances, or another seed, may do',
  );
}

/** Degrees of freedom that move a link. */
function movers({ tree }: Cell, link: string): number[] {
  const moving: number[] = [];
  for (let f = tree.frameOf.get(link)!; f > 0; f = tree.parent[f]) {
    if (tree.dof[f] >= 0 && !moving.includes(tree.dof[f])) moving.push(tree.dof[f]);
  }
  return moving;
}

class GoalSearch {
  private readonly space: PlanningSpace;
  private readonly link: string;
  private readonly goal: ConstraintGoal;
  private readonly kinematics: Kinematics;
  private readonly frames = new Map<string, Float64Array>();

  constructor(space: PlanningSpace, link: string, goal: ConstraintGoal) {
    this.space = space;
    this.link = link;
    this.goal = goal;
    this.kinematics = new Kinematics(space.cell.tree);
    for (const { frame, value } of [...goal.positions, ...goal.orientations]) {
      if (!this.frames.has(frame))
        this.frames.set(
          frame,
          value.locate(() => this.placed(frame)),
        );
    }
  }

  /** What inverse kinematics is asked: the middle of the goal, or something else in it. */
  request(
    random: Random | null,
    from: Float64Array,
  ): Omit<PoseRequest, 'random' | 'wanted' | 'restarts'> {
    const [position] = this.goal.positions;
    const [orientation] = this.goal.orientations;
    const turn = orientation ? this.turned(orientation, random) : identityPose();
    const point = position ? this.pointOf(position, random) : this.anyPoint(random, from);
    turn.set(point, 9);
    const tool = identityPose();
    if (position) tool.set(position.offset, 9);
    const smallest = Math.min(...(orientation?.tolerances ?? [1]));
    return {
      link: this.link,
      pose: turn,
      tool,
      positionTolerance_m: position ? Math.min(EXACT_M, 0.1 * extent(position)) : 0.01,
      rotationTolerance_rad: orientation ? Math.min(EXACT_RAD, 0.1 * smallest) : 'free',
      from,
      accept: (q) => this.satisfies(q),
    };
  }

  /** Whether the link at q satisfies all constraints. */
  private satisfies(q: Float64Array): boolean {
    const pose = this.poseAt(q, this.link);
    const frame = (name: string) => this.frames.get(name)!;
    const { positions, orientations } = this.goal;
    return (
      positions.every((each) => satisfiesPosition(each, pose, frame(each.frame))) &&
      orientations.every((each) => satisfiesOrientation(each, pose, frame(each.frame)))
    );
  }

  private poseAt(q: Float64Array, link: string): Float64Array {
    const { kinematics } = this;
    kinematics.setConfiguration(q);
    const o = kinematics.poseOf(kinematics.tree.frameOf.get(link)!);
    return kinematics.poses.slice(o, o + POSE_SIZE);
  }

  /** Where a frame is: the world, or a link that stands still. Throws an InputError for others. */
  private placed(name: string): Float64Array {
    const { cell } = this.space;
    const { tree, description } = cell;
    const owner =
      description.robots.find((robot) =>
        robot.robot.links.some((each) => scopedName(robot.name, each.name) === this.link),
      ) ?? description.robots[0];
    const root = owner.robot.links[0].name;
    const virtual = owner.semantics?.virtualJoints.find((each) => each.childLink === root);
    const model = virtual ? virtual.parentFrame : root;
    const frame = name === '' ? model : name;
    if (frame === virtual?.parentFrame) return identityPose();
    const scoped = scopedName(owner.name, frame);
    const known = tree.frameOf.has(scoped) ? scoped : frame;
    if (!tree.frameOf.has(known)) {
      if (frame === 'world') return identityPose();
      throw new InputError({
        code: 'request/frame',
        message: `the frame "${frame}" is not known`,
        hint: `give the goal in the world, or in "${root}"`,
      });
    }
    if (movers(cell, known).length > 0) {
      throw new InputError({
        code: 'request/frame',
        message: `the frame "${frame}" moves with the robot`,
        hint: `give the goal in the world, or in "${root}"`,
      });
    }
    return this.poseAt(new Float64Array(tree.dofs.length), known);
  }

  /** Where the point shall be, in the world. */
  private pointOf({ regions, frame }: PositionConstraint, random: Random | null): Float64Array {
    const region = regions[random ? Math.floor(random.unit() * regions.length) : 0];
    const { shape, pose } = region;
    const any = () => (random ? SHARE * (2 * random.unit() - 1) : 0);
    const point = Float64Array.of(any(), any(), any());
    if (shape.kind === 'box') for (let k = 0; k < 3; k++) point[k] *= shape.half[k];
    else {
      // In the largest box that is within: of a cone in its lower half.
      const flat = (shape.kind === 'cone' ? 0.5 : 1) * shape.radius;
      const across = flat / Math.sqrt(shape.kind === 'sphere' ? 3 : 2);
      const up =
        shape.kind === 'sphere' ? across : shape.length * (shape.kind === 'cone' ? 0.25 : 0.5);
      point[0] *= across;
      point[1] *= across;
      point[2] *= up;
      if (shape.kind === 'cone') point[2] -= 0.25 * shape.length;
    }
    const placed = composePoses(this.frames.get(frame)!, pose);
    transformPointInto(placed, 0, point, 0, point, 0);
    return point;
  }

  /** Without a position: where the link is somewhere on its way. */
  private anyPoint(random: Random | null, from: Float64Array): Float64Array {
    const q = from.slice();
    if (random) this.space.sampleInto(random, q);
    return this.poseAt(q, this.link).slice(9);
  }

  /** How the link shall be turned, in the world. */
  private turned(
    { pose, frame, tolerances, by }: OrientationConstraint,
    random: Random | null,
  ): Float64Array {
    // Of Euler angles each may be at its bound; of a rotation vector all together.
    const share = by === 'euler angles' ? SHARE : SHARE / Math.sqrt(3);
    const angle = (k: 0 | 1 | 2, most: number) =>
      random ? share * Math.min(most, tolerances[k]) * (2 * random.unit() - 1) : 0;
    const turn = (roll: number, pitch: number, yaw: number) =>
      poseFromRpy(roll, pitch, yaw, 0, 0, 0);
    const x = turn(angle(0, Math.PI), 0, 0);
    const y = turn(0, angle(1, Math.PI / 2), 0);
    const z = turn(0, 0, angle(2, Math.PI));
    const off = composePoses(x, composePoses(y, z));
    const turned = composePoses(composePoses(this.frames.get(frame)!, pose), off);
    turned.fill(0, 9);
    return turned;
  }
}

/** The smallest half size of the regions. */
function extent({ regions }: PositionConstraint): number {
  return Math.min(
    ...regions.map(({ shape }) => {
      if (shape.kind === 'box') return Math.min(...shape.half);
      if (shape.kind === 'sphere') return shape.radius;
      return Math.min(shape.radius, 0.5 * shape.length);
    }),
  );
}

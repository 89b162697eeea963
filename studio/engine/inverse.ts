/**
 * Dragging a link: the joints of its own robot follow, from where they stand. A body that floats or
 * slides on a plane is put there itself, with its joints as they are: its place has no limits that a
 * search could keep to, and needs none.
 */
import { type Cell, HeldCell } from '../../src/cell/index.ts';
import { FLOATING, Kinematics, MOTION_SIZE, PLANAR, SLIDES } from '../../src/kinematics/index.ts';
import {
  composePoses,
  InputError,
  identityPose,
  invertPoseInto,
  nameHint,
  quaternionOf,
  Random,
} from '../../src/math/index.ts';
import { PlanningSpace, solvePose } from '../../src/plan/index.ts';
import type { InverseAnswer, InverseRequest } from './protocol.ts';

/** Metres and radians that nobody sees while dragging. */
const POSITION_M = 5e-4;
const ROTATION_RAD = 2e-3;

export class InverseSolver {
  private readonly cell: Cell;
  private readonly kinematics: Kinematics;
  /** The robot of a link as planners take it, while the others stand where they are. */
  private held: { readonly key: string; readonly cell: HeldCell; space: PlanningSpace } | null =
    null;

  constructor(cell: Cell) {
    this.cell = cell;
    this.kinematics = new Kinematics(cell.tree);
  }

  /** The nearest that the link gets to a pose, from where the joints stand. */
  solve(request: InverseRequest): InverseAnswer {
    const { tree } = this.cell;
    const frame = tree.frameOf.get(request.link);
    if (frame === undefined) {
      const hint = nameHint(request.link, tree.frameOf.keys());
      throw new InputError({
        code: 'plan/link',
        message: `there is no link "${request.link}"`,
        hint,
      });
    }
    for (let f = frame; f > 0; f = tree.parent[f]) {
      if (tree.kind[f] === FLOATING) return this.float(f, frame, request);
      if (tree.kind[f] === PLANAR) return this.slide(f, frame, request);
    }
    const answer = this.descend(request);
    // A tool that is moved stays under the hand, turned otherwise if its joints are too few to keep that as well.
    const isEnough = answer.reached || request.rotation !== 'if possible';
    return isEnough ? answer : this.descend({ ...request, rotation: false });
  }

  private descend(request: InverseRequest): InverseAnswer {
    const { link, pose, rotation = true, free = false, restarts = 0 } = request;
    const { cell: held, space } = this.heldFor(Float64Array.from(request.from), request.moving);
    const { dofs } = held.cell.tree;
    // A slider may have gone beyond a limit; from there no search begins.
    const from = held
      .reduced(Float64Array.from(request.from))
      .map((x, d) =>
        dofs[d].continuous ? x : Math.min(Math.max(x, space.lower[d]), space.upper[d]),
      );
    const { solutions, failure } = solvePose(space, {
      link,
      pose: Float64Array.from(pose),
      from,
      positionTolerance_m: POSITION_M,
      rotationTolerance_rad: rotation ? ROTATION_RAD : 'free',
      random: new Random(1),
      restarts,
      free,
    });
    const answer = (q: Float64Array, reached: boolean, positionError: number, turn: number) => ({
      ...{ configuration: held.completed(q), reached, positionError, rotationError: turn },
    });
    if (solutions.length > 0) return answer(solutions[0], true, 0, 0);
    if (!failure) return answer(from, false, Infinity, Infinity);
    if (failure.kind !== 'out of reach') return answer(failure.configuration, false, 0, 0);
    return answer(failure.nearest, false, failure.positionError, failure.rotationError);
  }

  /** Where nothing floats the whole cell will do, and is made once. */
  private heldFor(standing: Float64Array, wanted?: readonly number[]) {
    const { tree } = this.cell;
    const isFree = (f: number) => tree.kind[f] === FLOATING || tree.kind[f] === PLANAR;
    const moving = new Set<number>();
    tree.dofs.forEach((dof, d) => {
      if (!isFree(dof.frame) && (!wanted || wanted.includes(d))) moving.add(d);
    });
    const others = [...standing].filter((_, d) => !moving.has(d));
    const key = `${[...moving].join(' ')}: ${others.join(' ')}`;
    if (this.held?.key !== key) {
      const cell = new HeldCell(this.cell, standing, moving);
      this.held = { key, cell, space: new PlanningSpace(cell.cell) };
    }
    return this.held;
  }

  /** Exactly there: the joint becomes what is missing between its place and the link's. */
  private float(base: number, frame: number, request: InverseRequest): InverseAnswer {
    const { tree } = this.cell;
    const q = Float64Array.from(request.from);
    const wanted = this.wanted(q, frame, request);
    const inverse = identityPose();
    invertPoseInto(this.poseOf(frame), 0, inverse, 0);
    const linkToBase = composePoses(inverse, this.poseOf(base));
    const parent = composePoses(
      this.poseOf(tree.parent[base]),
      tree.placement.slice(12 * base, 12 * base + 12),
    );
    invertPoseInto(parent, 0, inverse, 0);
    const moved = composePoses(inverse, composePoses(wanted, linkToBase));
    const d = tree.dof[base];
    q.set(moved.subarray(9, 12), d);
    // Of the two that are the same rotation the one that sliders need not jump to.
    const turned = quaternionOf(moved);
    const along = turned.reduce((sum, x, k) => sum + x * q[d + 3 + k], 0);
    q.set(along < 0 ? turned.map((x) => -x) : turned, d + 3);
    return { configuration: q, reached: true, positionError: 0, rotationError: 0 };
  }

  /** As near as the plane allows: turned about its axis first, then shifted along it. */
  private slide(base: number, frame: number, request: InverseRequest): InverseAnswer {
    const { tree } = this.cell;
    const q = Float64Array.from(request.from);
    const wanted = this.wanted(q, frame, request);
    const d = tree.dof[base];
    const at = this.poseOf(base);
    const [a, b, c] = tree.axis.subarray(3 * base, 3 * base + 3);
    const n = [0, 3, 6].map((r) => at[r] * a + at[r + 1] * b + at[r + 2] * c);
    q[d + 2] += turnAbout(n, this.poseOf(frame), wanted);
    this.kinematics.setConfiguration(q);
    const now = this.poseOf(frame);
    const parent = this.poseOf(tree.parent[base]);
    let [x, y, z] = [9, 10, 11].map((k) => wanted[k] - now[k]);
    for (const k of [0, 1]) {
      const s = MOTION_SIZE * base + SLIDES + 3 * k;
      const [u, v, w] = tree.motion.subarray(s, s + 3);
      const [i, j, l] = [0, 3, 6].map((r) => parent[r] * u + parent[r + 1] * v + parent[r + 2] * w);
      const by = x * i + y * j + z * l;
      q[d + k] += by;
      [x, y, z] = [x - by * i, y - by * j, z - by * l];
    }
    const positionError = Math.hypot(x, y, z);
    return {
      ...{ configuration: q, reached: positionError < POSITION_M, positionError },
      rotationError: 0,
    };
  }

  /** Where the link shall be; turned as it is if only its position counts. Sets the kinematics. */
  private wanted(q: Float64Array, frame: number, { pose, rotation = true }: InverseRequest) {
    this.kinematics.setConfiguration(q);
    const wanted = Float64Array.from(pose);
    if (!rotation) wanted.set(this.poseOf(frame).subarray(0, 9));
    return wanted;
  }

  private poseOf(frame: number): Float64Array {
    const o = this.kinematics.poseOf(frame);
    return this.kinematics.poses.slice(o, o + 12);
  }
}

/** The angle about n that brings a rotation nearest to another. */
function turnAbout(n: readonly number[], from: Float64Array, to: Float64Array): number {
  // to times the inverse of from, by rows.
  const r = (i: number, j: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) sum += to[3 * i + k] * from[3 * j + k];
    return sum;
  };
  const sine = n[0] * (r(2, 1) - r(1, 2)) + n[1] * (r(0, 2) - r(2, 0)) + n[2] * (r(1, 0) - r(0, 1));
  let along = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) along += n[i] * r(i, j) * n[j];
  return Math.atan2(sine, r(0, 0) + r(1, 1) + r(2, 2) - along);
}

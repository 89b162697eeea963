/** One side of a slab by itself: points that ride on a chain of joints, and what the verifier says of them. */
import { buildBody } from '../../../src/cell/index.ts';
import type {
  JointDescription,
  JointKind,
  KinematicTree,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, U } from '../../../src/math/index.ts';
import type { Segment } from '../../../src/motion/index.ts';
import { type ProofBody, proofBody } from '../../../src/verifier/bodies.ts';
import { Motion } from '../../../src/verifier/motion.ts';
import { Mover } from '../../../src/verifier/mover.ts';
import { BEND, BOUNDS, E, LENGTH, Side, SLAB_NUMBERS, TIMES } from '../../../src/verifier/side.ts';
import { mesh } from '../oracles/meshes.ts';

/** Points that ride on a frame, as a body whose triangles are these points. */
export function riding(frame: number, points: readonly (readonly number[])[]): ProofBody {
  const triangles = mesh(
    points.flatMap((p) => [...p, ...p, ...p]),
    points.flatMap((_, i) => [3 * i, 3 * i + 1, 3 * i + 2]),
  );
  const geometry = { kind: 'mesh', triangles, reference: 'points' } as const;
  const parts = [{ pose: identityPose(), geometry }];
  return proofBody(buildBody({ name: 'points', kind: 'link', frame, parts }));
}

export interface Setting {
  readonly tree: KinematicTree;
  readonly motion: Motion;
  readonly mover: Mover;
  readonly side: Side;
  readonly segment: Segment;
}

export function settingOf(
  tree: KinematicTree,
  body: ProofBody,
  segment: Segment,
  ancestor = 0,
): Setting {
  const motion = new Motion(tree);
  const count = tree.dofs.length;
  const box = { lower: new Float64Array(count), upper: new Float64Array(count) };
  segment.rangeInto(box.lower, box.upper);
  const mover = new Mover(motion, body, box, new Float64Array(count).fill(64 * U));
  motion.begin(segment);
  mover.takeRates(motion);
  const side = new Side(motion);
  const entry = mover.chain.length - motion.chain(ancestor, body.frame).length;
  side.turnTo(mover, entry, ancestor, body.whole);
  return { tree, motion, mover, side, segment };
}

/** Places the setting at t, with the direction e fixed in the ancestor's frame. */
export function look({ motion, side }: Setting, t: number, e: readonly number[]): void {
  motion.place(t);
  const p = 12 * side.ancestor;
  for (let k = 0; k < 3; k++) {
    const row = motion.poses.subarray(p + 3 * k, p + 3 * k + 3);
    side.numbers[E + k] = row[0] * e[0] + row[1] * e[1] + row[2] * e[2];
  }
}

/** e.p'' of a single point at s. */
export function bendAt(setting: Setting, s: number, e: readonly number[]): number {
  look(setting, s, e);
  setting.side.findBend();
  return setting.side.numbers[BEND];
}

/** Bounds of the first three derivatives within h of t; |e| = 1. */
export function boundsAround(
  setting: Setting,
  t: number,
  h: number,
  e: readonly number[],
): Float64Array {
  const numbers = new Float64Array(SLAB_NUMBERS);
  numbers[LENGTH] = 1;
  numbers[TIMES] = h;
  look(setting, t, e);
  setting.side.findTerms();
  setting.motion.during(Math.max(0, t - h), Math.min(1, t + h));
  setting.side.addBounds(numbers, 0);
  return numbers.slice(BOUNDS, BOUNDS + 3);
}

/** A chain of joints, each one metre along x from the one before, all at 0 when it is stretched. */
export function stretched(...joints: [kind: JointKind, axis: number[]][]): RobotDescription {
  const link = (name: string) => ({ name, collisions: [], visuals: [] });
  return {
    name: 'stretched',
    links: [link('link0'), ...joints.map((_, i) => link(`link${i + 1}`))],
    joints: joints.map(
      ([kind, axis], i): JointDescription => ({
        name: `joint${i + 1}`,
        kind,
        parent: `link${i}`,
        child: `link${i + 1}`,
        origin: poseFromRpy(0, 0, 0, i === 0 ? 0 : 1, 0, 0),
        axis: [axis[0], axis[1], axis[2]],
        ...(kind === 'prismatic' ? { limits: { lower: -9, upper: 9 } } : {}),
      }),
    ),
  };
}

/** Rates of a segment that passes through a configuration at t = 1/2. */
export function through(
  q: readonly number[],
  rates: readonly number[],
): [Float64Array, Float64Array] {
  return [
    Float64Array.from(q, (x, d) => x - rates[d] / 2),
    Float64Array.from(q, (x, d) => x + rates[d] / 2),
  ];
}

export const Z = [0, 0, 1];
export const KINDS: JointKind[] = [
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'planar',
  'floating',
];

/** Axes of joints in the world, each computed once per configuration. */
import type { Kinematics } from '../../kinematics/index.ts';

export class JointAxes {
  /** Three numbers per frame: the axis of the joint that carries it. */
  readonly at: Float64Array;
  private readonly kinematics: Kinematics;
  private readonly stamps: Int32Array;
  private stamp = 0;

  constructor(kinematics: Kinematics) {
    this.kinematics = kinematics;
    const { frameCount } = kinematics.tree;
    this.at = new Float64Array(3 * frameCount);
    this.stamps = new Int32Array(frameCount);
  }

  /** Declares a new configuration, that of the kinematics. */
  begin(): void {
    this.stamp++;
  }

  /** Computes the axis of a frame's joint, if need be; where it is. */
  of(frame: number): number {
    const a = 3 * frame;
    if (this.stamps[frame] === this.stamp) return a;
    this.stamps[frame] = this.stamp;
    const { at, kinematics } = this;
    const { poses, tree } = kinematics;
    const p = kinematics.poseOf(frame);
    const x = tree.axis[a];
    const y = tree.axis[a + 1];
    const z = tree.axis[a + 2];
    at[a] = poses[p] * x + poses[p + 1] * y + poses[p + 2] * z;
    at[a + 1] = poses[p + 3] * x + poses[p + 4] * y + poses[p + 5] * z;
    at[a + 2] = poses[p + 6] * x + poses[p + 7] * y + poses[p + 8] * z;
    return a;
  }
}

/** Linkages as descriptions of robots: bars that turn about z, or slide across, in a plane that is turned as one likes. */
import type { JointDescription, RobotDescription } from '../../../src/kinematics/index.ts';
import { composePoses, identityPose, poseFromRpy } from '../../../src/math/index.ts';

export interface Bar {
  readonly name: string;
  /** The link it hangs on: another bar, or `ground`. */
  readonly parent: string;
  /** Where its joint is in the parent's frame. */
  readonly at: readonly [number, number];
  /** The way it slides; it turns if left out. */
  readonly slides?: readonly [number, number];
  /** Turns clockwise. */
  readonly clockwise?: boolean;
  readonly limits?: readonly [number, number];
  readonly mimic?: JointDescription['mimic'];
}

/** Joints have the names of their bars. A driver without limits turns on and on; others are continuous or wide. */
export function linkage(
  bars: readonly Bar[],
  tilt: readonly number[] = [0, 0, 0],
): RobotDescription {
  const link = (name: string) => ({ name, collisions: [], visuals: [] });
  const turn = poseFromRpy(tilt[0], tilt[1], tilt[2], 0, 0, 0);
  const joints = bars.map((bar): JointDescription => {
    const origin = identityPose();
    origin.set([bar.at[0], bar.at[1], 0], 9);
    const { name, parent, slides, limits, mimic } = bar;
    const [x, y] = slides ?? [0, 0];
    const size = Math.sqrt(x * x + y * y);
    return {
      ...{ name, parent, child: name },
      kind: slides ? 'prismatic' : limits ? 'revolute' : 'continuous',
      origin: parent === 'ground' ? composePoses(turn, origin) : origin,
      axis: slides ? [x / size, y / size, 0] : [0, 0, bar.clockwise ? -1 : 1],
      ...(limits && { limits: { lower: limits[0], upper: limits[1] } }),
      ...(!limits && slides && { limits: { lower: -10, upper: 10 } }),
      ...(mimic && { mimic }),
    };
  });
  return {
    name: 'linkage',
    links: [link('ground'), ...bars.map(({ name }) => link(name))],
    joints,
  };
}

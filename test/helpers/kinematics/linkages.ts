/**
 * Linkages as descriptions of robots: bars that turn about z, or slide across, in a plane that is turned as one likes;
 * and four-bars that are closed by bisection.
 */
import type {
  JointDescription,
  LoopDescription,
  RobotDescription,
} from '../../../src/kinematics/index.ts';
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

/** Lengths of a four-bar: ground, crank, coupler, rocker; and the sign of its way to close. */
export interface FourBar {
  readonly ground: number;
  readonly crank: number;
  readonly coupler: number;
  readonly rocker: number;
  readonly up: 1 | -1;
}

/** The rocker's angle with the crank at x, by bisection: the coupler is too long on one side and too short on the other. */
export function rockerAt({ ground, crank, coupler, rocker, up }: FourBar, x: number): number {
  const [ax, ay] = [crank * Math.cos(x) - ground, crank * Math.sin(x)];
  const toward = Math.atan2(ay, ax);
  const far = (turn: number) => {
    const angle = toward + up * turn;
    const [dx, dy] = [rocker * Math.cos(angle) - ax, rocker * Math.sin(angle) - ay];
    return dx * dx + dy * dy - coupler * coupler;
  };
  let [low, high] = [0, Math.PI];
  if (!(far(low) < 0 && far(high) > 0)) return Number.NaN;
  for (let k = 0; k < 100; k++) {
    const middle = (low + high) / 2;
    if (far(middle) < 0) low = middle;
    else high = middle;
  }
  return toward + up * low;
}

/** The coupler's angle against the crank. */
export function couplerAt(bar: FourBar, x: number): number {
  const r = rockerAt(bar, x);
  const dx = bar.ground + bar.rocker * Math.cos(r) - bar.crank * Math.cos(x);
  const dy = bar.rocker * Math.sin(r) - bar.crank * Math.sin(x);
  return Math.atan2(dy, dx) - x;
}

/** Its bars; the rocker turns clockwise. */
export function fourBarBars(bar: FourBar, limits?: [number, number]): Bar[] {
  return [
    { name: 'crank', parent: 'ground', at: [0, 0], ...(limits && { limits }) },
    { name: 'coupler', parent: 'crank', at: [bar.crank, 0] },
    { name: 'rocker', parent: 'ground', at: [bar.ground, 0], clockwise: true },
  ];
}

/** The loop that closes it, assembled with the crank at `start`. */
export function fourBarLoop(bar: FourBar, start: number): LoopDescription {
  return {
    name: 'four',
    driver: 'crank',
    pin: { link: 'coupler', point: [bar.coupler, 0, 0] },
    to: { link: 'rocker', point: [bar.rocker, 0, 0] },
    at: new Map([
      ['crank', start],
      ['coupler', couplerAt(bar, start)],
      ['rocker', -rockerAt(bar, start)],
    ]),
  };
}

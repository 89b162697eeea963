/**
 * A goal for walks: robots that lie below a height [A V-E], each with all its bodies.
 */
import type { Cell } from '../cell/index.ts';
import { Kinematics } from '../kinematics/index.ts';

interface RobotBodies {
  readonly dofs: readonly number[];
  /** Of each body its frame, its corners in the frame (or the centre of its ball), and what to add. */
  readonly bodies: readonly {
    readonly frame: number;
    readonly points: Float64Array;
    readonly margin: number;
  }[];
}

export class BelowHeight {
  private readonly height: number;
  private readonly robots: readonly RobotBodies[];
  private readonly kinematics: Kinematics;

  /** Metres above the world's origin. */
  constructor({ tree, bodies }: Cell, height: number) {
    this.height = height;
    this.kinematics = new Kinematics(tree);
    // What moves together hangs on one frame below the world.
    const root = (frame: number) => {
      let f = frame;
      while (tree.parent[f] > 0) f = tree.parent[f];
      return f;
    };
    const roots = [...new Set(bodies.filter(({ frame }) => frame > 0).map((b) => root(b.frame)))];
    this.robots = roots.map((r) => ({
      dofs: tree.dofs.flatMap((dof, d) => (root(dof.frame) === r ? [d] : [])),
      bodies: bodies
        .filter(({ frame }) => frame > 0 && root(frame) === r)
        .map(({ frame, points, margin, ball }) =>
          points ? { frame, points, margin } : { frame, points: ball.slice(0, 3), margin: ball[3] },
        )
        // Tips first: they are the last to come down.
        .sort((x, y) => tree.depth[y.frame] - tree.depth[x.frame]),
    }));
  }

  get robotCount(): number {
    return this.robots.length;
  }

  /** Whether all robots lie below the height. */
  all(q: Float64Array): boolean {
    this.kinematics.setConfiguration(q);
    return this.robots.every((robot) => this.isBelow(robot));
  }

  /** Degrees of freedom of robots that do not lie below the height. */
  dofsAbove(q: Float64Array): number[] {
    this.kinematics.setConfiguration(q);
    return this.robots.flatMap((robot) => (this.isBelow(robot) ? [] : robot.dofs));
  }

  /** Those of the first robot that does not: one after the other gets out. */
  firstAbove(q: Float64Array): readonly number[] {
    this.kinematics.setConfiguration(q);
    return this.robots.find((robot) => !this.isBelow(robot))?.dofs ?? [];
  }

  /** How many robots lie below the height. */
  count(q: Float64Array): number {
    this.kinematics.setConfiguration(q);
    return this.robots.filter((robot) => this.isBelow(robot)).length;
  }

  /** Heights of the robots' bodies, added up: something for a walk to prefer. */
  heights(q: Float64Array): number {
    const { kinematics } = this;
    kinematics.setConfiguration(q);
    let sum = 0;
    for (const { bodies } of this.robots) {
      for (const { frame } of bodies) sum += kinematics.poses[kinematics.poseOf(frame) + 11];
    }
    return sum;
  }

  private isBelow({ bodies }: RobotBodies): boolean {
    const { kinematics, height } = this;
    const { poses } = kinematics;
    for (const { frame, points, margin } of bodies) {
      const o = kinematics.poseOf(frame);
      for (let k = 0; k < points.length; k += 3) {
        const z =
          poses[o + 6] * points[k] +
          poses[o + 7] * points[k + 1] +
          poses[o + 8] * points[k + 2] +
          poses[o + 11];
        if (!(z + margin < height)) return false;
      }
    }
    return true;
  }
}

/**
 * A goal for walks: linkages that lie below a height [A V-E], each with all its bodies; and what draws
 * them there.
 */
import type { Cell } from '../cell/index.ts';
import { Kinematics } from '../kinematics/index.ts';

/** What a metre of height costs above the height; below it is one. */
const ABOVE = 1;
/** What a metre outwards is worth, below the height. */
const OUTWARDS = 0.5;
/** What a bend of a radian costs, above the height. */
const STIFFNESS = 5;
/** Metres; robots as far from the middle as that are equally far. */
const ALIKE = 1e-9;

interface RobotBodies {
  readonly dofs: readonly number[];
  /** Frames that these move. */
  readonly joints: readonly number[];
  /** Of each body its frame, its corners in the frame (or the centre of its ball), and what to add. */
  readonly bodies: readonly {
    readonly frame: number;
    readonly points: Float64Array;
    readonly margin: number;
    readonly centre: Float64Array;
  }[];
  /** Where it stands, seen from above, and the way from the middle of all robots to there, as a unit. */
  readonly base: readonly [number, number];
  readonly outwards: readonly [number, number];
  /** How far that is. */
  readonly far: number;
}

export class BelowHeight {
  private readonly height: number;
  private readonly robots: readonly RobotBodies[];
  private readonly kinematics: Kinematics;
  /** An order for them to go: those in the middle are last. */
  readonly outermostFirst: readonly number[];

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
    const { kinematics } = this;
    kinematics.setConfiguration(new Float64Array(tree.dofs.length));
    const bases = roots.map((r) => {
      const o = kinematics.poseOf(r);
      return [kinematics.poses[o + 9], kinematics.poses[o + 10]] as const;
    });
    const middle = [0, 1].map((k) => bases.reduce((sum, b) => sum + b[k], 0) / bases.length);
    this.robots = roots.map((r, i) => {
      const [x, y] = [bases[i][0] - middle[0], bases[i][1] - middle[1]];
      const far = Math.sqrt(x * x + y * y);
      const dofs = tree.dofs.flatMap((dof, d) => (root(dof.frame) === r ? [d] : []));
      return {
        dofs,
        joints: dofs.map((d) => tree.dofs[d].frame),
        bodies: bodies
          .filter(({ frame }) => frame > 0 && root(frame) === r)
          .map(({ frame, points, margin, ball }) => {
            const centre = ball.slice(0, 3);
            return points
              ? { frame, points, margin, centre }
              : { frame, points: centre, margin: ball[3], centre };
          })
          // Tips first: they are the last to come down.
          .sort((a, b) => tree.depth[b.frame] - tree.depth[a.frame]),
        base: bases[i],
        outwards: far > ALIKE ? [x / far, y / far] : [0, 0],
        far,
      };
    });
    this.outermostFirst = this.robots
      .map((_, i) => i)
      .sort((a, b) => {
        const nearer = this.robots[b].far - this.robots[a].far;
        return Math.abs(nearer) > ALIKE ? nearer : a - b;
      });
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

  dofsOf(robot: number): readonly number[] {
    return this.robots[robot].dofs;
  }

  /** Whether one robot lies below the height. */
  isOut(robot: number, q: Float64Array): boolean {
    this.kinematics.setConfiguration(q);
    return this.isBelow(this.robots[robot]);
  }

  /**
   * Something for the walk of one linkage to prefer, where zeros are a linkage that stands straight:
   * heights of its bodies, added up. Above the height it is stiff, so that it does not hang itself up in
   * what is there; below it is drawn outwards, where it is in nobody's way.
   */
  energy(robot: number, q: Float64Array): number {
    const { kinematics, height } = this;
    const { poses } = kinematics;
    const { bodies, joints, dofs, base, outwards } = this.robots[robot];
    kinematics.setConfiguration(q);
    let sum = 0;
    for (const { frame, centre } of bodies) {
      const o = kinematics.poseOf(frame);
      const at = (k: number) =>
        poses[o + 3 * k] * centre[0] +
        poses[o + 3 * k + 1] * centre[1] +
        poses[o + 3 * k + 2] * centre[2] +
        poses[o + 9 + k];
      const above = at(2) - height;
      if (above > 0) sum += ABOVE * above;
      else {
        const out = (at(0) - base[0]) * outwards[0] + (at(1) - base[1]) * outwards[1];
        sum += above - OUTWARDS * out;
      }
    }
    for (let i = 0; i < dofs.length; i++) {
      const z = poses[kinematics.poseOf(joints[i]) + 11];
      if (z > height) sum += STIFFNESS * q[dofs[i]] * q[dofs[i]];
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

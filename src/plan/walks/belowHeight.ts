/**
 * A goal for walks: linkages that lie below a height [A V-E], each with all its bodies; and what draws
 * them there.
 */
import type { Cell } from '../../cell/index.ts';
import { Kinematics } from '../../kinematics/index.ts';

/** What a metre of height costs a linkage's tip; bodies nearer to its base cost less. */
const WEIGHT = 6;
/** What a square metre costs that a body is beside its base, above the height, and from where on. */
const ASIDE = 20;
const FREE = 0.15;
/** What a metre outwards is worth, below the height. */
const OUTWARDS = 0.5;
/** Metres; robots as far from the middle as that are equally far. */
const ALIKE = 1e-9;

interface RobotBodies {
  readonly dofs: readonly number[];
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
   * Something for the walk of one linkage to prefer: heights of its bodies, those near the tip weighing
   * more, so that the tip turns around and leads the way down. Above the height bodies had better be over
   * the base, lest they hang themselves up in what is there; below they are drawn outwards, where they are
   * in nobody's way.
   */
  energy(robot: number, q: Float64Array): number {
    const { kinematics, height } = this;
    const { poses } = kinematics;
    const { bodies, base, outwards } = this.robots[robot];
    kinematics.setConfiguration(q);
    let sum = 0;
    for (let i = 0; i < bodies.length; i++) {
      const { frame, centre } = bodies[i];
      const [cx, cy, cz] = centre;
      const o = kinematics.poseOf(frame);
      const x = poses[o] * cx + poses[o + 1] * cy + poses[o + 2] * cz + poses[o + 9] - base[0];
      const y = poses[o + 3] * cx + poses[o + 4] * cy + poses[o + 5] * cz + poses[o + 10] - base[1];
      const z = poses[o + 6] * cx + poses[o + 7] * cy + poses[o + 8] * cz + poses[o + 11] - height;
      sum += WEIGHT * (1 - i / bodies.length) * z;
      if (z > 0) {
        const aside = Math.max(0, Math.sqrt(x * x + y * y) - FREE);
        sum += ASIDE * aside * aside;
      } else sum -= OUTWARDS * (x * outwards[0] + y * outwards[1]);
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

/**
 * [A V-A] FIXED-RES-BISECTION as the paper ran it: trees of OBB, no hulls, all tested pairs at every
 * midpoint, breadth first. The product's own sampling checker (check/fixed.ts) looks at the same configurations, also with
 * epsilon 0, and is faster, but counts no volumes: this one exists to be counted.
 *
 * Epsilon is a Euclidean length in joint values that are parts of their ranges. The paper does not say;
 * taken as radians, its values would make it test far more volumes than it reports.
 */
import type { Cell } from 'surepath/cell';
import { Kinematics } from 'surepath/kinematics';
import type { Segment } from 'surepath/motion';
import { collide, ProximityWorkspace } from 'surepath/proximity';
import { type TreePair, treePairs } from './trees.ts';

/** With epsilon = 0 a contact is looked for in at most 2^this intervals. */
const DEEPEST = 15;

export class FixedResolution {
  /** Sums over all checks. */
  nodePairs = 0;
  trianglePairs = 0;
  configurations = 0;
  private readonly questions: TreePair[];
  private readonly kinematics: Kinematics;
  private readonly workspace = new ProximityWorkspace();
  private readonly pose = new Float64Array(12);
  private readonly q: Float64Array;
  /** Per degree of freedom: what its change is multiplied by before lengths are taken. */
  private readonly weights: Float64Array;

  constructor(cell: Cell) {
    this.kinematics = new Kinematics(cell.tree);
    this.q = new Float64Array(cell.tree.dofs.length);
    this.weights = Float64Array.from(cell.tree.dofs, ({ lower, upper }) =>
      Number.isFinite(upper - lower) ? 1 / (upper - lower) : 1 / (2 * Math.PI),
    );
    this.questions = cell.tested.flatMap(({ a, b }) =>
      treePairs(cell.bodies[a], cell.bodies[b], 'obb'),
    );
  }

  /** Whether a contact was found. The ends are known to be free. */
  check(segment: Segment, epsilon: number): boolean {
    const length = this.lengthOf(segment);
    for (let depth = 0; depth < DEEPEST || epsilon > 0; depth++) {
      const parts = 2 ** depth;
      // A step of exactly epsilon will do.
      if (length / parts <= epsilon * (1 + 1e-12)) return false;
      for (let i = 0; i < parts; i++) if (this.collides(segment, (i + 0.5) / parts)) return true;
    }
    return false;
  }

  /** The times that a check of a free segment looks at, in order of time. */
  static times(length: number, epsilon: number): number[] {
    let parts = 1;
    while (length / parts > epsilon) parts *= 2;
    return Array.from({ length: parts + 1 }, (_, i) => i / parts);
  }

  lengthOf({ from, to }: Segment): number {
    let squares = 0;
    for (let d = 0; d < from.length; d++) squares += (this.weights[d] * (to[d] - from[d])) ** 2;
    return Math.sqrt(squares);
  }

  private collides(segment: Segment, t: number): boolean {
    const { kinematics, pose, workspace } = this;
    segment.configurationInto(t, this.q, 0);
    kinematics.setConfiguration(this.q);
    this.configurations++;
    for (const { frameA, frameB, a, b } of this.questions) {
      kinematics.relativePoseInto(frameA, frameB, pose, 0);
      const result = collide(a, b, pose, workspace);
      this.nodePairs += result.nodePairs;
      this.trianglePairs += result.trianglePairs;
      if (result.verdict === 'colliding') return true;
    }
    return false;
  }
}

/** One pair at one configuration, whatever the pair table says about it. */
import { Kinematics } from '../kinematics/index.ts';
import type { Cell } from './cell.ts';
import { PairQuery } from './pairQuery.ts';
import { type Pair, provenApart } from './pairs.ts';

export class PairProbe {
  private readonly cell: Cell;
  private readonly kinematics: Kinematics;
  private readonly query = new PairQuery();
  private readonly pose = new Float64Array(12);

  constructor(cell: Cell) {
    this.cell = cell;
    this.kinematics = new Kinematics(cell.tree);
  }

  /** APART (proven), COLLIDING (with a witness) or UNRESOLVED. */
  settleAt(pair: Pair, q: Float64Array): number {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.setConfiguration(q);
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    return this.query.settle(a, b, this.pose, 0, a.padding + b.padding, pair.poseError);
  }

  /** Whether swept balls prove the pair apart for all joint values in the cell's box. */
  neverByBalls(pair: Pair): boolean {
    const { bodies, tree, box } = this.cell;
    return provenApart(tree, bodies[pair.a], bodies[pair.b], box, 0);
  }
}

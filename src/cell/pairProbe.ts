/** One pair at one configuration, whatever the pair table says about it. */
import { Kinematics, strayingOf } from '../kinematics/index.ts';
import { transformPointInto } from '../math/index.ts';
import type { Cell } from './cell.ts';
import { PairQuery } from './pairQuery.ts';
import { type Pair, provenApart } from './pairs.ts';

/** What was found about one pair. Points are in the world. */
export interface PairFinding {
  readonly pair: Pair;
  /** Names of the two bodies. */
  readonly bodies: readonly [string, string];
  /** Smallest distance found, padding taken off; 0 where they collide. */
  readonly distance: number;
  /** Proven: never more than the true distance. */
  readonly lower: number;
  readonly colliding: boolean;
  /** One lies inside a solid of the other; their surfaces are apart. */
  readonly contained: boolean;
  readonly points: readonly [Float64Array, Float64Array] | null;
}

export class PairProbe {
  readonly kinematics: Kinematics;
  private readonly cell: Cell;
  private readonly query: PairQuery;
  private readonly pose = new Float64Array(12);

  constructor(cell: Cell, kinematics = new Kinematics(cell.tree), query = new PairQuery()) {
    this.cell = cell;
    this.kinematics = kinematics;
    this.query = query;
  }

  /** APART (proven), COLLIDING (with a witness) or UNRESOLVED, at q. */
  settleAt(pair: Pair, q: Float64Array): number {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.setConfiguration(q);
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    return this.query.settle(a, b, this.pose, a.padding + b.padding, pair.poseError);
  }

  /** Distance and nearest points where the kinematics stand; exact only below the cutoff. */
  measure(pair: Pair, cutoff: number): PairFinding {
    const { bodies } = this.cell;
    const a = bodies[pair.a];
    const b = bodies[pair.b];
    const { query } = this;
    const padding = a.padding + b.padding;
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    query.measure(a, b, this.pose, 0, cutoff + padding);
    const distance = Math.max(0, query.upper - padding);
    return {
      pair,
      bodies: [a.name, b.name],
      distance,
      lower: Math.max(0, query.lower - padding - pair.poseError),
      colliding: distance === 0,
      contained: query.contained,
      points: query.pieceA < 0 || query.contained ? null : this.worldPoints(a.frame),
    };
  }

  /** Whether two pieces of the pair share a point where the kinematics stand: the finding, or null. */
  contact(pair: Pair, pieceA: number, pieceB: number): PairFinding | null {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    if (!this.query.meet(a.pieces[pieceA], b.pieces[pieceB], this.pose, 0)) return null;
    const points = this.worldPoints(a.frame);
    const bodies = [a.name, b.name] as const;
    return { pair, bodies, distance: 0, lower: 0, colliding: true, contained: false, points };
  }

  /** The finding if a component of one piece lies inside a solid of the other, their surfaces apart. */
  inside(pair: Pair, pieceA: number, pieceB: number): PairFinding | null {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    if (!this.query.contains(a.pieces[pieceA], b.pieces[pieceB], this.pose, 0)) return null;
    const bodies = [a.name, b.name] as const;
    return { pair, bodies, distance: 0, lower: 0, colliding: true, contained: true, points: null };
  }

  private worldPoints(frame: number): [Float64Array, Float64Array] {
    const points: [Float64Array, Float64Array] = [new Float64Array(3), new Float64Array(3)];
    const at = this.kinematics.poseOf(frame);
    const { poses } = this.kinematics;
    transformPointInto(poses, at, this.query.points, 0, points[0], 0);
    transformPointInto(poses, at, this.query.points, 3, points[1], 0);
    return points;
  }

  /** Whether swept balls prove the pair apart for all joint values in the cell's box, wherever joints stray. */
  neverByBalls(pair: Pair): boolean {
    const { bodies, tree: own, box: range, tolerances } = this.cell;
    const { tree, box } = strayingOf(own, range, tolerances);
    return provenApart(tree, bodies[pair.a], bodies[pair.b], box, 0);
  }
}

/**
 * Questions about one configuration of a cell: does anything collide, which pair is closest and how
 * far apart, which pairs are within a distance, are the joints within their limits. Poses are
 * computed once per configuration and shared by all pairs [A9].
 *
 * A free verdict is proven for the configuration's true poses: the error of the computed ones is
 * part of what the bodies must be apart.
 */
import { boxContains, Kinematics, poseErrorUpper } from '../kinematics/index.ts';
import { transformPointInto, U } from '../math/index.ts';
import { APART } from '../proximity/index.ts';
import { type Cell, growCell } from './cell.ts';
import { PairQuery } from './pairQuery.ts';
import type { Pair } from './pairs.ts';

/** What was found about one pair. Points are in the world. */
export interface PairFinding {
  readonly pair: Pair;
  /** Smallest distance found, padding taken off; 0 where they collide. */
  readonly distance: number;
  /** Proven: never more than the true distance. */
  readonly lower: number;
  readonly colliding: boolean;
  /** One lies inside a solid of the other; their surfaces are apart. */
  readonly contained: boolean;
  readonly points: readonly [Float64Array, Float64Array] | null;
}

export interface LimitViolation {
  readonly dof: string;
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

export interface StaticResult {
  readonly colliding: boolean;
  /** Nothing collides, but this pair is closer than rounding can tell, or than its clearance. */
  readonly tooClose: boolean;
  /** The colliding pair, or the closest one. Null if no pair is tested. */
  readonly closest: PairFinding | null;
}

/** Scratch for static checks of one cell. */
export class StaticChecker {
  /** Grows when a configuration leaves its box. */
  cell: Cell;
  readonly kinematics: Kinematics;
  private readonly query = new PairQuery();
  private readonly pose = new Float64Array(12);
  /** Per body: centre of its ball in the world, for the configuration with this stamp. */
  private readonly centres: Float64Array;
  private readonly computed: Int32Array;
  private stamp = 0;
  /** Per body: by how much its ball may be misplaced in the world. */
  private errors = new Float64Array(0);
  /** Per tested pair: lower bound from the balls, and the order by it. */
  private bounds = new Float64Array(0);
  private order = new Int32Array(0);
  /** The pair that collided last: the first to be tried next time. */
  private suspect = 0;

  constructor(cell: Cell) {
    this.cell = cell;
    this.kinematics = new Kinematics(cell.tree);
    this.centres = new Float64Array(3 * cell.bodies.length);
    this.computed = new Int32Array(cell.bodies.length);
    this.prepare();
  }

  private prepare(): void {
    const { tree, bodies, box, tested } = this.cell;
    this.bounds = new Float64Array(tested.length);
    this.order = new Int32Array(tested.length);
    this.suspect = 0;
    this.errors = Float64Array.from(bodies, ({ frame, ball }) => {
      const { shift, turn, length } = poseErrorUpper(tree, frame, box);
      const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
      // Placing the centre: four roundings; the difference and its length: four more.
      return shift + turn * reach + 16 * U * (length + reach + finite(ball[3]));
    });
  }

  /** The number of the first tested pair found colliding at q[o], or -1: all are proven apart. */
  firstCollision(q: Float64Array, o = 0): number {
    this.begin(q, o);
    const { tested } = this.cell;
    if (tested.length === 0) return -1;
    if (this.settle(this.suspect) !== APART) return this.suspect;
    for (let i = 0; i < tested.length; i++) {
      if (i === this.suspect || this.settle(i) === APART) continue;
      this.suspect = i;
      return i;
    }
    return -1;
  }

  /** The closest tested pair, or the first colliding one. */
  check(q: Float64Array, o = 0): StaticResult {
    this.begin(q, o);
    const { tested } = this.cell;
    const { bounds, order } = this;
    for (let i = 0; i < tested.length; i++) {
      bounds[i] = this.ballGap(tested[i]);
      order[i] = i;
    }
    order.sort((x, y) => bounds[x] - bounds[y]);
    let best: PairFinding | null = null;
    let tooClose = false;
    for (let k = 0; k < order.length; k++) {
      const cutoff = best === null ? Number.POSITIVE_INFINITY : best.distance;
      if (bounds[order[k]] >= cutoff) break;
      const found = this.measure(tested[order[k]], cutoff);
      if (found.colliding) return { colliding: true, tooClose: false, closest: found };
      tooClose ||= found.lower <= found.pair.clearance + found.pair.tracking;
      if (best === null || found.distance < best.distance) best = found;
    }
    return { colliding: false, tooClose, closest: best };
  }

  /** All tested pairs that are nearer than `distance`, nearest first. */
  within(distance: number, q: Float64Array, o = 0): PairFinding[] {
    this.begin(q, o);
    return this.cell.tested
      .filter((pair) => this.ballGap(pair) < distance)
      .map((pair) => this.measure(pair, Math.max(distance, Number.MIN_VALUE)))
      .filter((found) => found.colliding || found.distance < distance)
      .sort((x, y) => x.distance - y.distance);
  }

  /** Degrees of freedom that are beyond their limits at q[o]. */
  limitViolations(q: Float64Array, o = 0): LimitViolation[] {
    return this.cell.tree.dofs.flatMap(({ name, lower, upper }, d) => {
      const value = q[o + d];
      return value >= lower && value <= upper ? [] : [{ dof: name, value, lower, upper }];
    });
  }

  private begin(q: Float64Array, o: number): void {
    if (!boxContains(this.cell.box, q, o)) {
      this.cell = growCell(this.cell, q, o);
      this.prepare();
    }
    this.kinematics.setConfiguration(q, o);
    this.stamp++;
  }

  private settle(index: number): number {
    const { bodies, tested } = this.cell;
    const pair = tested[index];
    const a = bodies[pair.a];
    const b = bodies[pair.b];
    if (this.ballGap(pair) > 0) return APART;
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    return this.query.settle(a, b, this.pose, 0, a.padding + b.padding, pair.poseError);
  }

  private measure(pair: Pair, cutoff: number): PairFinding {
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
      distance,
      lower: Math.max(0, query.lower - padding - pair.poseError),
      colliding: distance === 0,
      contained: query.contained,
      points: query.pieceA < 0 || query.contained ? null : this.worldPoints(a.frame),
    };
  }

  private worldPoints(frame: number): [Float64Array, Float64Array] {
    const points: [Float64Array, Float64Array] = [new Float64Array(3), new Float64Array(3)];
    const at = this.kinematics.poseOf(frame);
    const { poses } = this.kinematics;
    transformPointInto(poses, at, this.query.points, 0, points[0], 0);
    transformPointInto(poses, at, this.query.points, 3, points[1], 0);
    return points;
  }

  /** How far the balls of two bodies are apart, less the padding they include already. */
  private ballGap(pair: Pair): number {
    const { bodies } = this.cell;
    this.centre(pair.a);
    this.centre(pair.b);
    const c = this.centres;
    const i = 3 * pair.a;
    const j = 3 * pair.b;
    const x = c[i] - c[j];
    const y = c[i + 1] - c[j + 1];
    const z = c[i + 2] - c[j + 2];
    const gap = Math.sqrt(x * x + y * y + z * z) - bodies[pair.a].ball[3] - bodies[pair.b].ball[3];
    return Math.max(0, gap - this.errors[pair.a] - this.errors[pair.b]);
  }

  private centre(body: number): void {
    if (this.computed[body] === this.stamp) return;
    const { frame, ball } = this.cell.bodies[body];
    const at = this.kinematics.poseOf(frame);
    transformPointInto(this.kinematics.poses, at, ball, 0, this.centres, 3 * body);
    this.computed[body] = this.stamp;
  }
}

function finite(x: number): number {
  return Number.isFinite(x) ? x : 0;
}

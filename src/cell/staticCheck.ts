/**
 * Questions about one configuration of a cell: does anything collide, which pair is closest and how
 * far apart, which pairs are within a distance, are the joints within their limits. Poses are
 * computed once per configuration and shared by all pairs [A9].
 *
 * A free verdict is proven for the configuration's true poses: the error of the computed ones is
 * part of what the bodies must be apart.
 */
import { Kinematics, poseErrorUpper } from '../kinematics/index.ts';
import { transformPointInto, U } from '../math/index.ts';
import { APART, COLLIDING } from '../proximity/index.ts';
import { type Cell, coversConfiguration } from './cell.ts';
import { type PairFinding, PairProbe } from './pairProbe.ts';
import { PairQuery } from './pairQuery.ts';
import type { Pair } from './pairs.ts';
import { askAbout, requireCoveredAt } from './question.ts';

export interface LimitViolation {
  readonly dof: string;
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

export interface StaticResult {
  readonly colliding: boolean;
  /** Nothing collides, but this pair is closer than its clearance, or than rounding can tell. */
  readonly tooClose: PairFinding | null;
  /** The colliding pair, or the closest one. Null if no pair is tested. */
  readonly closest: PairFinding | null;
}

/**
 * Checks single configurations of a cell: what collides, which pair is closest. Those that its box does not cover are
 * refused. Holds the scratch for it.
 */
export class StaticChecker {
  readonly cell: Cell;
  readonly kinematics: Kinematics;
  private readonly query = new PairQuery();
  private readonly probe: PairProbe;
  private readonly pose = new Float64Array(12);
  /** Per body: centre of its ball in the world. */
  private readonly centres: Float64Array;
  /** Bodies whose centres change with the configuration. */
  private readonly moving: Int32Array;
  /** Per tested pair: its bodies, and the sum of their radii with all errors. */
  private readonly pairs: Int32Array;
  private readonly radii: Float64Array;
  /** Per tested pair: a lower bound, and what it comes from. */
  private readonly bounds: Float64Array;
  private readonly stages: Uint8Array;
  /** Per tested pair: the distance that is asked for. */
  private readonly margins: Float64Array;
  /** The same while a question takes it into account, and what it asks for beyond. */
  private asked: Float64Array | null = null;
  private beyond = 0;
  private readonly open: Int32Array;
  /** The pair that collided last: the first to be tried next time. */
  private suspect = 0;

  constructor(cell: Cell) {
    const { tree, bodies, box, tested } = cell;
    this.cell = cell;
    this.kinematics = new Kinematics(tree);
    this.probe = new PairProbe(cell, this.kinematics, this.query);
    this.centres = new Float64Array(3 * bodies.length);
    const errors = bodies.map(({ frame, ball }) => {
      const { shift, turn, length } = poseErrorUpper(tree, frame, box);
      const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
      // Placing the centre: four roundings; the difference, its square and the radii: eight more.
      return shift + turn * reach + 32 * U * (length + reach + finite(ball[3]));
    });
    this.pairs = Int32Array.from(tested.flatMap(({ a, b }) => [a, b]));
    this.radii = Float64Array.from(
      tested,
      ({ a, b }) => bodies[a].ball[3] + bodies[b].ball[3] + errors[a] + errors[b],
    );
    this.bounds = new Float64Array(tested.length);
    this.stages = new Uint8Array(tested.length);
    this.margins = Float64Array.from(tested, (pair) => pair.clearance + pair.tracking);
    this.open = new Int32Array(tested.length);
    const used = [...new Set(this.pairs)];
    this.moving = Int32Array.from(used.filter((i) => tree.rigidRoot[bodies[i].frame] !== 0));
    this.kinematics.setConfiguration(new Float64Array(tree.dofs.length));
    for (const i of used) if (tree.rigidRoot[bodies[i].frame] === 0) this.placeCentre(i);
  }

  /** This one where the box covers q; else one for the question about q. For who is asked about one after another. */
  for(q: Float64Array): StaticChecker {
    if (coversConfiguration(this.cell, q)) return this;
    return new StaticChecker(askAbout(this.cell, [q]).cell);
  }

  /**
   * The number of a tested pair that collides, or is too close to tell, at q[o]; -1 if all are proven
   * apart. Hulls of all pairs come before the meshes of any: most pairs are settled by their hulls,
   * and where something collides it is often found before an expensive proof is spent on another.
   */
  firstCollision(q: Float64Array, o = 0): number {
    this.begin(q, o);
    const { tested } = this.cell;
    const { open } = this;
    if (tested.length === 0) return -1;
    if (this.settle(this.suspect, false) !== APART) return this.suspect;
    let count = 0;
    for (let i = 0; i < tested.length; i++) {
      if (this.ballsApart(i) || i === this.suspect) continue;
      const status = this.settle(i, true);
      if (status === APART) continue;
      if (status === COLLIDING) {
        this.suspect = i;
        return i;
      }
      open[count++] = i;
    }
    for (let k = 0; k < count; k++) {
      if (this.settle(open[k], false) === APART) continue;
      this.suspect = open[k];
      return open[k];
    }
    return -1;
  }

  /**
   * Whether all tested pairs are proven to keep their clearance at q[o], and what joints may stray; and
   * more than that by `beyond` metres.
   */
  keepsClearance(q: Float64Array, o = 0, beyond = 0): boolean {
    this.asked = this.margins;
    this.beyond = beyond;
    const first = this.firstCollision(q, o);
    this.asked = null;
    return first < 0;
  }

  /**
   * The closest tested pair, or one that collides. Pairs are looked at in the order of their lower
   * bounds, which come from balls first and from hulls when a pair's turn has come.
   */
  check(q: Float64Array, o = 0): StaticResult {
    const hit = this.firstCollision(q, o);
    const { tested } = this.cell;
    const { bounds, stages } = this;
    if (hit >= 0) {
      const found = this.probe.measure(tested[hit], Number.POSITIVE_INFINITY);
      if (found.colliding) return { colliding: true, tooClose: null, closest: found };
    }
    for (let i = 0; i < tested.length; i++) bounds[i] = this.ballGap(i);
    stages.fill(BALLS);
    let best: PairFinding | null = null;
    let tooClose: PairFinding | null = null;
    for (;;) {
      const nearest = best === null ? Number.POSITIVE_INFINITY : best.distance;
      const next = this.nextOpen(nearest);
      if (next < 0) return { colliding: false, tooClose, closest: best };
      const pair = tested[next];
      if (stages[next] === BALLS) {
        stages[next] = HULLS;
        bounds[next] = Math.max(bounds[next], this.hullGap(pair));
        continue;
      }
      stages[next] = DONE;
      const margin = this.margins[next];
      const found = this.probe.measure(pair, Math.max(nearest, 2 * margin));
      if (found.colliding) return { colliding: true, tooClose: null, closest: found };
      if (found.lower <= margin) tooClose ??= found;
      if (found.distance < nearest) best = found;
    }
  }

  /** The pair with the smallest bound that may yet be the closest, or too close; -1 if none. */
  private nextOpen(nearest: number): number {
    const { bounds, stages, margins } = this;
    let next = -1;
    for (let i = 0; i < bounds.length; i++) {
      if (stages[i] === DONE || !(bounds[i] < nearest || bounds[i] <= margins[i])) continue;
      if (next < 0 || bounds[i] < bounds[next]) next = i;
    }
    return next;
  }

  /** All tested pairs that are nearer than `distance`, nearest first. */
  within(distance: number, q: Float64Array, o = 0): PairFinding[] {
    this.begin(q, o);
    return this.cell.tested
      .filter((_, i) => this.ballGap(i) < distance)
      .map((pair) => this.probe.measure(pair, Math.max(distance, Number.MIN_VALUE)))
      .filter((found) => found.colliding || found.distance < distance)
      .sort((x, y) => x.distance - y.distance);
  }

  /**
   * Pairs that are proven to keep their clearance at q[o], and what joints may stray, but have less than
   * `beyond` metres to spare; the nearest first.
   */
  hardlyFree(beyond: number, q: Float64Array, o = 0): PairFinding[] {
    const kept = ({ clearance, tracking }: Pair) => clearance + tracking;
    const most = this.cell.tested.reduce((sum, pair) => Math.max(sum, kept(pair)), 0);
    return this.within(most + beyond, q, o).filter(
      ({ pair, lower, distance }) => lower > kept(pair) && distance < kept(pair) + beyond,
    );
  }

  /** Degrees of freedom that are beyond their limits at q[o]. */
  limitViolations(q: Float64Array, o = 0): LimitViolation[] {
    return this.cell.tree.dofs.flatMap(({ name, lower, upper }, d) => {
      const value = q[o + d];
      return value >= lower && value <= upper ? [] : [{ dof: name, value, lower, upper }];
    });
  }

  private begin(q: Float64Array, o: number): void {
    requireCoveredAt(this.cell, q, o);
    this.kinematics.setConfiguration(q, o);
    for (let k = 0; k < this.moving.length; k++) this.placeCentre(this.moving[k]);
  }

  private settle(index: number, hullsOnly: boolean): number {
    const { bodies, tested } = this.cell;
    const pair = tested[index];
    const a = bodies[pair.a];
    const b = bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    const margin =
      a.padding + b.padding + (this.asked === null ? 0 : this.asked[index] + this.beyond);
    return this.query.settle(a, b, this.pose, margin, pair.poseError, hullsOnly);
  }

  /** A lower bound of the pair's distance from its hulls, padding and errors taken off. */
  private hullGap(pair: Pair): number {
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    this.kinematics.relativePoseInto(a.frame, b.frame, this.pose, 0);
    return this.query.hullGap(a, b, this.pose, 0) - a.padding - b.padding - pair.poseError;
  }

  /** How far the balls of a tested pair, padding included, are apart at least. */
  private ballGap(index: number): number {
    return Math.max(0, Math.sqrt(this.centreDistance2(index)) - this.radii[index]);
  }

  private ballsApart(index: number): boolean {
    const r = this.radii[index] + (this.asked === null ? 0 : this.asked[index] + this.beyond);
    return this.centreDistance2(index) > r * r;
  }

  private centreDistance2(index: number): number {
    const c = this.centres;
    const i = 3 * this.pairs[2 * index];
    const j = 3 * this.pairs[2 * index + 1];
    const x = c[i] - c[j];
    const y = c[i + 1] - c[j + 1];
    const z = c[i + 2] - c[j + 2];
    return x * x + y * y + z * z;
  }

  private placeCentre(body: number): void {
    const { frame, ball } = this.cell.bodies[body];
    const at = this.kinematics.poseOf(frame);
    transformPointInto(this.kinematics.poses, at, ball, 0, this.centres, 3 * body);
  }
}

/** What the bound of a pair comes from, in the order of a check. */
const BALLS = 0;
const HULLS = 1;
const DONE = 2;

function finite(x: number): number {
  return Number.isFinite(x) ? x : 0;
}

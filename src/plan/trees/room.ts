/**
 * Room around a configuration: how far each degree of freedom may move on its own before anything can
 * collide, from distances at that one configuration [E 2.2]. Steps of several joints together are free as
 * long as the parts of their rooms that they take add up to less than one: no point of a body then moves
 * as far as the distance to what it could meet (Lemma 2 of paper A).
 *
 * With clearance bounds a distance is asked for only as far as it matters: the step that a planner would
 * like to take is the bound, and a pair that balls or hulls show to be farther apart costs no more. Without,
 * all distances are computed in full, as a planner does that knows no bounds.
 *
 * Of a crowd of obstacles only those are asked about that are so near a body that they could be in its way.
 */
import {
  askAbout,
  type Cell,
  coversConfiguration,
  type MemberList,
  type Pair,
  PairQuery,
} from '../../cell/index.ts';
import { listedTested, sweptMovers } from '../../check/index.ts';
import { Kinematics, pairMotion, poseErrorUpper } from '../../kinematics/index.ts';
import { transformPointInto, U } from '../../math/index.ts';
import { APART } from '../../proximity/index.ts';
import type { PlanningSpace } from '../space.ts';

const TURN = 2 * Math.PI;
/** A little less than what is proven: steps are rounded. */
const INSIDE = 1 - 1e-9;
/** Bounds that are asked for one after the other, each this part of the one before. */
const COARSER = 0.25;
/** Metres: what is proven apart, and no more than that is known. */
const HARDLY = 1e-12;

export class Room {
  private readonly cell: Cell;
  private readonly wraps: Uint8Array;
  private readonly kinematics: Kinematics;
  private readonly query = new PairQuery();
  private readonly bounded: boolean;
  /** Pairs that are asked about in any case. */
  private readonly listed: readonly Pair[];
  /** Bodies that move against members of a crowd, and what is to be added to their balls: room, and errors. */
  private readonly movers: readonly number[];
  private readonly reach: Float64Array;
  /** Per listed pair, then per mover: by how much a unit of each degree of freedom moves one body against the other. */
  private readonly dofs: Int32Array[];
  private readonly weights: Float64Array[];
  /** Listed pairs in the order in which they are asked: what is near comes first. Likewise movers. */
  private readonly order: Int32Array;
  private readonly moverOrder: Int32Array;
  private readonly members: MemberList = { count: 0, ids: new Int32Array(64) };
  private readonly pose = new Float64Array(12);
  private readonly centre = new Float64Array(3);
  private readonly q: Float64Array;
  /** Steps below which room does not matter. */
  private readonly least: Float64Array;

  /**
   * Room within the limits, and where a plan begins and ends. Room below `least` need not be told apart; unless
   * `bounded`, all distances are computed in full.
   */
  constructor(
    space: PlanningSpace,
    least: Float64Array,
    bounded = true,
    ends: readonly Float64Array[] = [],
  ) {
    this.least = least;
    this.bounded = bounded;
    this.wraps = space.wraps;
    // One whole turn of joints without limits: reach does not grow beyond that.
    const wrapped = ends.map((q) => this.wrapInto(q, new Float64Array(space.size)));
    this.cell = askAbout(space.cell, [space.lower, space.upper, ...wrapped]).cell;
    const { tree, bodies, box, crowd } = this.cell;
    this.kinematics = new Kinematics(tree);
    this.listed = listedTested(this.cell);
    this.movers = sweptMovers(this.cell);
    const point = { frame: 0, ball: new Float64Array(4) };
    const motions = [
      ...this.listed.map(({ a, b }) => pairMotion(tree, bodies[a], bodies[b], box)),
      ...this.movers.map((i) => pairMotion(tree, bodies[i], point, box)),
    ];
    this.dofs = motions.map(({ dofs }) => dofs);
    this.weights = motions.map(({ weights }) => weights);
    this.reach = Float64Array.from(this.movers, (i) => {
      const { ball, frame } = bodies[i];
      const own = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]) + ball[3];
      const { shift, turn, length } = poseErrorUpper(tree, frame, box);
      return ball[3] + crowd!.roomUpper(i) + shift + turn * own + 64 * U * (length + own);
    });
    this.order = new Int32Array(this.listed.length);
    this.moverOrder = new Int32Array(this.movers.length);
    this.q = new Float64Array(space.size);
    this.reset();
  }

  /** Forgets what was near, so that the same questions get the same answers to the bit. */
  reset(): void {
    for (let i = 0; i < this.order.length; i++) this.order[i] = i;
    for (let m = 0; m < this.moverOrder.length; m++) this.moverOrder[m] = m;
  }

  /** Whether anything can be said about a configuration: it is in the cell's box, but for whole turns. */
  covers(q: Float64Array): boolean {
    return coversConfiguration(this.cell, this.wrapInto(q, this.q));
  }

  private wrapInto(q: Float64Array, out: Float64Array): Float64Array {
    for (let d = 0; d < q.length; d++) {
      out[d] = this.wraps[d] === 1 ? q[d] - TURN * Math.round(q[d] / TURN) : q[d];
    }
    return out;
  }

  /**
   * Whether a configuration is proven free. If so, out = how far each degree of freedom may move on its own, at
   * most `wanted`. Nothing is proven outside of the cell's box.
   */
  lookInto(q: Float64Array, wanted: Float64Array, out: Float64Array): boolean {
    const { order, kinematics } = this;
    for (let d = 0; d < q.length; d++) out[d] = wanted[d];
    if (!this.covers(q)) return false;
    kinematics.setConfiguration(this.q);
    for (let k = 0; k < order.length; k++) {
      const i = order[k];
      const needed = this.bounded ? this.needed(i, out) : Number.POSITIVE_INFINITY;
      const gap = this.gapLower(this.listed[i], i, needed);
      if (gap >= needed) continue;
      // It matters: next time it is asked early.
      if (k > 0) {
        order.copyWithin(1, 0, k);
        order[0] = i;
      }
      if (!(gap > 0)) return false;
      this.shrink(i, gap, out);
    }
    return this.lookAround(out);
  }

  /** Members of a crowd that could be in the way; those that are not found are farther from a body than it may go. */
  private lookAround(out: Float64Array): boolean {
    const { kinematics, moverOrder, movers, members, centre } = this;
    const { crowd, bodies } = this.cell;
    if (crowd === null) return true;
    for (let k = 0; k < moverOrder.length; k++) {
      const m = moverOrder[k];
      const i = this.listed.length + m;
      const { frame, ball } = bodies[movers[m]];
      transformPointInto(kinematics.poses, kinematics.poseOf(frame), ball, 0, centre, 0);
      crowd.nearPointInto(centre, 0, (this.reach[m] + this.needed(i, out)) / INSIDE, members);
      let matters = false;
      let free = true;
      for (let n = 0; n < members.count; n++) {
        const pair = crowd.pair(movers[m], members.ids[n]);
        if (pair.reason !== null) continue;
        const needed = this.needed(i, out);
        const gap = this.gapLower(pair, i, this.bounded ? needed : Number.POSITIVE_INFINITY);
        if (gap >= needed) continue;
        matters = true;
        free = gap > 0;
        if (!free) break;
        this.shrink(i, gap, out);
      }
      if (matters && k > 0) {
        moverOrder.copyWithin(1, 0, k);
        moverOrder[0] = m;
      }
      if (!free) return false;
    }
    return true;
  }

  /** Takes what is beyond a gap off the room of all that moves the two bodies. */
  private shrink(i: number, gap: number, out: Float64Array): void {
    const dofs = this.dofs[i];
    const weights = this.weights[i];
    for (let t = 0; t < dofs.length; t++) {
      if (weights[t] * out[dofs[t]] > gap) out[dofs[t]] = (INSIDE * gap) / weights[t];
    }
  }

  /** The distance from which on a pair is in nobody's way. */
  private needed(i: number, room: Float64Array): number {
    const dofs = this.dofs[i];
    const weights = this.weights[i];
    let most = 0;
    for (let t = 0; t < dofs.length; t++) most = Math.max(most, weights[t] * room[dofs[t]]);
    return most;
  }

  /** What a pair has to spare: its distance without clearance and what joints stray. Not positive: not free. */
  private gapLower(pair: Pair, i: number, needed: number): number {
    const { kinematics, query, pose, centre } = this;
    const a = this.cell.bodies[pair.a];
    const b = this.cell.bodies[pair.b];
    kinematics.relativePoseInto(a.frame, b.frame, pose, 0);
    const padding = a.padding + b.padding;
    const taken = pair.clearance + pair.tracking;
    if (!this.bounded) {
      query.measure(a, b, pose, 0, Number.POSITIVE_INFINITY);
      return query.upper <= padding ? 0 : query.lower - padding - taken - pair.poseError;
    }
    transformPointInto(pose, 0, b.ball, 0, centre, 0);
    const x = centre[0] - a.ball[0];
    const y = centre[1] - a.ball[1];
    const z = centre[2] - a.ball[2];
    // The balls have their bodies' paddings in them.
    const balls = Math.sqrt(x * x + y * y + z * z) - a.ball[3] - b.ball[3] - taken - pair.poseError;
    if (INSIDE * balls > needed) return balls;
    const hulls = query.hullGap(a, b, pose, 0) - padding - taken - pair.poseError;
    // Where hulls are apart their distance will do: a better one costs much more.
    if (hulls > 0) return hulls;
    // Room for less than the smallest step is as good as none.
    const least = Math.min(needed, this.needed(i, this.least));
    for (let gap = needed; gap >= least && gap > 0; gap *= COARSER) {
      const margin = gap + padding + taken;
      if (query.settle(a, b, pose, margin, pair.poseError) === APART) return gap;
    }
    const status = query.settle(a, b, pose, padding + taken, pair.poseError);
    return status === APART ? HARDLY : 0;
  }
}

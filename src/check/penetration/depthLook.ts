/**
 * One look at a pair at one configuration: how deep bodies are in each other there at most, or how far apart at least,
 * and whether that shows something.
 */
import { BodyDepth, type Cell, PairProbe, PairQuery } from '../../cell/index.ts';
import type { Kinematics } from '../../kinematics/index.ts';
import { transformPointInto } from '../../math/index.ts';
import { BodyDistance } from '../lemma/bodyDistance.ts';
import type { CheckStats } from '../request.ts';
import { goalOf, type PairState, record } from './pairState.ts';

/** Boxes of one search for a depth. */
const MAX_BOXES = 20_000;
const BOXES_PER_TEST = 64;

/** Where to look, and for what. */
export interface DepthPlace {
  readonly segment: number;
  readonly t: number;
  /** Where bodies are there. */
  readonly kin: Kinematics;
  /** A depth of this, as computed, would be enough. */
  readonly target: number;
  /** What is added to depths as computed: padding, what joints may stray, errors. */
  readonly need: number;
}

/** A depth of at least `lower` and at most `upper`, all included. */
interface DepthFinding {
  readonly lower: number;
  readonly upper: number;
  /** Where it is `lower`, in the first body's frame. */
  readonly point: Float64Array | null;
  /** It does for the proof. */
  readonly settled: boolean;
  /** The search ended before it was good enough. */
  readonly exhausted: boolean;
}

export class DepthLook {
  /** Whether the last search for a depth ended before it was good enough. */
  exhausted = false;
  readonly depths = new BodyDepth();
  private readonly delta: number;
  private readonly accuracy: number;
  private readonly stats: CheckStats;
  private readonly distances: BodyDistance;
  private readonly contained = new PairQuery();
  private readonly probe: PairProbe;
  private readonly pose = new Float64Array(12);

  constructor(cell: Cell, delta: number, accuracy: number, stats: CheckStats) {
    this.delta = delta;
    this.accuracy = accuracy;
    this.stats = stats;
    this.distances = new BodyDistance('threshold', 0, stats);
    this.probe = new PairProbe(cell);
  }

  /**
   * An upper bound of the depth, as computed, without padding; minus a lower bound of the
   * distance where the bodies are apart.
   */
  depthAt(state: PairState, place: DepthPlace): number {
    const { a, b, pair, rounding } = state.moving;
    const { target, need } = place;
    place.kin.relativePoseInto(a.frame, b.frame, this.pose, 0);
    this.stats.tests++;
    this.exhausted = false;
    if (state.witness !== null) state.extra++;
    const near = 2 * rounding;
    this.distances.ask(a, b, this.pose, Math.max(-target, near), near);
    const { lower, hullsApart } = this.distances;
    const apart = lower > near && (hullsApart || !this.isContained(state));
    if (!state.solid) return this.judgeSurfaces(state, place, apart ? lower : 0);
    if (apart) return this.judgeApart(state, place, lower);
    this.depths.ask(a, b, this.pose, 0, {
      enough: target,
      beyond: state.allowed - state.padding + pair.poseError,
      accuracy: this.delta / 4,
      ceiling: goalOf(state, this.accuracy) - need,
      maxBoxes: MAX_BOXES,
    });
    const { upper, lower: found, boxes } = this.depths;
    this.stats.nodePairs += boxes;
    this.stats.tests += Math.floor(boxes / BOXES_PER_TEST);
    this.judge(state, place, {
      lower: found + state.padding - pair.poseError,
      upper: upper + need,
      point: found > Number.NEGATIVE_INFINITY ? this.depths.point : null,
      settled: upper <= target,
      exhausted: boxes >= MAX_BOXES,
    });
    return upper;
  }

  /**
   * Bodies that are apart by at least `lower`, as they are without padding. Where that is not enough
   * to tell, their distance is measured. Returns minus the distance that is proven.
   */
  private judgeApart(state: PairState, place: DepthPlace, lower: number): number {
    const { padding, allowed, moving } = state;
    const { target, need } = place;
    const enough = -lower <= target || -lower + need <= allowed - this.delta;
    if (enough && lower >= padding) return -lower;
    this.contained.measure(moving.a, moving.b, this.pose, 0, Number.POSITIVE_INFINITY);
    const { upper, points } = this.contained;
    const eta = Math.max(lower, this.contained.lower);
    this.judge(state, place, {
      lower: padding - upper - moving.pair.poseError,
      upper: need - eta,
      point: points,
      settled: -eta <= target,
      exhausted: false,
    });
    return -eta;
  }

  /** What a finding means. */
  private judge(state: PairState, { segment, t, kin }: DepthPlace, found: DepthFinding): void {
    const { a, pair } = state.moving;
    const { lower, upper } = found;
    const configuration = kin.q.slice();
    const point = found.point ? new Float64Array(3) : null;
    if (point) transformPointInto(kin.poses, kin.poseOf(a.frame), found.point!, 0, point, 0);
    if (lower > state.lower) {
      state.lower = lower;
      if (lower > 0 && point) state.seen = { segment, t, configuration, point };
    }
    const common = { segment, t, configuration, pair, solid: true, lower, upper, point };
    if (lower > state.allowed) record(state, { verdict: 'deeper', ...common });
    else if (!found.settled && upper > state.allowed - this.delta) {
      if (found.exhausted) this.exhausted = true;
      else record(state, { verdict: 'too-close', ...common });
    }
  }

  /** Surfaces are apart: is a component of one body inside the other? */
  private isContained({ moving: { a, b } }: PairState): boolean {
    return a.pieces.some((piece) =>
      b.pieces.some((other) => this.contained.contains(piece, other, this.pose, 0)),
    );
  }

  /** Bodies that are not both solids: they must be apart, by what is needed and delta. */
  private judgeSurfaces(state: PairState, place: DepthPlace, lower: number): number {
    const { pair } = state.moving;
    const { segment, t, kin, need } = place;
    if (lower > need + this.delta) return -lower;
    this.probe.kinematics.setConfiguration(kin.q);
    const reach = this.delta + pair.tracking + 4 * pair.poseError;
    const found = this.probe.measure(pair, reach * (1 + 1e-9) + 1e-12);
    const proven = found.lower > 0 ? found.lower + state.padding : 0;
    const eta = Math.max(lower, proven);
    if (!found.colliding && eta > need + this.delta) return -eta;
    record(state, {
      ...{ verdict: found.colliding ? 'deeper' : 'too-close', segment, t, pair, solid: false },
      ...{
        lower: found.colliding ? 0 : -found.distance,
        upper: found.colliding ? 0 : -found.lower,
      },
      configuration: kin.q.slice(),
      point: found.points?.[0] ?? null,
    });
    return -eta;
  }
}

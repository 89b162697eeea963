/**
 * A cell that moves along one segment after the other: where bodies are at a time of the segment, how they
 * move there, and what must remain between them. What the ladder and the recorder work on.
 */
import { type Cell, type Pair, requireCovered } from '../../cell/index.ts';
import { kernelFloats } from '../../kernel/index.ts';
import { Followers, Kinematics } from '../../kinematics/index.ts';
import { InputError, U } from '../../math/index.ts';
import { floatingDofs, joinedErrorUpperInto, type Segment } from '../../motion/index.ts';
import { Cover } from './cover.ts';
import type { CrowdSweeps } from './crowdSweeps.ts';
import { type MovingUnits, movingUnits } from './movingUnits.ts';
import type { NearRequest } from './nearUnits.ts';
import type { Units } from './units.ts';

/** Pairs of a piece that moves and a member of the crowd that are kept from one segment to the next. */
const MOST_KEPT = 2 ** 16;

export interface MovingCellOptions {
  /** Metres that every gap must have to spare. Default 0. */
  readonly margin?: number;
  /** Members of the crowd get units when they come near. Default: none do. */
  readonly near?: NearRequest | null;
  /** So many pieces and members are kept from one segment to the next. */
  readonly mostKept?: number;
  /** Put units behind those of bundles (bundles.ts). Default false. */
  readonly bundles?: boolean;
}

export class MovingCell {
  readonly cell: Cell;
  readonly kinematics: Kinematics;
  units!: Units;
  cover!: Cover;
  /** Counts how often the units were prepared anew: who keeps numbers of units must look. */
  generation = 0;
  /** The configuration at hand. */
  readonly q: Float64Array;
  private readonly pairs: readonly Pair[];
  private readonly margin: number;
  private readonly near: NearRequest | null;
  private readonly mostKept: number;
  private readonly bundles: boolean;
  private readonly errors: Float64Array;
  /** Rates of joints now, and their derivatives; upper bounds of them and of what changes them. */
  private readonly rates: Float64Array;
  private readonly accelerations: Float64Array;
  private readonly rateUpper: Float64Array;
  private readonly accelerationUpper: Float64Array;
  private readonly jerkUpper: Float64Array;
  private readonly scratch: Float64Array;
  /** Joints that follow by laws, or null; where the segment at hand takes leaders, and where it does nearby. */
  private readonly followers: Followers | null;
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  /** Whether the rates of all joints stay what they are on the segment at hand: none follows by a law. */
  private uniform = true;
  private moving!: MovingUnits;
  /** How often the crowd was asked before the units were prepared anew. */
  private askedBefore = 0;
  private segment: Segment | null = null;
  /** The generation that `ready` left. */
  private readied = 1;

  /** For these pairs, and members of the crowd where they are asked for. */
  constructor(cell: Cell, pairs: readonly Pair[], options: MovingCellOptions = {}) {
    this.cell = cell;
    this.pairs = pairs;
    this.margin = options.margin ?? 0;
    this.near = options.near ?? null;
    this.mostKept = options.mostKept ?? MOST_KEPT;
    this.bundles = options.bundles ?? false;
    this.kinematics = new Kinematics(cell.tree, kernelFloats);
    const count = cell.tree.dofs.length;
    this.q = new Float64Array(count);
    this.rates = new Float64Array(count);
    this.accelerations = new Float64Array(count);
    this.rateUpper = new Float64Array(count);
    this.accelerationUpper = new Float64Array(count);
    this.jerkUpper = new Float64Array(count);
    this.scratch = new Float64Array(count);
    this.followers = Followers.of(cell.tree);
    this.lowest = new Float64Array(count);
    this.highest = new Float64Array(count);
    this.lower = new Float64Array(count);
    this.upper = new Float64Array(count);
    // Room for the rounding of values in the box and half as much again, or of a few turns.
    this.errors = Float64Array.from({ length: count }, (_, d) => {
      const most = Math.max(Math.abs(cell.box.lower[d]), Math.abs(cell.box.upper[d]));
      return 16 * U * (Number.isFinite(most) ? most : 8);
    });
    for (const d of floatingDofs(cell.tree)) this.errors.fill(512 * U, d + 3, d + 7);
    this.prepare();
  }

  private prepare(): void {
    this.askedBefore += this.moving?.near?.sweeps.asked ?? 0;
    const { cell, kinematics, pairs, errors, margin, near, bundles } = this;
    this.moving = movingUnits(cell, kinematics, { pairs, errors, margin, bundles }, near);
    this.units = this.moving.units;
    this.cover = new Cover(this.moving);
    this.generation++;
  }

  /** Bounds of motion of the segment at hand. */
  get bounds(): MovingUnits['bounds'] {
    return this.moving.bounds;
  }

  /** The sweeps of the configuration at hand; null without a crowd. */
  get sweeps(): CrowdSweeps | null {
    return this.moving.near?.sweeps ?? null;
  }

  /** How often the crowd was asked until now. */
  get asked(): number {
    return this.askedBefore + (this.moving.near?.sweeps.asked ?? 0);
  }

  /** Whether its units are those that it was made with: none for larger errors, none of members that came near. */
  get isAsNew(): boolean {
    return this.generation === 1 && (this.moving.near?.kept ?? 0) === 0;
  }

  /** The same since `ready`. */
  get isAsReady(): boolean {
    return this.generation === this.readied && (this.moving.near?.kept ?? 0) === 0;
  }

  /** Prepares units for the errors of all these segments, which the cell's box covers, if those at hand are for smaller ones. */
  ready(segments: readonly Segment[]): void {
    const { scratch } = this;
    const most = new Float64Array(scratch.length);
    for (const segment of segments) {
      joinedErrorUpperInto(segment, scratch, 0);
      for (let d = 0; d < most.length; d++) most[d] = Math.max(most[d], scratch[d]);
    }
    this.allow(most);
    this.readied = this.generation;
  }

  /** Whether units had to be prepared anew for errors as large as these. */
  private allow(wanted: Float64Array): boolean {
    const { errors } = this;
    if (this.units.allows(wanted)) return false;
    // With some to spare: segments that follow will need a little more.
    for (let d = 0; d < errors.length; d++) errors[d] = Math.max(errors[d], 3 * wanted[d]);
    this.prepare();
    return true;
  }

  /** Makes the sweeps ready at the configuration at hand. */
  sweep(): void {
    if (this.moving.kernel?.move()) return;
    this.moving.centres.placeAll();
    this.moving.swept.bound();
  }

  /**
   * Takes a segment that the cell's box covers: rates are read. Units of a crowd that came near before are
   * forgotten where they are many, unless a check is gone on with that knows them.
   */
  begin(segment: Segment, goesOn = false): void {
    if (segment.from.length !== this.q.length) {
      throw new InputError({
        code: 'check/segment',
        message: `the segment has ${segment.from.length} numbers, the cell ${this.q.length} degrees of freedom`,
        hint: 'make segments with the kinematic tree of the cell that is checked',
      });
    }
    this.segment = segment;
    const { q: lower, scratch: upper } = this;
    segment.rangeInto(lower, upper);
    requireCovered(this.cell, lower, upper);
    joinedErrorUpperInto(segment, this.scratch, 0);
    if (!this.allow(this.scratch) && !goesOn && (this.moving.near?.kept ?? 0) > this.mostKept) {
      this.prepare();
    }
    this.uniform = segment.uniform && this.followers === null;
    if (this.uniform) {
      segment.rateUpperInto(0, 1, this.rateUpper, 0);
      segment.rateInto(0.5, this.rates, 0);
      this.bounds.setRates(this.rateUpper, null, null);
    } else {
      if (this.followers !== null) this.takeRange(segment);
      this.takeRates(segment, 0.5, 0.5);
    }
    this.cover.gjkCalls = 0;
  }

  /** Goes to the configuration at t; what is then bounded holds within `half` of it. */
  enter(t: number, half: number): void {
    const segment = this.segment!;
    const { moving } = this;
    segment.configurationInto(t, this.q, 0);
    this.kinematics.setConfiguration(this.q);
    if (!this.uniform) this.takeRates(segment, t, half);
    moving.centres.begin();
    moving.bounds.begin(half);
    moving.motions.begin(this.rates, this.uniform ? null : this.accelerations);
    moving.kernel?.begin();
    this.cover.begin();
  }

  /** Rates that change: those at t, and what bounds them within `half` of it. */
  private takeRates(segment: Segment, t: number, half: number): void {
    const { rateUpper, accelerationUpper, jerkUpper } = this;
    const from = Math.max(0, t - half);
    const to = Math.min(1, t + half);
    segment.rateInto(t, this.rates, 0);
    segment.accelerationInto(t, this.accelerations, 0);
    segment.rateUpperInto(from, to, rateUpper, 0);
    segment.accelerationUpperInto(from, to, accelerationUpper, 0);
    segment.jerkUpperInto(from, to, jerkUpper, 0);
    if (this.followers !== null) this.boundFollowers(half);
    this.bounds.setRates(rateUpper, accelerationUpper, jerkUpper, this.followers);
  }

  /** Where a segment takes the degrees of freedom, and the computed motion with it. */
  private takeRange(segment: Segment): void {
    const { lowest, highest, errors } = this;
    segment.rangeInto(lowest, highest);
    for (let d = 0; d < errors.length; d++) {
      lowest[d] -= errors[d];
      highest[d] += errors[d];
    }
    segment.configurationInto(0.5, this.q, 0);
  }

  /** Bounds joints that follow by laws for leaders within `half` of the configuration at hand, at the rates at hand. */
  private boundFollowers(half: number): void {
    const { q, rateUpper, lowest, highest, lower, upper, followers } = this;
    for (let d = 0; d < q.length; d++) {
      const way = half * rateUpper[d] * (1 + 8 * U) + 8 * U * Math.abs(q[d]);
      lower[d] = Math.max(lowest[d], q[d] - way);
      upper[d] = Math.min(highest[d], q[d] + way);
    }
    followers!.bound(lower, upper);
  }
}

/**
 * A cell set up for one segment after the other: where bodies are at a time of the segment, how they
 * move there, and what must remain between them. What the ladder and the recorder work on.
 */
import { type Cell, type Pair, requireCovered } from '../../cell/index.ts';
import { Kinematics } from '../../kinematics/index.ts';
import { InputError, U } from '../../math/index.ts';
import { floatingDofs, joinedErrorUpperInto, type Segment } from '../../motion/index.ts';
import { Cover } from './cover.ts';
import { LadderScene } from './scene.ts';
import { Twists } from './twists.ts';

export class Stage {
  readonly cell: Cell;
  readonly kinematics: Kinematics;
  scene!: LadderScene;
  cover!: Cover;
  /** Counts how often the scene was set up anew: who keeps numbers of units must look. */
  generation = 0;
  /** The configuration at hand. */
  readonly q: Float64Array;
  private readonly pairsOf: (cell: Cell) => readonly Pair[];
  private readonly margin: number;
  private readonly errors: Float64Array;
  private readonly rates: Float64Array;
  private readonly changes: Float64Array;
  private readonly rateUpper: Float64Array;
  private readonly accelerationUpper: Float64Array;
  private readonly jerkUpper: Float64Array;
  private readonly scratch: Float64Array;
  private twists!: Twists;
  private segment: Segment | null = null;

  /** `margin`: metres that every gap must have to spare. */
  constructor(cell: Cell, pairsOf: (cell: Cell) => readonly Pair[], margin = 0) {
    this.cell = cell;
    this.pairsOf = pairsOf;
    this.margin = margin;
    this.kinematics = new Kinematics(cell.tree);
    const count = cell.tree.dofs.length;
    this.q = new Float64Array(count);
    this.rates = new Float64Array(count);
    this.changes = new Float64Array(count);
    this.rateUpper = new Float64Array(count);
    this.accelerationUpper = new Float64Array(count);
    this.jerkUpper = new Float64Array(count);
    this.scratch = new Float64Array(count);
    // Room for the rounding of values in the box and half as much again, or of a few turns.
    this.errors = Float64Array.from({ length: count }, (_, d) => {
      const most = Math.max(Math.abs(cell.box.lower[d]), Math.abs(cell.box.upper[d]));
      return 16 * U * (Number.isFinite(most) ? most : 8);
    });
    for (const d of floatingDofs(cell.tree)) this.errors.fill(512 * U, d + 3, d + 7);
    this.prepare();
  }

  private prepare(): void {
    const { cell, kinematics } = this;
    this.twists = new Twists(kinematics);
    const pairs = this.pairsOf(cell);
    this.scene = new LadderScene(cell, kinematics, this.twists, pairs, this.errors, this.margin);
    this.cover = new Cover(this.scene, this.twists);
    this.generation++;
  }

  /** Takes a segment that the cell's box covers: rates are read. */
  begin(segment: Segment): void {
    if (segment.from.length !== this.q.length) {
      throw new InputError({
        code: 'check/segment',
        message: `the segment has ${segment.from.length} numbers, the cell ${this.q.length} degrees of freedom`,
        hint: 'make segments with the kinematic tree of the cell that is checked',
      });
    }
    this.segment = segment;
    const { q: lower, scratch: upper, errors } = this;
    segment.rangeInto(lower, upper);
    requireCovered(this.cell, lower, upper);
    joinedErrorUpperInto(segment, this.scratch, 0);
    if (!this.scene.allows(this.scratch)) {
      // With some to spare: segments that follow will need a little more.
      for (let d = 0; d < errors.length; d++) errors[d] = Math.max(errors[d], 3 * this.scratch[d]);
      this.prepare();
    }
    if (segment.uniform) {
      segment.rateUpperInto(0, 1, this.rateUpper, 0);
      segment.rateInto(0.5, this.rates, 0);
      this.scene.setRates(this.rateUpper, null, null);
    } else this.takeRates(segment, 0.5, 0.5);
    this.cover.gjkCalls = 0;
  }

  /** Goes to the configuration at t; what is then bounded holds within `half` of it. */
  enter(t: number, half: number): void {
    const segment = this.segment!;
    segment.configurationInto(t, this.q, 0);
    this.kinematics.setConfiguration(this.q);
    if (!segment.uniform) this.takeRates(segment, t, half);
    this.scene.begin(half);
    this.twists.begin(this.rates, segment.uniform ? null : this.changes);
    this.cover.begin();
  }

  /** Rates that change: those at t, and what bounds them within `half` of it. */
  private takeRates(segment: Segment, t: number, half: number): void {
    const { rateUpper, accelerationUpper, jerkUpper } = this;
    const from = Math.max(0, t - half);
    const to = Math.min(1, t + half);
    segment.rateInto(t, this.rates, 0);
    segment.accelerationInto(t, this.changes, 0);
    segment.rateUpperInto(from, to, rateUpper, 0);
    segment.accelerationUpperInto(from, to, accelerationUpper, 0);
    segment.jerkUpperInto(from, to, jerkUpper, 0);
    this.scene.setRates(rateUpper, accelerationUpper, jerkUpper);
  }
}

/**
 * Covers in WebAssembly (assembly/sweep): the first look at a configuration as one pass, poses, frame motions, balls, how far
 * pieces move, and which units are left; and questions about whole pieces. It writes to the same arrays as the TypeScript
 * beside it, the same numbers to the bit, and declares what it computed; what it does not compute is computed when asked for,
 * as ever.
 */
import { addressOf, type Kernel, kernel, kernelFloats } from '../../kernel/index.ts';
import { type ConvexWorkspace, tableAddress } from '../../proximity/index.ts';
import type { CoverQuestion } from './coverQuestion.ts';
import {
  HEAD,
  type LookedAt,
  NUMBERS,
  type SweepTables,
  sweepTables,
  UNIT as UNIT_RECORD,
} from './sweepTables.ts';

const { centres: CENTRES, changing: CHANGING, last: LAST, stamp: STAMP } = HEAD;
const { covered: COVERED, hulls: HULLS, said: PASS_SAID } = HEAD;
const {
  half: HALF,
  slackVelocity: SLACK_VELOCITY,
  slackAcceleration: SLACK_ACCELERATION,
  boxUp: BOX_UP,
  before: BEFORE,
  after: AFTER,
  warm: WARM,
} = NUMBERS;
const { size: UNIT, tableA: TABLE_A, tableB: TABLE_B, passed: PASSED } = UNIT_RECORD;

/** Answers to a question: covered by hulls, by balls; nobody was asked; else what the search said, and this. */
export const BY_HULLS = 0;
export const BY_BALLS = 1;
export const NOT_ASKED = 2;
export const SAID = 16;

/** Whether a unit can be asked about: not looked at yet, yes, no. */
const UNKNOWN = 0;
const FIT = 1;
const UNFIT = 2;

export class SweepKernel {
  /** Units that are left, as `Sift` lists them: those whose balls meet from its front, others from its end. */
  readonly list: Int32Array;
  private readonly moving: LookedAt;
  private readonly tables: SweepTables;
  /** Where balls were when the kernel was told of them. */
  private at: Float64Array | null = null;
  /** Whether everything is where the configuration at hand has it. */
  private moved = false;
  private readonly fits: Uint8Array;
  /** The unit that `pass` stopped at, with an answer that nobody has asked for yet; -1 if there is none. */
  private stoppedAt = -1;
  /** How many units the last `pass` found covered, and how many of them by their hulls. */
  passed = 0;
  passedByHulls = 0;

  /** Null where there is no kernel, or no room in its memory. */
  static of(moving: LookedAt): SweepKernel | null {
    if (kernel() === null) return null;
    const tables = sweepTables(moving);
    return tables === null ? null : new SweepKernel(moving, tables);
  }

  private constructor(moving: LookedAt, tables: SweepTables) {
    this.moving = moving;
    this.tables = tables;
    this.list = tables.list;
    this.fits = new Uint8Array(moving.units.listedCount);
  }

  /** Declares a new configuration. */
  begin(): void {
    this.moved = false;
    this.stoppedAt = -1;
  }

  /** Computes all that a first look needs, if need be; false where TypeScript has to. */
  move(): boolean {
    const run = kernel()?.run;
    if (run === undefined) return false;
    if (this.moved) return true;
    const { kinematics, motions, bounds, centres } = this.moving;
    const { address, head, rates, accelerations, own, numbers } = this.tables;
    if (this.at !== centres.at && !this.findBalls()) return false;
    const { frames, lawful } = this.tables;
    for (let k = 0; k < lawful.length; k++) {
      kinematics.localOf(lawful[k]);
      motions.followedInto(lawful[k], own, 2 * k);
    }
    const now = motions.ratesAtHand;
    const changes = motions.changesAtHand;
    for (let d = 0; d < rates.length; d++) rates[d] = now[d];
    if (changes !== null) for (let d = 0; d < rates.length; d++) accelerations[d] = changes[d];
    head[CHANGING] = changes === null ? 0 : 1;
    head[STAMP] = motions.stampAtHand;
    numbers[HALF] = bounds.half;
    numbers[SLACK_VELOCITY] = bounds.slack.velocity;
    numbers[SLACK_ACCELERATION] = bounds.slack.acceleration;
    numbers[BOX_UP] = bounds.boxUp;
    if (run.sweepMove(address) === 0) return false;
    kinematics.takeComputed(frames);
    centres.takeComputed();
    this.moved = true;
    return true;
  }

  /** Sifts the listed units after `move`: how many have balls that meet. The others begin at `last` of the list. */
  sift(): number {
    this.tables.head[LAST] = this.list.length;
    return kernel()!.run.sweepSift(this.tables.address);
  }

  get last(): number {
    return this.tables.head[LAST];
  }

  /**
   * Asks about the whole pieces of a listed unit, by bounds over the box, in a workspace that is set up as covers have it; with
   * `balls` these are compared first. What the search leaves in the workspace is what gjkInto leaves.
   */
  ask(question: CoverQuestion, workspace: ConvexWorkspace, balls: boolean): number {
    const { unit, before, after, warm } = question;
    if (unit >= this.fits.length || workspace.address === 0 || !this.move()) return NOT_ASKED;
    if (unit === this.stoppedAt) {
      this.stoppedAt = -1;
      return this.tables.head[PASS_SAID];
    }
    this.stoppedAt = -1;
    const fast = kernel()!;
    if (this.fits[unit] === UNKNOWN) this.lodge(unit, fast);
    if (this.fits[unit] === UNFIT) return NOT_ASKED;
    const { units, kinematics, centres } = this.moving;
    const a = units.pieceA[unit];
    const b = units.pieceB[unit];
    kinematics.poseOf(units.pieces[a].body.frame);
    kinematics.poseOf(units.pieces[b].body.frame);
    if (balls) {
      centres.place(a);
      centres.place(b);
    }
    this.write(before, after, warm[0], warm[1], warm[2]);
    return fast.run.sweepAsk(this.tables.address, unit, workspace.address, balls ? 1 : 0);
  }

  /** Writes a question. */
  private write(before: number, after: number, x: number, y: number, z: number): void {
    const { numbers } = this.tables;
    numbers[BEFORE] = before;
    numbers[AFTER] = after;
    numbers[WARM] = x;
    numbers[WARM + 1] = y;
    numbers[WARM + 2] = z;
  }

  /**
   * From now on `pass` asks about a unit of the front as `ask` does, every time that it is on the list; `balls` as there. Only
   * of units that can be asked about and whose pieces move as a look computes.
   */
  letPass(unit: number, balls: boolean): void {
    if (unit >= this.moving.units.frontCount || this.fits[unit] !== FIT) return;
    this.tables.units[2 * UNIT * unit + PASSED] = balls ? 2 : 1;
  }

  /**
   * Asks about the sifted units from place k of the list on, of `count`, without a direction to begin with, as long as they are
   * covered: the place of the first that is not, or that `ask` has to be asked about. What was said of it is there for the next
   * `ask`, which must be the same question.
   */
  pass(
    k: number,
    count: number,
    before: number,
    after: number,
    workspace: ConvexWorkspace,
  ): number {
    this.passed = 0;
    this.passedByHulls = 0;
    const fast = kernel();
    if (fast === null || workspace.address === 0 || !this.moved) return k;
    const { head, address } = this.tables;
    this.write(before, after, 0, 0, 0);
    const next = fast.run.sweepPass(address, k, count, workspace.address);
    this.passed = head[COVERED];
    this.passedByHulls = head[HULLS];
    this.stoppedAt = next < count && head[PASS_SAID] !== NOT_ASKED ? this.list[next] : -1;
    return next;
  }

  /** Finds the tables of a unit's hulls. */
  private lodge(unit: number, fast: Kernel): void {
    const { units } = this.moving;
    this.fits[unit] = UNFIT;
    const one = units.pieces[units.pieceA[unit]].patches.whole.shape;
    const other = units.pieces[units.pieceB[unit]].patches.whole.shape;
    if (one.kind !== 'hull' || other.kind !== 'hull') return;
    const a = tableAddress(one.table, fast);
    const b = tableAddress(other.table, fast);
    if (a === 0 || b === 0) return;
    const { units: words } = this.tables;
    words[2 * UNIT * unit + TABLE_A] = a;
    words[2 * UNIT * unit + TABLE_B] = b;
    this.fits[unit] = FIT;
  }

  /** Balls have moved to a larger array, or never were in the kernels' memory. */
  private findBalls(): boolean {
    const { centres } = this.moving;
    if (addressOf(centres.at) === 0) centres.moveTo(kernelFloats(centres.at.length));
    const address = addressOf(centres.at);
    if (address === 0) return false;
    this.at = centres.at;
    this.tables.head[CENTRES] = address;
    return true;
  }
}

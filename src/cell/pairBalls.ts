/**
 * The pairs that a static check looks at, with the balls and boxes around their bodies: the listed ones, which it always
 * looks at, and behind them those of members of a crowd that came near some time. Numbers of pairs stay what they are.
 */
import { grown } from '../arrays/index.ts';
import { kernelFloats } from '../kernel/index.ts';
import { type Kinematics, poseErrorUpper } from '../kinematics/index.ts';
import { POSE_SIZE, transformPointInto, U } from '../math/index.ts';
import { type BodyModel, bodyBoxInto } from '../model/index.ts';
import type { Cell } from './cell.ts';
import type { MemberList } from './crowd.ts';
import { PairSift } from './pairSift.ts';
import type { Pair } from './pairs.ts';

/** Metres: how far is looked first for the nearest member, and by how much farther each time. */
const FIRST_REACH = 0.01;
const GROWTH = 2;
/** Members that are looked at one by one without looking less far. */
const FEW = 64;

/** Boxes of bodies, in their own frames: cells share bodies, and a cell may have many checkers. */
const boxOf = new WeakMap<BodyModel, Float64Array>();

export class PairBalls {
  /** The listed pairs come first. */
  readonly pairs: Pair[];
  /** Per pair: the sum of their radii with all errors, and the distance that is asked for. */
  radii: Float64Array<ArrayBuffer>;
  margins: Float64Array<ArrayBuffer>;
  /** Numbers of the pairs of members that are near: the first `nearCount`. */
  near = new Int32Array(64);
  nearCount = 0;
  private readonly cell: Cell;
  private readonly kinematics: Kinematics;
  /** Per pair: where the centres of its balls are. */
  private ends: Int32Array<ArrayBuffer>;
  /** By body: the place of its ball; per place its centre in the world, its radius with all errors. */
  private readonly placeOf = new Map<number, number>();
  private centres = new Float64Array(3 * 16);
  private reaches = new Float64Array(16);
  /** Per place: its body's box along the axes of its frame, as seen from the centre, and where that frame's pose is. */
  private boxes = new Float64Array(6 * 16);
  private frames = new Int32Array(16);
  /** By how much a point of the body may be off when it is seen from that frame, and by which factor distances are. */
  private slacks = new Float64Array(16);
  private factors = new Float64Array(16);
  /** Bodies whose centres change with the configuration. */
  private readonly moving: number[] = [];
  /** The first look at the listed pairs in WebAssembly; null where there is none, or pairs come and go. */
  private readonly fast: PairSift | null;
  /** The listed pairs in the order in which they are looked at: whoever asks may change it. */
  readonly order: Int32Array;
  /** By mover and member: the number of their pair, -1 where it is not tested. */
  private readonly known = new Map<number, number>();
  private readonly members: MemberList = { count: 0, ids: new Int32Array(64) };

  constructor(cell: Cell, kinematics: Kinematics) {
    this.cell = cell;
    this.kinematics = kinematics;
    kinematics.setConfiguration(new Float64Array(cell.tree.dofs.length));
    this.pairs = [];
    this.radii = new Float64Array(cell.tested.length);
    this.margins = new Float64Array(cell.tested.length);
    this.ends = new Int32Array(2 * cell.tested.length);
    for (const pair of cell.tested) this.add(pair);
    for (const mover of cell.crowd?.movers ?? []) this.placed(mover);
    this.fast = cell.crowd === null ? this.findSift() : null;
    this.order = this.fast?.order ?? new Int32Array(cell.tested.length);
  }

  /** Moves all arrays to where kernels see them: without a crowd they grow no more. */
  private findSift(): PairSift | null {
    const places = this.placeOf.size;
    const pairs = this.pairs.length;
    const moved = (array: Float64Array, length: number) => {
      const there = kernelFloats(length);
      there.set(array.subarray(0, length));
      // Nothing is done with it that only an ordinary buffer can.
      return there as Float64Array<ArrayBuffer>;
    };
    this.centres = moved(this.centres, 3 * places);
    this.reaches = moved(this.reaches, places);
    this.boxes = moved(this.boxes, 6 * places);
    this.slacks = moved(this.slacks, places);
    this.factors = moved(this.factors, places);
    this.radii = moved(this.radii, pairs);
    this.margins = moved(this.margins, pairs);
    const { centres, reaches, boxes, slacks, factors, radii, margins, ends } = this;
    const bodies = Array.from(this.placeOf.keys(), (body) => this.cell.bodies[body]);
    return PairSift.of(this.kinematics, {
      ...{ centres, reaches, boxes, slacks, factors, radii, margins, ends },
      frames: Int32Array.from(bodies, ({ frame }) => frame),
      moving: Int32Array.from(this.moving, (body) => this.placeOf.get(body)!),
      balls: bodies.map(({ ball }) => ball),
    });
  }

  /** How many pairs were ever looked at. */
  get count(): number {
    return this.pairs.length;
  }

  /** Centres where the kinematics stand. */
  place(): void {
    const { moving } = this;
    if (this.fast?.place()) return;
    for (let k = 0; k < moving.length; k++) this.placeCentre(moving[k]);
  }

  /**
   * How many of the listed pairs are not proven apart, where `asked` by what they ask for and `beyond`: their places in
   * `order` are at the front of `left`. -1 where they are to be asked about one by one (`isApart`).
   */
  sift(asked: boolean, beyond: number): number {
    return this.fast?.sift(asked, beyond) ?? -1;
  }

  /** Places in `order`, as the last `sift` found them. */
  get left(): Int32Array {
    return this.fast!.left;
  }

  /**
   * near = the pairs of members that are not proven farther apart than `beyond` by the mover's ball and the member's
   * box, or than that and what the pair asks for.
   */
  findNear(beyond: number, withRoom: boolean): void {
    const { crowd } = this.cell;
    this.nearCount = 0;
    if (crowd === null) return;
    const { movers } = crowd;
    const { members } = this;
    for (let m = 0; m < movers.length; m++) {
      const mover = movers[m];
      this.membersNear(mover, beyond + (withRoom ? crowd.roomUpper(mover) : 0));
      for (let i = 0; i < members.count; i++) this.meet(mover, members.ids[i]);
    }
  }

  /** members = those whose boxes come within `beyond` of the mover's ball, or may. */
  private membersNear(mover: number, beyond: number): void {
    const place = this.placeOf.get(mover)!;
    const reach = (this.reaches[place] + beyond) * (1 + 4 * U);
    this.cell.crowd!.nearPointInto(this.centres, 3 * place, reach, this.members);
  }

  /** Adds the pair of a mover and a member to those that are near, if it is tested. */
  private meet(mover: number, member: number): void {
    const crowd = this.cell.crowd!;
    const key = mover * crowd.end + member;
    let number = this.known.get(key);
    if (number === undefined) {
      const pair = crowd.pair(mover, member);
      number = pair.reason === null ? this.add(pair) : -1;
      this.known.set(key, number);
    }
    if (number < 0) return;
    this.near = grown(this.near, this.nearCount + 1);
    this.near[this.nearCount++] = number;
  }

  /**
   * near = the pairs of members that are not proven farther apart than the reach that is returned, by the mover's ball
   * and the member's box: a few, where there are some nearer than `nearest`. It is more than `least`, where there was
   * nobody any more; and without end once all that come within `nearest` are there.
   */
  widen(least: number, nearest: number): number {
    this.nearCount = 0;
    if (this.cell.crowd === null) return Number.POSITIVE_INFINITY;
    const before = this.countNear(least);
    const enough = Math.max(FEW, before);
    let none = least;
    let reach = Math.max(GROWTH * least, FIRST_REACH);
    let more = this.countNear(Math.min(reach, nearest)) - before;
    while (more <= 0 && reach < nearest) {
      none = reach;
      reach *= GROWTH;
      more = this.countNear(Math.min(reach, nearest)) - before;
    }
    // Many came at once: fewer will do, as long as there are some.
    reach = Math.min(reach, nearest);
    for (let round = 0; round < 16 && more > enough && reach < Number.POSITIVE_INFINITY; round++) {
      const middle = 0.5 * (none + reach);
      const fewer = this.countNear(middle) - before;
      if (fewer <= 0) none = middle;
      else {
        reach = middle;
        more = fewer;
      }
    }
    this.findNear(reach, false);
    return reach >= nearest ? Number.POSITIVE_INFINITY : reach;
  }

  private countNear(beyond: number): number {
    const { movers } = this.cell.crowd!;
    let count = 0;
    for (let m = 0; m < movers.length; m++) {
      this.membersNear(movers[m], beyond);
      count += this.members.count;
    }
    return count;
  }

  private add(pair: Pair): number {
    const number = this.pairs.length;
    const [a, b] = [this.placed(pair.a), this.placed(pair.b)];
    this.pairs.push(pair);
    this.ends = grown(this.ends, 2 * number + 2);
    this.radii = grown(this.radii, number + 1);
    this.margins = grown(this.margins, number + 1);
    this.ends[2 * number] = a;
    this.ends[2 * number + 1] = b;
    this.radii[number] = this.reaches[a] + this.reaches[b];
    this.margins[number] = pair.clearance + pair.tracking;
    return number;
  }

  /** The place of a body's ball. */
  private placed(body: number): number {
    const known = this.placeOf.get(body);
    if (known !== undefined) return known;
    const { tree, bodies, box } = this.cell;
    const { frame, ball } = bodies[body];
    const place = this.placeOf.size;
    this.placeOf.set(body, place);
    this.centres = grown(this.centres, 3 * place + 3);
    this.reaches = grown(this.reaches, place + 1);
    const { shift, turn, length } = poseErrorUpper(tree, frame, box);
    const reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
    const radius = Number.isFinite(ball[3]) ? ball[3] : 0;
    // Placing the centre: four roundings; the difference, its square and the radii: eight more.
    this.reaches[place] = ball[3] + shift + turn * reach + 32 * U * (length + reach + radius);
    this.addBox(body, place);
    // A point of the body as placed, and its frame's rotation, which is one up to `turn`: docs/proofs/rounding.md.
    this.slacks[place] = shift + turn * (reach + 3.2 * radius) + 64 * U * (length + reach + radius);
    this.factors[place] = 1 + 2 * turn + 64 * U;
    if (tree.rigidRoot[frame] !== 0) this.moving.push(body);
    this.placeCentre(body);
    return place;
  }

  private addBox(body: number, place: number): void {
    const { frame, ball, model } = this.cell.bodies[body];
    const o = 6 * place;
    this.boxes = grown(this.boxes, o + 6);
    this.frames = grown(this.frames, place + 1);
    this.slacks = grown(this.slacks, place + 1);
    this.factors = grown(this.factors, place + 1);
    this.frames[place] = POSE_SIZE * frame;
    let box = boxOf.get(model);
    if (!box) {
      box = new Float64Array(6);
      bodyBoxInto(model, box, 0);
      boxOf.set(model, box);
    }
    for (let k = 0; k < 6; k++) this.boxes[o + k] = box[k] - ball[k % 3];
  }

  private placeCentre(body: number): void {
    const { frame, ball } = this.cell.bodies[body];
    const at = this.kinematics.poseOf(frame);
    const o = 3 * this.placeOf.get(body)!;
    transformPointInto(this.kinematics.poses, at, ball, 0, this.centres, o);
  }

  /** Whether a pair is proven farther apart than `beyond` by the balls around its bodies, or the box of one of them. */
  isApart(number: number, beyond: number): boolean {
    const r = this.radii[number] + beyond;
    if (this.centreDistance2(number) > r * r) return true;
    const a = this.ends[2 * number];
    const b = this.ends[2 * number + 1];
    return this.boxIsApart(a, b, beyond) || this.boxIsApart(b, a, beyond);
  }

  /** Whether the box at one place is farther than `beyond` from the ball at the other. */
  private boxIsApart(at: number, other: number, beyond: number): boolean {
    const { poses } = this.kinematics;
    const { boxes, centres } = this;
    const o = this.frames[at];
    const b = 6 * at;
    const x = centres[3 * other] - centres[3 * at];
    const y = centres[3 * other + 1] - centres[3 * at + 1];
    const z = centres[3 * other + 2] - centres[3 * at + 2];
    const u = poses[o] * x + poses[o + 3] * y + poses[o + 6] * z;
    const v = poses[o + 1] * x + poses[o + 4] * y + poses[o + 7] * z;
    const w = poses[o + 2] * x + poses[o + 5] * y + poses[o + 8] * z;
    const p = u < boxes[b] ? boxes[b] - u : Math.max(0, u - boxes[b + 3]);
    const q = v < boxes[b + 1] ? boxes[b + 1] - v : Math.max(0, v - boxes[b + 4]);
    const r = w < boxes[b + 2] ? boxes[b + 2] - w : Math.max(0, w - boxes[b + 5]);
    const needed = (this.reaches[other] + this.slacks[at] + beyond) * this.factors[at];
    return p * p + q * q + r * r > needed * needed;
  }

  /** The square of the distance between the centres of a pair. */
  centreDistance2(number: number): number {
    const c = this.centres;
    const i = 3 * this.ends[2 * number];
    const j = 3 * this.ends[2 * number + 1];
    const x = c[i] - c[j];
    const y = c[i + 1] - c[j + 1];
    const z = c[i + 2] - c[j + 2];
    return x * x + y * y + z * z;
  }
}

/**
 * The world of a cell (world.ts). Bodies ride on frames of the kinematic tree, each with a pose in its frame, which
 * changes when it is moved, grasped or put down. What stands still is placed once. Bounds: docs/proofs/monitor.md.
 *
 * Costs per step one pose per body that moves, and for each of its pieces a point, a box and a length.
 */
import { grown } from '../arrays/index.ts';
import { type Body, type Cell, type Piece, requireCoveredAt } from '../cell/index.ts';
import { Kinematics, poseErrorUpper } from '../kinematics/index.ts';
import { composePosesInto, orthogonalityDefect, transformPointInto, U } from '../math/index.ts';
import type { Carried } from './carried.ts';
import { type ClassPair, type CollisionClass, classNumbers, forEachTested } from './classes.ts';
import { pieceBoxInto } from './pieceBox.ts';
import { TestedBodies } from './testedBodies.ts';
import { BALL_ROOM, BOX_ROOM, POSE_ROOM, type World } from './world.ts';

/** Roundings of a placed point, of a box or ball around it and of a length travelled, and more: per unit of size. */
const PLACING = 64 * U;
/** |R' - R| of two rotations is their Frobenius distance over the root of 2; rounded up. */
const TURN = Math.SQRT1_2 * (1 + 16 * U);

export class CellWorld implements World {
  readonly cell: Cell;
  readonly classes: CollisionClass[];
  readonly pairs: readonly ClassPair[];
  readonly bodies: Body[];
  readonly kinematics: Kinematics;
  count = 0;
  readonly membersOf: Int32Array[];
  classOf: Int32Array<ArrayBuffer>;
  bodyOf: Int32Array<ArrayBuffer>;
  readonly pieces: Piece[] = [];
  frameOf: Int32Array<ArrayBuffer>;
  poses: Float64Array<ArrayBuffer>;
  boxes: Float64Array<ArrayBuffer>;
  balls: Float64Array<ArrayBuffer>;
  paddings: Float64Array<ArrayBuffer>;
  errors: Float64Array<ArrayBuffer>;
  travelled: Float64Array<ArrayBuffer>;
  /** By member: how far it went in the last step, or change, as it was added to what it travelled. */
  moved: Float64Array<ArrayBuffer>;
  readonly classTravelled: Float64Array;
  /** How often bodies were mounted elsewhere. */
  mounts = 0;
  /** By body: its members are number firstOf[b] to firstOf[b] + its pieces - 1; -1 where it is of no class. */
  firstOf: Int32Array<ArrayBuffer>;
  /** By body: the frame that it rides on, its pose there, and whether that is another one than at first. */
  bodyFrames: Int32Array<ArrayBuffer>;
  readonly locals: (Float64Array | undefined)[] = [];
  /** By body: the same with its errors; undefined where it is as it was described. */
  readonly carried: (Carried | undefined)[] = [];
  /** Bodies that joints move. */
  private moving: Int32Array;
  /** By member, in its body's frame: the middle of its box and half its widths, padding not included. */
  private middles: Float64Array<ArrayBuffer>;
  private readonly tested: TestedBodies;
  /** Numbers of bodies that are gone for good. */
  private readonly spareBodies: number[] = [];
  /** First members of those, by how many they were. */
  private readonly spareMembers = new Map<number, number[]>();
  /** Whether there was a configuration yet. */
  isPlaced = false;
  /** How often configurations were taken in without placing anybody; by body: when it was placed last. */
  private placings = 0;
  private broughtAt: Float64Array<ArrayBuffer>;
  /** By class: how far any of its members went in this step. */
  private readonly most: Float64Array;
  private readonly scratch = new Float64Array(POSE_ROOM);
  private readonly point = new Float64Array(3);

  constructor(cell: Cell, classes: readonly CollisionClass[], pairs: readonly ClassPair[]) {
    this.cell = cell;
    this.classes = classes.slice();
    this.pairs = pairs;
    this.bodies = cell.bodies.slice();
    this.kinematics = new Kinematics(cell.tree);
    const bodyCount = cell.bodies.length;
    this.firstOf = new Int32Array(bodyCount).fill(-1);
    this.bodyFrames = Int32Array.from(cell.bodies, ({ frame }) => frame);
    this.broughtAt = new Float64Array(bodyCount);
    this.tested = new TestedBodies(bodyCount);
    let count = 0;
    for (const { bodies } of classes) for (const b of bodies) count += cell.bodies[b].pieces.length;
    this.classOf = new Int32Array(count).fill(-1);
    this.bodyOf = new Int32Array(count);
    this.frameOf = new Int32Array(count);
    this.poses = new Float64Array(POSE_ROOM * count);
    this.boxes = new Float64Array(BOX_ROOM * count);
    this.balls = new Float64Array(BALL_ROOM * count);
    this.paddings = new Float64Array(count);
    this.travelled = new Float64Array(count);
    this.moved = new Float64Array(count);
    this.classTravelled = new Float64Array(classes.length);
    this.most = new Float64Array(classes.length);
    this.middles = new Float64Array(BOX_ROOM * count);
    this.errors = new Float64Array(count);
    classes.forEach(({ bodies }, c) => {
      for (const b of bodies) this.number(b, c);
    });
    this.membersOf = classes.map((_, c) => this.listOf(c));
    const { rigidRoot } = cell.tree;
    const numbers = classNumbers(classes, bodyCount);
    this.moving = Int32Array.from(cell.bodies.keys()).filter(
      (b) => numbers[b] >= 0 && rigidRoot[this.bodyFrames[b]] !== 0,
    );
    // What stands still stands there from the start.
    for (let b = 0; b < bodyCount; b++) {
      if (numbers[b] >= 0 && rigidRoot[this.bodyFrames[b]] === 0) this.placeBody(b);
    }
    this.travelled.fill(0);
    forEachTested(cell, (a, b) => this.setTested(a, b, true));
  }

  isTested(i: number, k: number): boolean {
    return this.tested.has(this.bodyOf[i], this.bodyOf[k]);
  }

  /** The same of bodies. */
  areTested(a: number, b: number): boolean {
    return this.tested.has(a, b);
  }

  /** The class of a body; -1 for none. */
  classOfBody(body: number): number {
    const first = this.firstOf[body];
    return first < 0 ? -1 : this.classOf[first];
  }

  /** Calls for every tested pair of bodies, once. */
  forEachTested(visit: (a: number, b: number) => void): void {
    this.tested.forEach(visit);
  }

  /** How many tested pairs of bodies no pair of classes covers. */
  countLeftOut(): number {
    const covered = new Set(this.pairs.map(({ a, b }) => a * this.classes.length + b));
    let count = 0;
    this.tested.forEach((p, q) => {
      const [c, d] = [this.classOfBody(p), this.classOfBody(q)];
      const key = Math.min(c, d) * this.classes.length + Math.max(c, d);
      if (c < 0 || d < 0 || !covered.has(key)) count++;
    });
    return count;
  }

  place(q: Float64Array, o: number): void {
    requireCoveredAt(this.cell, q, o);
    this.kinematics.setConfiguration(q, o);
    if (!this.isPlaced) {
      this.isPlaced = true;
      for (let m = 0; m < this.moving.length; m++) this.placeBody(this.moving[m]);
      this.travelled.fill(0);
      this.moved.fill(0);
      return;
    }
    const { moving, most } = this;
    most.fill(0);
    for (let m = 0; m < moving.length; m++) this.placeBody(moving[m]);
    this.addMost();
  }

  /** As `place`, but nobody is placed before somebody asks for it: `bring`. */
  placeLazily(q: Float64Array, o: number): void {
    if (!this.isPlaced) {
      this.place(q, o);
      return;
    }
    requireCoveredAt(this.cell, q, o);
    this.kinematics.setConfiguration(q, o);
    this.placings++;
  }

  /** Places the body of a member where it is now, after `placeLazily`. */
  bring(member: number): void {
    const body = this.bodyOf[member];
    if (this.broughtAt[body] === this.placings) return;
    this.broughtAt[body] = this.placings;
    if (this.cell.tree.rigidRoot[this.bodyFrames[body]] === 0) return;
    this.most.fill(0);
    this.placeBody(body);
    this.addMost();
  }

  /** Whether bodies a and b are tested against each other from now on. Searches are to forget their members. */
  setTested(a: number, b: number, isTested: boolean): void {
    this.tested.set(a, b, isTested);
  }

  /** A body is tested against nobody. */
  clearTested(body: number): void {
    this.tested.clear(body);
  }

  /**
   * A body rides on another frame, or elsewhere in its frame, from now on; undefined: as it was described. How far that
   * moves it counts as travelled. Searches are to forget its members: some rely on what stands still.
   */
  mount(body: number, frame: number, carried: Carried | undefined): void {
    this.bodyFrames[body] = frame;
    this.carried[body] = carried;
    this.locals[body] = carried?.local;
    const first = this.firstOf[body];
    if (first < 0) return;
    for (let i = first; i < first + this.bodies[body].pieces.length; i++) {
      this.frameOf[i] = frame;
      this.measureMember(i);
    }
    this.listMoving(body);
    this.placeAgain(body);
  }

  /** A body is of another class from now on, or of none (-1): then it is not looked at. Searches are to forget its members. */
  reclass(body: number, c: number): void {
    const { classes } = this;
    if (this.firstOf[body] < 0) {
      if (c < 0) return;
      this.number(body, c);
    }
    const first = this.firstOf[body];
    const before = this.classOf[first];
    for (let i = first; i < this.endOf(body); i++) this.classOf[i] = c;
    for (const changed of before === c ? [c] : [before, c]) {
      if (changed < 0) continue;
      this.membersOf[changed] = this.listOf(changed);
      const others = classes[changed].bodies.filter((b) => b !== body);
      const bodies = changed === c ? [...others, body] : others;
      classes[changed] = { ...classes[changed], bodies };
    }
    this.listMoving(body);
    if (c >= 0) this.placeAgain(body);
  }

  /** Takes in a body that the cell does not have: its number. It is of no class yet, and tested against nobody. */
  takeIn(body: Body): number {
    const b = this.spareBodies.pop() ?? this.bodies.length;
    this.bodies[b] = body;
    this.firstOf = grown(this.firstOf, b + 1);
    this.bodyFrames = grown(this.bodyFrames, b + 1);
    this.broughtAt = grown(this.broughtAt, b + 1);
    this.firstOf[b] = -1;
    this.bodyFrames[b] = body.frame;
    this.carried[b] = undefined;
    this.locals[b] = undefined;
    this.tested.grow(b + 1);
    return b;
  }

  /** Gives up a body that was taken in and is of no class: its number, and those of its members, are given to others. */
  giveUp(body: number): void {
    const first = this.firstOf[body];
    const count = this.bodies[body].pieces.length;
    this.clearTested(body);
    if (first >= 0) {
      const spare = this.spareMembers.get(count) ?? [];
      spare.push(first);
      this.spareMembers.set(count, spare);
    }
    this.firstOf[body] = -1;
    this.spareBodies.push(body);
  }

  /** One more than the last member of a body that has some. */
  endOf(body: number): number {
    return this.firstOf[body] + this.bodies[body].pieces.length;
  }

  /** Where a body is in its frame; undefined where it is as it was described. */
  localOf(body: number): Float64Array | undefined {
    return this.locals[body];
  }

  /** Whether a body is among those that joints move. */
  private listMoving(body: number): void {
    const { rigidRoot } = this.cell.tree;
    const others = this.moving.filter((b) => b !== body);
    const isThere = this.firstOf[body] >= 0 && this.classOf[this.firstOf[body]] >= 0;
    const moves = isThere && rigidRoot[this.bodyFrames[body]] !== 0;
    this.moving = moves ? Int32Array.of(...others, body) : others;
  }

  /** Room for members with numbers below `count`. */
  private growTo(count: number): void {
    this.classOf = grown(this.classOf, count);
    this.bodyOf = grown(this.bodyOf, count);
    this.frameOf = grown(this.frameOf, count);
    this.poses = grown(this.poses, POSE_ROOM * count);
    this.boxes = grown(this.boxes, BOX_ROOM * count);
    this.balls = grown(this.balls, BALL_ROOM * count);
    this.paddings = grown(this.paddings, count);
    this.travelled = grown(this.travelled, count);
    this.moved = grown(this.moved, count);
    this.middles = grown(this.middles, BOX_ROOM * count);
    this.errors = grown(this.errors, count);
  }

  /** After a change: where a body is now, as far as that is known. */
  private placeAgain(body: number): void {
    this.mounts++;
    if (!this.isPlaced && this.cell.tree.rigidRoot[this.bodyFrames[body]] !== 0) return;
    this.most.fill(0);
    this.placeBody(body);
    this.addMost();
  }

  /** What classes have travelled is at least what any member has, however both are rounded. */
  private addMost(): void {
    const { most, classTravelled } = this;
    for (let c = 0; c < most.length; c++) {
      if (most[c] > 0) classTravelled[c] += most[c] + 16 * U * (most[c] + classTravelled[c]);
    }
  }

  private number(body: number, c: number): void {
    const { pieces, padding } = this.bodies[body];
    const first = this.spareMembers.get(pieces.length)?.pop() ?? this.count;
    this.growTo(first + pieces.length);
    this.count = Math.max(this.count, first + pieces.length);
    this.firstOf[body] = first;
    for (let p = 0; p < pieces.length; p++) {
      const i = first + p;
      const piece = pieces[p];
      this.travelled[i] = 0;
      this.pieces[i] = piece;
      this.classOf[i] = c;
      this.bodyOf[i] = body;
      this.frameOf[i] = this.bodyFrames[body];
      this.paddings[i] = padding;
      pieceBoxInto(piece, this.middles, BOX_ROOM * i);
      this.measureMember(i);
    }
  }

  private listOf(c: number): Int32Array {
    const own: number[] = [];
    for (let i = 0; i < this.count; i++) if (this.classOf[i] === c) own.push(i);
    return Int32Array.from(own);
  }

  /** How wrong the computed place of a member is at most. */
  private measureMember(i: number): void {
    const { tree, box } = this.cell;
    const { shift, turn, length } = poseErrorUpper(tree, this.frameOf[i], box);
    const { ball } = this.pieces[i];
    const carried = this.carried[this.bodyOf[i]];
    let reach = Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
    if (Number.isFinite(ball[3])) reach += ball[3];
    let error = 0;
    if (carried !== undefined) {
      const { local } = carried;
      const away = Math.abs(local[9]) + Math.abs(local[10]) + Math.abs(local[11]);
      error = carried.shift + carried.turn * reach;
      error += (1.6 * (orthogonalityDefect(local, 0) + 8 * U) + PLACING) * (reach + away);
      reach += away;
    }
    this.errors[i] = 1.001 * (error + shift + turn * reach + PLACING * (length + reach));
  }

  /** Poses, boxes, balls and lengths of a body's members, where the kinematics stand. */
  private placeBody(body: number): void {
    const { poses, scratch, balls, travelled, moved, errors, pieces } = this;
    const { poses: frames } = this.kinematics;
    const at = this.kinematics.poseOf(this.bodyFrames[body]);
    const local = this.locals[body];
    let from = frames;
    let f = at;
    if (local !== undefined) {
      composePosesInto(frames, at, local, 0, scratch, 0);
      from = scratch;
      f = 0;
    }
    const first = this.firstOf[body];
    const end = first + this.bodies[body].pieces.length;
    if (end === first) return;
    let squared = 0;
    const before = POSE_ROOM * first;
    for (let k = 0; k < 9; k++) {
      const d = from[f + k] - poses[before + k];
      squared += d * d;
    }
    const turn = TURN * Math.sqrt(squared);
    for (let i = first; i < end; i++) {
      for (let k = 0; k < POSE_ROOM; k++) poses[POSE_ROOM * i + k] = from[f + k];
      const { ball } = pieces[i];
      transformPointInto(from, f, ball, 0, this.point, 0);
      const o = BALL_ROOM * i;
      const x = this.point[0] - balls[o];
      const y = this.point[1] - balls[o + 1];
      const z = this.point[2] - balls[o + 2];
      const shifted = Math.sqrt(x * x + y * y + z * z);
      // What stands still to the last bit has not travelled, whatever the errors of its pose are.
      if (shifted > 0 || turn > 0) {
        // Of a half-space, which has no end, nobody knows: its radius is infinite.
        const way = shifted + Math.max(turn, U) * (ball[3] + this.paddings[i]) + 2 * errors[i];
        moved[i] = way * (1 + 8 * U) + 4 * U * travelled[i];
        travelled[i] += moved[i];
        const c = this.classOf[i];
        if (c >= 0 && !(moved[i] <= this.most[c])) this.most[c] = moved[i];
      } else moved[i] = 0;
      balls[o] = this.point[0];
      balls[o + 1] = this.point[1];
      balls[o + 2] = this.point[2];
      balls[o + 3] = (ball[3] + this.paddings[i] + errors[i]) * (1 + 8 * U);
      this.placeBox(i, from, f);
    }
  }

  private placeBox(i: number, pose: Float64Array, o: number): void {
    const { boxes, middles } = this;
    const m = BOX_ROOM * i;
    const more = (this.paddings[i] + this.errors[i]) * (1 + 8 * U);
    for (let k = 0; k < 3; k++) {
      const r = o + 3 * k;
      const middle =
        pose[r] * middles[m] +
        pose[r + 1] * middles[m + 1] +
        pose[r + 2] * middles[m + 2] +
        pose[o + 9 + k];
      const half =
        Math.abs(pose[r]) * middles[m + 3] +
        Math.abs(pose[r + 1]) * middles[m + 4] +
        Math.abs(pose[r + 2]) * middles[m + 5] +
        more;
      // Of a half-space: infinite, or not a number where an infinite width is not turned at all.
      boxes[m + k] = half < Number.POSITIVE_INFINITY ? middle - half : Number.NEGATIVE_INFINITY;
      boxes[m + 3 + k] = half < Number.POSITIVE_INFINITY ? middle + half : Number.POSITIVE_INFINITY;
    }
  }
}

/**
 * Where a body can be from t - before to t + after: a box in the world, the verifier's own. Its six ends are found as
 * one side of a slab is, along the axes of the world: where the body ends at t, and how far its points go from there.
 * docs/certificate.md, "What no slab speaks of".
 *
 *   const sweeper = new Sweeper(prover)
 *   prover.begin(segment); prover.place(t)
 *   sweeper.boxInto(body, times, out, 0)
 *
 * Allocates nothing once a body has been asked about.
 */
import { U } from '../math/rounding.ts';
import {
  BACKWARD,
  BEND,
  BOUNDS,
  E,
  FORWARD,
  LENGTH,
  Side,
  SLAB_NUMBERS,
  TIMES,
  TOP,
} from './side.ts';
import { cubicUpper, type SlabProver } from './slab.ts';

/** More than the rounding of 8,000 operations that lose nothing by cancelling. */
const UP = 1 + 8192 * U;

/** Per end of a box: where the body ends at t, its speeds, what bends them, how far it goes. */
const ENDS = 6;

export class Sweeper {
  private readonly prover: SlabProver;
  private readonly side: Side;
  private readonly numbers = new Float64Array(SLAB_NUMBERS);
  private readonly top = new Float64Array(ENDS);
  /** Before t, and after it. */
  private readonly speed = [new Float64Array(ENDS), new Float64Array(ENDS)] as const;
  private readonly bend = new Float64Array(ENDS);
  private readonly moved = new Float64Array(ENDS);
  private readonly rooms = new Map<number, number>();

  constructor(prover: SlabProver) {
    this.prover = prover;
    this.side = new Side(prover.motion);
    this.numbers[LENGTH] = UP;
  }

  /**
   * out[o ...] = lower and upper corner of a box that has all of the body from t - times[0] to t + times[1], wherever
   * joints stray to, its padding included and twice what positions may be off by; t is where the prover is.
   */
  boxInto(body: number, times: Float64Array, out: Float64Array, o: number): void {
    const mover = this.prover.mover(body);
    const { side, top, moved } = this;
    if (mover.body.whole.halfSpaces.length > 0) {
      out.fill(-Infinity, o, o + 3);
      out.fill(Infinity, o + 3, o + ENDS);
      return;
    }
    side.turnTo(mover, 0, 0, mover.body.whole);
    this.numbers[TIMES] = times[0];
    this.numbers[TIMES + 1] = times[1];
    for (let end = 0; end < ENDS; end++) this.lookAlong(end);
    moved.fill(0);
    if (side.moving) {
      side.findTerms();
      side.findArms();
      this.findMoved(0);
      this.findMoved(1);
    }
    const room = this.roomOf(body);
    for (let k = 0; k < 3; k++) {
      out[o + k] = -(top[k] + (moved[k] + room) * UP);
      out[o + 3 + k] = top[3 + k] + (moved[3 + k] + room) * UP;
    }
  }

  /** What is around the points of a body: its padding, where joints stray to, twice what is computed in error. */
  private roomOf(body: number): number {
    let room = this.rooms.get(body);
    if (room === undefined) {
      const { body: own, place, size } = this.prover.mover(body);
      room = own.padding + this.prover.strayUpper(body) + 2 * place + 64 * U * size;
      this.rooms.set(body, room);
    }
    return room;
  }

  /** Turns the side to an end of the box: against the axes x, y, z for ends 0, 1, 2, along them for 3, 4, 5. */
  private face(end: number): void {
    const { numbers: s } = this.side;
    for (let k = 0; k < 3; k++) s[E + k] = 0;
    s[E + (end % 3)] = end < 3 ? -1 : 1;
  }

  /** At t: where the body ends, and how it moves. */
  private lookAlong(end: number): void {
    const { side, numbers } = this;
    this.face(end);
    side.findTop(false);
    side.findSpeed();
    side.exactSpeed(numbers[TIMES] > 0, numbers[TIMES + 1] > 0);
    side.findBend();
    this.top[end] = side.numbers[TOP];
    this.speed[0][end] = side.numbers[BACKWARD];
    this.speed[1][end] = side.numbers[FORWARD];
    this.bend[end] = side.numbers[BEND];
  }

  /** How far points go beyond the ends, before t (0) or after it (1): the smallest of the bounds of "One slab". */
  private findMoved(direction: 0 | 1): void {
    const { side, numbers: s, moved, bend } = this;
    const { motion } = this.prover;
    const h = s[TIMES + direction];
    if (!(h > 0)) return;
    // Rates are those of the time before t, or after it; 4 u for the rounding of its ends.
    const { t } = this.prover;
    if (direction === 0) motion.during(Math.max(0, t - h - 4 * U), t);
    else motion.during(t, Math.min(1, t + h + 4 * U));
    const first = 2 * UP * side.mover.first;
    const second = 2 * UP * side.mover.second;
    const o = BOUNDS + 3 * direction;
    for (let end = 0; end < ENDS; end++) {
      this.face(end);
      side.findTilts();
      for (let k = 0; k < 3; k++) s[o + k] = 0;
      side.addBounds(s, direction);
      const v = this.speed[direction][end];
      const straight = Math.min(h * s[o], Math.max(0, h * (v + 0.5 * h * s[o + 1])));
      const most = Math.min(straight, cubicUpper(h, v, bend[end], s[o + 2]));
      moved[end] = Math.max(moved[end], most * UP + h * (first + h * second));
    }
  }
}

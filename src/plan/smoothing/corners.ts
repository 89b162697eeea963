/**
 * Corners of a path are cut where that saves most. A cut leads from a place on the segment before a waypoint straight to
 * one on the segment behind it: from waypoint to waypoint, or from inside a segment, at a half, a quarter or an
 * eighth of it. Of all cuts of all corners the one that would save most comes first. If it is not free, then no
 * larger one of this corner is tried: it leads around more. What is left when no cut pays is shortened by moving waypoints
 * toward the straight way between their neighbours, which takes two proofs a time and adds no waypoints.
 *
 * Nothing is drawn at random, and there are few failures: a corner's are at most one for each way of cutting it.
 * To choose takes a few additions for each waypoint.
 */
import { type Way, WORTH } from './way.ts';

/** Where cuts begin and end: parts of a segment, from the waypoint that they cut off. */
const EXTENTS = [1, 0.5, 0.25, 0.125];
/** How far waypoints are moved at first and at least, as a part of the way to between their neighbours. */
const FIRST_MOVE = 0.5;
const LEAST_MOVE = 0.125;
/** Looks at a cut, and at both segments of a waypoint that moves, before they are proven. */
const CUT_LOOKS = 9;
const MOVE_LOOKS = 4;
/** How much more than a cut a move has to save: it takes two proofs, and fails more often. */
const MOVE_PRICE = 4;
/** A part of the path that an attempt has to save, with a patience of one. */
const GAIN = 0.1;
/** By how much more it has to save after each that failed, with a patience of one. */
const DOUBT = 5;

/** A cut: how much of the segments before and behind waypoint i it leaves out, and what that saves. */
interface Cut {
  readonly i: number;
  readonly before: number;
  readonly behind: number;
  readonly saves: number;
}

interface Move {
  readonly i: number;
  readonly to: Float64Array;
  readonly saves: number;
}

export class Corners {
  private readonly way: Way;
  private readonly patience: number;
  /** Attempts in a row that failed: of cuts, and of moves. */
  private readonly failures = { cuts: 0, moves: 0 };
  /** By waypoint: lengths before and behind it that could not be cut off, two numbers each. */
  private readonly blocked = new Map<Float64Array, number[]>();
  /** By waypoint: how far to move it next time; where nothing is said as far as at first. */
  private readonly moves = new Map<Float64Array, number>();

  /** With more patience less has to be saved by an attempt, and failures count less. */
  constructor(way: Way, patience: number) {
    this.way = way;
    this.patience = patience;
  }

  /** Makes the best attempt; false if none is worth it. */
  step(): boolean {
    const { failures } = this;
    const cut = this.bestCut(this.worthAfter(failures.cuts));
    if (cut) {
      failures.cuts = this.tryCut(cut) ? 0 : failures.cuts + 1;
      return true;
    }
    const move = this.bestMove(MOVE_PRICE * this.worthAfter(failures.moves));
    if (!move) return false;
    failures.moves = this.tryMove(move) ? 0 : failures.moves + 1;
    return true;
  }

  /** What an attempt has to save. */
  private worthAfter(failures: number): number {
    const { patience, way } = this;
    return Math.max(WORTH, (GAIN / patience) * (1 + (DOUBT / patience) * failures)) * way.length;
  }

  /** The cut that saves most, and more than it has to. */
  private bestCut(worth: number): Cut | null {
    const { points, lengths } = this.way;
    let best: Cut | null = null;
    let most = worth;
    for (let i = 1; i + 1 < points.length; i++) {
      const [x, y] = [lengths[i - 1], lengths[i]];
      // A corner saves at most what leaving it out does.
      const chord = this.way.direct(points[i - 1], points[i + 1]);
      if (!(x + y - chord > most)) continue;
      const blocked = this.blocked.get(points[i]);
      const product = 0.5 * (x * x + y * y - chord * chord);
      for (const before of EXTENTS) {
        for (const behind of EXTENTS) {
          const [u, v] = [before * x, behind * y];
          const across = Math.sqrt(Math.max(0, u * u + v * v - 2 * before * behind * product));
          const saves = u + v - across;
          if (!(saves > most) || (blocked && isBlocked(blocked, u, v))) continue;
          most = saves;
          best = { i, before, behind, saves };
        }
      }
    }
    return best;
  }

  private tryCut({ i, before, behind }: Cut): boolean {
    const { way, blocked } = this;
    const { points, lengths } = way;
    const [earlier, corner, later] = [points[i - 1], points[i], points[i + 1]];
    const lost = [before * lengths[i - 1], behind * lengths[i]];
    const taken = way.shortcut({ i: i - 1, t: 1 - before }, { i, t: behind }, CUT_LOOKS);
    if (!taken) {
      const list = blocked.get(corner);
      if (list) list.push(...lost);
      else blocked.set(corner, lost);
      return false;
    }
    // Waypoints that the cut leads to have other segments now.
    if (before === 1) blocked.delete(earlier);
    if (behind === 1) blocked.delete(later);
    for (const q of [earlier, later]) this.moves.delete(q);
    return true;
  }

  /** The move that saves most, and more than it has to. */
  private bestMove(worth: number): Move | null {
    const { way } = this;
    const { points, lengths } = way;
    let best: Move | null = null;
    let most = worth;
    for (let i = 1; i + 1 < points.length; i++) {
      const part = this.moves.get(points[i]) ?? FIRST_MOVE;
      const around = lengths[i - 1] + lengths[i];
      const chord = way.direct(points[i - 1], points[i + 1]);
      if (part < LEAST_MOVE || !(around - chord > most)) continue;
      // Between the neighbours as it is on the way.
      const share = lengths[i - 1] / around;
      const [a, q, b] = [points[i - 1], points[i], points[i + 1]];
      const to = q.map((x, d) => x + part * (a[d] + share * (b[d] - a[d]) - x));
      const saves = around - way.direct(a, to) - way.direct(to, b);
      if (!(saves > most)) continue;
      most = saves;
      best = { i, to, saves };
    }
    return best;
  }

  private tryMove({ i, to }: Move): boolean {
    const { way, moves, blocked } = this;
    const { points } = way;
    const [earlier, q, later] = [points[i - 1], points[i], points[i + 1]];
    if (!way.move(i, to, MOVE_LOOKS)) {
      moves.set(q, 0.5 * (moves.get(q) ?? FIRST_MOVE));
      return false;
    }
    for (const next of [earlier, later]) {
      blocked.delete(next);
      moves.delete(next);
    }
    return true;
  }
}

/** Whether no more was to be cut off when it was tried. */
function isBlocked(list: readonly number[], before: number, behind: number): boolean {
  for (let k = 0; k < list.length; k += 2) {
    // Lengths are rounded as the path changes.
    if (before > (1 - 1e-9) * list[k] && behind > (1 - 1e-9) * list[k + 1]) return true;
  }
  return false;
}

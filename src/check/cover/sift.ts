/**
 * The first look at a configuration: which units' balls do not stay apart. Units against what stands still
 * are compared with how their one moving piece moves, which is computed once for all of them; the others with
 * their bounds over the box.
 */
import { BALL_MOTION, ballMotionInto } from './ballMotion.ts';
import type { MovingUnits } from './movingUnits.ts';
import { ROUNDED_UP } from './unitAtHand.ts';

/** As in ballMotion.ts: a constant of this file. */
const UP = ROUNDED_UP;
const { length: LENGTH, rim: RIM, acceleration: ACCELERATION, size: SIDE } = BALL_MOTION;

export class Sift {
  private readonly moving: MovingUnits;
  private readonly side = new Float64Array(SIDE);
  /** Per piece: how far its points move within `half`, where that was asked for. */
  private readonly moves: Float64Array;

  constructor(moving: MovingUnits) {
    this.moving = moving;
    this.moves = new Float64Array(moving.units.pieces.length);
  }

  /**
   * Of all units those whose balls are not shown to stay apart within the bounds' `half` of now: their
   * numbers to list[0 ...], returns how many. Those whose balls meet now come first: if anything collides
   * here, it is among them. `list` has room for all units.
   */
  unitsInto(list: Int32Array): number {
    const { units, bounds, centres } = this.moving;
    const { easyCount, count: unitCount, pieceA, pieceB, radii, stillBoxes } = units;
    const { half } = bounds;
    centres.placeAll();
    this.boundMovers();
    const { moves } = this;
    const boxOf = stillBoxes.of;
    const { boxUp } = bounds;
    const { speed } = bounds.overBox;
    const { entryA, entryB } = units;
    const c = centres.at;
    // Balls that meet from the front of the list, the others from its end.
    let count = 0;
    let last = list.length;
    for (let u = 0; u < easyCount; u++) {
      const a = 3 * pieceA[u];
      const b = 3 * pieceB[u];
      const cx = c[a];
      const cy = c[a + 1];
      const cz = c[a + 2];
      const x = cx - c[b];
      const y = cy - c[b + 1];
      const z = cz - c[b + 2];
      const near = radii[u] + moves[pieceA[u]];
      const squared = x * x + y * y + z * z;
      if (squared > near * near * UP) continue;
      let meeting = squared <= radii[u] * radii[u];
      const box = boxOf[pieceB[u]];
      if (box >= 0) {
        const radius = stillBoxes.radius(box);
        const reach = near - radius;
        const apart = stillBoxes.squaredDistance(box, cx, cy, cz);
        if (apart > reach * reach * UP) continue;
        const touch = radii[u] - radius;
        meeting = apart <= touch * touch;
      }
      if (meeting) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount; u < unitCount; u++) {
      const a = 3 * pieceA[u];
      const b = 3 * pieceB[u];
      const x = c[a] - c[b];
      const y = c[a + 1] - c[b + 1];
      const z = c[a + 2] - c[b + 2];
      const near = radii[u] + half * ((speed[entryA[u]] + speed[entryB[u]]) * boxUp);
      const squared = x * x + y * y + z * z;
      if (squared > near * near * UP) continue;
      if (squared <= radii[u] * radii[u]) list[count++] = u;
      else list[--last] = u;
    }
    while (last < list.length) list[count++] = list[last++];
    return count;
  }

  /** How far the pieces that move against what stands still can move within `half`. */
  private boundMovers(): void {
    const { moves, side } = this;
    const { units, motions, bounds } = this.moving;
    const { easyUnits, pieceA, motionA, pieces } = units;
    const { half, slack } = bounds;
    const up = half * UP;
    for (let k = 0; k < easyUnits.length; k++) {
      const u = easyUnits[k];
      const piece = pieceA[u];
      const at = motions.at(motionA[u]);
      ballMotionInto(motions.numbers, at, pieces[piece].patches.whole.ball, up, side, 0);
      const third = side[ACCELERATION] + slack.acceleration + (half / 3) * bounds.jerkOverBox(u);
      const curve = 0.5 * half * Math.min(bounds.accelerationOverBox(u), third);
      moves[piece] = side[LENGTH] + (side[RIM] + slack.velocity + curve) * up;
    }
  }
}

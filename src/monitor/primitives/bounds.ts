/**
 * [D 3.1] Lower bounds of the distance between two primitives, of one kind or of two, where they are placed. Spheres, capsules
 * and boxes along the axes are measured by closed forms (two capsules: Lumelsky 1985); what involves a box that is turned,
 * or a box and a capsule, by boxGap.ts. Every bound is a gap along some direction, which is one whatever led to the
 * direction; docs/proofs/monitor-primitives.md counts the roundings. Nothing is allocated.
 */
import { U } from '../../math/index.ts';
import { BEST, BoxGap, NEEDED, SIZE } from './boxGap.ts';
import {
  AXIS_BOX_KIND,
  BOX_KIND,
  CAPSULE,
  CAPSULE_KIND,
  ORIENTED_BOX,
  SIMPLE_KINDS,
  SPHERE_KIND,
} from './kinds.ts';
import {
  AXIS_ROW,
  BALL_ROW,
  BOX_RADIUS,
  BOX_ROW,
  CAPSULE_ROW,
  type PlacedPrimitives,
} from './placed.ts';

const { half: CAPSULE_HALF, radius: CAPSULE_RADIUS } = CAPSULE;
const { axes: AXES, half: BOX_HALF } = ORIENTED_BOX;
/** Roundings of a gap, per unit of all lengths in it; and what axes that are not orthonormal cost. */
const GAP_SLACK = 64 * U;
const LOOSE_COST = 4;
/** More than what is too short to have a direction, or underflows. */
const TINY = 1e-130;

/** Bounds of the distance between placed primitives. */
export class PrimitiveBounds {
  /** Request: no better bound is looked for than one above this. In an array, as all that is handed over: else it is boxed. */
  readonly needed = new Float64Array(1);
  /**
   * The bound that was asked for last, negative where nothing is shown. Behind it what is taken off besides radii: a length, and
   * a part of all lengths that occur, which add up to the fourth; the last is the radii.
   */
  readonly lower = new Float64Array(5);
  private readonly placed: PlacedPrimitives;
  private readonly gap = new BoxGap();

  constructor(placed: PlacedPrimitives) {
    this.placed = placed;
  }

  /**
   * lower = a bound of the distance between a primitive of member i and one of member k, padding and errors of both taken
   * off. Neither member is a half-space.
   */
  ask(kindI: number, i: number, kindK: number, k: number): void {
    // The same in either order: less to write, and less to go wrong.
    if (kindI > kindK || (kindI === kindK && i > k)) this.askInOrder(kindK, k, kindI, i);
    else this.askInOrder(kindI, i, kindK, k);
  }

  private askInOrder(kindI: number, i: number, kindK: number, k: number): void {
    const { placed, lower } = this;
    placed.place(kindI, i);
    placed.place(kindK, k);
    const { slack, loose } = placed;
    lower[1] = slack[SIMPLE_KINDS * i + kindI] + slack[SIMPLE_KINDS * k + kindK];
    lower[2] = GAP_SLACK;
    if (kindI !== AXIS_BOX_KIND) lower[2] += LOOSE_COST * loose[i];
    if (kindK !== AXIS_BOX_KIND) lower[2] += LOOSE_COST * loose[k];
    if (kindK === SPHERE_KIND) this.balls(i, k);
    else if (kindI === AXIS_BOX_KIND && kindK === AXIS_BOX_KIND) this.axisBoxes(i, k);
    else if (kindK === CAPSULE_KIND && kindI !== AXIS_BOX_KIND) this.capsules(kindI, i, k);
    else if (kindK === BOX_KIND) this.withBox(k, kindI, i);
    else if (kindI === AXIS_BOX_KIND) this.withAxisBox(i, kindK, k);
    else this.withAxisBox(k, kindI, i);
    lower[0] -= lower[1] + lower[2] * lower[3] + TINY;
  }

  private balls(i: number, k: number): void {
    const { balls } = this.placed;
    const a = BALL_ROW * i;
    const b = BALL_ROW * k;
    const x = balls[b] - balls[a];
    const y = balls[b + 1] - balls[a + 1];
    const z = balls[b + 2] - balls[a + 2];
    const radii = balls[a + 3] + balls[b + 3];
    const between = Math.sqrt(x * x + y * y + z * z);
    this.lower[0] = between - radii;
    this.lower[3] = between + radii;
  }

  private axisBoxes(i: number, k: number): void {
    const { axisBoxes } = this.placed;
    const a = AXIS_ROW * i;
    const b = AXIS_ROW * k;
    let squared = 0;
    let size = 0;
    for (let d = 0; d < 3; d++) {
      const way = Math.abs(axisBoxes[b + d] - axisBoxes[a + d]);
      const extents = axisBoxes[a + 3 + d] + axisBoxes[b + 3 + d];
      if (way > extents) squared += (way - extents) * (way - extents);
      size += way + extents;
    }
    this.lower[0] = Math.sqrt(squared);
    this.lower[3] = size;
  }

  /**
   * Two capsules, or a ball, which is one without length, and a capsule: nearest points of the segments c + s g and d + t h,
   * s and t from -1 to 1, as clamped in turn; then the gap along the line between them.
   */
  private capsules(kindI: number, i: number, k: number): void {
    const { balls, capsules } = this.placed;
    const isBall = kindI === SPHERE_KIND;
    const from = isBall ? balls : capsules;
    const a = (isBall ? BALL_ROW : CAPSULE_ROW) * i;
    const b = CAPSULE_ROW * k;
    const gx = isBall ? 0 : from[a + CAPSULE_HALF];
    const gy = isBall ? 0 : from[a + CAPSULE_HALF + 1];
    const gz = isBall ? 0 : from[a + CAPSULE_HALF + 2];
    const hx = capsules[b + CAPSULE_HALF];
    const hy = capsules[b + CAPSULE_HALF + 1];
    const hz = capsules[b + CAPSULE_HALF + 2];
    const x = capsules[b] - from[a];
    const y = capsules[b + 1] - from[a + 1];
    const z = capsules[b + 2] - from[a + 2];
    const gg = gx * gx + gy * gy + gz * gz;
    const hh = hx * hx + hy * hy + hz * hz;
    const gh = gx * hx + gy * hy + gz * hz;
    const xg = x * gx + y * gy + z * gz;
    const xh = x * hx + y * hy + z * hz;
    // Where both derivatives vanish: s gg = xg + t gh and t hh = s gh - xh.
    const sine = gg * hh - gh * gh;
    let t = sine > 0 ? clamp((xg * gh - xh * gg) / sine) : 0;
    const s = gg > 0 ? clamp((xg + t * gh) / gg) : 0;
    t = hh > 0 ? clamp((s * gh - xh) / hh) : 0;
    const r = gg > 0 ? clamp((xg + t * gh) / gg) : 0;
    const vx = x + t * hx - r * gx;
    const vy = y + t * hy - r * gy;
    const vz = z + t * hz - r * gz;
    const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const radii = from[a + (isBall ? BALL_ROW : CAPSULE_ROW) - 1] + capsules[b + CAPSULE_RADIUS];
    const size = Math.sqrt(x * x + y * y + z * z) + Math.sqrt(gg) + Math.sqrt(hh) + radii;
    this.lower[0] = -radii;
    this.lower[3] = size;
    if (!(length > 1e-140)) return;
    const inverse = 1 / length;
    const along =
      (vx * x + vy * y + vz * z - Math.abs(vx * gx + vy * gy + vz * gz)) * inverse -
      Math.abs(vx * hx + vy * hy + vz * hz) * inverse;
    this.lower[0] = along - radii;
  }

  /** A box along the axes against what is not one. */
  private withAxisBox(box: number, kind: number, other: number): void {
    this.gap.takeAxisBox(this.placed.axisBoxes, AXIS_ROW * box);
    this.lower[4] = 0;
    this.against(kind, other);
  }

  /** An oriented box against anything. */
  private withBox(box: number, kind: number, other: number): void {
    const { boxes } = this.placed;
    this.gap.takeBox(boxes, BOX_ROW * box);
    this.lower[4] = boxes[BOX_ROW * box + BOX_RADIUS];
    this.against(kind, other);
  }

  /** The box at hand against a primitive of another member. */
  private against(kind: number, other: number): void {
    const { gap, lower, placed } = this;
    const { balls, capsules, boxes, axisBoxes } = placed;
    if (kind === SPHERE_KIND) {
      const o = BALL_ROW * other;
      gap.offsetTo(balls, o);
      gap.addPoint();
      lower[4] += balls[o + 3];
    } else if (kind === CAPSULE_KIND) {
      const o = CAPSULE_ROW * other;
      gap.offsetTo(capsules, o);
      gap.addSegment(capsules, o + CAPSULE_HALF);
      lower[4] += capsules[o + CAPSULE_RADIUS];
    } else if (kind === BOX_KIND) {
      const o = BOX_ROW * other;
      gap.offsetTo(boxes, o);
      gap.addBox(boxes, o + AXES, o + BOX_HALF);
      lower[4] += boxes[o + BOX_RADIUS];
    } else {
      const o = AXIS_ROW * other;
      gap.offsetTo(axisBoxes, o);
      gap.addAxisBox(axisBoxes, o + 3);
    }
    const { numbers } = gap;
    lower[3] = numbers[SIZE] + lower[4];
    // What is needed of the gap itself, with all that is taken off afterwards.
    numbers[NEEDED] = this.needed[0] + lower[4] + lower[1] + lower[2] * lower[3];
    gap.find();
    lower[0] = numbers[BEST] - lower[4];
  }
}

function clamp(t: number): number {
  return Math.min(Math.max(t, -1), 1);
}

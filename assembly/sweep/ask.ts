/**
 * A question about the whole pieces of a unit (src/check/cover/cover.ts): do their balls stay apart, or do their hulls, as
 * long as asked, by how far their points can move in all directions at once?
 */
import { gjk } from '../hulls/gjk';
import { APART, APPROACH, DIRECTION, GAP_LOWER, NEEDED, NUMBERS, WARM } from '../hulls/layout';
import { motionAt } from './frameMotions';
import { fromBox, Sweep, UP } from './head';
import { ACCELERATION, ballInto, LENGTH, RIM, SIDE } from './oneBall';

/** Answers: covered by hulls, or by balls; nobody was asked; beyond these what the search said, and so much more. */
const COVERED: i32 = 0;
const BALLS: i32 = 1;
const NOT_ASKED: i32 = 2;
const LEFT: i32 = 16;

/** A unit: what must remain between hulls and between balls, and where the rest is. */
@unmanaged
class Unit {
  base: f64;
  radii: f64;
  poseA: usize;
  poseB: usize;
  /** Poses of pieces in their bodies' frames; 0 where there is none. */
  placedA: usize;
  placedB: usize;
  /** Numbers of frame motions. */
  motionA: i32;
  motionB: i32;
  ballA: usize;
  ballB: usize;
  centreA: usize;
  centreB: usize;
  /** The box that the second piece is, or 0. */
  box: usize;
  /** Bounds over the box. */
  accelerationA: usize;
  accelerationB: usize;
  jerkA: usize;
  jerkB: usize;
  tableA: usize;
  tableB: usize;
  /** How `sweepPass` asks about it: not at all (0), its hulls (1), its balls first (2). */
  passed: i32;
}

/** Bytes of a unit. */
const UNIT: usize = 88;
/** Where a question is among the numbers: before, after, direction to begin with; and a pose in between. */
const BEFORE: usize = 32;
const AFTER: usize = 40;
const DIRECTED: usize = 48;
const SCRATCH: usize = 72;

/** out = a after b, rotations and translations (composePosesInto). */
function composeInto(a: usize, b: usize, out: usize): void {
  for (let i: usize = 0; i < 3; i++) {
    const x = load<f64>(a + 24 * i);
    const y = load<f64>(a + 24 * i, 8);
    const z = load<f64>(a + 24 * i, 16);
    store<f64>(out + 24 * i, x * load<f64>(b) + y * load<f64>(b, 24) + z * load<f64>(b, 48));
    store<f64>(out + 24 * i, x * load<f64>(b, 8) + y * load<f64>(b, 32) + z * load<f64>(b, 56), 8);
    store<f64>(out + 24 * i, x * load<f64>(b, 16) + y * load<f64>(b, 40) + z * load<f64>(b, 64), 16);
    const t = x * load<f64>(b, 72) + y * load<f64>(b, 80) + z * load<f64>(b, 88);
    store<f64>(out + 72 + 8 * i, t + load<f64>(a + 72 + 8 * i));
  }
}

/** out = the inverse of a, its rotation transposed, times b (relativePosesInto). */
function relativeInto(a: usize, b: usize, out: usize): void {
  const x = load<f64>(b, 72) - load<f64>(a, 72);
  const y = load<f64>(b, 80) - load<f64>(a, 80);
  const z = load<f64>(b, 88) - load<f64>(a, 88);
  const b0 = v128.load(b);
  const b1 = v128.load(b, 24);
  const b2 = v128.load(b, 48);
  const c0 = load<f64>(b, 16);
  const c1 = load<f64>(b, 40);
  const c2 = load<f64>(b, 64);
  for (let row: usize = 0; row < 3; row++) {
    const u = load<f64>(a + 8 * row);
    const v = load<f64>(a + 8 * row, 24);
    const w = load<f64>(a + 8 * row, 48);
    const left = f64x2.add(f64x2.mul(f64x2.splat(u), b0), f64x2.mul(f64x2.splat(v), b1));
    v128.store(out + 24 * row, f64x2.add(left, f64x2.mul(f64x2.splat(w), b2)));
    store<f64>(out + 24 * row, u * c0 + v * c1 + w * c2, 16);
    store<f64>(out + 72 + 8 * row, u * x + v * y + w * z);
  }
}

/** The second piece in the first's frame: `place` of unitAtHand.ts. */
function placeInto(unit: Unit, out: usize, scratch: usize): void {
  const one = unit.placedA;
  const other = unit.placedB;
  if (other == 0 && one == 0) {
    relativeInto(unit.poseA, unit.poseB, out);
  } else if (one == 0) {
    relativeInto(unit.poseA, unit.poseB, scratch);
    composeInto(scratch, other, out);
  } else if (other == 0) {
    relativeInto(unit.poseA, unit.poseB, scratch);
    relativeInto(one, scratch, out);
  } else {
    relativeInto(unit.poseA, unit.poseB, out);
    composeInto(out, other, scratch);
    relativeInto(one, scratch, out);
  }
}

/** Where the pose is in a workspace, in bytes. */
const POSE: usize = 83 << 3;

/** Asks about a unit with the workspace w; `balls`: whether to compare balls first. */
export function sweepAsk(at: usize, number: i32, w: usize, balls: i32): i32 {
  const sweep = changetype<Sweep>(at);
  return ask(sweep, changetype<Unit>(sweep.units + UNIT * <usize>number), w, balls != 0, false);
}

/**
 * Asks about units of the list one after the other, from place k on, as long as they are covered: the place of the first that is
 * not, with what was said of it, or that is not to be asked about here. Counts those that are covered, and by hulls.
 */
export function sweepPass(at: usize, k: i32, count: i32, w: usize): i32 {
  const sweep = changetype<Sweep>(at);
  let covered = 0;
  let hulls = 0;
  let said = NOT_ASKED;
  let ball: usize = 0;
  let motion: i32 = 0;
  for (; k < count; k++) {
    const number = load<i32>(sweep.list + (<usize>k << 2));
    const unit = changetype<Unit>(sweep.units + UNIT * <usize>number);
    if (unit.passed == 0) break;
    // Units that follow each other mostly have the first piece in common.
    const same = unit.ballA == ball && unit.motionA == motion;
    const answer = ask(sweep, unit, w, unit.passed == 2, same);
    ball = unit.ballA;
    motion = unit.motionA;
    if (answer > BALLS) {
      said = answer;
      break;
    }
    covered++;
    if (answer == COVERED) hulls++;
  }
  sweep.covered = covered;
  sweep.hulls = hulls;
  sweep.said = said;
  return k;
}

/** `same`: the first of the sides is computed already. */
function ask(sweep: Sweep, unit: Unit, w: usize, balls: bool, same: bool): i32 {
  const numbers = sweep.numbers;
  const sides = sweep.sides;
  const span = max<f64>(load<f64>(numbers, BEFORE), load<f64>(numbers, AFTER));
  const boxUp = load<f64>(numbers, 24);
  const up = span * UP;
  if (!same) ballInto(motionAt(sweep, unit.motionA), unit.ballA, up, sides);
  ballInto(motionAt(sweep, unit.motionB), unit.ballB, up, sides + SIDE);
  const most = (load<f64>(unit.accelerationA) + load<f64>(unit.accelerationB)) * boxUp;
  const jerk = (load<f64>(unit.jerkA) + load<f64>(unit.jerkB)) * boxUp;
  const acceleration = load<f64>(sides, ACCELERATION) + load<f64>(sides, SIDE + ACCELERATION);
  const third = acceleration + load<f64>(numbers, 16) + (span / 3) * jerk;
  const curve = 0.5 * span * min<f64>(most, third);
  const rims = load<f64>(sides, RIM) + load<f64>(sides, SIDE + RIM);
  const extra = (rims + load<f64>(numbers, 8) + curve) * up;
  if (balls) {
    const a = sweep.centres + unit.centreA;
    const b = sweep.centres + unit.centreB;
    const x = load<f64>(a) - load<f64>(b);
    const y = load<f64>(a, 8) - load<f64>(b, 8);
    const z = load<f64>(a, 16) - load<f64>(b, 16);
    const squared = x * x + y * y + z * z;
    const near = unit.radii + extra + (load<f64>(sides, LENGTH) + load<f64>(sides, SIDE + LENGTH));
    if (squared > near * near * UP) return BALLS;
    const box = unit.box;
    if (box != 0) {
      const reach = near - load<f64>(box, 120);
      const from = fromBox(box, load<f64>(a), load<f64>(a, 8), load<f64>(a, 16));
      if (from > reach * reach * UP) return BALLS;
    }
  }
  const pose = w + POSE;
  placeInto(unit, pose, numbers + SCRATCH);
  const base = unit.base;
  const needed = base + extra;
  store<f64>(w + (NEEDED << 3), needed);
  const mx = load<f64>(sides, SIDE);
  const my = load<f64>(sides, SIDE + 8);
  const mz = load<f64>(sides, SIDE + 16);
  const approach = w + (APPROACH << 3);
  for (let k: usize = 0; k < 3; k++) {
    const r = pose + 24 * k;
    const back = load<f64>(r) * mx + load<f64>(r, 8) * my + load<f64>(r, 16) * mz;
    store<f64>(approach + 8 * k, load<f64>(sides + 8 * k) - back);
  }
  const d = w + (DIRECTION << 3);
  const dx = load<f64>(numbers, DIRECTED);
  const dy = load<f64>(numbers, DIRECTED + 8);
  const dz = load<f64>(numbers, DIRECTED + 16);
  const warm = dx != 0 || dy != 0 || dz != 0;
  store<i32>(w + (NUMBERS << 3) + (WARM << 2), warm ? 1 : 0);
  if (warm) {
    store<f64>(d, dx);
    store<f64>(d, dy, 8);
    store<f64>(d, dz, 16);
  }
  const said = gjk(unit.tableA, unit.tableB, pose, w);
  if (said != APART) return LEFT + said;
  const gap = load<f64>(w + (GAP_LOWER << 3));
  if (gap < 1.01 * base || !(gap > base)) return LEFT + said;
  const x = load<f64>(d) * load<f64>(approach);
  const y = load<f64>(d, 8) * load<f64>(approach, 8);
  const z = load<f64>(d, 16) * load<f64>(approach, 16);
  return gap >= needed + abs(x + y + z) ? COVERED : LEFT + said;
}

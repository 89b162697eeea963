/**
 * The first look at a configuration in one pass: poses, frame motions, balls, how far pieces move, and which units' balls
 * do not stay apart. As src/check/cover has it in TypeScript (frameMotions.ts, ballCentres.ts, sweptPieces.ts, sift.ts).
 */
import { Chains, placeBalls, placeFrames } from '../poses';
import { moveAll } from './frameMotions';
import { fromBox, Sweep, UP } from './head';
import { ballInto, LENGTH, RIM, ACCELERATION } from './oneBall';

/** A piece that moves in the world: where its frame motion, its ball in its own frame, bounds and results are. */
@unmanaged
class Mover {
  motion: usize;
  ball: usize;
  acceleration: usize;
  jerk: usize;
  moves: usize;
  along: usize;
  rest: usize;
}

/** A piece that moves and one that stands still at x, y, z: the sum of their radii, and the box that the other is. */
@unmanaged
class Easy {
  x: f64;
  y: f64;
  z: f64;
  radii: f64;
  centre: usize;
  moves: usize;
  box: usize;
  none: i32;
}

/** Two pieces that move. */
@unmanaged
class Other {
  radii: f64;
  centreA: usize;
  centreB: usize;
  speedA: usize;
  speedB: usize;
}

/** Poses and frame motions; false where an angle is too large. */
function move(sweep: Sweep): bool {
  if (!placeFrames(changetype<Chains>(changetype<usize>(sweep)))) return false;
  moveAll(sweep);
  return true;
}

/** How far pieces move: `bound` of sweptPieces.ts. */
function boundMovers(sweep: Sweep): void {
  const half = load<f64>(sweep.numbers);
  const slackVelocity = load<f64>(sweep.numbers, 8);
  const slackAcceleration = load<f64>(sweep.numbers, 16);
  const boxUp = load<f64>(sweep.numbers, 24);
  const up = half * UP;
  for (let k = 0; k < sweep.moverCount; k++) {
    const mover = changetype<Mover>(sweep.movers + 28 * <usize>k);
    const side = sweep.sides;
    ballInto(mover.motion, mover.ball, up, side);
    const third = load<f64>(side, ACCELERATION) + slackAcceleration + (half / 3) * (load<f64>(mover.jerk) * boxUp);
    const curve = 0.5 * half * min<f64>(load<f64>(mover.acceleration) * boxUp, third);
    const rest = (load<f64>(side, RIM) + slackVelocity + curve) * up;
    store<f64>(mover.rest, rest);
    store<f64>(mover.moves, load<f64>(side, LENGTH) + rest);
    v128.store(mover.along, v128.load(side));
    store<f64>(mover.along, load<f64>(side, 16), 16);
  }
}

/** How many listed units are left whose balls meet now: they are at the front of the list, others at its end. */
function sift(sweep: Sweep): i32 {
  const list = sweep.list;
  const centres = sweep.centres;
  let count = 0;
  let last = sweep.last;
  const easyCount = sweep.easyCount;
  for (let u = 0; u < easyCount; u++) {
    const unit = changetype<Easy>(sweep.easy + 48 * <usize>u);
    const c = centres + unit.centre;
    const cx = load<f64>(c);
    const cy = load<f64>(c, 8);
    const cz = load<f64>(c, 16);
    const x = cx - unit.x;
    const y = cy - unit.y;
    const z = cz - unit.z;
    const radii = unit.radii;
    const near = radii + load<f64>(unit.moves);
    const squared = x * x + y * y + z * z;
    if (squared > near * near * UP) continue;
    const box = unit.box;
    let meeting: bool;
    if (box == 0) meeting = squared <= radii * radii;
    else {
      const radius = load<f64>(box, 120);
      const reach = near - radius;
      const apart = fromBox(box, cx, cy, cz);
      if (apart > reach * reach * UP) continue;
      const touch = radii - radius;
      meeting = apart <= touch * touch;
    }
    if (meeting) store<i32>(list + (<usize>(count++) << 2), u);
    else store<i32>(list + (<usize>(--last) << 2), u);
  }
  const half = load<f64>(sweep.numbers);
  const boxUp = load<f64>(sweep.numbers, 24);
  for (let k = 0; k < sweep.otherCount; k++) {
    const unit = changetype<Other>(sweep.others + 24 * <usize>k);
    const a = centres + unit.centreA;
    const b = centres + unit.centreB;
    const x = load<f64>(a) - load<f64>(b);
    const y = load<f64>(a, 8) - load<f64>(b, 8);
    const z = load<f64>(a, 16) - load<f64>(b, 16);
    const radii = unit.radii;
    const reach = radii + half * ((load<f64>(unit.speedA) + load<f64>(unit.speedB)) * boxUp);
    const squared = x * x + y * y + z * z;
    if (squared > reach * reach * UP) continue;
    const u = easyCount + k;
    if (squared <= radii * radii) store<i32>(list + (<usize>(count++) << 2), u);
    else store<i32>(list + (<usize>(--last) << 2), u);
  }
  sweep.last = last;
  return count;
}

/** Poses, frame motions, balls and moves at a configuration; 0 where an angle is too large for it. */
export function sweepMove(at: usize): i32 {
  const sweep = changetype<Sweep>(at);
  if (!move(sweep)) return 0;
  placeBalls(sweep.balls, sweep.ballCount, sweep.centres);
  boundMovers(sweep);
  return 1;
}

/** Which units are left; call sweepMove first. */
export function sweepSift(at: usize): i32 {
  return sift(changetype<Sweep>(at));
}

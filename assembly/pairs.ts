/**
 * Static checks: poses of all frames and balls of bodies at a configuration, and which pairs the balls and boxes of their bodies
 * do not prove apart. As src/cell/pairBalls.ts has it in TypeScript.
 */
import { Chains, placeBalls, placeFrames } from './poses';
import { high, low, times } from './vectors';

/** What is looked at: addresses in bytes, and how many there are. Written by src/cell/pairSift.ts. */
@unmanaged
class Pairs {
  /** As `Chains` of poses.ts has it. */
  joints: usize;
  jointCount: i32;
  angles: usize;
  sines: usize;
  frames: usize;
  frameCount: i32;
  /** Balls that move. */
  balls: usize;
  ballCount: i32;
  /** Per place: centre in the world, radius with all errors, box about the centre, its frame's pose, slack and factor. */
  centres: usize;
  reaches: usize;
  boxes: usize;
  poses: usize;
  slacks: usize;
  factors: usize;
  /** Per pair: its places, the sum of radii, what is asked for. */
  ends: usize;
  radii: usize;
  margins: usize;
  /** Numbers of pairs in the order in which they are looked at, and places in that order of those that are left. */
  order: usize;
  left: usize;
}

/** Poses and balls; 0 where an angle is too large for it. */
export function pairsPlace(at: usize): i32 {
  const pairs = changetype<Pairs>(at);
  if (!placeFrames(changetype<Chains>(at))) return 0;
  placeBalls(pairs.balls, pairs.ballCount, pairs.centres);
  return 1;
}

/**
 * Of the first `count` pairs in order, how many are not proven farther apart than `beyond`, or where `asked` than that and
 * what the pair asks for: their places in that order are in `left`.
 */
export function pairsSift(at: usize, count: i32, asked: i32, beyond: f64): i32 {
  const pairs = changetype<Pairs>(at);
  const centres = pairs.centres;
  const order = pairs.order;
  const ends = pairs.ends;
  const radii = pairs.radii;
  const margins = pairs.margins;
  const left = pairs.left;
  let found = 0;
  for (let k = 0; k < count; k++) {
    const number = <usize>load<i32>(order + (<usize>k << 2));
    const a = <usize>load<i32>(ends + (number << 3));
    const b = <usize>load<i32>(ends + (number << 3), 4);
    const needed: f64 = asked != 0 ? load<f64>(margins + (number << 3)) + beyond : 0;
    const r = load<f64>(radii + (number << 3)) + needed;
    const xy = f64x2.sub(v128.load(centres + 24 * a), v128.load(centres + 24 * b));
    const z = load<f64>(centres + 24 * a, 16) - load<f64>(centres + 24 * b, 16);
    const squares = f64x2.mul(xy, xy);
    if (low(squares) + high(squares) + z * z > r * r) continue;
    if (boxIsApart(pairs, a, b, needed) || boxIsApart(pairs, b, a, needed)) continue;
    store<i32>(left + (<usize>found << 2), k);
    found++;
  }
  return found;
}

/** Whether the box at one place is farther than `beyond` from the ball at the other. */
// @ts-ignore: decorator
@inline
function boxIsApart(pairs: Pairs, at: usize, other: usize, beyond: f64): bool {
  const pose = load<usize>(pairs.poses + (at << 2));
  const box = pairs.boxes + 48 * at;
  const here = pairs.centres + 24 * at;
  const there = pairs.centres + 24 * other;
  const x = v128.load64_splat(there);
  const y = v128.load64_splat(there, 8);
  const z = v128.load64_splat(there, 16);
  const dx = f64x2.sub(x, v128.load64_splat(here));
  const dy = f64x2.sub(y, v128.load64_splat(here, 8));
  const dz = f64x2.sub(z, v128.load64_splat(here, 16));
  const uv = times(v128.load(pose), v128.load(pose, 24), v128.load(pose, 48), dx, dy, dz);
  const w =
    load<f64>(pose, 16) * low(dx) + load<f64>(pose, 40) * low(dy) + load<f64>(pose, 64) * low(dz);
  const pq = beside(uv, v128.load(box), v128.load(box, 24));
  const r = low(
    beside(f64x2.splat(w), v128.load64_splat(box, 16), v128.load64_splat(box, 40)),
  );
  const squares = f64x2.mul(pq, pq);
  const needed =
    (load<f64>(pairs.reaches + (other << 3)) + load<f64>(pairs.slacks + (at << 3)) + beyond) *
    load<f64>(pairs.factors + (at << 3));
  return low(squares) + high(squares) + r * r > needed * needed;
}

/** How far a number is from an interval; not a number if it is none. */
// @ts-ignore: decorator
@inline
function beside(x: v128, least: v128, most: v128): v128 {
  const above = f64x2.pmax(f64x2.sub(x, most), f64x2.splat(0));
  return v128.bitselect(f64x2.sub(least, x), above, f64x2.lt(x, least));
}

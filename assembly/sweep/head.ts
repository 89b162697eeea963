/** What the kernels of the first look read and write, as src/check/cover/sweepTables.ts puts it there. Addresses are in bytes. */

/** Rounding of a handful of products and sums, per unit. */
export const UP: f64 = 1.0 + 64.0 * 1.1102230246251565e-16;

@unmanaged
export class Sweep {
  /** As `Chains` of poses.ts has it. */
  joints: usize;
  jointCount: i32;
  angles: usize;
  sines: usize;
  frames: usize;
  frameCount: i32;
  /** All frame motions; numbers of those that a look computes. For which configuration each was computed, and which it is. */
  motions: usize;
  moved: usize;
  movedCount: i32;
  stamps: usize;
  stamp: i32;
  balls: usize;
  ballCount: i32;
  movers: usize;
  moverCount: i32;
  easy: usize;
  easyCount: i32;
  others: usize;
  otherCount: i32;
  /** All listed units, for questions. */
  units: usize;
  /** Units that are left. */
  list: usize;
  /** Half the time, slack of velocities and accelerations, what bounds over the box are multiplied by; a question. */
  numbers: usize;
  /** Scratch: how two balls move. */
  sides: usize;
  /** Where balls are. */
  centres: usize;
  /** Whether rates change. */
  changing: i32;
  /** Out: the first place at the end of the list. */
  last: i32;
  /** Out, of `sweepPass`: units that are covered, those of them by hulls, and what was said of the next. */
  covered: i32;
  hulls: i32;
  said: i32;
}

/** The squared distance of a point from a box: pose, half edges (stillBoxes.ts). */
export function fromBox(n: usize, x: f64, y: f64, z: f64): f64 {
  const dx = x - load<f64>(n, 72);
  const dy = y - load<f64>(n, 80);
  const dz = z - load<f64>(n, 88);
  const px = max<f64>(0, abs(load<f64>(n) * dx + load<f64>(n, 24) * dy + load<f64>(n, 48) * dz) - load<f64>(n, 96));
  const py = max<f64>(0, abs(load<f64>(n, 8) * dx + load<f64>(n, 32) * dy + load<f64>(n, 56) * dz) - load<f64>(n, 104));
  const pz = max<f64>(0, abs(load<f64>(n, 16) * dx + load<f64>(n, 40) * dy + load<f64>(n, 64) * dz) - load<f64>(n, 112));
  return px * px + py * py + pz * pz;
}

/**
 * Bounds of the first three derivatives of the points of a piece that joints carry: speed, acceleration
 * and jerk. They are sums over the joints between the piece and an ancestor; a joint is added on top of
 * those below it, by the recursion of docs/proofs/motion.md, section 2:
 *   speed          the sum of rho r
 *   acceleration   over ordered pairs of joints, r r rho of the lower one
 *   jerk           over ordered triples, likewise
 * and what second and third derivatives of the joints add, where rates change. Along a direction, acceleration
 * and jerk may be smaller; what the recursion needs of the joints below stays what it is in any.
 *
 * Numbers of all pieces are side by side in arrays: entry e + k of a piece has the k lowest of its joints.
 */
import { U } from '../../math/index.ts';
import type { CarriedPiece } from './carriedPiece.ts';

/** Per entry. */
export interface DerivativeSums {
  readonly speed: Float64Array;
  readonly acceleration: Float64Array;
  /** Of acceleration and jerk along a direction; of all of them if there is none. */
  readonly accelerationAlong: Float64Array;
  readonly jerkAlong: Float64Array;
}

export function derivativeSums(
  entryCount: number,
  floats: (length: number) => Float64Array = (length) => new Float64Array(length),
): DerivativeSums {
  return {
    speed: floats(entryCount),
    acceleration: floats(entryCount),
    accelerationAlong: floats(entryCount),
    jerkAlong: floats(entryCount),
  };
}

/** The joints of all pieces' chains, by the entry that they are put on top of. */
export interface ChainJoints {
  /** Of the joint's value; -1 for the last entry of a piece, on top of which there is none. */
  readonly dof: Int32Array;
  /** |multiplier| of the joint's value, rounded up; of no account where it follows by a law. */
  readonly factor: Float64Array;
  /** The frame whose joint it is. */
  readonly frame: Int32Array;
  /** 1 where it turns, 0 where it slides. */
  readonly turns: Uint8Array;
  /** rho, how far from its axis the joint finds the piece's points, over the box; 1 for a slide. */
  readonly boxReach: Float64Array;

  // Upper bounds, of a motion and of a configuration: rate, second and third derivative of the joint, rho.
  /** Whether rates change; if not, second and third derivatives are not looked at. */
  changing: boolean;
  readonly rate: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array;
  readonly reach: Float64Array;
  /** By how much a computed rate or second derivative is off where a joint follows by a law; null if none does. */
  readonly off: { readonly rate: Float64Array; readonly acceleration: Float64Array } | null;
}

export function chainJoints(
  pieces: readonly CarriedPiece[],
  entryCount: number,
  laws: boolean,
  floats: (length: number) => Float64Array = (length) => new Float64Array(length),
): ChainJoints {
  const joints: ChainJoints = {
    dof: new Int32Array(entryCount).fill(-1),
    factor: floats(entryCount),
    frame: new Int32Array(entryCount),
    turns: new Uint8Array(entryCount),
    boxReach: floats(entryCount),
    changing: false,
    rate: floats(entryCount),
    acceleration: new Float64Array(entryCount),
    jerk: new Float64Array(entryCount),
    reach: floats(entryCount),
    off: laws
      ? { rate: new Float64Array(entryCount), acceleration: new Float64Array(entryCount) }
      : null,
  };
  for (const { chain, entry } of pieces) {
    joints.dof.set(chain.dof, entry);
    // The product with a rate is one of the roundings.
    const factor = chain.factor.map((x) => x * (1 + 4 * U));
    joints.factor.set(factor, entry);
    joints.frame.set(chain.joint, entry);
    joints.turns.set(chain.turns, entry);
    joints.boxReach.set(chain.reach, entry);
  }
  return joints;
}

/**
 * The sums of the joints from `first` up to `last`, which begin with a piece's lowest one and may go on with
 * other pieces. across[e]: at most this part of what a joint adds lies along the direction, 1 if there is
 * none. `up`: every term is taken so much larger, for its roundings.
 */
export function sumDerivatives(
  joints: ChainJoints,
  first: number,
  last: number,
  across: Float64Array,
  up: number,
  sums: DerivativeSums,
): void {
  const { dof, turns, rate, acceleration, jerk, reach, changing } = joints;
  let s = 0;
  let b = 0;
  let along = 0;
  let c = 0;
  for (let e = first; e < last; e++) {
    const r = rate[e];
    if (dof[e] < 0) {
      s = 0;
      b = 0;
      along = 0;
      c = 0;
    } else if (r !== 0) {
      // What stands still does not move, even where the box is unbounded and the reach infinite.
      const rho = reach[e];
      const share = across[e];
      if (turns[e] === 1) {
        if (changing) c += share * 3 * acceleration[e] * (r * rho + s) * up;
        c += share * r * (3 * b + r * (3 * s + r * rho)) * up;
        const more = r * (2 * s + r * rho);
        along += share * more * up;
        b += more * up;
      }
      if (changing) {
        const more = acceleration[e] * rho;
        along += share * more * up;
        b += more * up;
        c += share * jerk[e] * rho * up;
      }
      s += rho * r * up;
    }
    sums.speed[e + 1] = s;
    sums.acceleration[e + 1] = b;
    sums.accelerationAlong[e + 1] = along;
    sums.jerkAlong[e + 1] = c;
  }
}

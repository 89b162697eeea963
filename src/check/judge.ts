/**
 * One pair at one configuration, measured: is it a witness of anything? Used by all checkers once
 * they suspect a pair; not on the way to `free`.
 */
import { type Cell, type Pair, type PairFinding, PairProbe } from '../cell/index.ts';
import type { Kinematics } from '../kinematics/index.ts';
import type { Witness } from './request.ts';

/** Metres: a smaller delta counts as this. Poses of ordinary cells are computed a thousand times better. */
export const LEAST_DELTA = 1e-9;

/**
 * Metres: where poses may be off by more, at joint values or coordinates of 1e9 and beyond, what is seen of bodies as placed shows
 * nothing about the true ones.
 */
const MOST_ERROR = 1e-5;

/** Whether poses of the pair are too coarse to be a witness of anything. */
export function isCoarse({ poseError }: Pair): boolean {
  return !(poseError <= MOST_ERROR);
}

export class Judge {
  private readonly probe: PairProbe;

  /** Uses the kinematics that it is given: where they stand is up to the caller. */
  constructor(cell: Cell, kinematics?: Kinematics) {
    this.probe = new PairProbe(cell, kinematics);
  }

  /** The witness if two pieces of the pair meet where the kinematics stand, at configuration q. */
  contact(pair: Pair, pieceA: number, pieceB: number, t: number, q: Float64Array): Witness | null {
    return this.colliding(this.probe.contact(pair, pieceA, pieceB), t, q);
  }

  /** The witness if one of two pieces, whose surfaces are apart there, is inside the other. */
  inside(pair: Pair, pieceA: number, pieceB: number, t: number, q: Float64Array): Witness | null {
    return this.colliding(this.probe.inside(pair, pieceA, pieceB), t, q);
  }

  private colliding(finding: PairFinding | null, t: number, q: Float64Array): Witness | null {
    if (finding === null || isCoarse(finding.pair)) return null;
    const { pair, bodies } = finding;
    const common = { t, configuration: q.slice(), pair, bodies, finding };
    return { verdict: 'colliding', violated: true, ...common };
  }

  /**
   * The witness at configuration q, which is the segment's at t; null unless the pair is shown to be nearer there than its clearance, what
   * joints may stray, and delta: errors of poses count against it.
   */
  witness(pair: Pair, t: number, q: Float64Array, delta: number): Witness | null {
    if (isCoarse(pair)) return null;
    this.probe.kinematics.setConfiguration(q);
    const limit = pair.clearance + pair.tracking + Math.max(delta, LEAST_DELTA);
    const finding = this.probe.measure(pair, limit * (1 + 1e-9) + 1e-12);
    const common = { t, configuration: q.slice(), pair, bodies: finding.bodies, finding };
    if (finding.colliding) return { verdict: 'colliding', violated: true, ...common };
    if (!(finding.distance + pair.poseError < limit)) return null;
    const violated = finding.distance + pair.poseError < pair.clearance;
    return { verdict: 'too-close', violated, ...common };
  }
}

/** Whether a witness is more serious than another: contact, then a violated clearance. */
export function isWorse(a: Witness, b: Witness | null): boolean {
  return b === null || rank(a) > rank(b);
}

function rank({ verdict, violated }: Witness): number {
  return verdict === 'colliding' ? 2 : violated ? 1 : 0;
}

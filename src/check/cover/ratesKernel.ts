/**
 * Bounds over the box of a straight motion in WebAssembly (assembly/sweep/rates.ts): what `setRates` of motionBounds.ts writes,
 * to the same arrays, the same numbers to the bit. Once per motion: a fifth of what a configuration costs.
 */
import { addressOf, kernel, kernelFloats } from '../../kernel/index.ts';
import type { ChainJoints, DerivativeSums } from './derivativeBounds.ts';

/** Addresses and the number of entries, as integers. */
const HEAD = 11;

export class RatesKernel {
  private readonly address: number;
  private readonly upper: Float64Array;
  /** All that must stay where it is. */
  readonly held: readonly Float64Array[];

  /** Null where there is no kernel, or something is not in its memory. */
  static of(joints: ChainJoints, sums: DerivativeSums): RatesKernel | null {
    if (kernel() === null) return null;
    const { dof, turns, factor, boxReach, rate, reach } = joints;
    const { speed, acceleration, accelerationAlong, jerkAlong } = sums;
    const head = kernelFloats(Math.ceil(HEAD / 2));
    const entries = kernelFloats(dof.length);
    const upper = kernelFloats(1 + dof.reduce((most, d) => Math.max(most, d), 0));
    const arrays = [
      factor,
      boxReach,
      rate,
      reach,
      speed,
      acceleration,
      accelerationAlong,
      jerkAlong,
    ];
    const held = [head, entries, upper, ...arrays];
    if (held.some((array) => addressOf(array) === 0)) return null;
    const words = new Int32Array(entries.buffer, entries.byteOffset, 2 * dof.length);
    dof.forEach((d, e) => {
      words[2 * e] = d < 0 ? -1 : 8 * d;
      words[2 * e + 1] = turns[e];
    });
    const numbers = [addressOf(entries), dof.length, ...[upper, ...arrays].map(addressOf)];
    new Int32Array(head.buffer, head.byteOffset, HEAD).set(numbers);
    return new RatesKernel(addressOf(head), upper, held);
  }

  private constructor(address: number, upper: Float64Array, held: readonly Float64Array[]) {
    this.address = address;
    this.upper = upper;
    this.held = held;
  }

  /** Whether it is done: rates of joints that do not change, and the sums. False where TypeScript has to. */
  set(rateUpper: Float64Array): boolean {
    const run = kernel()?.run;
    if (run === undefined) return false;
    const { upper } = this;
    for (let d = 0; d < upper.length; d++) upper[d] = rateUpper[d];
    run.sweepRates(this.address);
    return true;
  }
}

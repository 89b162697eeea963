/**
 * Parts of straight segments: what a segment states as its error has room for the rounding of the ends of its parts, in
 * exact arithmetic. docs/proofs/motion.md, "Parts".
 */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { pointInto, StraightSegment } from '../../src/motion/index.ts';
import { decompose } from '../helpers/oracles/rational.ts';
import { slideMaze } from '../helpers/plan/slideMaze.ts';

const { tree } = slideMaze();
/** Numbers are integers times this power of two: products of two doubles that matter here are. */
const EXP = -2400;

function exact(x: number): bigint {
  const { mantissa, exp } = decompose(x);
  return mantissa << BigInt(exp - EXP / 2);
}

/** At full precision: integers times 2^EXP. */
const wide = (x: bigint) => x << BigInt(-EXP / 2);
const abs = (x: bigint) => (x < 0n ? -x : x);

function error(from: number[], to: number[], withParts: boolean): Float64Array {
  const [a, b] = [from, to].map((q) => Float64Array.from(q));
  const out = new Float64Array(2);
  new StraightSegment(tree, a, b, withParts).errorUpperInto(out, 0);
  return out;
}

describe('parts', () => {
  it('end within what the error has room for (seed 5)', () => {
    const random = new Random(5);
    const value = () => random.between(-1, 1) * 10 ** random.between(-6, 2);
    let [most, inexact] = [0, 0];
    for (let k = 0; k < 4000; k++) {
      const from = [value(), value()];
      // Near, far, and with few digits in common.
      const to = from.map((x) => (k % 2 === 0 ? value() : x * (1 + value() * 1e-3)));
      const t = random.unit();
      const p = new Float64Array(2);
      pointInto(Float64Array.from(from), Float64Array.from(to), t, p);
      const [plain, room] = [error(from, to, false), error(from, to, true)];
      for (let d = 0; d < 2; d++) {
        const [a, b] = [exact(from[d]), exact(to[d])];
        const off = abs(wide(exact(p[d]) - a) - exact(t) * (b - a));
        const extra = wide(exact(room[d]) - exact(plain[d]));
        expect(off <= extra).toBe(true);
        expect(p[d]).toBeGreaterThanOrEqual(Math.min(from[d], to[d]));
        expect(p[d]).toBeLessThanOrEqual(Math.max(from[d], to[d]));
        if (off > 0n) inexact++;
        if (extra > 0n) most = Math.max(most, Number((1000n * off) / extra) / 1000);
      }
    }
    console.log(`at most ${most} of the room is needed; ${inexact} of 8000 points are rounded`);
    // The bound is no tenfold exaggeration, and points are rounded.
    expect(most).toBeGreaterThan(0.3);
    expect(inexact).toBeGreaterThan(4000);
  });

  it('at both ends are what was given, and take no room where a joint stands', () => {
    const [from, to] = [Float64Array.from([0.1, 0.7]), Float64Array.from([0.3, 0.7])];
    const out = new Float64Array(2);
    pointInto(from, to, 0, out);
    expect(out).toEqual(from);
    pointInto(from, to, 1, out);
    expect(out).toEqual(to);
    expect(error([...from], [...to], true)[1]).toBe(0);
  });
});

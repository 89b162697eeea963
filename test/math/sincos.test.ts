import { describe, expect, it } from 'vitest';
import { Random, SINCOS_ERROR, sincosAtInto, sincosInto, U } from '../../src/math/index.ts';
import { fixedOf, numberOf, sincos } from '../helpers/oracles/fixedPoint.ts';

const out = new Float64Array(4);

/** The larger of the two errors, in units of u. */
function errorOf(x: number): number {
  sincosInto(x, out, 1);
  const exact = sincos(fixedOf(x));
  const sin = Math.abs(numberOf(fixedOf(out[1]) - exact.sin));
  const cos = Math.abs(numberOf(fixedOf(out[2]) - exact.cos));
  return Math.max(sin, cos) / U;
}

function worst(angles: Iterable<number>): number {
  let most = 0;
  for (const x of angles) most = Math.max(most, errorOf(x), errorOf(-x));
  expect(most).toBeLessThanOrEqual(SINCOS_ERROR / U);
  return most;
}

const view = new DataView(new ArrayBuffer(8));
function next(x: number, steps: number): number {
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
  return view.getFloat64(0);
}

describe('sine and cosine against 256-bit arithmetic', () => {
  it('the oracle knows exact values', () => {
    expect(numberOf(sincos(fixedOf(1)).sin)).toBeCloseTo(0.8414709848078965, 16);
    expect(numberOf(sincos(fixedOf(1e22)).sin)).toBeCloseTo(-0.8522008497671888, 15);
    expect(numberOf(sincos(fixedOf(-3)).cos)).toBeCloseTo(-0.9899924966004454, 15);
  });

  it('random angles of every size, seed 1', () => {
    const random = new Random(1);
    const angles: number[] = [];
    for (let i = 0; i < 2000; i++) angles.push(random.between(0, 0.7854), random.between(0, 7));
    for (let i = 0; i < 2000; i++) angles.push(2 ** random.between(-60, 20));
    console.log(`largest error ${worst(angles).toFixed(3)} u`);
  });

  it('multiples of pi/4 and their neighbours', () => {
    const angles: number[] = [];
    for (let k = 1; k < 400; k++) {
      for (let s = -3; s <= 3; s++) angles.push(next((k * Math.PI) / 4, s));
    }
    // Continued fractions of pi/2: integers uncommonly close to multiples of it.
    for (const x of [11, 22, 344, 355, 51819, 52174, 260515, 573204, 833719]) angles.push(x);
    worst(angles);
  });

  it('tiny, zero, the limit of the fast way, and beyond', () => {
    const angles = [0, Number.MIN_VALUE, 1e-308, 1e-160, 1e-20, 1e-8];
    for (let s = -4; s <= 4; s++) angles.push(next(2 ** 20, s));
    // 6381956970095103 * 2^797 is the double closest to a multiple of pi/2.
    angles.push(1e7, 1e15, 2 ** 53, 1e22, 1e100, Number.MAX_VALUE, 6381956970095103 * 2 ** 797);
    const random = new Random(2);
    for (let i = 0; i < 300; i++) angles.push(2 ** random.between(20, 1023));
    worst(angles);
  });

  it('is odd and even, reads from arrays, and is NaN where there is no angle', () => {
    const angles = new Float64Array([0, 2.5, -2.5]);
    sincosAtInto(angles, 1, out, 0);
    sincosAtInto(angles, 2, out, 2);
    expect([out[2], out[3]]).toEqual([-out[0], out[1]]);
    sincosInto(2.5, out, 2);
    expect([out[2], out[3]]).toEqual([out[0], out[1]]);
    for (const x of [Number.NaN, Infinity, -Infinity]) {
      sincosInto(x, out, 0);
      expect([out[0], out[1]]).toEqual([Number.NaN, Number.NaN]);
    }
  });

  it('gives these bits everywhere', () => {
    let hash = 0;
    const random = new Random(3);
    for (let i = 0; i < 1000; i++) {
      sincosInto(random.between(-100, 100), out, 0);
      for (let k = 0; k < 2; k++) {
        view.setFloat64(0, out[k]);
        hash = Math.imul(hash ^ view.getInt32(0), 0x01000193) ^ view.getInt32(4);
      }
    }
    expect(hash).toBe(-172013799);
  });
});

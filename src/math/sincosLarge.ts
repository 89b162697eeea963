/**
 * Reduction of large angles by multiples of pi/2, in integers: exact to 2^-100. Slow and rare; a
 * joint that has turned a hundred thousand times gets here.
 */

/** Bits after the point: enough for the largest double, 2^1024, and a remainder of 2^-160. */
const BITS = 1200n;
const KEPT = 100n;
let halfPi = 0n;

/** 2^BITS * atan(1/n), too small by less than one per term. */
function arctanInverse(n: bigint): bigint {
  const square = n * n;
  let power = (1n << BITS) / n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -(power / k);
    power /= square;
  }
  return sum;
}

/** out = quadrant (0 to 3), h, l with x = k pi/2 + h + l, k = quadrant mod 4, |l| <= u |h|. */
export function reduceLargeInto(x: number, out: Float64Array): void {
  if (!Number.isFinite(x)) {
    out.fill(Number.NaN);
    return;
  }
  // Machin: pi/4 = 4 atan(1/5) - atan(1/239).
  if (halfPi === 0n) halfPi = 8n * arctanInverse(5n) - 2n * arctanInverse(239n);
  // Beyond 2^53 doubles are integers; below it, and above 2^20, multiples of 2^-32.
  const fixed = Math.abs(x) >= 2 ** 53 ? BigInt(x) << BITS : BigInt(x * 2 ** 32) << (BITS - 32n);
  let k = fixed / halfPi;
  let rest = fixed - k * halfPi;
  if (2n * rest > halfPi) {
    k += 1n;
    rest -= halfPi;
  } else if (-2n * rest > halfPi) {
    k -= 1n;
    rest += halfPi;
  }
  const short = rest >> (BITS - KEPT);
  const scale = 2 ** -Number(KEPT);
  const high = Number(short);
  out[0] = Number(((k % 4n) + 4n) % 4n);
  out[1] = high * scale;
  out[2] = Number(short - BigInt(high)) * scale;
}

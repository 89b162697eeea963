/** Doubles as whole multiples of 2^-1074, for sums and products that round nothing. */

/** x times 2^1074. */
export function exactly(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const value = mantissa << BigInt(Math.max(0, exponent - 1));
  return x < 0 ? -value : value;
}

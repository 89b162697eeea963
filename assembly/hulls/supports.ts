/**
 * Extreme vertices by a lodged support table: the squares of two directions are found at once, one in each lane, and the vertices of
 * a square are compared four at a time. What is found is what `supportOffset` finds: the first of the list that has the largest product.
 *
 * A vertex is known by the address of its x in a block of four: y is a row behind, z two.
 */
import { BLOCK, BLOCKS, HALF, INDEX, MORE_BITS, ROW, SCALE, SIDE } from './layout';

/** Added to a whole number that is small and not negative, it puts that into the low bits. */
const TO_BITS: f64 = 4503599627370496;

/** The squares of d in the table a (low half) and of e in the table b (high half): what their indices say. */
// @ts-ignore: decorator
@inline
export function squares(a: usize, b: usize, x: v128, y: v128, z: v128): v128 {
  const scale = f64x2(load<f64>(a + SCALE * 8), load<f64>(b + SCALE * 8));
  const half = f64x2(load<f64>(a + HALF * 8), load<f64>(b + HALF * 8));
  const side = f64x2(load<f64>(a + SIDE * 8), load<f64>(b + SIDE * 8));
  const sum = f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
  const s = f64x2.div(scale, sum);
  const column = f64x2.trunc(f64x2.add(f64x2.mul(x, s), half));
  const row = f64x2.trunc(f64x2.add(f64x2.mul(y, s), half));
  const below = v128.and(f64x2.lt(z, f64x2.splat(0)), side);
  const square = f64x2.add(f64x2.mul(f64x2.add(below, row), side), column);
  return f64x2.add(square, f64x2.splat(TO_BITS));
}

/** The vertex of a table that is extreme along a direction, both lanes of each, which lies in that square. */
// @ts-ignore: decorator
@inline
export function extreme(table: usize, square: i32, x: v128, y: v128, z: v128): usize {
  const entry = load<u32>(table + ((<usize>square) << 2), INDEX * 8);
  const more = entry & ((1 << MORE_BITS) - 1);
  const block = load<usize>(table + BLOCKS * 8) + <usize>(entry >> MORE_BITS) * BLOCK;
  const first = products(block, x, y, z);
  const second = products(block + 16, x, y, z);
  const later = f64x2.gt(second, first);
  const top = v128.bitselect(second, first, later);
  const found = block + slotOf(top, later);
  if (more == 0) return found;
  return farther(block, more, found, top, x, y, z);
}

/** Products of the direction with two vertices of a block. */
// @ts-ignore: decorator
@inline
function products(block: usize, x: v128, y: v128, z: v128): v128 {
  const sum = f64x2.add(
    f64x2.mul(x, v128.load(block)),
    f64x2.mul(y, v128.load(block, ROW)),
  );
  return f64x2.add(sum, f64x2.mul(z, v128.load(block, 2 * ROW)));
}

/**
 * Where in its block the best of four is, in bytes: lane 0 has the better of the first two of the list, lane 1 that of
 * the others. They stand in the order first, third, second, fourth.
 */
// @ts-ignore: decorator
@inline
function slotOf(top: v128, later: v128): usize {
  const behind = i64x2.bitmask(f64x2.gt(v128.shuffle<f64>(top, top, 1, 0), top)) & 1;
  return (<usize>behind << 3) + ((<usize>(i64x2.bitmask(later) >> behind) & 1) << 4);
}

/** The same among the blocks that follow. */
function farther(
  begin: usize,
  more: i32,
  found: usize,
  best: v128,
  x: v128,
  y: v128,
  z: v128,
): usize {
  const a = f64x2.extract_lane(best, 0);
  const b = f64x2.extract_lane(best, 1);
  let highest = b > a ? b : a;
  let block = begin;
  for (let k = 0; k < more; k++) {
    block += BLOCK;
    const first = products(block, x, y, z);
    const second = products(block + 16, x, y, z);
    const later = f64x2.gt(second, first);
    const top = v128.bitselect(second, first, later);
    const p = f64x2.extract_lane(top, 0);
    const q = f64x2.extract_lane(top, 1);
    const value = q > p ? q : p;
    if (value > highest) {
      highest = value;
      found = block + slotOf(top, later);
    }
  }
  return found;
}

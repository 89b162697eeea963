/**
 * Which members of a large set are drawn while a movement gets fewer pixels: the first ones of an order in which every beginning is spread
 * over the whole set. A million points take a second a picture where software draws them, and the eye follows a movement.
 */

/** Points, and boxes of twelve triangles, that are drawn in a movement. */
const FEW_POINTS = 60_000;
const FEW_BOXES = 20_000;
/** Points are larger meanwhile, that a surface stays one, but not by more than this. */
const MOST_LARGER = 2.5;

/** The share of the golden ratio: what is taken in steps of it is spread at every moment. */
const STEP = (Math.sqrt(5) - 1) / 2;

/** All numbers below `count`, every beginning of them spread over all. */
export function spreadOrder(count: number): Uint32Array {
  const order = new Uint32Array(count);
  let step = Math.max(1, Math.round(STEP * count));
  while (divisor(step, count) !== 1) step++;
  for (let i = 0, at = 0; i < count; i++) {
    order[i] = at;
    at = (at + step) % count;
  }
  return order;
}

/** The largest first: what a picture of boxes can do without are the small ones. */
export function largestFirst(boxes: Float32Array): Uint32Array {
  const count = boxes.length / 6;
  const sizes = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = boxes[6 * i + 3];
    const y = boxes[6 * i + 4];
    const z = boxes[6 * i + 5];
    sizes[i] = x * y + y * z + z * x;
  }
  const order = spreadOrder(count);
  return order.sort((a, b) => sizes[b] - sizes[a]);
}

/** How many of them are drawn in a movement, and how many times as large points are then. */
export function thinned(shape: 'box' | 'sphere', count: number): { most: number; larger: number } {
  const most = Math.min(count, shape === 'box' ? FEW_BOXES : FEW_POINTS);
  const larger = shape === 'box' ? 1 : Math.min(MOST_LARGER, Math.sqrt(count / Math.max(1, most)));
  return { most, larger };
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

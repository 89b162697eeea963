/**
 * Welding: vertices with equal coordinates become one. Only exact equality counts, so no vertex
 * ever moves; but -0 is 0, and so is everything below 1e-90 m in magnitude, where products of
 * three coordinates would leave the range of doubles. Linear in the number of vertices.
 */
const ZERO = 1e-90;

export interface Weld {
  /** The distinct positions, in order of first appearance. */
  readonly positions: Float64Array;
  /** New vertex number of every old vertex. */
  readonly renumber: Uint32Array;
}

export function weld(positions: Float64Array): Weld {
  const count = positions.length / 3;
  const renumber = new Uint32Array(count);
  const distinct = new Float64Array(positions.length);
  let capacity = 16;
  while (capacity < 2 * count) capacity *= 2;
  const table = new Int32Array(capacity).fill(-1);
  const mask = capacity - 1;
  const words = new Uint32Array(6);
  const doubles = new Float64Array(words.buffer);
  let next = 0;
  for (let v = 0; v < count; v++) {
    const x = flush(positions[3 * v]);
    const y = flush(positions[3 * v + 1]);
    const z = flush(positions[3 * v + 2]);
    doubles[0] = x;
    doubles[1] = y;
    doubles[2] = z;
    let hash = Math.imul(words[0] ^ Math.imul(words[1], 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ words[2] ^ Math.imul(words[3], 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15) ^ words[4] ^ Math.imul(words[5], 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    let found = table[slot];
    while (found >= 0) {
      const o = 3 * found;
      if (distinct[o] === x && distinct[o + 1] === y && distinct[o + 2] === z) break;
      slot = (slot + 1) & mask;
      found = table[slot];
    }
    if (found < 0) {
      found = next++;
      table[slot] = found;
      distinct[3 * found] = x;
      distinct[3 * found + 1] = y;
      distinct[3 * found + 2] = z;
    }
    renumber[v] = found;
  }
  return { positions: distinct.slice(0, 3 * next), renumber };
}

/** Equal numbers get equal bits: -0 becomes 0. */
function flush(x: number): number {
  return Math.abs(x) < ZERO ? 0 : x;
}

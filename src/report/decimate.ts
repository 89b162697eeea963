/** Fewer triangles for a picture: corners in one cell of a grid become one. Nothing is proven of it. */
import type { Triangles } from '../geometry/index.ts';

/** The mesh with all corners within a cube of this size made one; triangles that vanish are left out. */
export function clustered({ positions, indices }: Triangles, size: number): Triangles {
  const low = [0, 1, 2].map((k) => lowest(positions, k));
  const cells = Math.floor(extentOf(positions) / size) + 1;
  const keyOf = keysBelow(cells);
  const corners = new Map<number | string, number>();
  const kept: number[] = [];
  const which = new Uint32Array(positions.length / 3);
  const [lowX, lowY, lowZ] = low;
  for (let i = 0; i < which.length; i++) {
    const key = keyOf(
      Math.floor((positions[3 * i] - lowX) / size),
      Math.floor((positions[3 * i + 1] - lowY) / size),
      Math.floor((positions[3 * i + 2] - lowZ) / size),
    );
    let corner = corners.get(key);
    if (corner === undefined) {
      corner = kept.length / 3;
      corners.set(key, corner);
      kept.push(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    }
    which[i] = corner;
  }
  const faceOf = keysBelow(kept.length / 3);
  const seen = new Set<number | string>();
  const left: number[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [which[indices[i]], which[indices[i + 1]], which[indices[i + 2]]];
    if (a === b || b === c || c === a) continue;
    const least = Math.min(a, b, c);
    const most = Math.max(a, b, c);
    const key = faceOf(least, a + b + c - least - most, most);
    if (seen.has(key)) continue;
    seen.add(key);
    left.push(a, b, c);
  }
  return { positions: Float64Array.from(kept), indices: Uint32Array.from(left) };
}

/** One key for three numbers from 0 to below `count`: a number where that is exact, which is faster. */
function keysBelow(count: number): (a: number, b: number, c: number) => number | string {
  if (count ** 3 > Number.MAX_SAFE_INTEGER) return (a, b, c) => `${a} ${b} ${c}`;
  return (a, b, c) => (a * count + b) * count + c;
}

/** The longest edge of the box around a mesh. */
export function extentOf(positions: Float64Array): number {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < positions.length; i += 3) high = Math.max(high, positions[i]);
    most = Math.max(most, high - lowest(positions, k));
  }
  return most;
}

function lowest(positions: Float64Array, k: number): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = k; i < positions.length; i += 3) low = Math.min(low, positions[i]);
  return low;
}

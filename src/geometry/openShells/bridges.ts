/**
 * The convex boundary of a shell, its bridges and concave vertices [E 3.2, figure 7].
 *
 * A boundary runs through space, so there is no plane in which it could be convex. What is concave is told for every three points
 * along it, by the surface there: b between a and c is concave if from a over b to c the line turns away from the shell,
 * in the plane that touches the shell at b. Where the line only follows a bend of the sheet, the triangle a, b, c
 * stands upright on that plane: such vertices are neither concave nor convex.
 *
 * A concave vertex is left out, and the bridge from a to c takes its place; then a and c are looked at anew. Narrow mouths are
 * bridged first, so that a pocket is filled from its bottom before anything is spanned over it, and none over what stands in
 * the pocket. In a plane what is left then is the convex hull of the boundary: a pocket is a polygon, and every polygon has an ear
 * to cut off [Meisters 1975]. What was left out between two neighbours is a concave part, the bridge between them its mouth. The concave
 * vertices of a part are those that were so in the boundary as given; the farther from the bridge, the deeper.
 *
 * A slit, where a boundary runs back along the same vertices, is left out too; but who is on both sides of a slit is not
 * concave. About n log n for n vertices, n squared at worst.
 */
import { Heap } from '../../arrays/index.ts';

/** A boundary with the surface along it. */
export interface Rim {
  /** In order; the last is joined to the first. */
  readonly vertices: Uint32Array;
  /** Three numbers per vertex: a normal of the shell, on the side from which the shell is on the left; or zeros. */
  readonly normals: Float64Array;
}

/** What a bridge spans. */
export interface ConcavePart {
  /** Places in the boundary of the bridge's ends; the part is what lies after `from` and before `to`, round the end if need be. */
  readonly from: number;
  readonly to: number;
  /** The places of its concave vertices. */
  readonly concave: Uint32Array;
  /** How far each of them is from the bridge. */
  readonly distances: Float64Array;
}

/** Smaller parts of the area that a turn spans do not count as seen in the plane that touches the shell: it is a bend of the sheet. */
const UPRIGHT = 0.1;

/** With more vertices nothing is looked for that might stand in the way of a bridge. */
const MANY = 1000;

/** Turns whose sine is less are none. */
const STRAIGHT = 1e-10;

/** The concave parts of a boundary, in its order. */
export function findConcaveParts(positions: Float64Array, rim: Rim): ConcavePart[] {
  const removed = fill(positions, rim);
  const n = rim.vertices.length;
  const first = removed.indexOf(0);
  if (first < 0) return [];
  const parts: ConcavePart[] = [];
  for (let from = first, i = 1; i <= n; i++) {
    const at = (first + i) % n;
    if (removed[at] === 1) continue;
    if (at !== (from + 1) % n) parts.push(describe(positions, rim, from, at));
    from = at;
  }
  return parts;
}

/** Leaves out what is concave; 1 for each place that is left out. All are if next to nothing is left. */
function fill(positions: Float64Array, { vertices, normals }: Rim): Uint8Array {
  const n = vertices.length;
  const removed = new Uint8Array(n);
  /** No longer in the line: removed, or one with another lip of a slit. */
  const gone = new Uint8Array(n);
  const before = Int32Array.from({ length: n }, (_, i) => (i + n - 1) % n);
  const after = Int32Array.from({ length: n }, (_, i) => (i + 1) % n);
  // Where a slit was left out, both of its lips are one node: from its own place to `last`.
  const last = Int32Array.from({ length: n }, (_, i) => i);
  const sums = normals.slice();
  const queue = new Heap('smaller', { places: true });
  const look = (i: number) => {
    if (queue.has(i)) queue.remove(i);
    const a = vertices[before[i]];
    const c = vertices[after[i]];
    if (a !== c && !turnsAway(positions, a, vertices[i], c, sums, 3 * i)) return;
    queue.push(squaredDistance(positions, a, c), i);
  };
  for (let i = 0; i < n; i++) look(i);
  let count = n;
  /** Those whose bridge something stands in the way of; looked at again when others are gone. */
  let blocked: number[] = [];
  let countThen = n;
  while (count > 3) {
    if (queue.count === 0) {
      if (blocked.length === 0 || count === countThen) break;
      for (const i of blocked) if (gone[i] === 0) look(i);
      blocked = [];
      countThen = count;
      continue;
    }
    const i = queue.pop();
    if (n <= MANY && isBlocked(i)) {
      blocked.push(i);
      continue;
    }
    for (let at = i; ; at = (at + 1) % n) {
      removed[at] = 1;
      gone[at] = 1;
      if (at === last[i]) break;
    }
    const a = before[i];
    let c = after[i];
    count--;
    if (vertices[a] === vertices[c]) {
      last[a] = last[c];
      for (let k = 0; k < 3; k++) sums[3 * a + k] += sums[3 * c + k];
      if (queue.has(c)) queue.remove(c);
      gone[c] = 1;
      c = after[c];
      count--;
    }
    after[a] = c;
    before[c] = a;
    look(a);
    look(c);
  }
  // A slit and nothing else: it has no inside that could be convex.
  return count < 3 ? removed.fill(1) : removed;

  /** Whether another vertex is in the triangle that the bridge over i would fill, and not far above or below it. */
  function isBlocked(i: number): boolean {
    const p = positions;
    const a = vertices[before[i]];
    const b = vertices[i];
    const c = vertices[after[i]];
    if (a === c) return false;
    const ox = p[3 * b];
    const oy = p[3 * b + 1];
    const oz = p[3 * b + 2];
    const ux = p[3 * a] - ox;
    const uy = p[3 * a + 1] - oy;
    const uz = p[3 * a + 2] - oz;
    const wx = p[3 * c] - ox;
    const wy = p[3 * c + 1] - oy;
    const wz = p[3 * c + 2] - oz;
    const nx = uy * wz - uz * wy;
    const ny = uz * wx - ux * wz;
    const nz = ux * wy - uy * wx;
    const square = nx * nx + ny * ny + nz * nz;
    for (let j = after[after[i]]; j !== before[i]; j = after[j]) {
      const v = vertices[j];
      const x = p[3 * v] - ox;
      const y = p[3 * v + 1] - oy;
      const z = p[3 * v + 2] - oz;
      // Parts of a and c in v, times the square of twice the area.
      const s = (y * wz - z * wy) * nx + (z * wx - x * wz) * ny + (x * wy - y * wx) * nz;
      if (!(s > 0 && s < square)) continue;
      const t = (uy * z - uz * y) * nx + (uz * x - ux * z) * ny + (ux * y - uy * x) * nz;
      if (!(t > 0 && s + t < square) || v === a || v === b || v === c) continue;
      const height = x * nx + y * ny + z * nz;
      if (height * height <= square * Math.sqrt(square)) return true;
    }
    return false;
  }
}

/**
 * Whether a vertex is seen from a concave one, b at a place of the boundary, where a cut leaves no concave corner at b: between what
 * the edges to b would be if they went on.
 */
export function isOpposite(positions: Float64Array, rim: Rim, place: number, v: number): boolean {
  const { vertices, normals } = rim;
  const n = vertices.length;
  const [a, b, c] = [place + n - 1, place, place + 1].map((i) => vertices[i % n]);
  return (
    v !== b &&
    !turnsAway(positions, a, b, v, normals, 3 * place) &&
    !turnsAway(positions, v, b, c, normals, 3 * place)
  );
}

/** Whether the way from a over b to c turns to the right, seen from where the normal at `n` points. */
function turnsAway(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  normals: Float64Array,
  n: number,
): boolean {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * b];
  const vy = p[3 * c + 1] - p[3 * b + 1];
  const vz = p[3 * c + 2] - p[3 * b + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const area = Math.sqrt(x * x + y * y + z * z);
  const span = Math.sqrt((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  if (!(area > STRAIGHT * span)) return false;
  const [nx, ny, nz] = [normals[n], normals[n + 1], normals[n + 2]];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  return x * nx + y * ny + z * nz < -UPRIGHT * area * length && length > 0;
}

function describe(positions: Float64Array, rim: Rim, from: number, to: number): ConcavePart {
  const { vertices, normals } = rim;
  const n = vertices.length;
  const times = new Map<number, number>();
  const inside: number[] = [];
  for (let at = (from + 1) % n; at !== to; at = (at + 1) % n) {
    inside.push(at);
    times.set(vertices[at], (times.get(vertices[at]) ?? 0) + 1);
  }
  const concave = inside.filter((at) => {
    const [a, b, c] = [at + n - 1, at, at + 1].map((place) => vertices[place % n]);
    return times.get(b) === 1 && turnsAway(positions, a, b, c, normals, 3 * at);
  });
  return {
    from,
    to,
    concave: Uint32Array.from(concave),
    distances: Float64Array.from(concave, (at) =>
      distanceToSegment(positions, vertices[at], vertices[from], vertices[to]),
    ),
  };
}

/** From vertex v to the segment between a and b. */
export function distanceToSegment(p: Float64Array, v: number, a: number, b: number): number {
  const [i, j, k] = [3 * a, 3 * b, 3 * v];
  const [x, y, z] = [p[j] - p[i], p[j + 1] - p[i + 1], p[j + 2] - p[i + 2]];
  const [u, w, h] = [p[k] - p[i], p[k + 1] - p[i + 1], p[k + 2] - p[i + 2]];
  const length = x * x + y * y + z * z;
  const s = length > 0 ? Math.min(1, Math.max(0, (u * x + w * y + h * z) / length)) : 0;
  const [dx, dy, dz] = [u - s * x, w - s * y, h - s * z];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

function squaredDistance(p: Float64Array, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]);
  return x * x + y * y + z * z;
}

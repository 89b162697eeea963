/** Sheets for tests of open shells: plates cut out of a grid and bent in space, branched ones, strips, and soups of few vertices. */
import type { Triangles } from '../../../src/geometry/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { mesh } from './meshes.ts';

/** Where a point of a plate is in space. */
export type Bend = (u: number, v: number) => readonly [number, number, number];

export const flat: Bend = (u, v) => [u, v, 0];
/** Part of a cylinder around the y axis, as wide as the plate is. */
export const curled =
  (radius: number): Bend =>
  (u, v) => [radius * Math.sin(u / radius), v, radius * (1 - Math.cos(u / radius))];
export const wavy: Bend = (u, v) => [u, v, 0.05 * Math.sin(5 * u) * Math.cos(4 * v)];

/**
 * A plate from rows of text: '#' is a square of two triangles, anything else is open. The first row is on top; squares have
 * the given side. Corners are shared, so that it is welded.
 */
export function plate(rows: readonly string[], bend: Bend = flat, side = 0.1): Triangles {
  const number = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  const corner = (x: number, y: number) => {
    const name = `${x} ${y}`;
    const known = number.get(name);
    if (known !== undefined) return known;
    number.set(name, positions.length / 3);
    positions.push(...bend(side * x, side * y));
    return positions.length / 3 - 1;
  };
  rows.forEach((row, r) => {
    const y = rows.length - 1 - r;
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== '#') continue;
      const [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
      if ((x + y) % 2 === 0) indices.push(a, b, c, a, c, d);
      else indices.push(a, b, d, b, c, d);
    }
  });
  return mesh(positions, indices);
}

/** Rows of a plate of w by h squares of which those are open for which `open` says so. */
export function rowsOf(w: number, h: number, open: (x: number, y: number) => boolean): string[] {
  return Array.from({ length: h }, (_, r) =>
    Array.from({ length: w }, (_, x) => (open(x, h - 1 - r) ? '.' : '#')).join(''),
  );
}

/** Letters and other plates of n by n squares or so. */
export const PLATES: Readonly<Record<string, readonly string[]>> = {
  square: rowsOf(8, 6, () => false),
  L: rowsOf(10, 10, (x, y) => x >= 3 && y >= 3),
  U: rowsOf(12, 10, (x, y) => x >= 3 && x < 9 && y >= 3),
  T: rowsOf(12, 10, (x, y) => (x < 5 || x >= 8) && y < 7),
  comb: rowsOf(21, 8, (x, y) => x % 4 >= 2 && y >= 2),
  S: rowsOf(9, 15, (x, y) => (x >= 3 && y >= 3 && y < 6) || (x < 6 && y >= 9 && y < 12)),
  window: rowsOf(10, 8, (x, y) => x >= 3 && x < 7 && y >= 3 && y < 6),
  windows: rowsOf(16, 8, (x, y) => x % 5 >= 2 && x % 5 < 4 && y >= 3 && y < 5),
  /** A door panel: a window above, a notch for the wheel below, a hole for the handle. */
  door: rowsOf(
    24,
    24,
    (x, y) =>
      (x >= 4 && x < 20 && y >= 13 && y < 21) ||
      (x >= 18 && y < 5 && (x - 24) ** 2 + y ** 2 < 36) ||
      (x >= 3 && x < 6 && y >= 9 && y < 10) ||
      (y >= 13 && x < y - 15),
  ),
};

/** Rows of a plate in the form of a tree of corridors, n by n places and what joins them: no holes, pockets within pockets. */
export function corridors(n: number, random: Random): string[] {
  const open = new Set(['0 0']);
  const reached: [number, number][] = [[0, 0]];
  while (reached.length < n * n) {
    const [x, y] = reached[random.uint32() % reached.length];
    const [dx, dy] = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ][random.uint32() % 4];
    const [u, v] = [x + 2 * dx, y + 2 * dy];
    if (u < 0 || v < 0 || u >= 2 * n || v >= 2 * n || open.has(`${u} ${v}`)) continue;
    open.add(`${x + dx} ${y + dy}`).add(`${u} ${v}`);
    reached.push([u, v]);
  }
  return rowsOf(2 * n - 1, 2 * n - 1, (x, y) => !open.has(`${x} ${y}`));
}

/** A tube without lids around z, in `n` strips and `m` rings. */
export function tube(n: number, m: number, radius = 0.3, height = 1): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= m; j++) {
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * i) / n;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), (height * j) / m);
    }
  }
  for (let j = 0; j < m; j++) {
    for (let i = 0; i < n; i++) {
      const [a, b] = [j * n + i, j * n + ((i + 1) % n)];
      indices.push(a, b, b + n, a, b + n, a + n);
    }
  }
  return mesh(positions, indices);
}

/** A band of `n` squares that is turned over once, with one boundary. */
export function moebius(n: number): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n;
    for (const w of [-0.2, 0.2]) {
      const r = 1 + w * Math.cos(angle / 2);
      positions.push(r * Math.cos(angle), r * Math.sin(angle), w * Math.sin(angle / 2));
    }
  }
  for (let i = 0; i < n; i++) {
    const [a, b] = [2 * i, 2 * i + 1];
    const [c, d] = i + 1 < n ? [a + 2, b + 2] : [1, 0];
    indices.push(a, c, d, a, d, b);
  }
  return mesh(positions, indices);
}

/** `leaves` plates of n by m squares that meet at the z axis: 2 are one bent sheet, 3 a T, 4 a cross. */
export function book(leaves: number, n: number, m: number): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= m; j++) positions.push(0, 0, j / m);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const angle = (2 * Math.PI * leaf) / leaves;
    const first = positions.length / 3 - (m + 1);
    for (let i = 1; i <= n; i++) {
      for (let j = 0; j <= m; j++) {
        positions.push((Math.cos(angle) * i) / n, (Math.sin(angle) * i) / n, j / m);
      }
    }
    const at = (i: number, j: number) => (i === 0 ? j : first + i * (m + 1) + j);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < m; j++) {
        indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1));
        indices.push(at(i, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return mesh(positions, indices);
}

/** Some triangles turned round, some there twice, all in another order. */
export function shuffled({ positions, indices }: Triangles, random: Random): Triangles {
  const triangles: number[][] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = indices.subarray(i, i + 3);
    const turned = random.uint32() % 4 === 0 ? [a, c, b] : [b, c, a];
    triangles.push(turned);
    if (random.uint32() % 8 === 0)
      triangles.push(random.uint32() % 2 === 0 ? [a, b, c] : [c, b, a]);
  }
  for (let i = triangles.length - 1; i > 0; i--) {
    const j = random.uint32() % (i + 1);
    [triangles[i], triangles[j]] = [triangles[j], triangles[i]];
  }
  return mesh([...positions], triangles.flat());
}

/** Triangles between few vertices: branches, bow ties, repeated and collapsed triangles. */
export function tangledSoup(random: Random, vertices: number, triangles: number): Triangles {
  return mesh(
    Array.from({ length: 3 * vertices }, () => random.between(-1, 1)),
    Array.from({ length: 3 * triangles }, () => random.uint32() % vertices),
  );
}

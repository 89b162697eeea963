/** Patches: hulls of parts of pieces, down to single triangles. */
import { describe, expect, it } from 'vitest';
import { Patches } from '../../src/cell/patches.ts';
import { supportOffset } from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { randomDirection } from '../helpers/oracles/robots.ts';

describe('patches', () => {
  it('contain their triangles, and children have all of their parents, seed 6', () => {
    const random = new Random(6);
    for (let round = 0; round < 8; round++) {
      const cell = randomCell(random, { links: 2, obstacles: 1, size: 0.2 });
      for (const body of cell.bodies) {
        for (const piece of body.pieces) {
          const patches = new Patches(piece);
          const stack = [0];
          while (stack.length > 0) {
            const index = stack.pop()!;
            const patch = patches.get(index);
            expect(patches.get(index)).toBe(patch);
            const { shape, ball, from, to, children } = patch;
            if (piece.kind !== 'mesh') {
              expect([from, to, children.length]).toEqual([0, 0, 0]);
              continue;
            }
            let at = from;
            for (const child of children) {
              const part = patches.get(child);
              expect(part.from).toBe(at);
              at = part.to;
              stack.push(child);
            }
            if (children.length > 0) expect(at).toBe(to);
            else expect(to - from).toBe(1);
            if (shape.kind !== 'hull') throw new Error('a mesh has hulls');
            const { vertices } = piece.tree;
            const n = Float64Array.from(randomDirection(random));
            const s = supportOffset(shape.table, n, 0);
            const p = shape.table.positions;
            const reach = n[0] * p[s] + n[1] * p[s + 1] + n[2] * p[s + 2];
            let [along, off] = [Number.NEGATIVE_INFINITY, 0];
            for (let v = 9 * from; v < 9 * to; v += 3) {
              const [x, y, z] = vertices.subarray(v, v + 3);
              along = Math.max(along, n[0] * x + n[1] * y + n[2] * z);
              off = Math.max(off, Math.hypot(x - ball[0], y - ball[1], z - ball[2]));
            }
            expect(along).toBeLessThanOrEqual(reach + 1e-15);
            expect(off).toBeLessThanOrEqual(ball[3] * (1 + 1e-14));
          }
        }
      }
    }
  });

  it('that have a normal are flat about it', () => {
    const random = new Random(7);
    const cell = randomCell(random, { links: 2, obstacles: 3, size: 0.2 });
    let seen = 0;
    for (const { pieces } of cell.bodies) {
      for (const piece of pieces) {
        if (piece.kind !== 'mesh') continue;
        const patches = new Patches(piece);
        for (let k = 0; k < piece.tree.triangleCount; k++) {
          const { normal, from, to } = patches.get(piece.tree.slotCount + k);
          expect([from, to]).toEqual([k, k + 1]);
          expect(Math.hypot(...normal)).toBeCloseTo(1, 14);
          const t = piece.tree.vertices.subarray(9 * k, 9 * k + 9);
          const along = [0, 3, 6].map((o) =>
            [0, 1, 2].reduce((sum, i) => sum + normal[i] * t[o + i], 0),
          );
          expect(Math.max(...along) - Math.min(...along)).toBeLessThan(1e-14);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(50);
  });
});

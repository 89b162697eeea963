import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  bumpyBall,
  knot,
  type Mesh,
  pointInSolid,
  torus,
} from '../../src/geometry/index.ts';
import { Random } from '../../src/math/index.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';

const locate = (m: Mesh, x: number, y: number, z: number, component = 0) =>
  pointInSolid(m, m.components[component], new Float64Array([x, y, z]), 0);

/** Winding number from solid angles (Van Oosterom and Strackee 1983): another method, inexact. */
function windingNumber({ positions, indices }: Mesh, x: number, y: number, z: number): number {
  const origin = [x, y, z];
  let angle = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const v = 3 * indices[i + k];
      return [0, 1, 2].map((j) => positions[v + j] - origin[j]);
    });
    const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const [la, lb, lc] = [a, b, c].map((p) => Math.hypot(...p));
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    const below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    angle += 2 * Math.atan2(det, below);
  }
  return angle / (4 * Math.PI);
}

describe('pointInSolid', () => {
  const box = buildMesh(cube());

  it('tells inside, outside and on, also where the ray meets edges and vertices', () => {
    const grid = [-2, -1, -0.5, 0, 0.5, 1, 2];
    for (const x of grid) {
      for (const y of grid) {
        for (const z of grid) {
          const far = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
          const expected = far < 1 ? 'inside' : far > 1 ? 'outside' : 'on';
          expect(locate(box, x, y, z), `${x} ${y} ${z}`).toBe(expected);
        }
      }
    }
  });

  it('is exact to the last bit', () => {
    const below = 1 - 2 ** -53;
    const above = 1 + 2 ** -52;
    for (const [x, y, z] of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]) {
      expect(locate(box, x * below, y * below, z * below)).toBe('inside');
      expect(locate(box, x * above, y * above, z * above)).toBe('outside');
    }
  });

  it('agrees with the winding number from solid angles', () => {
    const random = new Random(4);
    for (const t of [
      torus(1, 0.4, 16, 10),
      knot(0.8, 0.2, 40, 8),
      bumpyBall(0.9, 0.3, 8, random),
    ]) {
      const m = buildMesh(t);
      for (let k = 0; k < 300; k++) {
        const [x, y, z] = [0, 1, 2].map(() => random.between(-1.3, 1.3));
        const w = windingNumber(m, x, y, z);
        expect(locate(m, x, y, z)).toBe(Math.abs(w) > 0.5 ? 'inside' : 'outside');
      }
      // In line with the vertices, where every ray meets them.
      for (let v = 0; v < m.positions.length; v += 3) {
        const [x, y, z] = m.positions.subarray(v, v + 3);
        expect(locate(m, x, y, z)).toBe('on');
        const w = windingNumber(m, x - 0.05, y, z);
        if (Math.abs(Math.abs(w) - 0.5) > 0.4) {
          expect(locate(m, x - 0.05, y, z)).toBe(Math.abs(w) > 0.5 ? 'inside' : 'outside');
        }
      }
    }
  });

  it('works far away, tiny and inside out', () => {
    const far = buildMesh(moved(cube(), 1e6, 1e6, 1e6));
    expect(locate(far, 1e6, 1e6, 1e6)).toBe('inside');
    expect(locate(far, 1e6 + 1.5, 1e6, 1e6)).toBe('outside');
    const tiny = buildMesh(cube(1e-6));
    expect(locate(tiny, 0.9e-6, 0, 0)).toBe('inside');
    const { positions, indices } = cube();
    const reversed = buildMesh({ positions, indices: indices.slice().reverse() });
    expect(locate(reversed, 0, 0, 0)).toBe('inside');
  });

  it('an open component has no inside, and components are asked one by one', () => {
    const { positions, indices } = cube();
    const open = buildMesh({ positions, indices: indices.slice(3) });
    expect(locate(open, 0, 0, 0)).toBe('outside');
    const nested = buildMesh(join(cube(), moved(cube(), 0, 0, 0, 0.5)));
    expect(locate(nested, 0.7, 0, 0, 0)).toBe('inside');
    expect(locate(nested, 0.7, 0, 0, 1)).toBe('outside');
  });

  it('degenerate triangles in a closed surface do no harm', () => {
    const { positions, indices } = cube();
    const m = buildMesh(mesh([...positions], [...indices, 0, 0, 1, 3, 3, 3]));
    expect(locate(m, 0, 0, 0)).toBe('inside');
    expect(locate(m, -1, -1, -1)).toBe('on');
    expect(locate(m, 0.3, -2, 0)).toBe('outside');
  });
});

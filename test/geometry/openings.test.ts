/** Where meshes are open, what counts as nearly closed, and closing them. */
import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  type Mesh,
  pointInSolid,
  surfaceSentence,
  type Triangles,
  torus,
} from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { lengthText } from '../../src/words/index.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';
import { crossingsAround } from '../helpers/oracles/winding.ts';

/** Three vertices per triangle, each moved as the caller likes. */
function exploded(t: Triangles, off: (i: number) => number = () => 0): Triangles {
  const positions = Array.from(t.indices).flatMap((v) => [
    ...t.positions.subarray(3 * v, 3 * v + 3),
  ]);
  return mesh(
    positions.map((x, i) => x + off(i)),
    Array.from(t.indices, (_, i) => i),
  );
}

/** One corner of one triangle is a nanometre off. */
const corner = (h = 0.5) => exploded(cube(h), (i) => (i === 40 ? 1e-9 : 0));

const faultOf = (t: Triangles) => {
  try {
    buildMesh(t, { mustBeSolid: true, file: 'part.stl' });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).fault;
  }
  return null;
};

/** A grid of n by n squares on each face of a cube from -1 to 1; faces have their own n. */
function gridCube(counts: readonly number[]): Triangles {
  const faces = counts.map((n, f) => {
    const positions: number[] = [];
    const indices: number[] = [];
    const [axis, side] = [f % 3, f < 3 ? 1 : -1];
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) {
        const p = [0, 0, 0];
        p[axis] = side;
        p[(axis + 1) % 3] = (side * (2 * i - n)) / n;
        p[(axis + 2) % 3] = (2 * j - n) / n;
        positions.push(...p);
      }
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const v = i * (n + 1) + j;
        indices.push(v, v + n + 1, v + 1, v + 1, v + n + 1, v + n + 2);
      }
    }
    return mesh(positions, indices);
  });
  return join(...faces);
}

/** Agrees with the exact crossings of a mesh that is closed to the bit, away from its surface. */
function agrees(m: Mesh, truth: Triangles, random: Random, size: number): void {
  for (let k = 0; k < 60; k++) {
    const p = [0, 1, 2].map(() => Math.round(random.between(-size, size) * 2 ** 16) / 2 ** 16);
    const { winding } = crossingsAround(truth, p, random);
    const found = m.components.some(
      (c) => c.solid && pointInSolid(m, c, Float64Array.from(p), 0) !== 'outside',
    );
    expect(found, `${p}`).toBe(winding !== 0);
  }
}

describe('what is nearly closed', () => {
  it('a block with a corner that is 1 nm off: a surface that says where', () => {
    const m = buildMesh(corner());
    expect(m.components.some(({ solid }) => solid)).toBe(false);
    expect(m.openParts.length).toBe(1);
    const [part] = m.openParts;
    expect(part).toMatchObject({ nearlyClosed: true, openEdges: 4 });
    expect(part.width).toBeGreaterThan(0.9e-9);
    expect(part.width).toBeLessThan(1.1e-9);
    expect(part.openings.length).toBe(1);
    expect(part.openings[0].edges).toBe(4);
    expect(part.openings[0].length).toBeCloseTo(4 * 1.2, 0);
  });

  it('a block of loose triangles, every corner off by up to 1 nm, is one part (seed 31)', () => {
    const random = new Random(31);
    const m = buildMesh(exploded(cube(0.5), () => random.between(-5e-10, 5e-10)));
    expect(m.components.length).toBe(12);
    expect(m.openParts.length).toBe(1);
    expect(m.openParts[0]).toMatchObject({ nearlyClosed: true, openEdges: 36 });
    expect(m.openParts[0].components.length).toBe(12);
  });

  it('faces whose edges are divided differently: slits without width', () => {
    const m = buildMesh(gridCube([1, 2, 3, 4, 5, 6]));
    const nearly = m.openParts.filter(({ nearlyClosed }) => nearlyClosed);
    expect(m.openParts.length).toBe(1);
    expect(nearly.length).toBe(1);
    expect(nearly[0].width).toBeLessThan(1e-12);
    // One slit for each edge of the cube; some are two, where both sides have a vertex.
    expect(nearly[0].openings.length).toBe(15);
  });

  it('a small hole is, a missing face, a sheet and a ribbon are not', () => {
    const fine = gridCube([20, 20, 20, 20, 20, 20]);
    const small = moved(fine, 0, 0, 0, 0.25);
    const one = buildMesh({ ...small, indices: small.indices.slice(0, -3) });
    expect(one.openParts).toMatchObject([{ nearlyClosed: true, openEdges: 3 }]);
    expect(one.openParts[0].openings[0].at.some((x) => Math.abs(x + 0.25) < 1e-12)).toBe(true);
    // The same share of a large one is no accident: 0.14 m.
    const large = moved(fine, 0, 0, 0, 2);
    const wide = buildMesh({ ...large, indices: large.indices.slice(0, -3) });
    expect(wide.openParts).toMatchObject([{ nearlyClosed: false, openEdges: 3 }]);
    const { positions, indices } = cube(0.1);
    for (const t of [
      { positions, indices: indices.slice(6) },
      { positions, indices: indices.slice(3) },
      mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]),
      mesh([0, 0, 0, 1, 0, 0, 0, 0.01, 0, 1, 0.01, 0], [0, 1, 2, 1, 3, 2]),
    ]) {
      expect(buildMesh(t).openParts.map(({ nearlyClosed }) => nearlyClosed)).toEqual([false]);
    }
  });

  it('a wall inside a box leaves no free edge: nearly closed, however wide the wall', () => {
    const { positions, indices } = cube();
    const m = buildMesh(mesh([...positions], [...indices, 1, 2, 6, 1, 6, 5]));
    expect(m.components[0].solid).toBe(false);
    expect(m.openParts).toMatchObject([{ nearlyClosed: true, frayed: false }]);
    expect(surfaceSentence('box', m.openParts)).toBe(
      '"box" is treated as a surface: 4 open edges, all between several triangles',
    );
  });

  it('closed meshes, and those told to be surfaces, have no open parts', () => {
    expect(buildMesh(torus(1, 0.3, 12, 8)).openParts).toEqual([]);
    expect(buildMesh(corner(), { solid: false }).openParts).toEqual([]);
  });

  it('lengths are told in a unit that suits them', () => {
    expect([0, 1e-18, 1e-9, 3.3e-6, 0.0002, 0.034, 2].map(lengthText)).toEqual([
      'less than 1 nm',
      'less than 1 nm',
      '1 nm',
      '3.3 µm',
      '200 µm',
      '34 mm',
      '2 m',
    ]);
  });
});

describe('what must be solid is closed by triangles', () => {
  it('the corner, loose triangles, slits, holes and walls, with the inside they should have (seed 32)', () => {
    const random = new Random(32);
    const fine = moved(gridCube([16, 16, 16, 16, 16, 16]), 0, 0, 0, 0.5);
    const { positions, indices } = cube(0.5);
    const cases: Record<string, Triangles> = {
      corner: corner(),
      loose: exploded(cube(0.5), () => random.between(-5e-10, 5e-10)),
      slits: moved(gridCube([1, 2, 3, 4, 5, 6]), 0, 0, 0, 0.5),
      hole: { ...fine, indices: fine.indices.slice(0, -3) },
      'holes with flipped triangles': {
        ...fine,
        indices: fine.indices.slice(3, -3).map((v, i, all) => (i < 2 ? all[1 - i] : v)),
      },
      wall: mesh([...positions], [...indices, 1, 2, 6, 1, 6, 5]),
      'wall of other triangles': mesh(
        [...positions, 0, 0, 0],
        [...[...indices, 1, 2, 8, 2, 6, 8, 6, 5, 8, 5, 1, 8]],
      ),
    };
    for (const [name, t] of Object.entries(cases)) {
      const open = buildMesh(t);
      expect(open.openParts.length, name).toBe(1);
      const m = buildMesh(t, { mustBeSolid: true });
      expect(m.capTriangles, name).toBeGreaterThan(0);
      expect(m.openParts, name).toEqual([]);
      expect(
        m.components.map(({ solid }) => solid),
        name,
      ).toEqual([true]);
      // Nothing moved, and what was there is there.
      expect(m.positions, name).toEqual(open.positions);
      expect([...m.indices.subarray(0, open.indices.length)], name).toEqual([...open.indices]);
      agrees(m, cube(0.5), random, 0.7);
    }
  });

  it('counts are whole everywhere: no way leads in but through a triangle (seed 33)', () => {
    const random = new Random(33);
    const fine = moved(gridCube([10, 11, 12, 13, 14, 15]), 0, 0, 0, 0.5);
    const spoilt = {
      ...fine,
      indices: fine.indices.filter((_, i) => Math.floor(i / 3) % 97 !== 5),
    };
    const m = buildMesh(spoilt, { mustBeSolid: true });
    const shells = m.components.flatMap((c) => c.shells);
    expect(shells.length).toBeGreaterThan(0);
    for (const { triangles, turned, odd } of shells) {
      // Every edge is run through as often one way as the other.
      const balance = new Map<string, number>();
      triangles.forEach((t, i) => {
        const [a, b, c] = m.indices.subarray(3 * t, 3 * t + 3);
        const corners = turned?.[i] === 1 ? [b, a, c] : [a, b, c];
        for (let k = 0; k < 3; k++) {
          const [u, v] = [corners[k], corners[(k + 1) % 3]];
          const key = `${Math.min(u, v)} ${Math.max(u, v)}`;
          balance.set(key, (balance.get(key) ?? 0) + (u < v ? 1 : -1));
        }
      });
      expect([...balance.values()].every((n) => (odd ? n % 2 === 0 : n === 0))).toBe(true);
    }
    agrees(m, cube(0.5), random, 0.7);
  });

  it('a closed mesh stays as it is; a wide open one is a fault that says where', () => {
    expect(buildMesh(cube(), { mustBeSolid: true }).capTriangles).toBe(0);
    const { positions, indices } = cube(0.1);
    const fault = faultOf({ positions, indices: indices.slice(6) });
    expect(fault?.code).toBe('mesh/not-solid');
    expect(fault?.message).toBe(
      'a mesh that must be solid is open: 4 open edges, the widest opening 140 mm at (0, 0, -0.1)',
    );
    expect(fault?.file).toBe('part.stl');
    expect(fault?.hint).toMatch(/close the mesh/);
    expect(faultOf(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))?.code).toBe('mesh/not-solid');
  });

  it('ends at the far end of what is accepted', () => {
    const { positions, indices } = cube(1e-3);
    const far = { positions: positions.map((x) => x + 1e12 - 1), indices: indices.slice(3) };
    expect(buildMesh(far).openParts.length).toBe(1);
    const wide = mesh([-1e12, 0, 0, 1e12, 0, 0, 0, 1e12, 1e-9, 0, 1e12, 0], [0, 1, 2, 1, 3, 0]);
    expect(buildMesh(wide).openParts.length).toBe(1);
  });

  it('works tiny, huge and far away', () => {
    for (const [h, at] of [
      [1e-6, 0],
      [1e6, 0],
      [0.5, 1e5],
    ]) {
      const off = 1e-8 * h + 1e-15 * at;
      const t = moved(
        exploded(cube(h), (i) => (i === 40 ? off : 0)),
        at,
        at,
        at,
      );
      const m = buildMesh(t, { mustBeSolid: true });
      expect(m.components.map(({ solid }) => solid)).toEqual([true]);
      const p = Float64Array.from([at, at, at]);
      expect(pointInSolid(m, m.components[0], p, 0)).toBe('inside');
      p[0] += 3 * h;
      expect(pointInSolid(m, m.components[0], p, 0)).toBe('outside');
    }
  });
});

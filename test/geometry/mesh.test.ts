import { describe, expect, it } from 'vitest';
import { buildMesh, bumpyBall, knot, type Triangles, torus } from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';

const faultOf = (t: Triangles) => {
  try {
    buildMesh(t, { file: 'part.stl' });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).fault;
  }
  return null;
};

/** The same triangles with three vertices each, as STL has them. */
function exploded(t: Triangles): Triangles {
  return mesh(
    Array.from(t.indices).flatMap((v) => [...t.positions.subarray(3 * v, 3 * v + 3)]),
    Array.from(t.indices, (_, i) => i),
  );
}

describe('buildMesh names what is wrong', () => {
  const tri = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  it.each([
    ['no triangles', mesh(tri, []), 'mesh/no-triangles', /no triangles/],
    [
      'NaN',
      mesh([0, 0, 0, 1, Number.NaN, 0, 0, 1, 0], [0, 1, 2]),
      'mesh/non-finite',
      /y of vertex 1/,
    ],
    [
      'infinity',
      mesh([0, 0, 0, 1, 0, 0, 0, 1, -1 / 0], [0, 1, 2]),
      'mesh/non-finite',
      /z of vertex 2/,
    ],
    [
      'too large',
      mesh([0, 0, 0, 1e13, 0, 0, 0, 1, 0], [0, 1, 2]),
      'mesh/too-large',
      /x of vertex 1/,
    ],
    ['bad index', mesh(tri, [0, 1, 3]), 'mesh/index-out-of-range', /triangle 0 names vertex 3/],
    ['half a vertex', mesh([0, 0], [0, 0, 0]), 'mesh/positions-length', /multiple of 3/],
    ['half a triangle', mesh(tri, [0, 1]), 'mesh/indices-length', /multiple of 3/],
  ])('%s', (_, triangles, code, message) => {
    const fault = faultOf(triangles);
    expect(fault?.code).toBe(code);
    expect(fault?.message).toMatch(message);
    expect(fault?.file).toBe('part.stl');
  });
});

describe('welding', () => {
  it('merges equal vertices and no others', () => {
    const welded = buildMesh(exploded(cube()));
    expect(welded.positions.length).toBe(24);
    expect(welded.weldedVertices).toBe(36 - 8);
    const near = buildMesh(
      mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1e-15, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2, 3, 4, 5]),
    );
    expect(near.positions.length).toBe(15);
  });

  it('takes -0 for 0', () => {
    const m = buildMesh(
      mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, -0, -0, 0, 0, 0, 1, 1, 0, 0], [0, 1, 2, 3, 4, 5]),
    );
    expect(m.positions.length).toBe(12);
    expect(m.components.length).toBe(1);
  });

  it('keeps the shape: every triangle has the same corners as before', () => {
    const before = exploded(knot(1, 0.2, 30, 6));
    const after = buildMesh(before);
    Array.from(after.indices).forEach((v, i) => {
      expect([...after.positions.subarray(3 * v, 3 * v + 3)].map((x) => x + 0)).toEqual(
        [...before.positions.subarray(3 * i, 3 * i + 3)].map((x) => x + 0),
      );
    });
  });
});

describe('components', () => {
  it('closed and consistently oriented is solid', () => {
    for (const t of [
      cube(),
      torus(1, 0.3, 12, 8),
      knot(1, 0.2, 40, 6),
      bumpyBall(1, 0.2, 8, new Random(1)),
    ]) {
      const [c, ...others] = buildMesh(exploded(t)).components;
      expect(others).toEqual([]);
      expect(c).toMatchObject({ solid: true, openEdges: 0, flippedEdges: 0, nonManifoldEdges: 0 });
      expect(c.approxVolume).toBeGreaterThan(0);
    }
    expect(buildMesh(cube()).components[0].approxVolume).toBeCloseTo(8, 12);
    expect(buildMesh(moved(cube(), 1e6, 1e6, 1e6)).components[0].approxVolume).toBeCloseTo(8, 6);
  });

  it('a missing triangle makes a surface and counts its open edges', () => {
    const { positions, indices } = cube();
    const [c] = buildMesh({ positions, indices: indices.slice(3) }).components;
    expect(c).toMatchObject({ solid: false, openEdges: 3, flippedEdges: 0 });
  });

  it('a flipped triangle is turned round, and its edges are counted', () => {
    const { positions, indices } = cube();
    indices.set([indices[1], indices[0], indices[2]]);
    const [c] = buildMesh({ positions, indices }).components;
    expect(c).toMatchObject({ solid: true, openEdges: 0, flippedEdges: 3, turned: 1 });
  });

  it('an inside-out cube is closed, with a negative volume', () => {
    const { positions, indices } = cube();
    const [c] = buildMesh({ positions, indices: indices.slice().reverse() }).components;
    expect(c.solid).toBe(true);
    expect(c.approxVolume).toBeCloseTo(-8, 12);
  });

  it('splits what does not touch and joins what shares a vertex', () => {
    const two = buildMesh(join(cube(), moved(cube(), 5, 0, 0), moved(cube(), 0, 9, 0)));
    expect(two.components.map((c) => c.triangles.length)).toEqual([12, 12, 12]);
    expect(two.components.map((c) => c.bounds[0])).toEqual([-1, 4, -1]);
    const corner = buildMesh(join(cube(), moved(cube(), 2, 2, 2)));
    expect(corner.components.length).toBe(1);
    expect(corner.components[0].solid).toBe(true);
    const edge = buildMesh(join(cube(), moved(cube(), 2, 2, 0)));
    expect(edge.components[0]).toMatchObject({ solid: true, nonManifoldEdges: 1 });
  });

  it('can be told that nothing is solid', () => {
    expect(buildMesh(cube(), { solid: false }).components[0].solid).toBe(false);
  });

  it('degenerate triangles are counted and do no harm', () => {
    const { positions, indices } = cube();
    const withDegenerate = mesh([...positions, 9, 9, 9], [...indices, 0, 0, 1, 2, 2, 2, 8, 8, 8]);
    const m = buildMesh(withDegenerate);
    expect(m.degenerateTriangles).toBe(3);
    expect(m.components.map((c) => [c.solid, c.triangles.length])).toEqual([
      [true, 14],
      [true, 1],
    ]);
    const collinear = buildMesh(mesh([0, 0, 0, 1, 1, 1, 3, 3, 3], [0, 1, 2]));
    expect(collinear.degenerateTriangles).toBe(1);
  });
});

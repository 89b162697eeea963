/** What is inside of closed meshes, however their triangles run: against exact crossings of rays. */
import { describe, expect, it } from 'vitest';
import {
  buildMesh,
  type Mesh,
  pointInSolid,
  type Triangles,
  torus,
  trianglesIntersect,
} from '../../src/geometry/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';
import { crossingsAround } from '../helpers/oracles/winding.ts';

/** Inside of any solid of the mesh. */
function isInside(m: Mesh, p: readonly number[]): boolean {
  const at = Float64Array.from(p);
  return m.components.some((c) => c.solid && pointInSolid(m, c, at, 0) !== 'outside');
}

/** Triangles that run as given, or with these turned round. */
function flipped({ positions, indices }: Triangles, which: (t: number) => boolean): Triangles {
  const turned = indices.slice();
  for (let t = 0; t < turned.length / 3; t++) {
    if (which(t)) turned.set([indices[3 * t + 1], indices[3 * t]], 3 * t);
  }
  return { positions, indices: turned };
}

/** A cube whose vertices are numbered as seen in a mirror across x. */
const mirrored = (indices: Uint32Array) => indices.map((v) => v ^ 1).reverse();

const insideOut = (t: Triangles) => flipped(t, () => true);

function withTriangles({ positions, indices }: Triangles, ...more: number[]): Triangles {
  return mesh([...positions], [...indices, ...more]);
}

/** An octahedron whose faces were divided, on a ball; coordinates of few bits. */
function ball(radius: number, levels: number): Triangles {
  const points = [1, -1].flatMap((s) => [s, 0, 0, 0, s, 0, 0, 0, s]);
  let faces = [0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2, 1, 0, 5, 3, 1, 5, 4, 3, 5, 0, 4, 5];
  for (let level = 0; level < levels; level++) {
    const known = new Map<string, number>();
    const between = (a: number, b: number) => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const p = [0, 1, 2].map((k) => points[3 * a + k] + points[3 * b + k]);
      const length = Math.hypot(...p);
      points.push(...p.map((x) => x / length));
      known.set(key, points.length / 3 - 1);
      return points.length / 3 - 1;
    };
    const next: number[] = [];
    for (let i = 0; i < faces.length; i += 3) {
      const [a, b, c] = faces.slice(i, i + 3);
      const [d, e, f] = [between(a, b), between(b, c), between(c, a)];
      next.push(a, d, f, d, b, e, f, e, c, d, e, f);
    }
    faces = next;
  }
  return mesh(
    points.map((x) => Math.round(radius * x * 2 ** 16) / 2 ** 16),
    faces,
  );
}

/** A bottle without sides: a figure of eight that turns half way round while it goes round. */
function kleinBottle(around: number, across: number): Triangles {
  const positions: number[] = [];
  for (let i = 0; i < around; i++) {
    const u = (2 * Math.PI * i) / around;
    for (let j = 0; j < across; j++) {
      const v = (2 * Math.PI * (j + 0.5)) / across;
      const [s, c] = [Math.sin(v), Math.sin(2 * v)];
      const r = 2 + Math.cos(u / 2) * s - Math.sin(u / 2) * c;
      const z = Math.sin(u / 2) * s + Math.cos(u / 2) * c;
      for (const x of [r * Math.cos(u), r * Math.sin(u), z]) {
        positions.push(Math.round(x * 2 ** 16) / 2 ** 16);
      }
    }
  }
  const indices: number[] = [];
  const at = (i: number, j: number) => {
    // After one round, v has become -v.
    const back = i === around ? -j - 1 : j;
    return (i % around) * across + (((back % across) + across) % across);
  };
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1));
      indices.push(at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return mesh(positions, indices);
}

const point = (random: Random, size: number) =>
  [0, 1, 2].map(() => Math.round(random.between(-size, size) * 2 ** 20) / 2 ** 20);

/** Compares with the crossings of the triangles as they were, before somebody spoilt them. */
function compare(m: Mesh, truth: Triangles, random: Random, count: number, size = 1.4): void {
  let inside = 0;
  for (let k = 0; k < count; k++) {
    const p = point(random, size);
    const { winding } = crossingsAround(truth, p, random);
    if (winding === null) continue;
    expect(isInside(m, p), `${p}`).toBe(winding !== 0);
    if (winding !== 0) inside++;
  }
  expect(inside).toBeGreaterThan(0);
  expect(inside).toBeLessThan(count);
}

const SHAPES: Record<string, Triangles> = {
  cube: cube(1),
  ball: ball(1, 2),
  torus: moved(torus(1, 0.4, 12, 8), 0, 0, 0),
  'torus that passes through itself': torus(0.5, 0.75, 12, 10),
};

describe('a closed component is a solid, whichever way its triangles run', () => {
  it.each(Object.entries(SHAPES))('%s, with triangles turned round (seed 11)', (_, truth) => {
    const random = new Random(11);
    for (const share of [0, 0.02, 0.3, 0.5, 0.9, 1]) {
      const spoilt = flipped(truth, (t) => (share === 0 ? t === 0 : random.unit() < share));
      const m = buildMesh(spoilt);
      expect(m.components.length).toBe(1);
      expect(m.components[0]).toMatchObject({ solid: true, openEdges: 0, flaps: 0 });
      expect(m.components[0].shells.every(({ odd }) => !odd)).toBe(true);
      compare(m, truth, random, 25);
    }
  });

  it('one flipped triangle of a cube: one is turned round', () => {
    const [c] = buildMesh(flipped(cube(), (t) => t === 5)).components;
    expect(c).toMatchObject({ solid: true, turned: 1, flippedEdges: 3 });
    expect(c.approxVolume).toBeCloseTo(8, 12);
  });

  it('triangles that are there twice, both ways round, or without area (seed 12)', () => {
    const random = new Random(12);
    for (const truth of Object.values(SHAPES)) {
      const [a, b, c] = truth.indices;
      const [d, e, f] = truth.indices.slice(9);
      const spoilt = {
        twice: withTriangles(truth, a, b, c),
        'both ways': withTriangles(truth, b, a, c),
        'four times': withTriangles(truth, a, b, c, b, c, a, d, e, f, e, d, f),
        'no area': withTriangles(truth, a, a, b, c, c, c, d, f, d),
        'all of it twice': withTriangles(truth, ...truth.indices),
        'two-sided': join(truth, insideOut(truth)),
        'two-sided and flipped': join(
          truth,
          flipped(truth, () => random.unit() < 0.5),
        ),
      };
      for (const [name, t] of Object.entries(spoilt)) {
        const m = buildMesh(t);
        expect(
          m.components.map(({ solid, flaps }) => [solid, flaps]),
          name,
        ).toEqual([[true, 0]]);
        compare(m, truth, random, 25);
      }
    }
  });

  it('a two-sided sheet bounds nothing', () => {
    const sheet = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5], [0, 1, 2, 1, 3, 2]);
    const [c] = buildMesh(join(sheet, insideOut(sheet))).components;
    expect(c).toMatchObject({ solid: false, openEdges: 4 });
    const one = mesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 1, 0, 2]);
    expect(buildMesh(one).components[0]).toMatchObject({ solid: false, openEdges: 3 });
    // On the corner of a block it is a flap.
    const corner = buildMesh(join(cube(), moved(one, 1, 1, 1)));
    expect(corner.components.map(({ solid, flaps }) => [solid, flaps])).toEqual([[true, 2]]);
  });

  it('flaps bound nothing and do not open what they hang on (seed 13)', () => {
    const random = new Random(13);
    const block = cube();
    // A sail on an edge, and one on the sail; a needle without area that sticks out.
    const sails = mesh(
      [...block.positions, 3, 3, 0, 3, -3, 1, 2, 2, 2],
      [...block.indices, 1, 3, 8, 3, 8, 9, 1, 1, 10],
    );
    const m = buildMesh(sails);
    expect(m.components.length).toBe(1);
    expect(m.components[0]).toMatchObject({ solid: true, openEdges: 0, flaps: 3 });
    compare(m, block, random, 60, 2);
  });

  it('cubes that share an edge, each turned its own way, are both solid (seed 14)', () => {
    const random = new Random(14);
    const other = moved(cube(), 2, 2, 0);
    for (const second of [other, insideOut(other), flipped(other, (t) => t % 3 === 0)]) {
      const m = buildMesh(
        join(
          flipped(cube(), (t) => t === 7),
          second,
        ),
      );
      expect(m.components.length).toBe(1);
      expect(m.components[0].shells.length).toBe(2);
      for (let k = 0; k < 60; k++) {
        const p = point(random, 3.2);
        const [a, b] = [cube(), other].map((t) => crossingsAround(t, p, random).winding);
        if (a === null || b === null) continue;
        expect(isInside(m, p)).toBe(a !== 0 || b !== 0);
      }
    }
  });

  it('blocks that share a face, which is there twice, are solid with a flipped triangle too (seed 16)', () => {
    const random = new Random(16);
    const other = moved(cube(), 2, 0, 0);
    const truth = join(cube(), other);
    for (let k = 0; k < 6; k++) {
      const spoilt = join(
        flipped(cube(), () => random.unit() < 0.2),
        // The diagonal of the shared face runs the same way in both.
        flipped({ ...other, indices: mirrored(other.indices) }, () => random.unit() < 0.2),
      );
      const m = buildMesh(spoilt);
      expect(m.components.map(({ solid }) => solid)).toEqual([true]);
      for (let n = 0; n < 20; n++) {
        const p = point(random, 3.2);
        const { winding } = crossingsAround(truth, p, random);
        if (winding !== null) expect(isInside(m, p)).toBe(winding !== 0);
      }
    }
  });

  it('what has no sides is inside where an odd number of triangles is crossed (seed 15)', () => {
    const random = new Random(15);
    const bottle = kleinBottle(16, 14);
    const m = buildMesh(bottle);
    expect(m.components.length).toBe(1);
    expect(m.components[0]).toMatchObject({ solid: true, openEdges: 0 });
    expect(m.components[0].shells.map(({ odd }) => odd)).toEqual([true]);
    expect(m.components[0].approxVolume).toBeNaN();
    let inside = 0;
    for (let k = 0; k < 120; k++) {
      const p = point(random, 3);
      const { winding, odd } = crossingsAround(bottle, p, random);
      if (winding === null) continue;
      expect(isInside(m, p)).toBe(odd);
      if (odd) inside++;
    }
    expect(inside).toBeGreaterThan(5);
  });

  it('solid: false makes a surface of any of them', () => {
    for (const t of [flipped(cube(), (i) => i === 0), kleinBottle(8, 8)]) {
      const m = buildMesh(t, { solid: false });
      expect(m.components[0]).toMatchObject({ solid: false, shells: [] });
      expect(isInside(m, [0, 0, 0])).toBe(false);
    }
  });
});

describe('a shell that runs inward inside a solid is a cavity', () => {
  const kinds = (m: Mesh) =>
    m.components.map(({ solid, cavityOf }) => (solid ? 'solid' : (cavityOf ?? 'surface')));
  const shell = (h: number, x = 0) => moved(cube(), x, 0, 0, h);
  const hole = (h: number, x = 0) => insideOut(shell(h, x));

  it('a room, a pillar in it, and a hole in the pillar (seed 21)', () => {
    const random = new Random(21);
    const parts = [shell(1), hole(0.75), shell(0.5), hole(0.25)];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const t = join(...order.map((i) => parts[i]));
      const m = buildMesh(t);
      const at = (i: number) => order.indexOf(i);
      expect(m.components[at(0)].solid && m.components[at(2)].solid).toBe(true);
      expect(m.components[at(1)]).toMatchObject({ solid: false, cavityOf: at(0) });
      expect(m.components[at(3)]).toMatchObject({ solid: false, cavityOf: at(2) });
      compare(m, t, random, 60, 1.1);
    }
  });

  it('several holes in one solid, as given or inside out as a whole (seed 22)', () => {
    const random = new Random(22);
    const t = join(
      shell(1),
      hole(0.2, -0.5),
      hole(0.2, 0.5),
      moved(insideOut(ball(0.2, 1)), 0, 0.6, 0),
    );
    const m = buildMesh(t);
    expect(kinds(m)).toEqual(['solid', 0, 0, 0]);
    compare(m, t, random, 60, 1.1);
    // Inside out as a whole, orientation tells nothing: everything is solid.
    const out = buildMesh(insideOut(t));
    expect(kinds(out)).toEqual(['solid', 'solid', 'solid', 'solid']);
    expect(isInside(out, [0.5, 0, 0])).toBe(true);
  });

  it('what runs inward and is not wholly inside one solid stays a solid by itself', () => {
    const cases: Record<string, Triangles> = {
      alone: hole(1),
      'beside another': join(shell(1), hole(1, 5)),
      'half in another': join(shell(1), hole(0.5, 1)),
      'through both sides': join(shell(1), insideOut(moved(cube(), 0, 0, 0, 1)), hole(0.25, 1.125)),
      'touching from inside': join(shell(1), hole(0.5, 0.5)),
      'in two that overlap': join(shell(1), shell(1.25, 0.5), hole(0.25, 0.25)),
      'around another': join(shell(0.5), hole(1)),
      'in a solid with a flipped triangle': join(
        flipped(shell(1), (t) => t === 0),
        hole(0.5),
      ),
      'with a flipped triangle': join(
        shell(1),
        flipped(hole(0.5), (t) => t === 0),
      ),
      'in a shell that runs inward': join(hole(1), hole(0.5)),
    };
    const middles: Record<string, number[]> = {
      'beside another': [5, 0, 0],
      'half in another': [0.9, 0.1, 0],
      'through both sides': [1.0625, 0, 0],
      'touching from inside': [0.5, 0, 0],
      'in two that overlap': [0.25, 0, 0],
    };
    for (const [name, t] of Object.entries(cases)) {
      const m = buildMesh(t);
      expect(
        m.components.filter((c) => c.cavityOf !== null),
        name,
      ).toEqual([]);
      expect(isInside(m, middles[name] ?? [0.1, 0.2, 0.1]), name).toBe(true);
    }
  });

  it('a hole that shares a vertex with its solid is one component with it, and a hole', () => {
    const t = join(shell(1), insideOut(moved(cube(), -0.5, -0.5, -0.5, 0.5)));
    const m = buildMesh(t);
    expect(m.components.length).toBe(1);
    expect(isInside(m, [-0.5, -0.5, -0.5])).toBe(false);
    expect(isInside(m, [0.5, 0.5, 0.5])).toBe(true);
  });

  it('random nests of balls agree with the count over all shells (seed 23)', () => {
    const random = new Random(23);
    for (let round = 0; round < 12; round++) {
      // Alternating outward and inward, each inside the one before; and a neighbour, turned at random.
      const depth = 1 + random.below(4);
      const nest: Triangles[] = [];
      for (let i = 0; i < depth; i++) {
        const b = ball(1 - 0.22 * i, 1 + random.below(2));
        nest.push(i % 2 === 0 ? b : insideOut(b));
      }
      const neighbour = moved(ball(0.3, 1), 2, 0, 0);
      const t = join(...nest, random.unit() < 0.5 ? neighbour : insideOut(neighbour));
      compare(buildMesh(t), t, random, 30, 1.2);
    }
  });
});

describe('any heap of triangles on few vertices', () => {
  /** Whether a segment, as a triangle without area, meets none of the triangles. */
  function isClear({ positions, indices }: Mesh, p: readonly number[], q: readonly number[]) {
    const segment = Float64Array.from([...p, ...q, ...q]);
    const corners = new Float64Array(9);
    for (let i = 0; i < indices.length; i += 3) {
      for (let k = 0; k < 9; k++) {
        corners[k] = positions[3 * indices[i + Math.floor(k / 3)] + (k % 3)];
      }
      if (trianglesIntersect(segment, 0, corners, 0)) return false;
    }
    return true;
  }

  it('inside does not change but through a triangle, and far away is outside (seed 41)', () => {
    const random = new Random(41);
    const seen = { solid: 0, inside: 0, capped: 0, odd: 0, cavity: 0, ways: 0 };
    for (let round = 0; round < 250; round++) {
      const t = heap(random, round % 5);
      const meshes = [buildMesh(t)];
      try {
        meshes.push(buildMesh(t, { mustBeSolid: true }));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
      for (const m of meshes) {
        if (m.components.some((c) => c.solid)) seen.solid++;
        if (m.components.some((c) => c.cavityOf !== null)) seen.cavity++;
        if (m.components.some((c) => c.shells.some((shell) => shell.odd))) seen.odd++;
        if (m.capTriangles > 0) seen.capped++;
        for (let k = 0; k < 12; k++) {
          const p = point(random, 1.1);
          const q = k < 4 ? [9, p[1], p[2]] : p.map((x) => x + random.between(-0.4, 0.4));
          if (!isClear(m, p, q)) continue;
          seen.ways++;
          if (isInside(m, p)) seen.inside++;
          expect(isInside(m, p), `round ${round}`).toBe(isInside(m, q));
          expect(isInside(m, [9, 0, 0])).toBe(false);
        }
      }
    }
    expect(seen.ways).toBeGreaterThan(2000);
    for (const n of Object.values(seen)) expect(n, JSON.stringify(seen)).toBeGreaterThan(0);
  });

  it('what is crossed an odd number of times is inside, if the heap is closed (seed 42)', () => {
    const random = new Random(42);
    let inside = 0;
    for (let round = 0; round < 150; round++) {
      const t = heap(random, [1, 2, 4][round % 3]);
      const m = buildMesh(t);
      if (!m.components.every((c) => c.solid && c.flaps === 0)) continue;
      // As a set: triangles that are there several times once.
      const triples = new Map<string, number[]>();
      for (let i = 0; i < m.indices.length; i += 3) {
        const corners = [...m.indices.subarray(i, i + 3)];
        triples.set(
          corners
            .slice()
            .sort((a, b) => a - b)
            .join(),
          corners,
        );
      }
      const set = mesh([...m.positions], [...triples.values()].flat());
      for (let k = 0; k < 25; k++) {
        const p = point(random, 1.1);
        const { winding, odd } = crossingsAround(set, p, random);
        if (winding === null || !odd) continue;
        inside++;
        expect(isInside(m, p), `round ${round}`).toBe(true);
      }
    }
    expect(inside).toBeGreaterThan(20);
  });

  /** Random triangles; tetrahedra turned, doubled, some without a face; or nests of them. */
  function heap(random: Random, kind: number): Triangles {
    const count = 6 + random.below(3);
    const positions = Array.from(
      { length: 3 * count },
      () => Math.round(random.between(-1, 1) * 64) / 64,
    );
    const indices: number[] = [];
    const vertex = () => random.below(count);
    if (kind === 0) {
      for (let i = 0; i < 8 + random.below(20); i++) indices.push(vertex(), vertex(), vertex());
      return mesh(positions, indices);
    }
    if (kind === 3) {
      const scales = [1, 0.7, 0.45, 0.2];
      const nest = scales.map((scale) => {
        const shell = moved(cube(), random.between(-0.1, 0.1), 0, 0, scale);
        const way = random.below(4);
        return way === 0 ? shell : way === 3 ? flipped(shell, (t) => t === 2) : insideOut(shell);
      });
      return join(...nest.filter(() => random.unit() < 0.8), cube(0.01));
    }
    if (kind === 4) {
      // The projective plane of six vertices, which has no sides, and maybe a tetrahedron.
      const plane = '012023034045051124235341452513';
      indices.push(...Array.from(plane, Number));
    }
    for (let i = kind === 4 ? 3 : 0; i < 2 + random.below(4); i++) {
      const [a, b, c, d] = [vertex(), vertex(), vertex(), vertex()];
      const faces = [a, b, c, a, c, d, a, d, b, b, d, c];
      const turned = flipped(mesh(positions, faces), () => random.unit() < 0.3);
      indices.push(...turned.indices.slice(kind === 2 && random.unit() < 0.3 ? 3 : 0));
    }
    return mesh(positions, indices);
  }
});

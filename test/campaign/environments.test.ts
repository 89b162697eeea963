/**
 * The environments of docs/environments.md: the committed files are what the script makes, they have
 * the triangles and pairs that the document states, their states are free, and their paths get the
 * verdict they were made for.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  environmentFiles,
  environmentFolders,
  environments,
  GRAZING_CLEARANCE,
  GRAZING_MARGIN,
  grazing,
} from '../../scripts/environments/files.mjs';
import { type Body, buildCell, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readCell, readPath } from '../../src/formats/index.ts';
import { type Mesh, orient3d } from '../../src/geometry/index.ts';
import { buildPath } from '../../src/motion/index.ts';

const FOLDER = fileURLToPath(new URL('../../cells', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/environments.md', import.meta.url));

interface Expected {
  /** Triangles of one robot. */
  readonly robot: number;
  /** Triangles by obstacle. */
  readonly obstacles: Record<string, number>;
  readonly dofs: number;
  readonly tested: number;
  /** Components that are open sheets; all others are closed. */
  readonly open?: Record<string, number>;
}

const bars = (count: number, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, 12 * count]));

const expected: Record<string, Expected> = {
  tori: { robot: 320, obstacles: { tori: 18_000 }, dofs: 40, tested: 774 },
  'welding-arm': {
    robot: 3594,
    obstacles: { table: 360, rods: 2048, plates: 360 },
    dofs: 6,
    tested: 51,
  },
  'cage-irb2400': {
    robot: 2990,
    obstacles: bars(4, ...Array.from({ length: 9 }, (_, i) => `ring_${i + 1}`)),
    dofs: 6,
    tested: 95,
  },
  'cage-f200': {
    robot: 2502,
    obstacles: bars(6, 'frame', 'roof', 'front', 'back', 'left', 'right'),
    dofs: 6,
    tested: 61,
  },
  lattice: { robot: 320, obstacles: { lattice: 384 }, dofs: 20, tested: 178 },
  'lattice-nine': { robot: 320, obstacles: { lattice: 384 }, dofs: 180, tested: 15_940 },
  'machine-tool': {
    robot: 2502,
    obstacles: { machine_tool: 34_171 },
    dofs: 6,
    tested: 26,
    open: { machine_tool: 1 },
  },
  workshop: {
    robot: 5450,
    obstacles: { workshop: 74_681 },
    dofs: 6,
    tested: 39,
    open: { workshop: 1 },
  },
  'car-six-irb2400': {
    robot: 3594,
    obstacles: { car: 19_668 },
    dofs: 36,
    tested: 665,
    open: { car: 38 },
  },
  'car-six-f200': {
    robot: 2502,
    obstacles: { car: 4016 },
    dofs: 36,
    tested: 447,
    open: { car: 38 },
  },
  'grazing-floor': {
    robot: 2502,
    obstacles: { floor: 8000 },
    dofs: 6,
    tested: 26,
    open: { floor: 1 },
  },
  'grazing-box': { robot: 2502, obstacles: { pedestal: 0, box: 48_000 }, dofs: 6, tested: 31 },
  'grazing-narrow-box': {
    robot: 2502,
    obstacles: { pedestal: 0, box: 48_000 },
    dofs: 6,
    tested: 31,
  },
  maze: { robot: 24, obstacles: { maze: 300 }, dofs: 3, tested: 1 },
  'maze-disc': { robot: 48, obstacles: { maze: 300 }, dofs: 2, tested: 1 },
  'cage-body': { robot: 36, obstacles: { cage: 384 }, dofs: 6, tested: 1 },
  'car-entry': {
    robot: 989,
    obstacles: { car: 2069 },
    dofs: 6,
    tested: 26,
    open: { gun: 1, car: 9 },
  },
  'car-between': {
    robot: 989,
    obstacles: { left_car: 2069, right_car: 2069 },
    dofs: 6,
    tested: 33,
    open: { gun: 1, left_car: 9, right_car: 9 },
  },
  'bird-cage': { robot: 20, obstacles: { cage: 960 }, dofs: 6, tested: 1 },
  'c-shape': { robot: 152, obstacles: { c: 152 }, dofs: 3, tested: 1 },
  's-shape': { robot: 656, obstacles: { s: 656 }, dofs: 3, tested: 1 },
  'door-panel': {
    robot: 989,
    obstacles: { panel: 436, stand: 0 },
    dofs: 6,
    tested: 30,
    open: { gun: 1, panel: 1 },
  },
  'puma-260': {
    robot: 308,
    obstacles: {
      table: 0,
      post_1: 44,
      post_2: 44,
      post_3: 44,
      post_4: 44,
      shelf: 0,
      board: 0,
      lamp: 0,
      stand: 20,
      jig: 20,
      drum: 20,
      ramp: 8,
      roof: 8,
      bar: 28,
      beam: 28,
      crate: 0,
    },
    dofs: 6,
    tested: 152,
  },
  'hanging-arms': {
    robot: 308,
    obstacles: { beam: 0, boom: 0, mast: 0, vehicle: 0 },
    dofs: 12,
    tested: 218,
  },
};

describe('files of the environments', () => {
  const made = environmentFiles();

  it('are what the script makes, to the byte', () => {
    const committed = environmentFolders.flatMap((folder) =>
      readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })
        .map((path) => join(folder, path))
        .filter((path) => statSync(join(FOLDER, path)).isFile()),
    );
    expect(committed.sort()).toEqual([...made.keys()].sort());
    for (const [path, bytes] of made) {
      expect(Buffer.compare(readFileSync(join(FOLDER, path)), bytes), path).toBe(0);
    }
  });

  it('stay small', () => {
    let size = 0;
    for (const bytes of made.values()) size += bytes.length;
    expect(size).toBeLessThan(4e6);
  });

  it('are one folder for each entry of the table here', () => {
    expect(environments.map(({ folder }) => folder).sort()).toEqual(Object.keys(expected).sort());
  });
});

for (const facts of environments) {
  const { folder, figure } = facts;
  const { robot, obstacles, dofs, tested, open = {} } = expected[folder];

  describe(`${folder}, figure ${figure}`, () => {
    let cell!: Cell;
    beforeAll(() => {
      cell = load(folder);
    });
    // The large ones need not all stay in memory.
    afterAll(() => {
      cell = null!;
    });

    it('loads without a note, with the stated triangles, joints and pairs', () => {
      expect(cell.notes).toEqual([]);
      const links = cell.bodies.filter(({ kind }) => kind === 'link');
      const perRobot = facts.robots.map(({ name }) =>
        links
          .filter((link) => !name || link.name.startsWith(`${name}/`))
          .reduce((sum, link) => sum + triangles(link), 0),
      );
      expect(perRobot).toEqual(facts.robots.map(() => robot));
      const others = cell.bodies.filter(({ kind }) => kind === 'obstacle');
      expect(Object.fromEntries(others.map((body) => [body.name, triangles(body)]))).toEqual(
        obstacles,
      );
      expect(cell.tree.dofs.length).toBe(dofs);
      expect(cell.tested.length).toBe(tested);
    });

    it('is the row that the document has', () => {
      const row = readFileSync(DOCUMENT, 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`| \`${folder}\``))!;
      const cells = row.split('|').map((text) => text.trim());
      const [, , inPaper, robots, , obstacle, joints, pairs, withObstacles] = cells;
      expect(inPaper).toBe(figure);
      const copies = facts.robots.length;
      const own = copies > 1 ? `${copies} x ${grouped(robot)}` : grouped(robot);
      expect(robots.split(', ours ').at(-1)).toBe(own);
      const sum = Object.values(obstacles).reduce((a, b) => a + b, 0);
      expect(obstacle.split(', ours ').at(-1)).toBe(grouped(sum));
      expect([joints, pairs]).toEqual([`${dofs}`, grouped(tested)]);
      const count = cell.tested.filter(({ a, b }) =>
        [a, b].some((i) => cell.bodies[i].kind === 'obstacle'),
      ).length;
      expect(withObstacles.split(' ')[0]).toBe(`${count}`);
    });

    it('has sound meshes: closed and turned outward, but for the sheets', () => {
      for (const { name, pieces } of cell.bodies) {
        const meshes = pieces.flatMap((piece) => (piece.kind === 'mesh' ? [piece.mesh] : []));
        expect(meshes.filter((mesh) => mesh.degenerateTriangles > 0).length, name).toBe(0);
        const components = meshes.flatMap((mesh) => mesh.components);
        const solids = components.filter(({ solid }) => solid);
        const inward = solids.filter((part) => part.flippedEdges > 0 || part.approxVolume <= 0);
        expect(inward.length, name).toBe(0);
        expect(components.length - solids.length, name).toBe(open[name] ?? 0);
      }
    });

    it('has named states within the limits that are free', () => {
      const checker = new StaticChecker(cell);
      const named = figure.startsWith('E') ? ['start', 'goal'] : ['home'];
      expect(Object.keys(facts.states)).toEqual(expect.arrayContaining(named));
      for (const [name, values] of Object.entries(facts.states)) {
        const q = Float64Array.from(facts.robots.flatMap(() => values));
        q.forEach((value, d) => {
          expect(value, name).toBeGreaterThanOrEqual(cell.box.lower[d]);
          expect(value, name).toBeLessThanOrEqual(cell.box.upper[d]);
        });
        expect(state(cell, name), name).toEqual([...q]);
        const { colliding, tooClose } = checker.check(q);
        expect([colliding, tooClose], name).toEqual([false, null]);
      }
    });

    it.each(Object.entries(facts.paths))('%s.json: the verdict it was made for', (name, path) => {
      const rows = waypoints(cell, folder, name);
      expect(rows.map((row) => [...row])).toEqual(path.waypoints);
      const checker = new StaticChecker(cell);
      const { verdict, witness } = checkPath(createChecker(cell), buildPath(cell.tree, rows));
      expect(verdict).toBe(path.verdict);
      if (verdict === 'colliding') {
        expect(checker.check(witness!.configuration).colliding).toBe(true);
      } else {
        // What is proven free is free at a few places, too.
        for (let i = 0; i + 1 < rows.length; i++) {
          for (const t of [0, 0.3, 0.7, 1]) {
            const q = rows[i].map((value, d) => value + t * (rows[i + 1][d] - value));
            expect(checker.firstCollision(q), `${i}, ${t}`).toBe(-1);
          }
        }
      }
    });

    it('has a free path and one that collides', () => {
      const verdicts = Object.values(facts.paths).map(({ verdict }) => verdict);
      expect(verdicts.sort()).toEqual(['colliding', 'free']);
    });

    if (folder.startsWith('grazing')) {
      it('keeps the gap, to a tenth of a micrometre', () => {
        const gap = GRAZING_MARGIN * GRAZING_CLEARANCE;
        const checker = new StaticChecker(cell);
        const [from, to] = waypoints(cell, folder, 'free');
        expect(to[0] - from[0]).toBeCloseTo(2 * Math.PI, 5);
        // Where the tool is above the box; above the floor it is everywhere.
        const q = from.slice();
        q[0] = (115 * Math.PI) / 180;
        const { closest } = checker.check(q);
        const names = [closest!.pair.a, closest!.pair.b].map((i) => cell.bodies[i].name);
        expect(names).toEqual(['gun', folder === 'grazing-floor' ? 'floor' : 'box']);
        expect(Math.abs(closest!.lower - gap)).toBeLessThan(1e-7);
        expect(Math.abs(closest!.distance - gap)).toBeLessThan(1e-7);
      });
    }

    if (figure.startsWith('D')) {
      it('has ten parts to an arm, and all bodies are convex', () => {
        const links = cell.bodies.filter(({ kind }) => kind === 'link');
        expect(links).toHaveLength(10 * facts.robots.length);
        for (const { name, kind, pieces } of cell.bodies) {
          expect(pieces, name).toHaveLength(1);
          const most = kind === 'link' ? 0 : 1e-15;
          for (const piece of pieces) {
            if (piece.kind === 'mesh') expectConvex(piece.mesh, most, name);
          }
        }
      });
    }

    if (folder === 'grazing-box') {
      it('has 8,000 triangles on each face of the box, and 1,080 in the gun', () => {
        const [box, gun] = ['box', 'gun'].map((name) => cell.bodies[cell.bodyOf.get(name)!]);
        expect(faceCounts(box)).toEqual([8000, 8000, 8000, 8000, 8000, 8000]);
        expect(triangles(gun)).toBe(1080);
      });
    }
  });
}

describe('grazing cells for another clearance', () => {
  it.each([0.01, 0.001])('%d m', (clearance) => {
    const list = grazing(clearance);
    const files = environmentFiles(list);
    const read = (path: string) => files.get(normalize(path))!;
    const file = 'grazing-floor/cell.yaml';
    const cell = buildCell(readCell(read(file), { file, resolver: { files: read } }));
    const q = Float64Array.from(list[0].paths.free.waypoints[0]);
    const { closest } = new StaticChecker(cell).check(q);
    expect(cell.bodies[closest!.pair.b].name).toBe('floor');
    expect(Math.abs(closest!.lower - GRAZING_MARGIN * clearance)).toBeLessThan(1e-7);
  });
});

function load(folder: string): Cell {
  const file = join(FOLDER, folder, 'cell.yaml');
  const resolver = { files: (path: string) => readFileSync(path) };
  return buildCell(readCell(readFileSync(file), { file, resolver }));
}

function triangles({ pieces }: Body): number {
  let count = 0;
  for (const piece of pieces) if (piece.kind === 'mesh') count += piece.mesh.indices.length / 3;
  return count;
}

/** A named state of the SRDF, of all robots, in the order of the degrees of freedom. */
function state({ description }: Cell, name: string): number[] {
  return description.robots.flatMap(({ semantics }) =>
    [...semantics!.states.find((candidate) => candidate.name === name)!.values.values()].flat(),
  );
}

function waypoints(cell: Cell, folder: string, name: string): Float64Array[] {
  const file = join(FOLDER, folder, 'paths', `${name}.json`);
  const path = readPath(readFileSync(file), { file });
  expect(path.joints).toEqual(cell.tree.dofs.map((dof) => dof.name));
  return path.waypoints.map((row) => Float64Array.from(row));
}

/** Triangles in each of the planes through the faces of a box that is turned about z. */
function faceCounts({ pieces: [piece] }: Body): number[] {
  if (piece.kind !== 'mesh') throw new Error('not a mesh');
  const { positions, indices } = piece.mesh;
  const counts = new Map<string, number>();
  const corner = (i: number) => [0, 1, 2].map((k) => positions[3 * indices[i] + k]);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [corner(t), corner(t + 1), corner(t + 2)];
    const u = b.map((x, k) => x - a[k]);
    const v = c.map((x, k) => x - a[k]);
    const normal = [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      return u[i] * v[j] - u[j] * v[i];
    });
    const length = Math.sqrt(normal.reduce((sum, x) => sum + x * x, 0));
    const key = normal.map((x) => Math.round((10 * x) / length)).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}

/** No vertex is outside of any face's plane: by exact signs, or by less than `most`, where a mesh was turned. */
function expectConvex({ positions: p, indices }: Mesh, most: number, name: string): void {
  let outside = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = indices.subarray(t, t + 3).map((v) => 3 * v);
    const [u, v] = [b, c].map((o) => [0, 1, 2].map((k) => p[o + k] - p[a + k]));
    const n = [0, 1, 2].map(
      (k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3],
    );
    for (let o = 0; o < p.length; o += 3) {
      if (orient3d(p, a, p, b, p, c, p, o) >= 0) continue;
      const height = n.reduce((sum, x, k) => sum + x * (p[o + k] - p[a + k]), 0);
      outside = Math.max(outside, height / Math.hypot(...n), Number.MIN_VALUE);
    }
  }
  expect(outside, name).toBeLessThanOrEqual(most);
}

/** 12,345 */
function grouped(count: number): string {
  return `${count}`.replace(/(?<=\d)(?=(\d{3})+$)/g, ',');
}

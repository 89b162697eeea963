/**
 * The example cells: the committed files are what the script makes, every mesh is sound, and every
 * named state keeps all pairs apart, by forward kinematics written here and plain distances.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  adjacentPairs,
  type CellFacts,
  cellFiles,
  cells,
  linksOf,
  radians,
} from '../../scripts/cells/files.mjs';
import { buildTree, type Tree } from '../../src/bvh/index.ts';
import { readMesh, writeObj, writeStl } from '../../src/formats/index.ts';
import { buildMesh, convexHull, type Mesh, triangulate } from '../../src/geometry/index.ts';
import { composePosesInto, invertPoseInto, poseFromRpy } from '../../src/math/index.ts';
import {
  collide,
  distance,
  findContained,
  ProximityWorkspace,
  tolerance,
} from '../../src/proximity/index.ts';

const FOLDER = fileURLToPath(new URL('../../cells', import.meta.url));

/** What named states keep, far beyond what the chords of a triangulated cylinder cut off. */
const MIN_CLEARANCE = 0.01;

const SAMPLES = 24;

function load(cell: CellFacts, file: string): Mesh {
  const path = join(FOLDER, cell.folder, 'meshes', file);
  return buildMesh(readMesh(readFileSync(path), { file }).triangles);
}

function meshFiles(cell: CellFacts): string[] {
  return readdirSync(join(FOLDER, cell.folder, 'meshes')).sort();
}

describe('files of the example cells', () => {
  it('are what the script makes, to the byte', () => {
    const made = cellFiles({ writeStl, writeObj });
    const committed = cells
      .flatMap(({ folder }) =>
        readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
          join(folder, path),
        ),
      )
      .filter((path) => statSync(join(FOLDER, path)).isFile());
    expect(committed.sort()).toEqual([...made.keys()].sort());
    for (const [path, bytes] of made) {
      expect(Buffer.compare(readFileSync(join(FOLDER, path)), bytes), path).toBe(0);
    }
  });

  it('stay small', () => {
    let size = 0;
    for (const bytes of cellFiles({ writeStl, writeObj }).values()) size += bytes.length;
    expect(size).toBeLessThan(3e6);
  });
});

for (const cell of cells) {
  describe(`meshes of ${cell.folder}`, () => {
    it('are closed, turned outward and without degenerate triangles', () => {
      for (const file of meshFiles(cell)) {
        const mesh = load(cell, file);
        expect(mesh.degenerateTriangles, file).toBe(0);
        for (const component of mesh.components) {
          expect(component.flippedEdges, file).toBe(0);
          if (file === 'panel.obj') expect(component.solid).toBe(false);
          else {
            expect(component.solid, file).toBe(true);
            expect(component.approxVolume, file).toBeGreaterThan(0);
          }
        }
      }
    });

    it('are fine enough to look at and coarse enough to ship', () => {
      let arm = 0;
      for (const link of linksOf(cell)) {
        const count = load(cell, `${link}.stl`).indices.length / 3;
        expect(count, link).toBeGreaterThanOrEqual(300);
        expect(count, link).toBeLessThanOrEqual(1600);
        if (link !== cell.tool) arm += count;
      }
      expect(arm).toBeGreaterThan(4000);
      expect(arm).toBeLessThan(8000);
    });

    it('have a tool that is far from convex', () => {
      const mesh = load(cell, `${cell.tool}.stl`);
      const pieces = mesh.components.reduce((sum, { approxVolume }) => sum + approxVolume, 0);
      const [hull] = buildMesh(convexHull(mesh.positions)).components;
      expect(hull.approxVolume).toBeGreaterThan(2 * pieces);
    });
  });

  describe(`named states of ${cell.folder}`, () => {
    it('lie within the ranges of the joints', () => {
      const moving = cell.joints.filter((joint) => joint.axis);
      for (const [name, values] of Object.entries(cell.states)) {
        expect(values.length, name).toBe(moving.length);
        moving.forEach(({ range }, i) => {
          expect(values[i], name).toBeGreaterThanOrEqual(range![0]);
          expect(values[i], name).toBeLessThanOrEqual(range![1]);
        });
      }
    });

    const solids = loadBodies(cell);
    const names = Object.keys(cell.states);
    const combinations = cell.robots.reduce<string[][]>(
      (list, _) => list.flatMap((chosen) => names.map((name) => [...chosen, name])),
      [[]],
    );
    for (const combination of combinations) {
      it(`${combination.join(' and ')}: free`, () => {
        const states = combination.map((name) => cell.states[name]);
        expect(faults(cell, solids, states)).toEqual([]);
      });
    }
  });
}

describe('the states of two-arms', () => {
  const [twoArms] = cells;
  const bodies = loadBodies(twoArms);

  it.each(['weld_1', 'weld_2'])('%s holds the sheet between the electrodes', (state) => {
    const gun = bodies.get('spot_gun')!;
    const panel = bodies.get('panel')!;
    for (const robot of twoArms.robots) {
      const pose = forward(twoArms, robot, twoArms.states[state].map(radians)).get('spot_gun')!;
      const gap = distance(panel.tree, gun.tree, pose, new ProximityWorkspace());
      expect(gap.lower).toBeGreaterThan(0.02);
      expect(gap.upper).toBeLessThan(0.03);
      // Moved by 35 mm up or down, an electrode touches the sheet.
      const above = compose(pose, poseFromRpy(0, 0, 0, 0, 0, -0.035));
      const below = compose(pose, poseFromRpy(0, 0, 0, 0, 0, 0.035));
      for (const closed of [above, below]) {
        const touching = collide(panel.tree, gun.tree, closed, new ProximityWorkspace());
        expect(touching.verdict).toBe('colliding');
      }
    }
  });

  it('would be refused with a gun in the floor', () => {
    const low = [0, 60, 20, 0, 0, 0];
    const expected = ['left/spot_gun, floor', 'right/spot_gun, floor'];
    expect(faults(twoArms, bodies, [low, low])).toEqual(expected);
  });
});

describe('straight motions between states, sampled', () => {
  const motions = [
    ['two-arms', 'home', 'ready'],
    ['two-arms', 'ready', 'weld_1'],
    ['two-arms', 'ready', 'weld_2'],
    ['cage', 'home', 'inside'],
    ['cage', 'home', 'outside'],
    ['cage', 'home', 'at_bars'],
    ['cage', 'at_bars', 'between_bars'],
  ];
  it.each(motions)('%s: from %s to %s nothing comes near', (folder, from, to) => {
    const cell = cells.find((candidate) => candidate.folder === folder)!;
    const bodies = loadBodies(cell);
    const [a, b] = [cell.states[from], cell.states[to]];
    for (let i = 1; i < SAMPLES; i++) {
      const values = a.map((value, k) => value + ((b[k] - value) * i) / SAMPLES);
      const found = faults(
        cell,
        bodies,
        cell.robots.map(() => values),
      );
      expect(found, `at ${i} of ${SAMPLES}`).toEqual([]);
    }
  });
});

interface Body {
  readonly mesh: Mesh;
  readonly tree: Tree;
}

interface PlacedBody extends Body {
  readonly name: string;
  readonly pose: Float64Array;
}

/** By name of link or obstacle; primitives as fine triangles. */
function loadBodies(cell: CellFacts): Map<string, Body> {
  const bodies = new Map<string, Body>();
  const add = (name: string, mesh: Mesh) => bodies.set(name, { mesh, tree: buildTree(mesh) });
  for (const link of linksOf(cell)) add(link, load(cell, `${link}.stl`));
  for (const { name, box, cylinder, mesh } of cell.obstacles) {
    if (mesh) add(name, load(cell, mesh));
    if (box) {
      const half = [box[0] / 2, box[1] / 2, box[2] / 2] as const;
      add(name, buildMesh(triangulate({ kind: 'box', half }, 1)));
    }
    if (cylinder) {
      const [radius, length] = cylinder;
      add(name, buildMesh(triangulate({ kind: 'cylinder', radius, length }, 8)));
    }
  }
  return bodies;
}

/** Pairs that collide or come too near when each robot is in its state, given in degrees. */
function faults(
  cell: CellFacts,
  bodies: Map<string, Body>,
  states: readonly (readonly number[])[],
): string[] {
  const robots = cell.robots.map((robot, r) => {
    const values = states[r].map(radians);
    const poses = forward(cell, robot, values);
    return linksOf(cell).map((link) => ({
      ...bodies.get(link)!,
      name: `${robot.name}/${link}`,
      pose: poses.get(link)!,
    }));
  });
  const obstacles = cell.obstacles.map(({ name, xyz = [0, 0, 0] }) => ({
    ...bodies.get(name)!,
    name,
    pose: poseFromRpy(0, 0, 0, ...xyz),
  }));
  const skipped = new Set([
    ...cell.allow.map(([a, b]) => `${a}, ${b}`),
    ...cell.robots.flatMap(({ name }) =>
      adjacentPairs(cell).map(([a, b]) => `${name}/${a}, ${name}/${b}`),
    ),
  ]);
  const workspace = new ProximityWorkspace();
  const found: string[] = [];
  const test = (a: PlacedBody, b: PlacedBody) => {
    if (skipped.has(`${a.name}, ${b.name}`)) return;
    const bInA = relative(a.pose, b.pose);
    const free =
      collide(a.tree, b.tree, bInA, workspace).verdict !== 'colliding' &&
      tolerance(a.tree, b.tree, bInA, MIN_CLEARANCE, workspace).lower >= MIN_CLEARANCE &&
      findContained(a.mesh, b.mesh, bInA) === null;
    if (!free) found.push(`${a.name}, ${b.name}`);
  };
  const moving = robots.flat();
  moving.forEach((a, i) => {
    for (const b of [...moving.slice(i + 1), ...obstacles]) test(a, b);
  });
  return found;
}

/** Poses of all links in the world, joint by joint. */
function forward(
  cell: CellFacts,
  { xyz, yaw }: CellFacts['robots'][number],
  values: readonly number[],
): Map<string, Float64Array> {
  const poses = new Map([['base_link', poseFromRpy(0, 0, radians(yaw), ...xyz)]]);
  let next = 0;
  for (const joint of cell.joints) {
    const origin = poseFromRpy(0, 0, 0, ...joint.xyz);
    const value = joint.axis ? values[next++] : 0;
    const [x, y, z] = (joint.axis ?? [0, 0, 0]).map((a) => a * value);
    const turned = compose(origin, poseFromRpy(x, y, z, 0, 0, 0));
    poses.set(joint.child, compose(poses.get(joint.parent)!, turned));
  }
  return poses;
}

function compose(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(12);
  composePosesInto(a, 0, b, 0, out, 0);
  return out;
}

function relative(a: Float64Array, b: Float64Array): Float64Array {
  const inverse = new Float64Array(12);
  invertPoseInto(a, 0, inverse, 0);
  return compose(inverse, b);
}

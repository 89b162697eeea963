/**
 * What the view computes without drawing: meshes made ready, what is drawn where, poses. Drawing
 * itself is looked at in a browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Box3, Matrix4, type Mesh, MeshBasicMaterial, Object3D, Scene, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell } from '../../src/cell/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { type Shape, torus, triangulate } from '../../src/geometry/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import {
  composePoses,
  identityPose,
  poseFromRpy,
  Random,
  transformPointInto,
} from '../../src/math/index.ts';
import { creased } from '../../studio/engine/creased.ts';
import type { BodyInfo } from '../../studio/engine/protocol.ts';
import { type DrawnPart, drawPlan } from '../../studio/view/drawPlan.ts';
import { Figure, meshOf, sizePlanes } from '../../studio/view/figure.ts';
import { contentKey, GeometryCache } from '../../studio/view/geometryCache.ts';
import { GhostFigures } from '../../studio/view/ghosts.ts';
import { distanceText, lengthText } from '../../studio/view/legend.ts';
import { Materials } from '../../studio/view/materials.ts';
import { ObstacleGroups } from '../../studio/view/obstacles.ts';
import { matrixToPose, placeObject, poseOfObject, poseToMatrix } from '../../studio/view/poses.ts';
import { followed } from '../../studio/view/stretch.ts';
import { withinReason } from '../../studio/view/withinReason.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));

function readEmbedded(name: string): Cell {
  const file = `${name}/cell.yaml`;
  const read = (path: string) =>
    existsSync(`${CELLS}/${path}`) ? new Uint8Array(readFileSync(`${CELLS}/${path}`)) : undefined;
  return buildCell(readCell(read(file)!, { file, resolver: { files: read } }));
}

function bodiesOf(cell: Cell): BodyInfo[] {
  return cell.bodies.map(({ name, kind, frame, pieces }) => ({
    name,
    kind,
    frame,
    owner: '',
    solid: pieces.every(
      (piece) => piece.kind !== 'mesh' || piece.mesh.components.every(({ solid }) => solid),
    ),
    obstacle:
      kind === 'obstacle' ? cell.description.obstacles.findIndex((o) => o.name === name) : null,
    triangles: 0,
  }));
}

function randomPose(random: Random): Float64Array {
  const angle = () => random.between(-3, 3);
  const length = () => random.between(-2, 2);
  return poseFromRpy(angle(), angle(), angle(), length(), length(), length());
}

describe('meshes made ready for drawing', () => {
  it('give a box sharp edges: four corners with one normal on each of six faces', () => {
    const { positions, indices } = triangulate({ kind: 'box', half: [1, 2, 3] }, 1);
    const drawn = creased(positions, indices);
    expect(drawn.positions.length / 3).toBe(24);
    expect(drawn.indices.length).toBe(36);
    for (let i = 0; i < drawn.indices.length; i++) {
      // The normal points where its corner lies: out of the face.
      const v = 3 * drawn.indices[i];
      const [x, y, z] = drawn.normals.subarray(v, v + 3);
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeCloseTo(1, 6);
      const out =
        (x * drawn.positions[v]) / 1 +
        (y * drawn.positions[v + 1]) / 2 +
        (z * drawn.positions[v + 2]) / 3;
      expect(out).toBeCloseTo(1, 5);
    }
  });

  it('join the vertices of a soup of triangles, as in STL files, and make round things smooth', () => {
    const { positions, indices } = triangulate({ kind: 'sphere', radius: 2 }, 10);
    const soup = new Float64Array(3 * indices.length);
    indices.forEach((v, i) => {
      soup.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
    });
    const drawn = creased(
      soup,
      indices.map((_, i) => i),
    );
    expect(drawn.positions.length / 3).toBe(new Set(indices).size);
    for (let v = 0; v < drawn.positions.length; v += 3) {
      const dot = [0, 1, 2].reduce((s, k) => s + drawn.positions[v + k] * drawn.normals[v + k], 0);
      expect(dot / 2).toBeGreaterThan(0.98);
    }
  });

  it('keep every corner of every triangle where it was, whatever the mesh (seed 71)', () => {
    const corner = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(corner, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(1e6), { minLength: 3, maxLength: 60 }),
        (points, numbers) => {
          const positions = Float64Array.from(points.flat());
          const count = numbers.length - (numbers.length % 3);
          const indices = Uint32Array.from(numbers.slice(0, count), (n) => n % points.length);
          const drawn = creased(positions, indices);
          expect(drawn.indices.length).toBe(count);
          drawn.indices.forEach((v, i) => {
            for (let k = 0; k < 3; k++) {
              expect(drawn.positions[3 * v + k]).toBe(positions[3 * indices[i] + k]);
            }
            const [x, y, z] = drawn.normals.subarray(3 * v, 3 * v + 3);
            expect(Math.sqrt(x * x + y * y + z * z)).toBeCloseTo(1, 5);
          });
        },
      ),
      { seed: 71, numRuns: 200 },
    );
  });
});

describe('geometry for the graphics card', () => {
  const mesh = () => ({ kind: 'mesh', triangles: torus(1, 0.3, 12, 8), reference: 'x' }) as const;

  it('finds a mesh again that arrives as a copy, and frees what nobody asks for', () => {
    const cache = new GeometryCache();
    cache.begin();
    const first = cache.of(mesh());
    const ball = cache.of({ kind: 'sphere', radius: 1 });
    expect(cache.of({ kind: 'sphere', radius: 1 })).toBe(ball);
    expect(cache.of({ kind: 'sphere', radius: 2 })).not.toBe(ball);
    cache.end();
    let freed = 0;
    ball.addEventListener('dispose', () => freed++);
    first.addEventListener('dispose', () => expect.unreachable('the mesh is still in use'));
    cache.begin();
    expect(cache.of(structuredClone(mesh()))).toBe(first);
    cache.end();
    expect([cache.size, freed]).toEqual([1, 1]);
  });

  it('tells meshes apart that differ in one number', () => {
    const a = torus(1, 0.3, 12, 8);
    const positions = a.positions.slice();
    positions[17] += 1e-12;
    const indices = a.indices.slice();
    [indices[3], indices[4]] = [indices[4], indices[3]];
    const keys = [a, { ...a, positions }, { ...a, indices }].map(contentKey);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('poses', () => {
  it('mean the same to us and to three.js (seed 72)', () => {
    const random = new Random(72);
    const matrix = new Matrix4();
    const object = new Object3D();
    for (let n = 0; n < 50; n++) {
      const pose = randomPose(random);
      const point = Float64Array.from([random.unit(), random.unit(), random.unit()]);
      const moved = new Float64Array(3);
      transformPointInto(pose, 0, point, 0, moved, 0);
      const seen = new Vector3(...point).applyMatrix4(poseToMatrix(pose, 0, matrix));
      for (const [k, x] of seen.toArray().entries()) expect(x).toBeCloseTo(moved[k], 12);
      expect(matrixToPose(matrix)).toEqual(pose);
      placeObject(object, pose);
      poseOfObject(object).forEach((x, k) => {
        expect(x).toBeCloseTo(pose[k], 12);
      });
    }
  });

  it('put the disc of a half-space on its boundary, across its normal (seed 73)', () => {
    const random = new Random(73);
    const cache = new GeometryCache();
    cache.begin();
    for (let n = 0; n < 30; n++) {
      const pose = randomPose(random);
      const normal = [...randomPose(random).subarray(0, 3)] as [number, number, number];
      const offset = random.unit() - 0.5;
      const mesh = meshOf(
        part({ kind: 'half-space', normal, offset }, pose),
        -1,
        cache,
        () => new MeshBasicMaterial(),
      );
      if (n % 2 === 1) sizePlanes([mesh], 7);
      expect(new Vector3().setFromMatrixScale(mesh.matrix).x).toBeCloseTo(n % 2 === 1 ? 7 : 4, 9);
      const inverse = poseToMatrix(pose, 0, new Matrix4()).invert();
      for (const corner of [new Vector3(0, 0, 0), new Vector3(1, 0, 0), new Vector3(0, -1, 0)]) {
        const at = corner.applyMatrix4(mesh.matrix).applyMatrix4(inverse);
        expect(at.dot(new Vector3(...normal))).toBeCloseTo(offset, 9);
      }
    }
  });
});

function part(geometry: Shape, pose = identityPose()): DrawnPart {
  const rest = { name: 'x', body: 0, kind: 'obstacle', robot: -1, frame: 0 } as const;
  return { ...rest, pose, scale: 1, geometry, surface: false, colour: null };
}

describe('what is drawn of a cell', () => {
  const cell = readEmbedded('two-arms');
  const plan = drawPlan(cell.description, bodiesOf(cell), cell.tree);

  it('is every body, as often as it has parts', () => {
    for (const [b, { name, kind, pieces, frame }] of cell.bodies.entries()) {
      const list = kind === 'obstacle' ? plan.obstacles.flat() : plan.collision;
      const own = list.filter(({ body }) => body === b);
      expect(own.length, name).toBe(pieces.length);
      expect(own.every((each) => each.name === name && each.frame === frame)).toBe(true);
      if (kind !== 'obstacle') expect(plan.visual.some((each) => each.name === name)).toBe(true);
    }
    expect(plan.obstacles.length).toBe(cell.description.obstacles.length);
    expect(plan.obstacles.flat().some(({ surface }) => surface)).toBe(true);
  });

  it('draws visual geometry where there is some, and collision geometry where there is not', () => {
    const { robots } = cell.description;
    const [{ robot }] = robots;
    const ball = { pose: identityPose(), geometry: { kind: 'sphere', radius: 0.1 } } as const;
    const visuals = robots.map((_, r) =>
      robot.links.map((_, k) => (r === 0 && k === 0 ? [ball] : [])),
    );
    const drawn = drawPlan(cell.description, bodiesOf(cell), cell.tree, {
      robots: visuals,
      missing: [],
      notes: [],
    });
    const name = `left/${robot.links[0].name}`;
    const of = (list: readonly DrawnPart[]) => list.filter((each) => each.name === name);
    expect(of(drawn.visual).map(({ geometry }) => geometry)).toEqual([ball.geometry]);
    expect(of(drawn.collision)).toEqual(of(plan.collision));
    expect(drawn.visual.length - of(drawn.visual).length).toBe(
      plan.visual.length - of(plan.visual).length,
    );
  });

  it('is where kinematics put it, in any configuration (seed 74)', () => {
    const random = new Random(74);
    const cache = new GeometryCache();
    cache.begin();
    const material = new MeshBasicMaterial();
    const figure = new Figure(cell.tree.frameCount, plan.visual, cache, () => material);
    const kinematics = new Kinematics(cell.tree);
    for (let n = 0; n < 5; n++) {
      kinematics.setConfiguration(
        Float64Array.from(cell.tree.dofs, ({ lower, upper }) =>
          Number.isFinite(upper - lower) ? random.between(lower, upper) : random.unit(),
        ),
      );
      figure.pose(kinematics);
      figure.root.updateMatrixWorld();
      figure.meshes.forEach((mesh, i) => {
        const { frame, pose } = plan.visual[i];
        const o = kinematics.poseOf(frame);
        const expected = composePoses(kinematics.poses.slice(o, o + 12), pose);
        matrixToPose(mesh.matrixWorld).forEach((x, k) => {
          expect(x).toBeCloseTo(expected[k], 12);
        });
      });
    }
    // Two arms of one kind: twice the meshes, the same geometry.
    expect(cache.size).toBeLessThan(figure.meshes.length);
  });
});

describe('obstacles in the view', () => {
  const { description, ...cell } = readEmbedded('two-arms');
  const parts = drawPlan(description, bodiesOf({ ...cell, description }), cell.tree).obstacles;
  const material = new MeshBasicMaterial();
  const paint = () => material;
  const placesOf = (groups: ObstacleGroups) => groups.groups.map((group) => poseOfObject(group));

  it('stay the same objects when the cell is edited, and what is in hand stays in hand', () => {
    const cache = new GeometryCache();
    const shown = new ObstacleGroups();
    cache.begin();
    shown.set(description.obstacles, parts, null, cache, paint);
    placesOf(shown).forEach((pose, i) => {
      pose.forEach((x, k) => {
        expect(x).toBeCloseTo(description.obstacles[i].pose[k], 12);
      });
    });
    const [first, second] = shown.groups;
    const moved = description.obstacles.map((o) => ({
      ...o,
      pose: composePoses(poseFromRpy(0, 0, 0, 0, 0, 5), o.pose),
    }));
    shown.set(moved.slice(0, 2), parts, second, cache, paint);
    expect(shown.groups).toEqual([first, second]);
    expect(first.position.z).toBeCloseTo(description.obstacles[0].pose[11] + 5, 12);
    expect(second.position.z).toBeCloseTo(description.obstacles[1].pose[11], 12);
    expect(shown.meshes().length).toBe(parts[0].length + parts[1].length);
    expect(shown.box().min.z).toBeGreaterThan(-0.1);
  });
});

describe('ghosts', () => {
  const cell = readEmbedded('two-arms');
  const { visual } = drawPlan(cell.description, bodiesOf(cell), cell.tree);
  const fixed = visual.filter(({ frame }) => cell.tree.rigidRoot[frame] === 0);
  const make = () => {
    const scene = new Scene();
    const cache = new GeometryCache();
    cache.begin();
    const ghosts = new GhostFigures(scene, cache, new Materials());
    ghosts.setRobots(cell.tree, visual, false);
    return { scene, ghosts };
  };
  const meshesIn = (scene: Scene) => {
    const meshes: Mesh[] = [];
    scene.traverseVisible((object) => {
      if ('isMesh' in object) meshes.push(object as Mesh);
    });
    return meshes;
  };

  it('show what moves, once for each configuration, and nothing for one that does not fit', () => {
    const { scene, ghosts } = make();
    expect(fixed.length).toBeGreaterThan(0);
    ghosts.set('start', new Float64Array(cell.tree.dofs.length));
    expect(meshesIn(scene).length).toBe(visual.length - fixed.length);
    ghosts.set('goal', new Float64Array(cell.tree.dofs.length).fill(0.1));
    expect(meshesIn(scene).length).toBe(2 * (visual.length - fixed.length));
    ghosts.set('goal', new Float64Array(3));
    ghosts.set('witness', null);
    expect([ghosts.shown('start'), ghosts.shown('goal'), ghosts.shown('witness')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(meshesIn(scene).length).toBe(visual.length - fixed.length);
  });

  it('survive an edit of the cell and not another cell', () => {
    const { scene, ghosts } = make();
    ghosts.set('start', new Float64Array(cell.tree.dofs.length).fill(0.2));
    const before = meshesIn(scene).map((mesh) => mesh.parent!.matrix.clone());
    ghosts.setRobots(cell.tree, visual, true);
    expect(meshesIn(scene).map((mesh) => mesh.parent!.matrix)).toEqual(before);
    ghosts.setRobots(cell.tree, visual, false);
    expect([meshesIn(scene).length, ghosts.shown('start')]).toEqual([0, false]);
  });
});

describe('what the camera shows', () => {
  const box = (low: number, high: number) =>
    new Box3(new Vector3(low, low, low), new Vector3(high, high, high));

  it('is the robots and what is near them, not a hall around them', () => {
    expect(withinReason(box(-1, 1), box(-1.5, 1.5))).toEqual(box(-1.5, 1.5));
    const seen = withinReason(box(-1, 1), box(-100, 100));
    expect(seen.min.x).toBeGreaterThan(-5);
    expect(seen.containsBox(box(-1, 1))).toBe(true);
    expect(withinReason(box(-1, 1), box(50, 60))).toEqual(box(-1, 1));
    expect(withinReason(new Box3(), box(2, 3))).toEqual(box(2, 3));
  });

  it('is all of a shelf beside an arm, to its end', () => {
    const arm = new Box3(new Vector3(-0.1, -0.1, 0), new Vector3(0.3, 0.1, 1.2));
    const shelf = new Box3(new Vector3(-0.4, -1.5, 0), new Vector3(1.6, -0.5, 0.6));
    expect(withinReason(arm, shelf)).toEqual(arm.clone().union(shelf));
    const floor = new Box3(new Vector3(-2.5, -2.5, -0.1), new Vector3(2.5, 2.5, 0));
    expect(withinReason(arm, floor).containsBox(floor)).toBe(false);
  });

  it('has words for lengths', () => {
    expect([0.5, 0.02, 10, 0.1].map(lengthText)).toEqual(['0.5 m', '20 mm', '10 m', '0.1 m']);
    const finding = { a: 0, b: 1, contained: false, points: null, clearance: 0 };
    expect(distanceText({ ...finding, distance: 0.01234, colliding: false })).toBe('12.34 mm');
    expect(distanceText({ ...finding, distance: 1.5, colliding: false })).toBe('1500 mm');
    expect(distanceText({ ...finding, distance: 0, colliding: true })).toBe('collision');
  });
});

describe('an obstacle whose size is pulled at', () => {
  it('follows as its kind can, and never inside out', () => {
    expect(followed('box', [2, 1, 0.5])).toEqual([2, 1, 0.5]);
    expect(followed('ellipsoid', [1, -3, 1])).toEqual([1, 0.01, 1]);
    expect(followed('cylinder', [1, 0.5, 2])).toEqual([0.5, 0.5, 2]);
    expect(followed('capsule', [3, 1, 1])).toEqual([3, 3, 1]);
    expect(followed('sphere', [1, 1, 0.25])).toEqual([0.25, 0.25, 0.25]);
    expect(followed('mesh', [1, 2, 1])).toEqual([2, 2, 2]);
  });

  it('is drawn so, about its own origin and along its own axes', () => {
    const random = new Random(3);
    const [pose, own] = [randomPose(random), randomPose(random)];
    const shape: Shape = { kind: 'box', half: [0.5, 0.5, 0.5] };
    const part = (geometry: Shape): DrawnPart => ({
      name: 'box',
      body: 0,
      kind: 'obstacle',
      robot: -1,
      frame: 0,
      pose: own,
      scale: 1,
      geometry,
      surface: false,
      colour: null,
    });
    const plane: Shape = { kind: 'half-space', normal: [0, 0, 1], offset: 0 };
    const lists = [[part(shape)], [part(shape), part(shape)], [part(plane)]];
    const groups = new ObstacleGroups();
    const obstacles = lists.map(() => ({ name: '', pose, parts: [], solid: true }));
    const material = new MeshBasicMaterial();
    groups.set(obstacles, lists, null, new GeometryCache(), () => material);
    const hand = new Object3D();
    expect(lists.map((_, i) => groups.placeStretch(i, hand))).toEqual([true, false, false]);
    expect(groups.stretch(1, hand)).toBeNull();
    expect(groups.placeStretch(0, hand)).toBe(true);
    const middle = composePoses(pose, own);
    matrixToPose(hand.matrix).forEach((x, i) => {
      expect(x).toBeCloseTo(middle[i], 12);
    });
    hand.scale.set(2, 1, 3);
    expect(groups.stretch(0, hand)).toEqual([2, 1, 3]);
    const mesh = groups.groups[0].children[0];
    mesh.updateWorldMatrix(true, false);
    const corner = new Vector3(0.5, 0.5, 0.5).applyMatrix4(mesh.matrixWorld);
    const expected = new Float64Array(3);
    transformPointInto(middle, 0, Float64Array.of(1, 0.5, 1.5), 0, expected, 0);
    corner.toArray().forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 12);
    });
  });
});

/** Sets of obstacles in the view: what is drawn of them, and which member a ray meets, against rays of three.js. */
import {
  Box3,
  BoxGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Points,
  Ray,
  Raycaster,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import type { ObstacleSet } from '../../src/cell/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { drawnBoxes } from '../../src/report/index.ts';
import { bodyName } from '../../studio/engine/protocol.ts';
import { Clouds, firstHit } from '../../studio/view/clouds.ts';
import { placeObject } from '../../studio/view/poses.ts';
import { spreadOrder, thinned } from '../../studio/view/thinning.ts';

function boxes(count: number, seed: number, pose = identityPose()): ObstacleSet {
  const random = new Random(seed);
  const centres = Float64Array.from({ length: 3 * count }, () => random.between(-2, 2));
  const sizes = Float64Array.from({ length: 3 * count }, () => random.between(0.05, 0.3));
  const sizeOf = Uint32Array.from({ length: count }, (_, i) => i);
  return { name: 'hall', pose, shape: 'box', centres, sizes, sizeOf };
}

test('the member under the pointer is the one that three.js finds', () => {
  const set = boxes(60, 1, poseFromRpy(0.3, -0.2, 1, 0.5, 0, 0.2));
  const meshes: Mesh[] = Array.from({ length: 60 }, (_, i) => {
    const [x, y, z] = set.sizes.subarray(3 * i, 3 * i + 3);
    const mesh = new Mesh(new BoxGeometry(2 * x, 2 * y, 2 * z), new MeshBasicMaterial());
    const holder = new Mesh();
    placeObject(holder, set.pose);
    mesh.position.fromArray(set.centres, 3 * i);
    holder.add(mesh);
    holder.updateMatrixWorld(true);
    return mesh;
  });
  const clouds = new Clouds();
  clouds.set([set], 7);
  clouds.root.updateMatrixWorld(true);
  const random = new Random(2);
  let hits = 0;
  for (let k = 0; k < 200; k++) {
    const from = new Vector3(5, random.between(-2, 2), random.between(-2, 2));
    const to = new Vector3(-5, random.between(-2, 2), random.between(-2, 2));
    const direction = to.sub(from).normalize();
    const [first] = new Raycaster(from, direction).intersectObjects(meshes, false);
    const picked = clouds.pick(new Ray(from, direction));
    expect(picked?.name).toBe(first && `hall/${meshes.indexOf(first.object as Mesh)}`);
    if (!first || !picked) continue;
    hits++;
    expect(picked.distance).toBeCloseTo(first.distance, 4);
  }
  expect(hits).toBeGreaterThan(20);
  clouds.root.visible = false;
  expect(clouds.pick(new Ray(new Vector3(5, 0, 0), new Vector3(-1, 0, 0)))).toBe(null);
});

test('balls are met by what passes within their radius', () => {
  const set: ObstacleSet = {
    ...{ name: 'scan', pose: identityPose(), shape: 'sphere', sizeOf: null },
    ...{ centres: Float64Array.of(0, 0, 0, 2, 0, 0), sizes: Float64Array.of(0.1) },
  };
  const { boxes: drawn } = drawnBoxes(set);
  const ray = (y: number, x = 5) => new Ray(new Vector3(x, y, 0), new Vector3(-1, 0, 0));
  expect(firstHit('sphere', drawn, ray(0.09)).index).toBe(1);
  expect(firstHit('sphere', drawn, ray(0.09, 1)).index).toBe(0);
  expect(firstHit('sphere', drawn, ray(0.11)).index).toBe(-1);
});

test('a building around the robots is one that is seen through before them, what stands beside them is not', () => {
  const wall = (x: number): ObstacleSet => ({
    ...{ name: `wall ${x}`, pose: identityPose(), shape: 'box', sizeOf: null },
    ...{ centres: Float64Array.of(x, 0, 1, x + 6, 0, 1), sizes: Float64Array.of(0.1, 4, 1) },
  });
  const clouds = new Clouds();
  clouds.set([wall(-3), wall(8)], 0);
  clouds.root.updateMatrixWorld(true);
  const robots = new Box3(new Vector3(-0.5, -0.5, 0), new Vector3(0.5, 0.5, 1.5));
  const isCut = () =>
    clouds.root.children.map((each) => {
      const { defines } = (each as Mesh).material as MeshBasicMaterial;
      return 'CUT_SET' in (defines ?? {});
    });
  expect(isCut()).toEqual([false, false]);
  clouds.setRobots(robots);
  expect(isCut()).toEqual([true, false]);
  // What is seen through is not what one points at.
  const ray = new Ray(new Vector3(-9, 0, 1), new Vector3(1, 0, 0));
  const isBefore = ({ x }: Vector3) => x < 0;
  expect(clouds.pick(ray)?.name).toBe('wall -3/0');
  expect(clouds.pick(ray, isBefore)?.name).toBe('wall -3/1');
  clouds.setRobots(robots.translate(new Vector3(30, 0, 0)));
  expect(isCut()).toEqual([false, false]);
  expect(clouds.pick(ray, isBefore)?.name).toBe('wall -3/0');
});

test('what is beyond what a map knows is cut off, and what is all beyond it is not drawn', () => {
  const set: ObstacleSet = {
    ...{ name: 'hall', pose: identityPose(), shape: 'box', sizeOf: null },
    ...{ centres: Float64Array.of(0, 0, 0, 100, 0, 0), sizes: Float64Array.of(10, 1, 1) },
    seen: Float64Array.of(-2, -5, -5, 3, 5, 5),
  };
  const { members, boxes: drawn } = drawnBoxes(set);
  expect([...members]).toEqual([0]);
  expect([...drawn]).toEqual([0.5, 0, 0, 2.5, 1, 1]);
});

test('members have names though they have no entry among the bodies', () => {
  const body = { kind: 'link', frame: 0, owner: '', solid: true, obstacle: null, triangles: 0 };
  const bodies = [{ ...body, name: 'arm' }] as const;
  const sets = [boxes(3, 1), { ...boxes(2, 1), name: 'scan' }];
  const cell = { bodies, description: { sets } } as unknown as Parameters<typeof bodyName>[0];
  const names = [0, 1, 3, 4, 5, 6].map((number) => bodyName(cell, number));
  expect(names).toEqual(['arm', 'hall/0', 'hall/2', 'scan/0', 'scan/1', undefined]);
});

test('every beginning of the order is spread over all members, and none is twice in it', () => {
  for (const count of [1, 2, 3, 8, 1000, 4181, 99_991, 100_000]) {
    const order = spreadOrder(count);
    expect(new Set(order).size).toBe(count);
    for (const first of [10, 100, 1000].filter((n) => n < count)) {
      const sorted = [...order.subarray(0, first)].sort((a, b) => a - b);
      const gaps = sorted.map((at, i) => at - (i === 0 ? 0 : sorted[i - 1]));
      expect(Math.max(...gaps, count - sorted[first - 1]) / (count / first)).toBeLessThan(6);
    }
  }
  expect(spreadOrder(0).length).toBe(0);
});

test('a movement draws fewer members, larger; at rest all are drawn, and marks are where they belong', () => {
  const count = 200_000;
  const random = new Random(5);
  const centres = Float64Array.from({ length: 3 * count }, () => random.between(-2, 2));
  const scan: ObstacleSet = {
    ...{ name: 'scan', pose: identityPose(), shape: 'sphere', sizeOf: null, centres },
    sizes: Float64Array.of(0.01),
  };
  const hall = boxes(30_000, 6);
  const clouds = new Clouds();
  clouds.set([scan, hall], 0);
  const [points, instances] = clouds.root.children as [Points, InstancedMesh];
  expect(points).toBeInstanceOf(Points);
  expect(instances).toBeInstanceOf(InstancedMesh);
  const state = () => [
    points.geometry.drawRange.count,
    instances.count,
    (points.material as unknown as { size: number }).size,
  ];
  expect(state()).toEqual([count, 30_000, 2 * Math.fround(0.01)]);
  clouds.setThin(true);
  const { most, larger } = thinned('sphere', count);
  expect(state()).toEqual([most, 20_000, 2 * Math.fround(0.01) * larger]);
  expect([most, larger]).toEqual([60_000, Math.sqrt(count / 60_000)]);
  // The boxes that are left are the largest.
  const matrix = new Matrix4();
  const surface = (i: number) => {
    instances.getMatrixAt(i, matrix);
    const { x, y, z } = new Vector3().setFromMatrixScale(matrix);
    return x * y + y * z + z * x;
  };
  const drawn = Array.from({ length: 20_000 }, (_, i) => surface(i));
  const left = Array.from({ length: 10_000 }, (_, i) => surface(20_000 + i));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(Math.max(...left) - 1e-6);
  clouds.setThin(false);
  expect(state()).toEqual([count, 30_000, 2 * Math.fround(0.01)]);
  // Which point changes its colour is the one that collides.
  const colours = points.geometry.getAttribute('color').array as Uint8Array;
  const before = colours.slice();
  clouds.mark(new Set([123_456]));
  const changed = [...before.keys()].filter((i) => before[i] !== colours[i]);
  const slots = [...new Set(changed.map((i) => Math.floor(i / 3)))];
  expect(slots.length).toBe(1);
  const at = points.geometry.getAttribute('position');
  expect([at.getX(slots[0]), at.getY(slots[0]), at.getZ(slots[0])]).toEqual(
    [0, 1, 2].map((k) => Math.fround(centres[3 * 123_456 + k])),
  );
  clouds.mark(new Set());
  expect(colours).toEqual(before);
  clouds.setHidden(new Set(['scan']));
  expect([points.visible, instances.visible]).toEqual([false, true]);
});

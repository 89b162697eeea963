/** What a report's picture is made of, against the cell that it was made from. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bumpyBall, torus } from '../../src/geometry/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { POSE_SIZE, Random, transformPointInto } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import {
  floatsFromText,
  floatsToText,
  shortsFromText,
  shortsToText,
  wordsFromText,
  wordsToText,
} from '../../src/report/bytes.ts';
import {
  axisOf,
  Places,
  Poses,
  packMotion,
  packScene,
  placeOn,
  segmentAt,
  unpackMesh,
} from '../../src/report/index.ts';
import { fromBase64, toBase64 } from '../../src/text/index.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

describe('numbers as text', () => {
  it('are base64 as others write it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(text)).toEqual(bytes);
      }),
      { seed: 1 },
    );
    const long = Uint8Array.from({ length: 40_000 }, (_, i) => (i * 31) & 255);
    expect(toBase64(long)).toBe(Buffer.from(long).toString('base64'));
  });

  it('come back as they were', () => {
    expect(shortsFromText(shortsToText([0, 1, 65535, 258]))).toEqual(
      Uint16Array.from([0, 1, 65535, 258]),
    );
    expect(Int16Array.from(shortsFromText(shortsToText([-1, -32767, 5])))).toEqual(
      Int16Array.from([-1, -32767, 5]),
    );
    expect(wordsFromText(wordsToText([0, 70_000, 2 ** 32 - 1]))).toEqual(
      Uint32Array.from([0, 70_000, 2 ** 32 - 1]),
    );
    expect(floatsFromText(floatsToText([0.5, -3, 1e30]))).toEqual(
      Float32Array.from([0.5, -3, 1e30]),
    );
  });
});

/** An arm whose last link has a mesh behind a fixed joint, an object in its hand, and obstacles. */
const URDF = armUrdf('arm', [1, 1, 1]).replace(
  '</robot>',
  '<link name="tool"><collision><geometry><mesh filename="ring.stl"/></geometry></collision></link>' +
    '<joint name="mount" type="fixed"><parent link="link2"/><child link="tool"/><origin xyz="1 0 0.2" rpy="0 1 0"/></joint></robot>',
);
const OBSTACLES = `obstacles:
  - {name: ball, shape: {mesh: ball.stl}, pose: {xyz: [0, 4, 0]}}
  - {name: guard, shape: {mesh: ball.stl, solid: false}, pose: {xyz: [0, -4, 0]}}
  - {name: floor, shape: {half_space: {normal: [0, 0, 1], offset: -2}}}
  - {name: can, shape: {cylinder: {radius: 0.2, length: 1}}, pose: {xyz: [-3, 0, 0]}}
`;
const cell = cellFrom(
  `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${OBSTACLES}allow: [[link0, link1], [link1, link2]]\n`,
  {
    'arm.urdf': URDF,
    'ring.stl': torus(0.3, 0.1, 12, 8),
    'ball.stl': bumpyBall(0.5, 0.05, 24, new Random(5)),
  },
);

describe('a packed scene', () => {
  const scene = packScene(cell);

  it('has every body, on the frame that moves it', () => {
    expect(scene.bodies.map(({ name }) => name)).toEqual(cell.bodies.map(({ name }) => name));
    const { frameOf, rigidRoot } = cell.tree;
    scene.bodies.forEach(({ mover }, i) => {
      expect(scene.movers[mover]).toBe(rigidRoot[cell.bodies[i].frame]);
    });
    expect(scene.movers[0]).toBe(0);
    const tool = scene.bodies.find(({ name }) => name === 'tool')!;
    expect(scene.movers[tool.mover]).toBe(frameOf.get('link2'));
    expect(scene.bodies.filter(({ surface }) => surface).map(({ name }) => name)).toEqual([
      'guard',
    ]);
  });

  it('keeps every corner of a mesh to half a step, where its mover has it', () => {
    for (const name of ['tool', 'ball']) {
      const i = cell.bodyOf.get(name)!;
      const { frame, pieces } = cell.bodies[i];
      const piece = pieces[0];
      if (piece.kind !== 'mesh') throw new Error('a mesh was expected');
      const packed = scene.meshes[scene.bodies[i].meshes[0]];
      const { positions, indices } = unpackMesh(packed);
      expect(indices).toEqual(piece.mesh.indices);
      const placement = cell.tree.rigidPlacement.slice(POSE_SIZE * frame, POSE_SIZE * (frame + 1));
      const point = new Float64Array(3);
      for (let v = 0; v < positions.length; v += 3) {
        transformPointInto(placement, 0, piece.mesh.positions, v, point, 0);
        for (let k = 0; k < 3; k++) {
          const off = Math.abs(positions[v + k] - point[k]);
          if (!(off <= 0.501 * packed.step[k] + 1e-6))
            expect.fail(`${name}, vertex ${v / 3}: ${off}`);
        }
      }
    }
  });

  it('shares a mesh between bodies that are placed alike, and is plain JSON', () => {
    const twins = cellFrom(
      'surepath: 1\nrobots: [{urdf: arm.urdf, name: a}, {urdf: arm.urdf, name: b, base: {xyz: [9, 0, 0]}}]\n',
      {
        'arm.urdf': armUrdf('arm', [1, 1], '<mesh filename="ring.stl"/>'),
        'ring.stl': torus(0.3, 0.1, 9, 6),
      },
    );
    const packed = packScene(twins);
    expect(packed.bodies).toHaveLength(4);
    const [a, b] = ['a/link1', 'b/link1'].map((name) => packed.bodies[twins.bodyOf.get(name)!]);
    expect(a.meshes).toEqual(b.meshes);
    expect(a.mover).not.toBe(b.mover);
    expect(JSON.parse(JSON.stringify(packed))).toEqual(packed);
  });

  it('leaves out triangles where there are too many, and says so', () => {
    expect(scene.triangles.drawn).toBe(scene.triangles.checked);
    const whole = JSON.stringify(scene.meshes).length;
    for (const maxBytes of [whole / 2, whole / 5]) {
      const small = packScene(cell, { maxBytes });
      expect(JSON.stringify(small.meshes).length).toBeLessThan(1.2 * maxBytes);
      expect(small.triangles.checked).toBe(scene.triangles.checked);
      expect(small.triangles.drawn).toBeLessThan(scene.triangles.drawn);
      expect(small.triangles.drawn).toBeGreaterThan(50);
      for (const mesh of small.meshes) {
        const { positions, indices } = unpackMesh(mesh);
        expect(Math.max(...indices)).toBeLessThan(positions.length / 3);
      }
    }
  });
});

describe('a packed motion, seed 3', () => {
  const waypoints = [
    [0, 0],
    [1.5, -1],
    [1.5, -1],
    [-2, 2.5],
  ].map((row) => Float64Array.from(row));
  const path = buildPath(cell.tree, waypoints);
  const axis = axisOf(path);
  const { movers } = packScene(cell);
  const packed = packMotion(cell, path, axis, movers);

  it('is where the robot is, to half a millimetre', () => {
    const places = new Places(packed);
    const poses = new Poses(packed);
    const kin = new Kinematics(cell.tree);
    const q = new Float64Array(cell.tree.dofs.length);
    const out = new Float64Array(7);
    fc.assert(
      fc.property(fc.nat(2), fc.double({ min: 0, max: 1, noNaN: true }), (segment, t) => {
        path.segments[segment].configurationInto(t, q, 0);
        kin.setConfiguration(q);
        const { index, part } = places.find(placeOn(axis, segment, t));
        movers.slice(1).forEach((frame, m) => {
          const o = kin.poseOf(frame);
          poses.readInto(m, index, part, out);
          for (let k = 0; k < 3; k++) expect(out[k]).toBeCloseTo(kin.poses[o + 9 + k], 3);
          // The first column of the rotation.
          const [x, y, z, w] = out.subarray(3);
          expect(1 - 2 * (y * y + z * z)).toBeCloseTo(kin.poses[o], 3);
          expect(2 * (x * y + w * z)).toBeCloseTo(kin.poses[o + 3], 3);
          expect(2 * (x * z - w * y)).toBeCloseTo(kin.poses[o + 6], 3);
        });
      }),
      { seed: 3 },
    );
  });

  it('stays small however many segments there are', () => {
    const many = Array.from({ length: 30_000 }, (_, i) => Float64Array.of((i % 7) * 0.1, 0));
    const long = buildPath(cell.tree, many);
    const motion = packMotion(cell, long, axisOf(long), movers);
    expect(JSON.stringify(motion).length).toBeLessThan(700_000);
    expect(new Places(motion).find(1).index).toBeGreaterThan(1000);
  });
});

describe('the axis of a timeline', () => {
  const rows = [
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 3],
  ].map((row) => Float64Array.from(row));

  it('is in seconds where there are times', () => {
    const axis = axisOf(buildPath(cell.tree, rows, { times: [2, 3, 3, 7] }));
    expect(axis).toEqual({ knots: [2, 3, 3, 7], timed: true });
    expect(placeOn(axis, 2, 0.5)).toBe(5);
    expect(segmentAt(axis, 5)).toEqual({ segment: 2, t: 0.5 });
    expect(segmentAt(axis, 99)).toEqual({ segment: 2, t: 1 });
  });

  it('else gives segments what their joints move, and none nothing', () => {
    const { knots, timed } = axisOf(buildPath(cell.tree, rows));
    expect(timed).toBe(false);
    expect([knots[0], knots[3]]).toEqual([0, 1]);
    const [first, still, last] = [0, 1, 2].map((i) => knots[i + 1] - knots[i]);
    expect(last / first).toBeCloseTo(3, 9);
    expect(still).toBeGreaterThan(0.02);
  });

  it('has room for a path that stands still', () => {
    const { knots } = axisOf(buildPath(cell.tree, [rows[0]], { times: [4] }));
    expect(knots).toEqual([0, 1]);
  });
});

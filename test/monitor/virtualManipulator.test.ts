/** [D 2] Virtual manipulators: the volumes contain what they stand for at every configuration, and ride on fewer joints. */
import { describe, expect, test } from 'vitest';
import { askAbout, type Cell, sampleInto } from '../../src/cell/index.ts';
import { convexHull } from '../../src/geometry/index.ts';
import { Random, transformPointInto } from '../../src/math/index.ts';
import { joined, placed, slid, turned } from '../../src/monitor/approaches/virtual/sweptPoints.ts';
import {
  type VirtualManipulator,
  virtualManipulator,
} from '../../src/monitor/approaches/virtual/virtualManipulator.ts';
import { createMonitor } from '../../src/monitor/index.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

type Hull = { positions: Float64Array; indices: Uint32Array };

/** The most by which a point is outside of a hull's planes. */
function outside({ positions: p, indices }: Hull, point: ArrayLike<number>): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = indices.subarray(t, t + 3).map((v) => 3 * v);
    const [u, v] = [b, c].map((o) => [0, 1, 2].map((k) => p[o + k] - p[a + k]));
    const n = [0, 1, 2].map(
      (k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3],
    );
    const length = Math.hypot(...n);
    const height = n.reduce((sum, x, k) => sum + x * (point[k] - p[a + k]), 0);
    if (length > 1e-14) most = Math.max(most, height / length);
  }
  return most;
}

/** Members below a node. */
function membersBelow({ nodes }: VirtualManipulator, n: number): number[] {
  const { member, parts } = nodes[n];
  return member >= 0 ? [member] : parts.flatMap((part) => membersBelow({ nodes, roots: [] }, part));
}

/** Every volume contains the corners of its members, at random configurations; how many were looked at. */
function expectContained(cell: Cell, seed: number, samples: number): number {
  const { world } = createMonitor(cell);
  const random = new Random(seed);
  const q = new Float64Array(cell.tree.dofs.length);
  const all = world.classes.map((_, c) => virtualManipulator(world, c));
  let looked = 0;
  for (let n = 0; n < samples; n++) {
    sampleInto(cell, random, q);
    world.place(q, 0);
    for (const made of all) {
      for (const { number, member, frame, hull, grow } of made.nodes) {
        if (member >= 0 || hull === null || hull.hull.dimension < 3) continue;
        const inverse = new Float64Array(12);
        const o = world.kinematics.poseOf(frame);
        const pose = world.kinematics.poses.slice(o, o + 12);
        for (let r = 0; r < 3; r++) {
          for (let k = 0; k < 3; k++) inverse[3 * r + k] = pose[3 * k + r];
          inverse[9 + r] = -[0, 1, 2].reduce((sum, k) => sum + pose[3 * k + r] * pose[9 + k], 0);
        }
        const size = Math.max(...world.balls.map(Math.abs).filter(Number.isFinite), 1);
        for (const m of membersBelow(made, number)) {
          looked++;
          const piece = world.pieces[m];
          if (piece.convex.kind !== 'hull') continue;
          const { positions } = piece.convex.hull;
          const at = new Float64Array(3);
          for (let i = 0; i < positions.length; i += 3) {
            at.set(positions.subarray(i, i + 3));
            if (piece.kind === 'convex') transformPointInto(piece.pose, 0, at, 0, at, 0);
            transformPointInto(world.poses, 12 * m, at, 0, at, 0);
            transformPointInto(inverse, 0, at, 0, at, 0);
            expect(outside(hull.hull, at)).toBeLessThanOrEqual(grow + 1e-12 * size);
          }
        }
      }
    }
  }
  return looked;
}

describe('swept points', () => {
  const random = new Random(11);
  const points = Float64Array.from({ length: 60 }, () => random.between(-1, 1));

  test('of a turn contain all turned points, and little more, seed 11', () => {
    const axis = [2 / 3, -1 / 3, 2 / 3];
    const swept = turned({ points, grow: 0 }, axis);
    const hull = convexHull(swept.points);
    let tightest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < points.length; i += 3) {
      for (let a = 0; a < 360; a += 5) {
        // Rodrigues.
        const [c, s] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
        const p = points.subarray(i, i + 3);
        const dot = p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2];
        const at = [0, 1, 2].map((k) => {
          const [l, r] = [(k + 1) % 3, (k + 2) % 3];
          return p[k] * c + (axis[l] * p[r] - axis[r] * p[l]) * s + axis[k] * dot * (1 - c);
        });
        const far = outside(hull, at);
        tightest = Math.max(tightest, far);
        expect(far).toBeLessThanOrEqual(1e-12);
      }
    }
    expect(tightest).toBeGreaterThan(-0.05);
    expect(swept.points.length).toBe(3 * 48);
  });

  test('of a slide are both ends', () => {
    const hull = convexHull(slid({ points, grow: 0 }, [0, 0, 1], -0.5, 2).points);
    for (let i = 0; i < points.length; i += 3) {
      for (const z of [-0.5, 0, 1.3, 2]) {
        const at = [points[i], points[i + 1], points[i + 2] + z];
        expect(outside(hull, at)).toBeLessThanOrEqual(1e-12);
      }
    }
  });

  test('grow by what rounding may take, the more the larger they are', () => {
    const far = { points: points.map((x) => 1e6 * x), grow: 0.25 };
    const pose = Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1, 1e6, 0, 0);
    expect(placed(far, pose, 0).grow).toBeGreaterThan(0.25 + 1e-9);
    expect(placed({ points, grow: 0 }, pose, 0).grow).toBeLessThan(1e-6);
    expect(joined([far, { points, grow: 1 }]).grow).toBe(1);
  });
});

describe('volumes contain what they stand for', () => {
  test.each(['puma-260', 'hanging-arms'])('cells/%s', (name) => {
    expect(expectContained(embedded(name), 5, 4)).toBeGreaterThan(100);
  });

  test('random cells of all kinds, seeds 1 to 20', () => {
    let looked = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const made = anyCell(seed).cell;
      const random = new Random(seed);
      const qs = [0, 1].map(() => {
        const q = new Float64Array(made.tree.dofs.length);
        sampleInto(made, random, q);
        return q;
      });
      looked += expectContained(askAbout(made, qs).cell, seed, 2);
    }
    expect(looked).toBeGreaterThan(50);
  });
});

test('a Puma 260 is six volumes in each other, its column outside of them', () => {
  const { world } = createMonitor(embedded('puma-260'));
  const made = virtualManipulator(world, 0);
  const volumes = made.nodes.filter(({ member }) => member < 0);
  expect(volumes).toHaveLength(6);
  // Made from the hand on: each is of one link more, and larger.
  const sizes = volumes.map(({ number }) => membersBelow(made, number).length);
  expect(sizes).toEqual([4, 5, 6, 7, 8, 9]);
  for (let n = 1; n < 6; n++) expect(volumes[n].reach).toBeGreaterThan(volumes[n - 1].reach);
  expect(made.roots).toHaveLength(2);
});

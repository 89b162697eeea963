/**
 * `scale` of a link grows each of its shapes about the shape's own origin, where the URDF places it: for
 * whoever checks, verifies, draws or reports it.
 */
import { MeshBasicMaterial, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Body, buildCell, StaticChecker } from '../../src/cell/index.ts';
import { makeCertificate, NOT_FREE, verify } from '../../src/certificate/index.ts';
import { createChecker } from '../../src/check/index.ts';
import { hullShape, type Shape } from '../../src/geometry/index.ts';
import type { MeshGeometry, Part } from '../../src/kinematics/index.ts';
import { InputError, poseFromRpy } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { packScene, unpackMesh } from '../../src/report/index.ts';
import { proofBody } from '../../src/verifier/bodies.ts';
import { drawPlan } from '../../studio/view/drawPlan.ts';
import { Figure } from '../../studio/view/figure.ts';
import { GeometryCache } from '../../studio/view/geometryCache.ts';
import { describeCell, extentAlong } from '../helpers/check/ladderCells.ts';
import { cube, moved } from '../helpers/oracles/meshes.ts';

/** A cube from 0.1 to 0.3 along each axis: its origin is outside of it. */
const OFF_CENTRE = moved(cube(0.1), 0.2, 0.2, 0.2);

const GEOMETRIES: Readonly<Record<string, Shape | MeshGeometry>> = {
  box: { kind: 'box', half: [0.1, 0.2, 0.3] },
  sphere: { kind: 'sphere', radius: 0.2 },
  cylinder: { kind: 'cylinder', radius: 0.1, length: 0.5 },
  capsule: { kind: 'capsule', radius: 0.1, length: 0.5 },
  cone: { kind: 'cone', radius: 0.1, length: 0.5 },
  ellipsoid: { kind: 'ellipsoid', radii: [0.1, 0.2, 0.3] },
  hull: hullShape(OFF_CENTRE.positions),
  mesh: { kind: 'mesh', triangles: OFF_CENTRE, reference: 'cube' },
};

const SCALE = 2;
/** Where the shape's origin is in the link's frame, turned by a quarter about z. */
const PLACE = poseFromRpy(0, 0, Math.PI / 2, 1, 0, 0);
const DIRECTIONS = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0.6, 0, 0.8],
];

/** How far the scaled shape reaches along n: its origin stays, what is around it grows. */
function expected(geometry: Shape | MeshGeometry, n: readonly number[]): number {
  const own = [0, 1, 2].map((k) => PLACE[k] * n[0] + PLACE[3 + k] * n[1] + PLACE[6 + k] * n[2]);
  const shape =
    geometry.kind === 'mesh' ? hullShape(geometry.triangles.positions) : (geometry as Shape);
  return n[0] * PLACE[9] + n[1] * PLACE[10] + n[2] * PLACE[11] + SCALE * extentAlong(shape, own);
}

/** A robot of one turning link, scaled, and a wall across n, so far beyond where the link should end. */
function cellOf(parts: readonly Part[], n: readonly number[], offset: number, clearance = 0) {
  const links = [
    { name: 'base', collisions: [], visuals: [] },
    { name: 'link', collisions: parts, visuals: [] },
  ];
  const joint = { name: 'joint', kind: 'continuous', parent: 'base', child: 'link' } as const;
  const robot = {
    name: 'r',
    links,
    joints: [{ ...joint, origin: poseFromRpy(0, 0, 0, 0, 0, 0), axis: [0, 0, 1] as const }],
  };
  const normal = n.map((x) => -x) as [number, number, number];
  const wall = { kind: 'half-space', normal, offset: -offset } as const;
  return describeCell(
    [{ robot, scale: new Map([['link', SCALE]]) }],
    [{ name: 'wall', parts: [{ pose: poseFromRpy(0, 0, 0, 0, 0, 0), geometry: wall }] }],
    { clearance: { default: clearance, pairs: [] } },
  );
}

function farthest(points: ArrayLike<number>, n: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i += 3) {
    most = Math.max(most, points[i] * n[0] + points[i + 1] * n[1] + points[i + 2] * n[2]);
  }
  return most;
}

describe.each(Object.entries(GEOMETRIES))('a %s at x = 1, scaled by 2', (kind, geometry) => {
  const parts = [{ pose: PLACE, geometry }];
  const GAP = 0.1;

  it('is as far from a wall as it should be, for all methods and the verifier', () => {
    for (const n of DIRECTIONS) {
      const offset = expected(geometry, n) + GAP;
      const q = Float64Array.of(0);
      const { closest } = new StaticChecker(buildCell(cellOf(parts, n, offset))).check(q);
      expect(closest?.distance).toBeCloseTo(GAP, 9);
      for (const clearance of [GAP - 1e-3, GAP + 1e-3]) {
        const description = cellOf(parts, n, offset, clearance);
        const cell = buildCell(description);
        const path = buildPath(cell.tree, [q]);
        for (const method of ['ladder', 'adaptive', 'refined'] as const) {
          const { verdict } = createChecker(cell, { method }).check({ segment: path.segments[0] });
          expect(verdict).toBe(clearance < GAP ? 'free' : 'too-close');
        }
        const certified = () => verify(makeCertificate(description, cell, path), description);
        if (clearance < GAP) expect(certified().verified).toBe(true);
        else
          expect(certified).toThrowError(
            expect.objectContaining({ fault: expect.objectContaining({ code: NOT_FREE }) }),
          );
      }
    }
  });

  const cell = buildCell(cellOf(parts, [1, 0, 0], 9));
  const link = cell.bodies.find((body: Body) => body.name === 'link')!;
  // Drawings show round things by flat triangles, and coordinates of 16 bits.
  const round = !['box', 'hull', 'mesh'].includes(kind);

  it('is so large for the verifier', () => {
    const [piece] = proofBody(link).pieces;
    for (const n of DIRECTIONS) {
      const [x, y, z, r] = piece.ball;
      expect(n[0] * x + n[1] * y + n[2] * z + r).toBeGreaterThan(expected(geometry, n) - 1e-9);
      if (piece.corners)
        expect(farthest(piece.corners.at, n)).toBeCloseTo(expected(geometry, n), 9);
    }
  });

  it('is drawn so in the report', () => {
    const scene = packScene(cell);
    const drawn = scene.bodies.find(({ name }) => name === 'link')!;
    const { positions } = unpackMesh(scene.meshes[drawn.meshes[0]]);
    for (const n of DIRECTIONS) {
      const off = expected(geometry, n) - farthest(positions, n);
      expect(Math.abs(off)).toBeLessThan(round ? 0.03 : 1e-4);
    }
  });

  it('is drawn so in the studio', () => {
    const bodies = cell.bodies.map(({ name, kind: sort, frame }) => ({
      ...{ name, kind: sort, frame, owner: '', solid: true, obstacle: null, triangles: 0 },
    }));
    const plan = drawPlan(cell.description, bodies, cell.tree);
    const cache = new GeometryCache();
    cache.begin();
    const material = new MeshBasicMaterial();
    const figure = new Figure(cell.tree.frameCount, plan.collision, cache, () => material);
    const [mesh] = figure.meshes;
    const at = mesh.geometry.getAttribute('position');
    const points: number[] = [];
    for (let i = 0; i < at.count; i++) {
      points.push(...new Vector3().fromBufferAttribute(at, i).applyMatrix4(mesh.matrix).toArray());
    }
    for (const n of DIRECTIONS) {
      const off = expected(geometry, n) - farthest(points, n);
      expect(Math.abs(off)).toBeLessThan(round ? 0.03 : 1e-5);
    }
  });
});

it('a half-space cannot be scaled', () => {
  const geometry = { kind: 'half-space', normal: [0, 0, 1], offset: 0 } as const;
  expect(() => buildCell(cellOf([{ pose: PLACE, geometry }], [1, 0, 0], 9))).toThrow(InputError);
});

/** Cells made for one question each. */
import { describe, expect, it } from 'vitest';
import type { CellDescription, ObstacleDescription } from '../../src/cell/index.ts';
import { buildCell } from '../../src/cell/index.ts';
import {
  type Certificate,
  SLAB_SIZE,
  SLAB_T,
  Verifier,
  verify,
} from '../../src/certificate/index.ts';
import type { Shape, Triangles } from '../../src/geometry/index.ts';
import type { JointKind, Part } from '../../src/kinematics/index.ts';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { simpleCertificate } from '../helpers/certificate/simpleMaker.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';
import { cube, join, moved } from '../helpers/oracles/meshes.ts';

const at = (x: number, y: number, z: number) => poseFromRpy(0, 0, 0, x, y, z);
const shape = (geometry: Shape, pose = identityPose()): Part => ({ pose, geometry });
const meshed = (triangles: Triangles, pose = identityPose()): Part => ({
  pose,
  geometry: { kind: 'mesh', triangles, reference: 'mesh' },
});

interface Options {
  readonly carried: readonly Part[];
  readonly obstacles: readonly Omit<ObstacleDescription, 'name'>[];
  readonly kind?: JointKind;
  readonly axis?: [number, number, number];
  readonly baseJoint?: 'fixed' | 'planar' | 'floating';
}

/** A robot of two links; the second one has the geometry. */
function cellOf({ carried, obstacles, ...options }: Options): CellDescription {
  const { kind = 'prismatic', axis = [1, 0, 0], baseJoint = 'fixed' } = options;
  const joint = {
    name: 'joint',
    kind,
    parent: 'base',
    child: 'tool',
    origin: identityPose(),
    axis,
  };
  return describedCell(
    [
      {
        ...BARE,
        robot: {
          name: 'robot',
          links: [
            { name: 'base', collisions: [], visuals: [] },
            { name: 'tool', collisions: carried, visuals: [] },
          ],
          joints: [{ ...joint, limits: { lower: -3, upper: 3 } }],
        },
        baseJoint,
      },
    ],
    obstacles.map((obstacle, i) => ({ ...obstacle, name: `thing${i}` })),
  );
}

function certified(description: CellDescription, ...waypoints: number[][]): Certificate | null {
  const { tree } = buildCell(description);
  const path = buildPath(
    tree,
    waypoints.map((q) => Float64Array.from(q)),
  );
  return simpleCertificate(description, path, 3000);
}

describe('what is inside a solid is not free, though surfaces stay apart', () => {
  const ball: Part = shape({ kind: 'sphere', radius: 0.1 });
  const box: Part = shape({ kind: 'box', half: [0.1, 0.1, 0.1] });
  const small = meshed(cube(0.1));
  const guard = (solid: boolean) => ({ pose: identityPose(), parts: [meshed(cube(1))], solid });
  const two = meshed(join(moved(cube(0.1), 5, 0, 0), cube(0.1)));
  const hollow = (solid: boolean) => ({
    pose: identityPose(),
    parts: [meshed(join(cube(1), moved(cube(0.05), 0, 0, 5)))],
    solid,
  });

  it.each([
    ['a sphere in a mesh', [ball], [guard(true)], [guard(false)]],
    ['a box in a mesh', [box], [guard(true)], [guard(false)]],
    ['a mesh in a mesh', [small], [guard(true)], [guard(false)]],
    ['one component of two', [two], [guard(true)], [guard(false)]],
    ['in one component of two', [small], [hollow(true)], [hollow(false)]],
  ])('%s', (_, carried, solid, surface) => {
    const inside = cellOf({ carried, obstacles: solid });
    const certificate = certified(inside, [0], [0.2])!;
    const { verified, reason } = verify(certificate, inside);
    expect(verified).toBe(false);
    expect(reason?.code).toBe('contained');
    expect(reason?.pair).toEqual(['tool', 'thing0']);
    // The same as a surface is free to move about in.
    const around = cellOf({ carried, obstacles: surface });
    expect(verify(certified(around, [0], [0.2])!, around).verified).toBe(true);
  });

  it('an obstacle in a link', () => {
    const obstacles = [{ pose: at(0.1, 0, 0), parts: [ball], solid: true }];
    const cell = cellOf({ carried: [meshed(cube(1))], obstacles });
    const { reason } = verify(certified(cell, [0], [0.2])!, cell);
    expect(reason?.code).toBe('contained');
  });

  it('a link in another one, both of which go far: each is where it is at the beginning', () => {
    const link = (name: string, half: number) => ({
      ...{ name, collisions: [meshed(cube(half))], visuals: [] },
    });
    const joint = (child: string) => ({
      ...{ name: `to_${child}`, kind: 'prismatic' as const, parent: 'base', child },
      ...{ origin: identityPose(), axis: [1, 0, 0] as [number, number, number] },
      limits: { lower: -3, upper: 3 },
    });
    const cell = describedCell(
      [
        {
          ...BARE,
          robot: {
            name: 'robot',
            links: [
              { name: 'base', collisions: [], visuals: [] },
              link('outer', 1),
              link('inner', 0.1),
            ],
            joints: [joint('outer'), joint('inner')],
          },
        },
      ],
      [],
    );
    const certificate = certified(cell, [0, 0], [2.5, 2.5])!;
    // They were looked at last where they are half the way from there, more than the outer one is wide.
    const times = certificate.slabs[0][0].filter((_, i) => i % SLAB_SIZE === SLAB_T);
    expect(Math.max(...times)).toBeGreaterThanOrEqual(0.5);
    expect(verify(certificate, cell).reason?.code).toBe('contained');
  });

  it('a mesh in a primitive has no slabs at all', () => {
    const obstacles = [
      { pose: identityPose(), parts: [shape({ kind: 'box', half: [1, 1, 1] })], solid: true },
    ];
    expect(certified(cellOf({ carried: [small], obstacles }), [0], [0.2])).toBeNull();
  });

  it('beside a solid, inside the box around it, is free', () => {
    // An L: a corner of its hull is empty.
    const ell = meshed(join(cube(0.2), moved(cube(0.2), 0.4, 0, 0), moved(cube(0.2), 0, 0.4, 0)));
    const obstacles = [{ pose: identityPose(), parts: [ell], solid: true }];
    const cell = cellOf({ carried: [meshed(cube(0.05), at(0.3, 0.3, 0))], obstacles });
    const certificate = certified(cell, [0], [0.01])!;
    expect(verify(certificate, cell).reason).toBeUndefined();
  });
});

describe('half-spaces', () => {
  const floor = shape({ kind: 'half-space', normal: [0, 0, 1], offset: 0 });
  const ball = shape({ kind: 'sphere', radius: 0.1 }, at(0, 0, 0.2));

  it('are floors that arms move above', () => {
    const obstacles = [{ pose: poseFromRpy(0.3, 0.2, 0, 0, 0, -0.5), parts: [floor], solid: true }];
    const cell = cellOf({ carried: [ball], obstacles, kind: 'revolute', axis: [0, 1, 0] });
    const certificate = certified(cell, [-0.5], [0.5])!;
    expect(verify(certificate, cell).verified).toBe(true);
    // Only their own normal bounds them.
    const tilted = structuredClone(certificate) as Certificate;
    tilted.slabs[0][0][10] += 1e-3;
    expect(verify(tilted, cell).reason?.code).toBe('slab');
  });

  it('may be carried by what slides, not by what turns', () => {
    const obstacles = [
      { pose: at(0, 0, 1), parts: [shape({ kind: 'sphere', radius: 0.1 })], solid: true },
    ];
    const slides = cellOf({ carried: [floor], obstacles, axis: [0, 0, 1] });
    const certificate = certified(slides, [0], [0.5])!;
    expect(verify(certificate, slides).verified).toBe(true);
    expect(certified(slides, [0], [1])).toBeNull();
    const turns = cellOf({ carried: [floor], obstacles, kind: 'revolute', axis: [1, 0, 0] });
    expect(certified(turns, [0], [0.1])).toBeNull();
    expect(certified(turns, [0.1], [0.1])).not.toBeNull();
  });
});

describe('paths', () => {
  const obstacles = [
    { pose: at(0, 0, 3), parts: [shape({ kind: 'sphere', radius: 0.1 })], solid: true },
  ];
  const carried = [shape({ kind: 'box', half: [0.1, 0.2, 0.3] })];

  it('of one waypoint stand still', () => {
    const cell = cellOf({ carried, obstacles });
    const certificate = certified(cell, [0.5])!;
    const { verified, checked } = verify(certificate, cell);
    expect(verified).toBe(true);
    expect(checked).toEqual({ slabs: 1, glances: 0, pairs: 1, segments: 1, sweeps: 0 });
  });

  it('that turn a floating base by half a turn go the way that the numbers name', () => {
    const cell = cellOf({ carried, obstacles, baseJoint: 'floating' });
    const almost = Math.cos(0.5 * (Math.PI - 1e-3));
    const start = [0, 0, 0, 0, 0, 0, 1, 0];
    const certificate = certified(cell, start, [
      0,
      0,
      0,
      0,
      0,
      Math.sqrt(1 - almost ** 2),
      almost,
      0,
    ])!;
    expect(verify(certificate, cell).verified).toBe(true);
    const half = { ...certificate, waypoints: certificate.waypoints.map((q) => q.slice()) };
    half.waypoints[1].set([0, 0, 0, 0, 0, 1, 0, 0]);
    expect(verify(half, cell).verified).toBe(true);
    for (const sign of [1, -1]) {
      const whole = certified(cell, start, [0, 0, 0, 0, 0, sign, 0, 0])!;
      expect(verify(whole, cell).verified).toBe(true);
    }
    // A rotation of length 0 is none.
    half.waypoints[1].fill(0);
    expect(verify(half, cell).reason?.code).toBe('path');
  });

  it('of which nothing is tested are free for a reason that is listed', () => {
    const cell = cellOf({ carried, obstacles });
    const refused = { ...cell, allow: [{ between: ['tool', 'thing0'] as const, reason: 'glued' }] };
    const allowed = { ...refused, allowNothing: true };
    const certificate = certified(allowed as CellDescription, [0], [1])!;
    const result = verify(certificate, allowed as CellDescription);
    expect(result.verified).toBe(true);
    expect(result.checked).toEqual({ slabs: 0, glances: 0, pairs: 0, segments: 1, sweeps: 0 });
    expect(result.assumptions).toEqual([
      '"tool" and "thing0" are not tested (allowed, glued)',
      'no pair of bodies is tested: nothing is shown',
    ]);
    expect(() => verify(certificate, refused as CellDescription)).toThrow(/nothing to prove/);
    // That cannot be said of a cell that does not say so.
    expect(new Verifier(cell).verify(certificate).reason?.code).toBe('model');
  });

  it('of pairs that swept balls exclude have slabs all the same', () => {
    const far = [{ pose: at(0, 0, 50), parts: carried, solid: true }];
    const cell = cellOf({ carried, obstacles: far });
    expect(buildCell(cell).tested).toEqual([]);
    const certificate = certified(cell, [0], [1])!;
    expect(certificate.pairs.map(({ excluded }) => excluded)).toEqual([null]);
    expect(verify(certificate, cell).checked.slabs).toBeGreaterThan(0);
    const none = { ...certificate, slabs: [[new Float64Array(0)]] };
    expect(verify(none, cell).reason?.code).toBe('coverage');
  });
});

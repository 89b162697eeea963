/** Certificates about spoilt, nearly closed and hollow meshes. */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription, type ObstacleDescription } from '../../src/cell/index.ts';
import { modelDigest, verify } from '../../src/certificate/index.ts';
import { plainRobot } from '../../src/formats/plainRobot.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { identityPose } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { simpleCertificate } from '../helpers/certificate/simpleMaker.ts';
import { cube, join, mesh } from '../helpers/oracles/meshes.ts';

function flipped({ positions, indices }: Triangles, n = 1): Triangles {
  const turned = indices.slice();
  for (let t = 0; t < n; t++) turned.set([indices[3 * t + 1], indices[3 * t]], 3 * t);
  return { positions, indices: turned };
}

function offCorner({ positions, indices }: Triangles): Triangles {
  const o = 3 * indices[0];
  const own = [positions[o] + 1e-9, positions[o + 1], positions[o + 2]];
  return mesh([...positions, ...own], [positions.length / 3, ...indices.slice(1)]);
}

/** A ball of 0.1 m that slides along x, and a block. */
function cellOf(
  block: Triangles,
  said: Partial<ObstacleDescription> = {},
  tip: Triangles | null = null,
): CellDescription {
  const geometry = tip
    ? ({ kind: 'mesh', triangles: tip, reference: 'tip' } as const)
    : ({ kind: 'sphere', radius: 0.1 } as const);
  const origin = identityPose();
  const limits = { lower: -3, upper: 3 };
  const robot = {
    name: 'robot',
    links: [
      { name: 'base', collisions: [], visuals: [] },
      { name: 'tool', collisions: [{ pose: origin, geometry }], visuals: [] },
    ],
    joints: [
      ...[
        { name: 'x', kind: 'prismatic' as const, parent: 'base', child: 'tool', origin, limits },
      ].map((joint) => ({ ...joint, axis: [1, 0, 0] as [number, number, number] })),
    ],
  };
  const mesh = { kind: 'mesh', triangles: block, reference: 'block' } as const;
  const parts = [{ pose: identityPose(), geometry: mesh }];
  return {
    robots: [plainRobot(robot)],
    obstacles: [{ name: 'block', pose: identityPose(), parts, solid: true, ...said }],
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: new Map(),
    notes: [],
  };
}

const certified = (cell: CellDescription, from: number, to: number) => {
  const path = buildPath(buildCell(cell).tree, [Float64Array.of(from), Float64Array.of(to)]);
  return simpleCertificate(cell, path, 3000)!;
};

describe('certificates', () => {
  const two = join(cube(1), flipped(cube(1), 12));
  it.each([
    ['a flipped triangle', flipped(cube(1)), {}],
    ['two-sided', two, {}],
    ['a corner off, that must be solid', offCorner(cube(1)), { mustBeSolid: true }],
  ] as const)('%s: nothing begins inside', (_, block, said) => {
    for (const tip of [null, cube(0.1)]) {
      const cell = cellOf(block, said, tip);
      const { verified, reason } = verify(certified(cell, 0, 0.2), cell);
      expect([verified, reason?.code]).toEqual([false, 'contained']);
      const beside = verify(certified(cell, 1.5, 1.6), cell);
      expect(beside.verified).toBe(true);
      expect(beside.assumptions).toEqual([]);
    }
  });

  it('a corner off: the sentence is part of the certificate, and compared', () => {
    const cell = cellOf(offCorner(cube(1)));
    const certificate = certified(cell, 0, 0.2);
    const sentence = '"block" is treated as a surface: 4 open edges, 1 nm wide';
    expect(certificate.assumptions).toEqual([sentence]);
    expect(verify(certificate, cell)).toMatchObject({ verified: true, assumptions: [sentence] });
    for (const assumptions of [[], [sentence.replace('1 nm', '1 mm')], [sentence, sentence]]) {
      const { verified, reason } = verify({ ...certificate, assumptions }, cell);
      expect([verified, reason?.code]).toEqual([false, 'assumptions']);
    }
    // Where the cell insists, it is another cell.
    const strict = cellOf(offCorner(cube(1)), { mustBeSolid: true });
    expect(verify(certificate, strict).reason?.code).toBe('model');
    const forged = { ...certificate, model: modelDigest(strict), assumptions: [] };
    expect(verify(forged, strict).verified).toBe(false);
  });

  it('digests tell what must be solid apart, and are as before where nothing must', () => {
    const plain = cellOf(cube(1));
    const robot = plain.robots[0];
    const attached = { name: 'rod', link: 'tool', parts: [], touches: [], solid: true };
    const held = (must: boolean) => ({
      ...plain,
      robots: [{ ...robot, attached: [{ ...attached, ...(must && { mustBeSolid: true }) }] }],
    });
    const all = [
      plain,
      cellOf(cube(1), { mustBeSolid: true }),
      { ...plain, robots: [{ ...robot, solids: ['tool'] }] },
      { ...plain, robots: [{ ...robot, surfaces: ['tool'] }] },
      { ...plain, robots: [{ ...robot, solids: ['base'] }] },
      held(false),
      held(true),
    ].map(modelDigest);
    expect(new Set(all).size).toBe(all.length);
    expect(modelDigest(cellOf(cube(1), { mustBeSolid: false }))).toBe(all[0]);
  });

  it('in a room of a block: free to move, but not to begin in its wall', () => {
    const room = join(cube(1), flipped(cube(0.6), 12));
    for (const tip of [null, cube(0.1)]) {
      const cell = cellOf(room, {}, tip);
      expect(verify(certified(cell, 0, 0.2), cell).verified).toBe(true);
      const wall = verify(certified(cell, 0.8, 0.81), cell);
      expect([wall.verified, wall.reason?.code]).toEqual([false, 'contained']);
    }
  });
});

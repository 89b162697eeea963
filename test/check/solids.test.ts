/** Bodies wholly inside closed, spoilt, nearly closed and hollow meshes: no method may call them free. */
import { describe, expect, it } from 'vitest';
import { BodyDepth, isSolidBody } from '../../src/cell/bodyDepth.ts';
import { assumptionsOf, type Cell, StaticChecker } from '../../src/cell/index.ts';
import { checkPenetration, createChecker, type Method } from '../../src/check/index.ts';
import { writeObj } from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { InputError, identityPose } from '../../src/math/index.ts';
import { buildPath, StraightSegment } from '../../src/motion/index.ts';
import { slider } from '../helpers/check/adaptiveCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';
import { cube, join, mesh, moved } from '../helpers/oracles/meshes.ts';

const METHODS: Method[] = ['ladder', 'adaptive', 'refined', 'fixed'];

/** The first triangle turned round. */
function flipped({ positions, indices }: Triangles, n = 1): Triangles {
  const turned = indices.slice();
  for (let t = 0; t < n; t++) turned.set([indices[3 * t + 1], indices[3 * t]], 3 * t);
  return { positions, indices: turned };
}

const insideOut = (t: Triangles) => flipped(t, t.indices.length / 3);

/** A corner of the first triangle 1 nm off. */
function offCorner({ positions, indices }: Triangles): Triangles {
  const o = 3 * indices[0];
  const own = [positions[o] + 1e-9, positions[o + 1], positions[o + 2]];
  return mesh([...positions, ...own], [positions.length / 3, ...indices.slice(1)]);
}

const TIPS = { ball: '<sphere radius="0.05"/>', mesh: '<mesh filename="tip.obj"/>' };
const OPEN = { positions: cube().positions, indices: cube().indices.slice(6) };
/** A block with a room in it, and a pillar in the room. */
const ROOM = join(cube(1), insideOut(cube(0.75)), moved(cube(0.125), 0.375, 0, 0));

function cellWith(block: Triangles, tip: string, settings = '', robot = ''): Cell {
  return cellFrom(
    `surepath: 1\nrobots: [{urdf: slider.urdf${robot}}]\nobstacles: [{name: block, shape: {mesh: block.obj${settings}}}]`,
    {
      'slider.urdf': slider(tip),
      'block.obj': writeObj(block),
      'tip.obj': writeObj(cube(0.05)),
    },
  );
}

/** What each method says of a short motion around a place. */
function verdicts(cell: Cell, x: number, y: number, z: number): string[] {
  const from = Float64Array.from([x, y, z]);
  const to = Float64Array.from([x + 0.02, y - 0.02, z + 0.01]);
  const segment = new StraightSegment(cell.tree, from, to);
  const { colliding } = new StaticChecker(cell).check(from);
  const found = METHODS.map((method) => {
    const resolution = method === 'fixed' ? { resolution: 0.01 } : {};
    const { verdict } = createChecker(cell, { method, ...resolution }).check({ segment });
    // Sampling proves nothing: this is the best that it can say.
    return method === 'fixed' && verdict === 'no collision found' ? 'free' : verdict;
  });
  return [...new Set([colliding ? 'colliding' : 'free', ...found])];
}

const SENTENCE = '"block" is treated as a surface: 4 open edges, 1 nm wide';

describe('wholly inside a block', () => {
  it.each(Object.entries(TIPS))('%s: flipped triangles, two-sided, with a flap', (_, tip) => {
    const { positions, indices } = cube();
    const blocks = [
      flipped(cube()),
      flipped(cube(), 5),
      insideOut(cube()),
      join(cube(), insideOut(cube())),
      mesh([...positions, 3, 3, 0], [...indices, 1, 3, 8]),
    ];
    for (const block of blocks) {
      const cell = cellWith(block, tip);
      expect(verdicts(cell, 0.1, 0.2, 0.1)).toEqual(['colliding']);
      expect(verdicts(cell, 1.2, 0.2, 0.1)).toEqual(['free']);
      expect(assumptionsOf(cell)).toEqual([]);
    }
    expect(verdicts(cellWith(flipped(cube()), tip, ', solid: false'), 0, 0, 0)).toEqual(['free']);
  });

  it.each(Object.entries(TIPS))('%s: a corner 1 nm off is told, or closed', (_, tip) => {
    const block = offCorner(cube());
    const open = cellWith(block, tip);
    expect(verdicts(open, 0.1, 0.2, 0.1)).toEqual(['free']);
    expect(assumptionsOf(open)).toEqual([SENTENCE]);
    const closed = cellWith(block, tip, ', solid: true');
    expect(verdicts(closed, 0.1, 0.2, 0.1)).toEqual(['colliding']);
    expect(verdicts(closed, 1.2, 0.2, 0.1)).toEqual(['free']);
    expect(assumptionsOf(closed)).toEqual([]);
    expect(assumptionsOf(cellWith(block, tip, ', solid: false'))).toEqual([]);
  });

  it('a hole that must be closed cannot be passed through', () => {
    // A square of 18 mm is missing from the bottom: 16 triangles around it instead of 2.
    const { positions, indices } = cube(0.1);
    const [r, h] = [0.009, -0.1];
    const ring = [-r, -r, h, r, -r, h, -r, r, h, r, r, h];
    const around = [0, 8, 1, 1, 8, 9, 1, 9, 3, 3, 9, 11, 3, 11, 2, 2, 11, 10, 2, 10, 0, 0, 10, 8];
    const block = mesh([...positions, ...ring], [...indices.slice(6), ...around]);
    const needle = '<cylinder radius="0.001" length="0.05"/>';
    const through = (cell: Cell) => {
      const [from, to] = [-0.2, 0].map((z) => Float64Array.from([0, 0, z]));
      const segment = new StraightSegment(cell.tree, from, to);
      return createChecker(cell, { method: 'ladder' }).check({ segment }).verdict;
    };
    const open = cellWith(block, needle);
    expect(through(open)).toBe('free');
    expect(assumptionsOf(open)).toEqual([
      expect.stringMatching(/^"block" is treated as a surface: 4 open edges, 13 mm wide$/),
    ]);
    expect(through(cellWith(block, needle, ', solid: true'))).toBe('colliding');
  });

  it('an open mesh that must be solid is an error where it is said', () => {
    try {
      cellWith(OPEN, TIPS.ball, ', solid: true');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      const { fault } = error as InputError;
      expect(fault).toMatchObject({ code: 'mesh/not-solid', file: 'cell.yaml', line: 3 });
      expect(fault.message).toMatch(/4 open edges, the widest opening 1.4 m at \(0, 0, -1\)/);
      expect(fault.hint).toMatch(/close the mesh/);
    }
    expect(assumptionsOf(cellWith(OPEN, TIPS.ball))).toEqual([]);
  });

  it('links of a robot: surfaces, solids, and neither', () => {
    const tip = '<mesh filename="block.obj"/>';
    const around = (robot: string) =>
      cellFrom(
        `surepath: 1\nrobots: [{urdf: slider.urdf${robot}}]\nobstacles: [{name: grain, shape: {sphere: {radius: 0.01}}}]`,
        { 'slider.urdf': slider(tip), 'block.obj': writeObj(offCorner(cube())) },
      );
    const link = around('').bodies[0].name;
    const plain = around('');
    expect(verdicts(plain, 0, 0, 0)).toEqual(['free']);
    expect(assumptionsOf(plain)).toEqual([SENTENCE.replace('block', link)]);
    const solid = around(`, solids: [${link}]`);
    expect(verdicts(solid, 0, 0, 0)).toEqual(['colliding']);
    expect(assumptionsOf(solid)).toEqual([]);
    expect(assumptionsOf(around(`, surfaces: [${link}]`))).toEqual([]);
    expect(() => around(`, solids: [${link}], surfaces: [${link}]`)).toThrow(/surfaces and solids/);
    expect(() => around(', solids: [nobody]')).toThrow(/no link "nobody"/);
  });
});

describe('a block with a room in it, and a pillar in the room', () => {
  it.each(Object.entries(TIPS))('%s: free in the room, colliding in block and pillar', (_, tip) => {
    const cell = cellWith(ROOM, tip);
    expect(verdicts(cell, -0.25, 0.1, 0.1)).toEqual(['free']);
    expect(verdicts(cell, 0.875, 0, 0)).toEqual(['colliding']);
    expect(verdicts(cell, 0.375, 0, 0)).toEqual(['colliding']);
    expect(verdicts(cell, 1.3, 0, 0)).toEqual(['free']);
    // The room is not free if the block is spoilt: nobody knows then which way it runs.
    const spoilt = cellWith(flipped(ROOM), tip);
    expect(verdicts(spoilt, -0.25, 0.1, 0.1)).toEqual(['colliding']);
  });

  it('a shell in the material around the room, and a body around all, collide', () => {
    for (const h of [0.9, 1.5]) {
      const cell = cellFrom(
        'surepath: 1\nrobots: [{urdf: slider.urdf}]\nobstacles: [{name: block, shape: {mesh: block.obj}}]',
        {
          'slider.urdf': slider('<mesh filename="tip.obj"/>'),
          'block.obj': writeObj(ROOM),
          'tip.obj': writeObj(cube(h)),
        },
      );
      expect(verdicts(cell, 0, 0, 0)).toEqual(['colliding']);
    }
  });

  it('depths are those of the material', () => {
    const cell = cellWith(ROOM, TIPS.ball);
    const [tip, block] = [cell.bodies[0], cell.bodies[1]];
    expect(isSolidBody(block)).toBe(true);
    const depth = new BodyDepth();
    const at = (x: number, y: number, z: number) => {
      const pose = identityPose();
      pose.set([x, y, z], 9);
      depth.ask(tip, block, pose, 0, {});
      return depth.upper;
    };
    // The block's frame is the second: the block is moved, the tip stays.
    expect(at(0.25, 0, 0)).toBe(0);
    expect(at(0, 0, 0.5)).toBe(0);
    expect(at(0.72, 0.3, 0)).toBeGreaterThan(0.019);
    expect(at(-0.375, 0, 0)).toBeGreaterThan(0.12);
    const path = buildPath(cell.tree, [
      Float64Array.from([-0.25, 0.1, 0.1]),
      Float64Array.from([-0.6, 0.1, 0.1]),
    ]);
    expect(checkPenetration(cell, path, { depth: 0.001 }).verdict).toBe('within');
    // A flap has no depth: a body with one has none.
    const { positions, indices } = cube();
    const sail = mesh([...positions, 3, 3, 0], [...indices, 1, 3, 8]);
    expect(isSolidBody(cellWith(sail, TIPS.ball).bodies[1])).toBe(false);
    expect(isSolidBody(cellWith(flipped(cube()), TIPS.ball).bodies[1])).toBe(true);
  });
});

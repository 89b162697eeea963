/**
 * Half-spaces that joints carry: those that stand still, slide, or turn about their own normal are decided
 * by every method and certified; those that really turn by bisection, and where not, that is said at once.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import { makeCertificate, Verifier } from '../../src/certificate/index.ts';
import { type CheckResult, createChecker, type Method } from '../../src/check/index.ts';
import type { JointKind, Part } from '../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, Random } from '../../src/math/index.ts';
import { buildPath, timedPath } from '../../src/motion/index.ts';

type Vec = [number, number, number];
const METHODS: Method[] = ['ladder', 'adaptive', 'refined'];
const at = (x: number, y: number, z: number) => poseFromRpy(0, 0, 0, x, y, z);
const plane = (normal: Vec, offset: number, pose = identityPose()): Part => ({
  pose,
  geometry: { kind: 'half-space', normal, offset },
});
const ball = (radius = 0.1): Part => ({
  pose: identityPose(),
  geometry: { kind: 'sphere', radius },
});

interface Carried {
  readonly kind?: JointKind;
  readonly axis?: Vec;
  readonly origin?: Float64Array;
  readonly parts: readonly Part[];
  readonly attached?: boolean;
  readonly base?: 'fixed' | 'planar' | 'floating';
  readonly tracking?: number;
}

/** A robot that carries a half-space on its one joint; another one whose ball slides along x. */
function cellOf(carried: Carried): CellDescription {
  const { kind = 'revolute', axis = [0, 0, 1], origin = identityPose(), parts } = carried;
  const common = {
    held: new Map(),
    couplings: new Map(),
    padding: new Map(),
    scale: new Map(),
    surfaces: [],
  };
  const link = (name: string, collisions: readonly Part[]) => ({ name, collisions, visuals: [] });
  return {
    robots: [
      {
        ...common,
        name: 'shield',
        robot: {
          name: 'shield',
          links: [link('base', []), link('tool', carried.attached ? [] : parts)],
          joints: [
            {
              name: 'joint',
              kind,
              parent: 'base',
              child: 'tool',
              origin,
              axis,
              limits: { lower: -3, upper: 3 },
            },
          ],
        },
        base: identityPose(),
        baseJoint: carried.base ?? 'fixed',
        tracking: new Map(carried.tracking ? [['default', carried.tracking]] : []),
        attached: carried.attached
          ? [{ name: 'plate', link: 'tool', parts, touches: [], solid: true }]
          : [],
      },
      {
        ...common,
        name: 'slider',
        robot: {
          name: 'slider',
          links: [link('rail', []), link('ball', [ball()])],
          joints: [
            {
              name: 'slide',
              kind: 'prismatic',
              parent: 'rail',
              child: 'ball',
              origin: identityPose(),
              axis: [1, 0, 0],
              limits: { lower: -2, upper: 2 },
            },
          ],
        },
        base: at(0, 0, 1),
        baseJoint: 'fixed',
        tracking: new Map(),
        attached: [],
      },
    ],
    obstacles: [],
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: new Map(),
    files: new Map(),
    notes: [],
  };
}

function checked(cell: Cell, method: Method, from: number[], to: number[]): CheckResult {
  const path = buildPath(cell.tree, [Float64Array.from(from), Float64Array.from(to)]);
  const asked = askAbout(cell, path).cell;
  return createChecker(asked, { method }).check({ segment: path.segments[0], budget: 20_000 });
}

const still = [0.3, -1];
const along = [0.3, 1];
const FREE: [string, Carried, number[], number[]][] = [
  ['below a turning joint that stands', { parts: [plane([0, 0, 1], 0.7)] }, still, along],
  ['aslant, below one that stands', { parts: [plane([0.6, 0, 0.8], -0.2)] }, [0, -0.2], [0, 1]],
  [
    'an attached object below one that stands',
    { parts: [plane([0, 0, 1], 0.7)], attached: true },
    still,
    along,
  ],
  [
    'with other parts, below one that stands',
    { parts: [plane([0, 0, 1], 0.7), { ...ball(0.2), pose: at(0.5, 0, 0.3) }] },
    still,
    along,
  ],
  ['turning about its normal', { parts: [plane([0, 0, 1], 0.7)] }, [-2, -1], [2, 1]],
  [
    'turning about its normal, both turned aslant',
    {
      origin: poseFromRpy(0.3, 0.2, 0.1, 0, 0, 0),
      parts: [plane([0, 0.6, 0.8], 0.5, poseFromRpy(0.6435011087932844, 0, 0, 0, 0, 0))],
    },
    [-2, -0.3],
    [2, 0.3],
  ],
  [
    'carried by a slide along its normal',
    { kind: 'prismatic', parts: [plane([0, 0, 1], 0)] },
    [0, -1],
    [0.69, 1],
  ],
  [
    'carried by a slide in its plane',
    { kind: 'prismatic', axis: [0, 1, 0], parts: [plane([0, 0, 1], 0.7)] },
    [-1, -1],
    [1, 1],
  ],
  [
    'on a planar base that slides, below a joint that stands',
    { base: 'planar', parts: [plane([0, 0, 1], 0.7)] },
    [0, 0, 0, 0.4, -1],
    [1, 2, 0, 0.4, 1],
  ],
  [
    'on a floating base that slides, below a joint that stands',
    { base: 'floating', parts: [plane([0, 0, 1], 0.5)] },
    [0, 0, 0, 0, 0, 0, 1, 0.4, -1],
    [1, 2, 0.1, 0, 0, 0, 1, 0.4, 1],
  ],
];

describe.each(FREE)('a half-space %s', (_, carried, from, to) => {
  const description = cellOf(carried);
  const cell = buildCell(description);

  it.each(METHODS)('is decided by %s', (method) => {
    const { verdict, stats } = checked(cell, method, from, to);
    expect(verdict).toBe('free');
    expect(stats.tests).toBeLessThan(200);
  });

  it('is certified', () => {
    const path = buildPath(cell.tree, [Float64Array.from(from), Float64Array.from(to)]);
    const certificate = makeCertificate(description, cell, path);
    expect(new Verifier(description).verify(certificate, { path }).reason).toBeUndefined();
  });
});

describe('a half-space that joints may stray with', () => {
  it.each(METHODS)('is decided by %s', (method) => {
    const free = buildCell(
      cellOf({ parts: [plane([0, 0, 1], 0.7)], axis: [0, 1, 0], tracking: 0.01 }),
    );
    expect(checked(free, method, [0, -1], [0, 1]).verdict).toBe('free');
    const much = buildCell(
      cellOf({ parts: [plane([0, 0, 1], 0.7)], axis: [0, 1, 0], tracking: 0.3 }),
    );
    expect(checked(much, method, [0, -1], [0, 1]).verdict).not.toBe('free');
  });
});

describe('a half-space that turns', () => {
  const wall = buildCell(cellOf({ axis: [0, 1, 0], parts: [plane([0, 0, 1], 0)] }));

  it.each(METHODS)('is decided by %s', (method) => {
    // The ball stands at x = 0.5, z = 1: sin and cos of the plane's turn.
    expect(checked(wall, method, [-0.3, 0.5], [0.9, 0.5]).verdict).toBe('free');
    expect(checked(wall, method, [0, 0.5], [3, 0.5]).verdict).toBe('colliding');
  });

  it('is never called free by any method where it collides (seed 1)', () => {
    const random = new Random(1);
    let free = 0;
    for (let i = 0; i < 60; i++) {
      const draw = (most: number) => random.between(-most, most);
      const [from, to] = [
        [draw(2), draw(2)],
        [draw(2), draw(2)],
      ];
      let collides = false;
      let nearest = Infinity;
      for (let k = 0; k <= 2000; k++) {
        const [q, x] = [0, 1].map((d) => from[d] + (k / 2000) * (to[d] - from[d]));
        const gap = Math.sin(q) * x + Math.cos(q) - 0.1;
        nearest = Math.min(nearest, gap);
        if (gap < 0) collides = true;
      }
      for (const method of METHODS) {
        const { verdict } = checked(wall, method, from, to);
        if (collides) expect(verdict, `${method} ${i}`).not.toBe('free');
        else if (nearest > 0.01) expect(verdict, `${method} ${i}`).toBe('free');
        if (verdict === 'free') free++;
      }
    }
    expect(free).toBeGreaterThan(20);
  });

  it('cannot be certified, and the maker names the body and the joint', () => {
    const path = buildPath(wall.tree, [Float64Array.of(-0.3, 0.5), Float64Array.of(0.9, 0.5)]);
    expect(() => makeCertificate(wall.description, wall, path)).toThrow(
      /"shield\/joint" turns the half-space of "shield\/tool" against "slider\/ball"/,
    );
  });

  it('about an axis that is nearly its normal, cannot be certified either', () => {
    const tilted = (by: number) => {
      const description = cellOf({ parts: [plane([0, Math.sin(by), Math.cos(by)], 0.7)] });
      const cell = buildCell(description);
      const path = buildPath(cell.tree, [Float64Array.of(-2, -1), Float64Array.of(2, 1)]);
      for (const method of METHODS) {
        expect(checked(cell, method, [-2, -1], [2, 1]).verdict).toBe('free');
      }
      return () => makeCertificate(description, cell, path);
    };
    expect(tilted(1e-9)).toThrow(/turns the half-space/);
    expect(tilted(0)).not.toThrow();
  });

  it('about its normal, with many turns and along a curve, is certified', () => {
    const description = cellOf({ kind: 'continuous', parts: [plane([0, 0, 1], 0.7)] });
    const cell = buildCell(description);
    const verifier = new Verifier(description);
    const points = [Float64Array.of(0, -1), Float64Array.of(100, 1)];
    const velocities = [Float64Array.of(0, 0), Float64Array.of(0, 0)];
    const curve = timedPath(cell.tree, { waypoints: points, times: [0, 1], velocities });
    for (const path of [buildPath(cell.tree, points), curve]) {
      const certificate = makeCertificate(description, cell, path);
      expect(verifier.verify(certificate, { path }).reason).toBeUndefined();
    }
  });

  it('and goes on from where an undecided check ended', () => {
    const path = buildPath(wall.tree, [Float64Array.of(-0.73, 0.9), Float64Array.of(0.9, 0.5)]);
    const [segment] = path.segments;
    const ladder = createChecker(wall, { method: 'ladder' });
    let tests = 0;
    let result = ladder.check({ segment, budget: 1 });
    for (let k = 0; k < 100 && result.verdict === 'undecided'; k++) {
      expect(result.open.length).toBeGreaterThan(0);
      tests += result.stats.tests;
      result = ladder.check({ segment, budget: 1, kept: result.kept });
    }
    expect(tests).toBeGreaterThan(3);
    expect(result.verdict).toBe('free');
  });

  it('against another one is given up at once', () => {
    const description = cellOf({ axis: [0, 1, 0], parts: [plane([0, 0, 1], 0)] });
    const floor = { name: 'floor', pose: at(0, 0, -5), parts: [plane([0, 0, 1], 0)], solid: true };
    const cell = buildCell({ ...description, obstacles: [floor] });
    for (const method of METHODS) {
      const { verdict, stats } = checked(cell, method, [-0.3, 0.5], [0.3, 0.5]);
      expect(verdict).not.toBe('free');
      expect(stats.tests).toBeLessThan(500);
    }
  });
});

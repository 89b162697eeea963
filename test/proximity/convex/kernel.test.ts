/**
 * GJK in WebAssembly gives the numbers of the TypeScript, to the bit: on hulls of all kinds and sizes, near and far, and where poses
 * and directions are nothing of the kind. What TypeScript's answers are worth is in gjk.test.ts.
 */
import { describe, expect, it } from 'vitest';
import * as inKernel from '../../../assembly/hulls/layout.ts';
import { buildSupportTable } from '../../../src/geometry/index.ts';
import { type HullShape, hullShape } from '../../../src/geometry/primitives.ts';
import { kernel, withKernel } from '../../../src/kernel/index.ts';
import { Random } from '../../../src/math/random.ts';
import { gjkInto } from '../../../src/proximity/convex/gjk.ts';
import * as end from '../../../src/proximity/convex/gjkEnd.ts';
import { lookInKernel } from '../../../src/proximity/convex/gjkKernel.ts';
import * as lodged from '../../../src/proximity/convex/lodgedTable.ts';
import * as workspaces from '../../../src/proximity/convex/workspace.ts';
import { randomPoints, randomPose } from '../../helpers/proximity/convex/oracle.ts';

const { APPROACH, convexWorkspace, DIRECTION, MAX_ITERATIONS, NEEDED, POSE, TOLERANCE } =
  workspaces;
const { PROVE, WARM, WITNESS } = workspaces;
const there = kernel() !== null;
const one = convexWorkspace();
const other = workspaces.passingWorkspace();
const fallback = { anew: 0, asked: 0 };

/** Bits of all that a query leaves behind but the pose that only a kernel keeps. */
function bitsOf({ numbers, integers }: workspaces.ConvexWorkspace): string {
  const kept = numbers.slice(0, POSE);
  return [...new BigUint64Array(kept.buffer), ...integers].join(' ');
}

/** The same question to both, as `ask` puts it: all answers equal. */
function compare(a: HullShape, b: HullShape, pose: Float64Array): void {
  for (const ask of QUESTIONS) {
    for (const ws of [one, other]) {
      ws.numbers.fill(0);
      ws.numbers[NEEDED] = Number.POSITIVE_INFINITY;
      ws.numbers[TOLERANCE] = 1e-10;
      ws.integers.set([100, 0, 1, 0, 1]);
      ask(ws);
    }
    fallback.asked++;
    if (lookInKernel(a.table, b.table, pose, 0, one) === end.ANEW) fallback.anew++;
    one.numbers.set(other.numbers.subarray(0, POSE));
    one.integers.set(other.integers);
    expect(answer(a, b, pose, one)).toBe(answer(a, b, pose, other));
    expect(bitsOf(one)).toBe(bitsOf(other));
  }
}

/** The status, or what was wrong: no contact of what is not a number is ever shown. */
function answer(
  a: HullShape,
  b: HullShape,
  pose: Float64Array,
  ws: workspaces.ConvexWorkspace,
): number | string {
  try {
    return gjkInto(a.table, b.table, pose, 0, ws);
  } catch (error) {
    return String(error);
  }
}

const QUESTIONS: readonly ((ws: workspaces.ConvexWorkspace) => void)[] = [
  () => {},
  ({ integers }) => integers.set([60, 0, 0, 0, 0], MAX_ITERATIONS),
  ({ numbers, integers }) => {
    numbers[NEEDED] = 0.01;
    numbers[TOLERANCE] = 1e-3;
    numbers.set([0.02, -0.01, 0.03], APPROACH);
    numbers.set([0.3, -0.9, 0.1], DIRECTION);
    integers[WARM] = 1;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
  },
  ({ numbers, integers }) => {
    numbers[NEEDED] = 0;
    integers[MAX_ITERATIONS] = 2;
    integers[PROVE] = 0;
  },
];

const identity = () => Float64Array.from([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
const at = (x: number, y: number, z: number) => {
  const pose = identity();
  pose.set([x, y, z], 9);
  return pose;
};
const box = (x: number, y: number, z: number) =>
  hullShape(
    Float64Array.from(
      [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [i * x, j * y, k * z]))),
    ),
  );
/** A disc of so many corners, all in one plane: lists of many blocks. */
const prism = (count: number) =>
  hullShape(
    Float64Array.from({ length: 6 * count }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 3)) / count;
      return [Math.cos(angle), Math.sin(angle), i < 3 * count ? -0.1 : 0.1][i % 3];
    }),
  );

describe.runIf(there)('GJK in WebAssembly', () => {
  it('has its numbers where TypeScript has them', () => {
    const all: Record<string, unknown> = { ...workspaces, ...lodged, ...end };
    for (const [name, value] of Object.entries(inKernel)) {
      expect([name, all[name]]).toEqual([name, value]);
    }
  });

  it('says the same of random hulls, apart, near and overlapping (seed 31)', () => {
    const random = new Random(31);
    fallback.anew = 0;
    fallback.asked = 0;
    for (let run = 0; run < 60; run++) {
      const a = hullShape(randomPoints(random, 4 + Math.floor(60 * random.unit())));
      const b = hullShape(randomPoints(random, 4 + Math.floor(60 * random.unit())));
      for (const distance of [0.01, 0.8, 1.3, 1.6, 2, 5]) {
        compare(a, b, randomPose(random, distance));
      }
    }
    // None of them is left to TypeScript.
    expect(fallback.asked).toBe(60 * 6 * QUESTIONS.length);
    expect(fallback.anew).toBe(0);
  });

  it('says the same of tiny and huge ones, and far away (seed 32)', () => {
    const random = new Random(32);
    for (const scale of [1e-12, 1e-6, 1e6, 1e12]) {
      const a = hullShape(randomPoints(random, 30, scale));
      const b = hullShape(randomPoints(random, 30, 1));
      for (const far of [0.5, 2, 1e6, 1e12]) {
        compare(a, b, randomPose(random, far * Math.max(1, scale)));
        compare(b, a, randomPose(random, far * scale));
      }
    }
  });

  it('says the same of boxes and prisms that touch, of flat and thin ones, of points and segments', () => {
    const shapes = [
      box(0.5, 0.5, 0.5),
      box(1e-9, 2, 1),
      prism(5),
      prism(150),
      hullShape(Float64Array.of(0.3, 0.2, 0.1)),
      hullShape(Float64Array.of(0, 0, 0)),
      hullShape(Float64Array.of(-1, 0, 0, 1, 0, 0)),
      hullShape(Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0)),
      hullShape(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1e-13, 0, 0, 0, 1e-13)),
    ];
    const poses: Float64Array[] = [
      at(0, 0, 0),
      at(1, 0, 0),
      at(1, 1, 1),
      at(0.5, 0.25, -0.125),
      at(0, 0, 1e-14),
      at(-3, 0, 0),
    ];
    poses.push(at(1 + 2 ** -52, 0, 0), at(0, 1.5, 0), randomPose(new Random(33), 1e-9));
    for (const a of shapes) for (const b of shapes) for (const pose of poses) compare(a, b, pose);
  });

  it('leaves poses that are no rotations, and what is not a number, to TypeScript', () => {
    const a = box(0.5, 0.4, 0.3);
    const b = hullShape(randomPoints(new Random(34), 20));
    const poses = [
      new Float64Array(12),
      new Float64Array(12).fill(1e-310),
      new Float64Array(12).fill(Number.NaN),
      identity().map((x) => 3 * x),
      identity().map((x) => x * 1e-308),
      at(Number.NaN, 0, 0),
      at(Number.POSITIVE_INFINITY, 0, 0),
      at(1e31, 0, 0),
      at(1e200, 1e200, 0),
      at(0, -1e308, 1e308),
    ];
    fallback.anew = 0;
    fallback.asked = 0;
    for (const pose of poses) compare(a, b, pose);
    expect(fallback.anew).toBe(fallback.asked);
  });

  it('begins as TypeScript does from any direction', () => {
    const a = box(0.5, 0.4, 0.3);
    const b = hullShape(randomPoints(new Random(35), 20));
    const pose = randomPose(new Random(36), 2);
    for (const d of [
      ...[
        [0, 0, 0],
        [-0, -0, -0],
        [1e-200, 0, 0],
        [1e-140, 1e-141, 0],
        [0, 0, -1],
        [-1e-300, 1, 0],
      ],
      ...[
        [1e150, 0, 0],
        [1e300, 1e300, 1],
        [Number.NaN, 1, 0],
        [Number.POSITIVE_INFINITY, 0, 0],
      ],
    ]) {
      for (const ws of [one, other]) {
        ws.numbers.fill(0);
        ws.numbers[NEEDED] = 0.1;
        ws.numbers.set(d, DIRECTION);
        ws.integers.set([100, 1, 1, 0, 1]);
      }
      expect(answer(a, b, pose, one)).toBe(answer(a, b, pose, other));
      expect(bitsOf(one)).toBe(bitsOf(other));
    }
  });

  it('answers without a copy where the pose is in the workspace', () => {
    const a = box(0.5, 0.4, 0.3);
    one.numbers.set(at(0, 0, 2), POSE);
    one.numbers[NEEDED] = 0.1;
    one.integers.set([100, 0, 0, 0, 1]);
    expect(gjkInto(a.table, a.table, one.numbers, POSE, one)).toBe(workspaces.APART);
    expect(one.numbers[DIRECTION + 2]).toBe(1);
  });
});

describe.runIf(there)('lodged tables', () => {
  it('are put into the memory once, unless somebody copies them', () => {
    const { table } = prism(7);
    const address = lodged.tableAddress(table, kernel()!);
    expect(address).toBeGreaterThan(0);
    expect(lodged.tableAddress(table, kernel()!)).toBe(address);
    // A copy may have other numbers: it has no address of its own, and none of the first.
    expect(lodged.tableAddress({ ...table }, kernel()!)).toBe(0);
    expect(lodged.tableAddress(structuredClone(table), kernel()!)).toBe(0);
    withKernel(false, () => expect(lookInKernel(table, table, identity(), 0, one)).toBe(end.ANEW));
  });

  it('share blocks between squares that have the same list', () => {
    const { memory } = kernel()!;
    const room = (resolution: number) => {
      const table = buildSupportTable(box(1, 1, 1).hull, resolution);
      const before = memory.free;
      expect(lodged.tableAddress(table, kernel()!)).toBeGreaterThan(0);
      return before - memory.free;
    };
    // The index grows with the squares, 4 bytes each; a block for each would be 96 bytes.
    expect(room(64)).toBeLessThan(2 * 64 * 64 * 12);
  });
});

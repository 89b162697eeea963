/** Joint maps: plots that are proven hold only configurations at which the pieces are apart, and enough is proven. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, jointMapOf, type Pair, PairProbe } from '../../src/cell/index.ts';
import { pieceMotion } from '../../src/cell/jointMap/pieceMotion.ts';
import { PlotProof } from '../../src/cell/jointMap/plotProof.ts';
import { bumpyBall } from '../../src/geometry/index.ts';
import type { Part, RobotDescription } from '../../src/kinematics/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';
import { describeCell, randomCell } from '../helpers/check/ladderCells.ts';

/** Cells of few joints that turn or slide, some of which follow others; each pair may ask for room. */
function* cells(seed: number, count: number): Generator<{ cell: Cell; pairs: Pair[] }> {
  const random = new Random(seed);
  for (let round = 0; round < count; round++) {
    const cell = randomCell(random, {
      links: 3 + random.below(2),
      kinds: ['revolute', 'revolute', 'prismatic'],
      chain: round % 2 === 0,
      size: [0.08, 0.15][round % 2],
      padding: round % 3 === 0 ? 0.01 : 0,
      mimics: true,
    });
    const asked = [0, 0.02][random.below(2)];
    const pairs = cell.tested.map((pair) => ({ ...pair, clearance: asked, tracking: asked / 4 }));
    yield { cell, pairs };
  }
}

/** How far apart a pair is at q, padding taken off; no more than 0.2. */
function distanceAt(probe: PairProbe, pair: Pair, q: Float64Array): number {
  probe.kinematics.setConfiguration(q);
  return Math.min(0.2, probe.measure(pair, 0.2).distance);
}

describe('plots', () => {
  it('that are proven are apart at all their corners, edges and inside, seed 5', () => {
    const random = new Random(500);
    let [proven, tried, least] = [0, 0, Number.POSITIVE_INFINITY];
    for (const { cell, pairs } of cells(5, 14)) {
      const probe = new PairProbe(cell);
      const { lower, upper } = cell.box;
      for (const pair of pairs) {
        const motion = pieceMotion(cell, pair, 0, 0);
        if (motion === null) continue;
        const proof = new PlotProof(motion);
        for (let k = 0; k < 3; k++) {
          const shape = motion.dofs.map(() => random.between(0.2, 1));
          const centre = Float64Array.from(motion.dofs, (d) => random.between(lower[d], upper[d]));
          // The largest plot there that is proven, nearly.
          let [size, step] = [0, 0.8];
          for (; step > 0.02; step /= 2) {
            const half = Float64Array.from(shape, (share) => share * (size + step));
            if (proof.isApart(centre, half)) size += step;
          }
          tried++;
          if (size === 0) continue;
          proven++;
          for (let sample = 0; sample < 8; sample++) {
            const q = Float64Array.from(lower, (low, d) => random.between(low, upper[d]));
            motion.dofs.forEach((d, i) => {
              const side = sample < 4 ? 2 * ((sample >> i) & 1) - 1 : random.between(-1, 1);
              q[d] = Math.min(Math.max(centre[i] + side * shape[i] * size, lower[d]), upper[d]);
            });
            const spare = distanceAt(probe, pair, q) - pair.clearance - pair.tracking;
            least = Math.min(least, spare);
          }
        }
      }
    }
    console.log(`plots: ${proven} of ${tried} proven; at least ${least} to spare`);
    expect(least).toBeGreaterThan(0);
    expect(proven).toBeGreaterThan(0.5 * tried);
    // Bounds that were loose by far would leave more.
    expect(least).toBeLessThan(0.01);
  });

  it('reach as far as a ball gets that goes toward a wall, or beside it first, and no farther', () => {
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const radius = random.between(0.01, 0.05);
      // Of what is to remain, each part counts.
      const [clearance, tracking, padding] = [0, 1, 2].map((k) => (round % 4 === k ? 0.03 : 0));
      const room = radius + clearance + tracking + padding;
      const ball = { pose: placedAt(1, 0, 0), geometry: { kind: 'sphere' as const, radius } };
      const robot = { robot: turntable(ball), padding: new Map([['default', padding]]) };
      // It turns about z from x = 1. A wall at y = 0.3 it meets at sin = 0.3 - radius, one at x = 0.9 at cos = 0.9 + radius;
      // with room beside it so much sooner.
      for (const [at, half, limit] of [
        [placedAt(0, 0.4, 0), [2, 0.1, 0.2], Math.asin(0.3 - room)],
        [placedAt(0.8, 0, 0), [0.1, 2, 0.2], Math.acos(0.9 + room)],
      ] as const) {
        const wall = {
          name: 'wall',
          parts: [{ pose: at, geometry: { kind: 'box' as const, half } }],
        };
        const cell = buildCell(describeCell([robot], [wall]));
        const proof = new PlotProof(
          pieceMotion(cell, { ...cell.tested[0], clearance, tracking }, 0, 0)!,
        );
        const isApart = (size: number) => proof.isApart(Float64Array.of(0), Float64Array.of(size));
        expect(isApart(limit * 1.001), `${radius} ${limit}`).toBe(false);
        expect(isApart(limit * 0.5), `${radius} ${limit}`).toBe(true);
      }
    }
  });

  it('do not depend on what was asked before, nor on who asks, seed 8', () => {
    const random = new Random(8);
    let known = 0;
    for (const { cell, pairs } of cells(8, 4)) {
      for (const pair of pairs.slice(0, 4)) {
        // Two maps of their own: what they ask for differs in nothing that matters.
        const one = jointMapOf(cell, { ...pair, tracking: pair.tracking + 1e-14 }, 0, 0);
        const other = jointMapOf(cell, { ...pair, tracking: pair.tracking + 2e-14 }, 0, 0);
        if (!one || !other) continue;
        expect(one.map).not.toBe(other.map);
        expect(jointMapOf(cell, { ...pair, tracking: pair.tracking + 1e-14 }, 0, 0)?.map).toBe(
          one.map,
        );
        const asked = Array.from({ length: 24 }, () => {
          const between = (d: number) =>
            d < 0 ? 0 : random.between(cell.box.lower[d], cell.box.upper[d]);
          const [x, y] = [between(one.x), between(one.y)];
          return [x, y, x + random.between(-0.1, 0.1), y + random.between(-0.1, 0.1)] as const;
        });
        const first = asked.map((at) => one.map.covers(...at));
        const second = asked.toReversed().map((at) => other.map.covers(...at));
        expect(second.toReversed()).toEqual(first);
        known += first.filter((covered) => covered).length;
      }
    }
    expect(known).toBeGreaterThan(50);
  });

  it('ends of the range are in a square; beyond it nothing is known', () => {
    const { cell, pair } = ballInBall(0.6, false);
    const { map, x } = jointMapOf(cell, pair, 0, 0)!;
    const [low, high] = [cell.box.lower[x], cell.box.upper[x]];
    expect(map.covers(low, 0, low, 0)).toBe(true);
    expect(map.covers(high, 0, low, 0)).toBe(true);
    expect(map.covers(low - 1, 0, low, 0)).toBe(false);
    expect(map.covers(high, 0, high + 1, 0)).toBe(false);
    expect(map.covers(Number.NaN, 0, high, 0)).toBe(false);
  });
});

/** A robot of one joint, about z, that carries a part. */
function turntable(part: Part): RobotDescription {
  return {
    name: 'turntable',
    links: [
      { name: 'foot', collisions: [], visuals: [] },
      { name: 'plate', collisions: [part], visuals: [] },
    ],
    joints: [
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'foot',
        child: 'plate',
        origin: identityPose(),
        axis: [0, 0, 1],
        limits: { lower: -1, upper: 1 },
      },
    ],
  };
}

function placedAt(x: number, y: number, z: number): Float64Array {
  const pose = identityPose();
  pose.set([x, y, z], 9);
  return pose;
}

/** A small ball that turns within a large one: in a surface, or in a solid, in which nothing may be. */
function ballInBall(outer: number, solid: boolean): { cell: Cell; pair: Pair } {
  const mesh = (radius: number) => ({
    pose: identityPose(),
    geometry: {
      kind: 'mesh' as const,
      triangles: bumpyBall(radius, 0.1 * radius, 4, new Random(1)),
      reference: `${radius}`,
    },
  });
  const robot = turntable(mesh(0.1));
  const obstacle = { name: 'case', parts: [mesh(outer)], solid };
  const cell = buildCell(describeCell([{ robot }], [obstacle]));
  return { cell, pair: cell.tested[0] };
}

describe('solids', () => {
  it('what is inside of a solid is not apart, what is inside of a surface is', () => {
    for (const [solid, apart] of [
      [true, false],
      [false, true],
    ] as const) {
      const { cell, pair } = ballInBall(0.6, solid);
      const placed = jointMapOf(cell, pair, 0, 0)!;
      expect(placed.map.covers(-0.5, 0, 0.5, 0)).toBe(apart);
    }
  });
});

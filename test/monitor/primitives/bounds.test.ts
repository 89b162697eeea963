import { describe, expect, it } from 'vitest';
import type { Piece } from '../../../src/cell/index.ts';
import { identityPose, Random } from '../../../src/math/index.ts';
import {
  AXIS_BOX_KIND,
  BOX_KIND,
  CAPSULE_KIND,
  PlacedPrimitives,
  PrimitiveBounds,
  SIMPLE_KINDS,
  SPHERE_KIND,
} from '../../../src/monitor/primitives/index.ts';
import {
  distanceUpper,
  memberOf,
  meshMember,
  shapeMember,
  worldOf,
} from '../../helpers/monitor/primitiveWorlds.ts';
import { randomPose } from '../../helpers/oracles/poses.ts';

const KINDS = Array.from({ length: SIMPLE_KINDS }, (_, kind) => kind);

/** The bound between primitives of members i and k. */
function asker(world: ConstructorParameters<typeof PlacedPrimitives>[0]) {
  const placed = new PlacedPrimitives(world);
  const bounds = new PrimitiveBounds(placed);
  placed.begin();
  return (
    kindI: number,
    i: number,
    kindK: number,
    k: number,
    needed = Number.POSITIVE_INFINITY,
  ) => {
    bounds.needed[0] = needed;
    bounds.ask(kindI, i, kindK, k);
    return bounds.lower[0];
  };
}

function someMembers(random: Random): Piece[] {
  const pieces = Array.from({ length: 8 }, () => {
    const half = [0.4, random.between(0.02, 0.4), random.between(0.02, 0.4)];
    return meshMember(random, half);
  });
  pieces.push(
    shapeMember({ kind: 'sphere', radius: 0.2 }, randomPose(random, 0.3)),
    shapeMember({ kind: 'capsule', radius: 0.1, length: 0.4 }, randomPose(random, 0.3)),
    shapeMember({ kind: 'box', half: [0.1, 0.2, 0.3] }, randomPose(random, 0.3)),
    shapeMember({ kind: 'cylinder', radius: 0.1, length: 0.4 }, randomPose(random, 0.3)),
    shapeMember({ kind: 'cone', radius: 0.1, length: 0.4 }, randomPose(random, 0.3)),
    shapeMember({ kind: 'ellipsoid', radii: [0.1, 0.2, 0.3] }, randomPose(random, 0.3)),
  );
  return pieces;
}

describe('bounds between primitives', () => {
  it.each([
    ['in a crowd', 0.5, 0],
    ['apart', 3, 0],
    ['far away', 1, 1e6],
  ])('never exceed the distance of the members: %s, seed 1', (_, reach, far) => {
    const random = new Random(1);
    let shown = 0;
    const wrong: string[] = [];
    for (let round = 0; round < 3; round++) {
      const world = worldOf(someMembers(random), random, reach, far);
      const lower = asker(world);
      for (let i = 0; i < world.count; i++) {
        for (let k = 0; k < i; k++) {
          const upper = distanceUpper(world, i, k);
          for (const p of KINDS) {
            for (const q of KINDS) {
              const found = lower(p, i, q, k);
              if (!(found <= upper + 4e-16 * far)) wrong.push(`${p} ${i} ${q} ${k}: ${found}`);
              if (found > 0) shown++;
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(shown).toBeGreaterThan(800);
  });

  it('the same in either order, and to the last bit when asked again', () => {
    const random = new Random(2);
    const world = worldOf(someMembers(random), random, 1);
    const lower = asker(world);
    for (const p of KINDS) {
      for (const q of KINDS) {
        const found = lower(p, 0, q, 1);
        expect(lower(q, 1, p, 0)).toBe(found);
        expect(lower(p, 0, q, 1)).toBe(found);
      }
    }
  });

  it('are the distances of the primitives: exact in closed form, nearly where boxes are turned, seed 3', () => {
    const random = new Random(3);
    const [x, y] = [0.3, 0.1];
    const pieces = [
      shapeMember({ kind: 'sphere', radius: y }),
      shapeMember({ kind: 'capsule', radius: y, length: x }),
      shapeMember({ kind: 'box', half: [x, y, 0.2] }),
    ];
    const own = [SPHERE_KIND, CAPSULE_KIND, BOX_KIND];
    const worst = new Map<string, number>();
    let sum = 0;
    let boxes = 0;
    for (let round = 0; round < 400; round++) {
      const world = worldOf([...pieces, ...pieces], random, 1);
      const lower = asker(world);
      for (let i = 0; i < 3; i++) {
        for (let k = 3; k < 6; k++) {
          const upper = distanceUpper(world, i, k);
          if (!(upper > 0.05)) continue;
          const ratio = lower(own[i], i, own[k - 3], k) / upper;
          const name = [own[i], own[k - 3]].sort().join();
          worst.set(name, Math.min(worst.get(name) ?? 1, ratio));
          if (own[i] === BOX_KIND && k === 5) {
            sum += ratio;
            boxes++;
          }
        }
      }
    }
    for (const [name, ratio] of worst) {
      const closed = name.includes(`${SPHERE_KIND}`) || name === `${CAPSULE_KIND},${CAPSULE_KIND}`;
      expect(ratio, name).toBeGreaterThan(closed ? 1 - 1e-6 : 0.7);
    }
    expect(sum / boxes).toBeGreaterThan(0.99);
  });

  it('between boxes more than along their axes and centres alone: edges that cross', () => {
    // Two long bars at right angles, edge over edge.
    const quarter = Math.SQRT1_2;
    const bar = shapeMember({ kind: 'box', half: [1, 0.1, 0.1] });
    const random = new Random(1);
    const world = worldOf([bar, bar], random, 0);
    world.place(0, new Float64Array([1, 0, 0, 0, quarter, -quarter, 0, quarter, quarter, 0, 0, 0]));
    world.place(
      1,
      new Float64Array([0, -quarter, quarter, 1, 0, 0, 0, quarter, quarter, 0, 0, 0.5]),
    );
    const exact = 0.5 - 0.2 * Math.SQRT2;
    expect(distanceUpper(world, 0, 1)).toBeCloseTo(exact, 9);
    expect(asker(world)(BOX_KIND, 0, BOX_KIND, 1)).toBeGreaterThan(0.99 * exact);
  });

  it('take padding and errors of poses off', () => {
    const random = new Random(4);
    const world = worldOf(someMembers(random), random, 2);
    const before = asker(world);
    const pairs = KINDS.flatMap((p) => KINDS.map((q) => [p, q]));
    const first = pairs.map(([p, q]) => before(p, 0, q, 1));
    world.paddings[0] = 0.01;
    world.errors[1] = 0.002;
    for (const i of [0, 1]) world.place(i, world.poses.slice(12 * i, 12 * i + 12));
    const grown = asker(world);
    pairs.forEach(([p, q], n) => {
      expect(grown(p, 0, q, 1)).toBeLessThanOrEqual(first[n] - 0.012 + 1e-12);
      expect(grown(p, 0, q, 1)).toBeGreaterThan(first[n] - 0.012 * 2);
    });
  });

  it('hold for rotations that are none, seed 5', () => {
    const random = new Random(5);
    let exceeds = false;
    for (let round = 0; round < 4; round++) {
      const world = worldOf(someMembers(random).slice(0, 8), random, 0.8);
      // Stretched by up to a millionth: the largest that cells accept.
      const stretch = world.poses.map((v, n) => (n % 12 < 9 ? v * (1 + 4e-7) : v));
      for (let i = 0; i < world.count; i++) world.place(i, stretch.slice(12 * i, 12 * i + 12));
      const lower = asker(world);
      const points = (n: number) => {
        const piece = world.pieces[n];
        if (piece.convex.kind !== 'hull') throw new Error('a mesh');
        const p = piece.convex.hull.positions;
        const { poses } = world;
        return Float64Array.from(p, (_, j) => {
          const [r, v] = [12 * n + 3 * (j % 3), j - (j % 3)];
          const at = poses[r] * p[v] + poses[r + 1] * p[v + 1] + poses[r + 2] * p[v + 2];
          return at + poses[12 * n + 9 + (j % 3)];
        });
      };
      for (let k = 1; k < world.count; k++) {
        const [a, b] = [points(0), points(k)].map((positions) =>
          memberOf({ kind: 'hull', hull: { positions } }),
        );
        const plain = worldOf([a, b], random, 0);
        plain.place(0, identityPose());
        plain.place(1, identityPose());
        const upper = distanceUpper(plain, 0, 1);
        for (const p of KINDS) {
          for (const q of KINDS) exceeds ||= !(lower(p, 0, q, k) <= upper + 1e-15);
        }
      }
    }
    expect(exceeds).toBe(false);
  });

  it('a stretched rotation stretches balls, too', () => {
    const hull = { positions: Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0) };
    const pieces = [memberOf({ kind: 'hull', hull }), memberOf({ kind: 'hull', hull })];
    const world = worldOf(pieces, new Random(1), 0);
    const stretched = (x: number) =>
      identityPose().map((v, n) => (n === 9 ? x : n < 9 ? v * (1 + 4e-7) : v));
    world.place(0, stretched(0));
    world.place(1, stretched(3));
    const lower = asker(world);
    // Boxes along the axes are the world's own; this world's are made of balls.
    const own = KINDS.filter((kind) => kind !== AXIS_BOX_KIND);
    for (const p of own) {
      for (const q of own) expect(lower(p, 0, q, 1)).toBeLessThanOrEqual(1 - 8e-7);
    }
    expect(lower(SPHERE_KIND, 0, SPHERE_KIND, 1)).toBeGreaterThan(1 - 1e-4);
  });

  it('stop as soon as there is enough', () => {
    const random = new Random(6);
    const world = worldOf(someMembers(random), random, 3);
    const lower = asker(world);
    for (let k = 1; k < world.count; k++) {
      const all = lower(BOX_KIND, 0, BOX_KIND, k);
      if (all < 0.2) continue;
      const some = lower(BOX_KIND, 0, BOX_KIND, k, 0.1);
      expect(some).toBeGreaterThan(0.1);
      expect(some).toBeLessThanOrEqual(all);
    }
  });

  it('degenerate members: points, segments, flat ones, tiny ones', () => {
    const random = new Random(7);
    const hull = (positions: number[]) =>
      memberOf({ kind: 'hull', hull: { positions: Float64Array.from(positions) } });
    const pieces = [
      hull([0.1, 0.2, 0.3]),
      hull([0, 0, 0, 0.5, 0, 0]),
      hull([0, 0, 0, 0.5, 0, 0, 0, 0.5, 0]),
      hull([0, 0, 0, 1e-12, 0, 0, 0, 1e-12, 0, 0, 0, 1e-12]),
      hull([0, 0, 0, 1, 0, 0, 1, 1e-12, 0, 0.5, 0, 1e-12]),
    ];
    const wrong: string[] = [];
    for (let round = 0; round < 20; round++) {
      const world = worldOf(pieces, random, round % 2 === 0 ? 1 : 0);
      const lower = asker(world);
      for (let i = 0; i < pieces.length; i++) {
        for (let k = 0; k < i; k++) {
          const upper = distanceUpper(world, i, k);
          for (const p of KINDS) {
            for (const q of KINDS) {
              const found = lower(p, i, q, k);
              if (!(found <= upper)) wrong.push(`${p} ${i} ${q} ${k}: ${found}`);
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Nearest neighbours against looking at all of them. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { Nearest, PlanningSpace } from '../../src/plan/index.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const joint = (i: number, type: string) =>
  `<link name="l${i + 1}"/><joint name="j${i}" type="${type}"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="0 0 1"/><limit lower="-2" upper="3" effort="1" velocity="1"/></joint>`;

/** A chain without geometry: every other joint turns without limits. */
function chain(joints: number): PlanningSpace {
  const parts = Array.from({ length: joints }, (_, i) =>
    joint(i, ['continuous', 'revolute', 'prismatic'][i % 3]),
  );
  const urdf = `<robot name="chain"><link name="l0"/>${parts.join('')}</robot>`;
  return new PlanningSpace(
    cellFrom('surepath: 1\nrobots: [{urdf: chain.urdf}]\nallow_nothing: true\n', {
      'chain.urdf': urdf,
    }),
  );
}

/** All of them, nearest first, of equals the earlier first: the oracle. */
function sorted(space: PlanningSpace, all: readonly Float64Array[], q: Float64Array) {
  const distances = all.map((p) => space.distance(q, p));
  const order = all.map((_, i) => i).sort((i, j) => distances[i] - distances[j] || i - j);
  return { distances, order };
}

describe.each([1, 3, 7, 36])('%i joints', (joints) => {
  it.each([0, 1, 1000])(
    'finds the nearest one, the k nearest and all within a distance, the first of equals, turns %i',
    (turns) => {
      const random = new Random(joints);
      const space = chain(joints);
      const all: Float64Array[] = [];
      const nearest = new Nearest(space);
      const q = new Float64Array(joints);
      const some = new Int32Array(4000);
      const within: number[] = [7];
      expect(nearest.nearest(q)).toBe(-1);
      expect(nearest.nearestInto(q, 3, some)).toBe(0);
      expect(nearest.withinInto(q, 1e9, within)).toBe(0);
      expect(within).toEqual([]);
      let equals = 0;
      for (let k = 0; k < 1200; k++) {
        space.sampleInto(random, q);
        // Some again, some whole turns away, some on a coarse grid.
        if (k % 17 === 5) q.set(all[random.below(all.length)]);
        if (k % 5 === 2) for (let d = 0; d < joints; d++) q[d] = Math.round(q[d]);
        if (k % 7 === 3) q[0] += 2 * Math.PI * (random.below(2 * turns + 1) - turns);
        all.push(q.slice());
        expect(nearest.add(q)).toBe(k);
        if (k % 3 !== 0) continue;
        space.sampleInto(random, q);
        if (k % 2 === 0) q.set(all[random.below(all.length)]);
        if (k % 4 === 3) for (let d = 0; d < joints; d++) q[d] = Math.round(q[d]);
        const { distances, order } = sorted(space, all, q);
        if (distances[order[0]] === distances[order[1]]) equals++;
        expect(nearest.nearest(q)).toBe(order[0]);
        const count = [1, 2, 10, 33, 100, 2000][random.below(6)];
        const found = nearest.nearestInto(q, count, some);
        expect(Array.from(some.subarray(0, found))).toEqual(order.slice(0, count));
        // Just at the distance of one of them, or anywhere.
        const at = distances[order[random.below(Math.min(all.length, 200))]];
        const radius = random.below(2) === 0 ? at : at * random.unit();
        expect(nearest.withinInto(q, radius, within)).toBe(within.length);
        expect(within).toEqual(order.filter((i) => distances[i] <= radius));
      }
      expect(equals).toBeGreaterThan(10);
    },
  );
});

it('asked for none, finds none', () => {
  const space = chain(2);
  const nearest = new Nearest(space);
  nearest.add(Float64Array.from([1, 2]));
  const q = new Float64Array(2);
  const some = new Int32Array(1);
  for (const k of [0, -1, Number.NaN]) expect(nearest.nearestInto(q, k, some)).toBe(0);
  for (const r of [-1, Number.NaN]) expect(nearest.withinInto(q, r, [])).toBe(0);
  expect(nearest.withinInto(q, Number.POSITIVE_INFINITY, [])).toBe(1);
});

it('scales: a hundred thousand configurations of seven joints', () => {
  const random = new Random(2);
  const space = chain(7);
  const nearest = new Nearest(space);
  const q = new Float64Array(7);
  const begin = performance.now();
  for (let k = 0; k < 100_000; k++) {
    space.sampleInto(random, q);
    nearest.add(q);
  }
  const added = performance.now();
  for (let k = 0; k < 1000; k++) {
    space.sampleInto(random, q);
    expect(nearest.nearest(q)).toBeGreaterThanOrEqual(0);
  }
  const took = performance.now() - added;
  const some = new Int32Array(32);
  for (let k = 0; k < 200; k++) {
    space.sampleInto(random, q);
    expect(nearest.nearestInto(q, 32, some)).toBe(32);
  }
  const several = 5 * (performance.now() - added - took);
  console.log(
    `100,000 added in ${(added - begin).toFixed(0)} ms, ${took.toFixed(0)} us per query, ${several.toFixed(0)} us for 32`,
  );
}, 60_000);

describe('what was taken out', () => {
  it.each([0, 300])('is found no more, the others as before, %i added later', (later) => {
    const random = new Random(8);
    const space = chain(4);
    const nearest = new Nearest(space);
    const all: Float64Array[] = [];
    const q = new Float64Array(4);
    const add = (count: number) => {
      for (let k = 0; k < count; k++) {
        space.sampleInto(random, q);
        all.push(q.slice());
        nearest.add(q);
      }
    };
    add(500);
    const gone = new Set(Array.from({ length: 200 }, () => random.below(all.length)));
    for (const i of gone) nearest.remove(i);
    add(later);
    const some = new Int32Array(40);
    for (let k = 0; k < 100; k++) {
      space.sampleInto(random, q);
      const left = sorted(space, all, q).order.filter((i) => !gone.has(i));
      expect(nearest.nearest(q)).toBe(left[0]);
      expect(nearest.nearestInto(q, 40, some)).toBe(40);
      expect(Array.from(some)).toEqual(left.slice(0, 40));
    }
    for (let i = 0; i < all.length; i++) nearest.remove(i);
    expect(nearest.nearest(q)).toBe(-1);
  });
});

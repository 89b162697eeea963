/** Nearest neighbours against looking at all of them. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { Nearest, PlanningSpace } from '../../src/plan/index.ts';
import { cellFrom } from '../oracles/cellText.ts';

const joint = (i: number, type: string) =>
  `<link name="l${i + 1}"/><joint name="j${i}" type="${type}"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="0 0 1"/><limit lower="-2" upper="3" effort="1" velocity="1"/></joint>`;

/** A chain without geometry: every other joint turns without limits. */
function chain(joints: number): PlanningSpace {
  const parts = Array.from({ length: joints }, (_, i) =>
    joint(i, ['continuous', 'revolute', 'prismatic'][i % 3]),
  );
  const urdf = `<robot name="chain"><link name="l0"/>${parts.join('')}</robot>`;
  return new PlanningSpace(
    cellFrom('surepath: 1\nrobots: [{urdf: chain.urdf}]\n', { 'chain.urdf': urdf }),
  );
}

describe.each([1, 3, 7, 36])('%i joints', (joints) => {
  it('finds the nearest one, the first of equals, seed 1', () => {
    const random = new Random(joints);
    const space = chain(joints);
    const all: Float64Array[] = [];
    const nearest = new Nearest(space);
    const q = new Float64Array(joints);
    expect(nearest.nearest(q)).toBe(-1);
    for (let k = 0; k < 1500; k++) {
      space.sampleInto(random, q);
      // Some again, some a whole turn away, some on a coarse grid.
      if (k % 17 === 5) q.set(all[random.below(all.length)]);
      if (k % 5 === 2) for (let d = 0; d < joints; d++) q[d] = Math.round(q[d]);
      if (k % 7 === 3) q[0] += 2 * Math.PI;
      all.push(q.slice());
      expect(nearest.add(q)).toBe(k);
      if (k % 3 !== 0) continue;
      space.sampleInto(random, q);
      if (k % 2 === 0) q.set(all[random.below(all.length)]);
      const found = nearest.nearest(q);
      const distances = all.map((p) => space.distance(q, p));
      const least = Math.min(...distances);
      expect(distances[found] - least).toBeLessThanOrEqual(1e-12);
      if (least === 0) expect(found).toBe(distances.indexOf(0));
    }
  });
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
  console.log(`100,000 added in ${(added - begin).toFixed(0)} ms, ${took.toFixed(0)} us per query`);
}, 60_000);

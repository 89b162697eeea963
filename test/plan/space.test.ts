/** Configuration space: ways there and back, turns, clearances. */
import { describe, expect, it } from 'vitest';
import { StaticChecker } from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { PlanningSpace } from '../../src/plan/index.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { cellFrom } from '../helpers/oracles/cellText.ts';

const wheel = (follower: string) => `<robot name="wheel">
  <link name="base"/><link name="spoke"/><link name="other"/>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="spoke"/><axis xyz="0 0 1"/>
  </joint>
  <joint name="follow" type="${follower}">
    <parent link="spoke"/><child link="other"/><axis xyz="0 0 1"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/>
    <mimic joint="turn" multiplier="0.5"/>
  </joint>
</robot>`;

const spaceOf = (urdf: string) =>
  new PlanningSpace(
    cellFrom('surepath: 1\nrobots: [{urdf: wheel.urdf}]\nallow_nothing: true\n', {
      'wheel.urdf': urdf,
    }),
  );
const plain = wheel('fixed').replace(/<mimic[^>]*>/, '');

describe('a joint without limits', () => {
  it('goes the same way there and back, also by exactly half a turn', () => {
    const space = spaceOf(plain);
    const random = new Random(3);
    const end = new Float64Array(1);
    for (let k = 0; k < 500; k++) {
      const a = Float64Array.of(k % 2 === 0 ? random.between(-20, 20) : Math.PI * random.below(9));
      const b = Float64Array.of(k % 3 === 0 ? a[0] + Math.PI : random.between(-20, 20));
      space.alongInto(a, b, end);
      const there = end[0] - a[0];
      space.alongInto(b, a, end);
      const back = end[0] - b[0];
      expect(there + back).toBeCloseTo(0, 12);
      expect(Math.abs(there)).toBeLessThanOrEqual(Math.PI + 1e-12);
      expect(space.distance(a, b)).toBeCloseTo(Math.abs(there), 12);
      expect(space.distance(a, b)).toBe(space.distance(b, a));
    }
  });

  it('is not the same after a turn if what follows it is not', () => {
    const [a, b] = [Float64Array.of(0.25), Float64Array.of(0.25 + 2 * Math.PI)];
    expect(spaceOf(plain).distance(a, b)).toBeCloseTo(0, 12);
    for (const kind of ['continuous', 'prismatic']) {
      const space = spaceOf(wheel(kind));
      expect(space.distance(a, b)).toBeCloseTo(2 * Math.PI, 12);
      const end = new Float64Array(1);
      space.alongInto(a, b, end);
      expect(end[0]).toBe(b[0]);
      expect(space.isInside(b)).toBe(true);
    }
  });
});

it('calls a configuration free only if all pairs keep their clearance', () => {
  const random = new Random(8);
  const counts = { free: 0, tooClose: 0, colliding: 0 };
  for (let k = 0; k < 12; k++) {
    const cell = randomCell(random, {
      kinds: ['revolute', 'prismatic'],
      clearance: 0.05,
      links: 4,
      size: 0.1,
    });
    const space = new PlanningSpace(cell);
    const statics = new StaticChecker(cell);
    const q = new Float64Array(space.size);
    for (let i = 0; i < 60; i++) {
      space.sampleInto(random, q);
      const free = space.isFree(q);
      const { colliding, tooClose } = statics.check(q);
      expect(free).toBe(!colliding && tooClose === null);
      counts[colliding ? 'colliding' : tooClose ? 'tooClose' : 'free']++;
    }
  }
  expect(counts.free).toBeGreaterThan(20);
  expect(counts.tooClose).toBeGreaterThan(20);
});

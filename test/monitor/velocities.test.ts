/** Steps with times, under a promise of rates: nothing is missed, and little is looked at. */
import { describe, expect, test } from 'vitest';
import { askAbout, type Cell, StaticChecker, sampleInto } from '../../src/cell/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';
import { createMonitor, type Monitor, type TimedMonitor } from '../../src/monitor/index.ts';
import { BruteForce } from '../helpers/monitor/bruteForce.ts';
import { anyPose } from '../helpers/monitor/changingCell.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const DT = 0.001;

/** A motion that keeps its rates: every so often each joint chooses another rate, often the fastest there is. */
class Wanderer {
  readonly q: Float64Array;
  private readonly rates: Float64Array;
  private readonly now: Float64Array;
  private readonly cell: Cell;
  private readonly random: Random;

  constructor(cell: Cell, random: Random, rates: Float64Array) {
    this.cell = cell;
    this.random = random;
    this.rates = rates;
    this.q = new Float64Array(cell.tree.dofs.length);
    this.now = new Float64Array(rates.length);
    sampleInto(cell, random, this.q);
  }

  /** One step of so many seconds; `times`: so much faster than allowed. */
  step(seconds: number, times = 1): void {
    const { dofs } = this.cell.tree;
    const { random, q, now, rates } = this;
    const { lower, upper } = this.cell.box;
    const { tolerances } = this.cell;
    for (let d = 0; d < q.length; d++) {
      if (dofs[d].unit === 'quaternion') continue;
      if (random.unit() < 0.02)
        now[d] = rates[d] * [-1, 1, 0, random.between(-1, 1)][random.below(4)];
      const next = q[d] + now[d] * seconds * times;
      if (next - tolerances[d] < lower[d] || next + tolerances[d] > upper[d]) now[d] = -now[d];
      else q[d] = next;
    }
  }
}

/** Where floating joints turn, quaternions stay as they are: rates of theirs are 0. */
function ratesFor(cell: Cell, random: Random, most: number): Float64Array {
  return Float64Array.from(cell.tree.dofs, ({ unit }) =>
    unit === 'quaternion' ? 0 : random.unit() < 0.2 ? 0 : random.between(0.1, 1) * most,
  );
}

/** Holds an answer against what a monitor without promises answers. */
function compare(
  timed: TimedMonitor,
  other: Monitor,
  time: number,
  q: Float64Array,
  threshold: number,
) {
  const { vectors, isKept } = timed.step(time, q, threshold);
  const size = 1e-9 * Math.max(1, ...other.world.balls.filter(Number.isFinite).map(Math.abs));
  // The answers of the two monitors are different records.
  const own = vectors.map(({ status, distance, lower }) => ({ status, distance, lower }));
  const { vectors: expected } = other.step(q, threshold);
  expected.forEach((vector, p) => {
    const { status, distance, lower } = own[p];
    expect(lower).toBeLessThanOrEqual(vector.distance === Infinity ? Infinity : vector.distance);
    if (status === 'beyond') {
      if (vector.status !== 'beyond')
        expect(vector.distance).toBeGreaterThanOrEqual(threshold - size);
      expect(lower).toBeGreaterThanOrEqual(threshold < Infinity ? threshold - size : 0);
      return;
    }
    if (vector.status === 'beyond') expect(distance).toBeGreaterThanOrEqual(threshold - size);
    else expect(Math.abs(distance - vector.distance)).toBeLessThanOrEqual(size);
  });
  return isKept;
}

describe('with a promise of rates', () => {
  test('answers are those without one: random cells of all kinds, seeds 1 to 12', () => {
    let steps = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const random = new Random(seed);
      const made = anyCell(seed).cell;
      const start = new Float64Array(made.tree.dofs.length);
      sampleInto(made, random, start);
      const { cell } = askAbout(made, [start]);
      const rates = ratesFor(cell, random, [0.3, 2, 20][seed % 3]);
      const wanderer = new Wanderer(cell, random, rates);
      wanderer.q.set(start);
      const monitor = createMonitor(cell);
      const timed = monitor.within({ rates });
      const other = createMonitor(cell);
      let time = random.between(-5, 5);
      for (let n = 0; n < 60; n++) {
        const threshold = n % 10 < 5 ? Number.POSITIVE_INFINITY : random.between(0.001, 0.5);
        expect(compare(timed, other, time, wanderer.q, threshold)).toBe(true);
        const seconds = random.unit() < 0.05 ? 0 : DT * 10 ** random.between(-1, 1.5);
        wanderer.step(seconds);
        time += seconds;
        steps++;
      }
    }
    expect(steps).toBe(720);
  });

  test('two arms at their fastest: brute force agrees, and few pairs are looked at', () => {
    const cell = embedded('two-arms');
    const random = new Random(2);
    const rates = Float64Array.from(cell.tree.dofs, ({ velocityLimit }) => velocityLimit);
    const wanderer = new Wanderer(cell, random, rates);
    const monitor = createMonitor(cell);
    const timed = monitor.within({ rates });
    const oracle = new BruteForce(cell);
    const STEPS = 200;
    for (let n = 0; n < STEPS; n++) {
      const { vectors } = timed.step(n * DT, wanderer.q, 0.1);
      if (n % 20 === 0) {
        for (const { pair, distance, lower, status } of vectors) {
          const brute = oracle.vector(wanderer.q, pair, monitor.classes);
          expect(lower).toBeLessThanOrEqual(brute.distance);
          if (status === 'beyond') expect(brute.distance).toBeGreaterThanOrEqual(0.1 - 1e-9);
          else expect(distance).toBeCloseTo(brute.distance, 9);
        }
      }
      wanderer.step(DT);
    }
    let pairs = 0;
    monitor.world.forEachTested(() => pairs++);
    // A promise that says nothing looks at every pair at every step.
    const blind = createMonitor(cell).within({ rates: Number.POSITIVE_INFINITY });
    const again = new Wanderer(cell, new Random(2), rates);
    for (let n = 0; n < 40; n++) {
      blind.step(n * DT, again.q, 0.1);
      again.step(DT);
    }
    // Where classes meet nothing else is looked at.
    expect(blind.counts.boxes / 40).toBeGreaterThan(0.5 * pairs);
    expect(timed.counts.boxes / STEPS).toBeLessThan(0.1 * pairs);
    expect(timed.counts.distances / STEPS).toBeLessThan(0.1 * pairs);
    // Answers for a pair of classes without a look.
    expect(timed.counts.updates).toBeGreaterThan(STEPS);
  });

  test('the slower, the less is looked at; who stands still, nothing', () => {
    const cell = embedded('two-arms');
    const checker = new StaticChecker(cell);
    const start = new Float64Array(12);
    const random = new Random(4);
    do sampleInto(cell, random, start);
    while (checker.firstCollision(start) >= 0);
    const looks = [4, 1, 0.25, 0].map((rate) => {
      const wanderer = new Wanderer(cell, new Random(4), new Float64Array(12).fill(rate));
      const monitor = createMonitor(cell);
      // Links of one arm are always near each other.
      const between = monitor.pairs.flatMap(({ a, b }, p) => (a === b ? [] : [p]));
      const timed = monitor.within({ rates: rate });
      timed.step(0, start, 0.05, between);
      const first = timed.counts.boxes;
      wanderer.q.set(start);
      for (let n = 1; n <= 200; n++) {
        wanderer.step(DT);
        timed.step(n * DT, wanderer.q, 0.05, between);
      }
      return timed.counts.boxes - first;
    });
    expect(looks[0]).toBeGreaterThan(2 * looks[1]);
    expect(looks[1]).toBeGreaterThan(2 * looks[2]);
    expect(looks[3]).toBe(0);
  });
});

describe('a promise that is broken', () => {
  const cell = embedded('two-arms');

  test('is said, and everything is looked at: nothing is missed', () => {
    const random = new Random(6);
    const wanderer = new Wanderer(cell, random, new Float64Array(12).fill(1));
    const monitor = createMonitor(cell);
    const timed = monitor.within({ rates: 1 });
    const other = createMonitor(cell);
    let pairs = 0;
    monitor.world.forEachTested(() => pairs++);
    let broken = 0;
    for (let n = 0; n < 100; n++) {
      const before = timed.counts.boxes;
      const leaps = n % 25 === 24;
      if (leaps) sampleInto(cell, random, wanderer.q);
      const isKept = compare(
        timed,
        other,
        n * DT,
        wanderer.q,
        n % 2 ? 0.2 : Number.POSITIVE_INFINITY,
      );
      expect(isKept).toBe(!leaps);
      if (leaps) {
        broken++;
        if (other.step(wanderer.q).vectors.every(({ status }) => status !== 'colliding')) {
          expect(timed.counts.boxes - before).toBe(pairs);
        }
      }
      wanderer.step(DT);
    }
    expect(broken).toBe(4);
  });

  test('by a hair is kept, by more is not', () => {
    const q = new Wanderer(cell, new Random(1), new Float64Array(12)).q;
    const timed = createMonitor(cell).within({ rates: 1 });
    const moved = q.slice();
    expect(timed.step(0, q).isKept).toBe(true);
    moved[3] = q[3] > 0 ? q[3] - 0.001 : q[3] + 0.001;
    expect(timed.step(0.001, moved).isKept).toBe(true);
    expect(timed.step(0.001 + 0.00099, q).isKept).toBe(false);
    // Time that stands still.
    expect(timed.step(0.001 + 0.00099, q).isKept).toBe(true);
    expect(timed.step(0.001 + 0.00099, moved).isKept).toBe(false);
  });
});

describe('obstacles that move', () => {
  const cell = embedded('two-arms');
  const parts = [
    { pose: identityPose(), geometry: { kind: 'box', half: [0.1, 0.2, 0.1] } as const },
  ];

  test('as slowly as promised are looked at when they may have come near', () => {
    const run = (speeds: Record<string, number>) => {
      const random = new Random(9);
      const monitor = createMonitor(cell, { changing: true });
      const other = createMonitor(cell, { changing: true });
      const wanderer = new Wanderer(cell, random, new Float64Array(12).fill(0.5));
      const timed = monitor.within({ rates: 0.5, speeds });
      const pose = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1.2, 0.6);
      for (const each of [monitor, other])
        each.changes.add({ name: 'cart', parts, pose, solid: true });
      let kept = true;
      for (let n = 0; n < 100; n++) {
        pose[10] -= 0.0015;
        for (const each of [monitor, other]) each.changes.move('cart', pose);
        const isKept = compare(timed, other, n * DT, wanderer.q, n % 3 === 0 ? Infinity : 0.1);
        kept &&= isKept;
        wanderer.step(DT);
      }
      return { kept, looks: timed.counts.boxes };
    };
    const known = run({ cart: 1.6 });
    const unknown = run({});
    const slow = run({ cart: 1 });
    expect(known.kept).toBe(true);
    expect(unknown.kept).toBe(true);
    expect(slow.kept).toBe(false);
    // One look at least for every step.
    expect(known.looks).toBeLessThan(unknown.looks - 100);
    expect(known.looks).toBeLessThan(0.2 * slow.looks);
  });

  test('and those that are grasped, put down, appear and vanish are looked at', () => {
    const random = new Random(12);
    const monitor = createMonitor(cell, { changing: true });
    const other = createMonitor(cell, { changing: true });
    const wanderer = new Wanderer(cell, random, new Float64Array(12).fill(2));
    const timed = monitor.within({ rates: 2 });
    const both = [monitor, other];
    for (let n = 0; n < 160; n++) {
      const pose = anyPose(random, [0, 0, 1], 1);
      if (n % 80 === 10)
        for (const each of both) each.changes.add({ name: 'part', parts, pose, solid: true });
      if (n % 80 === 25)
        for (const each of both)
          each.changes.attach('part', 'left/spot_gun', {
            pose: identityPose(),
            touches: ['left/*'],
          });
      if (n % 80 === 45) for (const each of both) each.changes.detach('part', { pose });
      if (n % 80 === 60) for (const each of both) each.changes.move('part', pose);
      if (n % 80 === 75) for (const each of both) each.changes.remove('part');
      expect(compare(timed, other, n * DT, wanderer.q, n % 2 ? 0.1 : Infinity)).toBe(true);
      wanderer.step(DT);
    }
    timed.end();
    monitor.changes.add({ name: 'part', parts, pose: identityPose(), solid: true });
  });
});

describe('what is wrong', () => {
  const cell = embedded('two-arms');
  const monitor = createMonitor(cell);

  test.each([
    ['rates of too few', { rates: [1, 2] }, /2 rates for 12/],
    ['a rate below 0', { rates: -1 }, /rate of "left\/joint_1" is -1/],
    ['a rate that is not a number', { rates: Number.NaN }, /NaN/],
    ['a speed below 0', { rates: 1, speeds: { panel: -2 } }, /speed of "panel" is -2/],
  ])('is refused: %s', (_, promise, message) => {
    expect(() => monitor.within(promise)).toThrow(message);
  });

  test('times that go back, or are none; and the answers after it are sound', () => {
    const timed = monitor.within({ rates: 1 });
    const { q } = new Wanderer(cell, new Random(1), new Float64Array(12));
    timed.step(1, q);
    expect(() => timed.step(0.9, q)).toThrow(/before that of the last one/);
    expect(() => timed.step(Number.NaN, q)).toThrow(/time of a step is NaN/);
    expect(() => timed.step(2, new Float64Array(12).fill(Number.NaN))).toThrow();
    expect(() => timed.step(2, q, -1)).toThrow(/threshold/);
    expect(timed.step(1, q).isKept).toBe(true);
  });
});

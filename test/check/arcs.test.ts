/**
 * Circular segments, checked: a ball that slides in a plane past other balls, so that the answer is known from the circle itself. The
 * verdict on an arc is not that on its chord, nor that on its ends; it is that on many short chords.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell } from '../../src/cell/index.ts';
import { PathRates } from '../../src/check/braking/pathRates.ts';
import {
  certifiedClearance,
  checkPath,
  createChecker,
  firstContact,
  type Method,
} from '../../src/check/index.ts';
import { poseFromRpy, Random } from '../../src/math/index.ts';
import { buildPath, type Path, type Vias } from '../../src/motion/index.ts';
import { slidingBall } from '../helpers/motion/slidingBall.ts';

const RADIUS = 0.1;
const point = (x: number, y: number) => Float64Array.of(x, y);
const round = (angle: number, radius = 1) =>
  point(radius * Math.cos(angle), radius * Math.sin(angle));

/** Balls of this radius at these places. */
function cellOf(...places: readonly Float64Array[]) {
  const shapes = places.map(() => ({ kind: 'sphere' as const, radius: RADIUS }));
  const poses = places.map(([x, y]) => poseFromRpy(0, 0, 0, x, y, 0));
  return buildCell(slidingBall(RADIUS, shapes, poses));
}

const METHODS: readonly Method[] = ['ladder', 'adaptive', 'refined'];

function verdictOf(cell: ReturnType<typeof cellOf>, path: Path, method: Method): string {
  const asked = askAbout(cell, path);
  return checkPath(createChecker(asked.cell, { method }), asked.motion, { delta: 1e-4 }).verdict;
}

describe.each(METHODS)('%s on an arc', (method) => {
  const ends = [round(Math.PI), round(0)];
  const arc = (cell: ReturnType<typeof cellOf>) =>
    buildPath(cell.tree, ends, { vias: [null, [round(Math.PI / 2)]] });

  it('finds what the arc meets, though both ends and the chord are free', () => {
    const cell = cellOf(round(Math.PI / 3));
    expect(verdictOf(cell, arc(cell), method)).toBe('colliding');
    expect(verdictOf(cell, buildPath(cell.tree, ends), method)).toBe('free');
  });

  it('proves what the arc passes, though the chord runs into it', () => {
    const cell = cellOf(point(0.3, 0));
    expect(verdictOf(cell, arc(cell), method)).toBe('free');
    expect(verdictOf(cell, buildPath(cell.tree, ends), method)).toBe('colliding');
  });

  it('goes round a whole circle, which begins where it ends', () => {
    const vias = [null, [round(2), round(4)]];
    const cell = cellOf(round(5, 1.15));
    const circle = buildPath(cell.tree, [round(0), round(0)], { vias });
    expect(verdictOf(cell, circle, method)).toBe('colliding');
    const inside = cellOf(point(0, 0), point(0.7, 0), round(5, 1.25));
    const free = buildPath(inside.tree, [round(0), round(0)], { vias });
    expect(verdictOf(inside, free, method)).toBe('free');
  });

  it('agrees with the circle, and with 64 chords (seed 561)', () => {
    const random = new Random(561);
    const seen = { free: 0, colliding: 0 };
    for (let i = 0; i < 10; i++) {
      const [begin, sweep] = [random.between(0, 6), random.between(0.3, 6)];
      const radius = random.between(0.4, 1.5);
      const [from, via, to] = [0, 0.45, 1].map((part) => round(begin + part * sweep, radius));
      // Somewhere near the circle, on the arc or off it.
      const place = round(random.between(0, 2 * Math.PI), radius + random.between(-0.5, 0.5));
      const cell = cellOf(place);
      const path = buildPath(cell.tree, [from, to], { vias: [null, [via]] });
      const count = 64;
      const points = Array.from({ length: count + 1 }, (_, k) =>
        round(begin + (k / count) * sweep, radius),
      );
      const nearest = Math.min(...points.map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
      // What chords may miss of the circle, and more.
      if (Math.abs(nearest - 2 * RADIUS) < 0.003) continue;
      const wanted = nearest < 2 * RADIUS ? 'colliding' : 'free';
      seen[wanted]++;
      expect(verdictOf(cell, path, method)).toBe(wanted);
      expect(verdictOf(cell, buildPath(cell.tree, points), method)).toBe(wanted);
    }
    expect(Math.min(seen.free, seen.colliding)).toBeGreaterThan(1);
  });
});

it('covers an arc with about as many configurations as its length asks for, not with one a chord', () => {
  const cell = cellOf(point(0, 0));
  const path = buildPath(cell.tree, [round(Math.PI), round(0)], {
    vias: [null, [round(Math.PI / 2)]],
  });
  const asked = askAbout(cell, path);
  const { stats } = checkPath(createChecker(asked.cell, {}), asked.motion, { delta: 1e-4 });
  expect(stats.configurations).toBeLessThan(20);
});

it('says how close an arc comes: the proven is not above the true, the seen not below', () => {
  const place = round(1.1, 1.4);
  const cell = cellOf(place);
  const path = buildPath(cell.tree, [round(0), round(2)], { vias: [null, [round(1)]] });
  const asked = askAbout(cell, path);
  const { pairs } = certifiedClearance(asked.cell, asked.motion, {
    accuracy_m: 1e-4,
    horizon_m: 1,
  });
  const [{ lower, upper }] = pairs;
  const truth = 0.4 - 2 * RADIUS;
  expect(lower).toBeLessThanOrEqual(truth + 1e-12);
  expect(upper).toBeGreaterThanOrEqual(truth - 1e-12);
  expect(upper - lower).toBeLessThan(1.1e-4);
});

it('lets every joint brake from as fast as it may be, on an arc without times', () => {
  const cell = cellOf(point(0, 0));
  const velocity = Float64Array.of(1, 2);
  const ratesOn = (vias?: Vias) => {
    const path = buildPath(cell.tree, [point(-1, 0), point(1, 0.5)], { vias });
    return [...new PathRates(cell.tree, path, velocity).most];
  };
  // On a line the second joint is held up by the first.
  expect(ratesOn()[1]).toBeCloseTo(0.25, 6);
  expect(ratesOn([null, [point(0, 1)]])).toEqual([1, 2]);
});

it('says where contact begins on an arc', () => {
  const cell = cellOf(round(1));
  const path = buildPath(cell.tree, [round(0), round(2)], { vias: [null, [round(1)]] });
  const asked = askAbout(cell, path);
  const { contact } = firstContact(asked.cell, asked.motion, { delta: 1e-4 });
  // Where the centres are two radii apart: twice the sine of half the angle between.
  const angle = 1 - 2 * Math.asin(RADIUS);
  expect(contact!.from * 2).toBeLessThanOrEqual(angle + 1e-9);
  expect(contact!.from * 2).toBeGreaterThan(angle - 0.01);
});

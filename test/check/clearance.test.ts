/** The certified clearance of paths: what is proven and what was seen bracket dense sampling. */
import { describe, expect, it } from 'vitest';
import { type Cell, PairProbe, StaticChecker } from '../../src/cell/index.ts';
import { certifiedClearance } from '../../src/check/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import { CELLS, randomSegment } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { cube } from '../helpers/oracles/meshes.ts';

/** Smallest sampled distance of every tested pair, up to a cutoff. */
function sampled(cell: Cell, path: Path, steps: number, cutoff: number): number[] {
  const probe = new PairProbe(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  const least = cell.tested.map(() => Number.POSITIVE_INFINITY);
  for (const segment of path.segments) {
    for (let i = 0; i <= steps; i++) {
      segment.configurationInto(i / steps, q, 0);
      probe.kinematics.setConfiguration(q);
      cell.tested.forEach((pair, p) => {
        least[p] = Math.min(least[p], probe.measure(pair, cutoff).distance);
      });
    }
  }
  return least;
}

const keyOf = ({ a, b }: { a: number; b: number }) => `${a} ${b}`;

for (const [name, build] of Object.entries(CELLS)) {
  describe(`clearance, ${name}, seed 10`, () => {
    it('brackets dense sampling, to the accuracy asked for', () => {
      const cell = build();
      const random = new Random(10);
      const checker = new StaticChecker(cell);
      const accuracy_m = 2e-3;
      const horizon_m = 0.08;
      for (let n = 0; n < 4; n++) {
        const { from, to } = randomSegment(checker, random, 1);
        const beyond = to.map((x, d) => x + 0.3 * (from[d] - x));
        const path = buildPath(cell.tree, [from, to, beyond]);
        const result = certifiedClearance(cell, path, { accuracy_m, horizon_m });
        const known = new Map(result.pairs.map((found) => [keyOf(found.pair), found]));
        const least = sampled(cell, path, 60, horizon_m);
        const moving = cell.pairs.filter((p) => p.reason === null || p.reason === 'swept');
        expect(result.pairs.length).toBe(moving.length);
        cell.tested.forEach((pair, p) => {
          const found = known.get(keyOf(pair))!;
          const label = `path ${n}, ${cell.bodies[pair.a].name} and ${cell.bodies[pair.b].name}`;
          expect(found.lower, label).toBeLessThanOrEqual(least[p]);
          expect(found.lower, label).toBeLessThanOrEqual(found.upper);
          expect(found.lower, label).toBeGreaterThanOrEqual(
            Math.min(horizon_m, found.upper - accuracy_m) - 1e-12,
          );
          // What was seen is there.
          if (found.upper === Number.POSITIVE_INFINITY) return;
          const q = new Float64Array(cell.tree.dofs.length);
          path.segments[found.segment].configurationInto(found.t, q, 0);
          const probe = new PairProbe(cell);
          probe.kinematics.setConfiguration(q);
          expect(probe.measure(pair, 1).distance, label).toBeCloseTo(found.upper, 12);
        });
        const lowers = result.pairs.map((found) => found.lower);
        expect(lowers).toEqual([...lowers].sort((a, b) => a - b));
        expect(result.lower).toBe(lowers[0]);
      }
    });
  });
}

describe('clearance', () => {
  const build = (rest: string) =>
    cellFrom(
      `surepath: 1\nrobots: [{urdf: arm.urdf, padding: {link1: 0.01}}]\n${rest}\nallow: [[link0, link1]]`,
      {
        'arm.urdf': armUrdf('arm', [0.5, 0.5]),
        'crate.stl': cube(2),
      },
    );
  const WALL = 'obstacles: [{name: wall, shape: {box: [0.1, 2, 1]}, pose: {xyz: [1.1, 0, 0]}}]';
  const swing = (cell: Cell, ...angles: number[]) =>
    buildPath(
      cell.tree,
      angles.map((x) => Float64Array.of(x)),
    );

  it('is the distance where the motion comes nearest', () => {
    const cell = build(WALL);
    // The link's corners reach 0.5 + sqrt(0.45^2 + 0.05^2) at most; the wall begins at 1.05.
    const expected = 1.05 - 0.5 - Math.hypot(0.45, 0.05) - 0.01;
    const { lower, pairs } = certifiedClearance(cell, swing(cell, -1, 1), { accuracy_m: 1e-6 });
    expect(lower).toBeGreaterThan(expected - 1e-6);
    expect(lower).toBeLessThanOrEqual(expected);
    expect(pairs[0].upper).toBeGreaterThanOrEqual(expected - 1e-12);
    expect(pairs[0].upper).toBeLessThan(expected + 1e-6);
  });

  it('is zero for a pair that collides, contained ones included', () => {
    const cell = build(WALL.replace('1.1', '1'));
    const { lower, pairs } = certifiedClearance(cell, swing(cell, -1, 1));
    expect(lower).toBe(0);
    expect(pairs[0]).toMatchObject({ lower: 0, upper: 0 });
    const crate = build('obstacles: [{name: crate, shape: {mesh: crate.stl}}]');
    expect(certifiedClearance(crate, swing(crate, -1, 1)).pairs[0]).toMatchObject({
      lower: 0,
      upper: 0,
    });
    const guard = build('obstacles: [{name: guard, shape: {mesh: crate.stl, solid: false}}]');
    expect(certifiedClearance(guard, swing(guard, -1, 1)).lower).toBeGreaterThan(0.1);
  });

  it('beyond the horizon says no more than that', () => {
    const cell = build(WALL.replace('1.1', '1.3'));
    const { pairs, lower } = certifiedClearance(cell, swing(cell, -1, 1));
    expect(lower).toBeGreaterThanOrEqual(0.1);
    expect(pairs[0].upper).toBe(Number.POSITIVE_INFINITY);
    expect(pairs[0].segment).toBe(-1);
  });

  it('stays honest when it is stopped', () => {
    const cell = build(WALL);
    const path = swing(cell, -1, 1, -1, 0.9);
    const exact = certifiedClearance(cell, path, { accuracy_m: 1e-6 }).lower;
    let before = 0;
    for (const budget of [0, 3, 6, 12, 25, 50, 100]) {
      const { lower, stats } = certifiedClearance(cell, path, { accuracy_m: 1e-6, budget });
      expect(stats.tests).toBeLessThanOrEqual(budget + 2);
      expect(lower).toBeLessThanOrEqual(exact + 1e-6);
      expect(lower).toBeGreaterThanOrEqual(before);
      before = lower;
    }
    expect(certifiedClearance(cell, path, { signal: { aborted: true } }).lower).toBe(0);
  });

  it('refuses an accuracy or horizon that is none', () => {
    const cell = build(WALL);
    expect(() => certifiedClearance(cell, swing(cell, 0, 1), { accuracy_m: 0 })).toThrow(
      InputError,
    );
    expect(() => certifiedClearance(cell, swing(cell, 0, 1), { horizon_m: Number.NaN })).toThrow(
      InputError,
    );
  });
});

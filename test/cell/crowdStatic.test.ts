/** Static checks of a cell with a crowd: the answers of the same cell without one, and what they cost. */
import { describe, expect, test } from 'vitest';
import {
  type Cell,
  type CellDescription,
  type PairFinding,
  StaticChecker,
  sampleInto,
} from '../../src/cell/index.ts';
import { Random } from '../../src/math/index.ts';
import { both, crowded, crowdedCell, ruledCell } from '../helpers/oracles/crowdedCells.ts';

const ends = (found: PairFinding | null) => found && [found.pair.a, found.pair.b];

function compare(description: CellDescription, seed: number, count: number) {
  const cells = both(description);
  const [plain, many] = cells.map((cell) => new StaticChecker(cell));
  const random = new Random(seed);
  const q = new Float64Array(cells[0].tree.dofs.length);
  const seen = { colliding: 0, free: 0, tooClose: 0, within: 0, hardly: 0 };
  for (let i = 0; i < count; i++) {
    sampleInto(cells[0], random, q);
    const mine = many.firstCollision(q);
    expect(mine >= 0).toBe(plain.firstCollision(q) >= 0);
    if (mine >= 0) expect(plain.cell.pairs.some((p) => same(p, many.pairOf(mine)))).toBe(true);
    const [theirs, own] = [plain.check(q), many.check(q)];
    expect(own.colliding).toBe(theirs.colliding);
    expect(own.tooClose === null).toBe(theirs.tooClose === null);
    if (!own.colliding) {
      expect(ends(own.closest)).toEqual(ends(theirs.closest));
      expect(own.closest?.distance).toBe(theirs.closest?.distance);
      expect(own.closest?.lower).toBe(theirs.closest?.lower);
      const keys = (found: readonly PairFinding[]) =>
        found.map(({ pair, distance }) => `${distance} ${pair.a} ${pair.b}`).sort();
      const beyond = random.between(0, 0.4);
      const [near, far] = [plain, many].map((checker) => keys(checker.within(beyond, q)));
      expect(far).toEqual(near);
      seen.within += near.length;
      const [few, some] = [plain, many].map((checker) => keys(checker.hardlyFree(beyond, q)));
      expect(some).toEqual(few);
      seen.hardly += few.length;
    }
    const beyond = random.below(2) * 0.1;
    expect(many.keepsClearance(q, 0, beyond)).toBe(plain.keepsClearance(q, 0, beyond));
    if (own.colliding) seen.colliding++;
    else if (own.tooClose) seen.tooClose++;
    else seen.free++;
  }
  return seen;
}

function same(p: { a: number; b: number }, q: { a: number; b: number }): boolean {
  return p.a === q.a && p.b === q.b;
}

describe('the same answers with and without a crowd', () => {
  test.each([21, 22])('among obstacles of all kinds, with rules, seed %i', (seed) => {
    const seen = compare(ruledCell(seed, 90), seed, 60);
    for (const [what, n] of Object.entries(seen)) expect(n, what).toBeGreaterThan(0);
  });

  test.each<[string, Partial<Parameters<typeof crowdedCell>[0]>]>([
    ['tiny', { sizes: [1e-6, 1e-4], spread: 1 }],
    ['thin and large', { sizes: [1e-6, 1], spread: 2 }],
    ['huge', { sizes: [1, 100], spread: 300 }],
    ['far away', { sizes: [0.01, 0.1], spread: 1e6, odd: false }],
    ['all in one place', { sizes: [0.01, 0.011], spread: 0, odd: false }],
  ])('%s', (_, options) => {
    compare(crowdedCell({ seed: 23, count: 90, ...options }), 24, 25);
  });

  test('where nothing but a crowd is there', () => {
    const { robots, ...cell } = crowdedCell({ seed: 25, count: 70, odd: false });
    compare({ ...cell, robots, allow: [{ between: ['link*', 'link*'], reason: 'never' }] }, 26, 25);
  });

  test('where no member is tested', () => {
    const cell = crowdedCell({ seed: 27, count: 70 });
    compare({ ...cell, allow: [{ between: ['*', 'scan/*'], reason: 'never' }] }, 28, 25);
  });
});

describe('what it costs', () => {
  /** The same hundred near, and others far away. */
  const cellOf = (others: number): Cell => {
    const near = crowdedCell({
      seed: 30,
      count: 100,
      spread: 1.2,
      sizes: [0.005, 0.02],
      odd: false,
    });
    const far = crowdedCell({ seed: 31, count: others, spread: 3, odd: false }).obstacles.map(
      (obstacle, i) => {
        const pose = obstacle.pose.slice();
        pose[11] += 20;
        return { ...obstacle, pose, name: `far${i}` };
      },
    );
    return crowded({ ...near, obstacles: [...near.obstacles, ...far] });
  };

  test('a hundred times as many obstacles are neither compiled nor paired', () => {
    const made = [0, 9900].map((others) => {
      const cell = cellOf(others);
      const checker = new StaticChecker(cell);
      const random = new Random(32);
      const q = new Float64Array(cell.tree.dofs.length);
      const found: unknown[] = [];
      for (let i = 0; i < 20; i++) {
        sampleInto(cell, random, q);
        const { closest, colliding } = checker.check(q);
        found.push([colliding, ends(closest), closest?.distance, checker.within(0.2, q).length]);
      }
      return { found, made: cell.crowd!.made };
    });
    expect(made[1]).toEqual(made[0]);
    expect(made[0].made.bodies).toBeGreaterThan(10);
  });
});

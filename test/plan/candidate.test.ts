/**
 * Ways on which trees meet, before they are proven: what is left out, what is proven, in which order. Looks and proofs are told
 * here, for each motion by its ends, so that every case can be had; what real ones say is in planners.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { proveShortened } from '../../src/plan/trees/candidate.ts';
import type { PlanWork } from '../../src/plan/work.ts';

/** What looks and proofs say: of a motion from place i to place j of the way. */
interface Told {
  readonly places: number;
  looksFree(i: number, j: number): boolean;
  isFree(i: number, j: number): boolean;
}

/** The way that is left, and what was asked, in this order: `i-j` a look, `i=j` a proof, `tree i` an edge of a tree. */
function shorten({ places, looksFree, isFree }: Told) {
  const asked: string[] = [];
  const configurations = Array.from({ length: places }, (_, i) => Float64Array.of(i));
  const work = {
    space: {
      size: 1,
      alongInto: (_: Float64Array, to: Float64Array, out: Float64Array) => out.set(to),
    },
    looksFreeAcross: ([i]: Float64Array, [j]: Float64Array) => {
      asked.push(`${i}-${j}`);
      return looksFree(i, j);
    },
    edge: ([i]: Float64Array, [j]: Float64Array) => [i, j],
    settle: ([i, j]: [number, number]) => {
      asked.push(`${i}=${j}`);
      return isFree(i, j);
    },
  } as unknown as PlanWork;
  const settles = (i: number) => {
    asked.push(`tree ${i}`);
    return isFree(i, i + 1);
  };
  const left = proveShortened(work, { configurations, settles });
  return { left: left?.map(([i]) => i) ?? null, asked };
}

describe('a way on which trees meet', () => {
  it('is its two ends where the straight way is free: one proof, and none of an edge', () => {
    const { left, asked } = shorten({ places: 9, looksFree: () => true, isFree: () => true });
    expect([left, asked]).toEqual([
      [0, 8],
      ['0-8', '0=8'],
    ]);
  });

  it('leaves out as much as looks free; edges of trees are proven before shortcuts', () => {
    const looksFree = (i: number, j: number) => i >= 1 && j <= 4;
    const { left, asked } = shorten({ places: 6, looksFree, isFree: () => true });
    expect(left).toEqual([0, 1, 4, 5]);
    expect(asked.filter((what) => !what.includes('-'))).toEqual(['tree 0', 'tree 4', '1=4']);
  });

  it('is none where an edge that is left is not free; no shortcut is proven then', () => {
    const looksFree = (i: number, j: number) => i >= 1 && j <= 4;
    const isFree = (i: number) => i !== 4;
    const { left, asked } = shorten({ places: 6, looksFree, isFree });
    expect(left).toBeNull();
    expect(asked.some((what) => what.includes('='))).toBe(false);
  });

  it('goes over the edges of trees where looks were wrong, and keeps what is proven', () => {
    // Past 3, and past 6: looks see neither that 3 to 6 is not free nor that 6 to 9 is.
    const looksFree = (i: number, j: number) => j - i <= 3;
    const isFree = (i: number, j: number) => j === i + 1 || i !== 3;
    const { left, asked } = shorten({ places: 10, looksFree, isFree });
    expect(left).toEqual([0, 3, 4, 5, 6, 7, 8, 9]);
    expect(asked.filter((what) => what.includes('='))).toEqual(['0=3', '3=6']);
    expect(asked.filter((what) => what.startsWith('tree'))).toHaveLength(6);
  });

  it('takes some tens of looks for a waypoint, however long it is: all pairs would be a thousand', () => {
    const looks = (places: number) =>
      shorten({ places, looksFree: () => false, isFree: () => true }).asked.length / places;
    expect(looks(2000)).toBeLessThan(100);
    expect(shorten({ places: 12, looksFree: () => false, isFree: () => true }).left).toHaveLength(
      12,
    );
  });

  it('never has a motion that was not proven, and none that is not free (all ways of 5 places)', () => {
    const motions = [0, 1, 2, 3].flatMap((i) =>
      [1, 2, 3, 4].filter((j) => j > i).map((j) => [i, j]),
    );
    for (let bits = 0; bits < 2 ** motions.length; bits++) {
      const isFree = (i: number, j: number) =>
        ((bits >> motions.findIndex(([a, b]) => a === i && b === j)) & 1) === 1;
      const { left, asked } = shorten({ places: 5, looksFree: () => true, isFree });
      if (!left) continue;
      for (let k = 1; k < left.length; k++) {
        const [i, j] = [left[k - 1], left[k]];
        expect(isFree(i, j)).toBe(true);
        expect(asked).toContain(j === i + 1 ? `tree ${i}` : `${i}=${j}`);
      }
    }
  });
});

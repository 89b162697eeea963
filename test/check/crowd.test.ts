/** Crowds: the same cell with its obstacles listed, and found by where they are. */
import { describe, expect, it } from 'vitest';
import { askAbout } from '../../src/cell/index.ts';
import { Ladder } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { OPTIONS } from '../helpers/check/coverCells.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { crowded } from '../helpers/check/plainCrowd.ts';

describe('the ladder among a crowd', () => {
  it('says of random motions what it says where all obstacles are listed, seed 901', () => {
    const random = new Random(901);
    const counts: Record<string, number> = {};
    for (const options of OPTIONS) {
      for (let k = 0; k < 6; k++) {
        const listed = randomCell(random, {
          ...options,
          obstacles: 24,
          size: 0.06,
          padding: k % 3 === 0 ? 0.004 : 0,
          clearance: k % 2 === 0 ? 0.01 : 0,
        });
        for (const kind of MOTION_KINDS) {
          const segment = randomMotion(listed.tree, random, kind, 1.5);
          const { cell } = askAbout(listed, [segment]);
          const plain = new Ladder(cell).check({ segment });
          const near = new Ladder(crowded(cell)).check({ segment });
          counts[plain.verdict] = (counts[plain.verdict] ?? 0) + 1;
          expect(near.verdict).toBe(plain.verdict);
          expect(near.stats.tests).toBeLessThanOrEqual(plain.stats.tests);
        }
      }
    }
    console.log(counts);
    expect(counts.free).toBeGreaterThan(5);
    expect(counts.colliding).toBeGreaterThan(5);
  });
});

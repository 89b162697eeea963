/**
 * Who only wants to know whether a motion is proven free is told early that it is not: before hulls of parts are compared,
 * pieces whose hulls meet are looked at in a few other places. The same answers; less work where there is a contact, and
 * hardly more where there is none.
 */
import { describe, expect, it } from 'vitest';
import { sampleInto } from '../../src/cell/index.ts';
import { Ladder, type LadderRequest } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

const MOTIONS = 150;

/** Tests of a cell's random motions, by verdict: of who asks for the worst, and of who does not. */
function effort(name: string) {
  const cell = embedded(name);
  const random = new Random(5);
  const size = cell.tree.dofs.length;
  const [from, wish] = [new Float64Array(size), new Float64Array(size)];
  const sums = { free: [0, 0], colliding: [0, 0] };
  const counts = { free: 0, colliding: 0 };
  for (let k = 0; k < MOTIONS; k++) {
    sampleInto(cell, random, from);
    sampleInto(cell, random, wish);
    const to = from.map((x, d) => x + 0.3 * (wish[d] - x));
    const segment = new StraightSegment(cell.tree, from.slice(), to);
    const asked: LadderRequest[] = [{ segment }, { segment, hasty: true }];
    const [thorough, hasty] = asked.map((request) => new Ladder(cell).check(request));
    expect(hasty.verdict).toBe(thorough.verdict);
    const verdict = hasty.verdict as keyof typeof sums;
    sums[verdict][0] += thorough.stats.tests;
    sums[verdict][1] += hasty.stats.tests;
    counts[verdict]++;
  }
  return { sums, counts };
}

describe.each([
  ['bird-cage', 0.4],
  ['workshop', 0.75],
  ['machine-tool', 0.93],
] as const)('%s', (name, share) => {
  it(`takes at most ${share} of the tests where motions collide, and a sixth more where they are free`, () => {
    const { sums, counts } = effort(name);
    expect(Math.min(counts.free, counts.colliding)).toBeGreaterThan(20);
    expect(sums.colliding[1]).toBeLessThan(share * sums.colliding[0]);
    expect(sums.free[1]).toBeLessThan((7 / 6) * sums.free[0]);
  });
});

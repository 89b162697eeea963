/** Motions that graze, far nearer than delta: proven free where they are, by every method. */
import { describe, expect, it } from 'vitest';
import { createChecker, emptyStats } from '../../src/check/index.ts';
import { ladderFinisher } from '../../src/check/ladder/ladder.ts';
import { GRAZING_NAMES, grazingMotion } from '../helpers/oracles/grazingMotions.ts';

const METHODS = ['adaptive', 'refined'] as const;

describe.each(GRAZING_NAMES)('%s', (name) => {
  it.each([1e-5, 1e-6, 1e-7])('is free at %f m', (distance) => {
    const { cell, segment } = grazingMotion(name, distance);
    for (const method of METHODS) {
      const { verdict, witness, kept } = createChecker(cell, { method }).check({ segment });
      expect(verdict, method).toBe('free');
      expect(witness).toBeNull();
      expect(kept).toBeNull();
    }
  });

  it('collides where it overlaps by a micrometre', () => {
    const { cell, segment } = grazingMotion(name, -1e-6);
    for (const method of METHODS) {
      expect(createChecker(cell, { method }).check({ segment }).verdict, method).toBe('colliding');
    }
  });
});

describe('a finisher', () => {
  const { cell, segment } = grazingMotion('a peg that turns in a hole', 1e-6);
  const [pair] = cell.tested;

  it('proves ranges, says what it costs, and gives up where the effort ends', () => {
    const stats = emptyStats();
    const finisher = ladderFinisher(cell, stats);
    const ranges = [
      [0, 0.125],
      [0.5, 0.625],
    ] as const;
    expect(finisher.finish({ pair, segment, ranges }).outcome).toBe('free');
    expect(stats.tests).toBeGreaterThan(0);
    expect(finisher.finish({ pair, segment, ranges: [[0, 1]], budget: 100 }).outcome).toBe('open');
    const aborted = { aborted: true };
    expect(finisher.finish({ pair, segment, ranges, signal: aborted }).outcome).toBe('interrupted');
  });

  it('finds a contact within a range, and none where there is none', () => {
    const bad = grazingMotion('a peg that turns in a hole', -1e-6);
    const finisher = ladderFinisher(bad.cell, emptyStats());
    const found = finisher.finish({
      pair: bad.cell.tested[0],
      segment: bad.segment,
      ranges: [[0, 1]],
    });
    expect(found.outcome).toBe('found');
    expect(found.witness!.verdict).toBe('colliding');
    // Half a side's angle: vertices point at vertices, a millimetre of room.
    const ranges = [[0, 0.05]] as const;
    const free = finisher.finish({ pair: bad.cell.tested[0], segment: bad.segment, ranges });
    expect(free.outcome).toBe('free');
  });

  it('is interrupted and gone on with like the rest of a check', () => {
    for (const method of METHODS) {
      const checker = createChecker(cell, { method });
      const first = checker.check({ segment, budget: 1 });
      expect(first.verdict, method).toBe('undecided');
      expect(first.open.map(({ from, to }) => [from, to])).toEqual([[0, 1]]);
      expect(checker.check({ segment, kept: first.kept }).verdict, method).toBe('free');
    }
  });
});

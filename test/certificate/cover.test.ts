import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { COVERED_SIZE, covers } from '../../src/verifier/coverage.ts';

type Box = [a0: number, a1: number, b0: number, b1: number, t0: number, t1: number];

function covered(boxes: readonly Box[], a: number, b: number): boolean {
  return covers(Float64Array.from(boxes.flat()), 0, boxes.length, a, b);
}

/** Every cell of a fine enough grid, with times that are multiples of 1/16. */
function bruteForce(boxes: readonly Box[], a: number, b: number): boolean {
  for (let i = 0; i < a; i++) {
    for (let j = 0; j < b; j++) {
      for (let k = 0; k < 16; k++) {
        const [low, high] = [k / 16, (k + 1) / 16];
        const has = boxes.some(
          ([a0, a1, b0, b1, t0, t1]) =>
            a0 <= i && i < a1 && b0 <= j && j < b1 && t0 <= low && t1 >= high,
        );
        if (!has) return false;
      }
    }
  }
  return true;
}

/** Halves everything at random until it is small enough. */
function shattered(random: Random, box: Box, pieces: Box[]): void {
  const [a0, a1, b0, b1, t0, t1] = box;
  const sizes = [a1 - a0, b1 - b0, (t1 - t0) * 16];
  const dimension = random.below(3);
  if (sizes[dimension] < 2 || random.unit() < 0.15) {
    pieces.push(box);
    return;
  }
  const unit = dimension === 2 ? 1 / 16 : 1;
  const low = box[2 * dimension];
  const at = low + unit * (1 + random.below(sizes[dimension] - 1));
  const left = [...box] as Box;
  const right = [...box] as Box;
  left[2 * dimension + 1] = at;
  right[2 * dimension] = at;
  shattered(random, left, pieces);
  shattered(random, right, pieces);
}

describe('coverage', () => {
  it('is found for any partition, and lost with any part of it (seed 1)', () => {
    const random = new Random(1);
    for (let round = 0; round < 400; round++) {
      const [a, b] = [1 + random.below(9), 1 + random.below(9)];
      const pieces: Box[] = [];
      shattered(random, [0, a, 0, b, 0, 1], pieces);
      for (let i = pieces.length - 1; i > 0; i--) {
        const j = random.below(i + 1);
        [pieces[i], pieces[j]] = [pieces[j], pieces[i]];
      }
      expect(covered(pieces, a, b)).toBe(true);
      const gone = random.below(pieces.length);
      expect(
        covered(
          pieces.filter((_, i) => i !== gone),
          a,
          b,
        ),
      ).toBe(false);
      // A part of one, too, however small.
      const cut = pieces.map((box) => [...box] as Box);
      const box = cut[gone];
      if (random.unit() < 0.5) box[4] += 2 ** -52;
      else box[5] -= 2 ** -52;
      expect(covered(cut, a, b)).toBe(false);
    }
  });

  it('agrees with looking at every cell, for boxes that overlap (seed 2)', () => {
    const random = new Random(2);
    let yes = 0;
    for (let round = 0; round < 2000; round++) {
      const [a, b] = [1 + random.below(4), 1 + random.below(4)];
      const range = (n: number) => {
        const low = random.below(n);
        return random.unit() < 0.5 ? [0, n] : [low, low + 1 + random.below(n - low)];
      };
      const boxes = Array.from({ length: 1 + random.below(12) }, () => {
        const [t0, t1] = range(16);
        return [...range(a), ...range(b), t0 / 16, t1 / 16] as Box;
      });
      const answer = bruteForce(boxes, a, b);
      if (answer) yes++;
      expect(covered(boxes, a, b)).toBe(answer);
    }
    expect(yes).toBeGreaterThan(400);
    expect(yes).toBeLessThan(1600);
  });

  it('looks only at the boxes that are its own', () => {
    const whole = [0, 2, 0, 2, 0, 1];
    const half = [0, 1, 0, 2, 0, 1];
    const boxes = Float64Array.from([...whole, ...half, ...whole]);
    expect(boxes.length).toBe(3 * COVERED_SIZE);
    expect(covers(boxes, 0, 1, 2, 2)).toBe(true);
    expect(covers(boxes, 1, 2, 2, 2)).toBe(false);
    expect(covers(boxes, 1, 1, 2, 2)).toBe(false);
  });

  it('of nothing needs nothing', () => {
    expect(covered([], 0, 5)).toBe(true);
    expect(covered([], 5, 0)).toBe(true);
    expect(covered([], 1, 1)).toBe(false);
  });

  it('knows moments from intervals', () => {
    expect(
      covered(
        [
          [0, 1, 0, 1, 0, 0.5],
          [0, 1, 0, 1, 0.5, 1],
        ],
        1,
        1,
      ),
    ).toBe(true);
    expect(
      covered(
        [
          [0, 1, 0, 1, 0, 0.5],
          [0, 1, 0, 1, 0.5 + 2 ** -53, 1],
        ],
        1,
        1,
      ),
    ).toBe(false);
    expect(covered([[0, 1, 0, 1, 0.5, 0.5]], 1, 1)).toBe(false);
  });
});

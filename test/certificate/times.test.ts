/** Times of a segment, and what boxes leave open of them: against looking at every moment and every element. */
import { describe, expect, it } from 'vitest';
import { coarsened, inCommon, inEither, leftOpen, uncovered } from '../../src/certificate/times.ts';
import { Random } from '../../src/math/index.ts';

/** Ends are multiples of this: moments between them stand for all. */
const STEPS = 16;

/** Whether a list has the moment between step k and the next one. */
function has(times: readonly number[], k: number): boolean {
  const at = (k + 0.5) / STEPS;
  for (let i = 0; i < times.length; i += 2) if (times[i] < at && at < times[i + 1]) return true;
  return false;
}

function moments(times: readonly number[]): string {
  return Array.from({ length: STEPS }, (_, k) => (has(times, k) ? 'x' : '.')).join('');
}

function randomTimes(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => {
    const from = random.below(STEPS);
    return [from / STEPS, (from + 1 + random.below(STEPS - from)) / STEPS];
  }).flat();
}

describe('lists of times (seed 3)', () => {
  it('have in common, in either, and leave open what they say', () => {
    const random = new Random(3);
    for (let i = 0; i < 500; i++) {
      const [p, q] = [0, 1].map(() => leftOpen(randomTimes(random, random.below(5))));
      const [a, b] = [moments(p), moments(q)];
      const combined = (f: (x: boolean, y: boolean) => boolean) =>
        [...a].map((x, k) => (f(x === 'x', b[k] === 'x') ? 'x' : '.')).join('');
      expect(moments(inCommon(p, q))).toBe(combined((x, y) => x && y));
      expect(moments(inEither(p, q))).toBe(combined((x, y) => x || y));
      const any = randomTimes(random, random.below(5));
      const open = [...moments(any)].map((x) => (x === 'x' ? '.' : 'x')).join('');
      expect(moments(leftOpen(any))).toBe(open);
    }
  });

  it('touch where they end: nothing is left between', () => {
    expect(leftOpen([0, 0.5, 0.5, 1])).toEqual([]);
    expect(leftOpen([0.5, 1, 0, 0.5])).toEqual([]);
    expect(leftOpen([0, 0.5, 0.5000001, 1])).toEqual([0.5, 0.5000001]);
  });

  it('are widened to ends of few digits, and never narrowed', () => {
    expect(coarsened([0.3, 0.3000000001])).toEqual([
      Math.floor(0.3 * 2 ** 20) / 2 ** 20,
      Math.ceil(0.3 * 2 ** 20) / 2 ** 20,
    ]);
    expect(coarsened([0.25, 0.5])).toEqual([0.25, 0.5]);
    expect(coarsened([0.1, 0.2, 0.2000000001, 1]).length).toBe(2);
  });
});

it('what boxes leave open is what they leave open of every two elements (seed 4)', () => {
  const random = new Random(4);
  const ELEMENTS = 5;
  let open = 0;
  let closed = 0;
  const range = () => {
    const from = random.below(ELEMENTS);
    return [from, from + 1 + random.below(ELEMENTS - from)];
  };
  for (let i = 0; i < 1000; i++) {
    const boxes: number[] = [];
    for (let k = random.below(60); k >= 0; k--) {
      boxes.push(...(random.unit() < 0.3 ? [0, ELEMENTS] : range()));
      boxes.push(...(random.unit() < 0.3 ? [0, ELEMENTS] : range()));
      boxes.push(...randomTimes(random, 1));
    }
    const [a0, a1] = range();
    const [b0, b1] = range();
    let all = '.'.repeat(STEPS);
    for (let a = a0; a < a1; a++) {
      for (let b = b0; b < b1; b++) {
        const own: number[] = [];
        for (let o = 0; o < boxes.length; o += 6) {
          const isOf = boxes[o] <= a && a < boxes[o + 1] && boxes[o + 2] <= b && b < boxes[o + 3];
          if (isOf) own.push(boxes[o + 4], boxes[o + 5]);
        }
        all = [...moments(leftOpen(own))].map((x, k) => (x === 'x' ? 'x' : all[k])).join('');
      }
    }
    expect(moments(uncovered(boxes, { a0, a1, b0, b1 }))).toBe(all);
    if (all.includes('x')) open++;
    else closed++;
  }
  expect([open > 50, closed > 50]).toEqual([true, true]);
});

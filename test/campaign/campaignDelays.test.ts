/**
 * Several robots that start late, each with its own timing: random tracks among thin things, every verdict
 * compared with the independent check at many starts. A failure names the cell's seed and the number of
 * the question.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { isPossible } from '../../src/motion/index.ts';
import { DelayCampaign } from '../helpers/oracles/delayCampaign.ts';
import {
  configurationAt,
  delayCell,
  delayQuestion,
  motionWith,
} from '../helpers/oracles/delayCells.ts';

const TIMEOUT_MS = 300_000;
const QUESTIONS = 4;
/** Cells whose robots cross each other's ways: there it matters when they start. */
const CROSSING: readonly (readonly number[])[] = [
  [3, 4, 5, 6, 7, 8, 9, 12, 13, 14],
  [16, 17, 19, 20, 23, 26, 31, 32, 33, 34],
];

describe('robots that start late, and the independent check', () => {
  // A few sets of tracks would take long to prove; nothing is lost if they stay undecided.
  const campaign = new DelayCampaign({ budget: 15_000 });

  it.each(CROSSING.map((seeds) => [seeds] as const))(
    `agree on ${QUESTIONS} sets of tracks of each of the cells %j`,
    (seeds) => {
      for (const seed of seeds) campaign.run(delayCell(seed), 0, QUESTIONS);
      const failures = campaign.contradictions.map((c) => `${c.seed}:${c.index} ${c.what}`);
      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('come to each verdict often enough to mean something', () => {
    const share = (verdict: string) => (campaign.verdicts.get(verdict) ?? 0) / campaign.questions;
    expect(campaign.questions).toBe(CROSSING.flat().length * QUESTIONS);
    expect(share('free')).toBeGreaterThan(0.4);
    expect(share('colliding')).toBeGreaterThan(0.08);
    expect(share('undecided')).toBeLessThan(0.05);
    expect(campaign.near).toBeGreaterThan(0.1 * campaign.questions);
    expect(campaign.starts).toBeGreaterThan(5 * campaign.questions);
  });

  afterAll(() => console.log(campaign.summary()));
});

describe('offsets of three robots', () => {
  it('are possible if some starts lead to them, and only then (seed 9)', () => {
    const random = new Random(9);
    let impossible = 0;
    for (let round = 0; round < 400; round++) {
      // Whole seconds: the ends of everything are among the starts that are tried.
      const delays = [random.below(5), random.below(5), random.below(5)];
      const from = [0, 1].map(() => random.below(9) - 4);
      const to = from.map((x) => x + random.below(3));
      const starts = (k: number) => Array.from({ length: delays[k] + 1 }, (_, s) => s);
      const inside = (r: number, i: number) => r >= from[i] && r <= to[i];
      const reached = starts(0).some(
        (s) => starts(1).some((x) => inside(x - s, 0)) && starts(2).some((x) => inside(x - s, 1)),
      );
      expect(isPossible({ tracks: [0, 1, 2], from, to }, delays)).toBe(reached);
      if (!reached) impossible++;
    }
    expect(impossible).toBeGreaterThan(100);
    expect(impossible).toBeLessThan(300);
  });
});

describe('what the comparison rests on', () => {
  it('tracks stand still before their start and after their end, and run as they are timed', () => {
    let moved = 0;
    for (let seed = 0; seed < 10; seed++) {
      const of = delayCell(seed);
      const question = delayQuestion(of, 0);
      const { tracks, plain, standing, delays } = question;
      const starts = delays.map((delay, k) => delay * (k % 2 === 0 ? 1 : 0.5));
      const motion = motionWith(of, question, starts);
      tracks.forEach(({ dofs, path }, k) => {
        const times = path.times!;
        path.waypoints.forEach((waypoint, i) => {
          const q = configurationAt(question, starts, times[i] + starts[k]);
          for (const d of dofs) expect(q[d]).toBeCloseTo(waypoint[d], 9);
        });
        const [early, late] = [times[0] - 1, times[times.length - 1] + starts[k] + 1];
        for (const d of dofs) {
          const before = configurationAt(question, starts, early)[d];
          const after = configurationAt(question, starts, late)[d];
          // But for the length of quaternions.
          expect(before).toBeCloseTo(standing[d], 12);
          expect(after).toBeCloseTo(path.waypoints.at(-1)![d], 9);
          if (Math.abs(before - after) > 1e-6) moved++;
        }
        expect(plain[k].times).toEqual(times);
      });
      expect(motion.stretches[0].t0).toBe(0);
      expect(motion.stretches.at(-1)!.t1).toBe(1);
    }
    expect(moved).toBeGreaterThan(20);
  });
});

/**
 * Several robots that start late, each with its own timing: random tracks among thin things, every verdict
 * compared with the independent check at many starts. A failure names the cell's seed and the number of
 * the question.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { DelayCampaign } from '../oracles/delayCampaign.ts';
import { configurationAt, delayCell, delayQuestion, motionWith } from '../oracles/delayCells.ts';

const TIMEOUT_MS = 300_000;
const GROUP = 20;
const QUESTIONS = 5;

describe('robots that start late, and the independent check', () => {
  const campaign = new DelayCampaign();

  it.each([0, GROUP, 2 * GROUP])(
    `agree on ${GROUP * QUESTIONS} sets of tracks of the cells from seed %i`,
    (first) => {
      for (let seed = first; seed < first + GROUP; seed++) {
        campaign.run(delayCell(seed), 0, QUESTIONS);
      }
      const failures = campaign.contradictions.map((c) => `${c.seed}:${c.index} ${c.what}`);
      expect(failures).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('come to each verdict often enough to mean something', () => {
    const share = (verdict: string) => (campaign.verdicts.get(verdict) ?? 0) / campaign.questions;
    expect(campaign.questions).toBe(3 * GROUP * QUESTIONS);
    expect(share('free')).toBeGreaterThan(0.4);
    expect(share('colliding')).toBeGreaterThan(0.08);
    expect(share('undecided')).toBeLessThan(0.02);
    expect(campaign.near).toBeGreaterThan(0.1 * campaign.questions);
    expect(campaign.starts).toBeGreaterThan(10 * campaign.questions);
  });

  afterAll(() => console.log(campaign.summary()));
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
          expect(before).toBe(standing[d]);
          expect(after).toBeCloseTo(path.waypoints.at(-1)![d], 9);
          if (before !== after) moved++;
        }
        expect(plain[k].times).toEqual(times);
      });
      expect(motion.stretches[0].t0).toBe(0);
      expect(motion.stretches.at(-1)!.t1).toBe(1);
    }
    expect(moved).toBeGreaterThan(20);
  });
});

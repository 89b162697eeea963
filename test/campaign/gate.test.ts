/** 10,000 requests of all kinds to a gate, one in ten malformed: no wrong answer, no crash, memory stays; also while workers end. */
import { describe, expect, it } from 'vitest';
import { runMixed } from '../../experiments/speed/gate/mixed.ts';
import { PART } from '../helpers/campaign/size.ts';

/** As many for each of eight clients, in both halves. */
const MANY = 16 * Math.round(625 * PART);
const DISTURBED = 2000 * PART;

describe('a gate', () => {
  it(`answers ${MANY} mixed requests as its methods do, and keeps nothing of them (seed 11)`, async () => {
    const report = await runMixed(MANY, 11);
    expect(report).toMatchObject({ wrong: 0, failed: 0, examples: [], endedWorkers: 0 });
    expect(report.requests).toBe(MANY);
    expect(report.malformed).toBeGreaterThan(0.09 * MANY);
    // The second half leaves nothing behind but what cells have more.
    expect(report.heapAfter_MB - report.heapBefore_MB).toBeLessThan(10);
    expect(report.residentAfter_MB).toBeLessThan(1.5 * report.residentBefore_MB);
  });

  it(`answers ${DISTURBED} while its workers are ended again and again (seed 12)`, async () => {
    let turn = 0;
    const report = await runMixed(DISTURBED, 12, {
      gate: { workers: 2 },
      disturb: (gate) => void gate.kill(turn++ % 2),
    });
    expect(report).toMatchObject({ wrong: 0, failed: 0, examples: [] });
    expect(report.endedWorkers).toBeGreaterThan(8 * PART);
  });
});

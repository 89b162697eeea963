/** The suite `monitor`: its motions are smooth and within limits, its answers are compared as they should be, its tables have their aims. */
import { beforeAll, describe, expect, it } from 'vitest';
import { measureChanges, measureTimed } from '../../experiments/speed/monitor/changing.ts';
import { compare } from '../../experiments/speed/monitor/contenders.ts';
import { type MonitorData, pandaData, twoArmsData } from '../../experiments/speed/monitor/data.ts';
import { RATE } from '../../experiments/speed/monitor/motions.ts';
import { format } from '../../experiments/speed/monitor/report.ts';
import type { MonitorResults } from '../../experiments/speed/monitor/results.ts';
import { monitorWatch, plainWatch } from '../../experiments/speed/monitor/watch.ts';
import { StaticChecker } from '../../src/cell/index.ts';
import { jointLimits } from '../../src/plan/index.ts';
import { haveData } from '../helpers/oracles/data.ts';

/** Every so many steps the answers are compared with the plain ones. */
const EVERY = 40;

function expectSmooth({ cells, motions }: MonitorData): void {
  for (const { scene, steps } of motions) {
    const { velocity } = jointLimits(cells[scene]);
    for (let i = 1; i < steps.length; i++) {
      steps[i].forEach((x, d) => {
        expect(Math.abs(x - steps[i - 1][d])).toBeLessThanOrEqual((velocity[d] / RATE) * 1.000001);
      });
    }
  }
}

function expectPlainAnswers({ cells, motions }: MonitorData): void {
  for (const { scene, steps, kind } of motions) {
    const watch = monitorWatch(cells[scene]);
    const plain = plainWatch(watch);
    const checker = new StaticChecker(cells[scene]);
    const [own, other] = [0, 1].map(() => new Float64Array(watch.pairs.length));
    for (const threshold of [Number.POSITIVE_INFINITY, 0.1]) {
      for (let i = 0; i < steps.length; i += EVERY) {
        watch.step(steps[i], threshold, own, 0);
        plain.step(steps[i], threshold, other, 0);
        own.forEach((x, p) => {
          expect(Math.abs(x - other[p])).toBeLessThan(1e-9);
        });
        if (kind === 'planned') expect(checker.firstCollision(steps[i])).toBe(-1);
      }
    }
  }
}

describe('the motions of two arms', () => {
  let data: MonitorData;
  beforeAll(() => {
    data = twoArmsData(400);
  }, 60_000);

  it('are smooth and within limits, one step per millisecond, and the same when made anew', () => {
    expect(data.motions.map(({ kind }) => kind)).toEqual(['planned', 'wandering']);
    expect(data.motions.every(({ steps }) => steps.length === 400)).toBe(true);
    expectSmooth(data);
    expect(twoArmsData(400).motions).toEqual(data.motions);
  });

  it('have the answers of the plain way, each arm with the other and with the world', () => {
    const { classes, pairs } = monitorWatch(data.cells[0]);
    expect(classes).toHaveLength(3);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
    expectPlainAnswers(data);
  });
});

describe.skipIf(!haveData('mbm/panda'))('the motions of a Panda', () => {
  it('are smooth and within limits, and have the answers of the plain way', () => {
    const data = pandaData(['table_pick'], 200);
    expect(data.scenes).toEqual(['table_pick 1']);
    expectSmooth(data);
    expectPlainAnswers(data);
  });
});

describe('the changes that are measured', () => {
  it('leave the cell as it was, and steps with a promise look at less', () => {
    const { cells, motions } = twoArmsData(60);
    const rows = measureChanges(cells[0], motions[0].steps[0], 0);
    expect(rows.map(({ name }) => name)).toContain('grasp and put down a mesh');
    expect(rows.every(({ microseconds }) => microseconds >= 0)).toBe(true);
    const timed = measureTimed(cells[0], motions[0], 0);
    expect(timed.map(({ promise }) => promise)).toEqual([false, true, false, true]);
  });
});

describe('answers of two engines', () => {
  it('are alike within rounding, or both meet', () => {
    expect(compare([0.5, 0, 0.1], [0.5 + 1e-12, -1, 0.1])).toEqual({
      difference: expect.closeTo(1e-12, 14),
      unlike: 0,
    });
  });

  it('are unlike where one meets, or a distance is another', () => {
    expect(compare([0.5, 0, 0.1], [0.6, 0.2, 0]).unlike).toBe(3);
    expect(compare([Number.NaN], [0.6]).unlike).toBe(1);
    expect(() => compare([1], [1, 2])).toThrow(/different questions/);
  });
});

describe('the tables of the suite monitor', () => {
  const row = (engine: string, mean: number) => ({
    ...{ engine, variant: '', difference: 1e-15, unlike: 0 },
    times: { mean, median: mean, p99: 2 * mean },
  });
  const results: MonitorResults = {
    data: [
      {
        ...{ name: 'two-arms', scenes: ['two-arms'], classPairs: 3, pairs: [91] },
        asked: [
          {
            ...{ kind: 'planned', threshold: Number.POSITIVE_INFINITY, steps: 100, meeting: 0 },
            rows: [row('surepath', 20), row('FCL', 200)],
          },
        ],
        garbage: { steps: 1_000_000, collections: 0, microseconds: 20 },
        changes: [{ name: 'move a mesh', microseconds: 12.5 }],
        timed: [
          { threshold: 0.1, promise: true, microseconds: 1.5, looks: 0.25, distances: 0.125 },
        ],
      },
    ],
    leftOut: ['FCL native: there is no g++'],
  };

  it('have ratios, aims, garbage and what was left out', () => {
    const text = format(results);
    expect(text).toMatch(/^ +FCL +200 +200 +400 +0\.100 +1\.0e-15 +0$/m);
    expect(text).toContain('garbage collections in 1,000,000 steps: 0 (20.0 us a step)');
    expect(text).toMatch(/^move a mesh +12\.5$/m);
    expect(text).toMatch(/^with a promise of rates +0\.1 m +1\.50 +0\.250 +0\.125$/m);
    expect(text).toContain('left out: FCL native: there is no g++');
    expect(text).toContain('at most 0.3 of FCL, 50 us at p99, 15 us with a threshold');
  });

  it('say so where nothing was measured', () => {
    expect(format({ data: [], leftOut: ['panda: no data'] })).toBe(
      'left out: panda: no data\nnothing was measured',
    );
  });
});

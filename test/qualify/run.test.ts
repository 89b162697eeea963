import { describe, expect, it } from 'vitest';
import {
  type Bench,
  type Finding,
  type QualificationRecord,
  recordText,
  runSuite,
  type Suite,
} from '../../src/qualify/index.ts';

const bench: Bench = {
  cells: [],
  open: () => {
    throw new Error('no cell is needed');
  },
  read: () => new Uint8Array(0),
};

function suiteOf(...findings: (() => Finding)[]): Suite {
  return findings.map((run, i) => ({
    id: `R${i + 1}`,
    text: `requirement ${i + 1}`,
    pages: [],
    tests: [],
    checks: [{ name: `check ${i + 1}`, run }],
  }));
}

const fine = () => ({ cases: 3, faults: [], note: 'all well' });

describe('a run of a suite', () => {
  it('holds where everything judged is right', () => {
    const [outcome] = runSuite(suiteOf(fine), bench);
    expect(outcome).toMatchObject({ id: 'R1', passed: true });
    expect(outcome.checks[0]).toMatchObject({ passed: true, cases: 3, note: 'all well' });
  });

  it('fails by one fault, by an error, and by nothing judged; others go on', () => {
    const outcomes = runSuite(
      suiteOf(
        () => ({ cases: 3, faults: ['wrong at 2'] }),
        () => {
          throw new Error('broken');
        },
        () => ({ cases: 0, faults: [] }),
        fine,
      ),
      bench,
    );
    expect(outcomes.map(({ passed }) => passed)).toEqual([false, false, false, true]);
    expect(outcomes[0].checks[0].faults).toEqual(['wrong at 2']);
    expect(outcomes[1].checks[0].faults[0]).toContain('broken');
  });

  it('counts all faults and lists the first', () => {
    const faults = Array.from({ length: 25 }, (_, i) => `fault ${i}`);
    const [{ checks }] = runSuite(
      suiteOf(() => ({ cases: 25, faults })),
      bench,
    );
    expect(checks[0].faultCount).toBe(25);
    expect(checks[0].faults).toHaveLength(10);
  });

  it('can be asked about some alone, and tells of every check', () => {
    const heard: string[] = [];
    const onCheck = ({ id }: { id: string }) => heard.push(id);
    const outcomes = runSuite(suiteOf(fine, fine, fine), bench, { only: ['R2'], onCheck });
    expect(outcomes.map(({ id }) => id)).toEqual(['R2']);
    expect(heard).toEqual(['R2']);
  });
});

describe('a record in words', () => {
  const record = (requirements: QualificationRecord['requirements'], partial = false) =>
    recordText({
      'surepath-qualification': 1,
      date: '2026-01-02T03:04:05.000Z',
      ...{ version: '1.2.3', program: 'aa', suite: 'bb', partial, milliseconds: 1500 },
      platform: {
        node: '20.0.0',
        system: 'linux',
        processor: 'some',
        threads: 1,
        kernels: 'javascript',
      },
      passed: !partial && requirements.every(({ passed }) => passed),
      requirements,
    });

  it('says that all hold only where all were asked about and hold', () => {
    const held = runSuite(suiteOf(fine), bench);
    expect(record(held)).toContain('all 1 requirement hold');
    expect(record(held, true)).toContain('others were left out');
    expect(record(held, true)).not.toContain('all 1');
    const failed = runSuite(
      suiteOf(fine, () => ({ cases: 1, faults: ['wrong'] })),
      bench,
    );
    expect(record(failed)).toContain('FAILED: R2');
    expect(record(failed)).not.toContain('all 2');
  });
});

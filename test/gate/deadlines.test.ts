/** Budgets, deadlines and cancellation: what is not decided by then is undecided, never free. */
import { describe, expect, it } from 'vitest';
import { errorObjectOf, RPC } from '../../src/gate/index.ts';
import { LocalGate } from '../helpers/gate/local.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const files = Object.fromEntries(planarArm());
const gate = new LocalGate();
const opening = { file: 'cell.yaml', files };
const { cell } = gate.call('open', opening);
const q = [-0.5, -0.4];
const goal = [-1.5, 1.2];
const waypoints = [q, [-0.9, 0.3], goal];
const over = () => ({ deadline: performance.now() - 1 });

describe('when the time is over', () => {
  it('nothing is free', () => {
    const asked = { cell, waypoints };
    for (const more of [
      {},
      { firstContact: true },
      { all: true },
      { method: 'adaptive' as const },
      { method: 'refined' as const },
    ]) {
      expect(gate.call('motion', { ...asked, ...more }, over()).verdict).toBe('undecided');
      expect(gate.call('motion', { ...asked, ...more }).verdict).toBe('free');
    }
    const still = { cell, waypoints: [q] };
    expect(gate.call('motion', still, over()).verdict).toBe('undecided');
    expect(gate.call('state', { cell, q }, over()).verdict).toBe('undecided');
    expect(gate.call('state', { cell, q }).verdict).toBe('free');
    const { vectors, nearest } = gate.call('vector', { cell, q }, over());
    expect(vectors.map(({ status, lower, distance }) => [status, lower, distance])).toEqual(
      vectors.map(() => ['undecided', null, null]),
    );
    expect(nearest).toBeNull();
    expect(gate.call('certificate', asked, over())).toMatchObject({
      written: false,
      verdict: 'undecided',
    });
    expect(gate.call('plan', { cell, from: q, to: [goal] }, over())).toMatchObject({
      verdict: 'no path found',
      waypoints: null,
    });
  });

  it('what is proven of clearances and braking is not more than before', () => {
    const asked = { cell, waypoints, clearances: true, braking: { deceleration: 3, velocity: 1 } };
    const late = gate.call('motion', asked, over());
    expect(late).toMatchObject({ verdict: 'undecided', speedFactor: 0 });
    const full = gate.call('motion', asked);
    expect(full.verdict).toBe('free');
    expect(full.speedFactor).toBeGreaterThan(0);
    expect(full.certifiedClearance).toBeGreaterThan(0);
    expect(late.certifiedClearance ?? 0).toBeLessThanOrEqual(full.certifiedClearance!);
    for (const pair of late.clearances!) {
      const same = full.clearances!.find((each) => `${each.pair}` === `${pair.pair}`)!;
      if (same.upper !== null) expect(pair.lower).toBeLessThanOrEqual(same.upper);
    }
  });

  it('no cell is opened or edited, and the one that is open stays as it is', () => {
    expect(() => gate.call('open', opening, over())).toThrow(/the time was over/);
    const shape = { kind: 'sphere' as const, radius: 0.1 };
    const edits = [
      { kind: 'add-obstacle' as const, name: 'ball', shape, pose: { xyz: [9, 9, 9] } },
    ];
    expect(() => gate.call('edit', { cell, edits }, over())).toThrow(/the time was over/);
    expect(gate.call('cells', {}).cells).toMatchObject([{ cell, version: 1 }]);
  });
});

describe('what is cancelled', () => {
  it('before it began is an error; while it runs it answers early', () => {
    let refused: unknown;
    try {
      gate.call('motion', { cell, waypoints }, { signal: { aborted: true } });
    } catch (error) {
      refused = errorObjectOf(error);
    }
    expect(refused).toMatchObject({ code: RPC.cancelled });
    // After a few looks at the signal.
    const stopped = (looks: number) => {
      let left = looks;
      return {
        get aborted() {
          left--;
          return left < 0;
        },
      };
    };
    expect(gate.call('motion', { cell, waypoints }, { signal: stopped(2) }).verdict).toBe(
      'undecided',
    );
    const planned = gate.call('plan', { cell, from: q, to: [goal] }, { signal: stopped(2) });
    expect(['no path found', 'undecided']).toContain(planned.verdict);
  });

  it('progress is told on the way', () => {
    const phases = new Set<string>();
    const onProgress = ({ phase }: { phase: string }) => phases.add(phase);
    gate.call('certificate', { cell, waypoints }, { onProgress });
    gate.call('plan', { cell, from: q, to: [goal], iterations: 1000 }, { onProgress });
    gate.call('open', opening, { onProgress });
    for (const phase of ['reading', 'preparing', 'checking', 'certifying', 'planning']) {
      expect([...phases]).toContain(phase);
    }
  });
});

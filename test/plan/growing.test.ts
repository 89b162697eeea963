/** Roadmaps that grow in batches: whoever proves the edges, in whatever parts and order, the roadmap is the same to the byte. */
import { describe, expect, it } from 'vitest';
import { createChecker, type LadderRequest } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  type EdgeBatch,
  type EdgeVerdicts,
  type GrowResult,
  joinVerdicts,
  PlanningSpace,
  Prm,
  partsOf,
  proveEdges,
  writeRoadmap,
} from '../../src/plan/index.ts';
import { slideMaze } from '../helpers/plan/slideMaze.ts';

const cell = slideMaze([0], 0.4);
const MILESTONES = 150;

/** Grows with somebody who proves batches. */
function grow(prove: (batch: EdgeBatch) => EdgeVerdicts, settings = {}) {
  const prm = new Prm(new PlanningSpace(cell), settings);
  const growing = prm.growing({ random: new Random(5), milestones: MILESTONES });
  let step = growing.next();
  let batches = 0;
  while (!step.done) {
    batches++;
    step = growing.next(prove(step.value));
  }
  return { prm, text: writeRoadmap(prm.roadmap), batches, result: step.value as GrowResult };
}

const here = (batch: EdgeBatch) => proveEdges(cell, createChecker(cell), batch, () => false);

describe('a roadmap that grows in batches, seed 5', () => {
  const plain = new Prm(new PlanningSpace(cell));
  const grown = plain.grow({ random: new Random(5), milestones: MILESTONES });
  const text = writeRoadmap(plain.roadmap);

  it('is the same to the byte in parts of any size, proven in any order by anybody', () => {
    for (const size of [1, 7, 1000]) {
      const { text: other, batches } = grow((batch) => {
        const parts = partsOf(batch, size);
        // The last first, each by a checker that was never asked before where that is soon made.
        const found = parts.map((part, i) => [i, part] as const).reverse();
        const verdicts: EdgeVerdicts[] = [];
        const shared = createChecker(cell);
        for (const [i, part] of found) verdicts[i] = proveEdges(cell, shared, part, () => false);
        return joinVerdicts(verdicts);
      });
      expect(other === text).toBe(true);
      expect(batches).toBe(3);
    }
  });

  it('every edge is what a check of it says, and costs count', () => {
    const { roadmap, prm } = { roadmap: plain.roadmap, prm: plain };
    const checker = createChecker(cell);
    const end = new Float64Array(2);
    let free = 0;
    for (let e = 0; e < roadmap.edgeCount; e++) {
      const [a, b] = roadmap.endsOf(e);
      roadmap.endInto(a, b, end);
      const segment = new StraightSegment(cell.tree, roadmap.configurations[a], end);
      const asked: LadderRequest = { segment, budget: 100_000, hasty: true, brief: true };
      const { verdict } = checker.check(asked);
      expect(roadmap.stateOf(e)).toBe(verdict === 'free' ? 'free' : 'blocked');
      if (verdict === 'free') free++;
    }
    expect(grown.stats).toMatchObject({ edges: roadmap.edgeCount, freeEdges: free });
    expect(grown.stats.configurations).toBeGreaterThan(grown.stats.samples);
    expect(grown.added).toBe(MILESTONES);
    expect(prm.roadmap.isConnected(0, 1, 'open')).toBe(prm.roadmap.isConnected(0, 1, 'free'));
  });

  it('what nobody asked about stays open', () => {
    let left = 3;
    const over = () => --left < 0;
    const { prm, result } = grow((batch) => proveEdges(cell, createChecker(cell), batch, over));
    const states = Array.from({ length: prm.roadmap.edgeCount }, (_, e) => prm.roadmap.stateOf(e));
    expect(states.filter((state) => state !== 'open')).toHaveLength(3);
    expect(result.stats.edges).toBe(3);
  });

  it('a lazy one has nothing to prove; one that samples proves nothing', () => {
    expect(grow(here, { lazy: true }).batches).toBe(0);
    const sampled = grow(
      (batch) =>
        proveEdges(
          cell,
          createChecker(cell, { method: 'fixed', resolution: 0.05 }),
          batch,
          () => false,
        ),
      { resolution: 0.05 },
    );
    const sampling = new Prm(new PlanningSpace(cell), { resolution: 0.05 });
    sampling.grow({ random: new Random(5), milestones: MILESTONES });
    expect(sampled.text === writeRoadmap(sampling.roadmap)).toBe(true);
  });

  it('parts of nothing are none', () => {
    expect(partsOf({ count: 0, ends: new Float64Array(0) }, 5)).toEqual([]);
    expect(joinVerdicts([]).verdicts).toHaveLength(0);
  });
});

/** The adaptive checker against dense sampling: random motions of small cells of every kind. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildCell, StaticChecker } from '../../src/cell/index.ts';
import { type CheckerOptions, createChecker, DEFAULT_DELTA } from '../../src/check/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { configurationFrom } from '../../src/kinematics/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import {
  CELLS,
  confirmKeptWork,
  confirmWitness,
  sampleDensely,
  segmentsOf,
} from '../helpers/check/adaptiveCells.ts';
import { sceneCell } from '../helpers/oracles/benchmarkScenes.ts';
import { haveData, readJson } from '../helpers/oracles/data.ts';

const METHODS: CheckerOptions[] = [];
for (const distance of ['greedy', 'threshold', 'relative', 'exact'] as const) {
  for (const bounds of [1, 2] as const) {
    for (const covering of ['midpoint', 'circles', 'middle'] as const) {
      METHODS.push({ method: 'adaptive', distance, bounds, covering });
    }
  }
}

const nameOf = (o: CheckerOptions) => `${o.distance} ${o.bounds} ${o.covering}`;

for (const [name, build] of Object.entries(CELLS)) {
  describe(`${name}, seed 1`, () => {
    const cell = build();
    const static_ = new StaticChecker(cell);

    it('agrees with dense sampling, and every witness holds', () => {
      const checker = createChecker(cell, { method: 'adaptive' });
      const seen: Record<string, number> = {};
      segmentsOf(static_, 1, 48).forEach((segment, i) => {
        const label = `segment ${i}`;
        const result = checker.check({ segment });
        const truth = sampleDensely(static_, segment);
        seen[result.verdict] = (seen[result.verdict] ?? 0) + 1;
        if (truth.colliding > 0) expect(result.verdict, label).not.toBe('free');
        if (truth.tooClose > 0) expect(result.verdict, label).not.toBe('free');
        if (truth.stretch > 0.011) expect(result.verdict, label).toBe('colliding');
        expect(result.verdict, label).not.toBe('undecided');
        if (result.verdict !== 'free') {
          confirmWitness(static_, segment, result, DEFAULT_DELTA, label);
        }
      });
      expect(seen.free, JSON.stringify(seen)).toBeGreaterThan(4);
      expect(seen.colliding, JSON.stringify(seen)).toBeGreaterThan(4);
    });

    it('all distances, bounds and coverings agree', () => {
      const checkers = METHODS.map((options) => createChecker(cell, options));
      segmentsOf(static_, 2, 9).forEach((segment, i) => {
        const verdicts = checkers.map((checker, k) => {
          const result = checker.check({ segment, delta: 5e-4 });
          const label = `segment ${i}, ${nameOf(METHODS[k])}`;
          expect(['free', 'colliding', 'too-close'], label).toContain(result.verdict);
          if (result.verdict !== 'free') {
            confirmWitness(static_, segment, result, 5e-4, label);
          }
          return result.verdict;
        });
        // Free and too close may both be right, up to delta; free and colliding never.
        const both = verdicts.includes('free') && verdicts.includes('colliding');
        expect(both, `segment ${i}: ${verdicts}`).toBe(false);
        const { stretch, tooClose } = sampleDensely(static_, segment);
        if (stretch > 0.011)
          expect(new Set(verdicts), `segment ${i}`).toEqual(new Set(['colliding']));
        if (tooClose > 0) expect(verdicts, `segment ${i}`).not.toContain('free');
      });
    });

    it('goes on from kept work: the same answer at the same cost', () => {
      const checker = createChecker(cell, { method: 'adaptive' });
      segmentsOf(static_, 3, 12).forEach((segment, i) => {
        confirmKeptWork(checker, segment, `segment ${i}`);
      });
    });

    it('ends without a threshold', () => {
      const checker = createChecker(cell, { method: 'adaptive' });
      segmentsOf(static_, 4, 9).forEach((segment, i) => {
        const result = checker.check({ segment, delta: 0, budget: 30_000 });
        const truth = sampleDensely(static_, segment);
        if (truth.colliding > 0) expect(result.verdict, `segment ${i}`).not.toBe('free');
        if (truth.stretch > 0.011) expect(result.verdict, `segment ${i}`).toBe('colliding');
      });
    });
  });
}

describe.each(['cage', 'two-arms'])('the example cell %s, seed 5', (name) => {
  it('agrees with sampling every 0.01 rad', () => {
    const folder = fileURLToPath(new URL(`../../cells/${name}`, import.meta.url));
    const file = `${folder}/cell.yaml`;
    const files = (path: string) => (existsSync(path) ? readFileSync(path) : undefined);
    const cell = buildCell(readCell(readFileSync(file), { file, resolver: { files } }));
    const static_ = new StaticChecker(cell);
    const checker = createChecker(cell, { method: 'adaptive' });
    const seen = new Set<string>();
    segmentsOf(static_, 5, 16, [0.5, 2]).forEach((segment, i) => {
      const result = checker.check({ segment });
      seen.add(result.verdict);
      let hits = 0;
      const q = new Float64Array(segment.from.length);
      for (let k = 0; k <= 200; k++) {
        segment.configurationInto(k / 200, q, 0);
        if (static_.firstCollision(q) >= 0) hits++;
      }
      if (hits > 0) expect(result.verdict, `segment ${i}`).not.toBe('free');
      if (result.verdict !== 'free') {
        confirmWitness(static_, segment, result, DEFAULT_DELTA, `segment ${i}`);
      }
    });
    expect(seen).toContain('free');
  });
});

describe.skipIf(!haveData('oracle/edges_panda.json'))('774 edges of the Panda', () => {
  interface Edge {
    family: string;
    scene: number;
    i: number;
    a: number[];
    b: number[];
    collide: boolean;
    minDistance?: number;
    missed01?: boolean;
  }

  it('none that collides is free, and all that are clear by 1 mm are', () => {
    const joints = readJson<{ meta: { joints: string[] } }>('oracle/static_panda.json').meta.joints;
    const { records } = readJson<{ records: Edge[] }>('oracle/edges_panda.json');
    const checkers = new Map<string, ReturnType<typeof build>>();
    const build = (family: string, scene: number) => {
      const cell = sceneCell('panda', family, scene, joints);
      return { cell, checker: createChecker(cell, { method: 'adaptive' }) };
    };
    for (const { family, scene, i, a, b, collide, minDistance = 0, missed01 } of records) {
      const key = `${family} ${scene}`;
      const known = checkers.get(key) ?? build(family, scene);
      checkers.set(key, known);
      const [from, to] = [a, b].map((q) => {
        const values = new Map(joints.map((name, k) => [name, q[k]]));
        return configurationFrom(known.cell.tree, values).q;
      });
      const segment = new StraightSegment(known.cell.tree, from, to);
      const { verdict } = known.checker.check({ segment });
      const label = `${key}, edge ${i}`;
      if (!collide && minDistance > 1e-3) expect(verdict, label).toBe('free');
      if (collide) expect(verdict, label).not.toBe('free');
      // Contacts that sampling every 0.01 rad misses may stay unshown.
      if (collide && !missed01) expect(verdict, label).toBe('colliding');
    }
  });
});

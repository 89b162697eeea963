/**
 * Random polynomial motions among thin things, each verdict compared with the independent check, which
 * evaluates the polynomials on its own and samples by the way travelled. A failure names the cell's seed
 * and the motion's number; either reproduces it:
 *
 *   node scripts/campaign.mjs --cells thin|curved --motions polynomial --only seed:number
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { Cell } from '../../src/cell/index.ts';
import { type CheckerOptions, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { PART, partOf } from '../helpers/campaign/size.ts';
import { curvedCell } from '../helpers/oracles/curvedCells.ts';
import { pairTravel } from '../helpers/oracles/independentSearch.ts';
import { Campaign, thinMotion } from '../helpers/oracles/pathCampaign.ts';
import { Course } from '../helpers/oracles/plainMotion.ts';
import { type ThinCell, thinCell } from '../helpers/oracles/thinCells.ts';
import { thinPolynomial } from '../helpers/oracles/thinPolynomials.ts';

/** A group takes seconds; on a busy machine much longer. */
const TIMEOUT_MS = 300_000;

/** Samples of a motion, and up to four times as many of a long one. */
const STEPS = 140;

const maker = (options: CheckerOptions) => (cell: Cell) => createChecker(cell, options);
const OTHERS: readonly CheckerOptions[] = [
  { method: 'adaptive' },
  { method: 'adaptive', distance: 'greedy', bounds: 1 },
  { method: 'refined' },
];

const failures = ({ contradictions }: Campaign) =>
  contradictions.map(({ seed, index, kind, what }) => `${seed}:${index} (${kind}) ${what}`);

interface Group {
  readonly name: string;
  readonly cellOf: (seed: number) => ThinCell;
  readonly first: number;
  readonly cells: number;
  readonly motions: number;
}

const THIN: readonly Group[] = partOf([48, 24, 0]).map((first) => ({
  name: `thin cells from seed ${first}`,
  cellOf: thinCell,
  first,
  cells: 24,
  motions: 50,
}));
const CURVED: readonly Group[] = partOf([0, 21]).map((first) => ({
  name: `curved cells from seed ${first}`,
  cellOf: curvedCell,
  first,
  cells: 21,
  motions: 40,
}));
/** All methods on each. */
const COMPARED: readonly Group[] = [
  { name: 'thin cells from seed 1000', cellOf: thinCell, first: 1000, cells: 12, motions: 30 },
  { name: 'curved cells from seed 1000', cellOf: curvedCell, first: 1000, cells: 14, motions: 20 },
];

describe('polynomial motions: the default method and the independent check', () => {
  const campaign = new Campaign({ motions: 'polynomial', steps: STEPS });

  it.each([...THIN, ...CURVED])(
    'agree on $cells x $motions motions of $name',
    ({ cellOf, first, cells, motions }) => {
      const before = campaign.segments;
      for (let seed = first; seed < first + cells; seed++) campaign.run(cellOf(seed), 0, motions);
      expect(failures(campaign)).toEqual([]);
      expect(campaign.segments - before).toBe(cells * motions);
    },
    TIMEOUT_MS,
  );

  it('come to each verdict often enough to mean something', () => {
    expect(campaign.segments).toBeGreaterThan(5000 * PART);
    expect(campaign.share('free')).toBeGreaterThan(0.4);
    expect(campaign.share('colliding')).toBeGreaterThan(0.2);
    expect(campaign.share('too-close')).toBeLessThan(0.08);
    expect(campaign.share('undecided')).toBeLessThan(0.002);
    expect(campaign.contained).toBeGreaterThan(10 * PART);
    expect(campaign.nearlyFree).toBeGreaterThan(0.04 * campaign.segments);
  });

  afterAll(() => console.log(campaign.summary()));
});

describe('polynomial motions: other methods', () => {
  it.each(COMPARED)(
    'do not contradict on $cells x $motions motions of $name',
    ({ cellOf, first, cells, motions }) => {
      const others = OTHERS.map(maker);
      const campaign = new Campaign({ motions: 'polynomial', steps: STEPS, others });
      for (let seed = first; seed < first + cells; seed++) campaign.run(cellOf(seed), 0, motions);
      console.log(campaign.summary());
      expect(failures(campaign)).toEqual([]);
      expect(campaign.segments).toBe(cells * motions);
      // Nearer than delta one may prove, or show, what another calls too close; never more than that.
      const both = [...campaign.differ.keys()];
      expect(both.filter((verdicts) => !verdicts.includes('too-close'))).toEqual([]);
      const differ = [...campaign.differ.values()].reduce((sum, n) => sum + n, 0);
      expect(differ).toBeLessThan(0.1 * OTHERS.length * campaign.segments);
    },
    TIMEOUT_MS,
  );
});

describe('what the comparison rests on', () => {
  it('both sides mean the same motion, and every kind of it is drawn', () => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < 28; seed++) {
      for (const thin of [thinCell(seed), curvedCell(seed)]) {
        for (let index = 0; index < 12; index++) {
          const { kind, coefficients } = thinPolynomial(thin, index);
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          const { segment, plain } = thinMotion(thin, index, 'polynomial');
          const largest = coefficients.reduce((most, c) => Math.max(most, Math.abs(c)), 1);
          const q = new Float64Array(thin.cell.tree.dofs.length);
          for (const t of [0, 0.125, 0.3, 0.77, 1]) {
            segment.configurationInto(t, q, 0);
            const own = plain.at(t);
            thin.independent.kinematics.dofs.forEach(({ kind: joint, part }, d) => {
              if (joint === 'floating' && part > 2) return;
              expect(Math.abs(own[d] - q[d])).toBeLessThanOrEqual(1e-15 * largest);
            });
          }
        }
      }
    }
    expect(kinds.size).toBe(14);
  });

  it('steps along the way travelled are never longer than they claim (seed 5)', () => {
    const random = new Random(5);
    let compared = 0;
    let most = 0;
    for (let seed = 0; seed < 28; seed++) {
      const thin = seed % 2 === 0 ? thinCell(seed) : curvedCell(seed);
      const { independent } = thin;
      const { kinematics, bodies } = independent;
      for (let index = 0; index < 8; index++) {
        const { plain } = thinMotion(thin, index, 'polynomial');
        for (const pair of independent.pairs.slice(0, 6)) {
          if (!pair.tested) continue;
          const course = new Course(plain, (a, b) => pairTravel(independent, pair, a, b));
          const { frame, radius } = bodies[pair.a];
          if (!Number.isFinite(radius) || frame === 0) continue;
          if (kinematics.common(frame, bodies[pair.b].frame) !== 0) continue;
          const s = random.unit();
          const r = Math.min(1, s + 10 ** random.between(-4, -1));
          const originAt = (x: number) => {
            kinematics.set(plain.at(course.time(x)));
            return Array.from(kinematics.pose(frame).subarray(9));
          };
          const [p, q] = [originAt(s), originAt(r)];
          const way = Math.hypot(...p.map((x, k) => x - q[k]));
          expect(way).toBeLessThanOrEqual(course.length * (r - s) * (1 + 1e-9) + 1e-9);
          if (course.length > 0) most = Math.max(most, way / (course.length * (r - s)));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(most).toBeGreaterThan(0.3);
  });
});
